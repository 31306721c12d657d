//! Tokens on a line that step to the right: `[ t | empty ] -> [ empty | t ] along right`, on a line of any
//! length or without ends, from one drawn position to another.

mod check;
mod proof;

use puzzlec_base::{Budget, Progress};
use puzzlec_checker::checker::ProofChecker;
use puzzlec_model::Question;
use puzzlec_model::board::{Board, Coord, Shape};
use puzzlec_model::goal::Drawn;
use puzzlec_model::piece::{Content, ContentId, Named};
use puzzlec_model::rule::{Body as RuleBody, PatternCell};
use puzzlec_search::ground::Failure;
use puzzlec_search::{Method, Options, Wanted};
use puzzlec_syntax::ast::{Lattice, MeasureKind};
use puzzlec_task::certificate::TheoryProof;
use puzzlec_task::{Assign, Bound, Label, Task};
use puzzlec_task::{Optimality, SearchContext, Statistics, Steps};
use puzzlec_theory::{
    Claim, Content as Shown, Facts, FactsRequest, Info, LengthBound, Puzzle, Recognition, Section, Solver,
    Theory, TheoryAnswer,
};

use proof::Body;

/// The theory.
pub struct Tokens;

static INFO: Info = Info {
    name: "tokens",
    title: "Tokens that step to the right",
    paper: "a theory of the tests",
    module: "tokens",
};

/// More tokens than this are left to general search.
const MOST_TOKENS: usize = 1000;

impl Theory for Tokens {
    fn info(&self) -> &Info {
        &INFO
    }

    /// The probe is a square board: its variables are the cells in reading order.
    fn plays(&self, rule: &Task) -> Option<bool> {
        let side = rule.variables.len().isqrt() as u32;
        let mut steps = rule.actions.iter().map(|action| {
            let [(from, held), (to, free)] = action.guard.as_slice() else { return false };
            let Some(token) = held.single().filter(|token| *token != 0) else { return false };
            let moved = [(*from, Assign::Set(0)), (*to, Assign::Set(token))];
            free.single() == Some(0) && *to == from + 1 && to % side != 0 && action.assign == moved
        });
        Some(!rule.actions.is_empty() && steps.all(|step| step))
    }

    fn recognise<'p>(&self, puzzle: &'p Puzzle<'_>, _: &Budget) -> Result<Recognition<'p>, Failure> {
        let model = puzzle.model();
        let board = &model.board;
        let Question::Moves { rules, start, goal: (goal, _) } = &model.question else {
            return Ok(Recognition::OtherGame);
        };
        let Some(goal) = goal.drawn() else { return Ok(Recognition::OtherGame) };
        let [rule] = rules.as_slice() else { return Ok(Recognition::OtherGame) };
        let RuleBody::Patterns(patterns) = &rule.body else { return Ok(Recognition::OtherGame) };
        let [pattern] = patterns.as_slice() else { return Ok(Recognition::OtherGame) };
        let kind = match pattern.cells.as_slice() {
            [
                (PatternCell::Piece(Named { kind: k, member: None }, 0), PatternCell::Empty),
                (PatternCell::Empty, PatternCell::Piece(Named { kind: l, member: None }, 0)),
            ] if k == l => *k,
            _ => return Ok(Recognition::OtherGame),
        };
        let right = board.direction("right");
        let token = model.pieces.id(&Content::Unit(kind, 0));
        let only = |cell: &Coord, held: ContentId| (Some(held) == token).then_some(cell.x);
        let start: Option<Vec<i32>> = start.iter().map(|(cell, held)| only(cell, *held)).collect();
        let goes = pattern.paths.iter().all(|path| path.iter().copied().map(Some).eq([right]));
        let plain = board.shape == Shape::Lattice(Lattice::Line) && connected(board) && goes;
        let alone = model.measure == MeasureKind::Actions && model.window.is_none() && !model.has_callbacks();
        let (Some(start), Some(goal), true, true) = (start, tokens(board, goal, token), plain, alone) else {
            return Ok(Recognition::OtherGame);
        };
        if start.len() > MOST_TOKENS {
            return Ok(Recognition::TooLarge(format!("more than {MOST_TOKENS} tokens are left to a search")));
        }
        Ok(Recognition::Applies(Box::new(Line { board, start, goal })))
    }

