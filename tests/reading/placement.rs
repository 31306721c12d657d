//! Placements: all ways to lay pieces.

use std::collections::{BTreeMap, BTreeSet};

use puzzlec_syntax::ast::{Amount, Expr};

use super::board::{Board, Cell, Kind};
use super::configuration;
use super::expression::Stop;
use super::files::number;
use super::goal;
use super::picture;
use super::position::{Held, Position};
use super::puzzle::{Puzzle, single};
use super::sort::Sort;

/// How many pieces are laid at least, how many arrangements of that number are goals, how many of any number, and how many of
/// these are not made of each other by a symmetry of the board; nothing where there are more arrangements than this.
pub fn placed(puzzle: &Puzzle, most: usize) -> Result<Option<[u64; 4]>, Stop> {
    let empty = Position { length: puzzle.start.length, ..Position::default() };
    // With the number of pieces that each has.
    let mut arrangements = BTreeMap::from([(empty, 0)]);
    for entry in &puzzle.place {
        let of = |e: &Expr| number(e, &puzzle.values).map_err(Stop::Unclear);
        let (least, times) = match &entry.amount {
            Amount::One => (1, 1),
            Amount::Any => (0, i64::MAX),
            Amount::Exactly(n) => (of(n)?, of(n)?),
            Amount::Between(low, high) => (of(low)?, high.as_ref().map_or(Ok(i64::MAX), of)?),
        };
        let sort = puzzle.named(&puzzle.modules(), &entry.piece).ok_or(Stop::Unclear("no piece".into()))?;
        let (piece, own) = single(sort).ok_or(Stop::Unclear("no piece".into()))?;
        let any = sort == Sort::Piece(piece);
        let kind = &puzzle.files.pieces[piece];
        let labels: Vec<String> = entry.labels.iter().map(|l| l.text.clone()).collect();
        let on = match &entry.on {
            Some(cells) => Some(configuration::cells(puzzle, cells).map_err(Stop::Unclear)?),
            None => None,
        };
        let mut enough = if least == 0 { arrangements.clone() } else { BTreeMap::new() };
        for laid in 1..=times {
            let mut more = BTreeMap::new();
            for (before, pieces) in &arrangements {
                let pieces = pieces + 1;
                let free =
                    |c: &Cell| !before.held.contains_key(c) && on.as_ref().is_none_or(|on| on.contains(c));
                for cell in puzzle.board.cells.iter().filter(|c| free(c)) {
                    match (kind.cells == 2, kind.rigid, labels.as_slice()) {
                        (_, true, []) => {
                            for cells in lying(puzzle, piece, *cell)? {
                                if cells.iter().all(|c| puzzle.board.has(*c) && free(c)) {
                                    let mut after = before.clone();
                                    for c in &cells {
                                        after.held.insert(*c, Held::Block(piece, cells.clone()));
                                    }
                                    more.insert(after, pieces);
                                }
                            }
                        }
                        (true, _, []) => {
                            for other in puzzle.board.neighbours(*cell).into_iter().filter(free) {
                                let mut after = before.clone();
                                let cells = vec![(*cell, String::new()), (other, String::new())];
                                let held = Held::chain(piece, cells);
                                after.held.insert(*cell, held.clone());
                                after.held.insert(other, held);
                                more.insert(after, pieces);
                            }
                        }
                        (true, _, [a, b]) => {
                            for other in puzzle.board.neighbours(*cell).into_iter().filter(free) {
                                let mut after = before.clone();
                                let held = Held::chain(piece, vec![(*cell, a.clone()), (other, b.clone())]);
                                after.held.insert(*cell, held.clone());
                                after.held.insert(other, held);
                                more.insert(after, pieces);
                            }
                        }
                        (false, false, []) => {
                            for member in (0..kind.marks.len().max(1)).filter(|m| any || *m == own) {
                                let mut after = before.clone();
                                after.held.insert(*cell, Held::One(piece, member));
                                more.insert(after, pieces);
                            }
                        }
                        _ => return Err(Stop::Unclear("a placement".into())),
                    }
                }
                if more.len() + enough.len() > most {
                    return Ok(None);
                }
            }
            arrangements = more;
            if laid >= least {
                enough.extend(arrangements.clone());
            }
            // No room is left.
            if arrangements.is_empty() {
                break;
            }
        }
        arrangements = enough;
    }
    let mut goals = BTreeSet::new();
    let mut numbers: Vec<u64> = Vec::new();
    for (arrangement, pieces) in &arrangements {
        let reached = puzzle.goal.as_ref().map_or(Ok(false), |g| goal::reached(puzzle, arrangement, g))?;
        if reached {
            numbers.push(*pieces);
            goals.insert(arrangement);
        }
    }
    let symmetries = symmetries(&puzzle.board);
    // Of arrangements that are made of each other the least is counted.
    let image = |arrangement: &Position, to: &BTreeMap<Cell, Cell>| Position {
        held: arrangement.held.iter().map(|(c, held)| (to[c], held.moved(&|c| to[&c]))).collect(),
        ..arrangement.clone()
    };
    let first = |arrangement: &&&Position| {
        let images = symmetries.iter().map(|to| image(arrangement, to));
        images.filter(|image| goals.contains(image)).all(|image| image >= ***arrangement)
    };
    let classes = goals.iter().filter(first).count() as u64;
    let fewest = numbers.iter().copied().min().unwrap_or(0);
    let few = numbers.iter().filter(|number| **number == fewest).count() as u64;
    Ok(Some([fewest, few, goals.len() as u64, classes]))
}

