//! The forms of the rule.

use crate::coins::Move;
use crate::problem::Problem;
use puzzlec_model::board::Coord;
use puzzlec_model::expr::{Cell, Cells, Num, Slot, Test};
use puzzlec_model::piece::{ContentId, Pieces, Selector};
use puzzlec_model::rule::{Body, Domain, Effect, Quantified, Rule, Variable};
use puzzlec_syntax::ast::BinaryOp;
use puzzlec_task::{Bound, Label};

/// The forms of a rule that moves a coin to an empty cell next to a number of other coins. The forms are
///
/// * two variables for cells in any order, one for a coin x, one for an empty cell y, by their domains or
///   by `x is coin`, `y is empty`;
/// * besides just guards `count(coin, around y except x) >= N`, the greatest of which counts, also as `> N` or
///   with the number first;
/// * the effect `move x to y`.
///
/// A coin is named by its kind, or as any piece where there is no other piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form {
    /// Whether the variable for the coin comes first.
    pub(super) coin_first: bool,
}

/// The knowledge of a rule's variables.
struct Reading<'a> {
    pieces: &'a Pieces,
    coin: ContentId,
    /// The variables for the coin and for the empty cell.
    from: Slot,
    to: Slot,
}

impl Form {
    /// The form of a rule with two neighbours, and the content that is a coin; `None` for a rule of another
    /// form.
    pub fn of(rule: &Rule, pieces: &Pieces) -> Option<(Form, ContentId)> {
        let ((form, touching), coin) = Form::with_number(rule, pieces)?;
        (touching == 2).then_some((form, coin))
    }

    /// The same for a rule with any number of neighbours, with the number.
    pub fn with_number(rule: &Rule, pieces: &Pieces) -> Option<((Form, i64), ContentId)> {
        let Body::Quantified(rule) = &rule.body else { return None };
        let plain = rule.variables.len() == 2 && rule.slots == 2 && !rule.closes;
        let [Effect::Move(..)] = rule.effects.as_slice() else { return None };
        let guards = conjuncts(&rule.guards)?;
        let coin_at = |slot: Slot| held(rule, &guards, slot).find_map(|sel| only_piece(pieces, sel));
        let (from, coin) =
            [0, 1].into_iter().find_map(|slot| Some((slot, coin_at(slot)?))).filter(|_| plain)?;
        let reading = Reading { pieces, coin, from, to: 1 - from };
        let touching = reading.touching(rule, &guards)?;
        Some(((Form { coin_first: from == 0 }, touching), coin))
    }

    /// A move of a problem as a step of the puzzle; nothing for one without its box.
    pub fn step(self, problem: &Problem, step: Move) -> Option<Label> {
        let on_board = |cell| problem.on_board(cell).map(|c| Bound::Cell(c.x, c.y));
        Some(self.label(on_board(step.from)?, on_board(step.to)?))
    }

    /// The move of a problem that a step of the puzzle is; nothing for one without its box.
    pub fn moved(self, problem: &Problem, step: &Label) -> Option<Move> {
        let cell = |at: usize| match step.binding.get(at)? {
            Bound::Cell(x, y) => problem.in_box(Coord::new(*x, *y)),
            _ => None,
        };
        let (coin, empty) = if self.coin_first { (0, 1) } else { (1, 0) };
        Some(Move { from: cell(coin)?, to: cell(empty)? })
    }

    /// The step that takes the coin from one cell to another.
    pub fn label(self, from: Bound, to: Bound) -> Label {
        let binding = if self.coin_first { vec![from, to] } else { vec![to, from] };
        Label { rule: 0, part: 0, binding }
    }
}

impl Reading<'_> {
    /// The number of other coins next to the cell; `None` for a rule of another form.
    fn touching(&self, rule: &Quantified, guards: &[&Test]) -> Option<i64> {
        let empty = |sel: &Selector| *sel == Selector::empty();
        let coin = |sel: &Selector| only_piece(self.pieces, sel) == Some(self.coin);
        let domain = |v: &Variable, fits: &dyn Fn(&Selector) -> bool| match &v.domain {
            Domain::Cells(selector) => selector.as_ref().is_none_or(fits),
            Domain::Directions | Domain::Numbers(..) => false,
        };
        let domains = rule.variables.get(self.from).is_some_and(|v| domain(v, &coin))
            && rule.variables.get(self.to).is_some_and(|v| domain(v, &empty));
        let free = held(rule, guards, self.to).any(empty);
        let touching = guards.iter().filter_map(|test| self.at_least(test)).max()?;
        let others = guards.iter().all(|test| match test {
            Test::Holds(Cells::One(Cell::Var(slot)), selector) => {
                *slot == self.from && coin(selector) || *slot == self.to && empty(selector)
            }
            test => self.at_least(test).is_some(),
        });
        let one = |slot| Cells::One(Cell::Var(slot));
        let effect = rule.effects == [Effect::Move(one(self.from), one(self.to))];
        (domains && free && others && effect).then_some(touching)
    }

    /// The least number of neighbours of the empty cell, without the moving coin, that a test requires to
    /// hold a coin.
    fn at_least(&self, test: &Test) -> Option<i64> {
        use BinaryOp::{Greater as Gt, GreaterEqual as Ge, Less as Lt, LessEqual as Le};
        let Test::Compare(op, left, right) = test else { return None };
        let (count, number) = match (op, left, right) {
            (Ge, count, Num::Fixed(n)) | (Le, Num::Fixed(n), count) => (count, *n),
            (Gt, count, Num::Fixed(n)) | (Lt, Num::Fixed(n), count) => (count, n.checked_add(1)?),
            _ => return None,
        };
        let Num::Count(selector, Cells::Except(around, without)) = count else { return None };
        let Cells::Around(centre) = &**around else { return None };
        let counts = only_piece(self.pieces, selector) == Some(self.coin)
            && **centre == Cells::One(Cell::Var(self.to))
            && **without == Cells::One(Cell::Var(self.from));
        counts.then_some(number)
    }
}

/// The parts of tests that must all hold; nothing where one never does.
pub(super) fn conjuncts(tests: &[Test]) -> Option<Vec<&Test>> {
    let mut found = Vec::new();
    for test in tests {
        match test {
            Test::And(parts) => found.extend(conjuncts(parts)?),
            Test::Fixed(true) => {}
            Test::Fixed(false) => return None,
            test => found.push(test),
        }
    }
    Some(found)
}

/// The content of a variable's cell.
pub(super) fn held<'a>(
    rule: &'a Quantified,
    guards: &'a [&Test],
    slot: Slot,
) -> impl Iterator<Item = &'a Selector> {
    let domain = rule.variables.get(slot).and_then(|v| match &v.domain {
        Domain::Cells(selector) => selector.as_ref(),
        Domain::Directions | Domain::Numbers(..) => None,
    });
    let said = guards.iter().filter_map(move |test| match test {
        Test::Holds(Cells::One(Cell::Var(of)), selector) if *of == slot => Some(selector),
        _ => None,
    });
    domain.into_iter().chain(said)
}

/// The only content of a selector, if it is a piece.
pub(super) fn only_piece(pieces: &Pieces, selector: &Selector) -> Option<ContentId> {
    match pieces.matching(selector).as_slice() {
        [one] if *one != 0 => Some(*one),
        _ => None,
    }
}
