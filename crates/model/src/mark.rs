//! Marks of several characters. Everywhere a mark is a `char`; one of several characters is stood for by a
//! character of the last private plane of Unicode, which no text may use as a mark.

/// The first stand-in. The first ones stand for two letters or digits, the others for numbers from 100.
const FIRST: u32 = 0x10_0000;

/// The letters and digits of marks of two characters, in the order of their numbers.
const ALPHABET: &str = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

const LETTERS: u32 = 62;

/// The largest number that is a mark.
pub const LARGEST: i64 = 9_999;

/// The mark that a text without blanks is: one character, two letters or digits, or a number from 100 to 9,999
/// without leading zeros.
pub fn of(text: &str) -> Option<char> {
    let mut characters = text.chars();
    match (characters.next(), characters.next(), characters.next()) {
        (Some(one), None, None) => Some(one),
        (Some(one), Some(other), None) => {
            let place = |c: char| ALPHABET.chars().position(|l| l == c).and_then(|at| u32::try_from(at).ok());
            char::from_u32(FIRST + place(one)? * LETTERS + place(other)?)
        }
        (Some('1'..='9'), Some(_), Some(_))
            if text.len() <= 4 && text.bytes().all(|b| b.is_ascii_digit()) =>
        {
            char::from_u32(FIRST + LETTERS * LETTERS + text.parse::<u32>().ok()?)
        }
        _ => None,
    }
}

/// The text of a mark.
pub fn text(mark: char) -> String {
    let Some(number) = u32::from(mark).checked_sub(FIRST) else { return mark.to_string() };
    let letter = |at: u32| usize::try_from(at).ok().and_then(|at| ALPHABET.chars().nth(at));
    match number.checked_sub(LETTERS * LETTERS) {
        Some(number) => number.to_string(),
        None => [letter(number / LETTERS), letter(number % LETTERS)].into_iter().flatten().collect(),
    }
}

/// The number that a mark, or a label, is: digits, at most [`LARGEST`].
pub fn number(text: &str) -> Option<i64> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|number| digits && *number <= LARGEST)
}

/// Whether a mark has several characters.
pub fn is_word(mark: char) -> bool {
    u32::from(mark) >= FIRST
}
