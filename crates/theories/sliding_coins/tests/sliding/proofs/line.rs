//! A search of all positions on a part of the line.

use std::collections::HashMap;

/// More rows are not searched.
const MOST: usize = 25_000;

/// A puzzle: rows begin on cell 0; cells are `.` or a colour.
#[derive(Clone, Debug)]
pub struct Line {
    pub k: usize,
    pub over: bool,
    /// How many cells the line has, if it has ends.
    pub ends: Option<usize>,
    pub start: String,
    /// The goals, and whether they lie anywhere.
    pub goals: Vec<(String, bool)>,
}

/// The row before a row, and the move between them.
type Before = (Vec<u8>, (i64, i64));

impl Line {
    /// The game of the paper.
    pub fn family(n: usize, k: usize) -> Line {
        let goals = vec![("WB".repeat(n), true), ("BW".repeat(n), true)];
        Line { k, over: false, ends: None, start: format!("{}{}", "W".repeat(n), "B".repeat(n)), goals }
    }

    pub fn new(k: usize, start: &str, goal: &str) -> Line {
        Line { k, over: false, ends: None, start: start.to_owned(), goals: vec![(goal.to_owned(), true)] }
    }

    pub fn coins(&self) -> usize {
        self.start.chars().filter(|held| *held != '.').count()
    }

    /// A least plan on the cells from `-margin` to `margin` beyond the start, or on all cells of a line with ends.
    /// None also where it is far.
    pub fn plan(&self, margin: usize) -> Option<Vec<(i64, i64)>> {
        self.plan_among(margin, MOST)
    }

    /// The same among more rows.
    pub fn plan_among(&self, margin: usize, most: usize) -> Option<Vec<(i64, i64)>> {
        let margin = if self.ends.is_some() { 0 } else { margin };
        let cells = self.ends.unwrap_or(self.start.len() + 2 * margin);
        let mut first = vec![b'.'; cells];
        first[margin..margin + self.start.len()].copy_from_slice(self.start.as_bytes());
        let mut from: HashMap<Vec<u8>, Option<Before>> = HashMap::from([(first.clone(), None)]);
        let mut level = vec![first];
        while !level.is_empty() && from.len() < most {
            if let Some(end) = level.iter().find(|row| self.is_goal(row, margin)) {
                let mut moves = Vec::new();
                let mut at = end.clone();
                while let Some((before, step)) = from[&at].clone() {
                    moves.push(step);
                    at = before;
                }
                moves.reverse();
                return Some(moves);
            }
            let mut next = Vec::new();
            for row in &level {
                for (i, j) in self.moves(row) {
                    let after = self.after(row, i, j);
                    if !from.contains_key(&after) {
                        let step = (i as i64 - margin as i64, j as i64 - margin as i64);
                        from.insert(after.clone(), Some((row.clone(), step)));
                        next.push(after);
                    }
                }
            }
            level = next;
        }
        None
    }

    fn moves(&self, row: &[u8]) -> Vec<(usize, usize)> {
        let mut found = Vec::new();
        for i in 0..(row.len() + 1).saturating_sub(self.k) {
            if row[i..i + self.k].contains(&b'.') {
                continue;
            }
            for j in 0..=row.len() - self.k {
                let left = |cell: usize| self.over && (i..i + self.k).contains(&cell);
                if i != j && (j..j + self.k).all(|cell| row[cell] == b'.' || left(cell)) {
                    found.push((i, j));
                }
            }
        }
        found
    }

    fn after(&self, row: &[u8], i: usize, j: usize) -> Vec<u8> {
        let mut after = row.to_vec();
        after[i..i + self.k].fill(b'.');
        after[j..j + self.k].copy_from_slice(&row[i..i + self.k]);
        after
    }

    fn is_goal(&self, row: &[u8], margin: usize) -> bool {
        let text = std::str::from_utf8(row).unwrap();
        let is = |goal: &str, anywhere: bool| {
            let same = text.trim_matches('.') == goal.trim_matches('.');
            let first = |row: &str| row.find(|c| c != '.');
            same && (anywhere || first(text) == first(goal).map(|place| place + margin))
        };
        self.goals.iter().any(|(goal, anywhere)| is(goal, *anywhere))
    }
}
