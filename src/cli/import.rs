//! `puzzlec import`.

use std::sync::Arc;

use clap::{Args, ValueEnum};

use super::Exit;
use super::args::Within;
use super::driver;
use super::inputs::Inputs;
use super::output::{Failure, Output};
use super::progress::Watch;
use puzzlec_analysis::Analysis;
use puzzlec_base::diag::{Code, Diagnostic};
use puzzlec_base::{Budget, FileId, Limit, Sources, Span};
use puzzlec_model::project::MemoryFiles;
use puzzlec_render::counted;
use puzzlec_render::import::{Format, Imported, import};
use puzzlec_worlds::{has_keys, is_game, read_keys, write_keys};

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  puzzlec import microban.txt > microban.puzzle
  puzzlec import --format blocks klotski.txt > klotski.puzzle
  curl -s https://example.org/levels.xsb | puzzlec import - > levels.puzzle

Formats:
  sokoban       levels in XSB, and collections of them
  rush-hour     boards of 36 characters, one on each line
  blocks        pictures of sliding blocks: the start, an empty line, the goal
  peg           diagrams of peg solitaire
  pddl          problems of Sokoban, peg solitaire and sliding tiles
  puzzlescript  all games: as puzzles with moves if the player only pushes, else as puzzles with keys

The puzzles are written to standard output. Levels that are left out, and parts that are not carried over, \
are listed with their lines on standard error; see docs/importing.md.

Exit codes:
  0  everything was imported      1  a level was left out      4  a limit was reached")]
pub(super) struct ImportArgs {
    /// The file, or `-` for standard input.
    file: String,
    /// The format; without it, the form of the text shows it.
    #[arg(long, value_enum)]
    format: Option<Named>,
    #[command(flatten)]
    within: Within,
}

/// A format by its name.
#[derive(Clone, Copy, Debug)]
struct Named(Format);

impl ValueEnum for Named {
    fn value_variants<'a>() -> &'a [Self] {
        static ALL: [Named; Format::ALL.len()] = {
            let [a, b, c, d, e, f] = Format::ALL;
            [Named(a), Named(b), Named(c), Named(d), Named(e), Named(f)]
        };
        &ALL
    }

    fn to_possible_value(&self) -> Option<clap::builder::PossibleValue> {
        Some(clap::builder::PossibleValue::new(self.0.name()))
    }
}

/// The largest number of positions that the check of a puzzle may see.
const POSITIONS: u64 = 100_000;

/// An error if a written text does not pass `check`, so that no such text is printed.
///
/// # Errors
/// The limit that came before the text was checked.
fn refused(file: FileId, text: &str, budget: &Budget) -> Result<Option<Diagnostic>, Limit> {
    const NAME: &str = "imported.puzzle";
    if text.is_empty() {
        return Ok(None);
    }
    if has_keys(text) {
        let found = read_keys(file, text).1.into_iter().find(Diagnostic::is_error);
        return Ok(found.map(|error| refusal(file, text, &error)));
    }
    let files = MemoryFiles([(NAME.to_owned(), text.to_owned())].into());
    let analysis = Analysis::load(&files, &[NAME.to_owned()]);
    let (found, stopped) = analysis.check_within(budget);
    // More positions than this are not checked.
    if let Some(limit) = stopped.filter(|limit| !matches!(limit, Limit::States { .. })) {
        return Err(limit);
    }
    let Some(error) = found.into_iter().find(Diagnostic::is_error) else { return Ok(None) };
    let written = analysis.sources().get(error.primary.span.file).map_or("", |source| &source.text);
    Ok(Some(refusal(file, written, &error)))
}

/// Why a written text is not printed.
fn refusal(file: FileId, text: &str, error: &Diagnostic) -> Diagnostic {
    let start = error.primary.span.range().start;
    let end = text.get(start..).and_then(|rest| rest.find('\n')).map_or(text.len(), |n| start + n);
    let start = text.get(..start).and_then(|before| before.rfind('\n')).map_or(0, |n| n + 1);
    let line = text.get(start..end).unwrap_or("").trim();
    let headline = format!("the imported puzzles do not pass `check`: {}", error.headline);
    Diagnostic::new(Code::NotImported, Span::new(file, 0, 0), headline)
        .note(format!("{} at `{line}`; nothing was written", error.code.as_str()))
}

/// A game of PuzzleScript as puzzles with keys.
fn keyed(file: FileId, text: &str) -> Imported {
    let (written, mut diagnostics) = write_keys(file, text);
    let written = written.unwrap_or_default();
    let lost =
        [("objects", "colours and sprites are not carried over"), ("sounds", "sounds are not carried over")];
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let heading = line.trim();
        let found = lost.iter().find(|lost| heading.eq_ignore_ascii_case(lost.0));
        if let Some((_, headline)) = found.filter(|_| !written.is_empty()) {
            let place = Span::new(file, start, start + heading.len());
            diagnostics.push(Diagnostic::new(Code::NotCarriedOver, place, *headline));
        }
        start += line.len();
    }
    if written.is_empty() && !diagnostics.iter().any(Diagnostic::is_error) {
        let headline = "the game has no level";
        diagnostics.push(Diagnostic::new(Code::NotImported, Span::new(file, 0, 0), headline));
    }
    let puzzles = written.lines().filter(|line| line.starts_with("puzzle ")).count();
    Imported { text: written, puzzles, diagnostics }
}

pub(super) fn run(args: &ImportArgs, output: &Output) -> Result<Exit, Failure> {
    let limits = args.within.limits();
    let inputs = Inputs::gather(std::slice::from_ref(&args.file));
    let mut sources = Sources::default();
    let Some(path) = inputs.paths.first() else {
        return Err(Failure::Usage(format!("`{}` is a directory; import one file", args.file)));
    };
    let file = match driver::read(&inputs, path, &mut sources) {
        Ok(file) => file,
        Err(errors) => {
            output.warn(&sources, &errors);
            return Ok(Exit::of(&errors));
        }
    };
    let Some(source) = sources.get(file) else { return Ok(Exit::Errors) };
    let format = args.format.map(|named| named.0);
    let mut imported = import(file, &source.text, format);
    let foreign = is_game(&source.text) && format.is_none_or(|format| format == Format::PuzzleScript);
    if foreign && imported.diagnostics.iter().any(Diagnostic::is_error) {
        imported = keyed(file, &source.text);
    }
    let watch = Arc::new(Watch::new(path));
    let wrong = refused(file, &imported.text, limits.context(&watch).within_states(POSITIONS).budget());
    drop(watch);
    let wrong = match wrong {
        Ok(wrong) => wrong,
        Err(limit) => {
            output.complain(&format!("nothing was written: {limit}"));
            return Ok(Exit::stopped(&limit.into()));
        }
    };
    if let Some(wrong) = wrong {
        imported.diagnostics.push(wrong);
        output.warn(&sources, &imported.diagnostics);
        return Ok(Exit::Errors);
    }
    output.data(&imported.text)?;
    output.warn(&sources, &imported.diagnostics);
    if imported.puzzles > 0 {
        output.say(&format!("imported {}", counted(imported.puzzles as u64, "puzzles")));
    }
    Ok(Exit::of(&imported.diagnostics))
}
