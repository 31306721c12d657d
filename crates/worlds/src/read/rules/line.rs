//! A line of RULES as words.

use puzzlec_base::diag::{Code, Diagnostic};

use super::super::Reader;
use super::super::names::Names;
use super::super::terms::{self, Cell, Mark, Side, Term};
use super::super::text::{Line, Word};
use super::Source;
use crate::game::Command;

/// A row of more cells, or a rule of more rows, is a mistake.
const MOST_CELLS: usize = 100;

impl Reader {
    /// Reads a line; none after an error.
    pub(super) fn rule(&mut self, names: &Names, line: &Line) -> Option<Source> {
        let words = words(line);
        let mut source = Source {
            span: line.span,
            joined: false,
            late: false,
            rigid: false,
            random: false,
            directions: Vec::new(),
            left: Vec::new(),
            right: Vec::new(),
            commands: Vec::new(),
        };
        let mut rest = words.as_slice();
        while let Some((word, more)) = rest.split_first() {
            match &*word.text {
                "+" => source.joined = true,
                "late" => source.late = true,
                "rigid" => source.rigid = true,
                "random" => source.random = true,
                text => match terms::directions(text) {
                    Some(directions) => source.directions.extend(directions),
                    None => break,
                },
            }
            rest = more;
        }
        let arrow = rest.iter().position(|word| word.text == "->");
        let (left, right) = match arrow {
            Some(at) => (rest.get(..at).unwrap_or(&[]), rest.get(at + 1..).unwrap_or(&[])),
            None => {
                self.error(Diagnostic::new(Code::Unexpected, line.span, "a rule has `->` between its sides"));
                return None;
            }
        };
        let (side, after) = self.side(names, left)?;
        source.left = side;
        if let Some(word) = after.first() {
            return self.unexpected(word, "a direction, `late`, `rigid`, `random`, `+` or `[`");
        }
        if source.left.is_empty() {
            self.error(Diagnostic::new(Code::EmptyRule, line.span, "the rule has no cells on the left side"));
            return None;
        }
        let (side, after) = self.side(names, right)?;
        source.right = side;
        source.commands = self.commands(line, after)?;
        if source.right.is_empty() && source.commands.is_empty() && after.is_empty() {
            self.error(Diagnostic::new(Code::RuleNeverFires, line.span, "the rule does nothing"));
        }
        self.is_sound(&mut source).then_some(source)
    }

    fn unexpected<T>(&mut self, word: &Word, wanted: &str) -> Option<T> {
        let headline = format!("unexpected `{}`; {wanted} is expected here", word.text);
        self.error(Diagnostic::new(Code::Unexpected, word.span, headline));
        None
    }

