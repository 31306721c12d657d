//! Small edits between two texts that differ in blanks and semicolons.

use super::super::Edit;
use super::super::text::offset;
use puzzlec_base::{FileId, Span};
use puzzlec_syntax::BLANKS;

/// The edits from one text to another, in order and disjoint. Linear.
pub(super) fn between(file: FileId, old: &str, new: &str) -> Vec<Edit> {
    let mut changes = Changes { file, old, new, edits: Vec::new() };
    changes.find();
    changes.edits
}

struct Changes<'t> {
    file: FileId,
    old: &'t str,
    new: &'t str,
    edits: Vec<Edit>,
}

impl Changes<'_> {
    fn find(&mut self) {
        let (mut at, mut to) = (0, 0);
        loop {
            let (old, new) = (self.old.get(at..).unwrap_or(""), self.new.get(to..).unwrap_or(""));
            let (gap, wanted) = (blanks(old), blanks(new));
            // The line ending before this line and its indentation are two edits.
            let ended =
                |text: &str, blanks: usize| text.get(..blanks).and_then(|b| b.rfind('\n')).map(|i| i + 1);
            if let (Some(a), Some(b)) = (ended(old, gap), ended(new, wanted)) {
                self.replace(at, at + a, to, to + b);
                self.replace(at + a, at + gap, to + b, to + wanted);
            } else {
                self.replace(at, at + gap, to, to + wanted);
            }
            at += gap;
            to += wanted;
            let next = |text: &str, at: usize| text.get(at..).and_then(|t| t.chars().next());
            match (next(self.old, at), next(self.new, to)) {
                (None, None) => return,
                (Some(a), Some(b)) if a == b => {
                    at += a.len_utf8();
                    to += b.len_utf8();
                }
                (Some(';'), _) => {
                    self.replace(at, at + 1, to, to);
                    at += 1;
                }
                (_, Some(';')) => {
                    self.replace(at, at, to, to + 1);
                    to += 1;
                }
                // The formatter changes nothing else; if it did, the rest is one change.
                _ => return self.replace(at, self.old.len(), to, self.new.len()),
            }
        }
    }

    /// Replaces a part of the old text by a part of the new one, without their common prefix and suffix.
    fn replace(&mut self, start: usize, end: usize, from: usize, to: usize) {
        let (old, new) = (self.old.get(start..end).unwrap_or(""), self.new.get(from..to).unwrap_or(""));
        if old == new {
            return;
        }
        let same = |(a, b): &(char, char)| a == b;
        let back = old.chars().rev().zip(new.chars().rev()).take_while(same);
        let back: usize = back.map(|p| p.0.len_utf8()).sum();
        let (old, new) =
            (old.get(..old.len() - back).unwrap_or(""), new.get(..new.len() - back).unwrap_or(""));
        let front: usize = old.chars().zip(new.chars()).take_while(same).map(|p| p.0.len_utf8()).sum();
        let new = new.get(front..).unwrap_or("");
        let (start, end) = (offset(start + front), offset(end - back));
        match self.edits.last_mut() {
            Some(last) if last.span.end == start => {
                last.span.end = end;
                last.text.push_str(new);
            }
            _ => self.edits.push(Edit { span: Span { file: self.file, start, end }, text: new.to_owned() }),
        }
    }
}

/// The length of the leading blanks and line ends of a text.
fn blanks(text: &str) -> usize {
    text.find(|c| !BLANKS.contains(&c) && !matches!(c, '\n' | '\r')).unwrap_or(text.len())
}
