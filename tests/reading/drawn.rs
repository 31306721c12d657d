//! The actions of drawn rules.

use std::collections::{BTreeMap, BTreeSet};

use puzzlec_syntax::ast::{PathShape, Pattern, PatternCell, PatternCellKind, PatternFloor};

use super::board::{Board, Cell, Kind};
use super::expression::{Scope, Stop};
use super::position::{Held, Moved, Piece, Traced};
use super::puzzle::Puzzle;
use super::sort::{Below, Sort};
use super::value::unclear;
use super::written::all_of;

/// What a way to lay a pattern asks of a cell.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Demand {
    Any,
    Empty,
    /// A piece, or one of a family.
    Piece(Piece, Option<usize>),
    /// A piece of several cells on exactly these, in this order or the other way round.
    Chain(Vec<Cell>),
}

/// What it leaves there.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Effect {
    Stays,
    Empty,
    /// What another cell (or this one) held.
    From(Cell),
    /// A piece of several cells that lay on the first of these and lies on the second.
    Turned(Vec<(Cell, Cell)>),
    New(Piece, Option<usize>),
}

/// One action: cells with their demands and effects, and the pieces that move.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Way {
    cells: BTreeMap<Cell, Laid>,
    pub moved: Moved,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Laid {
    demand: Demand,
    effect: Effect,
    /// The floor that must lie below: `None` within for no floor piece.
    below: Option<Option<Below>>,
    /// The floor that is left.
    leaves: Option<Option<Below>>,
}

/// All ways to lay a pattern on a board, each once.
pub fn ways(board: &Board, scope: &Scope<'_>, pattern: &Pattern) -> Result<BTreeSet<Way>, Stop> {
    let length = pattern.before.len();
    if length != pattern.after.len() {
        return unclear("sides of different length");
    }
    let mut ways = BTreeSet::new();
    for path in paths(board, length, &pattern.along)? {
        ways.insert(lay(board, scope, pattern, &path)?);
    }
    Ok(ways)
}

/// The same in order: by the first cell in reading order, then by the direction; whichever piece they move.
pub fn in_order(board: &Board, scope: &Scope<'_>, pattern: &Pattern) -> Result<Vec<Way>, Stop> {
    let length = pattern.before.len();
    let mut ways: Vec<Way> = Vec::new();
    let mut all = paths(board, length, &pattern.along)?;
    let place = |cell: &Cell| board.cells.iter().position(|c| c == cell);
    all.sort_by_key(|path| path.first().and_then(place));
    for path in all {
        let way = Way { moved: Moved::default(), ..lay(board, scope, pattern, &path)? };
        if !ways.contains(&way) {
            ways.push(way);
        }
    }
    Ok(ways)
}

/// All paths of so many cells.
fn paths(board: &Board, length: usize, along: &[PathShape]) -> Result<Vec<Vec<Cell>>, Stop> {
    if board.kind == Kind::Graph {
        return match (length, along) {
            (1, []) => Ok(board.cells.iter().map(|c| vec![*c]).collect()),
            (2, []) => Ok(board.edges.iter().map(|e| vec![e.0, e.1]).collect()),
            _ => unclear("a path on a graph"),
        };
    }
    let count = board.directions().len();
    let straight = || (0..count).map(|d| vec![d; length.saturating_sub(1)]);
    let mut routes: Vec<Vec<usize>> = Vec::new();
    if along.is_empty() {
        routes.extend(straight());
    }
    for shape in along {
        if shape.steps.len() > length.saturating_sub(1).max(1) {
            return unclear("too many steps");
        }
        for d in 0..count {
            let mut route = Vec::new();
            for at in 0..length.saturating_sub(1) {
                let Some(step) = shape.steps.get(at).or(shape.steps.last()) else {
                    return unclear("no step");
                };
                let base = match board.direction(&step.direction.text) {
                    Some(fixed) => fixed,
                    None if step.direction.text == "d" => d,
                    None => return unclear("no direction of the board"),
                };
                route.push((base as i64 + step.turn).rem_euclid(count as i64) as usize);
            }
            routes.push(route);
        }
    }
    routes.sort();
    let mut paths = Vec::new();
    for start in &board.cells {
        for route in &routes {
            let mut path = vec![*start];
            for direction in route {
                match path.last().and_then(|at| board.next(*at, *direction)) {
                    Some(next) => path.push(next),
                    None => break,
                }
            }
            let distinct: BTreeSet<&Cell> = path.iter().collect();
            // Cells beside a window are none of its patterns'.
            let covered = !board.endless || path.iter().all(|c| board.cells.contains(c));
            if path.len() == length && distinct.len() == length && covered {
                paths.push(path);
            }
        }
    }
    Ok(paths)
}

