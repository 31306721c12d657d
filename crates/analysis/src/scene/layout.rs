//! Where the vertices of a graph are drawn: distances in the picture come near to those in the graph.
//!
//! Stress majorization (Gansner, Koren and North, "Graph Drawing by Stress Majorization", 2004), one vertex after another.

use super::places::Point;

/// Maximum number of vertices; time and memory are proportional to their square.
const MOST: usize = 600;
/// Number of passes over the vertices.
const PASSES: usize = 300;
/// The least distance of two vertices, in that of neighbours.
const LEAST: f64 = 1.25;
/// The distance between two parts that no edge joins.
const APART: f64 = 1.2;

/// The points of the vertices of a graph; `start` has points that differ. A graph with too many vertices stays there.
pub(super) fn settled(start: &[Point], links: &[(usize, usize)]) -> Vec<Point> {
    if start.len() > MOST {
        return start.to_vec();
    }
    let mut near = vec![Vec::new(); start.len()];
    for (a, b) in links {
        for (from, to) in [(a, b), (b, a)] {
            if let Some(list) = near.get_mut(*from) {
                list.push(*to);
            }
        }
    }
    let mut points = start.to_vec();
    let mut placed = vec![false; start.len()];
    let mut right = None;
    for first in 0..start.len() {
        if placed.get(first) != Some(&false) {
            continue;
        }
        let part: Vec<usize> = distances(&near, first).iter().map(|(vertex, _)| *vertex).collect();
        let mut own: Vec<Point> = part.iter().filter_map(|v| start.get(*v).copied()).collect();
        settle(&mut own, &steps(&near, &part));
        let left = own.iter().map(|p| p.x).fold(f64::INFINITY, f64::min);
        let shift = right.map_or(0.0, |end: f64| end + APART - left);
        for (vertex, at) in part.iter().zip(&own) {
            if let (Some(point), Some(done)) = (points.get_mut(*vertex), placed.get_mut(*vertex)) {
                (*point, *done) = (Point { x: at.x + shift, y: at.y }, true);
            }
        }
        right = own.iter().map(|p| p.x + shift).reduce(f64::max).into_iter().chain(right).reduce(f64::max);
    }
    points
}

/// The Petersen graph as a pentagon around a star; nothing for another graph.
pub(super) fn petersen(count: usize, links: &[(usize, usize)]) -> Option<Vec<Point>> {
    let joined = |a: usize, b: usize| links.contains(&(a, b)) || links.contains(&(b, a));
    let near = |a: usize| (0..count).filter(move |b| joined(a, *b));
    // It is the only graph of ten vertices with three neighbours each and no ring of fewer than five.
    let shared = |a: usize, b: usize| near(a).filter(|c| joined(*c, b)).count();
    let fits = (count, links.len()) == (10, 15)
        && (0..10)
            .all(|a| near(a).count() == 3 && (0..a).all(|b| shared(a, b) == usize::from(!joined(a, b))));
    let mut ring = vec![0];
    while fits && ring.len() < 5 {
        let last = *ring.last()?;
        let next = near(last).find(|next| {
            // The fifth of a ring is the one that the fourth and the first share.
            !ring.contains(next) && (ring.len() < 4 || joined(*next, 0))
        });
        ring.push(next?);
    }
    let mut points = vec![Point { x: 0.0, y: 0.0 }; count];
    for (turn, outer) in ring.iter().enumerate().filter(|_| fits) {
        let angle = std::f64::consts::TAU * turn as f64 / 5.0 - std::f64::consts::FRAC_PI_2;
        let inner = near(*outer).find(|vertex| !ring.contains(vertex))?;
        for (vertex, radius) in [(*outer, 2.5), (inner, 1.25)] {
            *points.get_mut(vertex)? = Point { x: radius * angle.cos(), y: radius * angle.sin() };
        }
    }
    fits.then_some(points)
}

/// The vertices that can be reached from one, with their distances, in order of distance.
fn distances(near: &[Vec<usize>], from: usize) -> Vec<(usize, u32)> {
    let mut seen = vec![false; near.len()];
    let mut found = Vec::new();
    let mut next = vec![from];
    for distance in 0.. {
        let mut further = Vec::new();
        for vertex in next {
            if let Some(mark) = seen.get_mut(vertex).filter(|mark| !**mark) {
                *mark = true;
                found.push((vertex, distance));
                further.extend(near.get(vertex).into_iter().flatten());
            }
        }
        if further.is_empty() {
            break;
        }
        next = further;
    }
    found
}

/// The distances of all pairs of a connected part, row by row.
fn steps(near: &[Vec<usize>], part: &[usize]) -> Vec<Vec<f64>> {
    let row = |from: &usize| {
        let mut all: Vec<(usize, u32)> = distances(near, *from);
        all.sort_unstable();
        let at = |vertex: &usize| {
            let found = all.binary_search_by_key(vertex, |(v, _)| *v).ok();
            found.and_then(|i| all.get(i)).map_or(0.0, |(_, distance)| f64::from(*distance))
        };
        part.iter().map(at).collect()
    };
    part.iter().map(row).collect()
}

/// Moves every point to the mean of the places that the other points want for it, pass by pass; a pair at distance d has
/// weight 1/d². Then the whole is widened until no two points are too near.
fn settle(points: &mut [Point], steps: &[Vec<f64>]) {
    for _ in 0..PASSES {
        for (i, row) in steps.iter().enumerate() {
            let Some(own) = points.get(i).copied() else { continue };
            let (mut x, mut y, mut sum) = (0.0, 0.0, 0.0);
            for (other, wanted) in points.iter().zip(row).filter(|(_, wanted)| **wanted > 0.0) {
                let (dx, dy) = (own.x - other.x, own.y - other.y);
                let length = (dx * dx + dy * dy).sqrt().max(1e-9);
                let weight = 1.0 / (wanted * wanted);
                x += weight * (other.x + wanted * dx / length);
                y += weight * (other.y + wanted * dy / length);
                sum += weight;
            }
            if let Some(point) = points.get_mut(i).filter(|_| sum > 0.0) {
                *point = Point { x: x / sum, y: y / sum };
            }
        }
    }
    let mut nearest = f64::INFINITY;
    for (i, a) in points.iter().enumerate() {
        for b in points.iter().skip(i + 1) {
            nearest = nearest.min(((a.x - b.x).powi(2) + (a.y - b.y).powi(2)).sqrt());
        }
    }
    if nearest < LEAST {
        // Points that nearly coincide would widen the picture without end.
        let factor = LEAST / nearest.max(0.3);
        for point in points {
            *point = Point { x: point.x * factor, y: point.y * factor };
        }
    }
}
