//! Expressions with a meaning on an unbounded board.
//!
//! `cells` is infinite there, so only forms are allowed whose value is independent of all but finitely many
//! empty cells. The closed list, with E for `cells` or `cells except` some cells:
//!
//! * `count(KIND, E)` where KIND is a piece: empty cells do not count;
//! * `empty(E)`, and `x is KIND` for all x of E, where KIND allows an empty cell;
//! * `all x in E: P` where P surely holds for an empty x, and `any x in E: P` where it surely fails.

use super::reach::{is_bounded, looks_too_far};
use super::rules_of;
use puzzlec_base::diag::{Code, Diagnostic};
use puzzlec_model::expr::{Cell, Cells, Num, Part, Slot, Test};
use puzzlec_model::rule::{Body, Effect};
use puzzlec_model::{Model, Question};

/// Checks that every use of `cells` has a meaning on an unbounded board.
///
/// # Errors
/// The span of an expression without a meaning.
pub(super) fn check(model: &Model) -> Result<(), Box<Diagnostic>> {
    for rule in rules_of(model) {
        let written = match &rule.body {
            Body::Quantified(one) => std::slice::from_ref(one),
            Body::Scripted(all) => all,
            Body::Patterns(_) | Body::Callback(_) => &[],
        };
        let guards =
            || written.iter().flat_map(|q| q.guards.iter().chain(q.after.iter().map(|after| &after.0)));
        let effects = || written.iter().flat_map(|q| &q.effects).flat_map(Effect::parts);
        let why = if !guards().all(meaningful) || !effects().all(is_local) {
            ALL_CELLS
        } else if guards().map(Part::Test).chain(effects()).any(looks_too_far) {
            TOO_FAR
        } else {
            continue;
        };
        let text = format!("rule `{}` {why}", rule.name);
        return Err(Box::new(refused(model, text, why).also(rule.span, "the rule is here")));
    }
    for (test, span) in &model.legal {
        let why = if !meaningful(test) {
            ALL_CELLS
        } else if looks_too_far(Part::Test(test)) {
            TOO_FAR
        } else {
            continue;
        };
        let text = format!("`legal after` of `{}` {why}", model.name);
        return Err(Box::new(refused(model, text, why).also(*span, "the test is here")));
    }
    let Question::Moves { goal: (goal, span), .. } = &model.question else { return Ok(()) };
    let mut tests = Vec::new();
    goal.tests(&mut |test| tests.push(test));
    let why = if !tests.iter().all(|t| meaningful(t)) {
        ALL_CELLS
    } else if tests.iter().any(|t| looks_too_far(Part::Test(t))) {
        TOO_FAR
    } else {
        return Ok(());
    };
    let text = format!("the goal of `{}` {why}", model.name);
    Err(Box::new(refused(model, text, why).also(*span, "the goal is here")))
}

const ALL_CELLS: &str = "depends on all cells of an endless board";
const TOO_FAR: &str = "looks at cells that are too far away";

fn refused(model: &Model, text: String, why: &str) -> Diagnostic {
    let d = Diagnostic::new(Code::NeedsBound, model.span, text);
    let d =
        if why == ALL_CELLS { d.note("the empty cells are endless; only pieces can be counted") } else { d };
    d.help("use a bounded board, such as `board square 12 by 12`")
}

/// Whether `cells` is nowhere in it.
fn is_local(part: Part<'_>) -> bool {
    let mut local = true;
    part.visit(&mut |part| local &= !matches!(part, Part::Cells(Cells::All)));
    local
}

/// `cells`, or `cells except` some cells.
fn is_whole(cells: &Cells) -> bool {
    match cells {
        Cells::All => true,
        Cells::Except(left, right) => is_whole(left) && is_local(Part::Cells(right)),
        _ => false,
    }
}

fn meaningful(test: &Test) -> bool {
    match test {
        Test::Not(inner) | Test::Total(inner) => meaningful(inner),
        Test::And(parts) | Test::Or(parts) => parts.iter().all(meaningful),
        Test::Compare(_, a, b) => number(a) && number(b),
        Test::Holds(cells, selector) => is_local(Part::Cells(cells)) || is_whole(cells) && selector.empty,
        Test::Each(all, slot, over, body) => {
            let whole =
                || is_whole(over) && of_empty(body, *slot) == Some(*all) && is_bounded(Part::Test(body));
            meaningful(body) && (is_local(Part::Cells(over)) || whole())
        }
        Test::Fixed(_)
        | Test::Same(..)
        | Test::Adjacent(..)
        | Test::Aligned(..)
        | Test::Member(..)
        | Test::Different(_)
        | Test::Form(..) => is_local(Part::Test(test)),
    }
}

fn number(num: &Num) -> bool {
    match num {
        Num::Count(selector, cells) => is_local(Part::Cells(cells)) || is_whole(cells) && !selector.empty,
        Num::Binary(_, a, b) | Num::Min(a, b) | Num::Max(a, b) => number(a) && number(b),
        Num::Abs(a) => number(a),
        Num::Fixed(_)
        | Num::Var(..)
        | Num::Counter(..)
        | Num::Size(_)
        | Num::Components(_)
        | Num::Fold(..)
        | Num::Number(_)
        | Num::Distance(..)
        | Num::Row(_)
        | Num::Column(_) => is_local(Part::Num(num)),
    }
}

/// Whether a test holds where the slot is an empty cell, if that alone decides it.
fn of_empty(test: &Test, slot: Slot) -> Option<bool> {
    match test {
        Test::Fixed(value) => Some(*value),
        Test::Not(inner) => of_empty(inner, slot).map(|value| !value),
        Test::And(parts) | Test::Or(parts) => {
            let decisive = matches!(test, Test::Or(_));
            let values: Vec<_> = parts.iter().map(|p| of_empty(p, slot)).collect();
            if values.contains(&Some(decisive)) {
                return Some(decisive);
            }
            values.iter().all(Option::is_some).then_some(!decisive)
        }
        Test::Holds(Cells::One(Cell::Var(s)), selector) if *s == slot => Some(selector.empty),
        Test::Aligned(Cell::Var(s), _) if *s == slot => Some(false),
        _ => None,
    }
}
