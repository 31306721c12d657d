//! A puzzle with keys: its statements, its program and its board.

use puzzlec_base::Span;
use puzzlec_base::diag::{Code, Diagnostic};
use puzzlec_syntax::ast::{
    BoardKind, Claim, ConfigKind, ConsequenceRef, Expectation, Expr, ExprKind, GoalExpr, GoalKind, Keys,
    Lattice, Legend, Picture, PuzzleItem, PuzzleStatementKind, Repeat, RuleRef, Text,
};
use puzzlec_syntax::layout;

use super::super::names::Meaning;
use super::super::rules::Step;
use super::{Meant, Notation};
use crate::game::{Expected, Game, Level, Quantifier};
use crate::{Bits, Key};

const MOST_CELLS: usize = 1 << 14;

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
    size: Option<(i64, i64, Span)>,
    marks: Vec<&'t Legend>,
    expected: Vec<(Span, &'t Expectation)>,
}

/// Words for keys, and the settings that they set.
const WORDS: [&str; 7] = ["up", "down", "left", "right", "action", "wait", "start"];

impl<'t> Notation<'t> {
    pub(super) fn parts(&mut self, puzzle: &'t PuzzleItem) -> Parts<'t> {
        let mut parts = Parts::default();
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
                                self.error(
                                    Code::WrongKind,
                                    start.span,
                                    "the start of a puzzle with keys is a picture",
                                );
                                false
                            }
                        },
                        PuzzleStatementKind::Board(board) => {
                            match (&board.kind, board.walls.is_empty()) {
                                (BoardKind::Rectangle(Lattice::Square, width, height), true) => {
                                    let size = self.number(width).zip(self.number(height));
                                    parts.size = size.map(|size| (size.0, size.1, board.span));
                                }
                                _ => self.error(
                                    Code::WrongKind,
                                    board.span,
                                    "keys need a board `square W by H`; other boards have no keys yet",
                                ),
                            }
                            false
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
        let mut directions = Vec::new();
        for (no, key) in &keys.keys {
            match (no, &*key.text) {
                (true, "undo") => settings.noundo = true,
                (true, "restart") => settings.norestart = true,
                (false, "action") => settings.noaction = false,
                (false, "wait") => settings.realtime = true,
                (false, "start") => settings.run_rules_on_level_start = true,
                (false, "up" | "down" | "left" | "right") => directions.push(&*key.text),
                (true, _) => {
                    let headline = "`no` stands before `undo` or `restart`, which are keys otherwise";
                    self.reader.error(Diagnostic::new(Code::UnknownName, key.span, headline));
                }
                _ => {
                    let found = Diagnostic::new(
                        Code::UnknownName,
                        key.span,
                        format!("there is no key `{}`", key.text),
                    );
                    self.reader.error(found.suggest(&key.text, key.span, WORDS));
                }
            }
        }
        if let Some(missing) = WORDS.iter().take(4).find(|word| !directions.contains(*word)) {
            let headline = format!("the key `{missing}` is missing: all four directions are keys");
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
            self.error(Code::MissingStatement, puzzle.name.span, "the puzzle has no `start`");
            return None;
        };
        let before = self.reader.diagnostics.len();
        let (marks, problems) = layout(picture, Lattice::Square);
        problems.into_iter().for_each(|problem| self.reader.error(problem));
        let left = marks.iter().map(|mark| mark.x).min().unwrap_or(0);
        let size = |of: &dyn Fn(&puzzlec_syntax::Mark) -> i32| {
            marks.iter().map(of).max().and_then(|most| usize::try_from(most + 1).ok()).unwrap_or(0)
        };
        let (width, height) = (size(&|mark| mark.x - left), size(&|mark| mark.y));
        let count = width.saturating_mul(height);
        if count == 0 || count > MOST_CELLS {
            let headline = format!("a board with keys has 1 to {MOST_CELLS} cells");
            self.error(Code::BoardTooLarge, span, headline);
            return None;
        }
        if let Some((w, h, place)) = parts.size
            && (usize::try_from(w), usize::try_from(h)) != (Ok(width), Ok(height))
        {
            self.error(Code::WrongKind, place, format!("the picture of the start is {width} by {height}"));
        }
        let meant = self.meant(parts);
        let mut cells: Vec<Option<Bits>> = vec![None; count];
        for mark in &marks {
            let place =
                usize::try_from(mark.x - left).unwrap_or(0) * height + usize::try_from(mark.y).unwrap_or(0);
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
        if cells.contains(&None) && self.reader.diagnostics.len() == before {
            let headline = "the rows of a board with keys are equally long, without gaps";
            self.error(Code::WrongKind, picture.span, headline);
        }
        let expected = parts.expected.iter().filter_map(|(span, e)| Some((*span, self.expected(*span, e)?)));
        let expected = expected.collect();
        let cells = cells.into_iter().map(Option::unwrap_or_default).collect();
        Some(Level { name: puzzle.name.text.clone(), span, width, height, cells, expected })
    }

    fn number(&mut self, expr: &Expr) -> Option<i64> {
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
            Claim::Solvable => Some(Expected::Solvable),
            Claim::Least(number, unit) => count(number, unit).map(Expected::Least),
            Claim::Within(number, unit) => count(number, unit).map(Expected::Within),
            Claim::Unsolvable(None) => Some(Expected::Unsolvable),
            Claim::Plan(moves) => {
                let keys: Vec<_> = moves.iter().flatten().collect();
                for key in &keys {
                    if !Key::ALL.iter().any(|known| known.word() == key.text) {
                        let found = Diagnostic::new(
                            Code::UnknownName,
                            key.span,
                            format!("there is no key `{}`", key.text),
                        );
                        self.reader.error(found.suggest(
                            &key.text,
                            key.span,
                            Key::ALL.iter().map(|key| key.word()),
                        ));
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
