//! The page of `puzzlec solve --report`.

use std::fs;
use std::io::Write;
use std::path::{Component, Path};
use std::time::Duration;

use crate::cli::drawable::drawable;
use crate::cli::output::{Failure, Output};
use crate::cli::solve::SolveArgs;
use puzzlec_analysis::IllustratedAnswer;
use puzzlec_base::Sources;
use puzzlec_render::answer_page::{self, Circumstances};
use puzzlec_render::{bytes, counted};

/// The limits that the command line states, in words.
fn stated(args: &SolveArgs) -> Vec<String> {
    let time = args.limits.timeout.map(|time| format!("{} s", time.as_secs_f64()));
    let states = args.limits.states.map(|states| counted(states, "positions"));
    time.into_iter().chain(states).chain(args.limits.memory.map(bytes)).collect()
}

/// Writes the page; `certificate` is the file of the certificate, if one was written.
pub(super) fn write(
    target: &str,
    answer: &IllustratedAnswer,
    time: Duration,
    args: &SolveArgs,
    certificate: Option<&str>,
    sources: &Sources,
    output: &Output,
) -> Result<(), Failure> {
    drawable(&answer.puzzle.pictures, 1)
        .map_err(|why| Failure::Other(format!("the report cannot be drawn: {why}")))?;
    let read = |path: &str| {
        let text = fs::read_to_string(path)
            .map_err(|error| Failure::Other(format!("cannot read `{path}`: {error}")))?;
        Ok::<_, Failure>((link(target, path), text))
    };
    let certificate = certificate.map(read).transpose()?;
    let page = answer_page::page(answer, &Circumstances { time, limits: stated(args), certificate });
    output.file(target, sources, |file| file.write_all(page.as_bytes()))
}

/// A file as a page in another file refers to it: without the folder that both are in.
fn link(page: &str, file: &str) -> String {
    let folder = Path::new(page).parent().unwrap_or(Path::new(""));
    let path = Path::new(file);
    let path = path.strip_prefix(folder).unwrap_or(path);
    let parts = path.components().filter(|part| !matches!(part, Component::CurDir));
    parts.map(|part| part.as_os_str().to_string_lossy().into_owned()).collect::<Vec<_>>().join("/")
}
