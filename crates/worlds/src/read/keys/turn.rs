//! Rules of puzzles with keys.

use puzzlec_base::Span;
use puzzlec_base::diag::{Code, Diagnostic};
use puzzlec_syntax::ast::{
    Name as Word, PathShape, RuleBody, RuleRef, RuleStatementKind, Text, Turn, TurnCell, TurnRow,
};

use super::super::rules::{Source, Step};
use super::super::terms::{self, Cell, Mark, Movement, Name, Side, Term};
use super::{DEEPEST, Notation};
use crate::game::{Command, Direction, Shape};

/// A rule of more cells is a mistake.
const MOST_CELLS: usize = 100;
/// Rules that are named, in all puzzles; more come of rules that name each other.
const MOST_NAMED: usize = 1 << 14;

/// The marks that a cell may have.
const MARKS: [&str; 18] = [
    "up",
    "down",
    "left",
    "right",
    "action",
    "moving",
    "orthogonal",
    "horizontal",
    "vertical",
    "parallel",
    "perpendicular",
    "still",
    "random",
    "randomly",
    ">",
    "<",
    "^",
    "v",
];
const COMMANDS: [&str; 6] = ["cancel", "restart", "win", "checkpoint", "again", "message"];

impl<'t> Notation<'t> {
    /// The steps of a rule by its name.
    pub(super) fn rule(&mut self, named: &RuleRef, late: bool, steps: &mut Vec<Step>, depth: usize) {
        let name = named.path.text();
        self.named += 1;
        if self.named == MOST_NAMED || depth == DEEPEST {
            self.error(Code::TooDeep, named.span, "rules name each other in a circle, or too many rules");
        }
        if self.named >= MOST_NAMED || depth >= DEEPEST {
            return;
        }
        let Some(rule) = self.rules.get(&*name).copied() else {
            let found =
                Diagnostic::new(Code::UnknownName, named.path.span, format!("there is no rule `{name}`"));
            let found = found.suggest(&name, named.path.span, self.rules.keys().copied());
            return self.reader.error(found);
        };
        if !named.args.is_empty() || !rule.over.is_empty() || !rule.params.is_empty() || rule.on.is_some() {
            let headline = format!("`{name}` has variables, so it cannot run after a key");
            return self.error(Code::WrongKind, named.span, headline);
        }
        match &rule.body {
            RuleBody::Union(rules) => rules.iter().for_each(|rule| self.rule(rule, late, steps, depth + 1)),
            RuleBody::Statements(statements) => {
                let loops = statements.iter().find(|s| s.kind == RuleStatementKind::Repeat);
                steps.extend(loops.map(|statement| Step::Loop(true, statement.span)));
                let begin = steps.len();
                for statement in statements {
                    match statement.kind.turn() {
                        Some(turn) => {
                            let first = steps.len() == begin;
                            if let Some(source) = self.turn(&turn, statement.span, (late, first)) {
                                steps.push(Step::Rule(source));
                            }
                        }
                        None if matches!(
                            statement.kind,
                            RuleStatementKind::Repeat | RuleStatementKind::Error
                        ) => {}
                        None => {
                            let headline = format!("this statement cannot run after a key, as `{name}` does");
                            self.error(Code::WrongKind, statement.span, headline);
                        }
                    }
                }
                steps.extend(loops.map(|statement| Step::Loop(false, statement.span)));
            }
            RuleBody::Script(_) | RuleBody::Callback(_) => {
                self.error(
                    Code::WrongKind,
                    named.span,
                    format!("`{name}` is a script, which cannot run after a key"),
                );
            }
            RuleBody::Error => {}
        }
    }

    fn turn(&mut self, turn: &Turn, span: Span, (late, first): (bool, bool)) -> Option<Source> {
        let has = |wanted: &str| turn.words.iter().find(|word| word.text == wanted);
        let joined = has("also");
        if let (Some(word), true) = (joined, first) {
            self.error(Code::Unexpected, word.span, "`also` joins the rule above, and there is none");
        }
        let count = |rows: &[TurnRow]| rows.iter().map(|row| row.cells.len()).sum::<usize>();
        if count(&turn.before).max(count(&turn.after)) > MOST_CELLS {
            self.error(Code::RuleTooLarge, span, format!("a rule has at most {MOST_CELLS} cells"));
            return None;
        }
        let left = self.side(&turn.before, None)?;
        let right = self.side(&turn.after, Some(&left))?;
        let source = Source {
            span,
            joined: joined.is_some(),
            late,
            rigid: has("rigid").is_some(),
            random: has("random").is_some(),
            directions: self.directions(&turn.along)?,
            left,
            right,
            commands: self.commands(&turn.commands)?,
        };
        self.fits(&source, turn).then_some(source)
    }

