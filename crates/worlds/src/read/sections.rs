//! The sections of a file, each once and in order.

use puzzlec_base::diag::{Code, Diagnostic};

use super::Reader;
use super::text::Line;

/// A section.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Section {
    Prelude,
    Objects,
    Legend,
    Sounds,
    CollisionLayers,
    Rules,
    WinConditions,
    Levels,
}

const HEADINGS: [(&str, Section); 7] = [
    ("OBJECTS", Section::Objects),
    ("LEGEND", Section::Legend),
    ("SOUNDS", Section::Sounds),
    ("COLLISIONLAYERS", Section::CollisionLayers),
    ("RULES", Section::Rules),
    ("WINCONDITIONS", Section::WinConditions),
    ("LEVELS", Section::Levels),
];

fn heading(line: &Line) -> Option<(&'static str, Section)> {
    HEADINGS.iter().find(|heading| line.text.trim().eq_ignore_ascii_case(heading.0)).copied()
}

/// The headings of a text in its order, each with its line.
pub(super) fn headings(lines: &[Line]) -> Vec<(&'static str, Section, usize)> {
    let found = |(at, line): (usize, &Line)| heading(line).map(|(name, section)| (name, section, at));
    lines.iter().enumerate().filter_map(found).collect()
}

/// The lines of each section.
pub(super) struct Sections(Vec<(Section, Vec<Line>)>);

impl Sections {
    /// The lines of a section, without its heading.
    pub(super) fn of(&self, section: Section) -> &[Line] {
        self.0.iter().find(|part| part.0 == section).map_or(&[], |part| &part.1)
    }
}

/// Finds the headings. Rows of `=` are decoration.
pub(super) fn split(reader: &mut Reader, lines: &[Line]) -> Sections {
    let mut parts = vec![(Section::Prelude, Vec::new())];
    for line in lines {
        let text = line.text.trim();
        if text.starts_with('=') {
            continue;
        }
        let heading = heading(line);
        let last = parts.last().map_or(Section::Prelude, |part| part.0);
        match heading {
            Some((_, section)) if section > last => parts.push((section, Vec::new())),
            Some((name, _)) => {
                let headline = format!("the section {name} is repeated or out of order");
                reader.error(Diagnostic::new(Code::RepeatedStatement, line.span, headline).note(
                    "the order is OBJECTS, LEGEND, SOUNDS, COLLISIONLAYERS, RULES, WINCONDITIONS, LEVELS",
                ));
            }
            None => {
                if let Some(part) = parts.last_mut() {
                    part.1.push(line.clone());
                }
            }
        }
    }
    Sections(parts)
}
