//! The game in a few words, by positions that are all listed.

use std::collections::{HashMap, VecDeque};

use super::Random;

pub const STEPS: [(i32, i32); 6] = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)];

/// The cells of the two ends of each gourd.
pub type Position = Vec<[usize; 2]>;

/// Cells in reading order.
#[derive(Clone, Debug)]
pub struct Cells(pub Vec<(i32, i32)>);

impl Cells {
    /// Random connected cells.
    pub fn random(n: usize, random: &mut Random) -> Cells {
        let mut cells = vec![(0, 0)];
        while cells.len() < n {
            let (q, r) = cells[random.below(cells.len())];
            let (dq, dr) = STEPS[random.below(6)];
            if !cells.contains(&(q + dq, r + dr)) {
                cells.push((q + dq, r + dr));
            }
        }
        Cells::of(cells)
    }

    /// Random cells that stay connected without any one of them.
    pub fn block(n: usize, random: &mut Random) -> Cells {
        loop {
            let cells = Cells::random(n, random);
            let whole = |without: usize| {
                let mut seen = vec![false; n];
                seen[without] = true;
                let mut todo = vec![usize::from(without == 0)];
                while let Some(cell) = todo.pop() {
                    if !std::mem::replace(&mut seen[cell], true) {
                        todo.extend(cells.near(cell));
                    }
                }
                seen.iter().all(|seen| *seen)
            };
            if (0..n).all(whole) {
                return cells;
            }
        }
    }

    pub fn of(mut cells: Vec<(i32, i32)>) -> Cells {
        cells.sort_by_key(|(q, r)| (*r, *q));
        Cells(cells)
    }

    pub fn touch(&self, a: usize, b: usize) -> bool {
        let (a, b) = (self.0[a], self.0[b]);
        STEPS.contains(&(b.0 - a.0, b.1 - a.1))
    }

    pub fn near(&self, cell: usize) -> Vec<usize> {
        (0..self.0.len()).filter(|other| self.touch(cell, *other)).collect()
    }

    /// The board as a picture.
    pub fn picture(&self) -> String {
        let column = |(q, r): &(i32, i32)| 2 * q + r;
        let left = self.0.iter().map(column).min().unwrap();
        let rows = self.0.iter().map(|(_, r)| *r);
        let (top, bottom) = (rows.clone().min().unwrap(), rows.max().unwrap());
        let line = |row: i32| {
            let mut line = String::new();
            for cell in self.0.iter().filter(|cell| cell.1 == row) {
                let at = usize::try_from(column(cell) - left).unwrap();
                line.push_str(&" ".repeat(at - line.len()));
                line.push('.');
            }
            format!("        {line}\n")
        };
        (top..=bottom).map(line).collect()
    }

    /// A random position of all but one cell, unless a few tries find none.
    pub fn fill(&self, random: &mut Random) -> Option<Position> {
        'tries: for _ in 0..200 {
            let mut free: Vec<usize> = (0..self.0.len()).collect();
            let mut all = Vec::new();
            free.remove(random.below(free.len()));
            while !free.is_empty() {
                // A cell with few free neighbours first.
                let open = |cell: usize| free.iter().filter(|other| self.touch(cell, **other)).count();
                let cell = *free.iter().min_by_key(|cell| open(**cell)).unwrap();
                let near: Vec<usize> =
                    free.iter().copied().filter(|other| self.touch(cell, *other)).collect();
                if near.is_empty() {
                    continue 'tries;
                }
                let other = near[random.below(near.len())];
                free.retain(|own| *own != cell && *own != other);
                all.push(if random.below(2) == 0 { [cell, other] } else { [other, cell] });
            }
            for i in (1..all.len()).rev() {
                all.swap(i, random.below(i + 1));
            }
            return Some(all);
        }
        None
    }

    pub fn empty(&self, position: &Position) -> usize {
        (0..self.0.len()).find(|cell| !position.as_flattened().contains(cell)).unwrap()
    }

    /// The positions one move later: a slide, a turn or a pivot.
    pub fn moves(&self, position: &Position) -> Vec<Position> {
        let empty = self.empty(position);
        let mut all = Vec::new();
        for (gourd, ends) in position.iter().enumerate() {
            for end in 0..2 {
                let (head, tail) = (ends[end], ends[1 - end]);
                let mut after = position.clone();
                if self.touch(tail, empty) && self.touch(head, empty) {
                    // A pivot about the head.
                    after[gourd][1 - end] = empty;
                } else if self.touch(head, empty) {
                    // The tail follows the head.
                    after[gourd][end] = empty;
                    after[gourd][1 - end] = head;
                } else {
                    continue;
                }
                all.push(after);
            }
        }
        all
    }

    /// All positions that moves lead to, with their distances.
    pub fn reached(&self, start: &Position) -> HashMap<Position, u64> {
        let mut found = HashMap::from([(start.clone(), 0)]);
        let mut queue = VecDeque::from([start.clone()]);
        while let Some(position) = queue.pop_front() {
            let moves = found[&position] + 1;
            for next in self.moves(&position) {
                if !found.contains_key(&next) {
                    found.insert(next.clone(), moves);
                    queue.push_back(next);
                }
            }
        }
        found
    }

    /// Cycles through all cells, a few.
    pub fn cycles(&self) -> Vec<Vec<usize>> {
        let mut found = Vec::new();
        self.walk(&mut vec![0], &mut found);
        found
    }

    fn walk(&self, path: &mut Vec<usize>, found: &mut Vec<Vec<usize>>) {
        let last = *path.last().unwrap();
        if path.len() == self.0.len() {
            if self.touch(last, 0) {
                found.push(path.clone());
            }
            return;
        }
        for next in self.near(last) {
            if !path.contains(&next) && found.len() < 4 {
                path.push(next);
                self.walk(path, found);
                path.pop();
            }
        }
    }

    /// The barrier of the fewest cells.
    pub fn barrier(&self) -> Option<Vec<usize>> {
        let n = self.0.len();
        let mut sets: Vec<u32> = (1..1 << n).collect();
        sets.sort_by_key(|set: &u32| set.count_ones());
        let chosen = |set: u32| (0..n).filter(|cell| set >> cell & 1 == 1).collect::<Vec<_>>();
        sets.into_iter().map(chosen).find(|set| self.odd_parts(set) > set.len())
    }

    fn odd_parts(&self, without: &[usize]) -> usize {
        let mut seen: Vec<bool> = (0..self.0.len()).map(|cell| without.contains(&cell)).collect();
        let mut odd = 0;
        for first in 0..self.0.len() {
            let (mut size, mut todo) = (0, vec![first]);
            while let Some(cell) = todo.pop() {
                if !std::mem::replace(&mut seen[cell], true) {
                    size += 1;
                    todo.extend(self.near(cell));
                }
            }
            odd += size % 2;
        }
        odd
    }
}
