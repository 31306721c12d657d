//! The actions of written rules.

use puzzlec_syntax::ast::{RuleItem, RuleStatement, RuleStatementKind, RuleVar};

use super::board::{Board, Cell, Kind, once_each};
use super::drawn::whole;
use super::expression::{Scope, Stop, Value};
use super::position::{Held, Moved, Piece, Position, Traced};
use super::puzzle::Puzzle;
use super::sort::Sort;
use super::value::unclear;

/// All values of a rule's variables.
pub fn bindings(
    board: &Board,
    position: &Position,
    scope: &Scope<'_>,
    over: &[RuleVar],
) -> Result<Vec<Vec<Value>>, Stop> {
    let mut all: Vec<Vec<Value>> = vec![Vec::new()];
    for variable in over {
        let values = values(board, position, scope, variable)?;
        let longer = |one: &Vec<Value>| {
            let one = one.clone();
            values.iter().map(move |v| one.iter().cloned().chain([v.clone()]).collect()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    Ok(all)
}

/// The values of one variable.
pub fn values(
    board: &Board,
    position: &Position,
    scope: &Scope<'_>,
    variable: &RuleVar,
) -> Result<Vec<Value>, Stop> {
    if let Some((low, high)) = &variable.range {
        let high = match high {
            Some(high) => scope.number(high)?,
            None => {
                let straight = |cell: Cell, d: usize| {
                    let mut seen = vec![cell];
                    while let Some(next) = board.next(seen[seen.len() - 1], d).filter(|n| !seen.contains(n)) {
                        seen.push(next);
                    }
                    seen.len() as i64
                };
                let runs = |c: &Cell| {
                    let c = *c;
                    (0..board.directions().len()).map(move |d| straight(c, d)).max().unwrap_or(1)
                };
                board.cells.iter().map(runs).max().unwrap_or(0)
            }
        };
        return Ok((scope.number(low)?..=high).map(Value::Number).collect());
    }
    let names: Vec<String> = variable.kinds.iter().map(|k| k.text()).collect();
    if names == ["direction"] {
        return Ok((0..board.directions().len()).map(Value::Direction).collect());
    }
    let any = names.is_empty() || names.iter().any(|n| n == "cell");
    let mut sorts = Vec::new();
    for kind in variable.kinds.iter().filter(|k| k.text() != "cell") {
        match scope.sort(kind) {
            Some(sort) => sorts.push(sort),
            None => return unclear(format!("no kind {}", kind.text())),
        }
    }
    let below = sorts.iter().filter(|s| scope.below(Some(**s)).is_some()).count();
    if below > 0 && below < sorts.len() {
        return unclear("pieces of two layers");
    }
    let admits = |cell: &&Cell| any || sorts.iter().any(|s: &Sort| scope.admits(*s, **cell));
    // A rigid piece is one value, whichever of its cells one thinks of.
    let first = |cell: &&Cell| match position.held.get(*cell) {
        Some(Held::Block(_, cells)) => any || board.cells.iter().find(|c| cells.contains(c)) == Some(*cell),
        _ => true,
    };
    let first = |cell: &&Cell| below > 0 || first(cell);
    Ok(board.cells.iter().filter(admits).filter(first).map(|c| Value::Cells(vec![*c])).collect())
}

/// What an action makes of a position, if it may be made.
pub fn played(
    puzzle: &Puzzle,
    board: &Board,
    before: &Traced,
    scope: &Scope<'_>,
    rule: &RuleItem,
    statements: &[RuleStatement],
) -> Result<Option<(Traced, usize, Moved)>, Stop> {
    let made = made(puzzle, board, before, scope, statements);
    match made {
        Err(Stop::Off) => Ok(None),
        Err(Stop::Unclear(why)) => unclear(format!("{}: {why}", rule.name.text)),
        Ok(made) => Ok(made),
    }
}

fn made(
    puzzle: &Puzzle,
    board: &Board,
    before: &Traced,
    scope: &Scope<'_>,
    statements: &[RuleStatement],
) -> Result<Option<(Traced, usize, Moved)>, Stop> {
    let mut allowed = true;
    for statement in statements {
        if let RuleStatementKind::When(guard) = &statement.kind {
            allowed &= scope.truth(guard)?;
        }
    }
    let mut after = before.clone();
    let mut closed: Vec<Cell> = Vec::new();
    let mut moved = Moved::default();
    for statement in statements {
        match &statement.kind {
            RuleStatementKind::When(_)
            | RuleStatementKind::WhenAfter(_)
            | RuleStatementKind::Then(_)
            | RuleStatementKind::Set(..)
            | RuleStatementKind::Cost(_) => {}
            RuleStatementKind::Turn(_) | RuleStatementKind::Repeat => return unclear("keys"),
            RuleStatementKind::Move(from, to) => {
                let (from, to) = (list(scope, from)?, list(scope, to)?);
                if from.len() != to.len() {
                    return Ok(None);
                }
                from.iter().zip(&to).for_each(|(from, to)| moved.add(*from, *to));
                if !moved_whole(board, &mut after, &from, &to) {
                    return Ok(None);
                }
            }
            RuleStatementKind::Swap(a, b) => {
                let (a, b) = (scope.cells(a)?, scope.cells(b)?);
                if a.len() != b.len() {
                    return unclear("a swap of lists of different length");
                }
                for (a, b) in a.iter().zip(&b) {
                    moved.add(*a, *b);
                    // A cell that changes places with itself keeps what it holds.
                    let (from, to) = if a == b { (vec![*a], vec![*b]) } else { (vec![*a, *b], vec![*b, *a]) };
                    if !moved_whole(board, &mut after, &from, &to) {
                        return Ok(None);
                    }
                }
            }
            RuleStatementKind::Shift(at, direction) => {
                let (at, direction) = (scope.cell(at)?, scope.direction(direction)?);
                match shifted(board, &after, at, direction) {
                    Some(shifted) => {
                        moved.add(at, board.next(at, direction).unwrap_or(at));
                        after = shifted;
                    }
                    None => return Ok(None),
                }
            }
            RuleStatementKind::Remove(sets) => {
                let cells = list(scope, sets)?;
                if !all_of(&after, &cells, &cells) {
                    return Ok(None);
                }
                after.held.retain(|c, _| !cells.contains(c));
            }
            RuleStatementKind::Put(path, sets) => {
                let (piece, member) = certain(puzzle, scope.sort(path))?;
                let cells = list(scope, sets)?;
                if !puzzle.files.pieces[piece].floor && !all_of(&after, &cells, &cells) {
                    return Ok(None);
                }
                for cell in cells {
                    if puzzle.files.pieces[piece].floor {
                        after.floor.insert(cell, (piece, member));
                        continue;
                    }
                    let same = matches!(after.held.get(&cell), Some((Held::One(p, m), _)) if (*p, *m) == (piece, member));
                    if !same {
                        let number = after.number();
                        after.held.insert(cell, (Held::One(piece, member), number));
                    }
                }
            }
            RuleStatementKind::Clear(path, sets) => {
                let Some(floor) = scope.below(scope.sort(path)) else { return unclear("no floor piece") };
                for cell in list(scope, sets)? {
                    if floor.lies(after.floor.get(&cell)) {
                        after.floor.remove(&cell);
                    }
                }
            }
            RuleStatementKind::Flip(a, b, sets) => {
                let (one, other) = (faces(puzzle, scope.sort(a))?, faces(puzzle, scope.sort(b))?);
                flip(puzzle, (&one, &other), &list(scope, sets)?, &mut after)?;
            }
            RuleStatementKind::Close(at) => closed.push(scope.cell(at)?),
            RuleStatementKind::Pattern(_) | RuleStatementKind::Error => return unclear("a statement"),
        }
    }
    if !allowed {
        return Ok(None);
    }
    let closed = once_each(&closed);
    if !all_of(&after, &closed, &closed) {
        return Ok(None);
    }
    moved.first =
        moved.first.filter(|(_, to)| !closed.contains(to)).map(|(from, to)| (from, up(&closed, to)));
    let length = close(board, &mut after, &closed);
    if board.endless && after.held.keys().any(|c| !board.cells.contains(c)) {
        return Ok(None);
    }
    whole(&after)?;
    if !count(puzzle, scope, statements, &mut after)? {
        return Ok(None);
    }
    let position = after.position(length);
    for statement in statements {
        if let RuleStatementKind::WhenAfter(test) = &statement.kind
            && !scope.later(&position).truth(test)?
        {
            return Ok(None);
        }
    }
    Ok(Some((after, length, moved)))
}

/// Whether each piece that has one of these cells has all its cells in the list.
pub fn all_of(board: &Traced, cells: &[Cell], list: &[Cell]) -> bool {
    let within = |cell: &Cell| {
        board.held.get(cell).is_none_or(|(held, _)| held.cells(*cell).iter().all(|c| list.contains(c)))
    };
    cells.iter().all(within)
}

/// Moves what lies on cells to others, all at once; whether every piece of several cells keeps its form and none is
/// covered in part.
fn moved_whole(board: &Board, after: &mut Traced, from: &[Cell], to: &[Cell]) -> bool {
    let target = |cell: Cell| from.iter().position(|c| *c == cell).map(|at| to[at]);
    for cell in from {
        let Some((held, _)) = after.held.get(cell) else { continue };
        let cells = held.cells(*cell);
        for one in &cells {
            let Some(place) = target(*one) else { return false };
            for direction in 0..board.directions().len() {
                let next = board.next(*one, direction).filter(|next| cells.contains(next));
                if let Some(next) = next
                    && is_joined(held, *one, next)
                    && (target(next) != board.next(place, direction) || target(next).is_none())
                {
                    return false;
                }
            }
        }
    }
    let covered: Vec<Cell> = to.iter().filter(|cell| !from.contains(cell)).copied().collect();
    if !all_of(after, &covered, to) {
        return false;
    }
    let held: Vec<_> = from.iter().map(|c| after.held.remove(c)).collect();
    for (cell, held) in to.iter().zip(held) {
        match held {
            Some((held, number)) => {
                let moved = held.moved(&|cell| target(cell).unwrap_or(cell));
                after.held.insert(*cell, (moved, number));
            }
            None => {
                after.held.remove(cell);
            }
        }
    }
    true
}

/// Whether two neighbouring cells of a piece are side by side in it: in a chain, one is next to the other.
fn is_joined(held: &Held, one: Cell, other: Cell) -> bool {
    match held {
        Held::Chain(_, cells) => {
            let place = |cell: Cell| cells.iter().position(|c| c.0 == cell);
            place(one).zip(place(other)).is_some_and(|(a, b)| a.abs_diff(b) == 1)
        }
        Held::One(..) | Held::Block(..) => true,
    }
}

/// Gives counters their new values, all from the position before; whether they stay in their ranges.
pub fn count(
    puzzle: &Puzzle,
    scope: &Scope<'_>,
    statements: &[RuleStatement],
    after: &mut Traced,
) -> Result<bool, Stop> {
    for statement in statements {
        let RuleStatementKind::Set(path, value) = &statement.kind else { continue };
        let number = scope.number(value)?;
        let (low, high) = puzzle.counters[&path.text()];
        if !(low..=high).contains(&number) {
            return Ok(false);
        }
        after.counts.insert(path.text(), number);
    }
    Ok(true)
}

fn list(scope: &Scope<'_>, sets: &[puzzlec_syntax::ast::Expr]) -> Result<Vec<Cell>, Stop> {
    let mut cells = Vec::new();
    for set in sets {
        cells.extend(scope.cells(set)?);
    }
    Ok(once_each(&cells))
}

fn certain(puzzle: &Puzzle, sort: Option<Sort>) -> Result<(Piece, usize), Stop> {
    match sort {
        Some(Sort::Member(piece, member)) => Ok((piece, member)),
        Some(Sort::Piece(piece)) if puzzle.files.pieces[piece].marks.len() == 1 => Ok((piece, 0)),
        _ => unclear("a piece that is not certain"),
    }
}

/// A member of a piece, or an empty cell.
type Face = Option<(Piece, usize)>;

/// What a flip names, in order: nothing, a piece, or the members of a family.
fn faces(puzzle: &Puzzle, sort: Option<Sort>) -> Result<Vec<Face>, Stop> {
    match sort {
        Some(Sort::Empty) => Ok(vec![None]),
        Some(Sort::Member(piece, member)) => Ok(vec![Some((piece, member))]),
        Some(Sort::Piece(piece)) => Ok((0..puzzle.files.pieces[piece].marks.len().max(1))
            .map(|member| Some((piece, member)))
            .collect()),
        _ => unclear("a face that is not certain"),
    }
}

/// Each of the first becomes the one beside it, and the other way round, in the layer of the pieces among them.
fn flip(
    puzzle: &Puzzle,
    (one, other): (&[Face], &[Face]),
    cells: &[Cell],
    after: &mut Traced,
) -> Result<(), Stop> {
    let layers: Vec<bool> =
        one.iter().chain(other).flatten().map(|(piece, _)| puzzle.files.pieces[*piece].floor).collect();
    let Some(low) = layers.first().copied().filter(|low| layers.iter().all(|other| other == low)) else {
        return unclear("pieces of two layers");
    };
    if one.len() != other.len() {
        return unclear("faces that do not correspond");
    }
    let turned = |held: Face| match one.iter().position(|face| *face == held) {
        Some(at) => other[at],
        None => other.iter().position(|face| *face == held).map_or(held, |at| one[at]),
    };
    for cell in cells {
        if low {
            match turned(after.floor.get(cell).copied()) {
                Some(floor) => after.floor.insert(*cell, floor),
                None => after.floor.remove(cell),
            };
            continue;
        }
        let (held, number) = match after.held.get(cell) {
            None => (None, None),
            Some((Held::One(piece, member), number)) => (Some((*piece, *member)), Some(*number)),
            Some(_) => continue,
        };
        match turned(held) {
            Some((piece, member)) => {
                let number = number.unwrap_or_else(|| after.number());
                after.held.insert(*cell, (Held::One(piece, member), number));
            }
            None => {
                after.held.remove(cell);
            }
        }
    }
    Ok(())
}

/// The whole piece on a cell one step further, if there is room.
fn shifted(board: &Board, before: &Traced, at: Cell, direction: usize) -> Option<Traced> {
    let (_, number) = before.held.get(&at)?;
    let own: Vec<Cell> = before.held.iter().filter(|(_, (_, n))| n == number).map(|(c, _)| *c).collect();
    let mut after = before.clone();
    after.held.retain(|_, (_, n)| n != number);
    let to = |cell: Cell| board.next(cell, direction).unwrap_or(cell);
    for cell in &own {
        let target = board.next(*cell, direction)?;
        let (held, number) = before.held.get(cell)?;
        if after.held.insert(target, (held.moved(&to), *number)).is_some() {
            return None;
        }
    }
    Some(after)
}

/// Where a cell lies after these have been taken out before it.
fn up(closed: &[Cell], cell: Cell) -> Cell {
    (cell.0 - closed.iter().filter(|c| c.0 < cell.0).count() as i32, cell.1)
}

/// Takes cells out of the row; gives the number of cells that a ring has then.
fn close(board: &Board, after: &mut Traced, closed: &[Cell]) -> usize {
    let length = board.cells.len();
    if closed.is_empty() {
        return if board.kind == Kind::Ring { length } else { 0 };
    }
    let held = std::mem::take(&mut after.held);
    for (cell, held) in held.into_iter().filter(|(c, _)| !closed.contains(c)) {
        let (held, number) = held;
        after.held.insert(up(closed, cell), (held.moved(&|cell| up(closed, cell)), number));
    }
    if board.kind == Kind::Ring { length - closed.len() } else { 0 }
}
