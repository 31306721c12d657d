//! Lines without comments, and their words.

use puzzlec_base::{FileId, Span};

/// A line; what a comment covers is blank in it, so that places stay.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// The text without comments.
    pub(super) text: String,
    /// The text as written.
    pub(super) raw: String,
    /// Its place, without blanks around it.
    pub(super) span: Span,
    /// Where it starts.
    start: usize,
    file: FileId,
}

/// A word in lower case.
#[derive(Clone, Debug)]
pub(super) struct Word {
    pub(super) text: String,
    /// Its first character as written.
    pub(super) first: char,
    pub(super) span: Span,
}

impl Line {
    /// The words between blanks.
    pub(super) fn words(&self) -> Vec<Word> {
        self.split(|_| false)
    }

    /// The words between blanks; a sign that stands alone is a word by itself.
    pub(super) fn split(&self, alone: impl Fn(char) -> bool) -> Vec<Word> {
        let mut words: Vec<Word> = Vec::new();
        let mut open = false;
        for (at, c) in self.text.char_indices() {
            let at = self.start + at;
            if c.is_whitespace() {
                open = false;
                continue;
            }
            let span = Span::new(self.file, at, at + c.len_utf8());
            match words.last_mut().filter(|_| open && !alone(c)) {
                Some(word) => {
                    word.text.extend(c.to_lowercase());
                    word.span = word.span.to(span);
                }
                None => words.push(Word { text: c.to_lowercase().collect(), first: c, span }),
            }
            open = !alone(c);
        }
        words
    }

    /// Whether only blanks are left.
    pub(super) fn is_blank(&self) -> bool {
        self.text.trim().is_empty()
    }

    /// What follows a place of this line, as written.
    pub(super) fn after(&self, span: Span) -> &str {
        self.raw.get((span.end as usize).saturating_sub(self.start)..).unwrap_or("").trim()
    }
}

/// What the place of a comment depends on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Rules,
    Levels,
    Else,
}

/// The lines of a text. A comment in a rule cuts the rule off; the text of a message has none.
pub(super) fn lines(file: FileId, text: &str) -> Vec<Line> {
    let mut depth = 0_usize;
    let mut place = Place::Else;
    let mut start = 0;
    let mut lines = Vec::new();
    for part in text.split_inclusive('\n') {
        let raw = part.trim_end_matches(['\n', '\r']);
        let text = without_comments(raw, &mut depth, place);
        match text.trim().to_lowercase().as_str() {
            "rules" => place = Place::Rules,
            "levels" => place = Place::Levels,
            "winconditions" => place = Place::Else,
            _ => {}
        }
        let blank = text.len() - text.trim_start().len();
        let span = Span::new(file, start + blank, start + text.trim_end().len());
        lines.push(Line { text, raw: raw.to_owned(), span, start, file });
        start += part.len();
    }
    lines
}

fn without_comments(raw: &str, depth: &mut usize, place: Place) -> String {
    let mut text = String::with_capacity(raw.len());
    let mut cut = false;
    for (at, c) in raw.char_indices() {
        let rest = raw.get(at..).unwrap_or("");
        if *depth == 0 && !cut && text.trim_end().len() < text.len().max(1) && is_message(rest) {
            let before = text.trim();
            if (place == Place::Levels && before.is_empty())
                || (place == Place::Rules && before.contains("->"))
            {
                text.push_str(rest);
                return text;
            }
        }
        let comment = *depth > 0 || c == '(' || cut;
        match c {
            '(' => *depth += 1,
            ')' if *depth > 0 => *depth -= 1,
            _ => {}
        }
        if comment {
            cut |= place == Place::Rules && !text.trim().is_empty();
            text.extend(std::iter::repeat_n(' ', c.len_utf8()));
        } else {
            text.push(c);
        }
    }
    text
}

/// Whether a text begins with the word `message`.
fn is_message(text: &str) -> bool {
    let word = text.get(..7).is_some_and(|word| word.eq_ignore_ascii_case("message"));
    word && text.get(7..).is_none_or(|rest| rest.chars().next().is_none_or(char::is_whitespace))
}
