//! Scripts that run while a puzzle is solved, drawn or checked.

use std::sync::Arc;

use super::board::{Board, Coord};
use super::expr::{Cell, Cells, Test};
use super::mark;
use super::piece::{Content, ContentId, KindId, Named, Pieces, Selector};
use super::rule::{Effect, Face, Quantified};
use puzzlec_script::{
    ActionSpec, BoardView, CellView, ContentView, EffectSpec, Field, Hook, MoveView, ScriptCallback,
};

/// The scripts that a puzzle names beside those of its rules and its goal.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Hooks {
    /// The allowed moves of the rules.
    pub legal: Option<ScriptCallback>,
    /// A lower bound of the number of moves from a position, or a dead end.
    pub bound: Option<ScriptCallback>,
    /// Numbers that no move changes.
    pub invariant: Option<ScriptCallback>,
    /// The drawing of cells.
    pub render: Option<ScriptCallback>,
    /// Additional checks of the puzzle.
    pub check: Option<Hook>,
    /// The representation of positions for scripts; empty if no script needs one.
    pub field: Arc<Field>,
}

/// The representation of positions for scripts.
pub(crate) fn field(board: &Board, pieces: &Pieces) -> Arc<Field> {
    let content = |(id, content): (ContentId, &Content)| {
        let kind = content.kind().and_then(|kind| pieces.kind(kind));
        let piece = kind.map_or_else(|| "empty".to_owned(), |k| k.name.clone());
        ContentView { piece, mark: mark::text(pieces.glyph(id)) }
    };
    Arc::new(Field { board: view(board), contents: pieces.contents().map(content).collect() })
}

/// A move as scripts see it. The piece that appears on an empty cell came from the cell that lost it; if
/// several cells lost such a piece, from the farthest: a peg that jumps over a peg.
pub fn move_view(board: &Board, rule: &str, before: &[ContentId], after: Vec<ContentId>) -> MoveView {
    let changed = |(cell, (old, new)): (u32, (&ContentId, &ContentId))| (old != new).then_some(cell);
    let cells: Vec<u32> = (0..).zip(before.iter().zip(&after)).filter_map(changed).collect();
    let held = |position: &[ContentId], cell: u32| position.get(cell as usize).copied().unwrap_or(0);
    let mut filled = cells.iter().copied().filter(|c| held(before, *c) == 0);
    let to = filled.next().filter(|_| filled.next().is_none());
    let from = to.and_then(|to| {
        let left = |c: &u32| held(&after, *c) == 0 && held(before, *c) == held(&after, to);
        let at = |c: u32| board.cells().get(c as usize).copied().unwrap_or(Coord::new(0, 0));
        let far = |c: &u32| board.distance(at(*c), at(to)).unwrap_or(0);
        cells.iter().copied().filter(left).max_by_key(|c| (far(c), std::cmp::Reverse(*c)))
    });
    MoveView { rule: rule.to_owned(), cells, from, to: to.filter(|_| from.is_some()), after }
}

/// A rule without variables with the effects of a script's action.
///
/// # Errors
/// The unknown name in the script.
pub fn quantified(
    board: &Board,
    spec: &ActionSpec,
    kind: &mut dyn FnMut(&str) -> Result<KindId, String>,
) -> Result<Quantified, String> {
    let cell = |index: u32| {
        let found = board.cells().get(index as usize);
        found
            .map(|c| Cell::Fixed(*c))
            .ok_or_else(|| format!("the script named a cell {index} that does not exist"))
    };
    let cells = |list: &[u32]| {
        list.iter().map(|i| cell(*i).map(Cells::One)).collect::<Result<Vec<_>, _>>().map(Cells::Join)
    };
    let named = |kind| Named { kind, member: None };
    let mut guards = Vec::new();
    for (at, words) in &spec.requires {
        let mut selector = Selector::default();
        for word in words {
            match word.as_str() {
                "empty" => selector.empty = true,
                "piece" => selector.any = true,
                name => selector.kinds.push(kind(name)?),
            }
        }
        guards.push(Test::Holds(Cells::One(cell(*at)?), selector));
    }
    let mut effects: Vec<Effect> = Vec::new();
    for effect in &spec.effects {
        // Cells that are removed one after another are removed together, as the cells of a whole piece.
        if let (EffectSpec::Remove(at), Some(Effect::Remove(Cells::Join(list)))) =
            (effect, effects.last_mut())
        {
            list.push(Cells::One(cell(*at)?));
            continue;
        }
        effects.push(match effect {
            EffectSpec::Move(from, to) => Effect::Move(cells(from)?, cells(to)?),
            EffectSpec::Swap(a, b) => Effect::Swap(cell(*a)?, cell(*b)?),
            EffectSpec::Remove(at) => Effect::Remove(Cells::Join(vec![Cells::One(cell(*at)?)])),
            EffectSpec::Put(at, name) => Effect::Put(named(kind(name)?), Cells::One(cell(*at)?)),
            EffectSpec::Flip(a, b, at) => {
                let face = |name: &str, kind: &mut dyn FnMut(&str) -> Result<KindId, String>| {
                    kind(name).map(|kind| Face::Piece(named(kind)))
                };
                Effect::Flip(face(a, kind)?, face(b, kind)?, cells(at)?)
            }
        });
    }
    if effects.is_empty() {
        return Err("the script created an action without effect".into());
    }
    let name = spec.name.clone();
    Ok(Quantified {
        variables: Vec::new(),
        slots: 0,
        guards,
        places: Vec::new(),
        after: Vec::new(),
        effects,
        closes: false,
        then: Vec::new(),
        name,
    })
}

/// The kind of a piece in play.
///
/// # Errors
/// There is no piece of this name.
pub fn kind_in_play(pieces: &Pieces, name: &str) -> Result<KindId, String> {
    let found = pieces.iter().find(|(_, kind)| kind.name == name);
    found
        .map(|(id, _)| id)
        .ok_or_else(|| format!("the script named a piece `{name}` that is not in this puzzle"))
}

/// The board as scripts see it.
pub(crate) fn view(board: &Board) -> BoardView {
    let place = |c: Coord| board.index(c);
    let cells = board.cells();
    let count = u8::try_from(board.directions().len()).unwrap_or(0);
    BoardView {
        cells: cells.iter().map(|c| CellView { name: board.name(*c), x: c.x, y: c.y }).collect(),
        directions: board.directions().map(str::to_owned).collect(),
        steps: cells
            .iter()
            .map(|c| (0..count).map(|d| board.step(*c, d).and_then(place)).collect())
            .collect(),
        neighbours: cells
            .iter()
            .map(|c| board.neighbours(*c).into_iter().filter_map(place).collect())
            .collect(),
        regions: board
            .named()
            .iter()
            .map(|(n, cs)| (n.clone(), cs.iter().filter_map(|c| place(*c)).collect()))
            .collect(),
    }
}
