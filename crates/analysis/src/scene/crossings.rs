//! Drawings of graphs with few crossings: several drawings are made, and the first of those with the fewest crossings is
//! taken. A planar graph has one without any where a ring of it, laid outermost, leaves room for all others between their
//! neighbours (Tutte, "How to draw a graph", 1963).

use super::layout::settled;
use super::places::Point;

/// Maximum number of vertices and of edges; larger graphs are drawn once.
const MOST: (usize, usize) = (60, 150);
/// The number of drawings that begin at places without a plan.
const TRIES: u64 = 12;
/// The number of passes in which vertices come to the middle of their neighbours.
const PASSES: usize = 400;
/// How near to an edge a vertex of others counts as a crossing, in the distance of neighbours.
const NEAR: f64 = 0.2;

/// The points of the vertices, from a drawing that begins at these points.
pub(super) fn fewest(start: &[Point], links: &[(usize, usize)]) -> Vec<Point> {
    let mut best = settled(start, links);
    if start.len() > MOST.0 || links.len() > MOST.1 {
        return best;
    }
    let mut least = crossings(&best, links);
    let mut near = vec![Vec::new(); start.len()];
    for (a, b) in links {
        for (from, to) in [(a, b), (b, a)] {
            if let Some(list) = near.get_mut(*from) {
                list.push(*to);
            }
        }
    }
    let rings = rings(&near, links).into_iter().map(|ring| within(&near, &ring));
    let scattered = (1..=TRIES).map(|seed| scatter(start, seed));
    for first in rings.chain(scattered) {
        if least == 0 {
            break;
        }
        for points in [settled(&first, links), widened(first)] {
            let count = crossings(&points, links);
            if count < least {
                (best, least) = (points, count);
            }
        }
    }
    best
}

/// The number of pairs of edges that cross, and of vertices that lie on an edge of others.
fn crossings(points: &[Point], links: &[(usize, usize)]) -> usize {
    let ends = |(a, b): &(usize, usize)| Some((*points.get(*a)?, *points.get(*b)?));
    let mut count = 0;
    for (at, one) in links.iter().enumerate() {
        let Some((a, b)) = ends(one) else { continue };
        let apart = |other: &(usize, usize)| ![one.0, one.1].iter().any(|v| [other.0, other.1].contains(v));
        for other in links.iter().skip(at + 1).filter(|other| apart(other)) {
            let crosses = ends(other).is_some_and(|(c, d)| {
                side(a, b, c) * side(a, b, d) < 0.0 && side(c, d, a) * side(c, d, b) < 0.0
            });
            count += usize::from(crosses);
        }
        let others = points.iter().enumerate().filter(|(vertex, _)| *vertex != one.0 && *vertex != one.1);
        count += others.filter(|(_, point)| gap(a, b, **point) < NEAR).count();
    }
    count
}

/// Twice the area of a triangle, with its sense.
fn side(a: Point, b: Point, c: Point) -> f64 {
    (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
}

/// The distance of a point from a segment.
fn gap(a: Point, b: Point, c: Point) -> f64 {
    let square = (b.x - a.x).powi(2) + (b.y - a.y).powi(2);
    let along = (c.x - a.x) * (b.x - a.x) + (c.y - a.y) * (b.y - a.y);
    let part = (along / square.max(f64::MIN_POSITIVE)).clamp(0.0, 1.0);
    (c.x - a.x - part * (b.x - a.x)).hypot(c.y - a.y - part * (b.y - a.y))
}

/// For each edge a shortest ring through it, longer ones first, each once.
fn rings(near: &[Vec<usize>], links: &[(usize, usize)]) -> Vec<Vec<usize>> {
    let mut found: Vec<Vec<usize>> = Vec::new();
    for (from, to) in links {
        let mut before = vec![None; near.len()];
        let mut next = vec![*from];
        while let (false, None) = (next.is_empty(), before.get(*to).copied().flatten()) {
            let mut further = Vec::new();
            for vertex in next {
                for other in near.get(vertex).into_iter().flatten().filter(|other| *other != from) {
                    // The edge itself is no ring.
                    if (vertex, *other) == (*from, *to) {
                        continue;
                    }
                    if let Some(slot) = before.get_mut(*other).filter(|slot| slot.is_none()) {
                        *slot = Some(vertex);
                        further.push(*other);
                    }
                }
            }
            next = further;
        }
        let mut ring = vec![*to];
        while let Some(Some(vertex)) = ring.last().and_then(|last| before.get(*last)) {
            ring.push(*vertex);
        }
        let mut key = ring.clone();
        key.sort_unstable();
        let known = found.iter().any(|other| {
            let mut other = other.clone();
            other.sort_unstable();
            other == key
        });
        if ring.len() > 2 && ring.last() == Some(from) && !known {
            found.push(ring);
        }
    }
    found.sort_by_key(|ring| std::cmp::Reverse(ring.len()));
    found
}

/// A ring on a circle, and every other vertex in the middle of its neighbours.
fn within(near: &[Vec<usize>], ring: &[usize]) -> Vec<Point> {
    let mut points = vec![Point { x: 0.0, y: 0.0 }; near.len()];
    for (turn, vertex) in ring.iter().enumerate() {
        let angle =
            std::f64::consts::TAU * (turn as f64 + 0.5) / ring.len() as f64 - std::f64::consts::FRAC_PI_2;
        if let Some(point) = points.get_mut(*vertex) {
            *point = Point { x: angle.cos(), y: angle.sin() };
        }
    }
    for _ in 0..PASSES {
        for (vertex, list) in near.iter().enumerate().filter(|(vertex, _)| !ring.contains(vertex)) {
            let (mut x, mut y, mut count) = (0.0, 0.0, 0.0_f64);
            for other in list.iter().filter_map(|other| points.get(*other)) {
                (x, y, count) = (x + other.x, y + other.y, count + 1.0);
            }
            if let Some(point) = points.get_mut(vertex).filter(|_| count > 0.0) {
                *point = Point { x: x / count, y: y / count };
            }
        }
    }
    // Vertices with the same neighbours would stay on one point.
    for (vertex, point) in points.iter_mut().enumerate() {
        let (x, y) = (vertex as f64).sin_cos();
        *point = Point { x: point.x + 0.01 * x, y: point.y + 0.01 * y };
    }
    points
}

/// The points in another order, the same for the same number.
fn scatter(points: &[Point], seed: u64) -> Vec<Point> {
    let mut points = points.to_vec();
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    for last in (1..points.len()).rev() {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        points.swap(last, (state >> 33) as usize % (last + 1));
    }
    points
}

/// The points so far apart that pieces on them do not touch; unchanged if some would be much too far.
fn widened(points: Vec<Point>) -> Vec<Point> {
    let mut nearest = f64::INFINITY;
    for (at, a) in points.iter().enumerate() {
        for b in points.iter().skip(at + 1) {
            nearest = nearest.min((a.x - b.x).hypot(a.y - b.y));
        }
    }
    let factor = 1.25 / nearest.max(0.08);
    points.into_iter().map(|p| Point { x: p.x * factor, y: p.y * factor }).collect()
}
