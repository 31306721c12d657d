//! Whether a configuration can be reached from another one.

use std::collections::BTreeMap;

use super::super::boards::{Report, blocks, report};
use super::super::problem::{Board, Cell, Configuration, Label, NONE};
use super::align::{Stuck, align, play};
use super::classes::{Basis, MATCHINGS, Movement, complete, is_free, of_block, orders};
use super::walks::Walks;
use puzzlec_algebra::Permutation;
use puzzlec_theory::meter::{Halted, Meter};

/// Whether a target can be reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reach {
    /// It can: the target, with gourds that are alike exchanged, and gourds with two equal ends reversed, so that each gourd
    /// of the start has its place.
    Yes(Configuration),
    /// It cannot.
    No(Unreachable),
    /// The matchings are too many to be visited.
    Unknown,
}

/// The reason why a target cannot be reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unreachable {
    /// The board has cells that are never empty: no matching of the board without them covers all others but one. The gourd on
    /// this one stays on it for ever, and the target has a gourd with other labels there, or there are two such cells and the
    /// gourd on both stays as it lies.
    Fixed {
        /// The cell.
        cell: Cell,
        /// The barrier of [`Report::barrier`].
        barrier: Vec<Cell>,
    },
    /// Gourds never leave these cells, a block of the board, and the target has others there.
    Block {
        /// The cells.
        cells: Vec<Cell>,
    },
    /// The gourds on these cells lie on other pairs in the target, and the empty cell never comes near.
    Stuck {
        /// The cells.
        cells: Vec<Cell>,
    },
    /// The closed walks of the matchings of these cells, a block or the whole board, do not permute the gourds so.
    Group {
        /// The cells.
        cells: Vec<Cell>,
        /// The permutations that there are.
        movement: Movement,
    },
}

/// A block of a factor-critical board, with the gourds on it.
#[derive(Debug)]
pub struct Block {
    /// Its cells.
    pub cells: Vec<Cell>,
    /// The block alone.
    pub board: Board,
    /// The gourds on it at the start, by number.
    pub gourds: Vec<u32>,
    /// The start; gourds in the order of the list.
    pub start: Configuration,
    /// The target, with other gourds perhaps: see [`Block::names`].
    pub target: Configuration,
    /// The gourds on it in the target, in the order of the list of `target`.
    pub names: Vec<u32>,
}

/// The blocks of a factor-critical board, with the gourds on each: they never leave it.
pub fn split(board: &Board, start: &Configuration, target: &Configuration) -> Option<Vec<Block>> {
    let part = |cells: &[Cell], all: &Configuration| {
        let mut place = vec![NONE; board.len()];
        for (at, cell) in (0..).zip(cells) {
            place.get_mut(*cell as usize).into_iter().for_each(|slot| *slot = at);
        }
        let local = |cell: Cell| place.get(cell as usize).copied().filter(|at| *at != NONE);
        let pair = |gourd: u32| {
            let [a, b] = all.gourd(gourd);
            Some((gourd, [local(a)?, local(b)?]))
        };
        (0..all.gourds() as u32).filter_map(pair).unzip::<u32, [Cell; 2], Vec<u32>, Vec<[Cell; 2]>>()
    };
    let block = |cells: Vec<Cell>| {
        let own = board.part(&cells);
        let ((gourds, here), (names, there)) = (part(&cells, start), part(&cells, target));
        let (start, target) = (Configuration::new(&own, &here)?, Configuration::new(&own, &there)?);
        Some(Block { cells, board: own, gourds, start, target, names })
    };
    blocks(board).into_iter().map(block).collect()
}

/// Whether a target can be reached where ends with equal labels are alike. `labels` are those of the ends.
///
/// Exact where it answers: by theorems, and by the group of the closed walks on boards of up to [`MATCHINGS`] near-perfect
/// matchings.
///
/// # Errors
/// A limit was reached.
pub fn reach(
    board: &Board,
    start: &Configuration,
    target: &Configuration,
    labels: &[Label],
    meter: &Meter<'_>,
) -> Result<Reach, Halted> {
    let report = report(board, meter)?;
    if !report.is_factor_critical() {
        return reach_partly(board, (start, target), labels, &report, meter);
    }
    let Some(blocks) = split(board, start, target) else { return Ok(Reach::Unknown) };
    let mut places = vec![[NONE; 2]; start.gourds()];
    let mut unknown = false;
    for block in blocks {
        let Some(renamed) = rename(&block, labels) else {
            return Ok(Reach::No(Unreachable::Block { cells: block.cells }));
        };
        let own = own_labels(&block.gourds, labels);
        let local = match reach_block(&block.board, &block.start, &renamed, &own, meter)? {
            Reach::Yes(local) => local,
            Reach::No(Unreachable::Group { movement, .. }) => {
                return Ok(Reach::No(Unreachable::Group { cells: block.cells, movement }));
            }
            Reach::No(other) => return Ok(Reach::No(other)),
            Reach::Unknown => {
                unknown = true;
                continue;
            }
        };
        let cell = |at: Cell| block.cells.get(at as usize).copied().unwrap_or(NONE);
        for (at, gourd) in (0..).zip(&block.gourds) {
            let place = places.get_mut(*gourd as usize);
            place.into_iter().for_each(|place| *place = local.gourd(at).map(cell));
        }
    }
    if unknown {
        return Ok(Reach::Unknown);
    }
    Ok(Configuration::new(board, &places).map_or(Reach::Unknown, Reach::Yes))
}

