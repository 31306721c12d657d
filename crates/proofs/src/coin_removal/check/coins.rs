//! The coins of a start, in parts that do not touch.

use std::collections::BTreeMap;
use std::ops::Range;

use super::game::Game;
use puzzlec_base::{Budget, Progress};
use puzzlec_checker::Unproved;
use puzzlec_model::board::{self, Coord};
use puzzlec_syntax::ast::Lattice;

/// Bytes of a coin, at most, with its neighbours on a grid.
const COIN: u64 = 128;

/// Which coins of a part are neighbours.
#[derive(Debug)]
pub(super) enum Shape {
    /// Each coin and the next.
    Row,
    /// Each coin and the next, and the last and the first. Three coins or more where gaps stay open; where they close
    /// up, two coins are neighbours once, and one coin has no neighbour.
    Ring,
    /// By coin its neighbours, in order: a simple graph.
    Graph(Vec<Vec<u32>>),
}

/// Coins that touch each other, directly or by others, and no other coin.
pub(super) struct Part<'a> {
    pub(super) shape: &'a Shape,
    /// By coin whether it shows heads.
    pub(super) heads: &'a [bool],
    /// By coin its cell.
    pub(super) cells: &'a [Coord],
}

/// The coins of a start, part by part.
pub(super) struct Coins {
    heads: Vec<bool>,
    cells: Vec<Coord>,
    parts: Vec<(Shape, Range<usize>)>,
}

impl Coins {
    /// The coins of a puzzle. Time and memory are linear, up to a logarithm.
    ///
    /// # Errors
    /// The board is not one that the checker knows, or a limit.
    pub(super) fn read(game: &Game<'_>, budget: &Budget) -> Result<Self, Unproved> {
        budget.poll(&Progress { bytes: COIN * game.start.len() as u64, ..Progress::default() })?;
        let cells: Vec<Coord> = game.start.keys().copied().collect();
        let heads: Vec<bool> = game.start.values().map(|held| *held == game.heads).collect();
        match game.board.shape {
            board::Shape::Lattice(Lattice::Line) => Coins::in_a_row(cells, heads),
            board::Shape::Ring(n) => Coins::in_a_ring(cells, heads, n, game.closing),
            board::Shape::Lattice(_) | board::Shape::Graph => Coins::anywhere(game, &cells, &heads),
        }
    }

    pub(super) fn count(&self) -> usize {
        self.cells.len()
    }

    pub(super) fn parts(&self) -> impl Iterator<Item = Part<'_>> {
        self.parts.iter().filter_map(|(shape, of)| {
            let (heads, cells) = (self.heads.get(of.clone())?, self.cells.get(of.clone())?);
            Some(Part { shape, heads, cells })
        })
    }

    /// The part of the coin on the cell of this name.
    ///
    /// # Errors
    /// No coin lies there.
    pub(super) fn part_of(&self, game: &Game<'_>, name: &str) -> Result<Part<'_>, Unproved> {
        let board = game.board;
        let likely = match board.find(name).as_deref() {
            Some([cell]) => Some(*cell),
            _ => board::Board::coordinates(name),
        };
        let likely = likely.filter(|cell| board.name(*cell) == name);
        let found = match likely {
            Some(cell) => self.cells.iter().position(|own| *own == cell),
            // A drawing may give its names to other cells.
            None => self.cells.iter().position(|own| board.name(*own) == name),
        };
        let found = found.ok_or_else(|| Unproved::Rejected(format!("no coin lies on `{name}`")))?;
        let mut all = self.parts.iter().zip(self.parts());
        let part = all.find(|((_, of), _)| of.contains(&found)).map(|(_, part)| part);
        part.ok_or_else(|| Unproved::wrong("a coin is in no part"))
    }

    /// Coins on a line: neighbours are beside each other.
    fn in_a_row(cells: Vec<Coord>, heads: Vec<bool>) -> Result<Self, Unproved> {
        if cells.iter().any(|cell| cell.y != 0) {
            return Err(Unproved::wrong("the coins lie on no line"));
        }
        let parts = runs(&cells).into_iter().map(|run| (Shape::Row, run)).collect();
        Ok(Coins { heads, cells, parts })
    }

    /// Coins on a ring of `n` cells: the last cell is beside the first.
    fn in_a_ring(
        mut cells: Vec<Coord>,
        mut heads: Vec<bool>,
        n: i32,
        closing: bool,
    ) -> Result<Self, Unproved> {
        if cells.iter().any(|cell| cell.y != 0 || cell.x < 0 || cell.x >= n) {
            return Err(Unproved::wrong("the coins lie on no ring"));
        }
        let mut runs = runs(&cells);
        let full = usize::try_from(n) == Ok(cells.len());
        if full && (closing || n >= 3) {
            return Ok(Coins {
                parts: runs.into_iter().map(|run| (Shape::Ring, run)).collect(),
                heads,
                cells,
            });
        }
        let joined =
            cells.first().is_some_and(|cell| cell.x == 0) && cells.last().is_some_and(|cell| cell.x + 1 == n);
        if joined && runs.len() > 1 {
            let first = runs.remove(0).len();
            cells.rotate_left(first);
            heads.rotate_left(first);
            runs.iter_mut().for_each(|run| *run = run.start - first..run.end - first);
            if let Some(last) = runs.last_mut() {
                last.end += first;
            }
        }
        Ok(Coins { parts: runs.into_iter().map(|run| (Shape::Row, run)).collect(), heads, cells })
    }

    /// Coins on any board: neighbours are those of the board.
    fn anywhere(game: &Game<'_>, cells: &[Coord], heads: &[bool]) -> Result<Self, Unproved> {
        let numbers: BTreeMap<Coord, u32> = cells.iter().copied().zip(0..).collect();
        let near = |(own, cell): (u32, &Coord)| {
            let all = game.board.neighbours(*cell);
            let mut near: Vec<u32> = all.iter().filter_map(|c| numbers.get(c).copied()).collect();
            near.retain(|other| *other != own);
            near.sort_unstable();
            near.dedup();
            near
        };
        let near: Vec<Vec<u32>> = (0..).zip(cells).map(near).collect();
        let back = |own: u32, other: u32| {
            near.get(other as usize).is_some_and(|near| near.binary_search(&own).is_ok())
        };
        if !(0..).zip(&near).all(|(own, others)| others.iter().all(|other| back(own, *other))) {
            return Err(Unproved::wrong("a neighbour of a cell has it not as a neighbour"));
        }
        let mut coins = Coins { heads: Vec::new(), cells: Vec::new(), parts: Vec::new() };
        // By coin its number in its part, once that is known.
        let mut place: Vec<Option<u32>> = vec![None; cells.len()];
        for first in 0..cells.len() {
            if place.get(first) != Some(&None) {
                continue;
            }
            let mut part = collect(first, &near, &mut place);
            let (shape, in_order) = shape(&part, &near);
            if let Some(in_order) = in_order {
                part = in_order;
            }
            for (number, own) in (0..).zip(&part) {
                if let Some(slot) = place.get_mut(*own as usize) {
                    *slot = Some(number);
                }
            }
            let begin = coins.cells.len();
            coins.cells.extend(part.iter().filter_map(|own| cells.get(*own as usize)));
            coins.heads.extend(part.iter().filter_map(|own| heads.get(*own as usize)));
            let shape = shape.unwrap_or_else(|| {
                let local = |own: &u32| {
                    let near = near.get(*own as usize).into_iter().flatten();
                    let mut near: Vec<u32> =
                        near.filter_map(|other| place.get(*other as usize).copied().flatten()).collect();
                    near.sort_unstable();
                    near
                };
                Shape::Graph(part.iter().map(local).collect())
            });
            coins.parts.push((shape, begin..coins.cells.len()));
        }
        Ok(coins)
    }
}

