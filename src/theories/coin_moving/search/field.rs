//! The cells of a span as places of a word.

use super::tally;
use super::word::Word;
use crate::model::board::Coord;
use crate::theories::coin_moving::problem::Problem;
use crate::theories::coin_moving::span::Span;

/// The span of the start, packed: its components lie one below the other. They never touch, since no coin
/// leaves the span and no cell has neighbours in two components.
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
    /// How many coins there are.
    pub coins: usize,
    /// By place the cell of the box, and what a coin there adds to hashes.
    places: Vec<Option<(Coord, [u64; 2])>>,
}

/// How many places a span needs.
pub fn places(span: &Span) -> usize {
    let widest = span.0.iter().map(|r| r.width()).max().unwrap_or(0);
    let rows: i64 = span.0.iter().map(|r| i64::from(r.height())).sum();
    usize::try_from(rows * i64::from(widest)).unwrap_or(usize::MAX)
}

impl<W: Word> Field<W> {
    /// Nothing where a word is too small. Coins of the goal outside the span of the start are left out.
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
        Some(field)
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
