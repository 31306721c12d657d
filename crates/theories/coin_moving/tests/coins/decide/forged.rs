//! Proofs with one change: what the checker still accepts holds by the definitions.

use std::collections::BTreeMap;

use puzzlec_coin_moving::decide::{Decision, Layer};
use puzzlec_coin_moving::problem::Problem;
use puzzlec_model::board::Coord;
use puzzlec_proofs::coin_moving::proof::{Body, Corners, Proof};
use serde_json::{Value, json};

use super::proofs::{closure, components, name};
use super::truth::{Random, Small, met};
use super::{Plane, asked, written};

/// All bodies that differ from one in one place.
fn changed(body: &Value, small: &Small) -> Vec<Value> {
    match body {
        Value::String(text) => {
            let all = small.coords((1 << small.cells()) - 1).into_iter().map(name);
            let odd = ["", "a0", "A1", "Z9", "(0,0)", "(1,0)", "a1 "].map(str::to_owned);
            all.chain(odd).filter(|other| other != text).map(Value::String).collect()
        }
        Value::Array(items) => {
            let mut found = Vec::new();
            for (at, item) in items.iter().enumerate() {
                let mut less = items.clone();
                less.remove(at);
                found.push(less);
                let mut twice = items.clone();
                twice.insert(at, item.clone());
                found.push(twice);
                found.extend((at > 0).then(|| {
                    let mut swapped = items.clone();
                    swapped.swap(at - 1, at);
                    swapped
                }));
                found.extend(changed(item, small).into_iter().map(|other| {
                    let mut items = items.clone();
                    items[at] = other;
                    items
                }));
            }
            found.into_iter().map(Value::Array).collect()
        }
        Value::Object(fields) => {
            let mut found = Vec::new();
            for (key, value) in fields {
                if key == "kind" {
                    let kinds =
                        ["counts", "no_last_move", "even_minimum", "isolated", "split", "late_split", ""];
                    for kind in kinds.iter().filter(|kind| **kind != value) {
                        let mut other = fields.clone();
                        other.insert(key.clone(), json!(kind));
                        found.push(other);
                    }
                } else {
                    found.extend(changed(value, small).into_iter().map(|value| {
                        let mut other = fields.clone();
                        other.insert(key.clone(), value);
                        other
                    }));
                }
                let mut less = fields.clone();
                less.remove(key);
                found.push(less);
            }
            let mut more = fields.clone();
            more.insert("more".to_owned(), json!(1));
            found.push(more);
            found.into_iter().map(Value::Object).collect()
        }
        _ => vec![json!([])],
    }
}

/// A puzzle on a small box, and what is reached.
struct Case<'a> {
    small: &'a Small,
    start: u32,
    goal: u32,
    reached: &'a [u64],
}

