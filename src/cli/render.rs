//! `puzzlec render`.

mod draw;
mod format;
mod keyed;

use std::io::Write;
use std::num::NonZeroUsize;
use std::sync::Arc;

use clap::Args;

use super::args::Which;
use super::args::theme;
use super::exit::Exit;
use super::limits::{Limits, Within};
use super::methods::{Method, method, options};
use super::output::{Failure, Output};
use super::pick::{Picked, pick};
use super::progress::Watch;
use super::worlds::{self, GameFile};
use draw::{moving, picture};
use format::PictureFormat;
use keyed::Drawn;
use puzzlec_analysis::{Analysis, Answer, IllustratedAnswer, IllustratedPuzzle, PuzzleInfo};
use puzzlec_base::diag::Diagnostic;
use puzzlec_base::{Budget, Sources};
use puzzlec_model::project::SearchPath;
use puzzlec_render::grouped;
use puzzlec_render::handout::Print;
use puzzlec_render::plan::{self, PlanStyle};
use puzzlec_render::raster::Undrawable;
use puzzlec_render::svg::{Look, Style, Theme};
use puzzlec_search::Wanted;

#[derive(Debug, Args)]
#[command(after_help = "\
The picture shows the start and, where it is drawn, the goal. With --plan the puzzle is solved: an SVG and a GIF move \
from position to position, the other formats show all positions.

Examples:
  puzzlec render central.puzzle -o central.svg
  puzzlec render central.puzzle --plan -o central.gif
  puzzlec render gourds.puzzle Seven --names --format text
  puzzlec render gourds.puzzle Seven -o seven.html      a page to print")]
pub(super) struct RenderArgs {
    #[command(flatten)]
    which: Which,
    /// The format [default: by the ending of the output file, otherwise svg].
    #[arg(long, value_enum)]
    format: Option<PictureFormat>,
    /// Solve the puzzle and draw every position of the solution.
    #[arg(long)]
    plan: bool,
    #[command(flatten)]
    within: Within,
    /// With --plan: any solution, not a shortest one.
    #[arg(long, requires = "plan")]
    any: bool,
    /// With --plan: the method; `puzzlec explain methods` lists them.
    #[arg(long, default_value = "auto", value_parser = method(), requires = "plan", hide_possible_values = true)]
    method: Method,
    /// With --plan: the positions after every N-th step and the last one, on one sheet.
    #[arg(long, value_name = "N", requires = "plan")]
    every: Option<NonZeroUsize>,
    /// The colours of the board.
    #[arg(long, value_name = "NAME", value_parser = theme())]
    theme: Option<Style>,
    /// Show the names of the cells.
    #[arg(long)]
    names: bool,
    /// Draw marks of the puzzle's theory over the board, such as span, weights, cycle.
    #[arg(long, value_name = "NAME")]
    overlay: Option<String>,
    /// The file to write, instead of standard output.
    #[arg(long, short, value_name = "FILE")]
    output: Option<String>,
}

pub(super) fn run(args: &RenderArgs, search: &SearchPath, output: &Output) -> Result<Exit, Failure> {
    let format = PictureFormat::choose(args.format, args.output.as_deref()).map_err(Failure::Usage)?;
    if format == PictureFormat::Gif && !args.plan {
        let message =
            "a GIF shows the positions of a plan: add --plan, or choose another format, such as png";
        return Err(Failure::Usage(message.to_owned()));
    }
    if format == PictureFormat::Gif && args.every.is_some() {
        let message =
            "a GIF shows all positions in turn: leave out --every, or choose another format, such as png";
        return Err(Failure::Usage(message.to_owned()));
    }
    if format.is_binary() && args.output.is_none() && output.is_terminal() {
        let message = format!("a {format} is not for a terminal; name a file with -o");
        return Err(Failure::Usage(message));
    }
    if format == PictureFormat::Text && args.overlay.is_some() {
        let message =
            "an overlay is drawn in the formats svg, png, gif and html; `puzzlec analyze` shows it as text";
        return Err(Failure::Usage(message.to_owned()));
    }
    let limits = args.within.limits();
    if let Some(game) = worlds::game(&args.which.file) {
        return of_game(args, &game, format, &limits, output);
    }
    let picked = pick(&args.which, search, output)?;
    let Some(Picked { loaded, puzzle }) = picked else { return Ok(Exit::Errors) };
    let drawn = match args.plan {
        false => still(args, &loaded, &limits, &puzzle, output)?
            .map(|puzzle| picture(args, format, output, &puzzle)),
        true => match solved(args, &loaded, &limits, &puzzle, output)? {
            Ok(answer) => Ok(moving(args, format, output, &answer)),
            Err(exit) => Err(exit),
        },
    };
    match drawn {
        Ok(bytes) => written(args, bytes, loaded.sources(), output),
        Err(exit) => Ok(exit),
    }
}

/// Writes a picture.
fn written(
    args: &RenderArgs,
    bytes: Result<Vec<u8>, Undrawable>,
    sources: &Sources,
    output: &Output,
) -> Result<Exit, Failure> {
    let bytes = bytes.map_err(|why| Failure::Other(format!("the picture cannot be drawn: {why}")))?;
    match &args.output {
        None => output.bytes(&bytes)?,
        Some(target) => output.file(target, sources, |file| file.write_all(&bytes))?,
    }
    Ok(Exit::Clean)
}

