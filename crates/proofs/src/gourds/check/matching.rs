//! Maximum matchings, and proofs that more cells remain uncovered.
//!
//! The search for augmenting paths is not trusted: it only proposes a barrier, and components are counted. If the board
//! without a set A of cells has k odd components, every matching leaves at least k - |A| cells uncovered: each component
//! leaves one, or has a partner in A.

use std::collections::VecDeque;

use super::grid::{Cell, Grid};

/// A number of cells that every matching of the `present` cells by these edges leaves uncovered: by how many the odd components
/// without a barrier are more than its cells.
pub(super) fn uncovered(
    grid: &Grid<'_>,
    present: &[bool],
    barrier: &[bool],
    edge: &dyn Fn(Cell, Cell) -> bool,
) -> usize {
    let is = |set: &[bool], cell: Cell| set.get(cell) == Some(&true);
    let mut open: Vec<bool> = (0..grid.len()).map(|c| is(present, c) && !is(barrier, c)).collect();
    let mut odd = 0_usize;
    for first in 0..grid.len() {
        if !is(&open, first) {
            continue;
        }
        let (mut size, mut todo) = (0_usize, vec![first]);
        set(&mut open, first, false);
        while let Some(cell) = todo.pop() {
            size += 1;
            for next in grid.neighbours(cell) {
                if is(&open, next) && edge(cell, next) {
                    set(&mut open, next, false);
                    todo.push(next);
                }
            }
        }
        odd += size % 2;
    }
    let own = (0..grid.len()).filter(|cell| is(present, *cell) && is(barrier, *cell)).count();
    odd.saturating_sub(own)
}

/// A number of cells that every matching leaves uncovered without the `removed` cells: the largest such number. `mates` is a matching
/// of the board to begin with.
pub(super) fn lacking(grid: &Grid<'_>, mates: &[Option<Cell>], removed: &[Cell]) -> usize {
    let mut paths = Search::new(grid, mates.to_vec(), removed);
    paths.run();
    if paths.barrier.is_empty() && paths.failed == 0 {
        return 0;
    }
    let mut present = vec![true; grid.len()];
    removed.iter().for_each(|cell| set(&mut present, *cell, false));
    let mut barrier = vec![false; grid.len()];
    paths.barrier.iter().for_each(|cell| set(&mut barrier, *cell, true));
    uncovered(grid, &present, &barrier, &|_, _| true)
}

fn set<T>(list: &mut [T], at: usize, value: T) {
    if let Some(place) = list.get_mut(at) {
        *place = value;
    }
}

fn get<T: Copy + Default>(list: &[T], at: usize) -> T {
    list.get(at).copied().unwrap_or_default()
}

/// Edmonds' search for augmenting paths, from one uncovered cell after the other. Cells of a tree that finds none are in no
/// augmenting path and are left out from then on.
struct Search<'g, 'b> {
    grid: &'g Grid<'b>,
    gone: Vec<bool>,
    mates: Vec<Option<Cell>>,
    /// By cell the one before it, on the path of a tree to it.
    before: Vec<Option<Cell>>,
    /// By cell the base of its blossom.
    base: Vec<Cell>,
    outer: Vec<bool>,
    /// Cells that were reached, in order.
    reached: Vec<Cell>,
    barrier: Vec<Cell>,
    /// How many searches found no path.
    failed: usize,
}

impl<'g, 'b> Search<'g, 'b> {
    fn new(grid: &'g Grid<'b>, mut mates: Vec<Option<Cell>>, removed: &[Cell]) -> Self {
        let mut gone = vec![false; grid.len()];
        for cell in removed {
            set(&mut gone, *cell, true);
            if let Some(mate) = get(&mates, *cell) {
                set(&mut mates, mate, None);
            }
            set(&mut mates, *cell, None);
        }
        Search {
            grid,
            gone,
            mates,
            before: vec![None; grid.len()],
            base: (0..grid.len()).collect(),
            outer: vec![false; grid.len()],
            reached: Vec::new(),
            barrier: Vec::new(),
            failed: 0,
        }
    }

