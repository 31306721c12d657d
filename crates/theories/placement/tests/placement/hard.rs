//! Loops and seas of the size of printed puzzles.

use std::sync::Arc;

use puzzlec_base::Budget;
use puzzlec_placement::cover::{Cover, Way};
use puzzlec_placement::learn::{Learner, refute};
use puzzlec_placement::packing::NONE;
use puzzlec_task::{Condition, Members, ValueSet};
use puzzlec_theory::meter::Meter;

use super::Random;

/// Any number of cells hold 1.
fn binary(cells: usize, goal: Vec<Condition>) -> Cover {
    let ways = (0..cells as u32).flat_map(|cell| {
        [(1, 1), (0, 0)].map(|(entry, value)| Way { entry, cells: vec![(cell, value)], action: NONE })
    });
    let (supply, least, most) = (vec![cells as u32; 2], vec![0, 0], cells as u32);
    Cover { cells, supply, least, most, ways: ways.collect(), goal: Condition::All(goal), overfull: false }
}

fn one() -> ValueSet {
    ValueSet::one(1)
}

/// A random region of faces whose border is one loop.
fn region(random: &mut Random, n: usize) -> Vec<bool> {
    let mut inside = vec![false; n * n];
    let at = |inside: &[bool], x: i64, y: i64| {
        (0..n as i64).contains(&x) && (0..n as i64).contains(&y) && inside[(y * n as i64 + x) as usize]
    };
    inside[(n / 2) * n + n / 2] = true;
    let mut tries = 0;
    while tries < n * n * 40 {
        tries += 1;
        let (x, y) = (random.below(n) as i64, random.below(n) as i64);
        let own = at(&inside, x, y);
        // The ring of neighbours changes twice between inside and outside, so that both stay connected.
        let ring = [(-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0)];
        let ring: Vec<bool> = ring.iter().map(|(dx, dy)| at(&inside, x + dx, y + dy)).collect();
        let changes = (0..8).filter(|i| ring[*i] != ring[(i + 1) % 8]).count();
        let near = [1, 3, 5, 7].iter().filter(|i| ring[**i]).count();
        if changes == 2
            && near > 0
            && near < 4
            && (!own && near <= 2 || own && near >= 2 && random.below(6) == 0)
        {
            inside[(y * n as i64 + x) as usize] = !own;
        }
    }
    inside
}

struct Slitherlink {
    n: usize,
    clues: Vec<Option<u32>>,
}

impl Slitherlink {
    fn horizontal(&self, x: usize, y: usize) -> u32 {
        (y * self.n + x) as u32
    }

    fn vertical(&self, x: usize, y: usize) -> u32 {
        (self.n * (self.n + 1) + y * (self.n + 1) + x) as u32
    }

    fn edges_of(&self, face: usize) -> Vec<u32> {
        let (x, y) = (face % self.n, face / self.n);
        vec![self.horizontal(x, y), self.horizontal(x, y + 1), self.vertical(x, y), self.vertical(x + 1, y)]
    }

    fn new(random: &mut Random, n: usize) -> Self {
        let inside = region(random, n);
        let mut all = Slitherlink { n, clues: vec![None; n * n] };
        let at = |x: i64, y: i64| {
            (0..n as i64).contains(&x) && (0..n as i64).contains(&y) && inside[(y * n as i64 + x) as usize]
        };
        for face in 0..n * n {
            let (x, y) = ((face % n) as i64, (face / n) as i64);
            let near = [(1, 0), (-1, 0), (0, 1), (0, -1)];
            let count = near.iter().filter(|(dx, dy)| at(x + dx, y + dy) != at(x, y)).count();
            all.clues[face] = Some(count as u32);
        }
        all
    }

    fn cover(&self) -> Cover {
        let n = self.n;
        let edges = 2 * n * (n + 1);
        let mut goal = Vec::new();
        for (face, clue) in self.clues.iter().enumerate() {
            if let Some(clue) = clue {
                let vars = self.edges_of(face);
                goal.push(Condition::Count { vars, values: one(), min: *clue, max: *clue });
            }
        }
        let mut holds: Vec<Condition> = (0..edges as u32).map(|edge| Condition::In(edge, one())).collect();
        let mut links = Vec::new();
        for y in 0..=n {
            for x in 0..=n {
                let corner = holds.len() as u32;
                let mut vars = Vec::new();
                if x > 0 {
                    vars.push(self.horizontal(x - 1, y));
                }
                if x < n {
                    vars.push(self.horizontal(x, y));
                }
                if y > 0 {
                    vars.push(self.vertical(x, y - 1));
                }
                if y < n {
                    vars.push(self.vertical(x, y));
                }
                links.extend(vars.iter().map(|edge| (*edge, corner)));
                holds.push(Condition::Any(vars.iter().map(|edge| Condition::In(*edge, one())).collect()));
                let count = |m: u32| Condition::Count { vars: vars.clone(), values: one(), min: m, max: m };
                goal.push(Condition::Any(vec![count(0), count(2)]));
            }
        }
        links.sort_unstable();
        let set = Arc::new(Members { holds, links });
        goal.push(Condition::Components { set, min: 1, max: 1 });
        binary(edges, goal)
    }
}

/// Whether there is one placement, by a refutation of all others.
fn is_unique(cover: &Cover) -> bool {
    let budget = Budget::default();
    let meter = Meter::new(&budget);
    let found = Learner::new(cover).next(&meter).unwrap().unwrap();
    assert!(cover.goal.holds(&cover.held(&found)));
    refute(cover, Some(&found), &meter).unwrap().is_some()
}