fn label(labels: &[Label], end: u32) -> Label {
    labels.get(end as usize).copied().unwrap_or(NONE)
}

/// The labels of some gourds' ends.
fn own_labels(gourds: &[u32], labels: &[Label]) -> Vec<Label> {
    gourds.iter().flat_map(|gourd| [label(labels, 2 * gourd), label(labels, 2 * gourd + 1)]).collect()
}

/// The target of a block with the gourds of its start instead of those that are alike; nothing if they are not.
fn rename(block: &Block, labels: &[Label]) -> Option<Configuration> {
    let class = |gourd: u32| {
        let [a, b] = [2 * gourd, 2 * gourd + 1].map(|end| label(labels, end));
        ([a.min(b), a.max(b)], a > b)
    };
    // Where both lists have the same gourd it keeps its place.
    let mut own: BTreeMap<[Label; 2], Vec<(usize, bool)>> = BTreeMap::new();
    let mut places = vec![[NONE; 2]; block.gourds.len()];
    for (at, gourd) in block.gourds.iter().enumerate() {
        match block.names.iter().position(|name| name == gourd) {
            Some(same) => *places.get_mut(at)? = block.target.gourd(same as u32),
            None => {
                let (labels, turned) = class(*gourd);
                own.entry(labels).or_default().push((at, turned));
            }
        }
    }
    for (at, name) in (0..).zip(&block.names).filter(|(_, name)| !block.gourds.contains(name)) {
        let (labels, turned) = class(*name);
        let (free, other) = own.get_mut(&labels)?.pop()?;
        let [a, b] = block.target.gourd(at);
        *places.get_mut(free)? = if turned == other { [a, b] } else { [b, a] };
    }
    Configuration::new(&block.board, &places)
}

/// [`reach`] on a factor-critical board without cut cells.
fn reach_block(
    board: &Board,
    start: &Configuration,
    target: &Configuration,
    labels: &[Label],
    meter: &Meter<'_>,
) -> Result<Reach, Halted> {
    if start == target || is_free(board) {
        return Ok(Reach::Yes(target.clone()));
    }
    let (movement, basis) = of_block(board, meter)?;
    if basis != Basis::Conjecture && movement.order == orders(start.gourds()).1 {
        return Ok(Reach::Yes(target.clone()));
    }
    by_group(board, start, target, labels, meter)
}

/// By the group of all closed walks.
fn by_group(
    board: &Board,
    start: &Configuration,
    target: &Configuration,
    labels: &[Label],
    meter: &Meter<'_>,
) -> Result<Reach, Halted> {
    let moves = match align(board, start, target, meter)? {
        Ok(moves) => moves,
        Err(Stuck(cells)) => return Ok(Reach::No(Unreachable::Stuck { cells })),
    };
    let mut aligned = start.clone();
    play(board, &mut aligned, &moves, &mut Vec::new());
    let Some(difference) = difference(target, &aligned) else { return Ok(Reach::Unknown) };
    let (_, all) = orders(start.gourds());
    let mut walks = Walks::explore(board, target, MATCHINGS, Some(&all), meter)?;
    let movement = complete(&mut walks);
    // A configuration that can be reached is the target with its ends renamed by an element, and then by the difference.
    let fits = |end: u32, image: u32| label(labels, difference.of(image)) == label(labels, end);
    let found = walks.group.matching(fits, || meter.expanded(1))?;
    let Some(element) = found else {
        let cells = (0..board.len() as Cell).collect();
        let known = walks.complete;
        return Ok(if known { Reach::No(Unreachable::Group { cells, movement }) } else { Reach::Unknown });
    };
    let renaming = element.then(&difference);
    let mut places = vec![[NONE; 2]; start.gourds()];
    for cell in (0..board.len() as Cell).filter(|cell| *cell != target.empty()) {
        let end = renaming.of(target.end(cell));
        let place = places.get_mut(end as usize / 2).and_then(|place| place.get_mut(end as usize % 2));
        place.into_iter().for_each(|place| *place = cell);
    }
    Ok(Configuration::new(board, &places).map_or(Reach::Unknown, Reach::Yes))
}

/// By end of a configuration the end in its place in another one on the same pairs of cells.
pub fn difference(from: &Configuration, to: &Configuration) -> Option<Permutation> {
    Permutation::new((0..2 * from.gourds() as u32).map(|end| to.end(from.cell(end))).collect())
}

/// [`reach`] on a board with cells that are never empty.
fn reach_partly(
    board: &Board,
    (start, target): (&Configuration, &Configuration),
    labels: &[Label],
    report: &Report,
    meter: &Meter<'_>,
) -> Result<Reach, Halted> {
    let on = |all: &Configuration, cell: Cell| {
        let end = all.end(cell);
        [label(labels, end), label(labels, end ^ 1)]
    };
    let is_never = |cell: Cell| report.never_empty.binary_search(&cell).is_ok();
    for cell in report.never_empty.iter().copied() {
        let (mut here, mut there) = (on(start, cell), on(target, cell));
        let differs = if is_never(start.partner(cell)) {
            here != there || start.partner(cell) != target.partner(cell)
        } else {
            here.sort_unstable();
            there.sort_unstable();
            here != there
        };
        if differs {
            let barrier = report.barrier.clone().unwrap_or_default();
            return Ok(Reach::No(Unreachable::Fixed { cell, barrier }));
        }
    }
    by_group(board, start, target, labels, meter)
}