/// The sets of cells of a rigid piece whose first cell, in reading order, is this one.
fn lying(puzzle: &Puzzle, piece: usize, first: Cell) -> Result<BTreeSet<BTreeSet<Cell>>, Stop> {
    let kind = &puzzle.files.pieces[piece];
    let shape = kind.shape.as_ref().ok_or(Stop::Unclear("no shape".into()))?;
    let marks = picture::marks(shape, puzzle.board.kind).map_err(Stop::Unclear)?;
    let cells: Vec<Cell> = marks.into_iter().filter(|m| m.1 != '.').map(|m| m.0).collect();
    let mut found = BTreeSet::new();
    for (mirrored, turned) in ways(puzzle.board.kind) {
        if (turned == 0 || kind.turns) && (!mirrored || kind.flips) {
            let cells: Vec<Cell> =
                cells.iter().map(|c| moved(puzzle.board.kind, *c, mirrored, turned)).collect();
            let top = *cells.iter().min_by_key(|c| (c.1, c.0)).ok_or(Stop::Unclear("no cell".into()))?;
            found.insert(cells.iter().map(|c| (c.0 - top.0 + first.0, c.1 - top.1 + first.1)).collect());
        }
    }
    Ok(found)
}

/// Whether mirrored from left to right, and then turned so many times.
fn ways(kind: Kind) -> Vec<(bool, usize)> {
    let turns = match kind {
        Kind::Square | Kind::Diagonal => 4,
        Kind::Hex => 6,
        Kind::Line | Kind::Ring => 2,
        Kind::Graph => 1,
    };
    (0..turns).flat_map(|n| [(false, n), (true, n)]).collect()
}

fn moved(kind: Kind, (mut x, mut y): Cell, mirrored: bool, turned: usize) -> Cell {
    if mirrored {
        x = if kind == Kind::Hex { -x - y } else { -x };
    }
    for _ in 0..turned {
        (x, y) = match kind {
            Kind::Hex => (-y, x + y),
            Kind::Square | Kind::Diagonal => (y, -x),
            _ => (-x, y),
        };
    }
    (x, y)
}

/// All ways to map the cells of the board to its cells: turns and reflections, of a graph whatever keeps its edges.
fn symmetries(board: &Board) -> Vec<BTreeMap<Cell, Cell>> {
    let cells = &board.cells;
    let n = cells.len() as i32;
    match board.kind {
        Kind::Graph => {
            let mut maps = vec![BTreeMap::<Cell, Cell>::new()];
            for cell in cells {
                let mut more = Vec::new();
                for map in &maps {
                    for to in cells.iter().filter(|to| !map.values().any(|known| known == *to)) {
                        let joined = |a: Cell, b: Cell| board.edges.contains(&(a, b));
                        if map.iter().all(|(a, image)| joined(*a, *cell) == joined(*image, *to)) {
                            let mut map = map.clone();
                            map.insert(*cell, *to);
                            more.push(map);
                        }
                    }
                }
                maps = more;
            }
            maps
        }
        Kind::Ring => (0..n)
            .flat_map(|by| [1, -1].map(|sign| (by, sign)))
            .map(|(by, sign)| cells.iter().map(|c| (*c, ((by + sign * c.0).rem_euclid(n), 0))).collect())
            .collect(),
        kind => {
            let mut maps = Vec::new();
            for (mirrored, turned) in ways(kind) {
                let images: Vec<Cell> = cells.iter().map(|c| moved(kind, *c, mirrored, turned)).collect();
                let top = images.iter().min_by_key(|c| (c.1, c.0)).copied().unwrap_or_default();
                let by = (cells[0].0 - top.0, cells[0].1 - top.1);
                let images: Vec<Cell> = images.iter().map(|c| (c.0 + by.0, c.1 + by.1)).collect();
                if images.iter().all(|c| board.has(*c)) {
                    maps.push(cells.iter().copied().zip(images).collect());
                }
            }
            maps
        }
    }
}
