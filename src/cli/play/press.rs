//! `puzzlec play --keys`: the boards of a play.

use crate::cli::exit::Exit;
use crate::cli::output::{Failure, Output};
use crate::cli::worlds::GameFile;
use puzzlec_analysis::keyed;
use puzzlec_base::diag::did_you_mean;
use puzzlec_render::trace;
use puzzlec_worlds::Key;
use puzzlec_worlds::game::Shape;

/// Presses keys on a level and prints the board after each, and after each rule if that is wanted.
pub(super) fn press(
    file: &GameFile,
    name: Option<&str>,
    keys: &str,
    rules: bool,
    output: &Output,
) -> Result<Exit, Failure> {
    if file.games.is_empty() {
        file.warn(output);
        return Ok(Exit::Errors);
    }
    let levels = file.levels(name).map_err(Failure::Usage)?;
    let Some(stage) = levels.first() else {
        return Err(Failure::Other(format!("there is no level in `{}`", file.name)));
    };
    let keys: Vec<Key> = keys
        .split(|c: char| c == ',' || c.is_whitespace())
        .filter(|word| !word.is_empty())
        .map(|word| key(word, stage.0.shape))
        .collect::<Result<_, _>>()?;
    // The draws of the terminal's play of the same level.
    let seed = file.all().iter().position(|known| known.1 == stage.1).map_or(1, |at| at as u64 + 1);
    let traced = keyed::trace(file, stage, &keys, rules, seed).map_err(Failure::Other)?;
    let (game, name, _) = stage;
    let title = if game.title.is_empty() { String::new() } else { format!(": {}", game.title) };
    output.print(&trace::report(&format!("{name}{title}"), &traced))?;
    Ok(Exit::Clean)
}

fn key(word: &str, shape: Shape) -> Result<Key, Failure> {
    let words: Vec<&str> = Key::of(shape).map(Key::word).collect();
    Key::of(shape).find(|key| key.word() == word.to_lowercase()).ok_or_else(|| {
        let hint = did_you_mean(word, words.iter().copied())
            .unwrap_or_else(|| format!("keys are {}", words.join(", ")));
        Failure::Usage(format!("there is no key `{word}`; {hint}"))
    })
}
