//! The symmetries of a board, of a puzzle without its start, and of what is filled in.

use puzzlec_base::Budget;
use puzzlec_base::Limit;
use puzzlec_model::Model;
use puzzlec_model::board::{Board, Coord};
use puzzlec_model::holes::HoleSymmetry;
use puzzlec_model::piece::{Content, ContentId};
use puzzlec_placement::alike;
use puzzlec_search::Symmetry;
use puzzlec_search::ground::Ground;
use puzzlec_search::kept;
use puzzlec_task::{Position, Value};

/// A symmetry of a board: by cell its image.
pub(super) type Map = Vec<u32>;

/// The symmetries of a board; the identity alone if there are too many.
pub(super) fn of_board(board: &Board) -> Vec<Map> {
    let identity: Map = (0..).take(board.cells().len()).collect();
    alike::symmetries(board).unwrap_or_else(|_| vec![identity])
}

/// The maps of the cells that a filling should be symmetric under: they generate the group. `None` if the cells are
/// not symmetric themselves.
pub(super) fn wanted(board: &Board, symmetric: Option<HoleSymmetry>) -> Option<Vec<Map>> {
    let Some(symmetric) = symmetric else { return Some(Vec::new()) };
    let cells = board.cells();
    let (right, bottom) = (cells.iter().map(|c| c.x).max()?, cells.iter().map(|c| c.y).max()?);
    let (left, top) = (cells.iter().map(|c| c.x).min()?, cells.iter().map(|c| c.y).min()?);
    let image = |cell: &Coord| match symmetric {
        HoleSymmetry::HalfTurn => Coord::new(left + right - cell.x, top + bottom - cell.y),
        HoleSymmetry::QuarterTurn => Coord::new(left + bottom - cell.y, top + cell.x - left),
        HoleSymmetry::Mirror => Coord::new(left + right - cell.x, cell.y),
    };
    let map: Option<Map> = cells.iter().map(|cell| board.index(image(cell))).collect();
    Some(vec![map?])
}

/// The symmetries of the puzzle whatever its start: those of the board that keep all rules and the goal. The
/// first changes nothing.
///
/// # Errors
/// The limit that came first.
pub(super) fn of_puzzle(model: &Model, ground: &Ground, budget: &Budget) -> Result<Vec<Symmetry>, Limit> {
    let task = &ground.task;
    let values = |map: &Map| -> Vec<Value> {
        model.pieces.contents().map(|(id, _)| image(model, map, id).unwrap_or(id)).collect()
    };
    let cells = ground.cells.len() as u32;
    let renaming = |map: &Map| {
        let floors = if ground.floors.is_empty() { &[][..] } else { map.as_slice() };
        let own = map.len() + floors.len();
        let mut variables: Vec<u32> = map.iter().copied().chain(floors.iter().map(|at| cells + at)).collect();
        variables.extend((0..).take(task.variables.len()).skip(own));
        let table = values(map);
        let of = |(at, variable): (usize, &puzzlec_task::Variable)| match at < own {
            true => table.clone(),
            false => (0..variable.size).collect(),
        };
        Symmetry { variables, values: task.variables.iter().enumerate().map(of).collect() }
    };
    let chains = model.pieces.contents().any(|(_, content)| matches!(content, Content::Part(..)));
    let maps = if chains { Vec::new() } else { of_board(&model.board) };
    let mut all: Vec<Symmetry> = maps.iter().map(renaming).collect();
    let holds = kept(task, &all, budget)?;
    let mut holds = holds.into_iter();
    all.retain(|_| holds.next() == Some(true));
    if all.is_empty() {
        let variables: Vec<u32> = (0..).take(task.variables.len()).collect();
        let values = task.variables.iter().map(|variable| (0..variable.size).collect()).collect();
        all.push(Symmetry { variables, values });
    }
    Ok(all)
}

/// The content that a symmetry makes of a content; `None` if it never occurs.
pub(super) fn image(model: &Model, map: &Map, id: ContentId) -> Option<ContentId> {
    let Content::Block(kind, shape, part) = model.pieces.content(id) else { return Some(id) };
    let (board, offsets) = (&model.board, model.pieces.shapes.get(usize::from(*shape))?);
    let laid = |corner: &Coord| -> Option<Vec<Coord>> {
        let cell = |offset: &(i32, i32)| board.index(Coord::new(corner.x + offset.0, corner.y + offset.1));
        let moved = |at: u32| board.cells().get(*map.get(at as usize)? as usize).copied();
        offsets.iter().map(|offset| moved(cell(offset)?)).collect()
    };
    let images = board.cells().iter().find_map(laid)?;
    let own = *images.get(usize::from(*part))?;
    let mut sorted = images;
    sorted.sort_unstable();
    let first = *sorted.first()?;
    let turned: Vec<(i32, i32)> = sorted.iter().map(|cell| (cell.x - first.x, cell.y - first.y)).collect();
    let shape = model.pieces.shapes.iter().position(|known| *known == turned)?;
    let part = sorted.iter().position(|cell| *cell == own)?;
    model.pieces.id(&Content::Block(*kind, u16::try_from(shape).ok()?, u16::try_from(part).ok()?))
}

/// The least image of a position: the same for all positions that the symmetries make of each other.
pub(super) fn least(symmetries: &[Symmetry], position: &Position) -> Position {
    let others = symmetries.iter().skip(1).map(|symmetry| symmetry.apply(position));
    others.min().filter(|other| other < position).unwrap_or_else(|| position.clone())
}
