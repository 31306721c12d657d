//! `--watch`: a command again and again, as the files it reads change.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Duration;

use notify_debouncer_mini::notify::{self, PollWatcher, RecursiveMode, Watcher};
use notify_debouncer_mini::{Config, DebounceEventResult, Debouncer, new_debouncer_opt};

use super::Exit;
use super::args::WatchArgs;
use super::inputs::Inputs;
use super::limits::interrupt;
use super::output::{Failure, Output};
use crate::render::counted;

/// Changes that follow each other so soon are one.
const QUIET: Duration = Duration::from_millis(60);
/// How often files are looked at where the system does not tell.
const POLL: Duration = Duration::from_millis(500);
/// How often Ctrl-C is looked for.
const BEAT: Duration = Duration::from_millis(100);

/// What a round found: how it went, and for each of its files those that it read.
pub(super) struct Round {
    pub(super) exit: Exit,
    pub(super) read: BTreeMap<String, BTreeSet<String>>,
}

/// Runs rounds until Ctrl-C: first all files, then those that a change concerns.
pub(super) fn run(
    paths: &[String],
    args: &WatchArgs,
    output: &Output,
    round: &mut dyn FnMut(&Inputs) -> Result<Round, Failure>,
) -> Result<Exit, Failure> {
    if Inputs::gather(paths).has_stdin() {
        return Err(Failure::Usage("`--watch` needs files; standard input cannot be watched".to_owned()));
    }
    let stop = interrupt();
    let (sender, changes) = mpsc::channel();
    let tell = move |event: DebounceEventResult| {
        let _ = sender.send(event.map(|all| all.into_iter().map(|e| e.path).collect::<Vec<PathBuf>>()));
    };
    let config = Config::default().with_timeout(QUIET);
    let mut watcher: Box<dyn Watching> = if args.poll {
        let config = config.with_notify_config(
            notify::Config::default().with_poll_interval(POLL).with_compare_contents(true),
        );
        Box::new(new_debouncer_opt::<_, PollWatcher>(config, tell).map_err(unwatchable)?)
    } else {
        Box::new(new_debouncer_opt::<_, notify::RecommendedWatcher>(config, tell).map_err(unwatchable)?)
    };
    let mut known = Known::default();
    let mut inputs = Inputs::gather(paths);
    loop {
        if args.clear {
            output.data("\x1b[2J\x1b[3J\x1b[H")?;
        }
        let found = round(&inputs)?;
        if stop.is_cancelled() {
            return Ok(Exit::Interrupted);
        }
        known.learn(&inputs, found);
        for folder in known.folders(paths) {
            watcher.add(&folder)?;
        }
        let now = Inputs::gather(paths);
        let files = counted(now.paths.len() as u64, "files");
        output.note(&format!("watching {files}; press Ctrl-C to stop\n"));
        inputs = loop {
            let Some(changed) = next(&changes, &|| stop.is_cancelled())? else {
                return Ok(Exit::Interrupted);
            };
            let now = Inputs::gather(paths);
            let concerned = known.concerned(&now, &changed);
            if !concerned.is_empty() {
                break now.only(&concerned);
            }
        };
    }
}

/// The files that changed next; none when it is time to stop.
fn next(
    changes: &Receiver<Result<Vec<PathBuf>, notify::Error>>,
    stopped: &dyn Fn() -> bool,
) -> Result<Option<Vec<PathBuf>>, Failure> {
    loop {
        if stopped() {
            return Ok(None);
        }
        match changes.recv_timeout(BEAT) {
            Ok(Ok(changed)) => return Ok(Some(changed.iter().map(|path| absolute(path)).collect())),
            Ok(Err(error)) => return Err(unwatchable(error)),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                return Err(Failure::Other("files can no longer be watched".to_owned()));
            }
        }
    }
}

fn unwatchable(error: notify::Error) -> Failure {
    Failure::Other(format!("cannot watch files: {error}; try `--poll`"))
}

