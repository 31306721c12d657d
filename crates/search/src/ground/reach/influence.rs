//! Rules that act everywhere alike on a line, and only nearby: the closed list of forms with an *influence*.
//!
//! A rule has influence R if every action belongs to a cell, its *anchor*, such that the action exists, applies and
//! changes what it changes only by the cells at most R steps from the anchor (their contents, and which of them are
//! on the board), and if the action of another anchor is the same one moved. The forms:
//!
//! * **Drawn.** Patterns of one-cell pieces. The anchor is the first cell, and R is the number of the others.
//! * **Written.** The anchor is the value of the first variable. Every cell of the text is a variable or at a bounded
//!   number of steps from one, and every variable is tied to the anchor ([`super::ties`]; only ties between variables
//!   are used) or ranges over cells near it. Nothing names a cell, a row, a column, a region or all cells. `close` takes
//!   out a cell of these; the shift of the cells behind it is the only change elsewhere.

use super::extent::{Near, Node, Numbers};
use super::ties;
use puzzlec_model::expr::{Cells, Num, Part, Slot, Test};
use puzzlec_model::piece::Form;
use puzzlec_model::piece::Pieces;
use puzzlec_model::rule::{Body, Domain, Effect, Pattern, PatternCell, Quantified, Rule, Variable};

/// Larger influences are refused.
const MOST: i64 = 64;

/// The influence of rules on a line, in cells.
///
/// # Errors
/// The first rule that has none, and the reason as the end of a sentence about it.
pub fn influence<'r>(rules: &'r [Rule], pieces: &Pieces) -> Result<usize, (&'r Rule, String)> {
    let mut most = 0;
    for rule in rules {
        let reach = match &rule.body {
            _ if pieces.kinds.iter().any(|k| k.form != Form::Unit) => {
                Err("moves pieces of several cells".to_owned())
            }
            Body::Patterns(patterns) => {
                patterns.iter().try_fold(0, |most: i64, pattern| Ok(most.max(drawn(pattern)?)))
            }
            Body::Quantified(rule) => written(rule),
            Body::Scripted(_) | Body::Callback(_) => Err("is scripted".to_owned()),
        };
        match reach {
            Ok(reach) if reach <= MOST => most = most.max(reach),
            Ok(_) => return Err((rule, format!("reaches farther than {MOST} cells"))),
            Err(why) => return Err((rule, why)),
        }
    }
    Ok(usize::try_from(most).unwrap_or(0))
}

fn drawn(pattern: &Pattern) -> Result<i64, String> {
    let whole = |cell: &PatternCell| !matches!(cell, PatternCell::Part(..));
    if !pattern.cells.iter().all(|(before, after)| whole(before) && whole(after)) {
        return Err("moves pieces of several cells".to_owned());
    }
    Ok(i64::try_from(pattern.cells.len()).unwrap_or(i64::MAX).saturating_sub(1))
}

fn written(rule: &Quantified) -> Result<i64, String> {
    let is_cell = |domain: &Domain| matches!(domain, Domain::Cells(_));
    // The end of a range may be that of the board.
    if rule.variables.iter().any(|v| matches!(v.domain, Domain::Numbers(..))) {
        return Err("has a variable for numbers".to_owned());
    }
    let Some(anchor) = rule.variables.iter().position(|v| is_cell(&v.domain)) else {
        return Err("has no variable for a cell".to_owned());
    };
    let numbers = Numbers { spread: None, neighbours: 2 };
    let mut away = ties::from_slot(rule, numbers, anchor);
    // A quantifier's slot has its own bound, from its cells: its tie holds only for one of them.
    away.iter_mut().skip(rule.variables.len()).for_each(|far| *far = None);
    let mut most = 0;
    for (variable, far) in rule.variables.iter().zip(&away) {
        match far {
            Some(far) => most = most.max(*far),
            None if !is_cell(&variable.domain) => {}
            None => return Err(format!("lets `{}` stand for cells at any distance", variable.name)),
        }
    }
    let closes = rule.effects.iter().filter(|e| matches!(e, Effect::Close(_))).count();
    if closes > 1 {
        return Err("closes up over several cells".to_owned());
    }
    if rule.effects.iter().any(|e| matches!(e, Effect::Shift(..))) {
        return Err("shifts whole pieces".to_owned());
    }
    let mut wrong = None;
    let tests = rule.guards.iter().chain(rule.after.iter().map(|after| &after.0));
    let parts = tests.map(Part::Test).chain(rule.effects.iter().flat_map(Effect::parts));
    for part in parts {
        part.visit(&mut |part| match near(part, numbers, &mut away) {
            Ok(far) => most = most.max(far),
            Err(why) => wrong = wrong.or(Some(why)),
        });
    }
    wrong.map_or(Ok(most), |why| Err(why.to_owned()))
}

