//! Pfaffians of sparse matrices: vertices are eliminated in pairs, in an order with a short front.

use crate::packing::NONE;
use puzzlec_algebra::montgomery::Field;

/// An edge as its end sees it.
#[derive(Clone, Copy, Debug)]
pub struct Arc {
    /// The vertex at the other end.
    pub to: u32,
    /// Its number among all edges of the board.
    pub edge: u32,
    /// Whether it is oriented towards the other end.
    pub along: bool,
}

/// A graph whose edges are oriented.
#[derive(Clone, Debug)]
pub struct Graph {
    /// By vertex its edges.
    pub near: Vec<Vec<Arc>>,
}

impl Graph {
    /// Adds an edge that is oriented from the first vertex to the second.
    pub fn join(&mut self, from: u32, to: u32, edge: u32) {
        for (vertex, to, along) in [(from, to, true), (to, from, false)] {
            if let Some(near) = self.near.get_mut(vertex as usize) {
                near.push(Arc { to, edge, along });
            }
        }
    }
}

/// The part of the matrix that belongs to the vertices of the front.
struct Front {
    field: Field,
    /// By place on the front the vertex.
    vertices: Vec<u32>,
    /// By vertex its place on the front.
    places: Vec<u32>,
    rows: Vec<Vec<u64>>,
    /// By vertex whether its edges were added.
    complete: Vec<bool>,
}

/// The Pfaffian of the matrix of a graph whose edges have these weights, in the order of its vertices.
pub fn pfaffian(graph: &Graph, weights: &[u64], field: Field) -> u64 {
    eliminated(graph, graph.near.len(), weights, field).0
}

/// The Pfaffian of the first vertices, and what remains of the matrix for the others, in their order, row by row, after the
/// first ones were eliminated: the Schur complement. Where the Pfaffian is 0, there is none.
pub fn complement(graph: &Graph, first: usize, weights: &[u64], field: Field) -> (u64, Vec<u64>) {
    let (value, front) = eliminated(graph, first, weights, field);
    let others: Vec<usize> =
        (0..).take(graph.near.len()).skip(first).filter_map(|other| front.place(other)).collect();
    let entry = |row: &usize, column: &usize| front.rows.get(*row).and_then(|row| row.get(*column)).copied();
    let rows = others.iter().flat_map(|row| others.iter().map(move |column| (row, column)));
    (value, rows.map(|(row, column)| entry(row, column).unwrap_or(0)).collect())
}

/// The Pfaffian of the first vertices, and the front after they were eliminated, as far as possible.
fn eliminated(graph: &Graph, first: usize, weights: &[u64], field: Field) -> (u64, Front) {
    let n = graph.near.len();
    let mut front = Front {
        field,
        vertices: Vec::new(),
        places: vec![NONE; n],
        rows: Vec::new(),
        complete: vec![false; n],
    };
    let mut gone = vec![false; n];
    let mut sequence = Vec::with_capacity(first);
    let mut product = field.of(1);
    for vertex in (0..).take(first) {
        if gone.get(vertex as usize) == Some(&true) {
            continue;
        }
        front.complete(vertex, graph, weights);
        // The earliest vertex, so that the front stays short.
        let row = front.place(vertex).and_then(|place| front.rows.get(place));
        let others = row.into_iter().flatten().zip(&front.vertices).filter(|(value, _)| **value != 0);
        let other = others.map(|(_, vertex)| *vertex).min().filter(|other| (*other as usize) < first);
        let Some(other) = other else { return (0, front) };
        front.complete(other, graph, weights);
        product = field.product(product, front.eliminate(vertex, other));
        for vertex in [vertex, other] {
            if let Some(gone) = gone.get_mut(vertex as usize) {
                *gone = true;
            }
            sequence.push(vertex);
        }
    }
    (if is_odd(&sequence) { field.minus(product) } else { product }, front)
}