/// A level of a game.
fn of_game(
    args: &RenderArgs,
    game: &GameFile,
    format: PictureFormat,
    limits: &Limits,
    output: &Output,
) -> Result<Exit, Failure> {
    let refused = [(!args.which.set.is_empty(), "parameters"), (args.overlay.is_some(), "overlays")];
    if let Some((_, what)) = refused.into_iter().find(|option| option.0) {
        return Err(Failure::Usage(format!("a game of keys has no {what}")));
    }
    let bytes = match keyed::level(game, args.which.puzzle.as_deref(), args.plan, limits, output)? {
        None => return Ok(Exit::Errors),
        Some(Drawn::Still(puzzle)) => picture(args, format, output, &puzzle),
        Some(Drawn::Plan(answer)) => match plan_of(*answer, limits, output)? {
            Ok(answer) => moving(args, format, output, &answer),
            Err(exit) => return Ok(exit),
        },
    };
    written(args, bytes, &game.sources, output)
}

/// The puzzle without a plan.
fn still(
    args: &RenderArgs,
    loaded: &Analysis,
    limits: &Limits,
    puzzle: &PuzzleInfo,
    output: &Output,
) -> Result<Result<IllustratedPuzzle, Exit>, Failure> {
    let watch = Arc::new(Watch::new(&puzzle.name));
    let context = limits.context(&watch);
    let found = loaded.illustrate(puzzle, &args.which.set, context.budget()).and_then(|mut drawn| {
        let overlaid = overlay(args, loaded, puzzle, &mut drawn, context.budget())?;
        Ok((drawn, overlaid))
    });
    drop(watch);
    match found {
        Ok((drawn, overlaid)) => overlaid.map(|()| Ok(drawn)),
        Err(errors) => Ok(Err(refused(loaded, errors, output))),
    }
}

/// The puzzle with its plan; without a plan the answer is printed as `solve` prints it.
fn solved(
    args: &RenderArgs,
    loaded: &Analysis,
    limits: &Limits,
    puzzle: &PuzzleInfo,
    output: &Output,
) -> Result<Result<IllustratedAnswer, Exit>, Failure> {
    let watch = Arc::new(Watch::new(&puzzle.name));
    let wanted = if args.any { Wanted::Any } else { Wanted::Least };
    let options = options(wanted, args.method);
    let context = || limits.context(&watch);
    let found = loaded.illustrate_answer(puzzle, &args.which.set, &options, false, &context).and_then(
        |mut answer| {
            let overlaid = overlay(args, loaded, puzzle, &mut answer.puzzle, context().budget())?;
            Ok((answer, overlaid))
        },
    );
    // The line of progress must be gone before anything else is written.
    drop(watch);
    let answer = match found {
        Ok((answer, overlaid)) => {
            overlaid?;
            answer
        }
        Err(errors) => return Ok(Err(refused(loaded, errors, output))),
    };
    plan_of(answer, limits, output)
}

/// The answer if it is a plan; any other is printed as `solve` prints it.
fn plan_of(
    answer: IllustratedAnswer,
    limits: &Limits,
    output: &Output,
) -> Result<Result<IllustratedAnswer, Exit>, Failure> {
    if let Some(why) = &answer.undrawn {
        let message = format!("the plan cannot be drawn: {why}");
        if limits.over().is_none() {
            return Err(Failure::Other(message));
        }
        output.complain(&message);
        return Ok(Err(Exit::Stopped));
    }
    match &answer.report.answer {
        Answer::Solved(plan) => {
            if answer.cut {
                let (drawn, all) =
                    (grouped(answer.steps.len() as u64), grouped(plan.steps.len() as u64 + plan.more));
                output.say(&format!("the first {drawn} of {all} steps are drawn"));
            }
            Ok(Ok(answer))
        }
        other => {
            let exit = match other {
                Answer::Game { .. } => Exit::Errors,
                other => Exit::answered(other),
            };
            let text =
                plan::report(&answer.report, PlanStyle::Auto, false, output.width(), output.is_coloured());
            output.print(&text)?;
            if matches!(other, Answer::Game { .. }) {
                output.say("a game for two players has no plan to draw");
            }
            Ok(Err(exit))
        }
    }
}

/// Adds the overlay that is asked for; the inner error says which ones there are.
fn overlay(
    args: &RenderArgs,
    loaded: &Analysis,
    puzzle: &PuzzleInfo,
    drawn: &mut IllustratedPuzzle,
    budget: &Budget,
) -> Result<Result<(), Failure>, Vec<Diagnostic>> {
    let Some(name) = &args.overlay else { return Ok(Ok(())) };
    let overlaid = loaded.overlay(puzzle, &args.which.set, drawn, name, budget)?;
    Ok(overlaid.map_err(|names| {
        let known = match names.as_slice() {
            [] => "it has none".to_owned(),
            names => format!("it has `{}`", names.join("`, `")),
        };
        Failure::Usage(format!("`{}` has no overlay `{name}`; {known}", puzzle.name))
    }))
}

fn refused(loaded: &Analysis, errors: Vec<Diagnostic>, output: &Output) -> Exit {
    output.warn(loaded.sources(), &errors);
    Exit::Errors
}

impl RenderArgs {
    fn look(&self, format: PictureFormat) -> Look {
        let theme = if format == PictureFormat::Svg { Theme::Adaptive } else { Theme::Light };
        Look { names: self.names, theme, style: self.theme.unwrap_or_default(), shared: false }
    }

    fn print(&self) -> Print {
        Print { style: self.theme.unwrap_or_default(), every: self.every.map_or(1, NonZeroUsize::get) }
    }
}
