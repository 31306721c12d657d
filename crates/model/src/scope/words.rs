//! Tables of words.

use std::collections::BTreeMap;

use super::Scope;
use crate::board::Coord;
use crate::expr::{Cell, Cells, Test};
use crate::mark;
use crate::names::Sort;
use crate::piece::{KindId, Named, Selector};
use puzzlec_base::diag::{Code, Diagnostic};
use puzzlec_base::words::counted;
use puzzlec_syntax::ast::{Expr, ExprKind, ItemKind};

/// Maximum number of words of one length.
const MOST_WORDS: usize = 100_000;

/// Words as they are written.
struct Words {
    text: String,
    /// Whether each line of a file is a word. Those that cannot be spelt are left out, as a dictionary has them.
    in_file: bool,
}

impl Words {
    fn each(&self) -> Vec<&str> {
        if !self.in_file {
            return self.text.split_whitespace().collect();
        }
        let lines = self.text.trim_start_matches('\u{feff}').lines();
        lines.map(str::trim).filter(|word| !word.is_empty()).collect()
    }
}

impl Scope<'_, '_> {
    /// `spells(E, "cat dog")`, `spells(E, words)`: the marks of the pieces on the cells, in their order, are one of the
    /// words.
    pub(super) fn spells(&mut self, cells: &Expr, named: &Expr) -> Option<Test> {
        let list = self.cells(cells)?;
        let words = self.words(named)?;
        let mut places = Vec::new();
        if !fixed(&list, &mut places) {
            let d = Diagnostic::new(Code::TypeMismatch, cells.span, "these cells are not known in advance");
            self.diagnostics.push(d.help("name a row, a column, a region or cells one by one"));
            return None;
        }
        let mut known: BTreeMap<char, Option<Selector>> = BTreeMap::new();
        let (mut found, mut spelt) = (Vec::new(), false);
        let all = words.each();
        for word in &all {
            let mut selector = |letter| known.entry(letter).or_insert_with(|| self.letter(letter)).clone();
            match word.chars().map(&mut selector).collect::<Option<Vec<Selector>>>() {
                Some(letters) if letters.len() == places.len() => {
                    let holds = |(place, letter): (&Coord, Selector)| {
                        Test::Holds(Cells::One(Cell::Fixed(*place)), letter)
                    };
                    found.push(Test::And(places.iter().zip(letters).map(holds).collect()));
                }
                Some(_) => {}
                None if words.in_file => continue,
                None => {
                    return self.unspelt(format!("no piece has the mark of each letter of `{word}`"), named);
                }
            }
            spelt = true;
        }
        match all.first() {
            None if words.in_file => {
                return self.report(Code::NoSuchMember, named.span, "the file of this list has no words");
            }
            Some(first) if !spelt => {
                let text = format!("no word of this list has only marks of pieces: the first is `{first}`");
                return self.unspelt(text, named);
            }
            _ => {}
        }
        if found.len() > MOST_WORDS {
            let number = counted(found.len() as u64, "words");
            let text =
                format!("at most {} can be asked for, found {number}", counted(MOST_WORDS as u64, "words"));
            return self.report(Code::OutOfRange, named.span, text);
        }
        Some(Test::Or(found))
    }

    fn unspelt<T>(&mut self, text: String, at: &Expr) -> Option<T> {
        let d = Diagnostic::new(Code::NoSuchMember, at.span, text);
        self.diagnostics.push(d.help("a letter is the mark of a piece, such as `piece letter \"abc\"`"));
        None
    }

    /// Words in quotes, or those of a list. A file that cannot be read was reported at its name.
    fn words(&mut self, words: &Expr) -> Option<Words> {
        match &words.kind {
            ExprKind::Text(text) => Some(Words { text: text.clone(), in_file: false }),
            ExprKind::Path(path) => {
                let at = self.names.resolve(self.module, path, Sort::List);
                let at = at.map_err(|d| self.diagnostics.push(*d)).ok()?;
                self.names.mark_used(at);
                let ItemKind::List(list) = &self.names.item(at)?.kind else { return None };
                let in_file = list.in_file;
                if !in_file {
                    return Some(Words { text: list.words.value.clone(), in_file });
                }
                let project = self.names.project;
                let file = project.module(at.module)?.lists.get(&list.words.value)?;
                Some(Words { text: project.sources.get(*file)?.text.to_string(), in_file })
            }
            _ => {
                let text = "words in quotes or the name of a list are needed here";
                let d = Diagnostic::new(Code::TypeMismatch, words.span, text);
                self.diagnostics.push(d.help("write the words with blanks between them: `\"cat dog\"`"));
                None
            }
        }
    }

    /// The pieces with a mark of one character.
    fn letter(&self, letter: char) -> Option<Selector> {
        let mut all = Selector::default();
        for (kind, piece) in (0..).map(KindId).zip(&self.pieces.kinds) {
            for (member, _) in
                (0..).zip(&piece.marks).filter(|(_, mark)| **mark == letter && !mark::is_word(**mark))
            {
                let member = (piece.marks.len() > 1).then_some(member);
                let named = Selector::named(Named { kind, member });
                all.kinds.extend(named.kinds);
                all.members.extend(named.members);
            }
        }
        (all != Selector::default()).then_some(all)
    }
}

/// Adds the cells of a list in their order; false if they depend on anything.
fn fixed(list: &Cells, found: &mut Vec<Coord>) -> bool {
    match list {
        Cells::Fixed(cells) => {
            found.extend(cells);
            true
        }
        Cells::One(Cell::Fixed(cell)) => {
            found.push(*cell);
            true
        }
        Cells::Join(parts) => parts.iter().all(|part| fixed(part, found)),
        _ => false,
    }
}
