//! Pairs of cells get their gourds for good, one after the other, while the rest of the board remains one on which all
//! configurations can be reached.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rustc_hash::{FxHashMap, FxHashSet};

use super::super::boards::{Matching, blocks};
use super::super::problem::{Board, Cell, Configuration, NONE};
use super::align::{align, matching, play};
use super::classes::is_free;
use puzzlec_search::kernel::by_levels;
use puzzlec_theory::meter::{Halted, Meter};

/// Boards of this many cells are not peeled any more.
const SMALL: usize = 9;

/// Moves that one move of a gourd costs as a rule, with the way of the empty cell.
const WAY: u32 = 3;

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
    let away = distances(board, &[centre.unwrap_or(0)], &[]);
    while all.board.len() > SMALL && all.step(&away, meter)? {}
    Ok(all)
}

/// The number of cells within two steps.
fn around(board: &Board, cell: Cell) -> usize {
    let near: FxHashSet<Cell> = board.neighbours(cell).flat_map(|near| board.neighbours(near)).collect();
    near.len() + 2 * board.neighbours(cell).count()
}

/// By cell the number of steps from some cells, not over others; [`NONE`] where there is no way.
fn distances(board: &Board, from: &[Cell], without: &[Cell]) -> Vec<u32> {
    let mut away = vec![NONE; board.len()];
    by_levels(from.to_vec(), |cell, steps, next| {
        if let Some(slot) = away.get_mut(cell as usize).filter(|slot| **slot == NONE) {
            *slot = steps;
            next.extend(board.neighbours(cell).filter(|near| !without.contains(near)));
        }
    });
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
            if !self.stays_free(pair, &part, meter)? {
                continue;
            }
            if self.place(pair, (&rest, &part), meter)? {
                return Ok(true);
            }
            tried += 1;
            if tried == PAIRS {
                break;
            }
        }
        Ok(false)
    }

    /// Whether all configurations of the board without a pair of cells can be reached, by a theorem.
    fn stays_free(&self, pair: [Cell; 2], part: &Board, meter: &Meter<'_>) -> Result<bool, Halted> {
        let is_two_connected = matches!(blocks(part).as_slice(), [block] if block.len() == part.len());
        if !is_two_connected || !is_free(part) {
            return Ok(false);
        }
        let mut others = matching(&self.board, &self.target);
        for cell in pair {
            others.remove(&self.board, cell, meter)?;
        }
        let free: Vec<Cell> = others.exposed().collect();
        let [root] = free.as_slice() else { return Ok(false) };
        let tree = others.tree(&self.board, *root, meter)?;
        Ok((0..self.board.len() as Cell).all(|cell| pair.contains(&cell) || tree.reaches(cell)))
    }

    /// Brings a gourd to a pair of cells in the target, and the same one in the start, and leaves both out.
    fn place(
        &mut self,
        pair: [Cell; 2],
        (rest, part): (&[Cell], &Board),
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

/// A place that a gourd was brought to.
struct Reached {
    all: Configuration,
    moves: u32,
    before: u32,
    /// The way of the empty cell, and the move of the gourd.
    way: Vec<Cell>,
}

/// Moves that bring a gourd to two cells, the others anywhere; nothing if that is impossible.
///
/// The cells that can be empty while the gourd stays are those of an alternating tree of the board without it, whatever lies
/// where: the search goes over the places of the gourd alone, and finds one of the shorter ways.
fn bring(
    board: &Board,
    start: &Configuration,
    gourd: u32,
    to: [Cell; 2],
    meter: &Meter<'_>,
) -> Result<Option<Vec<Cell>>, Halted> {
    // A gourd's moves can be taken back, so that distances from the goal are distances to it.
    let mut alone: FxHashMap<[Cell; 2], u32> = FxHashMap::default();
    by_levels(vec![to], |at, left, next| {
        alone.entry(at).or_insert_with(|| {
            next.extend(steps(board, at).map(|(near, _)| near));
            left
        });
    });
    let hope = |all: &Configuration| alone.get(&all.gourd(gourd)).map_or(0, |left| WAY * left);
    let mut found = vec![Reached { all: start.clone(), moves: 0, before: 0, way: Vec::new() }];
    let mut open = BinaryHeap::from([Reverse((hope(start), 0_u32))]);
    let mut done: FxHashSet<[Cell; 2]> = FxHashSet::default();
    while let Some(Reverse((_, at))) = open.pop() {
        let Some(Reached { all, moves, .. }) = found.get(at as usize) else { break };
        let (all, moves) = (all.clone(), *moves);
        let place = all.gourd(gourd);
        if place == to {
            return Ok(Some(trace(&found, at)));
        }
        if !done.insert(place) {
            continue;
        }
        let mut others = matching(board, &all);
        others.leave_out(place);
        let tree = others.tree(board, all.empty(), meter)?;
        for (next, hole) in steps(board, place).filter(|(next, _)| !done.contains(next)) {
            let Some(mut way) = tree.path(hole) else { continue };
            let mut after = all.clone();
            // The gourd follows the end next to the empty cell, or pivots about it: the end that stays on its cell.
            let [a, b] = place;
            way.push(if next.contains(&a) { a } else { b });
            if !play(board, &mut after, &way, &mut Vec::new()) || after.gourd(gourd) != next {
                continue;
            }
            let moves = moves + way.len() as u32;
            open.push(Reverse((moves + hope(&after), found.len() as u32)));
            found.push(Reached { all: after, moves, before: at, way });
        }
    }
    Ok(None)
}

fn trace(found: &[Reached], from: u32) -> Vec<Cell> {
    let mut ways = Vec::new();
    let mut at = from;
    while let Some(reached) = found.get(at as usize).filter(|reached| !reached.way.is_empty()) {
        ways.push(reached.way.as_slice());
        at = reached.before;
    }
    ways.reverse();
    ways.concat()
}