    fn checker(&self) -> Option<&'static dyn ProofChecker> {
        Some(&check::Checker)
    }
}

/// Whether no cell is missing between two others.
fn connected(board: &Board) -> bool {
    board.cells().windows(2).all(|pair| pair[0].x + 1 == pair[1].x)
}

/// Where the tokens of a goal lie, which says of every cell what it holds.
fn tokens(board: &Board, goal: &Drawn, token: Option<ContentId>) -> Option<Vec<i32>> {
    let whole = goal.rest_empty || (!board.unbounded && board.cells().len() == goal.cells.len());
    let mut found = Vec::new();
    for (cell, held) in &goal.cells {
        match held.as_slice() {
            [0] => {}
            [one] if Some(*one) == token => found.push(cell.x),
            _ => return None,
        }
    }
    (whole && !goal.anywhere).then_some(found)
}

/// A puzzle of this game: the places of the tokens from left to right.
struct Line<'p> {
    board: &'p Board,
    start: Vec<i32>,
    goal: Vec<i32>,
}

impl Line<'_> {
    /// How far the tokens go together. No token passes another, so each has its place in the goal.
    fn distance(&self) -> u64 {
        self.start.iter().zip(&self.goal).map(|(from, to)| u64::from(to.abs_diff(*from))).sum()
    }

    /// Why there is no plan, if there is none.
    fn hindered(&self) -> Option<(Body, String)> {
        if self.start.len() != self.goal.len() {
            return Some((Body::Count, "no step changes the number of tokens".to_owned()));
        }
        let back = self.start.iter().zip(&self.goal).find(|(from, to)| to < from)?.0;
        let name = self.board.name(Coord::new(*back, 0));
        let told = format!("the goal has fewer tokens from `{name}` on, and no token steps left");
        Some((Body::From(name), told))
    }
}

impl Solver for Line<'_> {
    fn answer(
        &mut self,
        options: &Options,
        why: &mut Vec<String>,
        context: &SearchContext,
    ) -> Option<TheoryAnswer> {
        if options.method != Method::Auto || matches!(options.wanted, Wanted::All { .. }) {
            return None;
        }
        if let Err(limit) = context.poll(&Progress::default()) {
            let answer = Claim::stopped(limit.into());
            return Some(TheoryAnswer::new(answer, Statistics::default()));
        }
        why.push("the tokens keep their order".to_owned());
        let answer = match self.hindered() {
            Some((body, told)) => Claim::refuted(proof(&body), told),
            None => {
                let steps = Box::new(Walk { start: self.start.clone(), goal: self.goal.clone() });
                let bound = LengthBound::proved(self.distance(), proof(&Body::Distance(self.distance())));
                Claim::plan(steps, Optimality::Least, Some(bound))
            }
        };
        Some(TheoryAnswer::new(answer, Statistics::default()))
    }

    fn facts(&mut self, request: &FactsRequest<'_>, _: &Budget) -> Result<Facts, String> {
        let tokens = self.start.len();
        let told = match self.hindered() {
            Some(_) => "no way to the goal".to_owned(),
            None => format!("{} steps to the goal", self.distance()),
        };
        let summary = format!("{tokens} tokens, {told}");
        if request.brief {
            return Ok(Facts { summary, sections: Vec::new() });
        }
        let facts = vec![("tokens".to_owned(), tokens.to_string()), ("goal".to_owned(), told)];
        Ok(Facts { summary, sections: vec![Section::new("tokens", "", Shown::Facts { facts })] })
    }
}

fn proof(body: &Body) -> TheoryProof {
    TheoryProof::new(INFO.name, body)
}

/// The rightmost token goes all its way, then the next: a plan of which no step is kept.
struct Walk {
    start: Vec<i32>,
    goal: Vec<i32>,
}

impl Steps for Walk {
    fn labels(&self) -> Box<dyn Iterator<Item = Label> + '_> {
        let ways = self.start.iter().zip(&self.goal).rev();
        let step =
            |x: i32| Label { rule: 0, part: 0, binding: vec![Bound::Cell(x, 0), Bound::Cell(x + 1, 0)] };
        Box::new(ways.flat_map(|(from, to)| *from..*to).map(step))
    }
}