    /// Rows of cells, and what follows them.
    fn side<'a>(&mut self, names: &Names, words: &'a [Word]) -> Option<(Side, &'a [Word])> {
        let mut side = Side::new();
        let mut rest = words;
        while let Some((open, more)) = rest.split_first().filter(|(word, _)| word.text == "[") {
            let Some(end) = more.iter().position(|word| word.text == "]") else {
                self.error(Diagnostic::new(Code::UnclosedBlock, open.span, "`[` is not closed"));
                return None;
            };
            let (cells, after) = more.split_at(end);
            let mut row = Vec::new();
            for cell in cells.split(|word| word.text == "|") {
                row.push(self.cell(names, cell)?);
            }
            let gaps = row.iter().filter(|cell| **cell == Cell::Gap).count();
            let ends = [row.first(), row.last()].contains(&Some(&Cell::Gap));
            let twice = row.windows(2).any(|pair| pair.iter().all(|cell| *cell == Cell::Gap));
            if gaps > 2 || ends || twice {
                let headline = "`...` stands at most twice in a row, between two cells";
                self.error(Diagnostic::new(Code::BadPath, open.span, headline));
                return None;
            }
            side.push(row);
            if side.iter().map(Vec::len).sum::<usize>() > MOST_CELLS {
                let headline = format!("a rule has at most {MOST_CELLS} cells");
                self.error(Diagnostic::new(Code::RuleTooLarge, open.span, headline));
                return None;
            }
            rest = after.get(1..).unwrap_or(&[]);
        }
        Some((side, rest))
    }

    fn cell(&mut self, names: &Names, words: &[Word]) -> Option<Cell> {
        if let [word] = words
            && word.text == "..."
        {
            return Some(Cell::Gap);
        }
        let mut cell: Vec<Term> = Vec::new();
        let mut mark = None;
        for (at, word) in words.iter().enumerate() {
            // An object may be called as a word of the language.
            let next = words.get(at + 1).is_some_and(|next| names.has(&next.text));
            let name = mark.is_some() || (names.has(&word.text) && !next);
            if let (Some(found), false) = (terms::mark(&word.text), name && names.has(&word.text)) {
                if mark.is_some() {
                    return self.unexpected(word, "the name of an object");
                }
                mark = Some(found);
                continue;
            }
            let meaning = names.find(self, word)?;
            let mark = mark.take().unwrap_or(Mark::Nothing);
            let Some(several) = terms::names(meaning, mark) else {
                let headline = format!("`{}` is several objects, which cannot stand here", word.text);
                self.error(Diagnostic::new(Code::WrongKind, word.span, headline));
                return None;
            };
            for name in several {
                if mark != Mark::No && cell.iter().any(|term| term.mark != Mark::No && term.name == name) {
                    let headline = format!("`{}` stands twice in a cell", word.text);
                    self.error(Diagnostic::new(Code::DuplicateName, word.span, headline));
                    return None;
                }
                cell.push(Term { mark, name });
            }
        }
        if let (Some(_), Some(word)) = (mark, words.last()) {
            let headline = format!("`{}` needs a name behind it", word.text);
            self.error(Diagnostic::new(Code::Unexpected, word.span, headline));
            return None;
        }
        Some(Cell::Terms(cell))
    }

    fn commands(&mut self, line: &Line, words: &[Word]) -> Option<Vec<Command>> {
        let mut commands = Vec::new();
        for word in words {
            commands.push(match &*word.text {
                "cancel" => Command::Cancel,
                "restart" => Command::Restart,
                "win" => Command::Win,
                "checkpoint" => Command::Checkpoint,
                "again" => Command::Again,
                "message" => {
                    commands.push(Command::Message(line.after(word.span).to_owned()));
                    break;
                }
                sound if sound.strip_prefix("sfx").is_some_and(|n| n.parse::<u8>().is_ok()) => continue,
                _ => return self.unexpected(word, "a command or `[`"),
            });
        }
        Some(commands)
    }

    /// Whether both sides fit each other.
    fn is_sound(&mut self, source: &mut Source) -> bool {
        let wrong = |code, headline: &str| Diagnostic::new(code, source.span, headline);
        let marked = |side: &Side| {
            terms::terms(side).any(|t| !matches!(t.mark, Mark::Nothing | Mark::No | Mark::Random))
        };
        if source.late && (marked(&source.left) || marked(&source.right)) {
            let headline = "a `late` rule runs after the movement, so it cannot ask for or write a movement";
            self.error(wrong(Code::BadConsequence, headline));
            return false;
        }
        if terms::terms(&source.left).any(|t| matches!(t.mark, Mark::Random | Mark::RandomDirection)) {
            self.error(wrong(Code::Unexpected, "`random` and `randomdir` stand on the right side only"));
            return false;
        }
        if source.right.is_empty() {
            return true;
        }
        let shape = |side: &Side| -> Vec<Vec<bool>> {
            side.iter().map(|row| row.iter().map(|cell| *cell == Cell::Gap).collect()).collect()
        };
        if shape(&source.left) != shape(&source.right) {
            self.error(wrong(Code::PatternLength, "both sides of a rule need the same rows of cells"));
            return false;
        }
        true
    }
}

/// The words of a rule: brackets, bars and arrows stand by themselves.
fn words(line: &Line) -> Vec<Word> {
    let split = line.split(|c| matches!(c, '[' | ']' | '|'));
    let mut words: Vec<Word> = Vec::with_capacity(split.len());
    for (at, mut word) in split.into_iter().enumerate() {
        if at == 0 && word.text.len() > 1 && word.text.starts_with('+') {
            let (mut plus, start) = (word.clone(), word.span.start);
            plus.text.truncate(1);
            plus.span.end = start + 1;
            word.text.remove(0);
            word.span.start = start + 1;
            words.push(plus);
        }
        if let Some(rest) = word.text.strip_prefix("->").filter(|rest| !rest.is_empty()) {
            let (mut arrow, rest) = (word.clone(), rest.to_owned());
            arrow.text = "->".into();
            arrow.span.end = arrow.span.start + 2;
            word.span.start = arrow.span.end;
            word.text = rest;
            words.push(arrow);
        }
        words.push(word);
    }
    words
}
