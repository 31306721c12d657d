//! `puzzlec publish`.

mod address;
mod keyed;
mod site;

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use clap::Args;

use super::args::{parse_setting, theme};
use super::exit::Exit;
use super::inputs::Inputs;
use super::limits::{Limits, parse_bytes, parse_number, parse_time};
use super::methods::{Method, options};
use super::output::{Failure, Output};
use super::progress::Watch;
use super::worlds::{self, GameFile};
use super::{apart, guard};
use address::addresses;
use puzzlec_analysis::{Analysis, Answer, PublishedPuzzle, PuzzleInfo, Unpublished};
use puzzlec_base::diag::{Diagnostic, Stop};
use puzzlec_base::{CancelToken, Limit};
use puzzlec_model::project::SearchPath;
use puzzlec_render::page::site::SiteFile;
use puzzlec_render::page::{self, Address};
use puzzlec_render::svg::Style;
use puzzlec_render::{bytes, counted, plan};
use puzzlec_search::Wanted;

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  puzzlec publish central.puzzle                 site/index.html
  puzzlec publish puzzles/ -o public --title \"Puzzles of the week\"
  puzzlec publish puzzles/ -o public/            a site, with a page a puzzle
  puzzlec publish sliding.puzzle --set n=7 --states 1M

The page is one file, which needs no network; several puzzles have a first page with pictures. An output that ends in `/` \
becomes a site: a first page, a page for each puzzle, a booklet to print and a feed, which also open from a disk. A puzzle that is not \
solved within the limits is published without a solution. With `--states` and without `--timeout` the same puzzles always give the same page.")]
pub(super) struct PublishArgs {
    /// Files, directories (all .puzzle files in them) or `-` for standard input.
    #[arg(required = true)]
    paths: Vec<String>,
    /// The output directory; created if missing. With `/` at the end the puzzles become a site there.
    #[arg(long, short, value_name = "DIRECTORY", default_value = "site")]
    output: PathBuf,
    /// The title of the page [default: that of its only puzzle, or `Puzzles`].
    #[arg(long)]
    title: Option<String>,
    /// The colours of the boards.
    #[arg(long, value_name = "NAME", value_parser = theme())]
    theme: Option<Style>,
    /// The address at which a site will be, which its feed and the pictures of shared links need.
    #[arg(long, value_name = "URL")]
    address: Option<String>,
    /// Set a parameter of the puzzles that have it.
    #[arg(long, value_name = "NAME=VALUE", value_parser = parse_setting)]
    set: Vec<(String, i64)>,
    /// Time limit for the solution of each puzzle, such as 10s, 5m or 1h [default: 10s, without `--states`].
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    timeout: Option<Duration>,
    /// Limit on the number of positions, such as 5000000 or 5M.
    #[arg(long, value_name = "NUMBER", value_parser = parse_number)]
    states: Option<u64>,
    /// Memory limit, such as 4GiB [default: three quarters of the free memory].
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes)]
    memory: Option<u64>,
}

/// The time for a solution if no limit is stated.
const TIME: Duration = Duration::from_secs(10);
/// Additional time and memory for a computation at its limit, before it is abandoned.
const GRACE: Duration = Duration::from_secs(2);
const BEYOND: u64 = 160 << 20;

