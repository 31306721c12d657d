//! `puzzlec play`.

mod beside;
mod draw;
mod input;
mod press;
mod screen;
mod search;
mod session;
mod world;

use std::fs;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;

use clap::Args;

use super::args::Which;
use super::exit::Exit;
use super::limits::Limits;
use super::output::{Failure, Output};
use super::pick::{Picked, pick};
use super::progress::Watch;
use super::worlds;
use puzzlec_analysis::{Play, SavedPlay};
use puzzlec_base::Span;
use puzzlec_model::project::SearchPath;
use screen::{Screen, Words};
use search::Searcher;
use session::{Places, Session};

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  puzzlec play central.puzzle
  puzzlec play sliding.puzzle Alternate --set n=7 --set k=2
  puzzlec play klotski.puzzle --resume Klotski.play.json
  puzzlec play game.txt 3 --keys \"up up left\"           the board after each key
  puzzlec play game.txt 3 --keys up --rules             and after each rule

Move the cursor with the arrow keys, pick a piece with Enter or the mouse, then a cell that is marked. The key `?` \
shows all keys; see docs/playing.md.")]
pub(super) struct PlayArgs {
    #[command(flatten)]
    which: Which,
    /// Resume a saved play, and save to its file.
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// Press these keys of a game of keys, such as "up up left", and print the board after each.
    #[arg(long, value_name = "KEYS")]
    keys: Option<String>,
    /// Also print what each rule does.
    #[arg(long, requires = "keys")]
    rules: bool,
}

pub(super) fn run(args: &PlayArgs, search: &SearchPath, output: &Output) -> Result<Exit, Failure> {
    if let Some(keys) = &args.keys {
        let Some(game) = worlds::game(&args.which.file) else {
            let why = format!("`{}` has no puzzle with keys, which `--keys` presses", args.which.file);
            return Err(Failure::Usage(why));
        };
        return press::press(&game, args.which.puzzle.as_deref(), keys, args.rules, output);
    }
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        return Err(Failure::Usage("`puzzlec play` needs a terminal".to_owned()));
    }
    let limits = Limits::new(None, None, None);
    if let Some(game) = worlds::game(&args.which.file) {
        return world::run(&game, args.which.puzzle.as_deref(), &limits, output);
    }
    let picked = pick(&args.which, search, output)?;
    let Some(Picked { loaded, puzzle }) = picked else { return Ok(Exit::Errors) };
    let saved = args.resume.as_deref().map(read).transpose()?;
    let watch = Arc::new(Watch::new(&puzzle.name));
    let context = limits.context(&watch);
    let model = loaded.model_within(&puzzle, &args.which.set, context.budget());
    let goal = loaded.pictures(&puzzle, &args.which.set, context.budget());
    drop(watch);
    let begun = model.and_then(|model| Ok((model, goal?.goal)));
    let (model, goal) = match begun {
        Ok(begun) => begun,
        Err(errors) => {
            output.warn(loaded.sources(), &errors);
            return Ok(Exit::Errors);
        }
    };
    let scripts = limits.quiet(None, limits.cancel.clone());
    let mut play = match Play::new(&model, &scripts) {
        Ok(play) => play,
        Err(errors) => {
            output.warn(loaded.sources(), &errors);
            return Ok(Exit::Errors);
        }
    };
    if let (Some(saved), Some(path)) = (&saved, &args.resume) {
        let wrong = |why| Failure::Other(format!("cannot resume `{}`: {why}", path.display()));
        play.resume(saved).map_err(wrong)?;
    }
    let source = |span: Span| {
        let text = loaded.sources().get(span.file)?.text.get(span.range())?;
        Some(text.to_owned())
    };
    let words = Words { source: Box::new(source), rules: loaded.rules(&model) };
    let screen = Screen::new(play, goal, output.is_coloured(), words);
    let places = Places::new(&puzzle.name, args.resume.clone());
    thread::scope(|scope| {
        let searcher = Searcher::new(scope, loaded.theories(), &limits);
        Session::new(&loaded, &puzzle, screen, searcher, places).run(&limits)
    })
}

fn read(path: &Path) -> Result<SavedPlay, Failure> {
    let wrong = |why: String| Failure::Other(format!("cannot resume `{}`: {why}", path.display()));
    let text = fs::read_to_string(path).map_err(|error| wrong(error.to_string()))?;
    SavedPlay::read(&text).map_err(wrong)
}
