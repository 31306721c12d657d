//! Kasteleyn orientations of graphs that are drawn with straight lines.

use std::cmp::Ordering;

use crate::packing::NONE;
use crate::pairs::Edge;
use crate::pairs::front::Graph;

/// The faces of a plane graph. Half-edges are numbered by edge, twice; the second one leads back.
struct Faces {
    /// By half-edge its face, on its left.
    of: Vec<u32>,
    /// By face its half-edges.
    walks: Vec<Vec<u32>>,
}

/// The part of a board with these cells, which become the vertices, in their order, oriented such that every bounded face of a
/// component has an odd number of clockwise edges. Nothing if the number of cells is odd.
pub fn oriented(places: &[(i32, i32)], cells: &[u32], edges: &[Edge]) -> Option<Graph> {
    if cells.len() % 2 == 1 {
        return None;
    }
    let mut number = vec![NONE; places.len()];
    for (cell, vertex) in cells.iter().zip(0..) {
        *number.get_mut(*cell as usize)? = vertex;
    }
    let place = |vertex: u32| {
        let cell = cells.get(vertex as usize).copied().unwrap_or(NONE);
        let (x, y) = places.get(cell as usize).copied().unwrap_or_default();
        (i64::from(x), i64::from(y))
    };
    let mut ends: Vec<[u32; 2]> = Vec::new();
    let mut names = Vec::new();
    for (edge, name) in edges.iter().zip(0_u32..) {
        let [a, b] = edge.cells.map(|cell| number.get(cell as usize).copied().unwrap_or(NONE));
        if a != NONE && b != NONE {
            ends.push([a, b]);
            names.push(name);
        }
    }
    let out = around(cells.len(), &ends, &place);
    let tree = spanning_tree(&ends, &out);
    let faces = faces(&ends, &out);
    let area = |face: &Vec<u32>| -> i64 {
        let steps = face.iter().map(|half| {
            let ((x, y), (z, w)) = (place(tail(&ends, *half)), place(tail(&ends, half ^ 1)));
            x * w - y * z
        });
        steps.sum()
    };
    let outer: Vec<bool> = faces.walks.iter().map(|walk| area(walk) <= 0).collect();
    let along = orient(&faces, &outer, &tree);
    let mut graph = Graph { near: vec![Vec::new(); cells.len()] };
    for (([a, b], edge), along) in ends.iter().zip(names).zip(along) {
        let (from, to) = if along { (*a, *b) } else { (*b, *a) };
        graph.join(from, to, edge);
    }
    Some(graph)
}

/// The vertex at which a half-edge begins.
fn tail(ends: &[[u32; 2]], half: u32) -> u32 {
    ends.get(half as usize / 2).and_then(|ends| ends.get(half as usize % 2)).copied().unwrap_or(NONE)
}

/// By vertex the half-edges that begin there, counterclockwise.
fn around(vertices: usize, ends: &[[u32; 2]], place: &dyn Fn(u32) -> (i64, i64)) -> Vec<Vec<u32>> {
    let mut out = vec![Vec::new(); vertices];
    for half in (0..).take(2 * ends.len()) {
        if let Some(out) = out.get_mut(tail(ends, half) as usize) {
            out.push(half);
        }
    }
    let vector = |half: u32| {
        let ((x, y), (z, w)) = (place(tail(ends, half)), place(tail(ends, half ^ 1)));
        (z - x, w - y)
    };
    for list in &mut out {
        list.sort_by(|a, b| turn(vector(*a), vector(*b)));
    }
    out
}

/// Compares the angles of two vectors, counted counterclockwise from the right.
fn turn(a: (i64, i64), b: (i64, i64)) -> Ordering {
    let lower = |(x, y): (i64, i64)| y < 0 || y == 0 && x < 0;
    lower(a).cmp(&lower(b)).then_with(|| (b.0 * a.1 - b.1 * a.0).cmp(&0))
}

/// By edge whether it belongs to a spanning forest.
fn spanning_tree(ends: &[[u32; 2]], out: &[Vec<u32>]) -> Vec<bool> {
    let mut tree = vec![false; ends.len()];
    let mut seen = vec![false; out.len()];
    for root in (0..).take(out.len()) {
        let mut open = vec![root];
        if seen.get_mut(root as usize).is_none_or(|seen| std::mem::replace(seen, true)) {
            continue;
        }
        while let Some(vertex) = open.pop() {
            for half in out.get(vertex as usize).into_iter().flatten() {
                let to = tail(ends, half ^ 1);
                if seen.get_mut(to as usize).is_some_and(|seen| !std::mem::replace(seen, true)) {
                    open.push(to);
                    if let Some(tree) = tree.get_mut(*half as usize / 2) {
                        *tree = true;
                    }
                }
            }
        }
    }
    tree
}

fn faces(ends: &[[u32; 2]], out: &[Vec<u32>]) -> Faces {
    // After a half-edge the face on its left continues with the one clockwise from the way back.
    let mut next = vec![NONE; 2 * ends.len()];
    for list in out {
        let before = list.iter().skip(list.len().saturating_sub(1)).chain(list);
        for (clockwise, half) in before.zip(list) {
            if let Some(next) = next.get_mut((half ^ 1) as usize) {
                *next = *clockwise;
            }
        }
    }
    let mut faces = Faces { of: vec![NONE; 2 * ends.len()], walks: Vec::new() };
    for start in (0..).take(2 * ends.len()) {
        let name = u32::try_from(faces.walks.len()).unwrap_or(NONE);
        let (mut half, mut walk) = (start, Vec::new());
        while let Some(of) = faces.of.get_mut(half as usize).filter(|of| **of == NONE) {
            *of = name;
            walk.push(half);
            half = next.get(half as usize).copied().unwrap_or(NONE);
        }
        if !walk.is_empty() {
            faces.walks.push(walk);
        }
    }
    faces
}

/// By edge whether it is oriented from its first end to its second. The edges of a tree are oriented in any way; the
/// others join the faces of a component to a tree with the outer face as its root, and from the leaves on each face has
/// one edge that is still open.
fn orient(faces: &Faces, outer: &[bool], tree: &[bool]) -> Vec<bool> {
    let mut along = vec![true; tree.len()];
    let mut parent = vec![NONE; faces.walks.len()];
    let mut order: Vec<u32> = (0..).zip(outer).filter(|(_, outer)| **outer).map(|(face, _)| face).collect();
    let mut at = 0;
    while let Some(face) = order.get(at).copied() {
        at += 1;
        let own = parent.get(face as usize).copied().unwrap_or(NONE);
        for half in faces.walks.get(face as usize).into_iter().flatten() {
            if tree.get(*half as usize / 2) != Some(&false) || *half == own {
                continue;
            }
            let beyond = faces.of.get((half ^ 1) as usize).copied().unwrap_or(NONE);
            if let Some(parent) = parent.get_mut(beyond as usize) {
                *parent = half ^ 1;
                order.push(beyond);
            }
        }
    }
    for face in order.into_iter().rev() {
        let own = parent.get(face as usize).copied().unwrap_or(NONE);
        if own == NONE {
            continue;
        }
        let forward = |half: u32, along: &[bool]| {
            along.get(half as usize / 2).copied().unwrap_or(true) == half.is_multiple_of(2)
        };
        let walk = faces.walks.get(face as usize).into_iter().flatten();
        let clockwise = walk.filter(|half| **half != own && !forward(**half, &along)).count();
        if let Some(along) = along.get_mut(own as usize / 2) {
            // Against the walk if the others are even in number.
            *along = (clockwise % 2 == 1) == own.is_multiple_of(2);
        }
    }
    along
}
