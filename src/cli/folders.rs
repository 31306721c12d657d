//! The folders of a count: one process keeps its levels in the folder itself, each of `N` processes in `N/NUMBER`.

mod run_folder;

use std::fs;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;

use clap::Args;

use super::limits::{Limits, parse_bytes};
use super::output::{Failure, Output};
use puzzlec_search::{KeptBy, Peers, RunStore};
use run_folder::RunFolder;

/// Where a count keeps its levels, and the processes that share it.
#[derive(Debug, Args)]
pub(super) struct FolderArgs {
    /// Count positions with their levels in a folder instead of memory.
    #[arg(long, value_name = "FOLDER", conflicts_with = "starts")]
    pub(super) disk: Option<String>,
    /// Limit on the size of that folder, such as 500GiB.
    #[arg(long, value_name = "SIZE", requires = "disk", value_parser = parse_bytes)]
    pub(super) disk_limit: Option<u64>,
    /// Continue the count in that folder after its last completed level.
    #[arg(long, requires = "disk")]
    pub(super) resume: bool,
    /// Count by several processes: FILE has a line HOST:PORT for each; see docs/scale.md.
    #[cfg(feature = "distributed")]
    #[arg(long, value_name = "FILE", requires = "disk")]
    pub(super) workers: Option<String>,
    /// Be the N-th of these processes, from 1; without it all are started, if all are on this machine.
    #[cfg(feature = "distributed")]
    #[arg(long, value_name = "N", requires = "workers")]
    pub(super) worker: Option<usize>,
}

/// Waits until the processes of a count are connected.
type Connect = dyn Fn(&Limits, &Output) -> Result<Arc<dyn Peers>, Failure>;

/// A process of a count.
pub(super) struct Member {
    /// The number of processes.
    pub(super) processes: usize,
    /// The number of this one, from 0.
    pub(super) number: usize,
    /// The number of processes on this machine.
    pub(super) beside: NonZero<usize>,
    /// How to reach the others, if there are others.
    pub(super) connect: Option<Box<Connect>>,
}

impl Member {
    /// The only one.
    pub(super) fn alone() -> Self {
        Member { processes: 1, number: 0, beside: NonZero::<usize>::MIN, connect: None }
    }

    /// The threads that it may have.
    pub(super) fn threads(&self) -> NonZero<usize> {
        let all = thread::available_parallelism().map_or(1, NonZero::get);
        NonZero::new(all / self.beside).unwrap_or(NonZero::<usize>::MIN)
    }
}

/// The folder of a process, and the levels that other numbers of processes have left. A new count begins, or one goes on.
///
/// # Errors
/// There are levels already, or there are none; in words.
pub(super) fn open(
    disk: &str,
    args: &FolderArgs,
    &Member { processes, number, .. }: &Member,
) -> Result<(Arc<dyn RunStore>, Vec<KeptBy>), String> {
    let path = of(Path::new(disk), processes, number);
    let own = RunFolder::new(Path::new(disk), &path, processes, args.disk_limit);
    let mut earlier = all(Path::new(disk));
    earlier.retain(|(others, _)| *others != processes);
    let begun = own.has_levels() || !earlier.is_empty();
    if begun && !args.resume {
        return Err(format!("`{disk}` already has the levels of a count; `--resume` continues it"));
    }
    // Several processes may have ended before each had committed a level.
    if args.resume && !begun && (processes == 1 || !Path::new(disk).join(processes.to_string()).exists()) {
        return Err(format!("`{disk}` has no levels of a count; without `--resume` one begins"));
    }
    fs::create_dir_all(&path).map_err(|error| format!("cannot write `{}`: {error}", path.display()))?;
    Ok((Arc::new(own), earlier))
}

/// The number of levels from which a count can go on, if this machine has those of all processes.
#[cfg(feature = "distributed")]
pub(super) fn levels(disk: &str) -> Option<u64> {
    let whole = all(Path::new(disk)).into_iter().filter(|(processes, stores)| *processes == stores.len());
    whole.filter_map(|(_, stores)| puzzlec_search::kept_levels(&stores)).max()
}

/// Removes the levels of other numbers of processes.
fn remove_others(disk: &Path, processes: usize) -> std::io::Result<()> {
    for (others, stores) in all(disk) {
        if others != processes {
            drop(stores);
            match others {
                1 => RunFolder::new(disk, disk, 1, None).clear()?,
                _ => fs::remove_dir_all(disk.join(others.to_string()))?,
            }
        }
    }
    Ok(())
}

fn of(disk: &Path, processes: usize, number: usize) -> PathBuf {
    match processes {
        1 => disk.to_path_buf(),
        _ => disk.join(processes.to_string()).join((number + 1).to_string()),
    }
}

/// The folders with levels, by number of processes.
fn all(disk: &Path) -> Vec<KeptBy> {
    let names = fs::read_dir(disk).into_iter().flatten().flatten().map(|entry| entry.file_name());
    let several = names.filter_map(|name| name.to_str()?.parse::<usize>().ok().filter(|n| *n > 1));
    let mut numbers: Vec<usize> = several.chain([1]).collect();
    numbers.sort_unstable();
    let stores = numbers.into_iter().map(|processes| {
        let folders =
            (0..processes).map(|number| RunFolder::new(disk, &of(disk, processes, number), processes, None));
        let with_levels =
            folders.filter(RunFolder::has_levels).map(|folder| Arc::new(folder) as Arc<dyn RunStore>);
        (processes, with_levels.collect::<Vec<_>>())
    });
    stores.filter(|(_, stores)| !stores.is_empty()).collect()
}
