//! The forms of the rule.

use puzzlec_model::config::only_content;
use puzzlec_model::expr::{Cell, Cells, Test};
use puzzlec_model::piece::{ContentId, Named, Pieces, Selector};
use puzzlec_model::rule::{Body, Domain, Effect, Face, Quantified, Rule};

/// A written rule with one variable x, a cell, whose actions are the removals of one coin each.
///
/// * **Who is removed.** The domain of x and the conditions (`x is heads`, `x is not empty`, joined by `and`) speak of the
///   content of x alone. They are evaluated for each of the three contents that a cell can have, which must leave the
///   coins that show heads: one of the two kinds that the rule turns over. Both are single pieces of one cell.
/// * **Effects.** `remove x`, once or more, and one `flip` of the two kinds, in any order of kinds, at the
///   neighbours of x. They may come in any order, as x is no neighbour of itself.
/// * **Neighbours.** `around x`, also `around x except x`: the neighbours on the board, each once.
/// * **Closing up.** `close x` happens after the other effects and takes the cell with its content; `remove x` may be
///   left out.
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
    /// The form of a rule; nothing for a rule of another form.
    pub fn of(rule: &Rule, pieces: &Pieces) -> Option<Form> {
        let Body::Quantified(rule) = &rule.body else { return None };
        let [x] = rule.variables.as_slice() else { return None };
        let Domain::Cells(domain) = &x.domain else { return None };
        let (a, b) = effects(rule)?;
        let (a, b) = (only_content(pieces, a)?, only_content(pieces, b)?);
        let contents = [0, a, b];
        let by = |selector: &Selector| contents.map(|held| selector.matches(pieces.content(held)));
        let mut removed = domain.as_ref().map_or([true; 3], by);
        for guard in &rule.guards {
            let holds = allowed(guard, &by)?;
            removed = both(removed, holds);
        }
        let (heads, tails) = match removed {
            [false, true, false] => (a, b),
            [false, false, true] => (b, a),
            _ => return None,
        };
        (a != b).then_some(Form { heads, tails, closing: rule.closes })
    }
}

/// The kinds that the effects turn over, if they are those of the game.
fn effects(rule: &Quantified) -> Option<(Named, Named)> {
    let mut removed = rule.closes;
    let mut flipped = None;
    for effect in &rule.effects {
        match effect {
            Effect::Remove(cells) if is_x(cells) => removed = true,
            Effect::Close(0) => {}
            // A member of a family is another game.
            Effect::Flip(Face::Piece(Named { member: Some(_), .. }), ..)
            | Effect::Flip(_, Face::Piece(Named { member: Some(_), .. }), _) => {
                return None;
            }
            Effect::Flip(Face::Piece(a), Face::Piece(b), cells) if flipped.is_none() && is_near(cells) => {
                flipped = Some((*a, *b));
            }
            _ => return None,
        }
    }
    flipped.filter(|_| removed)
}

/// By content of x whether a condition holds; nothing for a condition that speaks of something else.
fn allowed(test: &Test, by: &dyn Fn(&Selector) -> [bool; 3]) -> Option<[bool; 3]> {
    Some(match test {
        Test::Fixed(true) => [true; 3],
        Test::And(parts) => {
            parts.iter().try_fold([true; 3], |all, part| Some(both(all, allowed(part, by)?)))?
        }
        Test::Holds(cells, selector) if is_x(cells) => by(selector),
        Test::Not(part) => match &**part {
            Test::Holds(cells, selector) if is_x(cells) => by(selector).map(|holds| !holds),
            _ => return None,
        },
        _ => return None,
    })
}

fn both(a: [bool; 3], b: [bool; 3]) -> [bool; 3] {
    let ([a0, a1, a2], [b0, b1, b2]) = (a, b);
    [a0 && b0, a1 && b1, a2 && b2]
}

/// Whether cells are x alone.
fn is_x(cells: &Cells) -> bool {
    *cells == Cells::One(Cell::Var(0))
}

/// Whether cells are the neighbours of x.
fn is_near(cells: &Cells) -> bool {
    match cells {
        Cells::Around(of) => is_x(of),
        Cells::Except(all, x) => is_near(all) && is_x(x),
        _ => false,
    }
}
