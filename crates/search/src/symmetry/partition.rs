//! Colour refinement: nodes with differently coloured neighbours get different colours.
//!
//! A worklist contains the cells whose neighbours are still to be refined, as in McKay and Piperno,
//! "Practical graph isomorphism, II" (J. Symbolic Computation 60, 2014), section 3. Colours are hashes of the
//! history of a cell; they and the order of work are independent of the numbering of nodes, so that
//! colourings of two branches of the search can be compared.

use std::collections::VecDeque;

use super::graph::Graph;
use super::hash::mix;

/// Nodes in cells. A cell is identified by its first index in the list of nodes.
#[derive(Clone)]
pub(super) struct Partition {
    nodes: Vec<u32>,
    /// By node, its index in the list.
    place: Vec<u32>,
    /// By node, its cell.
    cell: Vec<u32>,
    /// By cell, its size.
    size: Vec<u32>,
    /// By cell, its colour.
    colour: Vec<u64>,
    /// A hash of the history.
    pub(super) trace: u64,
}

/// Room for refining, and how much work it was.
pub(super) struct Refiner<'g> {
    graph: &'g Graph,
    queue: VecDeque<u32>,
    queued: Vec<bool>,
    sums: Vec<u64>,
    touched: Vec<u32>,
    /// Visited edges and copied nodes.
    pub(super) work: u64,
}

impl Partition {
    /// Nodes by their colours.
    fn new(colours: &[u64]) -> Self {
        let mut nodes: Vec<u32> = (0..colours.len() as u32).collect();
        let of = |node: &u32| colours.get(*node as usize).copied().unwrap_or(0);
        nodes.sort_by_key(|n| (of(n), *n));
        let n = nodes.len();
        let mut new = Partition {
            place: vec![0; n],
            cell: vec![0; n],
            size: vec![0; n],
            colour: vec![0; n],
            trace: 0,
            nodes: Vec::new(),
        };
        let mut begin = 0;
        for (node, at) in nodes.iter().zip(0_u32..) {
            let colour = of(node);
            if at == 0 || new.colour(begin) != colour {
                begin = at;
            }
            put(&mut new.colour, begin, colour);
            put(&mut new.place, *node, at);
            put(&mut new.cell, *node, begin);
            put(&mut new.size, begin, at + 1 - begin);
        }
        new.nodes = nodes;
        new
    }

    /// The cell of a node.
    pub(super) fn cell(&self, node: u32) -> u32 {
        get(&self.cell, node)
    }

    /// The number of nodes of a cell.
    pub(super) fn size(&self, cell: u32) -> u32 {
        get(&self.size, cell)
    }

    /// The colour of a cell.
    pub(super) fn colour(&self, cell: u32) -> u64 {
        self.colour.get(cell as usize).copied().unwrap_or(0)
    }

    /// The nodes of a cell.
    pub(super) fn members(&self, cell: u32) -> &[u32] {
        let begin = cell as usize;
        self.nodes.get(begin..begin + self.size(cell) as usize).unwrap_or(&[])
    }

    /// Moves nodes of a cell to its end, where they form a new cell.
    fn cut(&mut self, cell: u32, out: &[u32], colour: u64) -> u32 {
        let rest = self.size(cell) - out.len() as u32;
        let begin = cell + rest;
        if rest == 0 {
            put(&mut self.colour, cell, colour);
            return cell;
        }
        for (node, to) in out.iter().zip((begin..).take(out.len())) {
            let from = get(&self.place, *node);
            let other = get(&self.nodes, to);
            put(&mut self.nodes, to, *node);
            put(&mut self.nodes, from, other);
            put(&mut self.place, other, from);
            put(&mut self.place, *node, to);
            put(&mut self.cell, *node, begin);
        }
        put(&mut self.size, cell, rest);
        put(&mut self.size, begin, out.len() as u32);
        put(&mut self.colour, begin, colour);
        begin
    }
}

fn get(list: &[u32], at: u32) -> u32 {
    list.get(at as usize).copied().unwrap_or(0)
}

fn put<T>(list: &mut [T], at: u32, value: T) {
    if let Some(slot) = list.get_mut(at as usize) {
        *slot = value;
    }
}

impl<'g> Refiner<'g> {
    /// The partition of a graph by initial colours.
    pub(super) fn new(graph: &'g Graph) -> Self {
        let n = graph.len();
        Refiner {
            graph,
            queue: VecDeque::new(),
            queued: vec![false; n],
            sums: vec![0; n],
            touched: Vec::new(),
            work: 0,
        }
    }

