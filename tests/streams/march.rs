//! A game on an endless line: soldiers march to the right. A theory knows its plans, whose steps are
//! made one by one.

use puzzlec_base::Budget;
use puzzlec_checker::checker::ProofChecker;
use puzzlec_model::{Model, Question};
use puzzlec_search::ground::Failure;
use puzzlec_task::{Bound, Conclusion, Label, Optimality, Steps, Task};
use puzzlec_theory::meter::Halted;
use puzzlec_theory::{
    Facts, FactsRequest, Info, Puzzle, Recognition, Recognizer, Request, Size, Solver, Theories, Theory,
};

/// Soldiers side by side, which all march as far.
pub const TEXT: &str = "edition 1
piece soldier \"o\"
rule march(x: soldier) {
    when step(x, right) is empty
    move x to step(x, right)
}
puzzle March(n: 1..1000 = 100, far: 1..1000000 = 10000) {
    board line unbounded
    rules march
    start row o*n
    goal where all x in cells: columnof(x) > far
    expect solvable
}
";

static TABLE: [&dyn Theory; 1] = [&Marching];

/// The theory alone.
pub static THEORIES: Theories = Theories(&TABLE);

/// A plan for so many soldiers to go so far: round by round, the foremost first.
#[derive(Clone, Copy)]
pub struct March {
    /// How many soldiers.
    pub soldiers: i32,
    /// How many steps each of them takes.
    pub far: i32,
    /// The step, from 1, that a soldier takes who cannot.
    pub wrong: Option<usize>,
}

impl March {
    /// Reads a puzzle; nothing for another game.
    fn read(model: &Model) -> Option<Self> {
        let far = model.values.get("far").and_then(|n| i32::try_from(*n).ok())?;
        let Question::Moves { start, .. } = &model.question else { return None };
        let soldiers = i32::try_from(start.len()).unwrap();
        (model.name == "March").then_some(March { soldiers, far, wrong: None })
    }
}

impl Steps for March {
    fn labels(&self) -> Box<dyn Iterator<Item = Label> + '_> {
        let (soldiers, wrong) = (self.soldiers, self.wrong);
        let cells = (0..self.far).flat_map(move |round| (0..soldiers).rev().map(move |nth| nth + round));
        Box::new((1..).zip(cells).map(move |(step, x)| {
            let x = if wrong == Some(step) { x - 1 } else { x };
            Label { rule: 0, part: 0, binding: vec![Bound::Cell(x, 0)] }
        }))
    }
}

/// The theory.
pub struct Marching;

impl Recognizer for Marching {
    fn info(&self) -> &Info {
        &Info { name: "marching", title: "Soldiers on a line", paper: "none", module: "none" }
    }

    fn plays(&self, _: &Task) -> Option<bool> {
        None
    }

    fn size(&self, puzzle: &Puzzle<'_>, _: &Budget) -> Result<Option<Size>, Failure> {
        Ok(March::read(puzzle.model()).map(|_| Size::Small))
    }
}

impl Theory for Marching {
    fn recognise<'p>(&self, puzzle: &'p Puzzle<'_>, _: &Budget) -> Result<Recognition<'p>, Failure> {
        Ok(March::read(puzzle.model()).into())
    }

    fn checker(&self) -> Option<&'static dyn ProofChecker> {
        None
    }
}

impl Solver for March {
    fn answer(&mut self, _: &mut Request<'_>) -> Result<Option<Conclusion>, Halted> {
        let length = self.soldiers as u64 * self.far as u64;
        Ok(Some(Conclusion::plan(*self, length, Optimality::Found, None)))
    }

    fn facts(&mut self, _: &FactsRequest<'_>, _: &Budget) -> Result<Facts, String> {
        Err("nothing is known of marches".into())
    }
}

/// A theory of no game, which asks for the ground puzzle before it says so.
pub struct Grounding;

impl Recognizer for Grounding {
    fn info(&self) -> &Info {
        &Info { name: "grounding", title: "No game", paper: "none", module: "none" }
    }

    fn plays(&self, _: &Task) -> Option<bool> {
        None
    }

    fn size(&self, puzzle: &Puzzle<'_>, budget: &Budget) -> Result<Option<Size>, Failure> {
        puzzle.ground(budget).map(|_| None)
    }
}

impl Theory for Grounding {
    fn recognise<'p>(&self, puzzle: &'p Puzzle<'_>, budget: &Budget) -> Result<Recognition<'p>, Failure> {
        puzzle.ground(budget).map(|_| Recognition::OtherGame)
    }

    fn checker(&self) -> Option<&'static dyn ProofChecker> {
        None
    }
}