    fn directions(&mut self, along: &[PathShape]) -> Option<Vec<Direction>> {
        let mut directions = Vec::new();
        for shape in along {
            let board = self.names.shape;
            let found = match shape.steps.as_slice() {
                [step] if step.turn == 0 => match &*step.direction.text {
                    "orthogonal" => board.directions().to_vec(),
                    "horizontal" => vec![Direction::Left, Direction::Right],
                    "vertical" => vec![Direction::Up, Direction::Down],
                    word => Direction::of(word).into_iter().collect(),
                },
                _ => Vec::new(),
            };
            if found.is_empty() || found.iter().any(|direction| board.number(*direction).is_none()) {
                let word = self.text.get(shape.span.range()).unwrap_or("");
                let known: Vec<&str> = board.directions().iter().map(|direction| direction.word()).collect();
                let headline = format!("a rule of keys is read along {}", quoted(&known, "or"));
                let found = Diagnostic::new(Code::BadPath, shape.span, headline);
                self.reader.error(found.suggest(word, shape.span, known));
                return None;
            }
            directions.extend(found);
        }
        Some(directions)
    }

    fn commands(&mut self, words: &[(Word, Option<Text>)]) -> Option<Vec<Command>> {
        let mut commands = Vec::new();
        for (word, text) in words {
            let command = match (&*word.text, text) {
                ("cancel", None) => Command::Cancel,
                ("restart", None) => Command::Restart,
                ("win", None) => Command::Win,
                ("checkpoint", None) => Command::Checkpoint,
                ("again", None) => Command::Again,
                ("message", Some(text)) => Command::Message(text.value.clone()),
                ("message", None) => {
                    self.error(Code::Unexpected, word.span, "`message` needs a text in quotes behind it");
                    return None;
                }
                _ => {
                    let found = Diagnostic::new(
                        Code::UnknownName,
                        word.span,
                        format!("there is no command `{}`", word.text),
                    );
                    self.reader.error(found.suggest(&word.text, word.span, COMMANDS));
                    return None;
                }
            };
            commands.push(command);
        }
        Some(commands)
    }

    /// The rows of a side; `left` is the left side of a right one.
    fn side(&mut self, rows: &[TurnRow], left: Option<&Side>) -> Option<Side> {
        let mut side = Side::new();
        for (r, row) in rows.iter().enumerate() {
            let mut cells = Vec::new();
            for (c, cell) in row.cells.iter().enumerate() {
                let beside =
                    left.map(|left| left.get(r).and_then(|row| row.get(c)).map_or(&[][..], Cell::terms));
                cells.push(self.cell(cell, beside)?);
            }
            let gaps = cells.iter().filter(|cell| **cell == Cell::Gap).count();
            let ends = [cells.first(), cells.last()].contains(&Some(&Cell::Gap));
            let twice = cells.windows(2).any(|pair| pair.iter().all(|cell| *cell == Cell::Gap));
            if gaps > 2 || ends || twice {
                self.error(Code::BadPath, row.span, "`..` stands at most twice in a row, between two cells");
                return None;
            }
            side.push(cells);
        }
        Some(side)
    }