impl Front {
    /// Its place, if it is on the front.
    fn place(&self, vertex: u32) -> Option<usize> {
        self.places.get(vertex as usize).filter(|place| **place != NONE).map(|place| *place as usize)
    }

    /// The place of a vertex, which is added if necessary.
    fn enter(&mut self, vertex: u32) -> usize {
        if let Some(place) = self.place(vertex) {
            return place;
        }
        let place = self.vertices.len();
        self.rows.iter_mut().for_each(|row| row.push(0));
        self.rows.push(vec![0; place + 1]);
        self.vertices.push(vertex);
        self.move_to(vertex, place as u32);
        place
    }

    fn move_to(&mut self, vertex: u32, place: u32) {
        if let Some(slot) = self.places.get_mut(vertex as usize) {
            *slot = place;
        }
    }

    fn add(&mut self, row: usize, column: usize, value: u64) {
        if let Some(entry) = self.rows.get_mut(row).and_then(|row| row.get_mut(column)) {
            *entry = self.field.sum(*entry, value);
        }
    }

    /// Adds all edges of a vertex.
    fn complete(&mut self, vertex: u32, graph: &Graph, weights: &[u64]) {
        match self.complete.get_mut(vertex as usize) {
            Some(complete) if !*complete => *complete = true,
            _ => return,
        }
        let place = self.enter(vertex);
        for arc in graph.near.get(vertex as usize).into_iter().flatten() {
            if self.complete.get(arc.to as usize) == Some(&true) {
                continue;
            }
            let weight = weights.get(arc.edge as usize).copied().unwrap_or(0);
            let opposite = self.field.minus(weight);
            let (to, from) = if arc.along { (weight, opposite) } else { (opposite, weight) };
            let other = self.enter(arc.to);
            self.add(place, other, to);
            self.add(other, place, from);
        }
    }

    /// Eliminates two vertices whose entry is not 0, and returns the entry.
    fn eliminate(&mut self, first: u32, second: u32) -> u64 {
        let field = self.field;
        let Some(v) = self.take(first) else { return 0 };
        // The row of the second vertex has no entry for the first one.
        let entry = self.place(second).and_then(|place| v.get(place)).copied().unwrap_or(0);
        let Some(place) = self.place(second) else { return 0 };
        let Some(u) = self.take(second) else { return 0 };
        let mut v = v;
        v.swap_remove(place);
        let inverse = field.inverse(entry);
        for (row, (ui, vi)) in self.rows.iter_mut().zip(u.iter().zip(&v)) {
            if *ui == 0 && *vi == 0 {
                continue;
            }
            let (x, y) = (field.product(*ui, inverse), field.minus(field.product(*vi, inverse)));
            for (cell, (uj, vj)) in row.iter_mut().zip(u.iter().zip(&v)) {
                *cell = field.sum(*cell, field.products((x, *vj), (y, *uj)));
            }
        }
        entry
    }

    /// Takes a vertex from the front; returns its row without its own place.
    fn take(&mut self, vertex: u32) -> Option<Vec<u64>> {
        let place = self.place(vertex)?;
        self.vertices.swap_remove(place);
        self.move_to(vertex, NONE);
        if let Some(moved) = self.vertices.get(place).copied() {
            self.move_to(moved, place as u32);
        }
        let mut row = self.rows.swap_remove(place);
        row.swap_remove(place);
        for row in &mut self.rows {
            row.swap_remove(place);
        }
        Some(row)
    }
}

/// Whether a permutation is odd.
fn is_odd(permutation: &[u32]) -> bool {
    let mut seen = vec![false; permutation.len()];
    let mut odd = false;
    for start in 0..permutation.len() {
        let mut at = start;
        let mut length = 0;
        while seen.get(at) == Some(&false) {
            if let Some(seen) = seen.get_mut(at) {
                *seen = true;
            }
            length += 1;
            at = permutation.get(at).map_or(start, |next| *next as usize);
        }
        odd ^= length > 0 && length % 2 == 0;
    }
    odd
}