/// A watcher of any kind.
trait Watching {
    /// Watches a folder, unless it does already.
    fn add(&mut self, folder: &Path) -> Result<(), Failure>;
}

impl<W: Watcher> Watching for Debouncer<W> {
    fn add(&mut self, folder: &Path) -> Result<(), Failure> {
        // Folders, not files: an editor may replace a file by another one of its name.
        match self.watcher().watch(folder, RecursiveMode::Recursive) {
            Ok(()) => Ok(()),
            // A folder that is gone has nothing to tell.
            Err(_) if !folder.exists() => Ok(()),
            Err(error) => Err(unwatchable(error)),
        }
    }
}

/// What is known of the files from the last time they were looked at.
#[derive(Default)]
struct Known {
    /// By file those that it read, itself among them, as absolute paths.
    read: BTreeMap<String, BTreeSet<PathBuf>>,
    /// Files of a round that found something wrong: perhaps they miss a file.
    wanting: BTreeSet<String>,
    /// Folders that are watched.
    watched: BTreeSet<PathBuf>,
}

impl Known {
    fn learn(&mut self, inputs: &Inputs, round: Round) {
        for path in &inputs.paths {
            let read = round.read.get(path).into_iter().flatten().map(|p| absolute(Path::new(p)));
            let all = read.chain([absolute(Path::new(path))]).collect();
            self.read.insert(path.clone(), all);
            self.wanting.remove(path);
            if round.exit != Exit::Clean {
                self.wanting.insert(path.clone());
            }
        }
    }

    /// Folders that are not watched yet: those that were named, and those of all files.
    fn folders(&mut self, paths: &[String]) -> Vec<PathBuf> {
        let named = paths.iter().map(|p| absolute(Path::new(p)));
        let of_files = self.read.values().flatten().cloned();
        let folder =
            |path: PathBuf| if path.is_dir() { Some(path) } else { path.parent().map(Path::to_owned) };
        let mut new: BTreeSet<PathBuf> = named.chain(of_files).filter_map(folder).collect();
        new.retain(|f| f.is_dir() && !self.watched.iter().any(|w| f.starts_with(w)));
        // One that lies in another is watched with it.
        let outer: Vec<PathBuf> = new
            .iter()
            .filter(|f| !new.iter().any(|other| other != *f && f.starts_with(other)))
            .cloned()
            .collect();
        self.watched.extend(outer.iter().cloned());
        outer
    }

    /// The files that changes concern: they read one of them, are new, or miss one that is new.
    fn concerned(&mut self, now: &Inputs, changed: &[PathBuf]) -> BTreeSet<String> {
        let gone: Vec<String> = self.read.keys().filter(|p| !now.paths.contains(p)).cloned().collect();
        for path in gone {
            self.read.remove(&path);
            self.wanting.remove(&path);
        }
        let text = |p: &PathBuf| p.extension().is_some_and(|e| e == "puzzle" || e == "rhai" || e == "toml");
        let unknown = |p: &&PathBuf| text(p) && !self.read.values().any(|read| read.contains(*p));
        // A new file may show only in its folder at first.
        let appeared = now.paths.iter().any(|path| !self.read.contains_key(path));
        let new = appeared || changed.iter().any(|p| unknown(&p));
        let concerns = |path: &&String| match self.read.get(*path) {
            None => true,
            Some(read) => changed.iter().any(|p| read.contains(p)) || new && self.wanting.contains(*path),
        };
        now.paths.iter().filter(concerns).cloned().collect()
    }
}

/// A path as the watcher tells it, also of a file that is gone.
fn absolute(path: &Path) -> PathBuf {
    let whole = env::current_dir().map_or_else(|_| path.to_owned(), |here| here.join(path));
    if let Ok(real) = whole.canonicalize() {
        return real;
    }
    match (whole.parent().and_then(|p| p.canonicalize().ok()), whole.file_name()) {
        (Some(parent), Some(name)) => parent.join(name),
        _ => whole,
    }
}
