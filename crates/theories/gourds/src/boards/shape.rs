//! The shape of the tree of triangles inside a ring: what the lemmas of Section 4 are about.

use super::dual::DualTree;

/// The length of a path of triangles with three neighbours that Lemma 4.8 excludes.
pub const LONG: usize = 7;

/// A triangle with two neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Divider {
    /// The triangle.
    pub node: usize,
    /// The number of triangles on each of its sides, the smaller one first.
    pub parts: [usize; 2],
}

/// Where gourds on the ring can be reversed and exchanged (the lemma before Theorem 4.6, Figure 8).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Gates {
    /// Type (i): a leaf beside a triangle with two neighbours.
    pub rhombi: Vec<[usize; 2]>,
    /// Type (ii): a triangle with three neighbours, beside two leaves.
    pub trapezoids: Vec<[usize; 3]>,
}

impl DualTree {
    /// By triangle its neighbours, in order.
    pub fn near(&self) -> Vec<Vec<usize>> {
        let mut near: Vec<Vec<usize>> = vec![Vec::new(); self.triangles.len()];
        for [a, b] in &self.edges {
            near.get_mut(*a).into_iter().for_each(|near| near.push(*b));
            near.get_mut(*b).into_iter().for_each(|near| near.push(*a));
        }
        near.iter_mut().for_each(|near| near.sort_unstable());
        near
    }

    /// The substructures of both types.
    pub fn gates(&self) -> Gates {
        let near = self.near();
        let is_leaf = |node: &usize| near.get(*node).is_some_and(|near| near.len() == 1);
        let mut gates = Gates::default();
        for (node, beside) in near.iter().enumerate() {
            let leaves: Vec<usize> = beside.iter().copied().filter(is_leaf).collect();
            match (beside.len(), leaves.as_slice()) {
                (2, leaves) => gates.rhombi.extend(leaves.iter().map(|leaf| [*leaf, node])),
                (3, [a, b, ..]) => gates.trapezoids.push([node, *a, *b]),
                _ => {}
            }
        }
        gates
    }

    /// The longest path of triangles with three neighbours. Linear time.
    pub fn longest_path(&self) -> Vec<usize> {
        let near = self.near();
        let beside = |node: usize| near.get(node).map_or(&[][..], Vec::as_slice);
        let inner = |node: usize| beside(node).len() == 3;
        // The path from a farthest triangle. In a tree this triangle is an end of a longest path.
        let farthest = |from: usize| {
            let mut reached = vec![(from, usize::MAX)];
            let mut at = 0;
            while let Some((node, last)) = reached.get(at).copied() {
                let before = reached.get(last).map_or(usize::MAX, |(node, _)| *node);
                let next = beside(node).iter().filter(|to| **to != before && inner(**to));
                reached.extend(next.map(|to| (*to, at)));
                at += 1;
            }
            let back = |(_, last): &(usize, usize)| reached.get(*last).copied();
            let path = std::iter::successors(reached.last().copied(), back);
            path.map(|(node, _)| node).collect::<Vec<usize>>()
        };
        // Each part of the tree is entered at its first triangle.
        let first = |node: &usize| inner(*node) && !beside(*node).iter().any(|to| to < node && inner(*to));
        let longest = |node: usize| farthest(node).first().map(|end| farthest(*end));
        (0..near.len()).filter(first).filter_map(longest).max_by_key(Vec::len).unwrap_or_default()
    }

    /// By triangle the number of triangles that come after it: it and what it separates from the first one.
    fn sizes(&self) -> Vec<usize> {
        let mut sizes = vec![1; self.triangles.len()];
        // Every triangle was found from one with a smaller number.
        for [before, this] in self.edges.iter().rev() {
            let size = sizes.get(*this).copied().unwrap_or(0);
            sizes.get_mut(*before).into_iter().for_each(|sum| *sum += size);
        }
        sizes
    }

    /// The triangles with two neighbours, by which a ring is divided into two. Linear time.
    pub fn dividers(&self) -> Vec<Divider> {
        let (all, sizes) = (self.triangles.len(), self.sizes());
        let near = self.near();
        let both = near.iter().enumerate().filter(|(_, near)| near.len() == 2);
        let divider = |(node, near): (usize, &Vec<usize>)| {
            let after = sizes.get(*near.last()?)?;
            let before = all.checked_sub(after + 1)?;
            Some(Divider { node, parts: [before.min(*after), before.max(*after)] })
        };
        both.filter_map(divider).collect()
    }

    /// The walk by which the paper finds a balanced split: from a triangle none of whose sides has more than half of the
    /// triangles, always into the larger part, up to a triangle with two neighbours. Linear time.
    pub fn walk(&self) -> Vec<usize> {
        let (all, sizes) = (self.triangles.len(), self.sizes());
        let near = self.near();
        let part = |from: usize, to: usize| {
            let size = |node: usize| sizes.get(node).copied().unwrap_or(0);
            if to > from { size(to) } else { all - size(from) }
        };
        let beside = |node: usize| near.get(node).map_or(&[][..], Vec::as_slice);
        let middle = (0..all).find(|node| beside(*node).iter().all(|to| 2 * part(*node, *to) <= all));
        let mut walk: Vec<usize> = middle.into_iter().collect();
        while let Some(node) = walk.last().copied()
            && beside(node).len() == 3
        {
            let before = walk.iter().rev().nth(1);
            let next = beside(node).iter().filter(|to| Some(*to) != before);
            walk.extend(next.copied().max_by_key(|to| part(node, *to)));
        }
        walk
    }
}
