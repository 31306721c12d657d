//! Rules that act only near the pieces of an unbounded board: the closed list of forms for which the board
//! may be cut without loss.
//!
//! Let the *area* of a position be the cells that hold a piece or that a rule names. A rule has reach R if
//! every action of it that changes a position covers and changes only cells at most R steps from the area.
//! Only the following three forms are claimed to have a reach.
//!
//! * **Drawn.** A pattern of n cells, of which one holds a piece before the move, or which puts no
//!   piece. In the first case that cell is in the area. In the second a cell that changes loses its
//!   piece, so it is in the area. All cells of a pattern are at most n − 1 steps apart.
//! * **Written.** Every cell variable is tied to the area ([`ties`] lists the ties with their proofs), and
//!   the effects act on cells at a bounded number of steps from variables and named cells ([`extent`]). The
//!   cells that guards test need no bound: beyond the area all cells are empty, and a test of an empty cell
//!   has the same value in the cut.
//! * **Closing up.** A written rule with `close x` where x is a piece by its kind and all other effects are
//!   `remove` and `flip`. Then no cell before x changes, no cell behind the last piece receives one, and x is
//!   in the area.
//!
//! The consequences of a reach for cuts are proved in [`unbounded`](super::unbounded).

mod extent;
mod influence;
mod ties;

use super::rules_of;
use extent::{Near, Node, Numbers};
use puzzlec_base::Span;
use puzzlec_model::Model;
use puzzlec_model::board::Coord;
use puzzlec_model::expr::{Cell, Cells, Part};
use puzzlec_model::rule::{Body, Domain, Effect, Pattern, PatternCell, Quantified};

pub use influence::{influence, locality};

/// The coordinates of a cut are at most this far from 0.
pub(super) const FARTHEST: i32 = 1 << 20;
/// So the distances, rows and columns of its cells are at most this.
const SPREAD: i64 = 1 << 22;
/// Rules and goals look no farther than this from the cells of a cut, so that no coordinate overflows.
const LONGEST: i64 = 1 << 28;

/// No cell of any board without end has more neighbours.
const MOST_NEIGHBOURS: i64 = 8;

/// The reach of a puzzle's rules on an unbounded board.
pub(super) struct Reach {
    /// The maximum distance from the area, in steps, of covered and changed cells.
    pub steps: i64,
    /// The cells that rules name.
    pub named: Vec<Coord>,
}

/// The reason that a rule has no reach.
pub(super) struct Boundless {
    /// The rule.
    pub rule: String,
    /// Its place.
    pub span: Span,
    /// The offending part, as the end of a sentence about the rule.
    pub part: String,
}

/// Whether all numbers in an expression have a value for all bindings of its variables, and all its cells are
/// close enough that coordinates do not overflow.
pub(super) fn is_bounded(part: Part<'_>) -> bool {
    let numbers = Numbers { spread: Some(SPREAD), neighbours: MOST_NEIGHBOURS };
    let mut bounded = true;
    part.visit(&mut |part| {
        bounded &= match part {
            Part::Num(num) => numbers.range(num).is_some(),
            Part::Cell(cell) => numbers.near(cell).is_some_and(|near| near.1 <= LONGEST),
            Part::Cells(Cells::Run(from, _, n)) => {
                let (near, length) = (numbers.near(from), numbers.range(n));
                near.zip(length).and_then(|(a, b)| a.1.checked_add(b.1)).is_some_and(|far| far <= LONGEST)
            }
            Part::Cells(_) | Part::Test(_) => true,
        }
    });
    bounded
}

/// Whether an expression refers to cells so far away that coordinates may overflow.
pub(super) fn looks_too_far(part: Part<'_>) -> bool {
    let mut far = false;
    part.visit(&mut |part| {
        far |= matches!(part, Part::Cell(Cell::Step(..)) | Part::Cells(Cells::Run(..))) && !is_bounded(part)
    });
    far
}

