//! `--watch`: a command again and again, as the files it reads change.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Duration;

use notify_debouncer_mini::notify::{self, PollWatcher, RecursiveMode, Watcher};
use notify_debouncer_mini::{Config, DebounceEventResult, Debouncer, new_debouncer_opt};

use super::args::WatchArgs;
use super::exit::Exit;
use super::guard;
use super::inputs::Inputs;
use super::limits::interrupt;
use super::output::{Failure, Output};
use super::watched::{Known, Round, absolute};
use puzzlec_render::counted;

/// Changes that follow each other so soon are one.
const QUIET: Duration = Duration::from_millis(60);
/// How often files are looked at where the system does not tell.
const POLL: Duration = Duration::from_millis(500);
/// How often Ctrl-C is looked for.
const BEAT: Duration = Duration::from_millis(100);

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
    let mut watcher = watcher(args.poll, move |changed| drop(sender.send(changed)))?;
    let mut known = Known::default();
    let mut inputs = Inputs::gather(paths);
    loop {
        if args.clear {
            output.data("\x1b[2J\x1b[3J\x1b[H")?;
        }
        let found = round(&inputs)?;
        guard::disarm();
        if stop.is_cancelled() {
            return Ok(Exit::Interrupted);
        }
        known.learn(&inputs.paths, found);
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
            let concerned = known.concerned(&now.paths, &changed);
            if !concerned.is_empty() {
                break now.only(&concerned);
            }
        };
    }
}

/// Paths that have changed, or why no changes are reported.
pub(super) type Changed = Result<Vec<PathBuf>, notify::Error>;

/// A watcher that watches nothing yet. It works while it is kept.
///
/// # Errors
/// The system has none.
pub(super) fn watcher(
    poll: bool,
    mut tell: impl FnMut(Changed) + Send + 'static,
) -> Result<Box<dyn Watching>, Failure> {
    let tell =
        move |event: DebounceEventResult| tell(event.map(|all| all.into_iter().map(|e| e.path).collect()));
    let config = Config::default().with_timeout(QUIET);
    Ok(if poll {
        let config = config.with_notify_config(
            notify::Config::default().with_poll_interval(POLL).with_compare_contents(true),
        );
        Box::new(new_debouncer_opt::<_, PollWatcher>(config, tell).map_err(unwatchable)?)
    } else {
        Box::new(new_debouncer_opt::<_, notify::RecommendedWatcher>(config, tell).map_err(unwatchable)?)
    })
}

/// The files that changed next; none when it is time to stop.
fn next(changes: &Receiver<Changed>, stopped: &dyn Fn() -> bool) -> Result<Option<Vec<PathBuf>>, Failure> {
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
pub(super) trait Watching {
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
