//! Local search over acyclic orientations.
//!
//! An order of the coins gives an acyclic orientation; the coins whose indegree has the wrong parity are its
//! *defects*, an even number of them if the number of heads has the right parity. To turn an edge round moves a defect from
//! one end to the other, and two defects that meet vanish. An edge may be turned if no other directed path joins its ends;
//! the order is mended between them (Pearce and Kelly 2006). The search walks each defect to the nearest other one,
//! and in a random direction where an edge cannot be turned.

use std::collections::VecDeque;

use super::super::problem::Graph;
use super::random::Random;
use super::table::Table;
use puzzlec_theory::meter::{Halted, Meter};

/// The coins on either side of an edge that are put in order again. Edges that need more are not turned.
const REACH: usize = 1 << 12;

/// An order that removes the coins of a connected graph, if the search finds one from the random order of a seed
/// within so many steps for each coin. The number of heads must have the right parity.
///
/// # Errors
/// A limit was reached.
pub(super) fn order(
    graph: &Graph,
    heads: &[bool],
    seed: u64,
    steps: usize,
    meter: &Meter<'_>,
) -> Result<Option<Vec<u32>>, Halted> {
    let mut local = Local::new(graph, heads, seed);
    let mut left = steps * graph.vertices();
    while let Some(v) = local.waiting.pop_front() {
        if !local.wrong.at(v) {
            continue;
        }
        if left == 0 {
            return Ok(None);
        }
        local.walk(v, &mut left, meter)?;
    }
    Ok(Some(local.order))
}

/// An order with few defects: a random coin that shows heads is next, and any other coin only where there is none.
fn start(graph: &Graph, heads: &[bool], random: &mut Random) -> Vec<u32> {
    let n = graph.vertices();
    let mut others: Vec<u32> = (0..n as u32).collect();
    random.shuffle(&mut others);
    let mut heads: Table<bool> = (0..n).map(|v| heads.get(v) == Some(&true)).collect::<Vec<_>>().into();
    let mut gone = Table::<bool>::new(n);
    // Has every coin that shows heads, and others.
    let mut ready: Vec<u32> = others.iter().copied().filter(|&v| heads.at(v)).collect();
    let mut order = Vec::with_capacity(n);
    while order.len() < n {
        let next = if ready.is_empty() {
            others.pop()
        } else {
            let at = random.below(ready.len());
            Some(ready.swap_remove(at)).filter(|&v| heads.at(v))
        };
        let Some(v) = next.filter(|&v| !gone.at(v)) else {
            continue;
        };
        gone.set(v, true);
        order.push(v);
        for &w in graph.neighbours(v as usize) {
            heads.set(w, !heads.at(w));
            if heads.at(w) && !gone.at(w) {
                ready.push(w);
            }
        }
    }
    order
}

struct Local<'g> {
    graph: &'g Graph,
    order: Vec<u32>,
    place: Table<u32>,
    wrong: Table<bool>,
    /// All defects are here.
    waiting: VecDeque<u32>,
    random: Random,
    /// The last visit of a walk to a vertex, and where it came from.
    visit: Table<u32>,
    from: Table<u32>,
    visits: u32,
}

impl<'g> Local<'g> {
    fn new(graph: &'g Graph, heads: &[bool], seed: u64) -> Self {
        let n = graph.vertices();
        let mut random = Random::new(seed);
        let order = start(graph, heads, &mut random);
        let mut place = Table::<u32>::new(n);
        order.iter().zip(0..).for_each(|(&v, at)| place.set(v, at));
        let is_wrong = |v: usize| {
            let at = place.at(v as u32);
            let entering = graph.neighbours(v).iter().filter(|&&w| place.at(w) < at).count();
            (entering % 2 == 1) == (heads.get(v) == Some(&true))
        };
        let wrong: Vec<bool> = (0..n).map(is_wrong).collect();
        let waiting = order.iter().copied().filter(|&v| wrong.get(v as usize) == Some(&true)).collect();
        let (visit, from) = (Table::new(n), Table::new(n));
        Local { graph, order, place, wrong: Table::from(wrong), waiting, random, visit, from, visits: 0 }
    }

