//! Ties: bounds on the distances between a rule's variables that follow from its guards.
//!
//! The closed list of ties. Each follows from the test wherever the test holds; steps of the lattice are a
//! metric, so ties add up along a chain.
//!
//! | test | tie |
//! |---|---|
//! | the kind of a variable is a piece; `x is coin`, `occupied(x)`, `aligned(x, d)` | `x` is in the area |
//! | `occupied(run(x, d, N))` with N ≥ 1, `occupied(around x)` | `x` is 0 or 1 from the area |
//! | `x == y`, `x == c`, `x is REGION` | 0 apart |
//! | `adjacent(x, y)` | 1 apart |
//! | `distance(x, y) == N`, `<= N`, `< N` | N apart: the greatest value that N can have |
//! | `count(coin, E) == N`, `>= N`, `> N` with N ≥ 1 | a cell of E is in the area |
//! | `any z in E: P` | `z` is as far from its variable as E is, and the ties of P hold |
//! | `P and Q` | the ties of both |
//! | `P or Q` | the ties that both have, with the greater distance |
//!
//! A variable may be replaced by a bounded number of steps from it. Everything else, such as `not`, ties
//! nothing.

use std::collections::BTreeMap;

use super::extent::{Near, Node, Numbers};
use puzzlec_model::expr::{Cells, Num, Slot, Test};
use puzzlec_model::rule::{Domain, Quantified};
use puzzlec_syntax::ast::BinaryOp;

/// Pairs of nodes, the lesser first, with how far they are apart at most.
#[derive(Clone, Debug, Default)]
struct Ties(BTreeMap<(Node, Node), i64>);

impl Ties {
    /// The maximum distance of two things near their nodes.
    fn between(a: Option<Near>, b: Option<Near>, apart: i64) -> Ties {
        let mut ties = Ties::default();
        let (Some((a, from)), Some((b, to))) = (a, b) else { return ties };
        if let Some(all) = from.checked_add(to).and_then(|n| n.checked_add(apart.max(0))) {
            ties.0.insert((a.min(b), a.max(b)), all);
        }
        ties
    }

    /// A cell is occupied or named.
    fn in_area(cell: Option<Near>) -> Ties {
        Ties::between(Some((Node::Area, 0)), cell, 0)
    }

    fn and(mut self, other: Ties) -> Ties {
        for (pair, apart) in other.0 {
            let known = self.0.entry(pair).or_insert(apart);
            *known = apart.min(*known);
        }
        self
    }

    fn or(mut self, other: &Ties) -> Ties {
        self.0.retain(|pair, apart| match other.0.get(pair) {
            Some(theirs) => {
                *apart = (*apart).max(*theirs);
                true
            }
            None => false,
        });
        self
    }
}

/// For each slot of a rule, the maximum distance from the area; `None` without a bound.
pub(super) fn distances(rule: &Quantified, numbers: Numbers) -> Vec<Option<i64>> {
    let mut ties = guarded(rule, numbers);
    for (slot, variable) in rule.variables.iter().enumerate() {
        if let Domain::Cells(Some(selector)) = &variable.domain
            && !selector.empty
        {
            ties = ties.and(Ties::in_area(Some((Node::Slot(slot), 0))));
        }
    }
    from(Node::Area, rule, &ties)
}

/// For each slot of a rule, the maximum distance from the value of one of them by ties between slots; `None`
/// without a bound.
pub(super) fn from_slot(rule: &Quantified, numbers: Numbers, slot: Slot) -> Vec<Option<i64>> {
    let mut ties = guarded(rule, numbers);
    // The area is not one cell: two things near it may be far apart.
    ties.0.retain(|(a, b), _| *a != Node::Area && *b != Node::Area);
    from(Node::Slot(slot), rule, &ties)
}

/// The ties of all guards.
fn guarded(rule: &Quantified, numbers: Numbers) -> Ties {
    rule.guards.iter().map(|guard| of(guard, numbers)).fold(Ties::default(), Ties::and)
}

