//! Splitting a chain over several components of the goal (Lemma 4.9, Theorem 4.8): the rectangle is peeled
//! line by line, and the goal's coins stay behind.

use rustc_hash::FxHashSet;

use super::chain::Chain;
use super::game::{Game, Stop};
use crate::model::board::Coord;
use crate::theories::coin_moving::rectangle::Rectangle;

/// A border of a rectangle, by the step towards it.
type Side = (i32, i32);

const SIDES: [Side; 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];

/// What is left when lines were peeled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rest {
    /// No coin of the goal.
    Nothing,
    /// One component of the goal, by its number.
    One(usize),
    /// A line, all of whose coins can be filled in.
    Line,
}

/// The order of peeling, found without the board.
struct Peeling<'g> {
    goal: &'g Game<'g>,
    targets: &'g [&'g Chain],
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

impl<'g> Peeling<'g> {
    fn new(goal: &'g Game<'g>, targets: &'g [&'g Chain], whole: Rectangle, coins: usize) -> Self {
        let width = number(whole.width()) + 1;
        let mut sums = vec![0; width];
        for y in whole.top..=whole.bottom {
            let mut row = 0;
            sums.push(0);
            for x in whole.left..=whole.right {
                row += usize::from(goal.has(Coord::new(x, y)));
                let above = sums.get(sums.len() - width).copied().unwrap_or(0);
                sums.push(above + row);
            }
        }
        Peeling { goal, targets, whole, coins, sums }
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
            let fits =
                |target: &&Chain| of.includes(target.rectangle()) && self.held(target.rectangle()) == held;
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

    /// The sides to peel one after the other, and what is left then.
    fn order(&self, game: &Game<'_>) -> Result<Option<(Vec<Side>, Rest)>, Stop> {
        let mut failed: FxHashSet<Rectangle> = FxHashSet::default();
        let mut way: Vec<(Rectangle, Vec<Side>)> = vec![(self.whole, self.sides(self.whole, None))];
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
            game.meter().expanded(1)?;
            sides.push(side);
            if let Some(rest) = self.rest(next) {
                return Ok(Some((sides, rest)));
            }
            way.push((next, self.sides(next, Some(side))));
        }
        Ok(None)
    }

    /// The sides that can be peeled, the best one last.
    fn sides(&self, of: Rectangle, before: Option<Side>) -> Vec<Side> {
        let mut sides: Vec<Side> = SIDES.into_iter().filter(|side| self.allows(of, *side)).collect();
        let key = |side: &Side| (self.held(peeled(of, *side).0), before != Some(*side));
        sides.sort_by_key(|side| std::cmp::Reverse(key(side)));
        sides
    }
}

impl Game<'_> {
    /// Leaves the coins of a goal in a chain's rectangle, and nothing else; the chain has its fewest coins.
    /// Cannot be undone.
    pub fn split(&mut self, chain: Chain, goal: &Game<'_>, targets: &[&Chain]) -> Result<(), Stop> {
        let coins = chain.minimum() + self.hand();
        let peeling = Peeling::new(goal, targets, chain.rectangle(), coins);
        let (sides, rest) = peeling.order(self)?.ok_or(Stop::Stuck)?;
        let mut chain = chain;
        for side in sides {
            self.peel(&mut chain, side, peeling.goal)?;
        }
        match rest {
            Rest::Nothing => chain.path().iter().try_for_each(|cell| self.take(*cell)),
            Rest::One(at) => {
                let target = targets.get(at).copied().ok_or(Stop::Stuck)?;
                let trimmed = self.trim(chain, target.rectangle())?;
                self.follow(trimmed, target)
            }
            Rest::Line => {
                let (stay, go): (Vec<Coord>, Vec<Coord>) = chain.path().iter().partition(|c| goal.has(**c));
                stay.into_iter().try_for_each(|cell| self.put(cell))?;
                go.into_iter().try_for_each(|cell| self.take(cell))
            }
        }
    }

    /// Cuts the last line towards a side off a chain's rectangle; the goal's coins on it stay.
    fn peel(&mut self, chain: &mut Chain, side: Side, goal: &Game<'_>) -> Result<(), Stop> {
        if (chain.v.x == 0) != (side.0 == 0) {
            chain.transpose();
        }
        if (chain.v.x, chain.v.y) != side {
            chain.reverse();
        }
        let (w, h) = (chain.w, chain.h);
        if w > 1 {
            let least = (0..w).find(|u| goal.has(chain.global(*u, h - 1))).unwrap_or(w - 1);
            let mut profile: Vec<i32> = chain.profile();
            if least == w - 1 {
                profile.iter_mut().rev().take(1).for_each(|at| *at = least);
            } else {
                profile.iter_mut().for_each(|at| *at = (*at).min(least));
            }
            self.reshape(chain, &profile)?;
            for u in profile.last().copied().unwrap_or(w - 1)..w - 1 {
                let leave = goal.has(chain.cell(h - 1 + u));
                self.flip_leaving(chain, h - 1 + u, leave)?;
            }
        }
        self.put(chain.cell(chain.last() - 1))?;
        if !goal.has(chain.back()) {
            self.take(chain.back())?;
        }
        chain.shorten_back();
        self.recover(chain)
    }
}
