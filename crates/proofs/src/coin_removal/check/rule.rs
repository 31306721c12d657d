//! What the actions of a rule are, as removals of coins.

use std::collections::BTreeSet;

use puzzlec_checker::Unproved;
use puzzlec_checker::probe::{Deed, Probe};
use puzzlec_model::Model;
use puzzlec_model::board::Board;
use puzzlec_model::expr::{Cell, Cells};
use puzzlec_model::piece::{Content, ContentId, Form, Named, Pieces};
use puzzlec_model::rule::{Body, Effect, Face, Quantified, Rule};
use puzzlec_task::{SearchContext, VarId};

/// A rule of the game.
pub(super) struct Removal {
    pub(super) heads: ContentId,
    pub(super) tails: ContentId,
    pub(super) closing: bool,
    /// Whether it removes every coin that shows heads, and not only some.
    pub(super) always: bool,
}

/// Reads a rule; nothing where one of its actions may be another move. On a board of the two coins each action must free
/// the cell of the rule's one variable, which held heads, and turn its neighbours over. The row closes up after that, over
/// the same cell, so that it is looked at apart.
///
/// # Errors
/// It cannot be told, or a limit.
pub(super) fn removal(
    model: &Model,
    rule: &Rule,
    context: &SearchContext,
) -> Result<Option<Removal>, Unproved> {
    let Body::Quantified(written) = &rule.body else { return Ok(None) };
    let Some([one, other]) = faces(written, &model.pieces) else { return Ok(None) };
    if written.variables.len() != 1 {
        return Ok(None);
    }
    let (written, closing) = without_closing(written);
    let rule = Rule { body: Body::Quantified(written), ..rule.clone() };
    let probe = match Probe::of(model, &rule, &BTreeSet::from([one, other]), context) {
        Err(Unproved::Rejected(_)) => return Ok(None),
        probe => probe?,
    };
    let Probe { board, actions: deeds, weaker, bindings } = probe;
    let Some(heads) = deeds.first().and_then(|deed| Some(freed(deed)?.1)) else { return Ok(None) };
    let tails = if heads == one { other } else { one };
    if one == other || !deeds.iter().all(|deed| removes(deed, &board, heads, tails)) {
        return Ok(None);
    }
    let plain = |deed: &Deed| freed(deed).filter(|(cell, _)| deed.asks_only(*cell));
    let always: BTreeSet<VarId> = deeds.iter().filter_map(plain).map(|(cell, _)| cell).collect();
    Ok(Some(Removal { heads, tails, closing, always: !weaker && always.len() == bindings }))
}

/// The contents that a rule turns over.
fn faces(rule: &Quantified, pieces: &Pieces) -> Option<[ContentId; 2]> {
    let turned = |effect: &Effect| match effect {
        Effect::Flip(Face::Piece(one), Face::Piece(other), _) => {
            Some([coin(pieces, *one)?, coin(pieces, *other)?])
        }
        _ => None,
    };
    rule.effects.iter().find_map(turned)
}

/// The only content of a piece of one cell and with one mark.
fn coin(pieces: &Pieces, piece: Named) -> Option<ContentId> {
    let Named { kind, member: None } = piece else { return None };
    pieces.kind(kind).filter(|found| found.form == Form::Unit && found.marks.len() <= 1)?;
    pieces.id(&Content::Unit(kind, 0))
}

/// A rule that empties the cell over which the given one closes up, and whether that one does.
fn without_closing(rule: &Quantified) -> (Quantified, bool) {
    let mut open = rule.clone();
    let closes = |effect: &Effect| matches!(effect, Effect::Close(_));
    open.effects.retain(|effect| !closes(effect));
    if rule.closes {
        open.effects.push(Effect::Remove(Cells::One(Cell::Var(0))));
        open.closes = false;
    }
    (open, rule.closes)
}

/// The cell that an action frees, and the only piece that it can hold before.
fn freed(deed: &Deed) -> Option<(VarId, ContentId)> {
    let held = |cell: VarId| Some((cell, deed.before(cell).single().filter(|held| *held != 0)?));
    let mut all = deed.changes().filter(|cell| deed.is_left_free(*cell)).filter_map(held);
    all.next().filter(|_| all.next().is_none())
}

/// Whether an action frees one cell that held heads, turns over the coins beside it, and changes nothing else.
fn removes(deed: &Deed, board: &Board, heads: ContentId, tails: ContentId) -> bool {
    let Some((cell, held)) = freed(deed) else { return false };
    let Some(place) = board.cells().get(cell as usize) else { return false };
    let beside: BTreeSet<VarId> =
        board.neighbours(*place).iter().filter_map(|near| board.index(*near)).collect();
    let turned = |(before, after): (ContentId, ContentId)| {
        [(heads, tails), (tails, heads), (0, 0)].contains(&(before, after))
    };
    let turns = |cell: &VarId| deed.turns(*cell).is_some_and(|ends| ends.into_iter().all(turned));
    held == heads
        && beside.iter().all(turns)
        && deed.changes().all(|changed| changed == cell || beside.contains(&changed))
}
