//! A puzzle with keys: its statements, its program and its board.

use puzzlec_base::Span;
use puzzlec_base::diag::{Code, Diagnostic};
use puzzlec_base::words::counted;
use puzzlec_syntax::ast::{
    ConfigKind, ConsequenceRef, Expectation, ExpectationKind, Expr, ExprKind, GoalExpr, GoalKind, Keys,
    Legend, Picture, PuzzleItem, PuzzleStatementKind, Repeat, RuleRef, Text,
};
use puzzlec_syntax::layout;

use super::super::names::Meaning;
use super::super::rules::Step;
use super::board::{Ground, Places, columns, lattice};
use super::turn::quoted;
use super::{Meant, Notation};
use crate::game::{Direction, Expected, Game, Level, Quantifier, Shape};
use crate::{Bits, Key};

pub(super) const MOST_CELLS: usize = 1 << 14;

/// The statements of a puzzle.
#[derive(Default)]
pub(super) struct Parts<'t> {
    /// The text of what decides the play: puzzles with equal texts are levels of one game.
    pub(super) program: Vec<String>,
    pub(super) before: Vec<&'t Text>,
    pub(super) after: Vec<&'t Text>,
    title: Option<&'t Text>,
    keys: Option<&'t Keys>,
    rules: Vec<&'t RuleRef>,
    then: Vec<&'t ConsequenceRef>,
    goal: Option<&'t GoalExpr>,
    start: Option<(&'t Picture, Span)>,
    /// Whether a start is stated, if no picture.
    starts: bool,
    board: Option<Ground>,
    /// Whether its board has no keys, so that nothing else can be said of it.
    pub(super) unfit: bool,
    marks: Vec<&'t Legend>,
    expected: Vec<(Span, &'t Expectation)>,
}

/// Words for keys that are no directions, and the settings that they set.
const WORDS: [&str; 3] = ["action", "wait", "start"];

impl Parts<'_> {
    /// The shape of the board; squares if none is named.
    pub(super) fn shape(&self) -> Shape {
        self.board.as_ref().map_or(Shape::Square, |board| board.shape)
    }
}

