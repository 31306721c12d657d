//! The one puzzle that a command is about.

use std::path::Path;

use super::driver::{self, Loaded, PuzzleInfo};
use super::inputs::Inputs;
use super::output::{Failure, Output};
use puzzlec_base::diag::did_you_mean;
use puzzlec_model::project::SearchPath;

/// A file with one of its puzzles chosen.
pub(super) struct Picked {
    pub(super) loaded: Loaded,
    pub(super) puzzle: PuzzleInfo,
}

/// Loads a file and finds the puzzle of this name; without a name the file must have just one.
///
/// None, after it was said why, if the file cannot be read or has no puzzle.
///
/// # Errors
/// The file has no puzzle of this name, or several and none is named.
pub(super) fn pick(
    command: &str,
    file: &str,
    name: Option<&str>,
    search: &SearchPath,
    output: &Output,
) -> Result<Option<Picked>, Failure> {
    if file != "-" && Path::new(file).is_dir() {
        let message = format!("`{file}` is a directory; `puzzlec {command}` needs a file");
        return Err(Failure::Usage(message));
    }
    let inputs = Inputs::gather(&[file.to_owned()]);
    let loaded = driver::load(&inputs, &inputs.paths, search);
    let all = loaded.puzzles();
    let listed = || all.iter().map(|p| format!("`{}`", p.name)).collect::<Vec<_>>().join(", ");
    let found = match (name, all.as_slice()) {
        (_, []) => None,
        (None, [one]) => Some(one),
        (None, _) => {
            return Err(Failure::Usage(format!("`{file}` has several puzzles; name one: {}", listed())));
        }
        (Some(name), _) => Some(all.iter().find(|p| p.name == name).ok_or_else(|| {
            let names = all.iter().map(|p| p.name.as_str());
            let hint = did_you_mean(name, names).unwrap_or_else(|| format!("it has {}", listed()));
            Failure::Usage(format!("there is no puzzle `{name}` in `{file}`; {hint}"))
        })?),
    };
    if let Some(puzzle) = found.cloned() {
        return Ok(Some(Picked { loaded, puzzle }));
    }
    let errors: Vec<_> = loaded.faults().into_iter().filter(|d| d.is_error()).collect();
    if errors.is_empty() {
        return Err(Failure::Other(format!("there is no puzzle in `{file}`")));
    }
    output.warn(loaded.sources(), &errors);
    Ok(None)
}
