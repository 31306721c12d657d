//! Games of PuzzleScript in which the player walks and pushes.
//!
//! The player, the walls and all pushed objects share one collision layer. The rules are
//! `[ > Player | Crate ] -> [ > Player | > Crate ]`, also for one direction. Other objects are places of the board if a
//! win condition names them, and decoration if not.

mod game;
mod level;
mod rules;

use std::collections::BTreeMap;

use super::lines::{Line, Lines, lost, wrong};
use super::page::Page;
use game::ScriptGame;
use puzzlec_base::FileId;
use puzzlec_base::diag::Diagnostic;

const SECTIONS: [&str; 7] =
    ["objects", "legend", "sounds", "collisionlayers", "rules", "winconditions", "levels"];

/// Settings of the play that the language has no word for.
const PLAY: [&str; 4] = ["realtime_interval", "again_interval", "run_rules_on_level_start", "scanline"];

pub(super) fn is_one(text: &str) -> bool {
    let has = |word: &str| text.lines().any(|line| line.trim().eq_ignore_ascii_case(word));
    has("collisionlayers") && has("winconditions")
}

/// The text with blanks in place of comments, which are in brackets; every place is as before.
fn without_comments(text: &str) -> String {
    let mut depth = 0_usize;
    let mut clean = String::with_capacity(text.len());
    for c in text.chars() {
        depth += usize::from(c == '(');
        if depth == 0 || c == '\n' {
            clean.push(c);
        } else {
            clean.extend(std::iter::repeat_n(' ', c.len_utf8()));
        }
        if c == ')' {
            depth = depth.saturating_sub(1);
        }
    }
    clean
}

/// By section its heading and lines; blank lines are kept.
type Sections<'t> = BTreeMap<&'static str, Vec<Line<'t>>>;

pub(super) fn import(file: FileId, text: &str, page: &mut Page, found: &mut Vec<Diagnostic>) {
    let clean = without_comments(text);
    let lines = Lines::new(file, &clean);
    let mut sections = Sections::new();
    let (mut section, mut title) = ("", None);
    for line in lines.iter() {
        let text = line.text.trim();
        let heading = SECTIONS.into_iter().find(|name| text.eq_ignore_ascii_case(name));
        if let Some(heading) = heading {
            section = heading;
            sections.entry(heading).or_default();
            match heading {
                "objects" => found.push(lost(line.whole(), "colours and sprites are not carried over")),
                "sounds" => found.push(lost(line.whole(), "sounds are not carried over")),
                _ => {}
            }
        } else if text.len() > 2 && text.chars().all(|c| c == '=') {
        } else if section.is_empty() {
            prelude(line, &mut title, found);
        } else {
            sections.entry(section).or_default().push(*line);
        }
    }
    page.head(&format!("Imported from PuzzleScript{}.", title.map_or(String::new(), |t| format!(": {t}"))));
    if found.iter().any(Diagnostic::is_error) {
        return;
    }
    match ScriptGame::read(&sections) {
        Ok(game) => level::all(&game, sections.get("levels").map_or(&[], Vec::as_slice), page, found),
        Err(mut wrong) => {
            if let Some(first) = wrong.first_mut() {
                first
                    .notes
                    .push("`puzzlec solve` and `puzzlec play` take the whole game without an import".into());
            }
            found.extend(wrong);
        }
    }
}

fn prelude<'t>(line: &Line<'t>, title: &mut Option<&'t str>, found: &mut Vec<Diagnostic>) {
    if line.is_blank() || line.after("author ").is_some() || line.after("homepage ").is_some() {
    } else if let Some(text) = line.after("title ") {
        *title = Some(text);
    } else if line.after("case_sensitive").is_some_and(str::is_empty) {
        // Names that differ only in case are errors.
    } else {
        let key = line.text.split_whitespace().next().unwrap_or("").to_ascii_lowercase();
        let text = format!("the setting `{key}` is not carried over");
        found.push(if PLAY.contains(&key.as_str()) {
            wrong(line.whole(), text)
        } else {
            lost(line.whole(), text)
        });
    }
}