impl Part<'_> {
    /// The number of pairs of neighbours.
    pub(super) fn pairs(&self) -> usize {
        match (self.shape, self.heads.len()) {
            (Shape::Row, n) | (Shape::Ring, n @ 0..=2) => n.saturating_sub(1),
            (Shape::Ring, n) => n,
            (Shape::Graph(near), _) => near.iter().map(Vec::len).sum::<usize>() / 2,
        }
    }

    /// The neighbours of a coin, in order, each once.
    pub(super) fn neighbours(&self, at: usize) -> Vec<usize> {
        let n = self.heads.len();
        let mut near: Vec<usize> = match self.shape {
            Shape::Row => {
                at.checked_sub(1).into_iter().chain(Some(at + 1).filter(|next| *next < n)).collect()
            }
            Shape::Ring => vec![(at + n - 1) % n, (at + 1) % n],
            Shape::Graph(near) => near.get(at).into_iter().flatten().map(|other| *other as usize).collect(),
        };
        near.retain(|other| *other != at);
        near.sort_unstable();
        near.dedup();
        near
    }
}

/// Cells that are beside each other, from left to right.
fn runs(cells: &[Coord]) -> Vec<Range<usize>> {
    let mut end = 0;
    let runs = cells.chunk_by(|a, b| a.x.checked_add(1) == Some(b.x));
    runs.map(|run| {
        end += run.len();
        end - run.len()..end
    })
    .collect()
}

/// The coins that are joined to one, marked with a number.
fn collect(first: usize, near: &[Vec<u32>], place: &mut [Option<u32>]) -> Vec<u32> {
    let mut part = vec![u32::try_from(first).unwrap_or(u32::MAX)];
    if let Some(slot) = place.get_mut(first) {
        *slot = Some(0);
    }
    let mut at = 0;
    while let Some(own) = part.get(at).copied() {
        at += 1;
        for other in near.get(own as usize).into_iter().flatten() {
            if let Some(slot) = place.get_mut(*other as usize).filter(|slot| slot.is_none()) {
                *slot = Some(0);
                part.push(*other);
            }
        }
    }
    part
}

/// The shape of joined coins and their order, if they are a row or a ring of three coins or more.
fn shape(part: &[u32], near: &[Vec<u32>]) -> (Option<Shape>, Option<Vec<u32>>) {
    let of = |own: u32| near.get(own as usize).map_or(&[][..], Vec::as_slice);
    if part.iter().any(|own| of(*own).len() > 2) {
        return (None, None);
    }
    let end = part.iter().find(|own| of(**own).len() < 2);
    let Some(first) = end.or(part.first()).copied() else { return (None, None) };
    let (mut order, mut last) = (vec![first], first);
    let mut next = of(first).first().copied();
    while let Some(own) = next.filter(|own| *own != first) {
        order.push(own);
        next = of(own).iter().copied().find(|other| *other != last);
        last = own;
    }
    (Some(if end.is_some() { Shape::Row } else { Shape::Ring }), Some(order))
}
