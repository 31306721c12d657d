//! Puzzles that are the game of coins. Nothing is grounded but the rule on a few cells.
//!
//! **The rule.** A written rule of the [`Form`] has as its actions: take a coin from a cell x, put it on an empty cell y of
//! the board with at least two neighbours other than x that hold a coin. That is the game of the paper, played on the board.
//!
//! **The board.** On all cells of the square lattice it is the game. On a part S of the lattice it is, too, if
//! S includes the span of the start: let all coins lie in the span. A cell y beside two coins is a cell of the
//! span, as spans are closed, so the lattice has no move that S has not. And the neighbours of y without S are
//! beyond the span and hold no coin, so the count is the same on both. After the move all coins lie in the
//! span again. The same argument covers a stated window, which includes the rectangle around the start, and so
//! its span.
//!
//! **The goal.** Every goal is a configuration: drawn, with all other cells empty, or said with `only`. A drawn
//! goal that may lie anywhere has a place for each way to lay it into the smallest rectangle around the start,
//! which no coin leaves; on a board with an end that rectangle must be on the board.
//!
//! Everything else is another game: a measure other than moves, scripts that are asked while the puzzle is
//! played, several rules, pieces of another kind, goals that leave a cell open. The checker of proofs accepts
//! all these forms, and more: there moves that are missing do no harm.

mod goal;

use super::problem::Problem;
use super::rectangle::Rectangle;
use super::span::{Span, Spans};
use puzzlec_base::Budget;
use puzzlec_model::board::{Board, Coord, Shape};
use puzzlec_model::goal::Goal;
use puzzlec_model::piece::{Content, ContentId};
use puzzlec_model::rule::Rule;
use puzzlec_model::{Model, Question};
use puzzlec_syntax::ast::{Lattice, MeasureKind};
use puzzlec_theory::Size;

pub use super::rule::Form;
use goal::{Drawing, Goals, drawings};

/// More cells between the coins, of all goals together, are not treated.
const MOST_CELLS: i64 = 1 << 26;

/// The form of a rule of a puzzle whose coins are this content.
type FormOf<F> = fn(&Model, &Rule, ContentId, &Budget) -> Option<F>;

/// A puzzle of coins.
#[derive(Clone, Debug)]
pub struct Game<'m> {
    /// From the start to each of the goals, in the order of proofs.
    pub problems: Vec<Problem>,
    /// The coins at the start.
    pub start: Vec<Coord>,
    /// The board.
    board: &'m Board,
    /// The form of its rule.
    pub form: Form,
}

/// A puzzle as this theory sees it.
#[derive(Clone, Debug)]
pub enum Read<'m> {
    /// The game.
    Game(Box<Game<'m>>),
    /// The game, and too large; why, in words.
    TooLarge(String),
    /// Something else.
    Other,
}

impl<'m> Game<'m> {
    /// Reads a puzzle.
    pub fn read(model: &'m Model, budget: &Budget) -> Read<'m> {
        Game::whose(model, Form::of, budget)
    }

    /// Reads a puzzle whose rule pokes coins.
    pub fn pokes(model: &'m Model, budget: &Budget) -> Read<'m> {
        Game::whose(model, Form::of_pokes, budget)
    }

    fn whose(model: &'m Model, form: FormOf<Form>, budget: &Budget) -> Read<'m> {
        let Some((form, start, goals)) = game(model, form, budget) else { return Read::Other };
        let large = |what: &str| Read::TooLarge(format!("the theory of coins takes up to {what}"));
        if goals.too_many {
            return large("4,096 goals, and this puzzle has more");
        }
        let mut problems = Vec::new();
        let mut cells = 0;
        for goal in &goals.all {
            let Some(problem) = Problem::new(&start, goal) else { return large("2^26 cells between coins") };
            cells += i64::from(problem.start.width()) * i64::from(problem.start.height());
            if cells > MOST_CELLS {
                return large("2^26 cells between coins, all goals together");
            }
            problems.push(problem);
        }
        Read::Game(Box::new(Game { problems, start, board: &model.board, form }))
    }

    /// Its size as a puzzle.
    pub fn size(&self) -> Size {
        let cells = |problem: &Problem| i64::from(problem.start.width()) * i64::from(problem.start.height());
        Size::small_if(self.problems.first().is_none_or(|problem| cells(problem) <= 256))
    }

    /// The name of a cell of the board.
    pub fn name(&self, cell: Coord) -> String {
        self.board.name(cell)
    }
}

/// The form of the rule, the cells of the coins at the start, and the goals.
fn game(model: &Model, form: FormOf<Form>, budget: &Budget) -> Option<(Form, Vec<Coord>, Goals)> {
    let (form, coin, start, goal) = text(model, form, budget)?;
    if model.board.shape != Shape::Lattice(Lattice::Square) {
        return None;
    }
    let around = Rectangle::around(start.iter().copied());
    let goals = Goals::of(drawings(model, goal, coin)?, around);
    let whole = if goals.anywhere { around.map(|r| Span(vec![r])) } else { None };
    holds_span(&model.board, &start, whole).then_some((form, start, goals))
}

/// The form of the rule, the content that is a coin, the cells of the coins at the start, and the goal, on
/// whatever grid and with whatever number of neighbours.
fn text<'m, F>(
    model: &'m Model,
    form: FormOf<F>,
    budget: &Budget,
) -> Option<(F, ContentId, Vec<Coord>, &'m Goal)> {
    let Question::Moves { rules, start, goal: (goal, _) } = &model.question else { return None };
    let [rule] = rules.as_slice() else { return None };
    let asked = model.has_callbacks() || model.hooks.bound.is_some() || model.hooks.invariant.is_some();
    if asked || model.measure != MeasureKind::Actions {
        return None;
    }
    let is_unit = |held: &ContentId| matches!(model.pieces.content(*held), Content::Unit(..));
    let units = || model.pieces.contents().map(|(held, _)| held).filter(is_unit);
    // A board without coins has those of the only kind.
    let coin = start.values().copied().next().or_else(|| units().next().filter(|_| units().count() == 1))?;
    if !is_unit(&coin) || start.values().any(|held| *held != coin) {
        return None;
    }
    let form = form(model, rule, coin, budget)?;
    Some((form, coin, start.keys().copied().collect(), goal))
}

/// The rule with its number of neighbours, the start, the goals.
type Drawn = ((Form, usize), Vec<Coord>, Vec<Drawing>);

/// The same for a rule with any number of neighbours, with the goals as drawn, and whether each may be
/// anywhere.
pub(super) fn drawn(model: &Model, budget: &Budget) -> Option<Drawn> {
    let (form, coin, start, goal) = text(model, Form::with_number, budget)?;
    Some((form, start, drawings(model, goal, coin)?))
}

/// Whether the board has every cell of the span of the start, or of a span that includes it.
fn holds_span(board: &Board, start: &[Coord], wider: Option<Span>) -> bool {
    if board.unbounded {
        return true;
    }
    let has = |cell: Coord| board.contains(cell);
    if let Some(span) = wider {
        return span.0.iter().flat_map(|rectangle| rectangle.cells()).all(has);
    }
    let Some(problem) = Problem::new(start, &[]) else { return false };
    let span = Spans::new(problem.start.width(), problem.start.height()).span(problem.start.iter());
    let mut cells = span.0.iter().flat_map(|rectangle| rectangle.cells());
    cells.all(|cell| problem.on_board(cell).is_some_and(has))
}