pub(super) fn run(args: &PublishArgs, search: &SearchPath, output: &Output) -> Result<Exit, Failure> {
    let time = args.timeout.or(args.states.is_none().then_some(TIME));
    let limits = Limits::new(time, args.states, args.memory);
    let is_site =
        args.output.as_os_str().as_encoded_bytes().last().is_some_and(|end| matches!(end, b'/' | b'\\'));
    if args.address.is_some() && !is_site {
        let message = "`--address` is the address of a site: end the output with `/`";
        return Err(Failure::Usage(message.to_owned()));
    }
    let inputs = Inputs::gather(&args.paths);
    let (games, paths) = worlds::apart(&inputs);
    let games: Vec<GameFile> = games.into_iter().map(GameFile::new).collect();
    let loaded = Analysis::load_with(&inputs, &paths, search);
    let mut exit = Exit::Clean;
    let mut errors = loaded.faults();
    let mut sources = loaded.sources().clone();
    errors.extend(inputs.diagnostics(&mut sources));
    errors.retain(Diagnostic::is_error);
    if !errors.is_empty() {
        output.warn(&sources, &errors);
        exit = Exit::Errors;
    }
    for game in &games {
        if game.games.is_empty() {
            game.warn(output);
            exit = Exit::Errors;
        }
    }
    let all = loaded.puzzles();
    if all.is_empty() && games.iter().all(|game| game.all().is_empty()) {
        return match exit {
            Exit::Clean => Err(Failure::Other("there is no puzzle to publish".to_owned())),
            _ => Ok(exit),
        };
    }
    let has = |puzzle: &PuzzleInfo, name: &str| puzzle.params.iter().any(|param| param.0 == name);
    if let Some((name, _)) = args.set.iter().find(|(name, _)| !all.iter().any(|puzzle| has(puzzle, name))) {
        return Err(Failure::Usage(format!("no puzzle has a parameter `{name}`")));
    }
    // No puzzle ends the command.
    guard::disarm();
    let loaded = Arc::new(loaded);
    let mut published = Vec::new();
    let mut files = Vec::new();
    let mut lacking = Vec::new();
    for puzzle in loaded.puzzles() {
        let set: Vec<(String, i64)> =
            args.set.iter().filter(|(name, _)| has(puzzle, name)).cloned().collect();
        let work = Work { loaded: &loaded, puzzle, set, limits: &limits };
        match work.page() {
            Made::Page(page, without) => {
                let answer = page.report.as_ref().map(|report| &report.answer);
                if let Some(Answer::Stopped { reason: Stop::Limit(Limit::Cancelled), .. }) = answer {
                    return Ok(Exit::Interrupted);
                }
                let without = without.map(|why| format!("is published without a solution: {why}"));
                lacking
                    .extend(without.or_else(|| lack(&page)).map(|what| format!("`{}` {what}", puzzle.name)));
                files.push(loaded.sources().get(puzzle.file).map_or("", |file| file.name.as_str()));
                published.push(*page);
            }
            Made::Unfit(why) => lacking.push(format!("`{}` is left out: {why}", puzzle.name)),
            Made::Errors(mut errors) => {
                errors.retain(Diagnostic::is_error);
                output.warn(loaded.sources(), &errors);
                exit = Exit::Errors;
            }
            Made::Interrupted => return Ok(Exit::Interrupted),
        }
    }
    for (game, stage) in games.iter().flat_map(|game| game.all().into_iter().map(move |stage| (game, stage)))
    {
        let name = stage.1.clone();
        match keyed::page(game, &stage, &limits) {
            Ok(page) => {
                if limits.cancel.is_cancelled() {
                    return Ok(Exit::Interrupted);
                }
                lacking.extend(lack(&page).map(|what| format!("`{name}` {what}")));
                files.push(game.name.as_str());
                published.push(page);
            }
            Err(why) => lacking.push(format!("`{name}` is left out: {why}")),
        }
    }
    for line in lacking {
        output.say(&line);
    }
    if published.is_empty() {
        return Err(Failure::Other("no puzzle can be published".to_owned()));
    }
    let title = args.title.clone().unwrap_or_else(|| match published.as_slice() {
        [one] => page::title(&one.pictures),
        _ => game_title(&games, published.len()).unwrap_or_else(|| "Puzzles".to_owned()),
    });
    let names = published.iter().map(|page| page.pictures.puzzle.as_str());
    let addresses = addresses(&files.iter().copied().zip(names).collect::<Vec<_>>());
    let addressed: Vec<(Address, &PublishedPuzzle)> = addresses.into_iter().zip(&published).collect();
    let theme = args.theme.unwrap_or_default();
    let written = if is_site {
        let address = args.address.as_deref().unwrap_or_default();
        site::files(&title, address, &files, addressed, theme)
    } else {
        let text = theme.on_page(&page::collection(&title, &addressed));
        vec![SiteFile { path: "index.html".to_owned(), content: text.into_bytes() }]
    };
    site::write(&args.output, &written, loaded.sources())?;
    let parts = match written.len() {
        1 => String::new(),
        count => format!(" in {}", counted(count as u64, "files")),
    };
    output.print(&format!(
        "wrote {}: {}{parts}, {}\n",
        args.output.join("index.html").display(),
        counted(published.len() as u64, "puzzles"),
        bytes(written.iter().map(|file| file.content.len() as u64).sum())
    ))?;
    Ok(exit)
}

/// The title of the game that all published levels belong to, if there is one.
fn game_title(games: &[GameFile], published: usize) -> Option<String> {
    let mut all = games.iter().flat_map(|game| &game.games);
    let (Some(game), None) = (all.next(), all.next()) else { return None };
    let whole = game.levels().count() >= published && !game.title.is_empty();
    whole.then(|| game.title.clone())
}