/// By what a cell of a pattern is known on the other side.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Token {
    Piece((Piece, Option<usize>), usize),
    Part(String, u8),
}

fn tokens(scope: &Scope<'_>, cells: &[PatternCell]) -> Result<Vec<Option<Token>>, Stop> {
    let mut seen: BTreeMap<(Piece, Option<usize>), usize> = BTreeMap::new();
    let mut found = Vec::new();
    for cell in cells {
        found.push(match &cell.kind {
            PatternCellKind::Any | PatternCellKind::Empty => None,
            PatternCellKind::Piece(path) if scope.below(scope.sort(path)).is_some() => None,
            PatternCellKind::Piece(path) => match scope.sort(path) {
                Some(sort @ (Sort::Piece(piece) | Sort::Member(piece, _))) => {
                    let member = if let Sort::Member(_, member) = sort { Some(member) } else { None };
                    let number = seen.entry((piece, member)).or_default();
                    *number += 1;
                    Some(Token::Piece((piece, member), *number))
                }
                _ => return unclear(format!("no piece {}", path.text())),
            },
            PatternCellKind::Part(name, number) => Some(Token::Part(name.text.clone(), *number)),
        });
    }
    Ok(found)
}

/// What a cell of a pattern says of the floor, and whether it says nothing else.
fn floor(scope: &Scope<'_>, cell: &PatternCell) -> Result<(Option<Option<Below>>, bool), Stop> {
    let alone = match &cell.kind {
        PatternCellKind::Piece(path) => scope.below(scope.sort(path)),
        _ => None,
    };
    match (&cell.floor, alone) {
        (None, piece) => Ok((piece.map(Some), piece.is_some())),
        (Some(PatternFloor::Empty), None) => Ok((Some(None), false)),
        (Some(PatternFloor::Piece(path)), None) => match scope.below(scope.sort(path)) {
            Some(piece) => Ok((Some(Some(piece)), false)),
            None => unclear("no floor piece"),
        },
        (Some(_), Some(_)) => unclear("a floor piece on another"),
    }
}

fn lay(board: &Board, scope: &Scope<'_>, pattern: &Pattern, path: &[Cell]) -> Result<Way, Stop> {
    let (before, after) = (tokens(scope, &pattern.before)?, tokens(scope, &pattern.after)?);
    let place = |side: &[Option<Token>], token: &Token| side.iter().position(|t| t.as_ref() == Some(token));
    // The cells of a piece along it, and whether each is beside the one before.
    let along = |side: &[Option<Token>], name: &String| -> (Vec<Cell>, bool) {
        let cells: Vec<Cell> =
            (1..).map_while(|n| place(side, &Token::Part(name.clone(), n))).map(|at| path[at]).collect();
        let linked = cells.windows(2).all(|two| board.neighbours(two[0]).contains(&two[1]));
        (cells, linked)
    };
    let mut way = Way { cells: BTreeMap::new(), moved: moved(&before, &after, path) };
    for (at, cell) in path.iter().enumerate() {
        let (below, bare) = floor(scope, &pattern.before[at])?;
        let (leaves, open) = floor(scope, &pattern.after[at])?;
        let demand = match (&pattern.before[at].kind, &before[at]) {
            (PatternCellKind::Any, _) => Demand::Any,
            _ if bare => Demand::Any,
            (PatternCellKind::Empty, _) => Demand::Empty,
            (_, Some(Token::Piece((piece, member), _))) => Demand::Piece(*piece, *member),
            (_, Some(Token::Part(name, _))) => match along(&before, name).0 {
                cells if cells.len() < 2 => return unclear("half a piece in a pattern"),
                mut cells => {
                    if cells.first() > cells.last() {
                        cells.reverse();
                    }
                    Demand::Chain(cells)
                }
            },
            (_, None) => return unclear("a cell of a pattern"),
        };
        let effect = match (&pattern.after[at].kind, &after[at]) {
            (PatternCellKind::Any, _) => Effect::Stays,
            _ if open => Effect::Stays,
            (PatternCellKind::Empty, _) => Effect::Empty,
            (_, Some(token @ Token::Piece((piece, member), _))) => match place(&before, token) {
                Some(from) => Effect::From(path[from]),
                None => Effect::New(*piece, *member),
            },
            (_, Some(Token::Part(name, _))) => {
                let ((old, _), (new, linked)) = (along(&before, name), along(&after, name));
                if !linked || old.len() != new.len() || old.len() < 2 {
                    return unclear("half a piece in a pattern");
                }
                let mut pairs: Vec<(Cell, Cell)> = old.into_iter().zip(new).collect();
                pairs.sort_unstable();
                Effect::Turned(pairs)
            }
            (_, None) => return unclear("a cell of a pattern"),
        };
        way.cells.insert(*cell, Laid { demand, effect, below, leaves });
    }
    Ok(way)
}

