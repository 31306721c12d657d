//! Every layer beside all positions that are reached.

use std::collections::BTreeMap;

use puzzlec_base::Budget;
use puzzlec_coin_moving::decide::{Behind, Decision, Layer, look_back};
use puzzlec_coin_moving::problem::Problem;
use puzzlec_theory::meter::Meter;

use super::asked;
use super::truth::{Random, Small, met};

/// How many pairs there are, and how many of them each layer decides first.
#[derive(Default)]
struct Shares {
    pairs: u64,
    first: BTreeMap<Option<Layer>, u64>,
}

impl Shares {
    fn left(&self) -> f64 {
        let open = self.first.get(&None).copied().unwrap_or(0);
        100.0 * open as f64 / self.pairs as f64
    }

    fn print(&self, name: &str) {
        println!("{name}: {} pairs, {:.2} % left to search", self.pairs, self.left());
        for (layer, pairs) in &self.first {
            let name = layer.map_or("none".to_owned(), |layer| format!("{layer:?}"));
            println!("  {name}: {:.2} %", 100.0 * *pairs as f64 / self.pairs as f64);
        }
    }

    fn join(&mut self, other: Shares) {
        self.pairs += other.pairs;
        for (layer, pairs) in other.first {
            *self.first.entry(layer).or_default() += pairs;
        }
    }

    /// Asks every layer, the last ones only where none decided or `all`.
    fn ask(&mut self, small: &Small, [start, goal]: [u32; 2], reached: bool, all: bool, times: u64) {
        let problem = Problem::new(&small.coords(start), &small.coords(goal)).unwrap();
        let told = || format!("{} -> {}", small.show(start), small.show(goal));
        let mut first = None;
        for layer in Layer::ALL {
            if layer == Layer::LookBack && first.is_some() && !all {
                continue;
            }
            let verdict = asked(&problem, layer);
            if verdict == Decision::Open {
                continue;
            }
            assert_eq!(verdict == Decision::Yes, reached, "{layer:?}: {}", told());
            first = first.or(Some(layer));
            if layer == Layer::LookBack && reached {
                behind(&problem);
            }
        }
        self.pairs += times;
        *self.first.entry(first).or_default() += times;
    }
}

/// The moves from a position before the goal are legal, and lead to the goal.
fn behind(problem: &Problem) {
    let found = look_back(problem, &Meter::new(&Budget::unlimited())).unwrap();
    let Behind::Plan { mut middle, moves } = found else { panic!() };
    for step in moves {
        assert!(middle.allows(step));
        middle.play(step);
    }
    assert_eq!(middle, problem.goal);
}

/// All pairs of a box, of starts that are mirror images of each other just one; every so many of them. On all
/// processors.
fn all_pairs(width: i32, height: i32, every: usize) -> Shares {
    let small = Small::new(width, height);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut shares = Shares::default();
    let mut before = 0;
    for coins in 1..small.cells() {
        let positions = small.positions(coins);
        let mut images: BTreeMap<u32, u64> = BTreeMap::new();
        for position in &positions {
            *images.entry(small.least_image(*position)).or_default() += 1;
        }
        let starts: Vec<(usize, (u32, u64))> = images.into_iter().enumerate().collect();
        let part = |thread: usize| {
            let (mut part, mut reached) = (Shares::default(), Vec::new());
            for (at, (start, times)) in starts.iter().skip(thread).step_by(threads) {
                small.reach(*start, &mut reached);
                for (number, goal) in (before + at * positions.len() + 1..).zip(&positions) {
                    if number.is_multiple_of(every) {
                        let all = number.is_multiple_of(64 * every);
                        part.ask(&small, [*start, *goal], met(&reached, *goal), all, *times);
                    }
                }
            }
            part
        };
        std::thread::scope(|scope| {
            let parts: Vec<_> = (0..threads).map(|thread| scope.spawn(move || part(thread))).collect();
            parts.into_iter().for_each(|part| shares.join(part.join().unwrap()));
        });
        before += starts.len() * positions.len();
    }
    shares
}

#[test]
fn no_layer_is_wrong() {
    for (width, height, every) in [(3, 3, 11), (4, 2, 5), (5, 2, 61), (4, 3, 401)] {
        let shares = all_pairs(width, height, every);
        shares.print(&format!("{width} by {height}"));
        assert!(shares.left() <= 2.0);
    }
}

/// In one row the layers leave nothing: one coin to spare on both sides is enough there.
#[test]
fn one_row_is_decided() {
    for (width, every) in [(7, 1), (9, 7), (11, 293)] {
        let shares = all_pairs(width, 1, every);
        shares.print(&format!("{width} by 1"));
        assert!(shares.left() == 0.0 && shares.first.contains_key(&Some(Layer::Lines)));
    }
}

#[test]
#[ignore = "every pair of four small boxes"]
fn no_layer_is_wrong_on_any_pair() {
    for (width, height) in [(3, 3), (4, 2), (5, 2), (4, 3)] {
        let shares = all_pairs(width, height, 1);
        shares.print(&format!("{width} by {height}"));
        assert!(shares.left() <= 2.0);
    }
}

#[test]
#[ignore = "155 million pairs"]
fn no_layer_is_wrong_on_any_pair_of_five_by_three() {
    let shares = all_pairs(5, 3, 1);
    shares.print("5 by 3");
    assert!(shares.left() <= 2.0);
}

/// Random pairs: for each of so many random starts random goals with as many coins, beside all positions that the
/// start reaches.
fn random_pairs(width: i32, height: i32, starts: u32, goals: u32) -> Shares {
    let small = Small::new(width, height);
    let mut random = Random(u64::from(small.cells()));
    let mut shares = Shares::default();
    let mut reached = Vec::new();
    for _ in 0..starts {
        let coins = 1 + random.below(u64::from(small.cells()) - 1) as u32;
        let start = random.position(&small, coins);
        small.reach(start, &mut reached);
        for _ in 0..goals {
            let goal = random.position(&small, coins);
            shares.ask(&small, [start, goal], met(&reached, goal), false, 1);
        }
    }
    shares
}

#[test]
fn no_layer_is_wrong_on_random_pairs() {
    for (width, height) in [(4, 4), (7, 2), (6, 3)] {
        let shares = random_pairs(width, height, 6, 40);
        shares.print(&format!("{width} by {height}"));
    }
}

#[test]
#[ignore = "200,000 random pairs, with up to 40 million positions for a start"]
fn no_layer_is_wrong_on_many_random_pairs() {
    for (width, height) in [(4, 4), (7, 2), (6, 3), (5, 4), (7, 3), (6, 4), (5, 5), (4, 7)] {
        let shares = random_pairs(width, height, 25, 1000);
        shares.print(&format!("{width} by {height}"));
        assert!(shares.left() <= 2.0);
    }
}