/// The reach of all rules.
///
/// # Errors
/// The first rule that is of no form of the list.
pub(super) fn reach(model: &Model) -> Result<Reach, Boundless> {
    let neighbours = i64::try_from(model.board.directions().len()).unwrap_or(i64::MAX);
    let mut all = Reach { steps: 0, named: Vec::new() };
    for rule in rules_of(model) {
        let steps = match &rule.body {
            Body::Patterns(patterns) => {
                patterns.iter().map(drawn).try_fold(0, |most: i64, steps| Ok(most.max(steps?)))
            }
            Body::Quantified(rule) => written(rule, neighbours, &mut all.named),
            Body::Scripted(_) | Body::Callback(_) => Err("is scripted".to_owned()),
        };
        match steps {
            Ok(steps) => all.steps = all.steps.max(steps),
            Err(part) => return Err(Boundless { rule: rule.name.clone(), span: rule.span, part }),
        }
    }
    Ok(all)
}

fn drawn(pattern: &Pattern) -> Result<i64, String> {
    let piece = |cell: &PatternCell| matches!(cell, PatternCell::Piece(..) | PatternCell::Part(..));
    let holds = pattern.cells.iter().any(|(before, _)| piece(before));
    let puts = pattern.cells.iter().any(|(_, after)| piece(after));
    if puts && !holds {
        return Err("puts pieces with a pattern that needs none".to_owned());
    }
    Ok(i64::try_from(pattern.cells.len()).unwrap_or(i64::MAX).saturating_sub(1))
}

fn written(rule: &Quantified, neighbours: i64, named: &mut Vec<Coord>) -> Result<i64, String> {
    let numbers = Numbers { spread: None, neighbours };
    let distances = ties::distances(rule, numbers);
    let mut most = 0;
    for (variable, distance) in rule.variables.iter().zip(&distances) {
        match (&variable.domain, distance) {
            (Domain::Directions | Domain::Numbers(..), _) => {}
            (Domain::Cells(_), Some(distance)) => most = most.max(*distance),
            (Domain::Cells(_), None) => {
                return Err(format!(
                    "lets `{}` stand for cells at any distance from the pieces",
                    variable.name
                ));
            }
        }
    }
    let closes = rule.effects.iter().any(|e| matches!(e, Effect::Close(_)));
    let holds_piece = |slot: usize| {
        let domain = rule.variables.get(slot).map(|v| &v.domain);
        matches!(domain, Some(Domain::Cells(Some(selector))) if !selector.empty)
    };
    let shortens = |effect: &Effect| match effect {
        Effect::Close(slot) => holds_piece(*slot),
        Effect::Remove(_) | Effect::Clear(..) | Effect::Flip(..) => true,
        Effect::Move(..) | Effect::Swap(..) | Effect::Shift(..) | Effect::Put(..) => false,
    };
    if closes && !rule.effects.iter().all(shortens) {
        return Err("closes up while pieces may move outwards".to_owned());
    }
    let far = |node: Node| match node {
        Node::Area => Some(0),
        Node::Slot(slot) => distances.get(slot).copied().flatten(),
    };
    for effect in &rule.effects {
        let changed = match effect {
            Effect::Move(from, to) => {
                numbers.extent(from).zip(numbers.extent(to)).map(|(a, b)| [a, b].concat())
            }
            Effect::Swap(a, b) => numbers.near(a).zip(numbers.near(b)).map(|(a, b)| vec![a, b]),
            // The parts of a piece are in the area, and move one step.
            Effect::Shift(cell, _) => {
                let target = |(node, steps): Near| Some((node, steps.checked_add(1)?));
                numbers.near(cell).and_then(target).map(|near| vec![near, (Node::Area, 1)])
            }
            Effect::Remove(cells)
            | Effect::Put(_, cells)
            | Effect::Clear(_, cells)
            | Effect::Flip(_, _, cells) => numbers.extent(cells),
            Effect::Close(slot) => Some(vec![(Node::Slot(*slot), 0)]),
        };
        let steps = changed.and_then(|all| {
            all.into_iter()
                .try_fold(0, |most: i64, (node, steps)| Some(most.max(far(node)?.checked_add(steps)?)))
        });
        match steps {
            Some(steps) => most = most.max(steps),
            None => return Err("acts at an unbounded distance".to_owned()),
        }
    }
    let tests = rule.guards.iter().chain(rule.after.iter().map(|after| &after.0));
    let parts = tests.map(Part::Test).chain(rule.effects.iter().flat_map(Effect::parts));
    for part in parts {
        part.visit(&mut |part| match part {
            Part::Cell(Cell::Fixed(cell)) => named.push(*cell),
            Part::Cells(Cells::Fixed(cells)) => named.extend(cells),
            _ => {}
        });
    }
    Ok(most)
}
