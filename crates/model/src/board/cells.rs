//! Names of cells.

use std::collections::BTreeMap;

use super::{Board, Coord, Shape};
use puzzlec_syntax::ast::Lattice;

/// Cells farther away than this are named by no plan.
const FARTHEST: u32 = 10_000_000;

impl Board {
    /// The cells of a name: a name of the drawing, a vertex, or letters and a row number.
    pub fn find(&self, name: &str) -> Option<Vec<Coord>> {
        if let Some(cells) = self.named.get(name) {
            return Some(cells.clone());
        }
        if self.has_edges() {
            return self.find_place(name).map(|cell| vec![cell]);
        }
        let split = name.find(|c: char| c.is_ascii_digit())?;
        let column = column_number(name.get(..split)?)?;
        let digits = name.get(split..)?;
        let row: i32 = digits.parse().ok().filter(|_| !digits.starts_with('0'))?;
        let (left, top) = self.corner(row - 1)?;
        let y = top.checked_add(row - 1)?;
        let cell = Coord::new(left.checked_add(column)?, y);
        (self.shape != Shape::Graph && self.contains(cell)).then(|| vec![cell])
    }

    /// `d4` or `(3,-1)` as a cell of an endless board, if it is not absurdly far away.
    pub fn coordinates(name: &str) -> Option<Coord> {
        let number = |text: &str| text.parse().ok().filter(|n: &i32| n.unsigned_abs() <= FARTHEST);
        if let Some((x, y)) =
            name.strip_prefix('(').and_then(|n| n.strip_suffix(')')).and_then(|n| n.split_once(','))
        {
            return Some(Coord::new(number(x)?, number(y)?));
        }
        let digits = name.find(|c: char| c.is_ascii_digit())?;
        let (letters, row) = name.split_at_checked(digits)?;
        let digit = |c: char| c.is_ascii_lowercase().then(|| u32::from(c) - u32::from('a') + 1);
        let column = letters.chars().try_fold(0_u32, |n, c| n.checked_mul(26)?.checked_add(digit(c)?))?;
        let column = i32::try_from(column).ok().filter(|n| n.unsigned_abs() <= FARTHEST)?;
        Some(Coord::new(column - 1, number(row)? - 1))
    }

    /// The name of a cell: column letters and row number, or the vertex's name; of the place of its floor piece:
    /// `d4 floor`.
    pub fn name(&self, cell: Coord) -> String {
        if cell.is_floor() && !self.unbounded {
            return format!("{} floor", self.name(cell.cell()));
        }
        if self.shape == Shape::Graph {
            let vertex = usize::try_from(cell.x).ok().and_then(|i| self.vertices.get(i));
            return vertex.map_or_else(|| format!("#{}", cell.x), Clone::clone);
        }
        if self.has_edges() {
            return self.place_name(cell);
        }
        let top = self.cells.first().map_or(0, |c| c.y);
        let row = cell.y.saturating_sub(top);
        match self.corner(row) {
            Some((left, _)) if cell.x >= left && row >= 0 => {
                format!("{}{}", column_letters(cell.x - left), row + 1)
            }
            _ => format!("({},{})", cell.x, cell.y),
        }
    }

    /// The names that the drawing or graph gives, with their cells.
    pub fn named(&self) -> &BTreeMap<String, Vec<Coord>> {
        &self.named
    }

    /// Assigns a name to cells.
    pub(crate) fn name_cells(&mut self, name: String, cells: Vec<Coord>) {
        self.named.insert(name, cells);
    }

    /// Names the vertices of a graph, in order.
    pub(crate) fn name_vertices(&mut self, names: &[String]) {
        for (cell, name) in self.cells.iter().zip(names) {
            self.named.insert(name.clone(), vec![*cell]);
        }
        self.vertices = names.to_vec();
    }

    /// The leftmost column.
    pub fn left(&self) -> i32 {
        self.left
    }

    /// Joins two vertices of a graph.
    pub(crate) fn join(&mut self, a: usize, b: usize) {
        if self.edges.len() < self.cells.len() {
            self.edges.resize(self.cells.len(), Vec::new());
        }
        for (from, to) in [(a, b), (b, a)] {
            if let (Some(near), Ok(to)) = (self.edges.get_mut(from), u32::try_from(to))
                && let Err(place) = near.binary_search(&to)
            {
                near.insert(place, to);
            }
        }
    }

    /// Column "a" of a row (from 0) and the first row: square boards count columns from the
    /// leftmost cell of the board, slanted ones from the leftmost cell of the row.
    fn corner(&self, row: i32) -> Option<(i32, i32)> {
        if self.unbounded {
            return Some((0, 0));
        }
        let top = self.cells.first()?.y;
        let slanted = matches!(self.shape, Shape::Lattice(Lattice::Hex | Lattice::Triangle));
        let y = top.checked_add(row)?;
        let left = if slanted {
            let at = self.cells.partition_point(|c| c.y < y);
            self.cells.get(at).filter(|c| c.y == y)?.x
        } else {
            self.left
        };
        Some((left, top))
    }
}

/// `a` … `z`, `aa` … for columns from 0.
pub fn column_letters(column: i32) -> String {
    let mut n = i64::from(column.max(0)) + 1;
    let mut letters = Vec::new();
    while n > 0 {
        let digit = u8::try_from((n - 1) % 26).unwrap_or(0);
        letters.push(char::from(b'a' + digit));
        n = (n - 1) / 26;
    }
    letters.iter().rev().collect()
}

fn column_number(letters: &str) -> Option<i32> {
    if letters.is_empty() || letters.len() > 5 {
        return None;
    }
    let mut n: i32 = 0;
    for c in letters.chars() {
        if !c.is_ascii_lowercase() {
            return None;
        }
        n = n * 26 + (c as i32 - 'a' as i32) + 1;
    }
    Some(n - 1)
}
