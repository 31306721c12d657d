//! Models: puzzles with given parameters.

mod question;
mod scripts;
mod supply;
mod tested;

use super::board::{Board, Shape};
use super::config::{Configuration, Family};
use super::expect::Expected;
use super::expr::Test;
use super::goal::Goal;
use super::hooks::Hooks;
use super::number::{self, Values};
use super::piece::Pieces;
use super::rule::{Body, Consequence, Rule};
use puzzlec_base::Span;
use puzzlec_base::diag::{Code, Diagnostic};
use puzzlec_syntax::ast::{MeasureKind, PuzzleItem, PuzzleStatementKind};
pub use question::{Question, Wins};
pub use supply::Supply;

/// A puzzle, resolved.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// Its name.
    pub name: String,
    /// The place of its name.
    pub span: Span,
    /// Its title.
    pub title: Option<String>,
    /// The values of its parameters.
    pub values: Values,
    /// The board.
    pub board: Board,
    /// The pieces in play and what cells may hold.
    pub pieces: Pieces,
    /// The question.
    pub question: Question,
    /// The starts that the start stands for, if it has a `?`. The start of the question is then the first of them.
    pub family: Option<Family>,
    /// The unit of lengths, in the plural.
    pub unit: String,
    /// The measure of length.
    pub measure: MeasureKind,
    /// By rule whether its actions count, for [`MeasureKind::Rules`].
    pub counted: Vec<bool>,
    /// The tests of the position in which a move ends, with their places.
    pub legal: Vec<(Test, Span)>,
    /// The stated margin of an unbounded line: the number of cells on each side of the start.
    pub window: Option<u32>,
    /// Its scripts beside those of its rules and goal.
    pub hooks: Hooks,
    /// The expectations for these parameter values.
    pub expectations: Vec<(Expected, Span)>,
    /// The consequences of every action, in order; they run after those of the action's own rule.
    pub then: Vec<Consequence>,
    /// The references to rules in the puzzle, with the indices of the rules of each.
    pub references: Vec<(Span, std::ops::Range<usize>)>,
}

impl Model {
    /// A puzzle of nothing but rules on an empty board: moves are counted, and no position is a goal.
    pub fn of_rules(board: Board, pieces: Pieces, rules: Vec<Rule>) -> Self {
        let goal = (Goal::Any(Vec::new()), Span::default());
        Model {
            name: String::new(),
            span: Span::default(),
            title: None,
            values: Values::new(),
            board,
            pieces,
            question: Question::Moves { rules, start: Configuration::new(), goal },
            family: None,
            unit: "moves".into(),
            measure: MeasureKind::Actions,
            counted: Vec::new(),
            legal: Vec::new(),
            window: None,
            hooks: Hooks::default(),
            expectations: Vec::new(),
            then: Vec::new(),
            references: Vec::new(),
        }
    }

    /// Whether cells can vanish: it is played on a ring that a rule closes up. Then how many cells
    /// are left is part of a position.
    pub fn shrinks(&self) -> bool {
        match &self.question {
            Question::Moves { rules, .. } | Question::Game { rules, .. } => {
                matches!(self.board.shape, Shape::Ring(_)) && rules.iter().any(Rule::closes)
            }
            Question::Place { .. } => false,
        }
    }

    /// The rules of a puzzle of moves or of a game.
    pub fn rules(&self) -> &[Rule] {
        match &self.question {
            Question::Moves { rules, .. } | Question::Game { rules, .. } => rules,
            Question::Place { .. } => &[],
        }
    }

    /// The consequences of actions: those of every action and those of single rules.
    pub fn consequences(&self) -> impl Iterator<Item = &Consequence> {
        let own = self.rules().iter().flat_map(|rule| match &rule.body {
            Body::Quantified(rule) => rule.then.as_slice(),
            Body::Patterns(_) | Body::Scripted(_) | Body::Callback(_) => &[],
        });
        self.then.iter().chain(own)
    }

    /// Whether rules run after an action, as a part of the move.
    pub fn has_consequences(&self) -> bool {
        self.consequences().next().is_some()
    }

    /// Whether a rule changes the floor, as an action or as a consequence, or floors are filled in. Otherwise it is no
    /// part of a position.
    pub fn changes_floor(&self) -> bool {
        let following = self.consequences().flat_map(|one| &one.rules);
        let filled = self.family.as_ref().and_then(|family| family.holes.as_deref());
        self.pieces.has_floor()
            && (filled.is_some_and(|holes| holes.fill_floors(&self.pieces))
                || self.rules().iter().chain(following).any(Rule::changes_floor))
    }

    /// Whether its positions have Grundy values where every play ends: a game without a goal, in which the last to move
    /// wins and both players have the same moves.
    pub fn has_grundy_values(&self) -> bool {
        let last_wins = |question: &Question| matches!(question, Question::Game { goal: None, ends, .. } if ends.always_win());
        last_wins(&self.question) && self.is_impartial()
    }

    /// Whether both players have the same moves: no rule asks whose turn it is.
    pub fn is_impartial(&self) -> bool {
        self.pieces.counters.iter().all(|counter| counter.item.is_some())
    }
}

/// The report that something needs one puzzle, and not the many that open cells stand for.
pub fn one_start(family: &Family, at: Span, headline: &str) -> Diagnostic {
    if let Some(holes) = &family.holes {
        let d = Diagnostic::new(Code::Holes, at, headline);
        let d = if at == holes.span { d } else { d.also(holes.span, "the holes are described here") };
        return d.help("`puzzlec generate FILE` fills them, and writes puzzles that can be solved");
    }
    let d = Diagnostic::new(Code::SeveralStarts, at, headline);
    let d =
        if at == family.span { d } else { d.also(family.span, "each `?` may be one of several contents") };
    d.help(
        "`puzzlec count --starts` counts the starts, and `--nth 1` prints the first that fits; paste it here",
    )
}

/// The parameter values of a puzzle: the given ones, otherwise the defaults. `None` if a parameter without a
/// default is not given.
///
/// # Errors
/// A value for an unknown parameter, or out of its range.
pub fn parameters(item: &PuzzleItem, set: &[(String, i64)]) -> Result<Option<Values>, Box<Diagnostic>> {
    for (name, _) in set {
        if !item.params.iter().any(|p| p.name.text == *name) {
            let text = format!("puzzle `{}` has no parameter `{name}`", item.name.text);
            let known: Vec<&str> = item.params.iter().map(|p| p.name.text.as_str()).collect();
            let mut d = Diagnostic::new(Code::UnknownParameter, item.name.span, text);
            if let Some(help) = puzzlec_base::diag::did_you_mean(name, known) {
                d = d.help(help);
            }
            return Err(Box::new(d));
        }
    }
    let mut values = Values::new();
    for param in &item.params {
        let given = set.iter().rev().find(|(n, _)| *n == param.name.text);
        let (value, span) = match (given, &param.default) {
            (Some((_, n)), _) => (*n, param.span),
            (None, Some(default)) => (number::evaluate(default, &values)?, default.span),
            (None, None) => return Ok(None),
        };
        number::in_range(param, value, span, &values)?;
        values.insert(param.name.text.clone(), value);
    }
    Ok(Some(values))
}

/// An unreadable head of a puzzle: its parameters are unknown.
pub fn broken_head(item: &PuzzleItem) -> Option<Span> {
    let first = item.statements.first().filter(|s| matches!(s.kind, PuzzleStatementKind::Error))?;
    (first.span.start < item.name.span.start).then_some(first.span)
}
