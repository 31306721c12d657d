//! Pairs of cells that count for what they hold together, in words.

use std::collections::{BTreeMap, BTreeSet};

use puzzlec_base::words::counted;
use puzzlec_task::certificate::Invariant;

/// Maximum number of listed pairs of each kind.
const LISTED: usize = 12;
/// Maximum number of listed kinds.
const KINDS: usize = 6;

/// Names of two cells, or of what they hold.
type Two = (String, String);

/// Pairs that weigh the same for the same contents: their cells, their weight, these contents.
type Kind<'i> = (&'i [Two], i64, Vec<&'i Two>);

fn kinds(invariant: &Invariant) -> Vec<Kind<'_>> {
    let mut kinds: BTreeMap<(i64, &[Two]), Vec<&Two>> = BTreeMap::new();
    for group in &invariant.pairs {
        kinds.entry((group.weight, &group.cells)).or_default().push(&group.held);
    }
    kinds.into_iter().map(|((weight, cells), held)| (cells, weight, held)).collect()
}

/// The contents of the two cells of a pair, if one phrase describes them.
fn phrase(held: &[&Two]) -> Option<String> {
    let first: BTreeSet<&str> = held.iter().map(|h| h.0.as_str()).collect();
    let second: BTreeSet<&str> = held.iter().map(|h| h.1.as_str()).collect();
    let or =
        |all: &BTreeSet<&str>| all.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(" or ");
    match () {
        () if held.len() != first.len() * second.len() => None,
        () if first == second => Some(format!("both hold {}", or(&first))),
        () => Some(format!("hold {} first and {} second", or(&first), or(&second))),
    }
}

/// The summands, cells and pairs; `what` describes the cells and may be empty.
pub(super) fn with(invariant: &Invariant, what: String) -> String {
    let kinds = kinds(invariant);
    let pairs = match kinds.as_slice() {
        [] => return what,
        [(_, 1, held)] => phrase(held).map(|held| format!("number of listed pairs of cells that {held}")),
        _ => None,
    };
    let pairs = pairs.unwrap_or_else(|| "sum of the weights of listed pairs of cells".into());
    if what.is_empty() { pairs } else { format!("{what} plus the {pairs}") }
}

/// The pairs, one kind per line.
pub(super) fn listed(invariant: &Invariant) -> Vec<String> {
    let kinds = kinds(invariant);
    let mut lines = Vec::new();
    if !kinds.is_empty() {
        lines.push(String::new());
    }
    for (cells, weight, held) in kinds.iter().take(KINDS) {
        let mut named: Vec<String> = cells.iter().take(LISTED).map(|(a, b)| format!("{a}-{b}")).collect();
        if cells.len() > LISTED {
            named.push("…".into());
        }
        let each = || held.iter().map(|(a, b)| format!("`{a}` and `{b}`")).collect::<Vec<_>>().join(", ");
        let about = match (kinds.len(), weight) {
            (1, 1) if phrase(held).is_some() => String::new(),
            (_, weight) => {
                let held = phrase(held).unwrap_or_else(|| format!("hold {}", each()));
                format!(" that {held}, weight {weight}")
            }
        };
        lines.push(format!("{}{about}: {}", counted(cells.len() as u64, "pairs"), named.join(", ")));
    }
    if kinds.len() > KINDS {
        lines.push(format!("and {} of other kinds", counted((kinds.len() - KINDS) as u64, "lists")));
    }
    lines
}
