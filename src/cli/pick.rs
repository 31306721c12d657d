//! The puzzles that a command is about.

use super::args::Which;
use super::exit::Exit;
use super::inputs::Inputs;
use super::output::{Failure, Output};
use super::worlds;
use puzzlec_analysis::{Analysis, PuzzleInfo};
use puzzlec_base::diag::did_you_mean;
use puzzlec_model::project::SearchPath;

/// A file with one of its puzzles chosen.
pub(super) struct Picked {
    pub(super) loaded: Analysis,
    pub(super) puzzle: PuzzleInfo,
}

/// Files with some of their puzzles chosen.
pub(super) struct Chosen {
    pub(super) loaded: Analysis,
    pub(super) puzzles: Vec<PuzzleInfo>,
}

/// Loads a file, or the files of a directory, and finds the puzzle of this name; without a name there must be just one.
///
/// None, after it was said why, if a file cannot be read or there is no puzzle.
///
/// # Errors
/// There is no puzzle of this name, or several and none is named.
pub(super) fn pick(which: &Which, search: &SearchPath, output: &Output) -> Result<Option<Picked>, Failure> {
    let Some(Chosen { loaded, mut puzzles }) = choose(which, search, output)? else { return Ok(None) };
    if let (Some(puzzle), true) = (puzzles.pop(), puzzles.is_empty()) {
        return Ok(Some(Picked { loaded, puzzle }));
    }
    Err(several(&which.file, loaded.puzzles()))
}

impl Chosen {
    /// The answers about all puzzles, with an empty line between two, up to an interruption.
    pub(super) fn each(
        &self,
        output: &Output,
        mut answer: impl FnMut(&PuzzleInfo) -> Result<Exit, Failure>,
    ) -> Result<Exit, Failure> {
        let mut exit = Exit::Clean;
        for (number, puzzle) in self.puzzles.iter().enumerate() {
            if number > 0 {
                output.print("\n")?;
            }
            exit = exit.and(answer(puzzle)?);
            if exit == Exit::Interrupted {
                break;
            }
        }
        Ok(exit)
    }

    /// The values for a puzzle: those of its own parameters, where others have the rest.
    pub(super) fn settings(&self, puzzle: &PuzzleInfo, sets: &[(String, i64)]) -> Vec<(String, i64)> {
        let has = |puzzle: &PuzzleInfo, name: &str| puzzle.params.iter().any(|p| p.0 == name);
        let wanted = |name: &str| has(puzzle, name) || !self.puzzles.iter().any(|p| has(p, name));
        sets.iter().filter(|(name, _)| wanted(name)).cloned().collect()
    }
}

/// That one of several puzzles must be named.
pub(super) fn several(file: &str, all: &[PuzzleInfo]) -> Failure {
    Failure::Usage(format!("`{file}` has several puzzles; name one: {}", listed(all)))
}

/// The puzzle of this name, or all puzzles in order.
///
/// None, after it was said why, if a file cannot be read or there is no puzzle.
///
/// # Errors
/// There is no puzzle of this name, or several files of a directory have one.
pub(super) fn choose(which: &Which, search: &SearchPath, output: &Output) -> Result<Option<Chosen>, Failure> {
    let file = &which.file;
    let inputs = Inputs::gather(std::slice::from_ref(file));
    worlds::refuse(&inputs)?;
    let loaded = Analysis::load_with(&inputs, &inputs.paths, search);
    let all = loaded.puzzles();
    if all.is_empty() {
        let errors: Vec<_> = loaded.faults().into_iter().filter(|d| d.is_error()).collect();
        if errors.is_empty() {
            return Err(Failure::Other(format!("there is no puzzle in `{file}`")));
        }
        output.warn(loaded.sources(), &errors);
        return Ok(None);
    }
    let puzzles = match &which.puzzle {
        None => all.to_vec(),
        Some(name) => vec![named(file, name, all)?],
    };
    Ok(Some(Chosen { loaded, puzzles }))
}

/// The puzzle of this name.
///
/// # Errors
/// There is none, or several files of a directory have one.
pub(super) fn named(file: &str, name: &str, all: &[PuzzleInfo]) -> Result<PuzzleInfo, Failure> {
    let mut found = all.iter().filter(|p| p.name == name);
    match (found.next(), found.next()) {
        (Some(one), None) => Ok(one.clone()),
        // The second one in the same file is an error there.
        (Some(one), Some(other)) if one.file == other.file => Ok(one.clone()),
        (Some(_), Some(_)) => {
            Err(Failure::Usage(format!("several files in `{file}` have a puzzle `{name}`; name the file")))
        }
        (None, _) => {
            let names = all.iter().map(|p| p.name.as_str());
            let hint = did_you_mean(name, names).unwrap_or_else(|| format!("it has {}", listed(all)));
            Err(Failure::Usage(format!("there is no puzzle `{name}` in `{file}`; {hint}")))
        }
    }
}

fn listed(all: &[PuzzleInfo]) -> String {
    all.iter().map(|p| format!("`{}`", p.name)).collect::<Vec<_>>().join(", ")
}