/// How far a written rule looks and acts from its variables, in steps, if it acts everywhere alike: the cells of its text
/// are at most so many steps from the variables that they are reckoned from, and distances are compared with numbers that
/// are not greater. Nothing tells how far the variables are from each other. None if it names a cell, a row, a column or a
/// region, looks or acts at an unbounded distance, closes up, or has a variable for numbers.
pub fn locality(rule: &Quantified) -> Option<i64> {
    let numbers = Numbers { spread: None, neighbours: super::MOST_NEIGHBOURS };
    let plain = |v: &Variable| !matches!(v.domain, Domain::Numbers(..));
    let shifts = |effect: &Effect| matches!(effect, Effect::Shift(..) | Effect::Close(_));
    if !rule.variables.iter().all(plain) || rule.effects.iter().any(shifts) || !rule.after.is_empty() {
        return None;
    }
    let mut away = vec![Some(0); rule.variables.len()];
    away.resize(rule.slots.max(rule.variables.len()), None);
    let mut most = Some(0);
    for part in rule.guards.iter().map(Part::Test).chain(rule.effects.iter().flat_map(Effect::parts)) {
        part.visit(&mut |part| {
            let far = near(part, numbers, &mut away).ok().zip(compared(part, numbers));
            most = most.zip(far).map(|(most, (far, number))| most.max(far).max(number));
        });
    }
    most
}

/// The greatest number that a distance is compared with, 0 if none is; nothing if it has no bound.
fn compared(part: Part<'_>, numbers: Numbers) -> Option<i64> {
    let Part::Test(Test::Compare(_, a, b)) = part else { return Some(0) };
    let is_distance = |num: &Num| matches!(num, Num::Distance(..));
    let has_distance = |num: &Num| {
        let mut has = false;
        Part::Num(num).visit(&mut |part| has |= matches!(part, Part::Num(num) if is_distance(num)));
        has
    };
    let mut most = 0;
    for (one, other) in [(a, b), (b, a)].into_iter().filter(|(one, _)| has_distance(one)) {
        let (low, high) = numbers.range(other).filter(|_| is_distance(one))?;
        most = most.max(low.checked_abs()?).max(high.checked_abs()?);
    }
    Some(most)
}

/// The maximum distance of the cells of a part from the anchor.
fn near(part: Part<'_>, numbers: Numbers, away: &mut [Option<i64>]) -> Result<i64, &'static str> {
    let far = "acts or looks at an unbounded distance";
    let of = |away: &[Option<i64>], all: Vec<Near>| {
        all.into_iter().try_fold(0, |most: i64, (node, steps)| match node {
            Node::Area => Err("names a cell"),
            Node::Slot(slot) => {
                let base: Option<i64> = away.get::<Slot>(slot).copied().flatten();
                Ok(most.max(base.and_then(|b| b.checked_add(steps)).ok_or(far)?))
            }
        })
    };
    match part {
        Part::Cell(cell) => of(away, vec![numbers.near(cell).ok_or(far)?]),
        Part::Cells(Cells::All) => Err("looks at all cells"),
        Part::Cells(Cells::Fixed(_)) => Err("names a cell"),
        Part::Cells(cells) => of(away, numbers.extent(cells).ok_or(far)?),
        Part::Num(Num::Row(_) | Num::Column(_)) => Err("names a row or column"),
        Part::Test(Test::Aligned(..)) => Err("looks at whole pieces"),
        Part::Test(Test::Each(_, slot, cells, _)) => {
            let steps = of(away, numbers.extent(cells).ok_or(far)?)?;
            if let Some(known) = away.get_mut(*slot) {
                *known = Some(steps);
            }
            Ok(steps)
        }
        Part::Num(_) | Part::Test(_) => Ok(0),
    }
}
