//! Names that PDDL takes: letters, digits and hyphens, without regard to case.

use rustc_hash::FxHashSet;

/// Words that mean something in PDDL, and the names that every export uses.
const TAKEN: [&str; 32] = [
    "and",
    "or",
    "not",
    "when",
    "forall",
    "exists",
    "imply",
    "either",
    "object",
    "number",
    "define",
    "domain",
    "problem",
    "objects",
    "init",
    "goal",
    "metric",
    "minimize",
    "increase",
    "total-cost",
    "holds",
    "at",
    "piece",
    "counts",
    "cell",
    "content",
    "done",
    "take",
    "leave",
    "never",
    "moving",
    "nothing-moving",
];

/// Gives every text a unique name.
pub(super) struct Namer {
    used: FxHashSet<String>,
}

impl Namer {
    pub(super) fn new() -> Self {
        Namer { used: TAKEN.iter().map(|w| (*w).to_owned()).collect() }
    }

    /// The text as a new name that begins with a letter.
    pub(super) fn name(&mut self, text: &str) -> String {
        let mut name = String::new();
        for c in text.chars() {
            match c {
                'a'..='z' | '0'..='9' => name.push(c),
                'A'..='Z' => name.push(c.to_ascii_lowercase()),
                _ if name.ends_with('-') || name.is_empty() => {}
                _ => name.push('-'),
            }
        }
        let name = name.trim_end_matches('-');
        let name = match name.chars().next() {
            None => "x".to_owned(),
            Some('0'..='9') => format!("n{name}"),
            Some(_) => name.to_owned(),
        };
        let mut free = name.clone();
        let mut number = 1_u32;
        while !self.used.insert(free.clone()) {
            number += 1;
            free = format!("{name}-{number}");
        }
        free
    }
}
