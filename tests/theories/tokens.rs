//! Tokens on a line that step to the right: `[ t | empty ] -> [ empty | t ] along right`, on a line of any
//! length or without ends, from one drawn position to another.

mod check;

use puzzlec_base::Budget;
use puzzlec_checker::checker::ProofChecker;
use puzzlec_model::board::{Board, Coord, Shape};
use puzzlec_model::piece::{Content, ContentId, Named};
use puzzlec_model::rule::{Body as RuleBody, PatternCell, Rule};
use puzzlec_model::{Model, Question};
use puzzlec_search::{Wanted, ground::Failure};
use puzzlec_syntax::ast::{Lattice, MeasureKind};
use puzzlec_task::certificate::TheoryProof;
use puzzlec_task::{Action, Conclusion, Label, LengthBound, Optimality, Steps, Task};
use puzzlec_theory::meter::Halted;
use puzzlec_theory::{
    Facts, FactsRequest, Info, Puzzle, Recognition, Recognizer, Request, Section, Size, Solver, Theory,
};

use check::Body;

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

impl Recognizer for Tokens {
    fn info(&self) -> &Info {
        &INFO
    }

    /// The probe is a square board: its variables are the cells in reading order.
    fn plays(&self, rule: &Task) -> Option<bool> {
        let side = rule.variables.len().isqrt() as u32;
        let right = |(from, to, _)| to == from + 1 && to % side != 0;
        let steps = |action: &Action| action.guard.len() == 2 && action.moved().is_some_and(right);
        Some(!rule.actions.is_empty() && rule.actions.iter().all(steps))
    }

    fn size(&self, puzzle: &Puzzle<'_>, _: &Budget) -> Result<Option<Size>, Failure> {
        let treated = Line::read(puzzle.model()).filter(|line| line.start.len() <= MOST_TOKENS);
        Ok(treated.map(|_| Size::Small))
    }
}

impl Theory for Tokens {
    fn recognise<'p>(&self, puzzle: &'p Puzzle<'_>, _: &Budget) -> Result<Recognition<'p>, Failure> {
        Ok(match Line::read(puzzle.model()) {
            None => Recognition::OtherGame,
            Some(line) if line.start.len() > MOST_TOKENS => {
                Recognition::TooLarge(format!("more than {MOST_TOKENS} tokens are left to a search"))
            }
            Some(line) => Recognition::Applies(Box::new(line)),
        })
    }

    fn checker(&self) -> Option<&'static dyn ProofChecker> {
        Some(&check::Checker)
    }
}

/// A puzzle of this game: the places of the tokens from left to right.
struct Line<'p> {
    board: &'p Board,
    start: Vec<i32>,
    goal: Vec<i32>,
}

impl<'p> Line<'p> {
    /// Reads a puzzle; nothing for another game.
    fn read(model: &'p Model) -> Option<Self> {
        let board = &model.board;
        let Question::Moves { rules, start, goal: (goal, _) } = &model.question else { return None };
        let [Rule { body: RuleBody::Patterns(patterns), .. }] = rules.as_slice() else { return None };
        let [pattern] = patterns.as_slice() else { return None };
        let kind = match pattern.cells.as_slice() {
            [
                (PatternCell::Piece(Named { kind: k, member: None }, 0), PatternCell::Empty),
                (PatternCell::Empty, PatternCell::Piece(Named { kind: l, member: None }, 0)),
            ] if k == l => *k,
            _ => return None,
        };
        let token = model.pieces.id(&Content::Unit(kind, 0))?;
        let place = |(cell, held): (Coord, ContentId)| (held == token).then_some(cell.x);
        let start = start.iter().map(|(cell, held)| place((*cell, *held))).collect::<Option<_>>()?;
        let alternatives = goal.alternatives(board, &model.pieces, &[0, token])?;
        let [goal] = alternatives.as_slice() else { return None };
        let tokens = goal.configuration(board)?.into_iter().map(place).collect::<Option<_>>()?;
        let right = board.direction("right");
        let goes = pattern.paths.iter().all(|path| path.iter().copied().map(Some).eq([right]));
        // No cell is missing between two others.
        let whole = board.cells().windows(2).all(|pair| pair[0].x + 1 == pair[1].x);
        let alone = model.measure == MeasureKind::Actions && model.window.is_none() && !model.has_callbacks();
        (goes && whole && alone && board.shape == Shape::Lattice(Lattice::Line) && !goal.anywhere)
            .then_some(Line { board, start, goal: tokens })
    }

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
    fn answer(&mut self, request: &mut Request<'_>) -> Result<Option<Conclusion>, Halted> {
        if matches!(request.wanted, Wanted::All { .. }) {
            return Ok(None);
        }
        request.why.push("the tokens keep their order".to_owned());
        let proof = |body: &Body| TheoryProof::new(INFO.name, body);
        if let Some((body, told)) = self.hindered() {
            return Ok(Some(Conclusion::refuted(proof(&body), told)));
        }
        let length = self.distance();
        let bound = LengthBound::proved(length, proof(&Body::Distance(length)));
        let walk = Walk { start: self.start.clone(), goal: self.goal.clone() };
        Ok(Some(Conclusion::plan(walk, length, Optimality::Least, Some(bound))))
    }

    fn facts(&mut self, _: &FactsRequest<'_>, _: &Budget) -> Result<Facts, String> {
        let tokens = self.start.len();
        let way = || format!("{} steps to the goal", self.distance());
        let told = self.hindered().map_or_else(way, |_| "no way to the goal".to_owned());
        let summary = format!("{tokens} tokens, {told}");
        let facts = vec![("tokens".to_owned(), tokens.to_string()), ("goal".to_owned(), told)];
        Ok(Facts { summary, sections: vec![Section::facts("tokens", facts)] })
    }
}

/// The rightmost token goes all its way, then the next: a plan of which no step is kept.
struct Walk {
    start: Vec<i32>,
    goal: Vec<i32>,
}

impl Steps for Walk {
    fn labels(&self) -> Box<dyn Iterator<Item = Label> + '_> {
        let ways = self.start.iter().zip(&self.goal).rev();
        let step = |x: i32| Label::on([(x, 0), (x + 1, 0)]);
        Box::new(ways.flat_map(|(from, to)| *from..*to).map(step))
    }
}
