//! Results of hooks as plain values.

use rhai::{Array, Dynamic, ImmutableString};

use super::api::{Action, Configuration, Finding, MAX_ALL_PARTS, Made, Mark, kind, short};
use super::hook::{self, Form, Kind};
use super::{ActionSpec, At, BoardSpec, ConfigurationSpec, FindingSpec, MarkSpec, PuzzleView};
use puzzlec_base::diag::{Code, did_you_mean};

/// Numbers that one `invariant` may give.
const MAX_INVARIANTS: usize = 256;
/// Findings that one `check` may give.
const MAX_FINDINGS: usize = 256;
/// The words at which a statement of a puzzle begins.
const STATEMENTS: &[&str] = &[
    "board",
    "bound",
    "check",
    "expect",
    "goal",
    "invariant",
    "legal",
    "measure",
    "place",
    "players",
    "render",
    "rules",
    "start",
    "title",
    "window",
];

/// The error in a result, and the expected kind.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Misfit {
    pub(super) code: Code,
    pub(super) headline: String,
    pub(super) help: Option<String>,
}

impl Misfit {
    fn result(headline: String, help: &str) -> Self {
        Misfit { code: Code::ScriptResult, headline, help: Some(help.to_owned()) }
    }

    fn limit(headline: String, help: &str) -> Self {
        Misfit { code: Code::ScriptLimit, headline, help: Some(help.to_owned()) }
    }
}

/// A result of the wrong kind.
fn misfit(form: &Form, given: &str) -> Misfit {
    Misfit::result(format!("script returned {given} where {} was expected", form.gives), form.help)
}

/// A value in words, with the value itself where that is short: `the text "won"`.
fn shown(value: &Dynamic) -> String {
    if value.is_int() || value.is_bool() {
        return value.to_string();
    }
    match value.read_lock::<ImmutableString>() {
        Some(text) => format!("the text {:?}", short(&text)),
        None => kind(value).to_owned(),
    }
}

/// The board that a hook gave.
pub(super) fn board(value: Dynamic) -> Result<BoardSpec, Misfit> {
    let given = kind(&value);
    value.try_cast::<Made>().map(|made| BoardSpec::clone(&made.0)).ok_or_else(|| misfit(&hook::BOARD, given))
}

/// The actions that a hook gave.
pub(super) fn actions(value: Dynamic) -> Result<Vec<ActionSpec>, Misfit> {
    let given = kind(&value);
    let list = value.try_cast::<Array>().ok_or_else(|| misfit(&hook::ACTIONS, given))?;
    let mut parts = 0;
    let mut actions = Vec::with_capacity(list.len());
    for (i, value) in list.into_iter().enumerate() {
        let given = kind(&value);
        let action = value.try_cast::<Action>().ok_or_else(|| {
            Misfit::result(
                format!("item {i} of the script's list is {given}, not an action"),
                "the list may contain only results of `action()` and its methods",
            )
        })?;
        parts += action.parts();
        if parts > MAX_ALL_PARTS {
            return Err(Misfit::limit(
                format!("the script's actions name more than {MAX_ALL_PARTS} cells and pieces"),
                "give fewer actions, or smaller ones",
            ));
        }
        if action.spec().effects.is_empty() {
            return Err(Misfit::result(
                format!("action {i} of the script does nothing"),
                "methods return a new action and do not change the old one: write them in one chain",
            ));
        }
        actions.push(action.spec().clone());
    }
    Ok(actions)
}

/// The configuration that a hook gave.
pub(super) fn configuration(value: Dynamic) -> Result<ConfigurationSpec, Misfit> {
    let given = shown(&value);
    value.try_cast::<Configuration>().map(|c| c.spec()).ok_or_else(|| misfit(&hook::START, &given))
}

/// Whether a hook allowed a move.
pub(super) fn legal(value: Dynamic) -> Result<bool, Misfit> {
    value.as_bool().map_err(|_| misfit(Kind::Legal.form(), &shown(&value)))
}

