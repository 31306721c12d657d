//! What the growth of a chain will cost, foreseen without the steps.

use super::absorb::{Side, face, ring};
use super::chain::Chain;
use super::costs::Costs;
use super::game::Game;
use crate::rectangle::Rectangle;
use puzzlec_model::board::Coord;

/// Steps for each cell that a path sweeps where many lie between the paths.
const SWEEP: i64 = 2;
/// Steps for each cell to rotate a chain of the goal's rectangle and to bring it to the goal's path.
const TURN: i64 = 4;
/// Of the coins near a chain so many are considered.
const COINS: usize = 3;

/// How a chain grows on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// It takes up a coin.
    Absorb(Coord),
    /// It changes over to the other corners.
    Rotate,
    /// It is cut down to a rectangle.
    Trim(Rectangle),
}

/// The aim of a chain that grows.
#[derive(Clone, Debug)]
pub struct Aim {
    /// The rectangle around the goal: a chain that includes it is enough.
    pub around: Rectangle,
    /// The chain of the goal that it becomes in the end, where there is only one.
    pub last: Option<Chain>,
}

/// Foresees the growth of chains.
#[derive(Debug)]
pub struct Forecast<'f, 'm> {
    game: &'f Game<'m>,
    aim: Option<&'f Aim>,
    /// Coins of the chain itself do not count.
    own: Rectangle,
}

impl<'f, 'm> Forecast<'f, 'm> {
    /// For a chain on this board.
    pub fn new(game: &'f Game<'m>, aim: Option<&'f Aim>, chain: &Chain) -> Self {
        Forecast { game, aim, own: chain.rectangle() }
    }

    /// Whether a chain includes the goal, so that nothing else is needed.
    pub fn is_done(&self, chain: &Chain) -> bool {
        self.aim.is_some_and(|aim| chain.rectangle().includes(aim.around))
    }

    /// What to do next with a chain; nothing where it is finished, or there is no coin near it.
    pub fn next(&self, chain: &Chain, rotated: bool) -> Option<Action> {
        if self.is_done(chain) {
            return None;
        }
        let near = self.near(chain);
        let (cost, first) = near.iter().min().copied()?;
        if chain.w.min(chain.h) < 2 || cost <= i64::from(chain.w + chain.h) {
            return Some(Action::Absorb(first));
        }
        let mut taken = Vec::new();
        let mut best = (self.growth(&mut chain.clone(), i64::MAX, &mut taken), Action::Absorb(first));
        let mut consider = |action: Action, mut chain: Chain, steps: i64, enlarge: Option<Coord>| {
            let steps = steps + enlarge.map_or(0, |coin| self.absorb(&mut chain, coin));
            let done = self.growth(&mut chain, best.0.saturating_sub(steps), &mut Vec::new());
            let steps = steps + done;
            // What is cut off may be missed later.
            let leads = !matches!(action, Action::Trim(_)) || self.is_done(&chain);
            if steps < best.0 && leads {
                best = (steps, action);
            }
        };
        if !rotated {
            let (steps, turned) = self.rotated(chain);
            consider(Action::Rotate, turned, steps, None);
        }
        if let Some(wanted) = self.wanted(&taken).filter(|_| self.game.is_free()) {
            let area = |of: Rectangle| i64::from(of.width()) * i64::from(of.height());
            if 10 * area(wanted) < 9 * area(chain.rectangle()) {
                let (steps, cut) = self.cut(chain, wanted);
                consider(Action::Trim(wanted), cut, steps, None);
            }
        }
        let mut near = near;
        near.sort_unstable();
        for (_, coin) in near.into_iter().take(COINS).skip(1) {
            consider(Action::Absorb(coin), chain.clone(), 0, Some(coin));
        }
        Some(best.1)
    }

    /// The coins near a chain, with the steps that it takes to take them up.
    fn near(&self, chain: &Chain) -> Vec<(i64, Coord)> {
        let costs = Costs::of(chain, self.game);
        let near = ring(chain.rectangle()).filter(|cell| self.game.has(*cell) && !self.own.contains(*cell));
        near.map(|cell| (costs.of_coin(cell), cell)).collect()
    }