/// Clues are taken away until each is needed.
#[test]
fn slitherlink() {
    for (n, seed) in [(7, 0), (7, 1), (10, 2)] {
        let mut random = Random(1000 + seed * 77 + n as u64);
        let mut puzzle = Slitherlink::new(&mut random, n);
        assert!(is_unique(&puzzle.cover()));
        let mut order: Vec<usize> = (0..n * n).collect();
        for i in 0..order.len() {
            let other = random.below(n * n);
            order.swap(i, other);
        }
        for face in order {
            let clue = puzzle.clues[face].take();
            if !is_unique(&puzzle.cover()) {
                puzzle.clues[face] = clue;
            }
        }
        let left = puzzle.clues.iter().flatten().count();
        assert!((n * n / 4..n * n * 2 / 3).contains(&left) && is_unique(&puzzle.cover()), "{left}");
    }
}

/// A sea without pools around islands, each with its size on a cell.
#[test]
fn nurikabe() {
    for (n, seed) in [(8, 1), (8, 2), (10, 1), (10, 2), (12, 1), (15, 1), (15, 2), (15, 3)] {
        let mut random = Random(99 + seed * 1234 + n as u64);
        let near = |cell: usize| {
            let (x, y) = ((cell % n) as i64, (cell / n) as i64);
            [(1, 0), (0, 1), (-1, 0), (0, -1)].into_iter().filter_map(move |(dx, dy)| {
                let (x, y) = (x + dx, y + dy);
                ((0..n as i64).contains(&x) && (0..n as i64).contains(&y))
                    .then_some((y * n as i64 + x) as usize)
            })
        };
        let part = |white: &[bool], from: usize| {
            let (mut seen, mut open) = (vec![from], vec![from]);
            while let Some(cell) = open.pop() {
                for other in near(cell) {
                    if white[other] == white[from] && !seen.contains(&other) {
                        seen.push(other);
                        open.push(other);
                    }
                }
            }
            seen
        };
        let mut white = vec![false; n * n];
        let size = 9;
        loop {
            let pools: Vec<usize> = (0..n * n)
                .filter(|c| c % n + 1 < n && c / n + 1 < n && [0, 1, n, n + 1].iter().all(|d| !white[c + d]))
                .collect();
            if pools.is_empty() {
                break;
            }
            let cell = pools[random.below(pools.len())] + [0, 1, n, n + 1][random.below(4)];
            white[cell] = true;
            let sea: Vec<usize> = (0..n * n).filter(|c| !white[*c]).collect();
            if part(&white, sea[0]).len() != sea.len() || part(&white, cell).len() > size {
                white[cell] = false;
                // Begin anew where nothing fits.
                if random.below(40) == 0 {
                    white.fill(false);
                }
            }
        }
        let mut clues: Vec<(usize, usize)> = Vec::new();
        let mut seen = vec![false; n * n];
        for cell in 0..n * n {
            if white[cell] && !seen[cell] {
                let island = part(&white, cell);
                island.iter().for_each(|c| seen[*c] = true);
                clues.push((island[random.below(island.len())], island.len()));
            }
        }
        let links: Vec<(u32, u32)> = (0..n * n)
            .flat_map(|c| near(c).filter(move |o| *o > c).map(move |o| (c as u32, o as u32)))
            .collect();
        let holds = |value: u16| (0..n * n).map(|c| Condition::In(c as u32, ValueSet::one(value))).collect();
        let sea = Arc::new(Members { holds: holds(1), links: links.clone() });
        let land = Arc::new(Members { holds: holds(0), links });
        let mut goal = vec![Condition::Components { set: sea, min: 0, max: 1 }];
        let is_clue: Arc<[Condition]> = (0..n * n)
            .map(|c| if clues.iter().any(|(at, _)| *at == c) { Condition::True } else { Condition::False })
            .collect();
        for (at, size) in &clues {
            goal.push(Condition::In(*at as u32, ValueSet::one(0)));
            let counted = vec![Condition::True; n * n].into();
            let (set, of, size) = (Arc::clone(&land), *at as u32, *size as u32);
            goal.push(Condition::Component { set, of, counted, min: size, max: size });
        }
        for c in 0..n * n {
            let (set, of, counted) = (Arc::clone(&land), c as u32, is_clue.clone());
            let reached = Condition::Component { set, of, counted, min: 1, max: 1 };
            goal.push(Condition::Any(vec![Condition::In(of, one()), reached]));
            if c % n + 1 < n && c / n + 1 < n {
                let vars = [0, 1, n, n + 1].iter().map(|d| (c + d) as u32).collect();
                goal.push(Condition::Count { vars, values: ValueSet::one(0), min: 1, max: 4 });
            }
        }
        let cover = binary(n * n, goal);
        let budget = Budget::default();
        let meter = Meter::new(&budget);
        let found = Learner::new(&cover).next(&meter).unwrap().unwrap();
        let held = cover.held(&found);
        assert!(cover.goal.holds(&held));
        let proof = refute(&cover, Some(&found), &meter).unwrap();
        if proof.is_none() {
            continue;
        }
        // The only sea is the one that the clues were made of.
        assert!(held.iter().zip(&white).all(|(held, white)| (*held == 0) == *white));
    }
}