impl Case<'_> {
    fn bit(&self, name: &str) -> Option<u32> {
        let all = self.small.coords((1 << self.small.cells()) - 1);
        let at = all.iter().position(|cell| super::proofs::name(*cell) == name)?;
        Some(1 << at)
    }

    fn rectangle(&self, corners: &Corners) -> Option<[Coord; 2]> {
        let cell = |name: &String| Some(self.small.coords(self.bit(name)?)[0]);
        let [a, b] = [cell(&corners[0])?, cell(&corners[1])?];
        (a.x <= b.x && a.y <= b.y).then_some([a, b])
    }

    fn set(&self, [a, b]: [Coord; 2]) -> u32 {
        let inside = |c: &Coord| (a.x..=b.x).contains(&c.x) && (a.y..=b.y).contains(&c.y);
        let all = self.small.coords((1 << self.small.cells()) - 1).into_iter().enumerate();
        all.filter(|(_, c)| inside(c)).fold(0, |set, (at, _)| set | 1 << at)
    }

    fn touching(&self, set: u32) -> usize {
        let coins = self.small.coords(set);
        let near = |a: &Coord| coins.iter().filter(|b| (a.x - b.x).abs() + (a.y - b.y).abs() == 1).count();
        coins.iter().filter(|coin| near(coin) > 0).count()
    }

    fn one_move(&self) -> bool {
        let mut found = false;
        self.small.moves(self.start, |next| found |= next == self.goal);
        found
    }

    /// Whether two rectangles are in different components of what a position spans; nothing where one is in none.
    fn parted(&self, at: u32, pair: [u32; 2]) -> Option<bool> {
        let span = components(self.small, closure(self.small, at));
        let place = |part: u32| span.iter().position(|whole| part & !self.set(*whole) == 0);
        Some(place(pair[0])? != place(pair[1])?)
    }

    /// What a proof says, by the definitions.
    fn holds(&self, proof: &Proof) -> Option<bool> {
        let small = self.small;
        Some(match proof {
            Proof::Counts {} => self.start.count_ones() != self.goal.count_ones(),
            Proof::Outside { rectangles, coin } => {
                let sets = rectangles.iter().map(|r| Some(self.set(self.rectangle(r)?)));
                let all = sets.collect::<Option<Vec<u32>>>()?.into_iter().fold(0, |all, set| all | set);
                let coin = self.bit(coin)?;
                closure(small, all) == all && self.start & !all == 0 && coin & self.goal & !all != 0
            }
            Proof::NoLastMove {} => {
                let coins = small.coords(self.goal);
                let near =
                    |a: &Coord| coins.iter().filter(|b| (a.x - b.x).abs() + (a.y - b.y).abs() == 1).count();
                coins.iter().all(|coin| near(coin) < 2)
            }
            Proof::NoFirstMove { lost } => {
                let coins = small.coords(self.start);
                coins.len() == lost.len()
                    && coins.iter().zip(lost).all(|(coin, lost)| {
                        let rest = self.start & !(1 << (coin.y * small.width + coin.x));
                        self.bit(lost).is_some_and(|lost| lost & self.goal & !closure(small, rest) != 0)
                    })
            }
            Proof::Isolated { coin } => {
                let coin = self.bit(coin)?;
                coin & self.goal != 0 && self.touching(self.goal & !coin) == 0 && !self.one_move()
            }
            Proof::EvenMinimum {} => {
                let [a, b] = [self.start, self.goal].map(|set| components(small, closure(small, set)));
                let [[first, last]] = a.as_slice() else { return Some(false) };
                let half = last.x - first.x + last.y - first.y + 2;
                let coins = [self.start, self.goal].map(|set| set.count_ones() as i32);
                a == b && half % 2 == 0 && coins == [half / 2 + 1; 2] && !self.one_move()
            }
            Proof::Split { components } => self.needs(components)? - 1 > 2 * self.start.count_ones() as i32,
            Proof::LateSplit { components } => {
                let [one, other] = [self.rectangle(&components[0])?, self.rectangle(&components[1])?];
                let pair = [self.set(one), self.set(other)];
                let mut early = false;
                small.moves(self.start, |next| {
                    early |= self.parted(next, pair) == Some(true);
                    small.moves(next, |then| early |= self.parted(then, pair) == Some(true));
                });
                !early && self.needs(components)? + 2 > 2 * self.start.count_ones() as i32
            }
            Proof::LookBack { positions } => {
                let sets = positions.iter().map(|coins| {
                    let bits = coins.iter().map(|coin| self.bit(coin)).collect::<Option<Vec<_>>>()?;
                    Some(bits.into_iter().fold(0, |set, bit| set | bit))
                });
                let mut all = sets.collect::<Option<Vec<u32>>>()?;
                all.push(self.goal);
                // Nothing that is reached leads into them.
                let mut sound = !all.contains(&self.start);
                for at in small.positions(self.goal.count_ones()) {
                    if met(self.reached, at) && !all.contains(&at) {
                        small.moves(at, |next| sound &= !all.contains(&next));
                    }
                }
                sound
            }
            // These have tests of their own.
            Proof::Poking { .. } | Proof::Exhausted { .. } | Proof::Apart { .. } | Proof::Passed { .. } => {
                return None;
            }
        })
    }

    /// m1 + n1 + m2 + n2 + h of two components of the goal in one of the start.
    fn needs(&self, corners: &[Corners; 2]) -> Option<i32> {
        let [one, other] = [self.rectangle(&corners[0])?, self.rectangle(&corners[1])?];
        let goal = components(self.small, closure(self.small, self.goal));
        let parts = one != other && goal.contains(&one) && goal.contains(&other);
        let together = self.parted(self.start, [self.set(one), self.set(other)]) == Some(false);
        let half = |[a, b]: [Coord; 2]| b.x - a.x + b.y - a.y + 2;
        let gap = |a: fn(&Coord) -> i32| {
            let between = (a(&one[0]) - a(&other[1])).max(a(&other[0]) - a(&one[1])) - 1;
            (between >= 0).then_some(between)
        };
        let gap = match (gap(|c| c.x), gap(|c| c.y)) {
            (Some(gap), None) | (None, Some(gap)) => gap,
            _ => return None,
        };
        (parts && together).then_some(half(one) + half(other) + gap)
    }
}