/// Whether a hook accepted a goal.
pub(super) fn goal(value: Dynamic) -> Result<bool, Misfit> {
    value.as_bool().map_err(|_| misfit(Kind::Goal.form(), &shown(&value)))
}

/// The bound that a hook gave; `None` is a dead end.
pub(super) fn bound(value: Dynamic) -> Result<Option<u64>, Misfit> {
    if value.read_lock::<ImmutableString>().is_some_and(|t| t.as_str() == "dead end") {
        return Ok(None);
    }
    let number = value.as_int().ok().and_then(|n| u64::try_from(n).ok());
    number.map(Some).ok_or_else(|| misfit(Kind::Bound.form(), &shown(&value)))
}

/// The invariants that a hook gave.
pub(super) fn invariant(value: Dynamic) -> Result<Vec<i64>, Misfit> {
    let one = |value: &Dynamic| value.as_int().or_else(|_| value.as_bool().map(i64::from)).ok();
    if let Some(number) = one(&value) {
        return Ok(vec![number]);
    }
    let Some(list) = value.read_lock::<Array>() else {
        return Err(misfit(Kind::Invariant.form(), &shown(&value)));
    };
    if list.len() > MAX_INVARIANTS {
        return Err(Misfit::limit(
            format!("script returned a list of {} invariants, more than {MAX_INVARIANTS}", list.len()),
            "give fewer",
        ));
    }
    let number = |(i, value): (usize, &Dynamic)| {
        one(value).ok_or_else(|| {
            let given = shown(value);
            Misfit::result(
                format!("item {i} of the script's list is {given}, not a number or truth value"),
                "the list may contain only whole numbers and truth values",
            )
        })
    };
    list.iter().enumerate().map(number).collect()
}

/// The appearance of a cell by a hook.
pub(super) fn mark(value: Dynamic) -> Result<Option<MarkSpec>, Misfit> {
    if value.is_unit() {
        return Ok(None);
    }
    if let Some(mark) = value.read_lock::<Mark>() {
        return Ok(Some(mark.0.as_ref().clone()));
    }
    Mark::of(&value, None)
        .map(|m| Some(m.0.as_ref().clone()))
        .map_err(|_| misfit(Kind::Render.form(), &shown(&value)))
}

/// The findings of a hook in a puzzle.
pub(super) fn findings(value: &Dynamic, puzzle: &PuzzleView) -> Result<Vec<FindingSpec>, Misfit> {
    if value.is_unit() {
        return Ok(Vec::new());
    }
    if let Some(one) = value.read_lock::<Finding>() {
        return Ok(vec![placed(&one, puzzle)?]);
    }
    let Some(list) = value.read_lock::<Array>() else {
        return Err(misfit(&hook::CHECK, &shown(value)));
    };
    if list.len() > MAX_FINDINGS {
        return Err(Misfit::limit(
            format!("script returned {} findings, more than {MAX_FINDINGS}", list.len()),
            "report only the first few",
        ));
    }
    let finding = |(i, value): (usize, &Dynamic)| match value.read_lock::<Finding>() {
        Some(finding) => placed(&finding, puzzle),
        None => Err(Misfit::result(
            format!("item {i} of the script's list is {}, not a finding", shown(value)),
            "the list may contain only results of `error(…)`, `warning(…)` and their methods",
        )),
    };
    list.iter().enumerate().map(finding).collect()
}

/// A finding whose place is in the puzzle.
fn placed(finding: &Finding, puzzle: &PuzzleView) -> Result<FindingSpec, Misfit> {
    let mut spec = finding.spec().clone();
    if let At::Statement(word) = &spec.at {
        if puzzle.values.contains_key(word) {
            spec.at = At::Parameter(word.clone());
        } else if !STATEMENTS.contains(&word.as_str()) {
            let known = STATEMENTS.iter().copied().chain(puzzle.values.keys().map(String::as_str));
            return Err(Misfit {
                code: Code::ScriptResult,
                headline: format!("a finding is at `{}`, which is not a statement or parameter", short(word)),
                help: did_you_mean(word, known),
            });
        }
    }
    Ok(spec)
}
