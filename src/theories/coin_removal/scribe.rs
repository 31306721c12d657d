//! Proofs as certificates have them.

mod blocks;

use std::collections::VecDeque;

use super::graphs;
use super::problem::{Graph, Part, Shape};
use super::proof::Body;
use crate::base::Budget;
use crate::engine::certificate::TheoryProof;
use crate::theories::meter::{Meter, Share};

/// Of a graph with more blocks none is singled out: each takes time in proportion to the graph.
const MOST_BLOCKS: usize = 1_000;

/// The search for the block that cannot be removed.
const SHARE: Share = Share { states: 1 << 18, expanded: 1 << 18, bytes: 1 << 28 };

/// The proof that there is no plan, for a part that cannot be removed; `cell` names the cell of each of its coins.
///
/// Time is linear in the part for each of its blocks. If no theorem decides the part, the checker tries all orders of a block
/// that a search of limited size does not remove.
pub fn unsolvable(closing: bool, part: &Part, cell: &dyn Fn(u32) -> String) -> TheoryProof {
    let tails = part.heads.iter().filter(|heads| !**heads).count();
    let coin = || cell(0);
    let body = match (&part.shape, closing) {
        _ if tails == part.heads.len() => Body::NoHeads { coin: coin() },
        (Shape::Row, true) => Body::ParitySum { coin: coin() },
        (Shape::Ring, true) => Body::EvenTails { coin: coin() },
        (Shape::Row | Shape::Ring, false) => Body::Parity { coin: coin() },
        (Shape::Graph(graph), _) => match (tails + graph.edges()) % 2 {
            0 => of_blocks(graph, &part.heads, cell),
            _ => Body::Parity { coin: coin() },
        },
    };
    proof(&body)
}

/// The proof that every plan has as many moves as there are coins, or more than a number that is less.
pub fn at_least() -> TheoryProof {
    proof(&Body::Coins {})
}

/// The proof of the winner of a game of two players, where the start has this Grundy value.
pub fn winner(value: u64) -> TheoryProof {
    proof(&Body::Value { value })
}

fn proof(body: &Body) -> TheoryProof {
    TheoryProof { theory: super::INFO.name.to_owned(), body: serde_json::to_value(body).unwrap_or_default() }
}

/// The proof for a graph by one of its blocks.
fn of_blocks(graph: &Graph, heads: &[bool], cell: &dyn Fn(u32) -> String) -> Body {
    let mut found = blocks::blocks(graph);
    // Most graphs are one block.
    if found.len() > MOST_BLOCKS {
        found.clear();
    }
    let mut left: Vec<&[u32]> = Vec::new();
    for block in &found {
        let (inner, sides) = blocks::alone(graph, heads, block);
        let own = |coin: u32| cell(block.get(coin as usize).copied().unwrap_or(0));
        let members = grid(&inner, &sides, &own).or_else(|| cycle(&inner, &sides, &own));
        if let Some(members) = members {
            let coins = names(graph, block, cell);
            return Body::Packed { coin: own(0), block: coins, members };
        }
        if !can_be_removed(&inner, &sides) {
            left.push(block);
        }
    }
    let block = match left.as_slice() {
        [one] => one,
        _ => &[][..],
    };
    let coin = cell(block.first().copied().unwrap_or(0));
    Body::Exhausted { coin, block: names(graph, block, cell) }
}

/// The names of a block; none for all coins.
fn names(graph: &Graph, block: &[u32], cell: &dyn Fn(u32) -> String) -> Vec<String> {
    let whole = block.len() == graph.vertices();
    block.iter().filter(|_| !whole).map(|coin| cell(*coin)).collect()
}

/// Whether a search of limited size removes all coins of a block.
fn can_be_removed(graph: &Graph, heads: &[bool]) -> bool {
    let budget = Budget::unlimited();
    let meter = Meter::new(&budget);
    let found = meter.share(SHARE, || graphs::removal(graph, heads, &meter));
    matches!(found, Ok(Some(graphs::Answer::Order(_))))
}

/// A cycle of tails.
fn cycle(graph: &Graph, heads: &[bool], cell: &dyn Fn(u32) -> String) -> Option<Vec<Vec<Vec<String>>>> {
    if graph.edges() != graph.vertices() || heads.contains(&true) {
        return None;
    }
    let near = |v: u32| graph.neighbours(v as usize).iter().copied();
    let all = (0..u32::try_from(graph.vertices()).ok()?).flat_map(|v| near(v).map(move |other| (v, other)));
    let edges = all.filter(|(v, other)| v < other).map(|(v, other)| vec![cell(v), cell(other)]);
    Some(vec![edges.collect()])
}

