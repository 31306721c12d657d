//! The construction of the prototype, written from its description: another method on the same puzzles, which shares no
//! code with the one of the theory but configurations and spans. It plans where every component of the start keeps at
//! most one of the goal.

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashSet};

use puzzlec_coin_moving::coins::{Coins, Move};
use puzzlec_coin_moving::problem::Problem;
use puzzlec_coin_moving::rectangle::Rectangle;
use puzzlec_coin_moving::span::{Span, Spans};
use puzzlec_model::board::Coord;

mod chain;
mod collect;
mod game;
mod grow;
mod plain;
mod rotate;

use chain::Chain;
use game::Game;

/// The shortest plan over some sets of coins that are taken first, each of two to `most`; nothing where no two coins can go
/// first or last.
pub fn plan(problem: &Problem, most: usize) -> Option<Vec<Move>> {
    let taken_last = redundant(&problem.goal)?;
    let plans = sets(problem)
        .into_iter()
        .filter(|set| (2..=most).contains(&set.len()))
        .map(|set| run(problem, &set, taken_last));
    plans.min_by_key(Vec::len)
}

/// Two coins that can be taken one after the other, each beside two others.
fn redundant(coins: &Coins) -> Option<[Coord; 2]> {
    let mut left = coins.clone();
    coins.iter().filter(|first| coins.neighbours(*first) >= 2).find_map(|first| {
        left.remove(first);
        let second = left.iter().find(|second| left.neighbours(*second) >= 2);
        left.insert(first);
        Some([first, second?])
    })
}

/// Sets of coins of the start without which the rest still spans the goal.
fn sets(problem: &Problem) -> Vec<Vec<Coord>> {
    let mut rest = Rest::new(&problem.start);
    let target = Rest::new(&problem.goal).span();
    let whole = rest.span();
    let outside = problem.start.iter().filter(|cell| target.component(*cell).is_none()).collect();
    let outside = rest.greedy(outside, &target);
    let farthest = rest.greedy(problem.start.iter().collect(), &target);
    let any = redundant(&problem.start).map(Vec::from).or_else(|| rest.pair(|span| *span == whole));
    let relative = rest.pair(|span| span.includes(&target));
    let mut sets: Vec<Vec<Coord>> =
        [any, Some(outside), Some(farthest), relative].into_iter().flatten().collect();
    let mut seen = HashSet::new();
    sets.retain(|set| seen.insert(set.iter().copied().collect::<BTreeSet<Coord>>()));
    sets
}

/// Coins of which some are taken for a trial.
struct Rest {
    coins: Coins,
    spans: Spans,
}

impl Rest {
    fn new(coins: &Coins) -> Self {
        Rest { coins: coins.clone(), spans: Spans::new(coins.width(), coins.height()) }
    }

    fn span(&mut self) -> Span {
        self.spans.span(self.coins.iter())
    }

    fn put(&mut self, cells: &[Coord]) {
        cells.iter().for_each(|cell| {
            self.coins.insert(*cell);
        });
    }

    /// As many of some coins as can go, those farthest from the goal first.
    fn greedy(&mut self, mut coins: Vec<Coord>, target: &Span) -> Vec<Coord> {
        let away = |cell: Coord| target.0.iter().map(|r| r.distance(Rectangle::cell(cell))).min();
        coins.sort_by_key(|cell| (Reverse(away(*cell)), *cell));
        coins.retain(|cell| {
            self.coins.remove(*cell);
            let goes = self.span().includes(target);
            if !goes {
                self.put(&[*cell]);
            }
            goes
        });
        self.put(&coins);
        coins
    }

    /// The first two coins without which the span fits.
    fn pair(&mut self, fits: impl Fn(&Span) -> bool) -> Option<Vec<Coord>> {
        let coins: Vec<Coord> = self.coins.iter().collect();
        let mut goes = |taken: &[Coord]| {
            taken.iter().for_each(|cell| {
                self.coins.remove(*cell);
            });
            let goes = fits(&self.span());
            self.put(taken);
            goes
        };
        coins.iter().enumerate().find_map(|(at, one)| {
            let rest = if goes(&[*one]) { &coins[at + 1..] } else { &[] };
            rest.iter().map(|other| vec![*one, *other]).find(|pair| goes(pair))
        })
    }
}

/// The plan that takes these coins of the start first.
fn run(problem: &Problem, set: &[Coord], taken_last: [Coord; 2]) -> Vec<Move> {
    let mut ours = Game::new(&problem.start);
    set.iter().for_each(|cell| ours.take(*cell));
    let mut theirs = Game::new(&problem.goal);
    taken_last.iter().for_each(|cell| theirs.pick(*cell));
    let targets = theirs.canonicalise(true);
    for chain in ours.canonicalise(false) {
        let mut inside = targets.iter().filter(|target| chain.rectangle().includes(target.rectangle()));
        match (inside.next(), inside.next()) {
            (None, _) => (0..=chain.last()).for_each(|at| ours.take(chain.at(at))),
            (Some(target), None) => {
                let chain = ours.trim(chain, target.rectangle());
                ours.equal(chain, target);
            }
            _ => unreachable!("one goal for each component"),
        }
    }
    assert_eq!((&ours.board, ours.hand), (&theirs.board, theirs.hand));
    let back = theirs.steps.iter().rev().map(|step| step.undone());
    plain::moves(ours.steps.iter().copied().chain(back))
}

impl Game {
    /// Leaves of a chain the part in a rectangle (Lemma 3.2).
    fn trim(&mut self, mut chain: Chain, to: Rectangle) -> Chain {
        let one = chain.local(Coord::new(to.left, to.top));
        let other = chain.local(Coord::new(to.right, to.bottom));
        let ((u1, u2), (v1, v2)) = (sorted(one.0, other.0), sorted(one.1, other.1));
        let wanted: Vec<i32> = (0..)
            .zip(&chain.turns)
            .map(|(v, u)| match v {
                _ if v < v1 => (*u).min(u1),
                _ if v < v2 => (*u).clamp(u1, u2),
                _ => (*u).max(u2),
            })
            .collect();
        self.reshape(&mut chain, &wanted);
        self.recover(&chain);
        self.drop(chain.at(u1 + v1));
        self.drop(chain.at(u2 + v2));
        let outside = (0..=chain.last()).filter(|at| !(u1 + v1..=u2 + v2).contains(at));
        outside.for_each(|at| self.take(chain.at(at)));
        let turns = (v1..v2).map(|v| chain.turns[v as usize] - u1).collect();
        let left = Chain::new(chain.cell(u1, v1), chain.across, chain.down, u2 - u1 + 1, turns);
        self.settle(&left);
        left
    }

    /// Makes a chain equal to another of the same rectangle.
    fn equal(&mut self, chain: Chain, other: &Chain) {
        let mut chain = match chain.framed_as(other) {
            Some(framed) => framed,
            None => self.rotate(chain).framed_as(other).unwrap(),
        };
        self.reshape(&mut chain, &other.turns);
        self.settle(&chain);
    }
}

fn sorted(one: i32, other: i32) -> (i32, i32) {
    (one.min(other), one.max(other))
}
