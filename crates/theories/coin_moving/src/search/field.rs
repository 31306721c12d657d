//! The cells of a span as places of a word.

use std::collections::VecDeque;

use super::tally;
use super::word::Word;
use crate::problem::Problem;
use crate::span::Span;
use puzzlec_model::board::Coord;

/// The span of the start, packed: its components are stacked. They never interact, since no coin leaves the
/// span and no cell has neighbours in two components.
#[derive(Clone, Debug)]
pub struct Field<W> {
    stride: usize,
    /// The cells with a neighbour on the left, on the right, above, below.
    left: W,
    right: W,
    above: W,
    below: W,
    /// All cells.
    pub cells: W,
    /// The coins at first.
    pub start: W,
    /// Where they must come.
    pub goal: W,
    /// The number of coins.
    pub coins: usize,
    /// By place, the cells on which coins must be put before one is put there.
    passed: Vec<W>,
    /// By place the cell of the box, and what a coin there adds to hashes.
    places: Vec<Option<(Coord, [u64; 2])>>,
}

/// The number of places of a span.
pub fn places(span: &Span) -> usize {
    let widest = span.0.iter().map(|r| r.width()).max().unwrap_or(0);
    let rows: i64 = span.0.iter().map(|r| i64::from(r.height())).sum();
    usize::try_from(rows * i64::from(widest)).unwrap_or(usize::MAX)
}

impl<W: Word> Field<W> {
    /// `None` if a word is too small. Coins of the goal outside the span of the start are omitted.
    pub fn new(problem: &Problem, span: &Span) -> Option<Self> {
        let area = places(span);
        if area > W::BITS {
            return None;
        }
        let stride = usize::try_from(span.0.iter().map(|r| r.width()).max().unwrap_or(0)).ok()?;
        let none = W::NONE;
        let mut field = Field {
            stride,
            left: none,
            right: none,
            above: none,
            below: none,
            cells: none,
            start: none,
            goal: none,
            coins: problem.start.len(),
            passed: Vec::new(),
            places: vec![None; area],
        };
        let mut row = 0;
        for part in &span.0 {
            for cell in part.cells() {
                let x = usize::try_from(cell.x - part.left).ok()?;
                let y = row + usize::try_from(cell.y - part.top).ok()?;
                let place = y * stride + x;
                *field.places.get_mut(place)? = Some((cell, tally::coin(problem.on_board(cell)?)));
                let mark = |set: &mut W, holds: bool| {
                    if holds {
                        *set = *set | W::cell(place);
                    }
                };
                mark(&mut field.cells, true);
                mark(&mut field.left, cell.x > part.left);
                mark(&mut field.right, cell.x < part.right);
                mark(&mut field.above, cell.y > part.top);
                mark(&mut field.below, cell.y < part.bottom);
                mark(&mut field.start, problem.start.contains(cell));
                mark(&mut field.goal, problem.goal.contains(cell));
            }
            row += usize::try_from(part.height()).ok()?;
        }
        field.passed = field.passages(area);
        Some(field)
    }

    /// By place the cells without which nothing can be put there: those that each growth of the start by
    /// cells with two neighbours has to pass.
    fn passages(&self, area: usize) -> Vec<W> {
        let place = |cell: W| cell.lowest().unwrap_or(area);
        // By place the cells without which it can be reached: more and more of them are found.
        let mut without = vec![W::NONE; area];
        let of = |without: &[W], cell: W| without.get(place(cell)).copied().unwrap_or(W::NONE);
        for cell in self.start.each() {
            if let Some(slot) = without.get_mut(place(cell)) {
                *slot = self.cells;
            }
        }
        let mut open: VecDeque<W> = (self.around(self.start) & !self.start).each().collect();
        let mut waits = self.around(self.start) & !self.start;
        while let Some(cell) = open.pop_front() {
            waits = waits & !cell;
            let (mut one, mut two) = (W::NONE, W::NONE);
            for near in self.around(cell).each() {
                let near = of(&without, near);
                two = two | one & near;
                one = one | near;
            }
            let found = two & !cell;
            let Some(slot) = without.get_mut(place(cell)).filter(|slot| **slot != found) else { continue };
            *slot = found;
            let next = self.around(cell) & !(self.start | waits);
            open.extend(next.each());
            waits = waits | next;
        }
        without.into_iter().map(|found| self.cells & !found).collect()
    }

    /// The least number of moves until all these coins are in place: a move ends on each cell that must be
    /// passed.
    pub fn distance(&self, coins: W) -> u32 {
        let passed = coins.each().filter_map(|cell| self.passed.get(cell.lowest()?).copied());
        u32::try_from(passed.fold(W::NONE, |all, cells| all | cells).count()).unwrap_or(u32::MAX)
    }

    /// The cells beside some cells, those with one coin or more beside them, and those with two or more.
    #[inline]
    fn beside(&self, coins: W) -> (W, W) {
        let across = (coins.up(1) & self.left, coins.down(1) & self.right);
        let down = (coins.up(self.stride) & self.above, coins.down(self.stride) & self.below);
        let (one, two) = (across.0 | across.1, across.0 & across.1);
        let (three, four) = (down.0 | down.1, down.0 & down.1);
        (one | three, two | four | one & three)
    }

    /// The cells beside a cell.
    #[inline]
    pub fn around(&self, cell: W) -> W {
        self.beside(cell).0
    }

    /// The cells with two or more coins beside them.
    #[inline]
    pub fn supported(&self, coins: W) -> W {
        self.beside(coins).1
    }

    /// Whether the span of coins includes some cells.
    pub fn spans(&self, coins: W, cells: W) -> bool {
        let mut covered = coins;
        loop {
            if cells.within(covered) {
                return true;
            }
            let more = covered | self.supported(covered);
            if more == covered {
                return false;
            }
            covered = more;
        }
    }

    /// The cell of the box at a place.
    pub fn cell(&self, cell: W) -> Option<Coord> {
        self.places.get(cell.lowest()?).copied().flatten().map(|(cell, _)| cell)
    }

    /// The hash of a set of coins, which does not depend on how it is packed.
    pub fn hash(&self, coins: W) -> u128 {
        let places = coins.each().filter_map(|cell| self.places.get(cell.lowest()?).copied().flatten());
        tally::whole(places.fold([0; 2], |[high, low], (_, [more, less])| {
            [u64::wrapping_add(high, more), u64::wrapping_add(low, less)]
        }))
    }
}