    /// The refined partition of nodes with these colours.
    pub(super) fn start(&mut self, colours: &[u64]) -> Partition {
        let mut partition = Partition::new(colours);
        let mut at = 0;
        while at < partition.nodes.len() as u32 {
            partition.trace = mix(mix(partition.trace, partition.colour(at)), u64::from(partition.size(at)));
            self.push(at);
            at += partition.size(at).max(1);
        }
        self.refine(&mut partition);
        partition
    }

    /// The number of nodes.
    pub(super) fn nodes(&self) -> usize {
        self.graph.len()
    }

    /// A copy of a partition.
    pub(super) fn copy(&mut self, partition: &Partition) -> Partition {
        self.work += self.graph.len() as u64;
        partition.clone()
    }

    /// Individualises nodes of different cells, and refines.
    pub(super) fn individualise(&mut self, partition: &mut Partition, nodes: &[u32]) {
        for node in nodes {
            let cell = partition.cell(*node);
            let colour = mix(partition.colour(cell), partition.trace);
            partition.trace = mix(partition.trace, colour);
            let new = partition.cut(cell, &[*node], colour);
            self.push(new);
        }
        self.refine(partition);
    }

    fn push(&mut self, cell: u32) {
        if let Some(queued) = self.queued.get_mut(cell as usize)
            && !std::mem::replace(queued, true)
        {
            self.queue.push_back(cell);
        }
    }

    fn refine(&mut self, partition: &mut Partition) {
        while let Some(cell) = self.queue.pop_front() {
            put(&mut self.queued, cell, false);
            let splitter = partition.colour(cell);
            for node in partition.members(cell) {
                for (end, weight) in self.graph.neighbours(*node) {
                    self.work += 1;
                    if let Some(sum) = self.sums.get_mut(end as usize) {
                        if *sum == 0 {
                            self.touched.push(end);
                        }
                        *sum = sum.wrapping_add(weight);
                    }
                }
            }
            partition.trace = mix(partition.trace, splitter);
            let mut touched = std::mem::take(&mut self.touched);
            let sum = |node: &u32, sums: &[u64]| sums.get(*node as usize).copied().unwrap_or(0);
            touched.sort_unstable_by_key(|n| {
                let cell = partition.cell(*n);
                (partition.colour(cell), cell, sum(n, &self.sums), *n)
            });
            touched.dedup();
            let cells: Vec<&[u32]> =
                touched.chunk_by(|a, b| partition.cell(*a) == partition.cell(*b)).collect();
            for of_cell in cells {
                let Some(cell) = of_cell.first().map(|n| partition.cell(*n)) else { continue };
                let old = partition.colour(cell);
                let groups: Vec<&[u32]> =
                    of_cell.chunk_by(|a, b| sum(a, &self.sums) == sum(b, &self.sums)).collect();
                for group in &groups {
                    let sum = group.first().map_or(0, |n| sum(n, &self.sums));
                    partition.trace = mix(mix(partition.trace, old), mix(sum, group.len() as u64));
                }
                if groups.len() > 1 || partition.size(cell) as usize > of_cell.len() {
                    self.divide(partition, cell, &groups);
                }
            }
            for node in &touched {
                put(&mut self.sums, *node, 0);
            }
            touched.clear();
            self.touched = touched;
        }
    }

    /// Divides a cell into groups of its nodes and a rest; all parts but the largest are added to the
    /// worklist, or all if the cell was on it.
    fn divide(&mut self, partition: &mut Partition, cell: u32, groups: &[&[u32]]) {
        let old = partition.colour(cell);
        let mut parts: Vec<(u32, u32)> = Vec::new();
        let sums = &self.sums;
        for group in groups.iter().rev() {
            let sum = group.first().and_then(|n| sums.get(*n as usize)).copied().unwrap_or(0);
            // The trace is never the same twice, so no other cell gets this colour.
            let colour = mix(mix(old, partition.trace), sum);
            let new = partition.cut(cell, group, colour);
            parts.push((new, group.len() as u32));
        }
        if parts.iter().all(|p| p.0 != cell) {
            parts.push((cell, partition.size(cell)));
        }
        let waiting = self.queued.get(cell as usize) == Some(&true);
        let largest = parts.iter().rev().map(|p| p.1).max().unwrap_or(0);
        let mut spare = !waiting;
        for (part, size) in parts {
            if spare && size == largest {
                spare = false;
            } else {
                self.push(part);
            }
        }
    }
}
