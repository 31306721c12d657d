//! Rules that push.

use super::game::Names;
use crate::import::lines::{Line, lost, wrong};
use puzzlec_base::diag::Diagnostic;

/// The player pushes any of these objects.
pub(super) struct Push {
    pub(super) objects: Vec<String>,
    /// The directions, if not all.
    pub(super) directions: Vec<&'static str>,
}

const HELP: &str =
    "only `[ > Player | Crate ] -> [ > Player | > Crate ]` can be imported, also for one direction";

pub(super) fn read<'a, 't: 'a>(
    names: &Names,
    lines: impl Iterator<Item = &'a Line<'t>>,
    found: &mut Vec<Diagnostic>,
) -> Vec<Push> {
    let mut pushes = Vec::new();
    for line in lines {
        match push(names, line, found) {
            Ok(push) => pushes.push(push),
            Err(wrong) => found.push(*wrong),
        }
    }
    pushes
}

/// The cells of `[ … | … ]`, with the words before and after.
fn sides(text: &str) -> Option<(&str, Vec<Vec<&str>>, &str)> {
    let (before, rest) = text.split_once('[')?;
    let (cells, after) = rest.split_once(']')?;
    Some((before, cells.split('|').map(|cell| cell.split_whitespace().collect()).collect(), after))
}

fn push(names: &Names, line: &Line<'_>, found: &mut Vec<Diagnostic>) -> Result<Push, Box<Diagnostic>> {
    let refused = || Box::new(wrong(line.whole(), "this rule does more than push").help(HELP));
    let text = line.text.to_lowercase();
    let (left, right) = text.split_once("->").ok_or_else(refused)?;
    let (before, left, end) = sides(left).ok_or_else(refused)?;
    let (begin, right, after) = sides(right).ok_or_else(refused)?;
    let one = |words: &[&str], moves: bool| -> Option<String> {
        match (words, moves) {
            ([">", name], true) | ([name], false) => Some((*name).to_owned()),
            _ => None,
        }
    };
    let ([mover, object], [moved, pushed]) = (left.as_slice(), right.as_slice()) else {
        return Err(refused());
    };
    let (mover, moved) = (one(mover, true).ok_or_else(refused)?, one(moved, true).ok_or_else(refused)?);
    let (object, pushed) = (one(object, false).ok_or_else(refused)?, one(pushed, true).ok_or_else(refused)?);
    let plain = end.trim().is_empty() && begin.trim().is_empty() && mover == "player";
    if !plain || mover != moved || object != pushed {
        return Err(refused());
    }
    for word in after.split_whitespace() {
        if !word.starts_with("sfx") {
            return Err(refused());
        }
        found.push(lost(line.whole(), "the sound of this rule is not carried over"));
    }
    let mut directions = Vec::new();
    for word in before.split_whitespace() {
        directions.extend_from_slice(match word {
            "right" => &["right"],
            "left" => &["left"],
            "up" => &["up"],
            "down" => &["down"],
            "horizontal" => &["right", "left"],
            "vertical" => &["up", "down"],
            _ => return Err(refused()),
        });
    }
    let objects = names.any(&object, line)?;
    if objects.iter().any(|object| object == "player") {
        return Err(refused());
    }
    Ok(Push { objects, directions })
}
