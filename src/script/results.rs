//! What a hook gave, turned into plain values.

use rhai::{Array, Dynamic};

use super::api::{Action, MAX_ALL_PARTS, Made, kind};
use super::{ActionSpec, BoardSpec};
use crate::diag::Code;

/// What is wrong with a result, and what would be right.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Misfit {
    pub(super) code: Code,
    pub(super) headline: String,
    pub(super) help: &'static str,
}

/// The board that a hook gave.
pub(super) fn board(value: Dynamic) -> Result<BoardSpec, Misfit> {
    let given = kind(&value);
    value.try_cast::<Made>().map(|made| BoardSpec::clone(&made.0)).ok_or_else(|| Misfit {
        code: Code::ScriptResult,
        headline: format!("script gave {given} where a board was expected"),
        help: "end the function with `drawn(lattice, rows)` or `graph(vertices, edges)`",
    })
}

/// The actions that a hook gave.
pub(super) fn actions(value: Dynamic) -> Result<Vec<ActionSpec>, Misfit> {
    let given = kind(&value);
    let list = value.try_cast::<Array>().ok_or_else(|| Misfit {
        code: Code::ScriptResult,
        headline: format!("script gave {given} where a list of actions was expected"),
        help: "gather the actions with `list.push(action() …)` and end the function with the list",
    })?;
    let mut parts = 0;
    let mut actions = Vec::with_capacity(list.len());
    for (i, value) in list.into_iter().enumerate() {
        let given = kind(&value);
        let action = value.try_cast::<Action>().ok_or_else(|| Misfit {
            code: Code::ScriptResult,
            headline: format!("item {i} of the script's list is {given}, not an action"),
            help: "the list may hold only what `action()` and its methods give",
        })?;
        parts += action.parts();
        if parts > MAX_ALL_PARTS {
            return Err(Misfit {
                code: Code::ScriptLimit,
                headline: format!("the script's actions name more than {MAX_ALL_PARTS} cells and pieces"),
                help: "give fewer actions, or smaller ones",
            });
        }
        if action.spec().effects.is_empty() {
            return Err(Misfit {
                code: Code::ScriptResult,
                headline: format!("action {i} of the script does nothing"),
                help: "methods give a new action and leave the old one as it is: write them in one chain",
            });
        }
        actions.push(action.spec().clone());
    }
    Ok(actions)
}
