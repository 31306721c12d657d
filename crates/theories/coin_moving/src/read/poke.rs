//! The form of the rule of the poking game.

use super::rule::{Form, conjuncts, held, only_piece};
use puzzlec_model::expr::{Cell, Cells, Num, Slot, Test};
use puzzlec_model::piece::{ContentId, Pieces, Selector};
use puzzlec_model::rule::{Body, Domain, Effect, Quantified, Rule, Variable};
use puzzlec_syntax::ast::BinaryOp;

impl Form {
    /// The form of a rule that pokes coins, and the content that is a coin; nothing for a rule of another form. It has
    ///
    /// * two variables for cells in any order, one for a coin x, one for an empty cell y, by their domains or
    ///   by `x is coin`, `y is empty`;
    /// * besides just the guards `adjacent(x, y)`, `count(coin, around x) >= 1` and
    ///   `count(coin, around y except x) >= 1`, each once or several times, also as `> 0` or with the number first;
    /// * the effect `move x to y`.
    pub fn of_pokes(rule: &Rule, pieces: &Pieces) -> Option<(Form, ContentId)> {
        let Body::Quantified(rule) = &rule.body else { return None };
        let plain = rule.variables.len() == 2 && rule.slots == 2 && !rule.closes;
        let guards = conjuncts(&rule.guards)?;
        let coin_at = |slot: Slot| held(rule, &guards, slot).find_map(|sel| only_piece(pieces, sel));
        let (from, coin) =
            [0, 1].into_iter().find_map(|slot| Some((slot, coin_at(slot)?))).filter(|_| plain)?;
        let reading = Reading { pieces, coin, from, to: 1 - from };
        reading.fits(rule, &guards).then_some((Form { coin_first: from == 0 }, coin))
    }
}

/// The knowledge of a rule's variables.
struct Reading<'a> {
    pieces: &'a Pieces,
    coin: ContentId,
    /// The variables for the coin and for the empty cell.
    from: Slot,
    to: Slot,
}

/// The meaning of a guard.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Said {
    /// The content of a variable's cell.
    Content,
    Adjacent,
    /// The coin has a neighbour.
    Paired,
    /// The empty cell has a neighbour without the coin.
    Towards,
}

impl Reading<'_> {
    fn fits(&self, rule: &Quantified, guards: &[&Test]) -> bool {
        let domain = |slot: Slot, fits: &dyn Fn(&Selector) -> bool| {
            rule.variables.get(slot).is_some_and(|v: &Variable| match &v.domain {
                Domain::Cells(selector) => selector.as_ref().is_none_or(fits),
                Domain::Directions | Domain::Numbers(..) => false,
            })
        };
        let domains = domain(self.from, &|s| self.is_coin(s)) && domain(self.to, &is_empty);
        let said: Option<Vec<Said>> = guards.iter().map(|test| self.said(test)).collect();
        let all = [Said::Adjacent, Said::Paired, Said::Towards];
        let one = |slot| Cells::One(Cell::Var(slot));
        domains
            && held(rule, guards, self.to).any(is_empty)
            && said.is_some_and(|said| all.iter().all(|part| said.contains(part)))
            && rule.effects == [Effect::Move(one(self.from), one(self.to))]
    }

    fn is_coin(&self, selector: &Selector) -> bool {
        only_piece(self.pieces, selector) == Some(self.coin)
    }

    /// The meaning of a guard; `None` for other guards.
    fn said(&self, test: &Test) -> Option<Said> {
        use BinaryOp::{Greater as Gt, GreaterEqual as Ge, Less as Lt, LessEqual as Le};
        let (from, to) = (Cell::Var(self.from), Cell::Var(self.to));
        let count = match test {
            Test::Holds(Cells::One(Cell::Var(slot)), selector) => {
                let fits =
                    *slot == self.from && self.is_coin(selector) || *slot == self.to && is_empty(selector);
                return fits.then_some(Said::Content);
            }
            Test::Adjacent(one, other) => {
                let both = *one == from && *other == to || *one == to && *other == from;
                return both.then_some(Said::Adjacent);
            }
            Test::Compare(Ge, count, Num::Fixed(1)) | Test::Compare(Gt, count, Num::Fixed(0)) => count,
            Test::Compare(Le, Num::Fixed(1), count) | Test::Compare(Lt, Num::Fixed(0), count) => count,
            _ => return None,
        };
        let Num::Count(selector, cells) = count else { return None };
        let around = |cell: &Cell| Cells::Around(Box::new(Cells::One(cell.clone())));
        let without = |cell: &Cell, but: &Cell| {
            Cells::Except(Box::new(around(cell)), Box::new(Cells::One(but.clone())))
        };
        if !self.is_coin(selector) {
            None
        } else if *cells == around(&from) || *cells == without(&from, &to) {
            // The other cell is empty.
            Some(Said::Paired)
        } else {
            (*cells == without(&to, &from)).then_some(Said::Towards)
        }
    }
}

fn is_empty(selector: &Selector) -> bool {
    *selector == Selector::empty()
}