    /// Walks a defect until it meets another, or for a while.
    fn walk(&mut self, v: u32, left: &mut usize, meter: &Meter<'_>) -> Result<(), Halted> {
        let mut v = v;
        let mut path = Vec::new();
        for _ in 0..4 {
            if path.is_empty() {
                path = self.path(v);
            }
            while let Some(w) = path.pop() {
                meter.expanded(1)?;
                *left = left.saturating_sub(1);
                let Some(next) = self.step(v, w) else {
                    break;
                };
                let met = self.wrong.at(next);
                self.wrong.set(v, false);
                self.wrong.set(next, !met);
                if met {
                    return Ok(());
                }
                v = next;
                if next != w {
                    break;
                }
            }
            path.clear();
        }
        self.waiting.push_back(v);
        Ok(())
    }

    /// Turns the edge from v to w, or else one to a random neighbour; the other end of the edge.
    fn step(&mut self, v: u32, w: u32) -> Option<u32> {
        if self.turn(v, w) {
            return Some(w);
        }
        let graph = self.graph;
        let around = graph.neighbours(v as usize);
        let start = self.random.below(around.len());
        let mut others = around.iter().cycle().skip(start).take(around.len()).copied();
        others.find(|&x| x != w && self.turn(v, x))
    }

    /// The way from a defect to the nearest other one, the last vertex first.
    fn path(&mut self, of: u32) -> Vec<u32> {
        let graph = self.graph;
        self.visits += 1;
        self.visit.set(of, self.visits);
        let mut reached = VecDeque::from([of]);
        while let Some(v) = reached.pop_front() {
            if v != of && self.wrong.at(v) {
                let back = std::iter::successors(Some(v), |&v| Some(self.from.at(v)));
                return back.take_while(|&v| v != of).collect();
            }
            let around = graph.neighbours(v as usize);
            let start = self.random.below(around.len());
            for &w in around.iter().cycle().skip(start).take(around.len()) {
                if self.visit.at(w) != self.visits {
                    self.visit.set(w, self.visits);
                    self.from.set(w, v);
                    reached.push_back(w);
                }
            }
        }
        Vec::new()
    }

    /// Turns an edge, if no other directed path joins its ends.
    fn turn(&mut self, a: u32, b: u32) -> bool {
        let (a, b) = if self.place.at(a) < self.place.at(b) { (a, b) } else { (b, a) };
        let between = self.place.at(a)..self.place.at(b);
        let Some(after) = self.reach(a, b, |at| between.contains(&at), |from, to| from < to) else {
            return false;
        };
        let between = self.place.at(a) + 1..self.place.at(b) + 1;
        let Some(before) = self.reach(b, a, |at| between.contains(&at), |from, to| from > to) else {
            return false;
        };
        let mut places: Vec<u32> = before.iter().chain(&after).map(|&v| self.place.at(v)).collect();
        places.sort_unstable();
        for (&v, &at) in before.iter().chain(&after).zip(&places) {
            self.place.set(v, at);
            if let Some(slot) = self.order.get_mut(at as usize) {
                *slot = v;
            }
        }
        true
    }

    /// The vertices on the directed paths from a vertex, in order, within some places; nothing if they lead to a vertex
    /// `but` by more than the edge to it, or are more than [`REACH`].
    fn reach(
        &mut self,
        of: u32,
        but: u32,
        within: impl Fn(u32) -> bool,
        follows: impl Fn(u32, u32) -> bool,
    ) -> Option<Vec<u32>> {
        self.visits += 1;
        self.visit.set(of, self.visits);
        let mut reached = vec![of];
        let mut next = 0;
        while let Some(&v) = reached.get(next) {
            next += 1;
            for &w in self.graph.neighbours(v as usize) {
                if w == but {
                    if v != of {
                        return None;
                    }
                } else if self.visit.at(w) != self.visits
                    && within(self.place.at(w))
                    && follows(self.place.at(v), self.place.at(w))
                {
                    self.visit.set(w, self.visits);
                    reached.push(w);
                }
            }
            if reached.len() > REACH {
                return None;
            }
        }
        reached.sort_unstable_by_key(|&v| self.place.at(v));
        Some(reached)
    }
}