impl<'t> Notation<'t> {
    pub(super) fn parts(&mut self, puzzle: &'t PuzzleItem) -> Parts<'t> {
        let mut parts = Parts::default();
        let mut boards = 0;
        if !puzzle.params.is_empty() {
            self.error(Code::WrongKind, puzzle.name.span, "a puzzle with keys has no parameters");
        }
        for statement in &puzzle.statements {
            let word = self.text.get(statement.keyword.range()).unwrap_or("").to_owned();
            let mut decides = true;
            let repeated = match &statement.kind {
                PuzzleStatementKind::Title(title) => parts.title.replace(title).is_some(),
                PuzzleStatementKind::Keys(keys) => parts.keys.replace(keys).is_some(),
                PuzzleStatementKind::Rules(rules) => {
                    parts.rules.extend(rules);
                    false
                }
                PuzzleStatementKind::Then(then) => {
                    parts.then.extend(then);
                    false
                }
                PuzzleStatementKind::Goal(goal) => parts.goal.replace(goal).is_some(),
                kind => {
                    decides = false;
                    match kind {
                        PuzzleStatementKind::Message(text, after) => {
                            if *after {
                                parts.after.push(text)
                            } else {
                                parts.before.push(text)
                            }
                            false
                        }
                        PuzzleStatementKind::Marks(legend) => {
                            decides = true;
                            parts.marks.push(legend);
                            false
                        }
                        PuzzleStatementKind::Start(start) => match &start.kind {
                            ConfigKind::Picture(picture) => {
                                parts.start.replace((picture, start.span)).is_some()
                            }
                            _ => {
                                let headline = "the start of a puzzle with keys is a picture";
                                let found = Diagnostic::new(Code::WrongKind, start.span, headline);
                                self.reader.error(found.help("draw all cells between `\"\"\"`"));
                                parts.starts = true;
                                false
                            }
                        },
                        PuzzleStatementKind::Board(board) => {
                            let second = boards > 0;
                            boards += 1;
                            parts.board = self.ground(board, 0);
                            parts.unfit |= parts.board.is_none();
                            second
                        }
                        PuzzleStatementKind::Expect(expectation) => {
                            parts.expected.push((statement.span, expectation));
                            false
                        }
                        PuzzleStatementKind::Error => false,
                        _ => {
                            let headline = format!("`{word}` does not fit a puzzle with keys");
                            self.error(Code::WrongKind, statement.keyword, headline);
                            false
                        }
                    }
                }
            };
            if decides {
                parts.program.push(self.text.get(statement.span.range()).unwrap_or("").to_owned());
            }
            if repeated {
                self.error(Code::RepeatedStatement, statement.keyword, format!("a second `{word}`"));
            }
        }
        parts.program.push(format!("{:?}", parts.shape()));
        parts
    }

    /// The game of a puzzle, without levels.
    pub(super) fn program(&mut self, parts: &Parts<'t>) -> Game {
        let mut game = Game::default();
        self.names.fill(&mut game);
        game.title = parts.title.map_or_else(String::new, |title| title.value.clone());
        if let Some(keys) = parts.keys {
            self.keys(keys, &mut game);
        }
        let mut steps: Vec<Step> = Vec::new();
        for rule in &parts.rules {
            self.rule(rule, false, &mut steps, 0);
        }
        for consequence in &parts.then {
            if consequence.repeat != Repeat::UntilNone {
                let headline = "after a key, rules run until none of them changes anything";
                self.error(Code::BadConsequence, consequence.span, headline);
            }
            self.rule(&consequence.rule, true, &mut steps, 0);
        }
        (game.rules, game.late) = self.reader.passes(&self.names, &steps);
        if let Some(goal) = parts.goal {
            self.goal(goal, &mut game);
        }
        let meant = self.meant(parts);
        game.keys = meant.iter().map(|(mark, objects)| (*mark, self.names.bits(objects))).collect();
        if !meant.iter().any(|(mark, _)| *mark == '.') {
            game.keys.push(('.', Bits::default()));
        }
        game
    }

    fn keys(&mut self, keys: &Keys, game: &mut Game) {
        let settings = &mut game.settings;
        settings.noaction = true;
        let known = self.names.shape.directions();
        let names: Vec<&str> = known.iter().map(|direction| direction.word()).collect();
        let mut directions = Vec::new();
        for (no, key) in &keys.keys {
            match (no, &*key.text) {
                (true, "undo") => settings.noundo = true,
                (true, "restart") => settings.norestart = true,
                (false, "action") => settings.noaction = false,
                (false, "wait") => settings.realtime = true,
                (false, "start") => settings.run_rules_on_level_start = true,
                (true, _) => {
                    let headline = "`no` stands before `undo` or `restart`, which are keys otherwise";
                    self.reader.error(Diagnostic::new(Code::UnknownName, key.span, headline));
                }
                _ => match known.iter().find(|direction| direction.word() == key.text) {
                    Some(direction) if directions.contains(direction) => {
                        let headline = format!("the key `{}` is named twice", key.text);
                        self.reader.error(Diagnostic::new(Code::DuplicateName, key.span, headline));
                    }
                    Some(direction) => directions.push(*direction),
                    None => {
                        let headline = match Direction::of(&key.text) {
                            Some(_) => format!("the board has no direction `{}`", key.text),
                            None => format!("there is no key `{}`", key.text),
                        };
                        let found = Diagnostic::new(Code::UnknownName, key.span, headline);
                        let words = names.iter().copied().chain(WORDS);
                        let found = found.suggest(&key.text, key.span, words);
                        self.reader
                            .error(found.note(format!("the directions are {}", quoted(&names, "and"))));
                    }
                },
            }
        }
        if let Some(missing) = known.iter().find(|direction| !directions.contains(*direction)) {
            let word = missing.word();
            let headline = format!("the key `{word}` is missing: all directions of the board are keys");
            let place = keys.keys.first().map_or(keys.player.span, |key| key.1.span);
            self.reader.error(Diagnostic::new(Code::MissingStatement, place, headline));
        }
        if let Some(or) = &keys.or {
            game.settings.require_player_movement = true;
            if or.text != "cancel" {
                let headline = format!("expected `cancel`, found `{}`", or.text);
                self.error(Code::Unexpected, or.span, headline);
            }
        }
        if let Some(player) = self.find(&keys.player) {
            game.player = self.names.thing(&player);
        }
    }

    fn goal(&mut self, goal: &GoalExpr, game: &mut Game) {
        match &goal.kind {
            GoalKind::And(parts) => parts.iter().for_each(|part| self.goal(part, game)),
            GoalKind::Counted(how, what, on) => {
                let quantifier = match &*how.text {
                    "all" => Quantifier::All,
                    "some" => Quantifier::Some,
                    _ => Quantifier::No,
                };
                let what = self.find(what);
                let on: Option<Option<Meaning>> = match on {
                    Some(on) => self.find(on).map(Some),
                    None => Some(None),
                };
                if let (Some(what), Some(on)) = (what, on) {
                    game.conditions.push(self.names.condition(&(quantifier, what, on)));
                }
            }
            GoalKind::Error => {}
            _ => {
                let found = Diagnostic::new(
                    Code::WrongKind,
                    goal.span,
                    "such a goal does not fit a puzzle with keys",
                );
                let help =
                    "write `all X on Y`, `some X`, `some X on Y`, `no X` or `no X on Y`, joined by `and`";
                self.reader.error(found.help(help));
            }
        }
    }

    /// The marks of a puzzle, those that hold first before others.
    fn meant(&mut self, parts: &Parts<'t>) -> Vec<Meant> {
        let mut meant: Vec<Meant> = parts.marks.iter().flat_map(|legend| self.legend(legend)).collect();
        meant.extend(self.signs.iter().chain(&self.marks).cloned());
        meant
    }

    pub(super) fn level(&mut self, puzzle: &'t PuzzleItem, parts: &Parts<'t>) -> Option<Level> {
        let Some((picture, span)) = parts.start else {
            if !parts.starts {
                self.error(Code::MissingStatement, puzzle.name.span, "the puzzle has no `start`");
            }
            return None;
        };
        let before = self.reader.diagnostics.len();
        let shape = parts.shape();
        let (marks, problems) = layout(picture, lattice(shape));
        problems.into_iter().for_each(|problem| self.reader.error(problem));
        let at: Vec<(i32, i32)> = marks.iter().map(|mark| (mark.x, mark.y)).collect();
        let places = columns(shape, &at);
        let size = |of: &dyn Fn(&(usize, usize)) -> usize| {
            places.iter().map(of).max().map_or(0, |most| most.saturating_add(1))
        };
        let (width, height) = (size(&|place| place.0), size(&|place| place.1));
        let count = width.saturating_mul(height);
        if count == 0 || count > MOST_CELLS {
            let headline = format!("a board with keys has 1 to {MOST_CELLS} cells");
            self.error(Code::BoardTooLarge, span, headline);
            return None;
        }
        let meant = self.meant(parts);
        let mut cells: Vec<Option<Bits>> = vec![None; count];
        for (mark, (x, y)) in marks.iter().zip(&places) {
            let place = x * height + y;
            let objects = match meant.iter().find(|meant| meant.0 == mark.ch) {
                Some((_, objects)) => self.names.bits(objects),
                None if mark.ch == '.' => Bits::default(),
                None => {
                    let headline = format!("no piece has the mark `{}`", mark.ch);
                    self.error(Code::UnknownMark, mark.span, headline);
                    Bits::default()
                }
            };
            if let Some(cell) = cells.get_mut(place) {
                *cell = Some(objects);
            }
        }
        if self.reader.diagnostics.len() == before {
            match &parts.board {
                Some(board) if board.places != places.iter().copied().collect::<Places>() => {
                    let cells = |count: usize| counted(count as u64, "cells");
                    let headline = format!(
                        "the picture of the start does not fit the board of {}",
                        cells(board.places.len())
                    );
                    let found = Diagnostic::new(Code::PictureShape, picture.span, headline);
                    let found = found
                        .also(board.span, "the board")
                        .note(format!("the picture has {}", cells(places.len())));
                    self.reader.error(found);
                }
                None if cells.contains(&None) => {
                    let headline = "the rows of a board with keys are equally long, without gaps";
                    let found = Diagnostic::new(Code::WrongKind, picture.span, headline);
                    self.reader.error(found.help("draw a board with gaps: `board square \"\"\"…\"\"\"`"));
                }
                _ => {}
            }
        }
        let outside = Bits::of((0..count).filter(|place| cells.get(*place) == Some(&None)));
        let expected = parts.expected.iter().filter_map(|(span, e)| Some((*span, self.expected(*span, e)?)));
        let expected = expected.collect();
        let cells = cells.into_iter().map(Option::unwrap_or_default).collect();
        Some(Level { name: puzzle.name.text.clone(), span, width, height, cells, outside, expected })
    }

    pub(super) fn number(&mut self, expr: &Expr) -> Option<i64> {
        if let ExprKind::Int(number) = expr.kind {
            return Some(number);
        }
        self.error(Code::WrongKind, expr.span, "puzzles with keys take plain numbers");
        None
    }

    fn expected(&mut self, span: Span, expectation: &Expectation) -> Option<Expected> {
        if !expectation.ranges.is_empty() {
            self.error(Code::WrongKind, span, "a puzzle with keys has no parameters");
            return None;
        }
        let mut count = |expr: &Expr, unit: &puzzlec_syntax::ast::Name| {
            if !matches!(&*unit.text, "key" | "keys") {
                let found = Diagnostic::new(
                    Code::UnknownName,
                    unit.span,
                    format!("there is no measure `{}`", unit.text),
                );
                self.reader.error(found.help("the length of a solution is counted in `keys`"));
            }
            self.number(expr).and_then(|number| usize::try_from(number).ok())
        };
        match &expectation.claim {
            ExpectationKind::Solvable => Some(Expected::Solvable),
            ExpectationKind::Least(number, unit) => count(number, unit).map(Expected::Least),
            ExpectationKind::Within(number, unit) => count(number, unit).map(Expected::Within),
            ExpectationKind::Unsolvable(None) => Some(Expected::Unsolvable),
            ExpectationKind::Plan(moves) => {
                let keys: Vec<_> = moves.iter().flatten().collect();
                for key in &keys {
                    let known = || Key::of(self.names.shape).map(Key::word);
                    if !known().any(|known| known == key.text) {
                        let found = Diagnostic::new(
                            Code::UnknownName,
                            key.span,
                            format!("there is no key `{}`", key.text),
                        );
                        let found = found.suggest(&key.text, key.span, known());
                        self.reader.error(found);
                    }
                }
                Some(Expected::Plan(keys.into_iter().map(|key| key.text.clone()).collect()))
            }
            _ => {
                let found =
                    Diagnostic::new(Code::WrongKind, span, "this claim does not fit a puzzle with keys");
                let help = "write `expect solvable`, `solvable in N keys`, `solvable within N keys`, `unsolvable` or `plan …`";
                self.reader.error(found.help(help));
                None
            }
        }
    }
}
