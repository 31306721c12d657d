//! The order in which lines are peeled off a rectangle so that coins of the goal stay behind (Lemma 4.9).

use rustc_hash::FxHashSet;

use super::chain::Chain;
use super::hand::Stop;
use crate::rectangle::Rectangle;
use puzzlec_model::board::Coord;
use puzzlec_theory::meter::Meter;

/// A border of a rectangle, by the step towards it.
pub type Side = (i32, i32);

const SIDES: [Side; 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];

/// What is left when lines were peeled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rest {
    /// No coin of the goal.
    Nothing,
    /// One component of the goal, by its number.
    One(usize),
    /// A line, all of whose coins can be filled in.
    Line,
}

/// Lines that can be peeled off a rectangle, by the numbers of coins alone.
#[derive(Debug)]
pub struct Peeling<'t> {
    /// Rectangles of chains of the goal.
    targets: &'t [Rectangle],
    whole: Rectangle,
    /// Coins of the chain and in hand at first.
    coins: usize,
    /// For each corner of a cell the goal's coins above and left of it.
    sums: Vec<usize>,
}

fn number(at: i32) -> usize {
    usize::try_from(at).unwrap_or(0)
}

/// The last line of a rectangle towards a side, and the others.
fn peeled(of: Rectangle, (x, y): Side) -> (Rectangle, Rectangle) {
    let (mut line, mut rest) = (of, of);
    match (x, y) {
        (1, _) => (line.left, rest.right) = (of.right, of.right - 1),
        (-1, _) => (line.right, rest.left) = (of.left, of.left + 1),
        (_, 1) => (line.top, rest.bottom) = (of.bottom, of.bottom - 1),
        _ => (line.bottom, rest.top) = (of.top, of.top + 1),
    }
    (line, rest)
}

/// The sides at the corner between the ends of a chain that is nearer to its path: their lines are peeled
/// without a sweep across the rectangle.
pub fn near(chain: &Chain) -> [Side; 2] {
    let sign = if chain.leans() { 1 } else { -1 };
    [(sign * chain.v.x, sign * chain.v.y), (-sign * chain.u.x, -sign * chain.u.y)]
}

impl<'t> Peeling<'t> {
    /// Of a chain's rectangle; `coins` are those on the chain and in hand, `holds` tells the cells where the
    /// goal has one.
    pub fn new(
        whole: Rectangle,
        coins: usize,
        targets: &'t [Rectangle],
        holds: impl Fn(Coord) -> bool,
    ) -> Self {
        let width = number(whole.width()) + 1;
        let mut sums = vec![0; width];
        for y in whole.top..=whole.bottom {
            let mut row = 0;
            sums.push(0);
            for x in whole.left..=whole.right {
                row += usize::from(holds(Coord::new(x, y)));
                let above = sums.get(sums.len() - width).copied().unwrap_or(0);
                sums.push(above + row);
            }
        }
        Peeling { targets, whole, coins, sums }
    }

    /// Coins of the goal in a rectangle inside the whole.
    fn held(&self, of: Rectangle) -> usize {
        let width = number(self.whole.width()) + 1;
        let sum = |x: i32, y: i32| {
            let at = number(y - self.whole.top) * width + number(x - self.whole.left);
            self.sums.get(at).copied().unwrap_or(0)
        };
        let (right, bottom) = (of.right + 1, of.bottom + 1);
        (sum(right, bottom) + sum(of.left, of.top)) - (sum(of.left, bottom) + sum(right, of.top))
    }

    /// Coins of the chain and in hand when a rectangle is left.
    fn left(&self, of: Rectangle) -> usize {
        self.coins.saturating_sub(self.held(self.whole) - self.held(of))
    }

    fn rest(&self, of: Rectangle) -> Option<Rest> {
        let (held, left) = (self.held(of), self.left(of));
        if held == 0 {
            return Some(Rest::Nothing);
        }
        if left >= of.minimum() + 2 {
            let fits = |target: &Rectangle| of.includes(*target) && self.held(*target) == held;
            if let Some(at) = self.targets.iter().position(fits) {
                return Some(Rest::One(at));
            }
        }
        let line = of.width() == 1 || of.height() == 1;
        (line && left >= of.minimum() + held).then_some(Rest::Line)
    }

    fn allows(&self, of: Rectangle, side: Side) -> bool {
        let (line, rest) = peeled(of, side);
        let left = self.left(of);
        let held = self.held(line);
        if of.width() == 1 || of.height() == 1 {
            let along = if of.width() == 1 { side.0 == 0 } else { side.1 == 0 };
            return along
                && rest.width() > 0
                && rest.height() > 0
                && left > of.minimum()
                && left - held >= rest.minimum();
        }
        left >= of.minimum() + if of.is_odd() { 1 } else { 2 } + held
    }

    /// Whether lines can be peeled down to a rectangle, each time the one with the fewest coins.
    pub fn leads_to(&self, core: Rectangle) -> bool {
        let mut of = self.whole;
        loop {
            if self.held(of) == self.held(core) {
                return self.left(of) >= of.minimum() + 2;
            }
            let open = SIDES.into_iter().filter(|side| self.allows(of, *side));
            let fewer = open.map(|side| peeled(of, side)).filter(|(_, rest)| rest.includes(core));
            let Some((_, rest)) = fewer.min_by_key(|(line, _)| self.held(*line)) else { return false };
            of = rest;
        }
    }

    /// The sides to peel one after the other, and what is left then. The path is near two sides at first.
    pub fn order(&self, near: [Side; 2], meter: &Meter<'_>) -> Result<Option<(Vec<Side>, Rest)>, Stop> {
        let mut failed: FxHashSet<Rectangle> = FxHashSet::default();
        let mut way: Vec<(Rectangle, Vec<Side>)> = vec![(self.whole, self.sides(self.whole, near, None))];
        let mut sides: Vec<Side> = Vec::new();
        if let Some(rest) = self.rest(self.whole) {
            return Ok(Some((sides, rest)));
        }
        while let Some((of, open)) = way.last_mut() {
            let Some(side) = open.pop() else {
                failed.insert(*of);
                way.pop();
                sides.pop();
                continue;
            };
            let (_, next) = peeled(*of, side);
            if failed.contains(&next) {
                continue;
            }
            meter.expanded(1)?;
            sides.push(side);
            if let Some(rest) = self.rest(next) {
                return Ok(Some((sides, rest)));
            }
            way.push((next, self.sides(next, near, Some(side))));
        }
        Ok(None)
    }

    /// The sides that can be peeled, the best one last: such that a target stays whole, that are near the path, with
    /// few coins, and again the same side.
    fn sides(&self, of: Rectangle, near: [Side; 2], before: Option<Side>) -> Vec<Side> {
        let mut sides: Vec<Side> = SIDES.into_iter().filter(|side| self.allows(of, *side)).collect();
        let is_near = |side: &Side| near.contains(side);
        let key = |side: &Side| {
            let (line, rest) = peeled(of, *side);
            let whole = self.targets.iter().any(|target| rest.includes(*target));
            let swept = before.map_or(!is_near(side), |before| is_near(side) != is_near(&before));
            (!whole, swept, self.held(line), before != Some(*side))
        };
        sides.sort_by_key(|side| std::cmp::Reverse(key(side)));
        sides
    }
}
