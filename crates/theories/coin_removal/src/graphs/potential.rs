//! A polynomial test, and packings from it.
//!
//! Join a vertex s to the heads of a connected graph. Give every vertex v an independent variable p(v) over the field of
//! two elements, with p(s) = 0, every edge uv the weight 1/(p(u) + p(v)), and let L be the Laplacian matrix of these
//! weights without
//! the row and column of s.
//!
//! **Theorem.** The coins can be removed if and only if det L is not zero. (A form of the theorem of Szegedy and
//! Szegedy, Symplectic spaces and ear-decomposition of matroids, 2006, for cographic matroids.)
//!
//! *Proof* by induction on the number of coins. The determinant is the sum over the spanning trees of the products of
//! their weights; parallel edges cancel in pairs. Each weight has the simple pole p(u) = p(v), so that det L has at most
//! a simple pole at p(v) = 0 for a head v, and its residue is the determinant of the graph in which v and s are one vertex
//! with parallel edges cancelled: that is, of the coins that are left when v is removed. So if a removal begins with
//! v, the residue is
//! not zero, and neither is det L. Conversely let det L be not zero. As a function of p(s) (before it is set to 0) it
//! vanishes at
//! infinity, where the weights at s vanish. A rational function that is not zero and vanishes at infinity has a pole, and
//! it can only be at p(s) = p(v) for a head v. Its residue is not zero, and v can be removed first.
//!
//! The test sets the variables to random elements of a field. If the determinant is not zero there, the coins can be
//! removed, for certain. If
//! it is, probably not, and this is no proof. Then a vector q of the kernel, with q(s) = 0, assigns κ = (q(u) +
//! q(v))/(p(u) + p(v)) to every
//! edge. If a packing proves that there is no removal, each of its members has its own point κ of the projective
//! space over the
//! kernel, as a component of the Gallai-Edmonds decomposition has its own multiple of a vector. So the classes of
//! edges with
//! one point, cut into blocks, are a candidate, which is a proof if its numbers are right.

use std::collections::BTreeMap;

use super::super::problem::Graph;
use super::blocks;
use super::field::Field;
use super::random::Random;
use super::table::Table;
use puzzlec_theory::meter::{Halted, Meter, Room};

/// The outcome of a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TestOutcome {
    /// The coins can be removed.
    Removable,
    /// They cannot, because of these members of a [packing](super::Packing).
    Packed(Vec<Vec<(u32, u32)>>),
    /// Probably they cannot.
    Doubtful,
}

/// Tests a connected graph of at most 2^14 vertices. O(n³) products.
///
/// # Errors
/// A limit was reached.
pub(super) fn test(
    graph: &Graph,
    heads: &[bool],
    field: &Field,
    seed: u64,
    meter: &Meter<'_>,
) -> Result<TestOutcome, Halted> {
    let kernel = kernel(graph, heads, field, seed, meter)?;
    if kernel.is_empty() {
        return Ok(TestOutcome::Removable);
    }
    let members = members(graph, heads, field, &kernel);
    Ok(if is_proof(graph, heads, &members) { TestOutcome::Packed(members) } else { TestOutcome::Doubtful })
}

/// A basis of the kernel of L at random elements.
fn kernel(
    graph: &Graph,
    heads: &[bool],
    field: &Field,
    seed: u64,
    meter: &Meter<'_>,
) -> Result<Vec<Vec<u16>>, Halted> {
    let n = graph.vertices();
    let mut room = Room::new(meter);
    room.hold(2 * n * n)?;
    let mut random = Random::new(seed);
    let mut elements: Vec<u16> = (1..=u16::MAX).collect();
    random.shuffle(&mut elements);
    let elements = Table::from(elements);
    let mut rows = Vec::with_capacity(n);
    for v in 0..n as u32 {
        let mut row = Table::<u16>::new(n);
        let p = elements.at(v);
        let mut sum = if heads.get(v as usize) == Some(&true) { field.quotient(1, p) } else { 0 };
        for &w in graph.neighbours(v as usize) {
            let weight = field.quotient(1, p ^ elements.at(w));
            row.set(w, weight);
            sum ^= weight;
        }
        row.set(v, sum);
        rows.push(row.into_values());
    }
    null_space(rows, field, meter)
}