#[test]
fn what_is_accepted_holds() {
    let mut plane = Plane::new();
    let mut random = Random(11);
    // By kind how many changed proofs there were, how many of them hold, and how many were accepted.
    let mut counts: BTreeMap<String, [usize; 3]> = BTreeMap::new();
    for (width, height, starts) in [(3, 3, 30), (5, 2, 30), (4, 3, 20), (3, 5, 8)] {
        let small = Small::new(width, height);
        let mut reached = Vec::new();
        for _ in 0..starts {
            let coins = 4 + random.below(3) as u32;
            let start = random.position(&small, coins);
            small.reach(start, &mut reached);
            for _ in 0..8 {
                let goal = random.position(&small, coins);
                let case = Case { small: &small, start, goal, reached: &reached };
                let [from, to] = [start, goal].map(|set| small.coords(set));
                let problem = Problem::new(&from, &to).unwrap();
                for layer in Layer::ALL {
                    let Decision::No(reason) = asked(&problem, layer) else { continue };
                    let body = written(&problem, &reason);
                    let kind = body["goals"][0]["kind"].as_str().unwrap().to_owned();
                    // Proofs by pokes have tests of their own.
                    let Some(holds) = case.holds(&read(&body).unwrap()) else { continue };
                    assert!(holds, "{body}");
                    let entry = counts.entry(kind).or_default();
                    if entry[0] > 1_000 {
                        continue;
                    }
                    let all = changed(&body, &small);
                    let every = all.len().div_ceil(80);
                    for changed in all.into_iter().skip(random.below(every as u64) as usize).step_by(every) {
                        entry[0] += 1;
                        let accepted = plane.accepts(&from, &to, &changed);
                        let holds = read(&changed).is_some_and(|proof| case.holds(&proof) == Some(true));
                        entry[1] += usize::from(holds);
                        entry[2] += usize::from(accepted);
                        let told = || format!("{} -> {}: {changed}", small.show(start), small.show(goal));
                        assert!(!accepted || holds, "{}", told());
                    }
                }
            }
        }
    }
    println!("{counts:?}");
    assert!(counts.values().all(|[tried, _, accepted]| accepted < tried));
}

/// The proof of a body of one goal.
fn read(body: &Value) -> Option<Proof> {
    let body: Body = serde_json::from_value(body.clone()).ok()?;
    let [proof] = body.goals.try_into().ok()?;
    Some(proof)
}

#[test]
fn a_position_before_the_goal_cannot_be_left_out() {
    let mut plane = Plane::new();
    let mut random = Random(5);
    let small = Small::new(4, 3);
    let mut tried = 0;
    while tried < 40 {
        let coins = 5 + random.below(2) as u32;
        let [start, goal] = [random.position(&small, coins), random.position(&small, coins)];
        let [from, to] = [start, goal].map(|set| small.coords(set));
        let problem = Problem::new(&from, &to).unwrap();
        let Decision::No(reason) = asked(&problem, Layer::LookBack) else { continue };
        let mut body = written(&problem, &reason);
        assert!(plane.accepts(&from, &to, &body));
        let all = body["goals"][0]["positions"].as_array().unwrap().clone();
        for at in 0..all.len() {
            let mut less = all.clone();
            less.remove(at);
            body["goals"][0]["positions"] = Value::Array(less);
            assert!(!plane.accepts(&from, &to, &body), "{body}");
        }
        tried += usize::from(!all.is_empty());
    }
}
