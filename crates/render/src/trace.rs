//! A play of keys in words and pictures.

use std::fmt::Write;

use super::safe::safe;
use super::words::counted;
use puzzlec_analysis::keyed::Traced;

/// The start, then for each key its steps, if there are any, and the board after it.
pub fn report(heading: &str, traced: &Traced) -> String {
    let mut text = format!("{}\n\n  start\n", safe(heading));
    picture(&traced.start, "  ", &mut text);
    for (number, key) in traced.keys.iter().enumerate() {
        // Writing to a `String` cannot fail.
        let nothing = if key.changed || key.won { "" } else { ": nothing changes" };
        let _ = writeln!(text, "\n  {}. {}{nothing}", number + 1, key.key.word());
        for step in &key.steps {
            let _ = writeln!(text, "\n    {}", safe(&step.what));
            picture(&step.board, "    ", &mut text);
        }
        if !key.steps.is_empty() {
            let _ = writeln!(text, "\n  after {}", key.key.word());
        }
        picture(&key.board, "  ", &mut text);
        if let Some(message) = &key.message {
            let _ = writeln!(text, "  message: {}", safe(message));
        }
    }
    let keys = counted(traced.keys.len() as u64, "keys");
    let won = traced.keys.last().is_some_and(|key| key.won);
    let _ = writeln!(text, "\n{} {keys}", if won { "won with" } else { "not won after" });
    text
}

fn picture(rows: &[String], margin: &str, text: &mut String) {
    for row in rows {
        let _ = writeln!(text, "{margin}{}", safe(row));
    }
}
