//! The numbers of accepted rows in mathematical notation.

use std::fmt::Write;

use puzzlec_analysis::Recurrence;

/// Recurrences with more terms are not written out.
const MOST_TERMS: usize = 12;

/// The numbers of accepted rows by length.
pub(super) fn numbers(recurrence: &Recurrence, accepted: &str, text: &mut String) {
    let _ =
        writeln!(text, "\nrows that are {accepted}, by length from 1: {}, …", recurrence.first.join(", "));
    if recurrence.coefficients.len() > MOST_TERMS {
        return;
    }
    let before = (1..).zip(&recurrence.coefficients).map(|(back, times)| (*times, format!("r(n-{back})")));
    let constant = (recurrence.constant, String::new());
    let sum = terms(before.chain([constant]).map(|(times, what)| (times.to_string(), what)));
    let _ = writeln!(text, "r(n) = {sum} for n >= {}", recurrence.from);
    let polynomial = |numbers: &[String]| {
        terms(numbers.iter().enumerate().map(|(exponent, times)| {
            let power = match exponent {
                0 => String::new(),
                1 => "x".to_owned(),
                _ => format!("x^{exponent}"),
            };
            (times.clone(), power)
        }))
    };
    let bracketed = |sum: String| if sum.contains(' ') { format!("({sum})") } else { sum };
    let [above, below] =
        [&recurrence.numerator, &recurrence.denominator].map(|side| bracketed(polynomial(side)));
    let _ = writeln!(text, "sum of r(n) x^n for n >= 1: {above} / {below}");
}

/// A sum of multiples, in mathematical notation.
fn terms(parts: impl Iterator<Item = (String, String)>) -> String {
    let mut text = String::new();
    for (times, what) in parts.filter(|(times, _)| times != "0") {
        let (sign, size) = times.strip_prefix('-').map_or(("+", times.as_str()), |size| ("-", size));
        text += match (text.is_empty(), sign) {
            (true, "+") => "",
            (true, _) => "-",
            (false, "+") => " + ",
            (false, _) => " - ",
        };
        text += match (size, what.is_empty()) {
            ("1", false) => "",
            _ => size,
        };
        text += match size != "1" && what.starts_with('r') {
            true => " ",
            false => "",
        };
        text += &what;
    }
    if text.is_empty() { "0".to_owned() } else { text }
}
