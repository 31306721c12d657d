//! The cells on which a goal wants pieces, where it names them.

use super::{Appearance, PieceForm, ScenePiece, appearance};
use puzzlec_model::Model;
use puzzlec_model::board::Coord;
use puzzlec_model::expr::{Cell, Cells, Test};
use puzzlec_model::goal::Goal;
use puzzlec_model::mark;

/// The targets of a goal: pieces that must be on certain cells in every position that it allows.
pub(super) fn targets(model: &Model, goal: &Goal, cells: &[Coord]) -> Vec<ScenePiece> {
    match goal {
        Goal::All(parts) => parts.iter().flat_map(|part| targets(model, part, cells)).collect(),
        Goal::Test(test) => tested(model, test, cells),
        Goal::Drawn(_) | Goal::Stuck | Goal::Callback(_) | Goal::Any(_) => Vec::new(),
    }
}

fn tested(model: &Model, test: &Test, cells: &[Coord]) -> Vec<ScenePiece> {
    let (wanted, selector) = match test {
        Test::And(parts) => return parts.iter().flat_map(|part| tested(model, part, cells)).collect(),
        Test::Holds(Cells::Fixed(wanted), selector) => (wanted.as_slice(), selector),
        Test::Holds(Cells::One(Cell::Fixed(wanted)), selector) => (std::slice::from_ref(wanted), selector),
        _ => return Vec::new(),
    };
    let mut fitting = model.pieces.contents().filter(|(_, content)| selector.matches(content));
    let Some((id, content)) = fitting.next() else { return Vec::new() };
    let Some(kind) = content.kind().and_then(|kind| model.pieces.kind(kind)) else { return Vec::new() };
    let mark = mark::text(model.pieces.glyph(id));
    let Appearance { outline, colour, written, size, sprite } =
        appearance(model, kind, &mark, kind.colour.as_deref());
    let target = |place: usize| ScenePiece {
        piece: kind.name.clone(),
        mark: mark.clone(),
        colour: colour.clone(),
        form: PieceForm::Target,
        cells: vec![place],
        outline,
        sprite: sprite.clone(),
        written,
        size,
        shape: Vec::new(),
        labels: Vec::new(),
    };
    wanted.iter().filter_map(|cell| cells.binary_search(cell).ok()).map(target).collect()
}