/// Shortest paths from a node; a path has no more steps than there are slots.
fn from(node: Node, rule: &Quantified, ties: &Ties) -> Vec<Option<i64>> {
    let mut found: Vec<Option<i64>> = vec![None; rule.slots.max(rule.variables.len())];
    if let Node::Slot(slot) = node
        && let Some(own) = found.get_mut(slot)
    {
        *own = Some(0);
    }
    for _ in 0..found.len() {
        for ((a, b), apart) in &ties.0 {
            for (from, to) in [(a, b), (b, a)] {
                let from = match from {
                    Node::Area => Some(0),
                    Node::Slot(slot) => found.get(*slot).copied().flatten(),
                };
                let Some(far) = from.and_then(|n| n.checked_add(*apart)) else { continue };
                if let Node::Slot(slot) = to
                    && let Some(known) = found.get_mut(*slot)
                {
                    *known = Some(known.map_or(far, |k| k.min(far)));
                }
            }
        }
    }
    found
}

fn of(test: &Test, numbers: Numbers) -> Ties {
    match test {
        Test::Total(inner) => of(inner, numbers),
        Test::And(parts) => parts.iter().map(|p| of(p, numbers)).fold(Ties::default(), Ties::and),
        Test::Or(parts) => {
            let mut parts = parts.iter().map(|p| of(p, numbers));
            let first = parts.next().unwrap_or_default();
            parts.fold(first, |all, part| all.or(&part))
        }
        Test::Compare(op, a, b) => compared(*op, a, b, numbers).and(compared(op.turned(), b, a, numbers)),
        Test::Same(a, b) => Ties::between(numbers.near(a), numbers.near(b), 0),
        Test::Adjacent(a, b) => Ties::between(numbers.near(a), numbers.near(b), 1),
        Test::Holds(cells, selector) if !selector.empty => occupied(cells, numbers),
        Test::Aligned(cell, _) => Ties::in_area(numbers.near(cell)),
        Test::Each(false, slot, over, body) => {
            of(body, numbers).and(Ties::between(Some((Node::Slot(*slot), 0)), numbers.around_one(over), 0))
        }
        Test::Member(cell, cells) => Ties::between(numbers.near(cell), numbers.around_one(cells), 0),
        Test::Fixed(_)
        | Test::Not(_)
        | Test::Holds(..)
        | Test::Each(true, ..)
        | Test::Different(_)
        | Test::Form(..) => Ties::default(),
    }
}

/// Every one of the cells holds a piece.
fn occupied(cells: &Cells, numbers: Numbers) -> Ties {
    match cells {
        Cells::One(cell) => Ties::in_area(numbers.near(cell)),
        Cells::Run(from, _, n) if numbers.range(n).is_some_and(|(low, _)| low >= 1) => {
            Ties::in_area(numbers.near(from))
        }
        // A cell of a board without end has neighbours.
        Cells::Around(inner) if matches!(**inner, Cells::One(_)) => Ties::in_area(numbers.around_one(cells)),
        Cells::Join(parts) => parts.iter().map(|p| occupied(p, numbers)).fold(Ties::default(), Ties::and),
        _ => Ties::default(),
    }
}

/// The implication of `a op b` for the number `a`.
fn compared(op: BinaryOp, a: &Num, b: &Num, numbers: Numbers) -> Ties {
    let Some((low, high)) = numbers.range(b) else { return Ties::default() };
    let most = match op {
        BinaryOp::Equal | BinaryOp::LessEqual => Some(high),
        BinaryOp::Less => high.checked_sub(1),
        _ => None,
    };
    let least = match op {
        BinaryOp::Equal | BinaryOp::GreaterEqual => Some(low),
        BinaryOp::Greater => low.checked_add(1),
        _ => None,
    };
    match (a, most, least) {
        (Num::Distance(x, y), Some(most), _) => Ties::between(numbers.near(x), numbers.near(y), most),
        (Num::Count(selector, cells), _, Some(1..)) if !selector.empty => {
            Ties::in_area(numbers.around_one(cells))
        }
        _ => Ties::default(),
    }
}
