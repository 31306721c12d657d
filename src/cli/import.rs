//! `puzzlec import`.

use std::sync::Arc;

use clap::{Args, ValueEnum};

use super::exit::Exit;
use super::inputs::Inputs;
use super::limits::Within;
use super::output::{Failure, Output};
use super::progress::Watch;
use puzzlec_base::Sources;
use puzzlec_render::counted;
use puzzlec_render::import::{Format, checked};

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  puzzlec import microban.txt > microban.puzzle
  puzzlec import --format blocks klotski.txt > klotski.puzzle
  curl -s https://example.org/levels.xsb | puzzlec import - > levels.puzzle

Formats:
  sokoban       levels in XSB, and collections of them, also in XML (.slc)
  rush-hour     boards of 36 characters, one on each line, or pictures
  blocks        pictures of sliding blocks: the start, an empty line, the goal
  peg           diagrams of peg solitaire
  pddl          problems of Sokoban, peg solitaire and sliding tiles
  puzzlescript  all games: as puzzles with moves if the player only pushes, else as puzzles with keys
  sudoku        81 characters on a line, or nine rows
  tatham        game ids of the Portable Puzzle Collection: solo, fifteen, pegs, unruly
  puzz-link     links of puzz.link: sudoku

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
            let [a, b, c, d, e, f, g, h, i] = Format::ALL;
            [Named(a), Named(b), Named(c), Named(d), Named(e), Named(f), Named(g), Named(h), Named(i)]
        };
        &ALL
    }

    fn to_possible_value(&self) -> Option<clap::builder::PossibleValue> {
        Some(clap::builder::PossibleValue::new(self.0.name()))
    }
}

pub(super) fn run(args: &ImportArgs, output: &Output) -> Result<Exit, Failure> {
    let limits = args.within.limits();
    let inputs = Inputs::gather(std::slice::from_ref(&args.file));
    let mut sources = Sources::default();
    let Some(path) = inputs.paths.first() else {
        return Err(Failure::Usage(format!("`{}` is a directory; import one file", args.file)));
    };
    let file = match inputs.source(path, &mut sources) {
        Ok(file) => file,
        Err(errors) => {
            output.warn(&sources, &errors);
            return Ok(Exit::of(&errors));
        }
    };
    let Some(source) = sources.get(file) else { return Ok(Exit::Errors) };
    let format = args.format.map(|named| named.0);
    let watch = Arc::new(Watch::new(path));
    let imported = checked(file, &source.text, format, limits.context(&watch).budget());
    drop(watch);
    let imported = match imported {
        Ok(imported) => imported,
        Err(limit) => {
            output.complain(&format!("nothing was written: {limit}"));
            return Ok(Exit::stopped(&limit.into()));
        }
    };
    output.data(&imported.text)?;
    output.warn(&sources, &imported.diagnostics);
    if imported.puzzles > 0 {
        output.say(&format!("imported {}", counted(imported.puzzles as u64, "puzzles")));
    }
    Ok(Exit::of(&imported.diagnostics))
}
