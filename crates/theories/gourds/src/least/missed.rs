//! The cells that near-perfect matchings of a small graph leave free.

use std::collections::VecDeque;

const FREE: u8 = u8::MAX;

/// The vertices that some matching leaves free which leaves free exactly one vertex; none if there is no such matching. The
/// graph has the vertices of the set `among`, and by vertex the set of its neighbours. Edmonds' algorithm, O(n^3).
pub(super) fn missed(near: &[u64], among: u64) -> u64 {
    if among.count_ones().is_multiple_of(2) {
        return 0;
    }
    let mut matching = Matching { near, among, mate: [FREE; 64] };
    matching.greedy();
    let mut outer = None;
    for root in bits(among) {
        if matching.mate(root) == FREE
            && let Some(reached) = matching.augment(root)
            && outer.replace(reached).is_some()
        {
            return 0;
        }
    }
    // The search that failed ran on a matching that later searches may have augmented: the vertex that is left free
    // reaches the outer vertices of the final matching.
    match bits(among).find(|vertex| matching.mate(*vertex) == FREE) {
        Some(root) => matching.augment(root).unwrap_or_default(),
        None => 0,
    }
}

/// The elements of a set.
pub(super) fn bits(set: u64) -> impl Iterator<Item = u8> {
    puzzlec_base::bits(set).map(|cell| cell as u8)
}

struct Matching<'g> {
    near: &'g [u64],
    among: u64,
    mate: [u8; 64],
}

fn get(list: &[u8; 64], vertex: u8) -> u8 {
    list.get(usize::from(vertex)).copied().unwrap_or(FREE)
}

fn set(list: &mut [u8; 64], vertex: u8, value: u8) {
    if let Some(entry) = list.get_mut(usize::from(vertex)) {
        *entry = value;
    }
}

impl Matching<'_> {
    fn mate(&self, vertex: u8) -> u8 {
        get(&self.mate, vertex)
    }

    fn neighbours(&self, vertex: u8) -> u64 {
        self.near.get(usize::from(vertex)).copied().unwrap_or(0) & self.among
    }

    fn greedy(&mut self) {
        for vertex in bits(self.among) {
            if self.mate(vertex) == FREE
                && let Some(other) = bits(self.neighbours(vertex)).find(|other| self.mate(*other) == FREE)
            {
                set(&mut self.mate, vertex, other);
                set(&mut self.mate, other, vertex);
            }
        }
    }

    /// Enlarges the matching by a path from a free vertex; if there is none, the vertices that even alternating paths reach.
    fn augment(&mut self, root: u8) -> Option<u64> {
        // By outer vertex the base of its blossom; by inner vertex the vertex that it was reached from.
        let mut base: [u8; 64] = std::array::from_fn(|vertex| vertex as u8);
        let mut parent = [FREE; 64];
        let mut outer = 1u64 << root;
        let mut queue = VecDeque::from([root]);
        while let Some(vertex) = queue.pop_front() {
            for to in bits(self.neighbours(vertex)) {
                if get(&base, vertex) == get(&base, to) || self.mate(vertex) == to {
                    continue;
                }
                let mate = self.mate(to);
                if to == root || mate != FREE && get(&parent, mate) != FREE {
                    let top = self.meet(vertex, to, &base, &parent);
                    let mut blossom = 0u64;
                    self.mark(vertex, top, to, &base, &mut parent, &mut blossom);
                    self.mark(to, top, vertex, &base, &mut parent, &mut blossom);
                    for inside in bits(self.among) {
                        if blossom >> get(&base, inside) & 1 == 1 {
                            set(&mut base, inside, top);
                            if outer >> inside & 1 == 0 {
                                outer |= 1 << inside;
                                queue.push_back(inside);
                            }
                        }
                    }
                } else if get(&parent, to) == FREE {
                    set(&mut parent, to, vertex);
                    if mate == FREE {
                        self.flip(to, &parent);
                        return None;
                    }
                    outer |= 1 << mate;
                    queue.push_back(mate);
                }
            }
        }
        Some(outer)
    }

    /// The base of the blossom that an edge between two outer vertices closes.
    fn meet(&self, a: u8, b: u8, base: &[u8; 64], parent: &[u8; 64]) -> u8 {
        let mut seen = 0u64;
        let mut at = get(base, a);
        loop {
            seen |= 1 << at;
            let mate = self.mate(at);
            if mate == FREE {
                break;
            }
            at = get(base, get(parent, mate));
        }
        let mut at = get(base, b);
        while seen >> at & 1 == 0 {
            at = get(base, get(parent, self.mate(at)));
        }
        at
    }

    fn mark(&self, from: u8, top: u8, child: u8, base: &[u8; 64], parent: &mut [u8; 64], blossom: &mut u64) {
        let (mut at, mut child) = (from, child);
        while get(base, at) != top {
            let mate = self.mate(at);
            *blossom |= 1 << get(base, at) | 1 << get(base, mate);
            set(parent, at, child);
            child = mate;
            at = get(parent, mate);
        }
    }

    fn flip(&mut self, end: u8, parent: &[u8; 64]) {
        let mut at = end;
        while at != FREE {
            let before = get(parent, at);
            let next = self.mate(before);
            set(&mut self.mate, at, before);
            set(&mut self.mate, before, at);
            at = next;
        }
    }
}
