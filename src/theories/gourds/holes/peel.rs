//! Pairs of cells get their gourds for good, one after the other, while the rest of the board remains one on which all
//! configurations can be reached.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

use rustc_hash::{FxHashMap, FxHashSet};

use super::super::boards::{Matching, report};
use super::super::problem::{Board, Cell, Configuration, NONE};
use super::align::{align, matching, play};
use super::classes::is_free;
use crate::theories::meter::{Halted, Meter};

/// Boards of this many cells are not peeled any more.
const SMALL: usize = 9;

/// Positions of one gourd and the pairs of cells of the others that are tried to bring it to its place.
const TRIED: usize = 20_000;

/// Pairs of cells that are tried before the rest is left to others.
const PAIRS: usize = 12;

/// What remains after peeling: two configurations of a part of the board, and the moves that led to each.
#[derive(Debug)]
pub struct Peeled {
    /// The part.
    pub board: Board,
    /// Its cells on the whole board.
    pub cells: Vec<Cell>,
    /// The start after `forth`.
    pub start: Configuration,
    /// The target after `back`.
    pub target: Configuration,
    /// Moves from the start, on the whole board.
    pub forth: Vec<Cell>,
    /// Moves from the target, on the whole board.
    pub back: Vec<Cell>,
}

/// Gives as many pairs of cells their gourds as possible, those far from `centre` first. All parts on the way are
/// factor-critical, 2-connected, and such that all their configurations can be reached.
///
/// # Errors
/// A limit was reached.
pub fn peel(
    board: &Board,
    start: &Configuration,
    target: &Configuration,
    meter: &Meter<'_>,
) -> Result<Peeled, Halted> {
    let mut all = Peeled {
        board: board.clone(),
        cells: (0..board.len() as Cell).collect(),
        start: start.clone(),
        target: target.clone(),
        forth: Vec::new(),
        back: Vec::new(),
    };
    let centre = (0..board.len() as Cell).max_by_key(|cell| (around(board, *cell), Reverse(*cell)));
    let away = distances(board, centre.unwrap_or(0));
    while all.board.len() > SMALL && all.step(&away, meter)? {}
    Ok(all)
}

/// The number of cells within two steps.
fn around(board: &Board, cell: Cell) -> usize {
    let near: FxHashSet<Cell> = board.neighbours(cell).flat_map(|near| board.neighbours(near)).collect();
    near.len() + 2 * board.neighbours(cell).count()
}

/// By cell the number of steps from a cell.
fn distances(board: &Board, from: Cell) -> Vec<u32> {
    let mut away = vec![NONE; board.len()];
    away.get_mut(from as usize).into_iter().for_each(|slot| *slot = 0);
    let mut queue = VecDeque::from([from]);
    while let Some(cell) = queue.pop_front() {
        let next = away.get(cell as usize).map_or(NONE, |steps| steps + 1);
        for near in board.neighbours(cell) {
            if let Some(slot) = away.get_mut(near as usize).filter(|slot| **slot == NONE) {
                *slot = next;
                queue.push_back(near);
            }
        }
    }
    away
}

impl Peeled {
    /// Gives one pair of cells its gourd; false if that was not possible.
    fn step(&mut self, away: &[u32], meter: &Meter<'_>) -> Result<bool, Halted> {
        let far =
            |cell: Cell| self.cells.get(cell as usize).and_then(|cell| away.get(*cell as usize)).copied();
        let cells = 0..self.board.len() as Cell;
        let pairs = cells.flat_map(|a| self.board.neighbours(a).filter(move |b| a < *b).map(move |b| [a, b]));
        let mut pairs: Vec<[Cell; 2]> = pairs.collect();
        // Pairs that a gourd of the target covers come first.
        let order = |[a, b]: &[Cell; 2]| {
            let distance = far(*a).unwrap_or(0) + far(*b).unwrap_or(0);
            let covered = self.target.partner(*a) == *b;
            (Reverse(distance + 2 * u32::from(covered)), *a, *b)
        };
        pairs.sort_by_key(order);
        let mut tried = 0;
        for pair in pairs {
            let rest: Vec<Cell> = (0..self.board.len() as Cell).filter(|cell| !pair.contains(cell)).collect();
            let part = self.board.part(&rest);
            let report = report(&part, meter)?;
            if !report.is_two_connected() || !report.is_factor_critical() || !is_free(&report) {
                continue;
            }
            if self.place(pair, &rest, &part, meter)? {
                return Ok(true);
            }
            tried += 1;
            if tried == PAIRS {
                break;
            }
        }
        Ok(false)
    }

