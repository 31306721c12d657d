//! The counters of a puzzle: their starts, the turn of players, and what such a puzzle may be.

use super::parts::Parts;
use crate::board::Coord;
use crate::config::Configuration;
use crate::expect::Expected;
use crate::expr::Num;
use crate::names::{Names, Sort};
use crate::number::Values;
use crate::piece::Pieces;
use crate::piece::counter::{self, Counter};
use crate::project::ModuleId;
use crate::puzzle::{Model, Question};
use crate::rule::{Rule, Setting};
use puzzlec_base::Span;
use puzzlec_base::diag::{Code, Diagnostic};
use puzzlec_syntax::ast::{BinaryOp, HookKind, ItemKind};

/// The counters whose start the puzzle gives; `None` after an error.
pub(super) fn declared(
    names: &Names<'_>,
    module: ModuleId,
    parts: &Parts<'_>,
    values: &Values,
    (pieces, diagnostics): (&mut Pieces, &mut Vec<Diagnostic>),
) -> Option<()> {
    let mut sound = true;
    for (path, value) in &parts.counters {
        let made = names.resolve(module, path, Sort::Counter).and_then(|item| {
            names.mark_used(item);
            let Some(ItemKind::Counter(found)) = names.item(item).map(|i| &i.kind) else {
                return Err(Box::new(Diagnostic::consequence(path.span)));
            };
            if let Some(first) = pieces.counters.iter().find(|one| one.item == Some(item)) {
                let text = format!("counter `{}` is given twice", path.text());
                let twice = Diagnostic::new(Code::RepeatedStatement, path.span, text);
                return Err(Box::new(twice.also(first.span, "first given here")));
            }
            let own = found.value.range.is_some();
            let known = counter::read(&found.name.text, &found.value, &Values::new(), None);
            let known = known.ok().filter(|_| own).map(|(range, _)| range);
            let (range, start) = counter::read(&path.text(), value, values, known)?;
            Ok(Counter { name: found.name.text.clone(), item: Some(item), range, start, span: path.span })
        });
        match made {
            Ok(one) => pieces.counters.push(one),
            Err(found) => {
                sound = false;
                diagnostics.push(*found);
            }
        }
    }
    sound.then_some(())
}

/// Where the rules or the goal use `turn`, every move of a game changes it.
///
/// # Errors
/// The puzzle is no game.
pub(super) fn alternate(pieces: &Pieces, rules: &mut [Rule], players: bool) -> Result<(), Box<Diagnostic>> {
    let Some(at) = pieces.counters.iter().position(|one| one.item.is_none()) else { return Ok(()) };
    let span = pieces.counters.get(at).map_or_else(Span::default, |one| one.span);
    if !players {
        let found = Diagnostic::new(Code::BadTurn, span, "`turn` needs two players")
            .help("add `players 2, last to move wins`, or declare a counter: `counter side in 1..2 = 1`");
        return Err(Box::new(found));
    }
    let counter = u16::try_from(at).unwrap_or(u16::MAX);
    for rule in rules {
        let turn = Box::new(Num::Counter(counter, (1, 2)));
        let value = Num::Binary(BinaryOp::Subtract, Box::new(Num::Fixed(3)), turn);
        rule.sets.push(Setting { counter, value, span });
    }
    Ok(())
}

/// Gives every counter its value at the start.
pub(super) fn begin(pieces: &Pieces, start: &mut Configuration) {
    for (number, counter) in (0..).zip(&pieces.counters) {
        if let Some(value) = counter.value(counter.start).filter(|value| *value > 0) {
            start.insert(Coord::counter(number), value);
        }
    }
}

fn is_value((claim, _): &(Expected, Span)) -> bool {
    matches!(claim, Expected::Grundy(_))
}

/// Checks that the rest of a puzzle suits its counters.
pub(super) fn suit(model: &Model, parts: &Parts<'_>, diagnostics: &mut Vec<Diagnostic>) -> Option<()> {
    let counters = &model.pieces.counters;
    let Some(first) = counters.first().map(|one| one.span) else { return Some(()) };
    if let Some((_, claim)) = model.expectations.iter().find(|one| is_value(one) && !model.is_impartial()) {
        let found = Diagnostic::new(Code::BadExpectation, *claim, "a game with `turn` has no Grundy value")
            .help("expect `first player wins` or `second player wins`");
        diagnostics.push(found);
        return None;
    }
    let hook = parts.hooks.iter().find(|hook| !matches!(hook.0, HookKind::Check | HookKind::Render));
    let (at, wrong) = match () {
        () if matches!(model.question, Question::Place { .. }) => {
            (first, "a placement puzzle has no counters")
        }
        () if model.board.unbounded => (first, "counters need a bounded board"),
        () if model.rules().iter().any(Rule::closes) => {
            (first, "a puzzle with counters has no row that closes up")
        }
        () if hook.is_some() || model.has_callbacks() => {
            let at = hook.map_or(first, |hook| hook.1.span());
            (at, "scripts that run at every position see no counters")
        }
        () => return Some(()),
    };
    let mut found = Diagnostic::new(Code::NoCounters, at, wrong);
    if at != first {
        found = found.also(first, "a counter");
    }
    diagnostics.push(found);
    None
}