/// What the page of a puzzle lacks, if anything.
fn lack(page: &PublishedPuzzle) -> Option<String> {
    match (&page.tables, &page.keys, page.report.as_ref().map(|report| &report.answer)) {
        (Err(why), None, _) => Some(format!("can be looked at, but not played: {why}")),
        (_, _, Some(answer @ Answer::Stopped { .. })) => {
            Some(format!("is published without a solution: {}", plan::label(answer)))
        }
        (Ok(_), _, _) | (_, Some(_), _) => None,
    }
}

/// What became of a puzzle.
enum Made {
    /// A page; why it has no solution, if its search had to be given up.
    Page(Box<PublishedPuzzle>, Option<Limit>),
    /// Nothing: it does not fit a page.
    Unfit(String),
    /// Nothing: it has errors.
    Errors(Vec<Diagnostic>),
    Interrupted,
}

/// A page or why there is none; an error of its own is that the work was given up.
type Attempt = Result<Result<PublishedPuzzle, Unpublished>, Option<Limit>>;

/// A puzzle to publish.
struct Work<'a> {
    loaded: &'a Arc<Analysis>,
    puzzle: &'a PuzzleInfo,
    set: Vec<(String, i64)>,
    limits: &'a Limits,
}

impl Work<'_> {
    /// The page. A search that does not end within the limits is given up, and the page has no solution then.
    fn page(&self) -> Made {
        let (made, begun) = self.attempt(true);
        match made {
            // The first computation is that of the board.
            Err(Some(limit @ (Limit::Time { .. } | Limit::Memory { .. }))) if begun > 1 => {
                match self.attempt(false).0 {
                    Ok(made) => Self::made(made, Some(limit)),
                    Err(why) => Self::given_up(why),
                }
            }
            Ok(made) => Self::made(made, None),
            Err(why) => Self::given_up(why),
        }
    }

    fn made(made: Result<PublishedPuzzle, Unpublished>, without: Option<Limit>) -> Made {
        match made {
            Ok(page) => Made::Page(Box::new(page), without),
            Err(Unpublished::Unfit(why)) => Made::Unfit(why),
            Err(Unpublished::Errors(errors)) => Made::Errors(errors),
        }
    }

    fn given_up(why: Option<Limit>) -> Made {
        match why {
            Some(Limit::Cancelled) => Made::Interrupted,
            Some(limit) => Made::Unfit(limit.to_string()),
            None => Made::Unfit("no thread can be started".to_owned()),
        }
    }

    /// Makes the page with or without a solution, and counts the computations that began.
    fn attempt(&self, solve: bool) -> (Attempt, usize) {
        let begun = Arc::new((AtomicUsize::new(0), Mutex::new(Instant::now())));
        let cancel = CancelToken::default();
        // The line of progress is gone with the watch, before anything else is written.
        let watch = Arc::new(Watch::new(&self.puzzle.name));
        let context = {
            let (begun, cancel, limits) = (Arc::clone(&begun), cancel.clone(), self.limits.clone());
            move || {
                begun.0.fetch_add(1, Ordering::Relaxed);
                *begun.1.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
                limits.apart(&watch, cancel.clone())
            }
        };
        let (loaded, puzzle, set) = (Arc::clone(self.loaded), self.puzzle.clone(), self.set.clone());
        let held = guard::held();
        let over = || {
            if self.limits.cancel.is_cancelled() {
                cancel.cancel();
                return Some(Limit::Cancelled);
            }
            let memory = self.limits.memory;
            if guard::held().saturating_sub(held) > memory.saturating_add(BEYOND) {
                return Some(Limit::Memory { bytes: memory });
            }
            let since = *begun.1.lock().unwrap_or_else(PoisonError::into_inner);
            let time = self.limits.time.filter(|time| since.elapsed() > *time + *time / 2 + GRACE)?;
            Some(Limit::Time { seconds: time.as_secs() })
        };
        let made = apart::run(
            move || match solve {
                true => loaded.publish(&puzzle, &set, &options(Wanted::Least, Method::Auto), &context),
                false => loaded.board(&puzzle, &set, None, &context),
            },
            over,
        );
        // What was given up may still look at it.
        cancel.cancel();
        (made, begun.0.load(Ordering::Relaxed))
    }
}
