//! Configurations that scripts make.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use rhai::{Array, Dynamic, ImmutableString};

use super::action::{Live, MAX_ALL_PARTS, named};
use super::{Outcome, Row, cells, misuse, row, text, texts, too_much};
use crate::ConfigurationSpec;

/// A configuration that is being made. Copies share it; every method gives a new one.
#[derive(Clone, Debug)]
pub(crate) struct Configuration(Made);

#[derive(Clone, Debug)]
enum Made {
    Picture(Arc<Vec<String>>),
    Placed(Option<Arc<Put>>),
    Pairs(Arc<Vec<[u32; 2]>>),
}

/// Pieces that come on cells after all that came before.
#[derive(Debug)]
struct Put {
    before: Option<Arc<Put>>,
    cells: Vec<u32>,
    piece: ImmutableString,
    live: Arc<Live>,
}

impl Put {
    /// Its size in the accounting of script values.
    fn parts(&self) -> usize {
        self.cells.len() + 1
    }
}

impl Drop for Put {
    fn drop(&mut self) {
        self.live.0.fetch_sub(self.parts(), Ordering::Relaxed);
        // One after the other: a long chain would use up the stack.
        let mut before = self.before.take();
        while let Some(mut put) = before.and_then(Arc::into_inner) {
            before = put.before.take();
        }
    }
}

impl Configuration {
    fn puts(&self, at: &Dynamic, piece: &Dynamic, live: &Arc<Live>) -> Outcome<Configuration> {
        let piece = text("puts", "the name of a piece", piece)?;
        named("puts", &piece)?;
        let cells = cells("puts", at)?;
        let Made::Placed(before) = &self.0 else {
            return misuse(
                "`puts` can only be used with `configuration()`",
                Some("begin with `configuration()`".into()),
            );
        };
        let parts = cells.len() + 1;
        let put = Put { before: before.clone(), cells, piece: piece.into(), live: Arc::clone(live) };
        if live.0.fetch_add(parts, Ordering::Relaxed) + parts > MAX_ALL_PARTS {
            return too_much(format!("the configurations name more than {MAX_ALL_PARTS} cells and pieces"));
        }
        Ok(Configuration(Made::Placed(Some(Arc::new(put)))))
    }

    /// The configuration.
    pub(crate) fn spec(&self) -> ConfigurationSpec {
        let last = match &self.0 {
            Made::Picture(rows) => return ConfigurationSpec::Picture(rows.as_ref().clone()),
            Made::Pairs(pairs) => return ConfigurationSpec::Pairs(pairs.as_ref().clone()),
            Made::Placed(last) => last,
        };
        let mut placed: BTreeMap<u32, &ImmutableString> = BTreeMap::new();
        let mut next = last.as_ref();
        while let Some(put) = next {
            for cell in &put.cells {
                placed.entry(*cell).or_insert(&put.piece);
            }
            next = put.before.as_ref();
        }
        placed.retain(|_, piece| piece.as_str() != "empty");
        ConfigurationSpec::Placed(placed.into_iter().map(|(c, p)| (c, p.to_string())).collect())
    }
}

fn picture(rows: &Dynamic) -> Outcome<Configuration> {
    let rows = texts("picture", "a list of rows", rows)?;
    if rows.iter().any(|r| r.contains(['\n', '\r'])) {
        return misuse(
            "a row of `picture` holds a line break",
            Some("give a list with one text for each row".into()),
        );
    }
    if rows.iter().all(|r| r.trim().is_empty()) {
        return misuse("`picture` needs at least one cell", None);
    }
    Ok(Configuration(Made::Picture(Arc::new(rows))))
}

fn pairs(list: &Dynamic) -> Outcome<Configuration> {
    let wrong = |given: &str| {
        let help = Some("give a list of pairs of cells: `[[a, b], [c, d]]`".to_owned());
        misuse(format!("`pairs` takes a list of pairs of cells, not {given}"), help)
    };
    let Some(list) = list.read_lock::<Array>() else { return wrong("another value") };
    let mut made = Vec::with_capacity(list.len());
    let mut covered = BTreeSet::new();
    for pair in list.iter() {
        match cells("pairs", pair)?.as_slice() {
            [a, b] if covered.insert(*a) && covered.insert(*b) => made.push([*a, *b]),
            [_, _] => return misuse("two pieces of `pairs` cover the same cell", None),
            other => return wrong(&format!("a list of {} cells", other.len())),
        }
    }
    Ok(Configuration(Made::Pairs(Arc::new(made))))
}

/// The API for configurations.
pub(super) static TABLE: &[Row] = &[
    row(
        "configuration",
        "configuration() -> configuration",
        "A configuration in which all cells are empty.",
        |engine, name, _| {
            engine.register_fn(name, || Configuration(Made::Placed(None)));
        },
    ),
    row(
        "puts",
        "configuration.puts(cells, piece) -> configuration",
        "The cells get a piece, or become `\"empty\"`.",
        |engine, name, live| {
            let live = Arc::clone(live);
            engine.register_fn(name, move |c: Configuration, at: Dynamic, piece: Dynamic| {
                c.puts(&at, &piece, &live)
            });
        },
    ),
    row(
        "picture",
        "picture(rows) -> configuration",
        "A configuration as in a picture of marks, one text for each row.",
        |engine, name, _| {
            engine.register_fn(name, |rows: Dynamic| picture(&rows));
        },
    ),
    row(
        "pairs",
        "pairs(list) -> configuration",
        "Two-cell pieces, each a list of its two cells; their ends are numbered 1-2, 3-4, … in this order.",
        |engine, name, _| {
            engine.register_fn(name, |list: Dynamic| pairs(&list));
        },
    ),
];