/// The subgraphs of a grid of even sides in which corners and inner coins show tails, and the coins of each side between its
/// corners are pairs of coins that are alike: nothing for another part.
///
/// The subgraphs are the squares of every other row and column, those of the corners among them, the squares between
/// these, and the pairs of heads, each with the additional coin.
fn grid(graph: &Graph, heads: &[bool], cell: &dyn Fn(u32) -> String) -> Option<Vec<Vec<Vec<String>>>> {
    let rows = layout(graph)?;
    let (height, width) = (rows.len(), rows.first()?.len());
    if height % 2 != 0 || width % 2 != 0 {
        return None;
    }
    let coin = |x: usize, y: usize| rows.get(y).and_then(|row| row.get(x)).copied();
    let shows = |coin: u32| heads.get(coin as usize).copied();
    let edge = |one: u32, other: u32| vec![cell(one), cell(other)];
    let mut members = Vec::new();
    for (y, x) in (0..height).flat_map(|y| (0..width).map(move |x| (y, x))) {
        let own = coin(x, y)?;
        // The other coin of its pair, where it lies on a side.
        let pair = match ((x == 0 || x + 1 == width), (y == 0 || y + 1 == height)) {
            (true, true) | (false, false) => None,
            (false, true) => Some(coin(if x % 2 == 1 { x + 1 } else { x - 1 }, y)?),
            (true, false) => Some(coin(x, if y % 2 == 1 { y + 1 } else { y - 1 })?),
        };
        if pair.map_or(Some(false), shows)? != shows(own)? {
            return None;
        }
        if let Some(other) = pair.filter(|other| own < *other)
            && shows(own)?
        {
            members.push(vec![edge(own, other), vec![cell(own)], vec![cell(other)]]);
        }
        if x % 2 == y % 2 && x + 1 < width && y + 1 < height {
            let (right, across, below) = (coin(x + 1, y)?, coin(x + 1, y + 1)?, coin(x, y + 1)?);
            members.push(vec![edge(own, right), edge(right, across), edge(across, below), edge(below, own)]);
        }
    }
    Some(members)
}

/// The rows of a grid with two rows and two columns or more; nothing for another graph.
fn layout(graph: &Graph) -> Option<Vec<Vec<u32>>> {
    let n = graph.vertices();
    let corners: Vec<usize> = (0..n).filter(|v| graph.neighbours(*v).len() == 2).collect();
    let [first, others @ ..] = corners.as_slice() else { return None };
    let from_first = distances(graph, *first);
    let far = |v: usize| from_first.get(v).copied().unwrap_or(usize::MAX);
    let second = *others.iter().min_by_key(|v| far(**v)).filter(|_| others.len() == 3)?;
    let from_second = distances(graph, second);
    // In a grid these distances are x + y and width - 1 - x + y.
    let width = far(second).checked_add(1).filter(|width| n.is_multiple_of(*width))?;
    let mut rows = vec![vec![None; width]; n / width];
    for (v, (one, two)) in (0..).zip(from_first.iter().zip(&from_second)) {
        let y = one.checked_add(*two)?.checked_sub(width - 1)? / 2;
        let slot = rows.get_mut(y)?.get_mut(one.checked_sub(y)?)?;
        if slot.replace(v).is_some() {
            return None;
        }
    }
    let rows: Vec<Vec<u32>> = rows.into_iter().map(|row| row.into_iter().collect()).collect::<Option<_>>()?;
    let joined = |a: &u32, b: &u32| graph.neighbours(*a as usize).contains(b);
    let mut edges = rows.iter().flat_map(|row| row.windows(2)).map(|two| match two {
        [a, b] => joined(a, b),
        _ => false,
    });
    let mut below = rows.windows(2).flat_map(|two| match two {
        [a, b] => a.iter().zip(b).map(|(a, b)| joined(a, b)).collect(),
        _ => Vec::new(),
    });
    // No other edges than these.
    let all = n.checked_mul(2)?.checked_sub(width)?.checked_sub(rows.len())?;
    (edges.all(|edge| edge) && below.all(|edge| edge) && graph.edges() == all).then_some(rows)
}

/// The distances of all vertices from one; `usize::MAX` where there is no path.
fn distances(graph: &Graph, from: usize) -> Vec<usize> {
    let mut far = vec![usize::MAX; graph.vertices()];
    if let Some(own) = far.get_mut(from) {
        *own = 0;
    }
    let mut queue = VecDeque::from([from]);
    while let Some(v) = queue.pop_front() {
        let next = far.get(v).map_or(usize::MAX, |own| own + 1);
        for near in graph.neighbours(v) {
            if let Some(own) = far.get_mut(*near as usize).filter(|own| **own == usize::MAX) {
                *own = next;
                queue.push_back(*near as usize);
            }
        }
    }
    far
}
