//! Orders of acyclic orientations.

use super::super::problem::Graph;
use super::table::Table;

/// A topological order of the vertices 0 to n - 1 along directed edges without a cycle. Linear time.
pub(super) fn order(n: usize, edges: &[(u32, u32)]) -> Vec<u32> {
    let mut entering = Table::<u32>::new(n);
    // The edges out of v are those from the place `start` of v to that of v + 1.
    let mut start = Table::<u32>::new(n + 1);
    for &(from, to) in edges {
        entering.set(to, entering.at(to) + 1);
        start.set(from, start.at(from) + 1);
    }
    let mut sum = 0;
    for v in 0..=n as u32 {
        sum += start.at(v);
        start.set(v, sum);
    }
    let mut ends = Table::<u32>::new(edges.len());
    for &(from, to) in edges.iter().rev() {
        start.set(from, start.at(from) - 1);
        ends.set(start.at(from), to);
    }
    let mut ready: Vec<u32> = (0..n as u32).rev().filter(|&v| entering.at(v) == 0).collect();
    let mut order = Vec::with_capacity(n);
    while let Some(v) = ready.pop() {
        order.push(v);
        for at in start.at(v)..start.at(v + 1) {
            let to = ends.at(at);
            entering.set(to, entering.at(to) - 1);
            if entering.at(to) == 0 {
                ready.push(to);
            }
        }
    }
    order
}

/// Every edge of a graph, from the vertex that comes first in an order to the other.
pub(super) fn orientation(graph: &Graph, order: &[u32]) -> Vec<(u32, u32)> {
    let mut place = Table::<u32>::new(graph.vertices());
    order.iter().zip(0..).for_each(|(&v, at)| place.set(v, at));
    let later = |v: u32| {
        let neighbours = graph.neighbours(v as usize).iter().copied();
        neighbours.filter(|&w| place.at(w) > place.at(v)).map(move |w| (v, w)).collect::<Vec<_>>()
    };
    order.iter().flat_map(|&v| later(v)).collect()
}