/// The pieces of the left side, in its order, that stand elsewhere on the right.
fn moved(before: &[Option<Token>], after: &[Option<Token>], path: &[Cell]) -> Moved {
    let at = |side: &[Option<Token>], token: &Token| {
        side.iter().position(|t| t.as_ref() == Some(token)).map(|at| path[at])
    };
    let mut moved = Moved::default();
    for token in before.iter().flatten() {
        let ends = match token {
            Token::Piece(..) => vec![token.clone()],
            Token::Part(name, 1) => {
                let parts = (1..).map(|number| Token::Part(name.clone(), number));
                parts.take_while(|part| at(before, part).is_some()).collect()
            }
            Token::Part(..) => continue,
        };
        let places = |side| ends.iter().map(|end| at(side, end)).collect::<Option<Vec<Cell>>>();
        if let (Some(from), Some(to)) = (places(before), places(after))
            && from != to
            && let (Some(from), Some(to)) = (from.iter().min(), to.iter().min())
        {
            moved.add(*from, *to);
        }
    }
    moved
}

/// What an action makes of a position, if it may be made.
pub fn played(puzzle: &Puzzle, before: &Traced, way: &Way) -> Result<Option<Traced>, Stop> {
    for (cell, laid) in &way.cells {
        let held = before.held.get(cell).map(|h| &h.0);
        let met = match (&laid.demand, held) {
            (Demand::Any, _) | (Demand::Empty, None) => true,
            (Demand::Piece(piece, member), Some(Held::One(p, m))) => {
                p == piece && member.is_none_or(|own| own == *m)
            }
            (Demand::Chain(cells), Some(Held::Chain(_, held))) => held.iter().map(|c| &c.0).eq(cells),
            _ => false,
        };
        let floor = before.floor.get(cell);
        let lies = match laid.below {
            None => true,
            Some(None) => floor.is_none(),
            Some(Some(below)) => below.lies(floor),
        };
        if !met || !lies {
            return Ok(None);
        }
    }
    // Cells whose content is replaced without being known.
    let unknown = |laid: &Laid| matches!((&laid.demand, &laid.effect), (Demand::Any, effect) if !matches!(effect, Effect::Stays));
    let covered: Vec<Cell> = way.cells.iter().filter(|(_, laid)| unknown(laid)).map(|(c, _)| *c).collect();
    if !all_of(before, &covered, &covered) {
        return Ok(None);
    }
    let mut after = before.clone();
    for (cell, laid) in &way.cells {
        match laid.leaves {
            // The floor that was asked for stays as it is, whichever of its family.
            Some(floor) if laid.below == Some(floor) => {}
            Some(Some(Below(piece, None))) if puzzle.files.pieces[piece].marks.len() != 1 => {
                return unclear("a new floor piece that is not certain");
            }
            Some(Some(Below(piece, member))) => {
                after.floor.insert(*cell, (piece, member.unwrap_or(0)));
            }
            Some(None) => {
                after.floor.remove(cell);
            }
            None => {}
        }
        match &laid.effect {
            Effect::Stays => {}
            Effect::Empty => {
                after.held.remove(cell);
            }
            Effect::New(piece, member) => {
                if puzzle.files.pieces[*piece].marks.len() != 1 && member.is_none() {
                    return unclear("a new piece that is not certain");
                }
                let number = after.number();
                after.held.insert(*cell, (Held::One(*piece, member.unwrap_or(0)), number));
            }
            Effect::From(from) => {
                let Some(held) = before.held.get(from).cloned() else { return unclear("nothing") };
                after.held.insert(*cell, held);
            }
            Effect::Turned(pairs) => {
                let from = pairs.iter().find(|(_, new)| new == cell).map(|(old, _)| old);
                let Some((held, number)) = from.and_then(|from| before.held.get(from)) else {
                    return unclear("nothing");
                };
                let to = |cell: Cell| pairs.iter().find(|(old, _)| *old == cell).map_or(cell, |pair| pair.1);
                after.held.insert(*cell, (held.moved(&to), *number));
            }
        }
    }
    whole(&after).map(|()| Some(after))
}

/// Pieces of several cells must not be torn.
pub fn whole(board: &Traced) -> Result<(), Stop> {
    let all = |(cell, (held, number)): (&Cell, &(Held, usize))| {
        held.cells(*cell).iter().all(|c| board.held.get(c).is_some_and(|(_, n)| n == number))
    };
    if board.held.iter().all(all) { Ok(()) } else { unclear("a torn piece") }
}