    /// Brings a gourd to a pair of cells in the target, and the same one in the start, and leaves both out.
    fn place(
        &mut self,
        pair: [Cell; 2],
        rest: &[Cell],
        part: &Board,
        meter: &Meter<'_>,
    ) -> Result<bool, Halted> {
        let mut back = Vec::new();
        let mut target = self.target.clone();
        let [a, b] = pair;
        if target.partner(a) != b {
            let Some(wanted) = covering(&self.board, &target, pair, meter)? else { return Ok(false) };
            let Ok(moves) = align(&self.board, &target, &wanted, meter)? else { return Ok(false) };
            play(&self.board, &mut target, &moves, &mut back);
        }
        let gourd = target.end(a) / 2;
        let Some(forth) = bring(&self.board, &self.start, gourd, target.gourd(gourd), meter)? else {
            return Ok(false);
        };
        let mut start = self.start.clone();
        play(&self.board, &mut start, &forth, &mut Vec::new());
        let mut place = vec![NONE; self.board.len()];
        for (at, cell) in (0..).zip(rest) {
            place.get_mut(*cell as usize).into_iter().for_each(|slot| *slot = at);
        }
        let local = |cell: Cell| place.get(cell as usize).copied().unwrap_or(NONE);
        let without = |all: &Configuration| {
            let others = (0..all.gourds() as u32).filter(|other| *other != gourd);
            let pairs: Vec<[Cell; 2]> = others.map(|other| all.gourd(other).map(local)).collect();
            Configuration::new(part, &pairs)
        };
        let (Some(start), Some(target)) = (without(&start), without(&target)) else { return Ok(false) };
        let whole = |cell: &Cell| self.cells.get(*cell as usize).copied().unwrap_or(NONE);
        self.forth.extend(forth.iter().map(whole));
        self.back.extend(back.iter().map(whole));
        self.cells = rest.iter().map(whole).collect();
        self.board = part.clone();
        (self.start, self.target) = (start, target);
        Ok(true)
    }
}

/// A configuration with a gourd on a pair of cells that differs little from another one.
fn covering(
    board: &Board,
    all: &Configuration,
    [a, b]: [Cell; 2],
    meter: &Meter<'_>,
) -> Result<Option<Configuration>, Halted> {
    let mut pairs: Matching = matching(board, all);
    pairs.remove(board, a, meter)?;
    pairs.remove(board, b, meter)?;
    let mates = (0..).zip(pairs.mates()).filter(|(cell, mate)| **mate != NONE && cell < *mate);
    let mut gourds: Vec<[Cell; 2]> = mates.map(|(cell, mate)| [cell, *mate]).collect();
    gourds.push([a, b]);
    Ok(Configuration::new(board, &gourds))
}

/// The pairs of cells that gourds cover, and the place of one of them.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Position {
    /// By cell the direction of its partner; 6 for the empty cell.
    towards: Vec<u8>,
    empty: Cell,
    gourd: [Cell; 2],
}

impl Position {
    fn partner(&self, board: &Board, cell: Cell) -> Cell {
        let towards = self.towards.get(cell as usize).map_or(6, |towards| usize::from(*towards));
        board.near(cell).get(towards).copied().unwrap_or(NONE)
    }

    /// The position after the move through a cell next to the empty one.
    fn after(&self, board: &Board, through: Cell) -> Option<Position> {
        let (hole, left) = (self.empty, self.partner(board, through));
        let mut next = self.clone();
        let mut set = |cell: Cell, towards: usize| {
            next.towards.get_mut(cell as usize).into_iter().for_each(|slot| *slot = towards as u8);
        };
        set(through, board.direction(through, hole)?);
        set(hole, board.direction(hole, through)?);
        set(left, 6);
        next.empty = left;
        let pivots = board.adjacent(hole, left);
        next.gourd = match self.gourd {
            [a, b] if a == through && b == left => {
                if pivots {
                    [a, hole]
                } else {
                    [hole, a]
                }
            }
            [a, b] if b == through && a == left => {
                if pivots {
                    [hole, b]
                } else {
                    [b, hole]
                }
            }
            other => other,
        };
        Some(next)
    }
}

