//! The poking game: minimum configurations of an odd rectangle that hold one pair of adjacent coins
//! (Galliot et al. 2021, section 5.2).
//!
//! A poke slides a coin of the pair by one cell, to a free cell beside another coin. Pokes can be taken back
//! (5.5), and every configuration that they reach is again a minimum configuration of the same rectangle with one
//! pair (5.6). The configurations fall into classes: a class holds all that pokes reach from one of them.

pub mod chain;
pub mod class;
pub mod decide;
pub mod rooms;

use super::coins::{Coins, Move, STEPS};
use super::rectangle::Rectangle;
use super::span::Spans;
use puzzlec_model::board::Coord;

/// Steps between cells at distance 2.
const APART: [(i32, i32); 8] = [(0, -2), (-1, -1), (1, -1), (-2, 0), (2, 0), (-1, 1), (1, 1), (0, 2)];

/// A minimum configuration of an odd rectangle with its pair of adjacent coins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Minimum {
    coins: Coins,
    rectangle: Rectangle,
    pair: [Coord; 2],
}

impl Minimum {
    /// These coins, if their span is one odd rectangle, no fewer coins span it, and two are adjacent. Costs time
    /// in proportion to the cells of the box.
    pub fn new(coins: Coins) -> Option<Self> {
        let mut spans = Spans::new(coins.width(), coins.height());
        Minimum::spanned(coins, &mut spans)
    }

    /// The same with a worker for the box of the coins.
    pub fn spanned(coins: Coins, spans: &mut Spans) -> Option<Self> {
        let rectangle = Rectangle::around(coins.iter()).filter(|r| r.is_odd())?;
        let pair = pair(&coins)?;
        let spanned = spans.span(coins.iter());
        let least = coins.len() == rectangle.minimum() && spanned.0.as_slice() == [rectangle];
        least.then_some(Minimum { coins, rectangle, pair })
    }

    /// The coins.
    pub fn coins(&self) -> &Coins {
        &self.coins
    }

    /// Their span.
    pub fn rectangle(&self) -> Rectangle {
        self.rectangle
    }

    /// The adjacent coins.
    pub fn pair(&self) -> [Coord; 2] {
        self.pair
    }

    /// All pokes.
    pub fn pokes(&self) -> Vec<Move> {
        let steps = self.pair.iter().flat_map(|from| beside(*from).map(|to| Move { from: *from, to }));
        steps.filter(|step| self.allows(*step)).collect()
    }

    /// Whether a step is a poke.
    pub fn allows(&self, step: Move) -> bool {
        let other = |cell: Coord| cell != step.from && self.coins.contains(cell);
        self.pair.contains(&step.from)
            && beside(step.from).any(|cell| cell == step.to)
            && !self.coins.contains(step.to)
            && self.coins.is_inside(step.to)
            && beside(step.to).any(other)
    }

    /// The configuration after a poke (5.6); nothing where the step is none.
    pub fn after(&self, step: Move) -> Option<Self> {
        if !self.allows(step) {
            return None;
        }
        let mut coins = self.coins.clone();
        coins.play(step);
        let pair = pair(&coins)?;
        Some(Minimum { coins, pair, rectangle: self.rectangle })
    }

    /// The coins at distance 2 from a cell.
    fn apart(&self, cell: Coord) -> impl Iterator<Item = Coord> {
        APART.iter().map(move |(x, y)| Coord::new(cell.x + x, cell.y + y)).filter(|c| self.coins.contains(*c))
    }
}

/// The neighbours of a cell.
fn beside(cell: Coord) -> impl Iterator<Item = Coord> {
    STEPS.iter().map(move |(x, y)| Coord::new(cell.x + x, cell.y + y))
}

/// The distance of two cells in steps.
pub(crate) fn distance(one: Coord, other: Coord) -> u32 {
    one.x.abs_diff(other.x) + one.y.abs_diff(other.y)
}

/// The only two adjacent coins; nothing where there are none or more.
fn pair(coins: &Coins) -> Option<[Coord; 2]> {
    let mut pairs = coins.iter().flat_map(|cell| {
        let next = [Coord::new(cell.x + 1, cell.y), Coord::new(cell.x, cell.y + 1)];
        next.into_iter().filter(|other| coins.contains(*other)).map(move |other| [cell, other])
    });
    pairs.next().filter(|_| pairs.next().is_none())
}