    /// Steps until a chain includes the goal or is as large as single coins make it, always with the cheapest coin
    /// next, and then is the goal's. Tells the coins that it takes up, each with the rectangle before.
    fn growth(&self, chain: &mut Chain, below: i64, taken: &mut Vec<(Rectangle, Coord)>) -> i64 {
        let mut steps = 0;
        while steps < below && self.game.meter().poll().is_ok() {
            let own = chain.rectangle();
            let near = if self.is_done(chain) { Vec::new() } else { self.near(chain) };
            let Some((cost, coin)) = near.into_iter().min() else { return steps + self.ending(chain) };
            taken.push((own, coin));
            steps += cost;
            self.grown(chain, coin);
        }
        steps
    }

    /// The smallest rectangle found from which coins, one after the other, lead to one around the goal.
    fn wanted(&self, taken: &[(Rectangle, Coord)]) -> Option<Rectangle> {
        let mut wanted = self.aim?.around;
        let (last, coin) = taken.last()?;
        if !last.join(Rectangle::cell(*coin)).includes(wanted) {
            return None;
        }
        for (own, coin) in taken.iter().rev() {
            let coin = Rectangle::cell(*coin);
            if own.includes(wanted) {
                continue;
            }
            let inner = wanted.meet(*own);
            let around = Rectangle {
                top: coin.top - 2,
                left: coin.left - 2,
                bottom: coin.bottom + 2,
                right: coin.right + 2,
            };
            let near =
                around.meet(*own)?.cells().map(Rectangle::cell).filter(|cell| cell.distance(coin) <= 2);
            let joined = near.map(|cell| inner.map_or(cell, |inner| inner.join(cell)));
            wanted = joined.min_by_key(|of| (of.width() * of.height(), *of))?;
        }
        Some(wanted)
    }

    /// The chain cut down to a rectangle, and the steps.
    fn cut(&self, chain: &Chain, to: Rectangle) -> (i64, Chain) {
        let mut chain = chain.clone();
        let (profile, [first, last]) = chain.trimmed(to);
        let swept = chain.profile().iter().zip(&profile).map(|(a, b)| i64::from((a - b).abs())).sum::<i64>();
        chain.bend(&profile);
        chain.cut(first, last);
        (SWEEP * swept, chain)
    }

    /// The chain rotated, and the steps.
    fn rotated(&self, chain: &Chain) -> (i64, Chain) {
        let mut chain = chain.clone();
        if chain.w == 1 || chain.h == 1 {
            chain.mirror_line();
            return (0, chain);
        }
        let steps = Costs::of(&chain, self.game).rotation();
        if chain.leans() {
            chain.transpose();
        }
        let (w, h) = (chain.w, chain.h);
        let cells = (0..w).map(|u| (u, h - 1)).chain((0..h - 1).rev().map(|v| (w - 1, v)));
        let cells: Vec<Coord> = cells.map(|(u, v)| chain.global(u, v)).collect();
        (steps, Chain::along(cells).unwrap_or(chain))
    }

    /// Takes up a coin; tells the steps.
    fn absorb(&self, chain: &mut Chain, coin: Coord) -> i64 {
        let steps = Costs::of(chain, self.game).of_coin(coin);
        self.grown(chain, coin);
        steps
    }

    /// Takes up a coin.
    fn grown(&self, chain: &mut Chain, coin: Coord) {
        match face(chain, coin) {
            Side::Front => chain.prepend(-1, -1),
            Side::Corner => {
                let costs = Costs::of(chain, self.game);
                if costs.reseed(coin) < costs.rotation() {
                    chain.widen(coin);
                } else {
                    *chain = self.rotated(chain).1;
                    face(chain, coin);
                    chain.prepend(-1, -1);
                }
            }
            Side::Above(column, rows) => {
                let lays = self.game.lays(rows);
                let reach = chain.reach(column, rows, self.game.carries(rows));
                let profile: Vec<i32> = chain.profile().into_iter().map(|at| at.max(reach)).collect();
                chain.bend(&profile);
                if lays {
                    chain.relay(column, -rows);
                } else {
                    chain.prepend(0, -rows);
                }
            }
        }
    }

    /// Steps to cut a chain down to the goal.
    fn ending(&self, chain: &Chain) -> i64 {
        let Some(Aim { around, last: Some(last) }) = self.aim else { return 0 };
        if !chain.rectangle().includes(*around) {
            return 0;
        }
        let (steps, cut) = self.cut(chain, *around);
        let falls = |of: &Chain| (of.front().x < of.back().x) == (of.front().y < of.back().y);
        let rotates = last.w > 1 && last.h > 1 && falls(&cut) != falls(last);
        steps + if rotates { TURN * i64::from(last.w) * i64::from(last.h) } else { 0 }
    }
}