/// The moves of a gourd alone: its place afterwards, and the cell that must be empty.
fn steps(board: &Board, [a, b]: [Cell; 2]) -> impl Iterator<Item = ([Cell; 2], Cell)> {
    let follow = |lead: Cell, end: Cell| {
        board
            .neighbours(lead)
            .filter(move |hole| *hole != end)
            .map(move |hole| (hole, board.adjacent(hole, end)))
    };
    let first = follow(a, b).map(move |(hole, pivots)| (if pivots { [a, hole] } else { [hole, a] }, hole));
    let second = follow(b, a).map(move |(hole, pivots)| (if pivots { [hole, b] } else { [b, hole] }, hole));
    first.chain(second)
}

/// Moves that bring a gourd to two cells, the others anywhere; nothing if they were not found.
///
/// Best first, with the moves of the gourd alone and the way of the empty cell as estimate: not the least number.
fn bring(
    board: &Board,
    start: &Configuration,
    gourd: u32,
    to: [Cell; 2],
    meter: &Meter<'_>,
) -> Result<Option<Vec<Cell>>, Halted> {
    // A gourd's moves can be taken back, so that distances from the goal are distances to it.
    let mut alone: FxHashMap<[Cell; 2], u32> = FxHashMap::from_iter([(to, 0)]);
    let mut queue = VecDeque::from([(to, 0)]);
    while let Some((at, steps_left)) = queue.pop_front() {
        for (next, _) in steps(board, at) {
            alone.entry(next).or_insert_with(|| {
                queue.push_back((next, steps_left + 1));
                steps_left + 1
            });
        }
    }
    let mut ways: FxHashMap<Cell, Vec<u32>> = FxHashMap::default();
    let mut useful: FxHashMap<[Cell; 2], Vec<Cell>> = FxHashMap::default();
    let mut estimate = |position: &Position| {
        let left = *alone.get(&position.gourd)?;
        if left == 0 {
            return Some(0);
        }
        let cells = useful.entry(position.gourd).or_insert_with(|| {
            let nearer =
                steps(board, position.gourd).filter(|(next, _)| alone.get(next).is_some_and(|d| *d < left));
            nearer.map(|(_, hole)| hole).collect()
        });
        let ways = cells.iter().map(|cell| {
            let way = ways.entry(*cell).or_insert_with(|| distances(board, *cell));
            way.get(position.empty as usize).copied().unwrap_or(0)
        });
        // In tenths of moves; 1.6 times the estimate.
        Some(48 * (left - 1) + 16 + 8 * ways.min()?)
    };
    let towards = |cell: Cell| board.direction(cell, start.partner(cell)).unwrap_or(6) as u8;
    let first = Position {
        towards: (0..board.len() as Cell).map(towards).collect(),
        empty: start.empty(),
        gourd: start.gourd(gourd),
    };
    let Some(hope) = estimate(&first) else { return Ok(None) };
    let mut found: Vec<(Position, u32, u32, Cell)> = vec![(first.clone(), 0, 0, NONE)];
    let mut index: FxHashMap<Position, u32> = FxHashMap::from_iter([(first, 0)]);
    let mut open = BinaryHeap::from([Reverse((hope, 0_u32))]);
    while let Some(Reverse((_, at))) = open.pop() {
        meter.expanded(1)?;
        let Some((position, moves, ..)) = found.get(at as usize) else { break };
        let (position, moves) = (position.clone(), *moves);
        if position.gourd == to {
            return Ok(Some(trace(&found, at)));
        }
        if found.len() > TRIED {
            break;
        }
        for through in board.neighbours(position.empty) {
            let Some(next) = position.after(board, through) else { continue };
            let Some(hope) = estimate(&next) else { continue };
            if let std::collections::hash_map::Entry::Vacant(slot) = index.entry(next) {
                let place = found.len() as u32;
                found.push((slot.key().clone(), moves + 1, at, through));
                slot.insert(place);
                open.push(Reverse((hope + 10 * (moves + 1), place)));
            }
        }
    }
    Ok(None)
}

fn trace(found: &[(Position, u32, u32, Cell)], from: u32) -> Vec<Cell> {
    let mut moves = Vec::new();
    let mut at = from;
    while let Some((_, _, before, through)) = found.get(at as usize).filter(|(.., through)| *through != NONE)
    {
        moves.push(*through);
        at = *before;
    }
    moves.reverse();
    moves
}
