//! Placements that a symmetry of the board makes of each other.

use std::collections::HashMap;

use rustc_hash::FxBuildHasher;

use super::cover::{Cover, Way};
use puzzlec_base::diag::Stop;
use puzzlec_model::board::{Board, Coord, Isometry, Shape};
use puzzlec_model::piece::{KindId, Pieces};
use puzzlec_theory::meter::{Halted, Meter};

/// Maximum number of cells that all symmetries of a board move, each counted once for each symmetry.
const MOST_MOVED: usize = 1 << 22;

/// A symmetry of a board: by cell its image.
type Map = Vec<u32>;

/// The symmetries of a bounded board: turns and reflections of the lattice that map it onto itself, those of a ring, the
/// automorphisms of a graph. All keep neighbours. The first changes nothing.
///
/// # Errors
/// There are too many.
pub fn symmetries(board: &Board) -> Result<Vec<Map>, Stop> {
    let cells = board.cells();
    let near: Vec<Vec<u32>> = cells
        .iter()
        .map(|cell| {
            let mut near: Vec<u32> =
                board.neighbours(*cell).into_iter().filter_map(|near| board.index(near)).collect();
            near.sort_unstable();
            near
        })
        .collect();
    let n = i32::try_from(cells.len()).unwrap_or(i32::MAX);
    let too_many = || Stop::too_large("the board has too many symmetries");
    let mut maps: Vec<Map> = match board.shape {
        Shape::Lattice(lattice) => {
            let image = |isometry: Isometry| {
                let moved: Vec<Coord> = cells.iter().map(|cell| isometry.of(*cell)).collect();
                let (first, corner) = (moved.iter().min()?, cells.first()?);
                let by = (corner.x - first.x, corner.y - first.y);
                moved.iter().map(|cell| board.index(Coord::new(cell.x + by.0, cell.y + by.1))).collect()
            };
            Isometry::all(lattice).into_iter().filter_map(image).collect()
        }
        Shape::Ring(_) => {
            if cells.len().saturating_mul(2).saturating_mul(cells.len()) > MOST_MOVED {
                return Err(too_many());
            }
            let image = |turn: i32, sign: i32| {
                let of = |x: i32| u32::try_from((turn + sign * x).rem_euclid(n.max(1))).unwrap_or(0);
                (0..n).map(of).collect::<Map>()
            };
            [1, -1].into_iter().flat_map(|sign| (0..n).map(move |turn| image(turn, sign))).collect()
        }
        Shape::Graph => automorphisms(&near).ok_or_else(too_many)?,
    };
    maps.retain(|map| keeps(map, &near));
    // A line is its own mirror image from top to bottom, and a ring of two cells from left to right.
    let mut seen: Vec<Map> = Vec::new();
    for map in maps {
        if !seen.contains(&map) {
            seen.push(map);
        }
    }
    Ok(seen)
}

/// Whether a map keeps neighbours.
fn keeps(map: &[u32], near: &[Vec<u32>]) -> bool {
    map.iter().zip(near).all(|(image, list)| {
        let mut moved: Vec<u32> = list.iter().filter_map(|cell| map.get(*cell as usize)).copied().collect();
        moved.sort_unstable();
        near.get(*image as usize) == Some(&moved)
    })
}

/// All permutations of the vertices that keep edges; nothing if there are too many. Vertices are mapped one by one.
fn automorphisms(near: &[Vec<u32>]) -> Option<Vec<Map>> {
    let n = near.len();
    let (mut found, mut map) = (Vec::new(), Map::new());
    let mut used = vec![false; n];
    let mut tried = 0_usize;
    // The next image to be tried for the vertex after those that are mapped.
    let mut next = vec![0];
    while let Some(image) = next.last_mut() {
        let (vertex, candidate) = (map.len(), *image as usize);
        *image += 1;
        if vertex == n || candidate >= n {
            if vertex == n {
                found.push(map.clone());
            }
            next.pop();
            if let Some(last) = map.pop()
                && let Some(slot) = used.get_mut(last as usize)
            {
                *slot = false;
            }
            continue;
        }
        tried += n;
        if tried > MOST_MOVED || found.len() * n > MOST_MOVED {
            return None;
        }
        let has = |list: Option<&Vec<u32>>, vertex: u32| list.is_some_and(|list| list.contains(&vertex));
        let fits = used.get(candidate) == Some(&false)
            && near.get(vertex).map(Vec::len) == near.get(candidate).map(Vec::len)
            && (0..).zip(&map).all(|(before, image): (u32, &u32)| {
                has(near.get(vertex), before) == has(near.get(candidate), *image)
            });
        if fits && let Some(slot) = used.get_mut(candidate) {
            *slot = true;
            map.push(u32::try_from(candidate).ok()?);
            next.push(0);
        }
    }
    Some(found)
}

/// What a way lays on a cell, whatever way it is: the likeness of the piece.
type Marks = Vec<(u32, Option<(KindId, u16)>)>;

fn marks(way: &Way, pieces: &Pieces, map: Option<&Map>) -> (u32, Marks) {
    let image = |cell: u32| map.map_or(cell, |map| map.get(cell as usize).copied().unwrap_or(cell));
    let mark = |(cell, value): &(u32, u16)| (image(*cell), pieces.likeness(pieces.content(*value)));
    let mut all: Marks = way.cells.iter().map(mark).collect();
    all.sort_unstable();
    (way.entry, all)
}

/// The number of placements of which none is made of another by one of the symmetries.
///
/// # Errors
/// A limit was reached.
pub fn count(cover: &Cover, pieces: &Pieces, maps: &[Map], meter: &Meter<'_>) -> Result<u64, Halted> {
    let index: HashMap<(u32, Marks), u32, FxBuildHasher> =
        (0..).zip(&cover.ways).map(|(number, way)| (marks(way, pieces, None), number)).collect();
    // By symmetry and way the image of the way, if it is one.
    let image = |map: &Map| -> Vec<Option<u32>> {
        cover.ways.iter().map(|way| index.get(&marks(way, pieces, Some(map))).copied()).collect()
    };
    let images: Vec<Vec<Option<u32>>> = maps.iter().map(image).collect();
    let mut number = 0;
    cover.visit(meter, &mut |ways| {
        let mut own = ways.to_vec();
        own.sort_unstable();
        // The least of those that are made of each other is counted.
        let least = images.iter().all(|image| {
            let moved = own.iter().map(|way| image.get(*way as usize).copied().flatten());
            let Some(mut moved) = moved.collect::<Option<Vec<u32>>>() else { return true };
            moved.sort_unstable();
            moved >= own || !cover.goal.holds(&cover.held(&moved))
        });
        number += u64::from(least);
        true
    })?;
    Ok(number)
}
