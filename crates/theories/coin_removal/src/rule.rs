//! The rule of the game, by what its actions do.

use puzzlec_base::Budget;
use puzzlec_model::Model;
use puzzlec_model::board::Board;
use puzzlec_model::config::only_content;
use puzzlec_model::expr::{Cell, Cells};
use puzzlec_model::piece::ContentId;
use puzzlec_model::rule::{Body, Effect, Face, Quantified, Rule};
use puzzlec_task::{Bound, Condition, Task, VarId};
use puzzlec_theory::{Made, Probe};

/// A rule with one variable, a cell, whose actions remove one coin each: one that shows heads, whose neighbours turn over.
/// Where the row closes up, this comes last; what is left of the rule is one by which it does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Form {
    /// A coin that shows heads: it can be removed.
    pub heads: ContentId,
    /// A coin that shows tails.
    pub tails: ContentId,
    /// Whether the row closes up.
    pub closing: bool,
}

impl Form {
    /// The form of a rule; nothing for another rule. Its actions on the [probe](Probe) must be all moves of the game there,
    /// each of them once.
    pub fn of(model: &Model, rule: &Rule, budget: &Budget) -> Option<Form> {
        let Body::Quantified(written) = &rule.body else { return None };
        let coins = coins(model, written)?;
        let rule = Rule { body: Body::Quantified(open(written)), ..rule.clone() };
        let Probe { board, places, actions } = Probe::of(model, &rule, 1, &coins, budget)?;
        let [places] = places.as_slice() else { return None };
        let heads = actions.iter().find_map(removed)?.1;
        let tails = coins.into_iter().find(|coin| *coin != heads)?;
        let all = |made: &Made| {
            let cell = removed(made).filter(|_| is_move(made, &board, (heads, tails)))?.0;
            let coord = *board.cells().get(cell as usize)?;
            let only = made.rest == Condition::True && made.asked().all(|asked| asked == cell);
            let label = [Bound::Cell(coord.x, coord.y)];
            (only && made.action.times == 1 && made.action.label.binding == label).then_some(())
        };
        let whole = actions.len() == places.len() && actions.iter().all(|made| all(made).is_some());
        whole.then_some(Form { heads, tails, closing: written.closes })
    }
}

/// The two contents that a rule turns over.
fn coins(model: &Model, rule: &Quantified) -> Option<[ContentId; 2]> {
    rule.effects.iter().find_map(|effect| match effect {
        Effect::Flip(Face::Piece(a), Face::Piece(b), _) if a.member.is_none() && b.member.is_none() => {
            Some([only_content(&model.pieces, *a)?, only_content(&model.pieces, *b)?])
        }
        _ => None,
    })
}

/// The rule without closing up, which comes after all other effects and takes away a cell with what it holds.
fn open(rule: &Quantified) -> Quantified {
    let (closing, mut effects): (Vec<Effect>, Vec<Effect>) =
        rule.effects.iter().cloned().partition(|effect| matches!(effect, Effect::Close(_)));
    effects.extend(closing.into_iter().filter_map(|effect| match effect {
        Effect::Close(slot) => Some(Effect::Remove(Cells::One(Cell::Var(slot)))),
        _ => None,
    }));
    Quantified { closes: false, effects, ..rule.clone() }
}

/// Whether every action of a rule on a square board removes a coin of one kind and turns over its neighbours, and nothing
/// else.
pub(super) fn plays(rule: &Task) -> Option<bool> {
    let board = Board::square(i32::try_from(rule.variables.len().isqrt()).ok()?);
    if board.cells().len() != rule.variables.len() {
        return None;
    }
    let actions = Made::all_of(rule);
    let first = actions.iter().find_map(|made| Some((removed(made)?.1, made)));
    let sides = first.and_then(|(heads, made)| {
        let tails =
            made.filled().find_map(|cell| made.turned(cell, heads).filter(|tails| *tails != heads))?;
        Some((heads, tails))
    });
    Some(sides.is_some_and(|sides| actions.iter().all(|made| is_move(made, &board, sides))))
}

/// The cell that an action empties for certain, and what it holds.
fn removed(made: &Made) -> Option<(VarId, ContentId)> {
    let mut cells = made.emptied().filter_map(|cell| Some((cell, made.held(cell).single()?)));
    cells.next().filter(|(_, held)| *held != 0 && cells.next().is_none())
}

/// Whether an action removes a coin that shows heads, turns over its neighbours and changes nothing else.
fn is_move(made: &Made, board: &Board, (heads, tails): (ContentId, ContentId)) -> bool {
    let Some((cell, held)) = removed(made) else { return false };
    let Some(coord) = board.cells().get(cell as usize) else { return false };
    let near: Vec<VarId> =
        board.neighbours(*coord).into_iter().filter_map(|near| board.index(near)).collect();
    let over = |coin: ContentId| match coin {
        _ if coin == heads => tails,
        _ if coin == tails => heads,
        _ => coin,
    };
    let turns =
        |cell: &VarId| made.held(*cell).iter().all(|coin| made.turned(*cell, coin) == Some(over(coin)));
    let changed = || made.emptied().chain(made.filled());
    held == heads && near.iter().all(turns) && changed().all(|other| other == cell || near.contains(&other))
}