    fn cell(&mut self, cell: &TurnCell, left: Option<&[Term]>) -> Option<Cell> {
        if cell.gap {
            return Some(Cell::Gap);
        }
        if cell.terms.is_empty() {
            // `?` stays.
            let stays = left.unwrap_or(&[]).iter().filter(|term| term.mark != Mark::No);
            return Some(Cell::Terms(stays.cloned().collect()));
        }
        let mut terms: Vec<Term> = Vec::new();
        let mut empty = false;
        for term in &cell.terms {
            if term.mark.is_none() && term.piece.single().is_some_and(|name| name.text == "empty") {
                empty = true;
                continue;
            }
            let mark = match &term.mark {
                None => Mark::Nothing,
                Some(word) => self.mark(word)?,
            };
            if left.is_none() && matches!(mark, Mark::Random | Mark::RandomDirection) {
                self.error(Code::Unexpected, term.span, "what is drawn by chance stands on the right side");
                return None;
            }
            let Some(several) = terms::names(self.find(&term.piece)?, mark) else {
                let headline = format!("`{}` is several pieces, which cannot stand here", term.piece.text());
                self.error(Code::WrongKind, term.span, headline);
                return None;
            };
            for name in several {
                if mark != Mark::No && terms.iter().any(|known| known.mark != Mark::No && known.name == name)
                {
                    let headline = format!("`{}` stands twice in a cell", term.piece.text());
                    self.error(Code::DuplicateName, term.span, headline);
                    return None;
                }
                terms.push(Term { mark, name });
            }
        }
        if empty && left.is_none() {
            // Nothing but what the cell names.
            let named: Vec<usize> = terms.iter().flat_map(|term| objects(&term.name)).collect();
            let others = (0..self.names.declared().len()).filter(|object| !named.contains(object));
            terms.extend(others.map(|object| Term { mark: Mark::No, name: Name::Object(object) }));
        }
        Some(Cell::Terms(terms))
    }

    fn mark(&mut self, word: &Word) -> Option<Mark> {
        let board = self.names.shape;
        if !has_mark(board, &word.text) {
            let known: Vec<&str> = board.directions().iter().map(|direction| direction.word()).collect();
            let headline = format!("the board has no direction `{}`", word.text);
            let found = Diagnostic::new(Code::NoSuchDirection, word.span, headline);
            self.reader.error(found.note(format!("its directions are {}", quoted(&known, "and"))));
            return None;
        }
        let found = match &*word.text {
            "not" => Some(Mark::No),
            "still" => Some(Mark::Stationary),
            "randomly" => Some(Mark::RandomDirection),
            text if MARKS.contains(&text) => terms::mark(text),
            text => Direction::of(text).map(|direction| Mark::Moves(Movement::Go(direction))),
        };
        if found.is_none() {
            let found = Diagnostic::new(
                Code::UnknownName,
                word.span,
                format!("`{}` is no mark of movement", word.text),
            );
            let found = found.suggest(&word.text, word.span, MARKS);
            let joined = found.help.is_none() && self.names.meaning(&word.text).is_some();
            self.reader.error(if joined {
                found.help("several pieces of a cell are joined by `and`")
            } else {
                found
            });
        }
        found
    }

    /// Whether both sides fit each other.
    fn fits(&mut self, source: &Source, turn: &Turn) -> bool {
        let marks =
            turn.before.iter().chain(&turn.after).flat_map(|row| &row.cells).flat_map(|cell| &cell.terms);
        let marks = marks.filter_map(|term| term.mark.as_ref());
        let moved = marks.into_iter().find(|mark| !matches!(&*mark.text, "not" | "random"));
        if let (true, Some(mark)) = (source.late, moved) {
            let headline = "a rule behind `then` runs after the movement, so it has no marks of movement";
            self.error(Code::BadConsequence, mark.span, headline);
            return false;
        }
        if source.right.is_empty() {
            return true;
        }
        let shape = |side: &Side| -> Vec<Vec<bool>> {
            side.iter().map(|row| row.iter().map(|cell| *cell == Cell::Gap).collect()).collect()
        };
        if shape(&source.left) != shape(&source.right) {
            self.error(Code::PatternLength, source.span, "both sides of a rule need the same rows of cells");
            return false;
        }
        true
    }
}

/// Whether boards of a shape have the direction of a mark.
fn has_mark(shape: Shape, word: &str) -> bool {
    match word {
        "vertical" | "perpendicular" => shape == Shape::Square,
        "^" | "v" => !matches!(shape, Shape::Line | Shape::Ring),
        word => Direction::of(word).is_none_or(|direction| shape.number(direction).is_some()),
    }
}

/// Words in a sentence.
pub(super) fn quoted(words: &[&str], join: &str) -> String {
    let words: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    match words.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} {join} {last}", rest.join(", ")),
        _ => words.concat(),
    }
}

fn objects(name: &Name) -> Vec<usize> {
    match name {
        Name::Object(object) => vec![*object],
        Name::Any(_, objects) => objects.clone(),
    }
}