/// A basis of the vectors that all rows of a square matrix annihilate.
fn null_space(mut rows: Vec<Vec<u16>>, field: &Field, meter: &Meter<'_>) -> Result<Vec<Vec<u16>>, Halted> {
    let n = rows.len();
    let mut pivots: Vec<usize> = Vec::new();
    let mut free: Vec<usize> = Vec::new();
    for column in 0..n {
        meter.poll()?;
        let at = pivots.len();
        let entry = |row: &Vec<u16>| row.get(column).copied().unwrap_or(0);
        let Some(found) = (at..n).find(|&row| rows.get(row).is_some_and(|row| entry(row) != 0)) else {
            free.push(column);
            continue;
        };
        rows.swap(at, found);
        let mut pivot = rows.get_mut(at).map(std::mem::take).unwrap_or_default();
        let lead = entry(&pivot);
        pivot.iter_mut().for_each(|x| *x = field.quotient(*x, lead));
        let logarithms: Vec<u32> = pivot.iter().skip(column).map(|&x| field.logarithm(x)).collect();
        for row in &mut rows {
            let factor = entry(row);
            field.add(row.get_mut(column..).unwrap_or_default(), factor, &logarithms);
        }
        rows.get_mut(at).into_iter().for_each(|row| *row = std::mem::take(&mut pivot));
        pivots.push(column);
    }
    let vector = |column: &usize| {
        let mut vector = vec![0; n];
        vector.get_mut(*column).into_iter().for_each(|slot| *slot = 1);
        for (&pivot, row) in pivots.iter().zip(&rows) {
            let value = row.get(*column).copied().unwrap_or(0);
            vector.get_mut(pivot).into_iter().for_each(|slot| *slot = value);
        }
        vector
    };
    Ok(free.iter().map(vector).collect())
}

/// The edges of the graph with s, in classes of one point of the kernel, in blocks.
fn members(graph: &Graph, heads: &[bool], field: &Field, kernel: &[Vec<u16>]) -> Vec<Vec<(u32, u32)>> {
    let n = graph.vertices() as u32;
    let to_source = (0..n).zip(heads).filter(|(_, heads)| **heads).map(|(v, _)| (v, n));
    let edges = (0..n).flat_map(|v| graph.neighbours(v as usize).iter().map(move |&w| (v, w)));
    let mut classes: BTreeMap<Vec<u16>, Vec<(u32, u32)>> = BTreeMap::new();
    for (v, w) in edges.filter(|(v, w)| v < w).chain(to_source) {
        let at = |q: &Vec<u16>, v: u32| q.get(v as usize).copied().unwrap_or(0);
        let mut point: Vec<u16> = kernel.iter().map(|q| at(q, v) ^ at(q, w)).collect();
        if let Some(&lead) = point.iter().find(|&&x| x != 0) {
            point.iter_mut().for_each(|x| *x = field.quotient(*x, lead));
            classes.entry(point).or_default().push((v, w));
        }
    }
    let blocks = classes.into_values().flat_map(|edges| blocks::edges(&Graph::new(n as usize + 1, edges)));
    let named = |(v, w): (u32, u32)| match (v.min(w), v.max(w)) {
        (v, w) if w == n => (v, v),
        edge => edge,
    };
    blocks.map(|edges| edges.into_iter().map(named).collect()).collect()
}

/// Whether edge-disjoint subgraphs prove that there is no removal.
fn is_proof(graph: &Graph, heads: &[bool], members: &[Vec<(u32, u32)>]) -> bool {
    let n = graph.vertices();
    let tails = n - heads.iter().filter(|heads| **heads).count();
    let pairs = |edges: &Vec<(u32, u32)>| {
        let end = |(v, w): &(u32, u32)| [*v, if v == w { n as u32 } else { *w }];
        let mut ends: Vec<u32> = edges.iter().flat_map(end).collect();
        ends.sort_unstable();
        ends.dedup();
        (edges.len() + 1 - ends.len()).div_ceil(2)
    };
    2 * members.iter().map(pairs).sum::<usize>() + tails > graph.edges()
}