    fn run(&mut self) {
        for root in 0..self.grid.len() {
            if get(&self.gone, root) || get(&self.mates, root).is_some() {
                continue;
            }
            match self.path(root) {
                Some(end) => self.augment(end),
                None => {
                    self.failed += 1;
                    let inner = self.reached.iter().filter(|cell| !get(&self.outer, **cell));
                    self.barrier.extend(inner);
                    for cell in &self.reached {
                        set(&mut self.gone, *cell, true);
                    }
                }
            }
            for cell in std::mem::take(&mut self.reached) {
                set(&mut self.before, cell, None);
                set(&mut self.base, cell, cell);
                set(&mut self.outer, cell, false);
            }
        }
    }

    /// The uncovered end of an augmenting path from a root.
    fn path(&mut self, root: Cell) -> Option<Cell> {
        let mut queue = VecDeque::from([root]);
        set(&mut self.outer, root, true);
        self.reached.push(root);
        while let Some(v) = queue.pop_front() {
            for to in self.grid.neighbours(v).collect::<Vec<_>>() {
                if get(&self.gone, to)
                    || get(&self.base, v) == get(&self.base, to)
                    || get(&self.mates, v) == Some(to)
                {
                    continue;
                }
                let is_outer =
                    to == root || get(&self.mates, to).is_some_and(|m| get(&self.before, m).is_some());
                if is_outer {
                    self.contract(v, to, &mut queue);
                } else if get(&self.before, to).is_none() {
                    set(&mut self.before, to, Some(v));
                    self.reached.push(to);
                    let Some(mate) = get(&self.mates, to) else { return Some(to) };
                    set(&mut self.outer, mate, true);
                    self.reached.push(mate);
                    queue.push_back(mate);
                }
            }
        }
        None
    }

    /// Contracts the blossom that an edge between two outer cells closes.
    fn contract(&mut self, v: Cell, to: Cell, queue: &mut VecDeque<Cell>) {
        let base = self.common(v, to);
        let mut inside = Vec::new();
        self.mark(v, base, to, &mut inside);
        self.mark(to, base, v, &mut inside);
        for cell in self.reached.clone() {
            if inside.contains(&get(&self.base, cell)) {
                set(&mut self.base, cell, base);
                if !get(&self.outer, cell) {
                    set(&mut self.outer, cell, true);
                    queue.push_back(cell);
                }
            }
        }
    }

    fn mark(&mut self, mut v: Cell, base: Cell, mut child: Cell, inside: &mut Vec<Cell>) {
        while get(&self.base, v) != base {
            let Some(mate) = get(&self.mates, v) else { return };
            inside.push(get(&self.base, v));
            inside.push(get(&self.base, mate));
            set(&mut self.before, v, Some(child));
            child = mate;
            let Some(next) = get(&self.before, mate) else { return };
            v = next;
        }
    }

    /// The base of the blossom in which the paths of two outer cells meet.
    fn common(&self, a: Cell, b: Cell) -> Cell {
        let up = |v: Cell| get(&self.mates, v).and_then(|mate| get(&self.before, mate));
        let mut seen = Vec::new();
        let mut at = Some(a);
        while let Some(cell) = at {
            let base = get(&self.base, cell);
            seen.push(base);
            at = up(base);
        }
        let mut at = Some(b);
        while let Some(cell) = at {
            let base = get(&self.base, cell);
            if seen.contains(&base) {
                return base;
            }
            at = up(base);
        }
        a
    }

    fn augment(&mut self, end: Cell) {
        let mut at = Some(end);
        while let Some(cell) = at {
            let Some(before) = get(&self.before, cell) else { return };
            let next = get(&self.mates, before);
            set(&mut self.mates, cell, Some(before));
            set(&mut self.mates, before, Some(cell));
            at = next;
        }
    }
}
