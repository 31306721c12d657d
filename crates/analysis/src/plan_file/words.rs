//! From the text of a plan to its words.

use serde_json::Value;

use super::PlanText;
use puzzlec_base::Span;
use puzzlec_base::diag::{Code, Diagnostic};

/// A word with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Word {
    pub(crate) text: String,
    pub(crate) span: Span,
}

/// Words that may belong to one move; no move goes beyond them.
pub(super) type Phrase = Vec<Word>;

/// The phrases of a plan: of moves one by one or several a line, or of the document of `solve`.
///
/// # Errors
/// A document that has no plan of this puzzle, or not all of its steps.
pub(super) fn phrases(plan: PlanText<'_>, puzzle: &str) -> Result<Vec<Phrase>, Box<Diagnostic>> {
    if plan.text.trim_start().starts_with('{') { document(plan, puzzle) } else { Ok(lines(plan)) }
}

/// Lines of moves. `//` begins a comment. The numbers `1.`, `2.`, … and commas and semicolons stand between
/// moves; what stands before a line that begins with `1.` is a heading.
fn lines(plan: PlanText<'_>) -> Vec<Phrase> {
    let mut phrases: Vec<Phrase> = Vec::new();
    let mut begin = 0;
    for line in plan.text.split_inclusive('\n') {
        let content = line.split_once("//").map_or(line, |(content, _)| content);
        if content.split_whitespace().next() == Some("1.") {
            phrases.clear();
        }
        let mut phrase = Phrase::new();
        for (at, word) in words(content) {
            if is_number(word) {
                phrases.push(std::mem::take(&mut phrase));
                continue;
            }
            let text = word.trim_end_matches([',', ';']);
            let start = begin + at;
            if !text.is_empty() {
                let span = Span::new(plan.file, start, start + text.len());
                phrase.push(Word { text: text.to_owned(), span });
            }
            if text.len() < word.len() {
                phrases.push(std::mem::take(&mut phrase));
            }
        }
        phrases.push(phrase);
        begin += line.len();
    }
    phrases.retain(|phrase| !phrase.is_empty());
    phrases
}

/// The words of a line with where they begin.
fn words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut rest = line;
    std::iter::from_fn(move || {
        rest = rest.trim_start();
        let at = line.len() - rest.len();
        let (word, after) = rest.split_at(rest.find(char::is_whitespace).unwrap_or(rest.len()));
        rest = after;
        (!word.is_empty()).then_some((at, word))
    })
}

fn is_number(word: &str) -> bool {
    word.strip_suffix('.').is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
}

/// The steps of a document of `solve`.
fn document(plan: PlanText<'_>, puzzle: &str) -> Result<Vec<Phrase>, Box<Diagnostic>> {
    let wrong = |text: String| Box::new(Diagnostic::new(Code::NoPlan, Span::new(plan.file, 0, 0), text));
    let read: Value = serde_json::from_str(plan.text).map_err(|e| wrong(format!("it is not JSON: {e}")))?;
    let reports = read.get("reports").and_then(Value::as_array);
    let reports = reports.ok_or_else(|| wrong("it is not a document of `puzzlec solve`".into()))?;
    let mut places = plan.text.match_indices("\"notation\"").map(|(at, key)| at + key.len());
    for report in reports {
        let answer = report.get("answer");
        let steps = answer.and_then(|a| a.get("steps")).and_then(Value::as_array);
        let steps = steps.map_or(&[][..], Vec::as_slice);
        let at: Vec<usize> = places.by_ref().take(steps.len()).collect();
        if report.get("puzzle").and_then(Value::as_str) != Some(puzzle) || steps.is_empty() {
            continue;
        }
        if answer.is_some_and(|a| a.get("more").is_some()) {
            return Err(wrong("it lists only the first steps of the plan".into()));
        }
        return Ok(steps.iter().zip(at).map(|(step, at)| phrase(plan, step, at)).collect());
    }
    Err(wrong(format!("it has no solution of `{puzzle}`")))
}

/// A step, whose notation stands after this place.
fn phrase(plan: PlanText<'_>, step: &Value, after: usize) -> Phrase {
    let said = |key| step.get(key).and_then(Value::as_str).unwrap_or("");
    let notation = said("notation");
    let start = plan.text.get(after..).and_then(|rest| rest.find(notation)).map_or(after, |at| after + at);
    let span = Span::new(plan.file, start, start + notation.len());
    let words = std::iter::once(said("rule")).chain(notation.split_whitespace());
    words.map(|text| Word { text: text.to_owned(), span }).collect()
}
