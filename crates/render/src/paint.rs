//! Marks in colours, on a terminal.

use std::collections::BTreeMap;

use super::safe::tame;
use puzzlec_base::colours::COLOURS;

/// The style of marks; unchanged by default.
#[derive(Clone, Debug, Default)]
pub(super) struct Paint(BTreeMap<char, u8>);

impl Paint {
    /// These colours; unknown names are ignored.
    pub(super) fn of(colours: &BTreeMap<char, String>) -> Self {
        let number = |name: &String| COLOURS.iter().find(|n| n.0 == name).map(|n| n.1);
        Paint(colours.iter().filter_map(|(mark, name)| Some((*mark, number(name)?))).collect())
    }

    /// Writes a row of a picture.
    pub(super) fn row(&self, row: &str, text: &mut String) {
        for mark in row.chars().map(tame) {
            match self.0.get(&mark) {
                Some(number) => text.push_str(&format!("\u{1b}[38;5;{number}m{mark}\u{1b}[0m")),
                None => text.push(mark),
            }
        }
    }
}
