//! Blocks of a graph: maximal subgraphs that stay connected without any one vertex.

use super::super::problem::Graph;

/// The blocks of three vertices or more, each in order. Linear time.
pub(super) fn blocks(graph: &Graph) -> Vec<Vec<u32>> {
    let n = graph.vertices();
    let mut walk = Walk { seen: vec![0; n], low: vec![0; n], open: Vec::new(), blocks: Vec::new() };
    let mut time = 0;
    for root in 0..n {
        if walk.seen.get(root) != Some(&0) {
            continue;
        }
        // By vertex of the path, how many of its neighbours were looked at.
        let mut path = vec![(root, 0)];
        while let Some((v, looked)) = path.last_mut() {
            let own = *v;
            if *looked == 0 {
                time += 1;
                walk.enter(own, time);
            }
            let next = graph.neighbours(own).get(*looked).map(|next| *next as usize);
            *looked += 1;
            match next {
                Some(next) if walk.seen.get(next) == Some(&0) => path.push((next, 0)),
                Some(next) => walk.reach(own, walk.seen.get(next).copied().unwrap_or(0)),
                None => {
                    path.pop();
                    if let Some((parent, _)) = path.last() {
                        walk.leave(own, *parent);
                    }
                }
            }
        }
        walk.open.clear();
    }
    walk.blocks.retain(|block| block.len() >= 3);
    walk.blocks
}

/// A walk in depth. Times count from 1.
struct Walk {
    /// By vertex when it was first seen; 0 if it was not.
    seen: Vec<u32>,
    /// By vertex the first time that its descendants reach.
    low: Vec<u32>,
    /// Vertices that are not yet in a block without their parents.
    open: Vec<u32>,
    blocks: Vec<Vec<u32>>,
}

impl Walk {
    fn enter(&mut self, v: usize, time: u32) {
        for times in [&mut self.seen, &mut self.low] {
            times.iter_mut().skip(v).take(1).for_each(|own| *own = time);
        }
        self.open.push(u32::try_from(v).unwrap_or(u32::MAX));
    }

    fn reach(&mut self, v: usize, time: u32) {
        if let Some(low) = self.low.get_mut(v) {
            *low = time.min(*low);
        }
    }

    /// Goes back from a vertex to its parent, which ends a block if nothing beyond the parent was reached.
    fn leave(&mut self, v: usize, parent: usize) {
        let low = self.low.get(v).copied().unwrap_or(0);
        if self.seen.get(parent).is_some_and(|seen| low >= *seen) {
            let begin = self.open.iter().rposition(|own| *own as usize == v).unwrap_or(0);
            let mut block = self.open.split_off(begin);
            block.push(u32::try_from(parent).unwrap_or(u32::MAX));
            block.sort_unstable();
            self.blocks.push(block);
        }
        self.reach(parent, low);
    }
}

/// A block as a graph of its own, with the sides of its coins as the others need them. Linear time in the graph.
pub(super) fn alone(graph: &Graph, heads: &[bool], block: &[u32]) -> (Graph, Vec<bool>) {
    let mut place = vec![None; graph.vertices()];
    for (at, v) in (0_u32..).zip(block) {
        place.iter_mut().skip(*v as usize).take(1).for_each(|place| *place = Some(at));
    }
    let of = |v: u32| place.get(v as usize).copied().flatten();
    let near = |v: u32| graph.neighbours(v as usize).iter().copied();
    let edges = block.iter().flat_map(|v| near(*v).filter_map(move |other| of(*v).zip(of(other))));
    let inner = Graph::new(block.len(), edges);
    let shows = |v: u32| heads.get(v as usize) == Some(&true);
    let mut gone = vec![false; graph.vertices()];
    let mut sides = Vec::with_capacity(block.len());
    for v in block {
        // Coins beyond, with their edges and tails: they turn this coin over if that is an odd number.
        let (mut ends, mut others) = (0, Vec::new());
        let mut odd = false;
        let mut at = 0;
        let mut meet = |other: u32, others: &mut Vec<u32>| {
            if let Some(gone) = gone.get_mut(other as usize).filter(|gone| !**gone) {
                *gone = true;
                others.push(other);
            }
        };
        for other in near(*v).filter(|other| of(*other).is_none()) {
            odd = !odd;
            meet(other, &mut others);
        }
        while let Some(own) = others.get(at).copied() {
            at += 1;
            odd ^= !shows(own);
            for other in near(own).filter(|other| of(*other).is_none()) {
                ends += 1;
                meet(other, &mut others);
            }
        }
        sides.push(shows(*v) ^ odd ^ (ends / 2 % 2 == 1));
    }
    (inner, sides)
}
