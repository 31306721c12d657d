//! The words of rules.

use super::names::Meaning;
use crate::game::{Direction, Shape};
use Direction::{Down, Left, Right, Up};

/// A movement of one object; action is one, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Movement {
    Go(Direction),
    Action,
}

/// A word that stands for several movements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Several {
    Moving,
    Orthogonal,
    Horizontal,
    Vertical,
    /// Along a rule that is read in this direction or against it.
    Parallel(Direction),
    /// Across it.
    Perpendicular(Direction),
}

/// A mark that depends on the direction of the rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Relative {
    Along,
    Against,
    LeftOf,
    RightOf,
    Parallel,
    Perpendicular,
}

/// What stands before a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Mark {
    Nothing,
    Moves(Movement),
    Several(Several),
    Relative(Relative),
    Stationary,
    No,
    Random,
    RandomDirection,
}

/// A name in a rule: an object, or one of several, by their order of declaration.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Name {
    Object(usize),
    Any(String, Vec<usize>),
}

/// What a rule says where a name with this meaning stands behind a mark; nothing where it may not be several objects.
pub(super) fn names(meaning: Meaning, mark: Mark) -> Option<Vec<Name>> {
    match meaning {
        Meaning::Object(object) => Some(vec![Name::Object(object)]),
        Meaning::All(_) if matches!(mark, Mark::No | Mark::Random) => None,
        Meaning::All(objects) => Some(objects.into_iter().map(Name::Object).collect()),
        Meaning::Any(_, objects) if mark == Mark::No => Some(objects.into_iter().map(Name::Object).collect()),
        Meaning::Any(name, objects) => Some(vec![Name::Any(name, objects)]),
    }
}

/// A mark with its name.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Term {
    pub(super) mark: Mark,
    pub(super) name: Name,
}

/// A cell of a rule.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Cell {
    Terms(Vec<Term>),
    Gap,
}

impl Cell {
    pub(super) fn terms(&self) -> &[Term] {
        match self {
            Cell::Terms(terms) => terms,
            Cell::Gap => &[],
        }
    }

    pub(super) fn terms_mut(&mut self) -> &mut [Term] {
        match self {
            Cell::Terms(terms) => terms,
            Cell::Gap => &mut [],
        }
    }
}

/// The rows of one side of a rule.
pub(super) type Side = Vec<Vec<Cell>>;

/// All terms of a side.
pub(super) fn terms(side: &Side) -> impl Iterator<Item = &Term> {
    side.iter().flatten().flat_map(Cell::terms)
}

/// All terms of a side.
pub(super) fn terms_mut(side: &mut Side) -> impl Iterator<Item = &mut Term> {
    side.iter_mut().flatten().flat_map(Cell::terms_mut)
}

/// The directions that a word adds to a rule.
pub(super) fn directions(word: &str) -> Option<&'static [Direction]> {
    Some(match word {
        "up" => &[Up],
        "down" => &[Down],
        "left" => &[Left],
        "right" => &[Right],
        "horizontal" => &[Left, Right],
        "vertical" => &[Up, Down],
        "orthogonal" => &[Up, Down, Left, Right],
        _ => return None,
    })
}

/// The mark that a word stands for.
pub(super) fn mark(word: &str) -> Option<Mark> {
    Some(match word {
        "up" => Mark::Moves(Movement::Go(Up)),
        "down" => Mark::Moves(Movement::Go(Down)),
        "left" => Mark::Moves(Movement::Go(Left)),
        "right" => Mark::Moves(Movement::Go(Right)),
        "action" => Mark::Moves(Movement::Action),
        "moving" => Mark::Several(Several::Moving),
        "orthogonal" => Mark::Several(Several::Orthogonal),
        "horizontal" => Mark::Several(Several::Horizontal),
        "vertical" => Mark::Several(Several::Vertical),
        ">" => Mark::Relative(Relative::Along),
        "<" => Mark::Relative(Relative::Against),
        "^" => Mark::Relative(Relative::LeftOf),
        "v" => Mark::Relative(Relative::RightOf),
        "parallel" => Mark::Relative(Relative::Parallel),
        "perpendicular" => Mark::Relative(Relative::Perpendicular),
        "stationary" => Mark::Stationary,
        "no" => Mark::No,
        "random" => Mark::Random,
        "randomdir" => Mark::RandomDirection,
        _ => return None,
    })
}

impl Several {
    /// The movements, in the order in which a rule is split.
    pub(super) fn movements(self, shape: Shape) -> Vec<Movement> {
        let covers = |direction: &Direction| match self {
            Several::Moving | Several::Orthogonal => true,
            Several::Horizontal => matches!(direction, Left | Right),
            Several::Vertical => matches!(direction, Up | Down),
            Several::Parallel(axis) => *direction == axis || *direction == axis.opposite(),
            Several::Perpendicular(axis) => *direction != axis && *direction != axis.opposite(),
        };
        let mut movements: Vec<Movement> =
            shape.directions().iter().filter(|d| covers(d)).map(|d| Movement::Go(*d)).collect();
        movements.extend((self == Several::Moving).then_some(Movement::Action));
        movements
    }
}

impl Relative {
    /// The mark in a rule that is read in this direction.
    pub(super) fn read(self, direction: Direction, shape: Shape) -> Mark {
        let axis = direction.min(direction.opposite());
        let go = |direction| Mark::Moves(Movement::Go(direction));
        match self {
            Relative::Along => go(direction),
            Relative::Against => go(direction.opposite()),
            Relative::LeftOf => go(shape.left_of(direction).unwrap_or(direction)),
            Relative::RightOf => go(shape.right_of(direction).unwrap_or(direction)),
            Relative::Parallel => Mark::Several(Several::Parallel(axis)),
            Relative::Perpendicular => Mark::Several(Several::Perpendicular(axis)),
        }
    }
}
