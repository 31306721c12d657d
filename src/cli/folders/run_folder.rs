//! The folder in which a long count keeps its levels.
//!
//! Files of runs are only added to, and have checksums of their own. The manifest names those that count. It is replaced
//! as a whole after they are on the disk, at most five times a second; then all others are removed. So whenever the
//! process ends, the folder is good up to the last manifest.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::remove_others;
use crate::cli::checkpoint::sum;
use crate::cli::write;
use puzzlec_base::diag::Stop;
use puzzlec_search::RunStore;

/// The first line of a manifest: another format or version of the program keeps something else.
const HEADER: &str = concat!("puzzlec levels 1, written by puzzlec ", env!("CARGO_PKG_VERSION"), "\n");
const MANIFEST: &str = "manifest";
const EXTENSION: &str = "run";
/// A level that ends sooner after a commit is committed with a later one.
const COMMIT: Duration = Duration::from_millis(200);

/// The folder.
#[derive(Debug)]
pub(super) struct RunFolder {
    /// The folder of all processes.
    disk: PathBuf,
    path: PathBuf,
    processes: usize,
    /// Bytes that all files may have.
    limit: u64,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    files: BTreeMap<u64, Arc<RunFile>>,
    sizes: BTreeMap<u64, u64>,
    /// Bytes of the manifest.
    manifest: u64,
    /// Files with bytes that the disk may not have yet.
    unsynced: Vec<u64>,
    committed: Option<Instant>,
}

/// An open file.
#[derive(Debug)]
struct RunFile(File);

impl RunFolder {
    /// A folder for one of a number of processes, within that of all.
    pub(super) fn new(disk: &Path, path: &Path, processes: usize, limit: Option<u64>) -> Self {
        let (disk, path, state) = (disk.to_path_buf(), path.to_path_buf(), Mutex::default());
        RunFolder { disk, path, processes, limit: limit.unwrap_or(u64::MAX), state }
    }

    /// Whether it has levels.
    pub(super) fn has_levels(&self) -> bool {
        self.path.join(MANIFEST).exists()
    }

    /// Removes everything.
    pub(super) fn clear(&self) -> io::Result<()> {
        fs::remove_file(self.path.join(MANIFEST))?;
        self.keep(&[])
    }

    fn path_of(&self, file: u64) -> PathBuf {
        self.path.join(format!("{file}.{EXTENSION}"))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The file of this number.
    fn open(&self, file: u64) -> io::Result<Arc<RunFile>> {
        let mut state = self.state();
        if let Some(open) = state.files.get(&file) {
            return Ok(Arc::clone(open));
        }
        let opened = OpenOptions::new().read(true).append(true).create(true).open(self.path_of(file))?;
        let size = opened.metadata()?.len();
        let open = Arc::new(RunFile(opened));
        state.files.insert(file, Arc::clone(&open));
        state.sizes.insert(file, size);
        Ok(open)
    }

    fn failed(&self, doing: &str, error: &io::Error) -> Stop {
        Stop::Checkpoint { what: format!("cannot {doing} `{}`: {error}", self.path.display()) }
    }

    /// Removes the files of runs but these.
    fn keep(&self, files: &[u64]) -> io::Result<()> {
        let mut state = self.state();
        state.files.retain(|file, _| files.contains(file));
        state.sizes.retain(|file, _| files.contains(file));
        for entry in fs::read_dir(&self.path)? {
            let path = entry?.path();
            let number = |path: &Path| path.file_stem()?.to_str()?.parse::<u64>().ok();
            let is_run = path.extension().is_some_and(|extension| extension == EXTENSION);
            if is_run && number(&path).is_some_and(|file| !files.contains(&file)) {
                fs::remove_file(path)?;
            }
        }
        Ok(())
    }

    fn replace(&self, manifest: &[u8], files: &[u64]) -> io::Result<()> {
        // The lock ends here: to open a file takes it again.
        let unsynced = std::mem::take(&mut self.state().unsynced);
        for file in unsynced {
            if files.contains(&file) {
                self.open(file)?.0.sync_data()?;
            }
        }
        write::whole(&self.path.join(MANIFEST), |file| {
            file.write_all(HEADER.as_bytes())?;
            file.write_all(manifest)?;
            file.write_all(&sum(0, &[manifest]).to_le_bytes())
        })?;
        // The names of new files are in the folder itself.
        #[cfg(unix)]
        File::open(&self.path)?.sync_all()?;
        self.state().manifest = (HEADER.len() + manifest.len() + size_of::<u64>()) as u64;
        self.keep(files)
    }
}

impl RunStore for RunFolder {
    fn append(&self, file: u64, bytes: &[u8]) -> Result<u64, Stop> {
        let failed = |error: io::Error| self.failed("write", &error);
        let open = self.open(file).map_err(failed)?;
        let mut state = self.state();
        if state.sizes.values().sum::<u64>() + state.manifest + bytes.len() as u64 > self.limit {
            return Err(Stop::too_large(format!("the disk limit of {} MiB was reached", self.limit >> 20)));
        }
        (&open.0).write_all(bytes).map_err(failed)?;
        if !state.unsynced.contains(&file) {
            state.unsynced.push(file);
        }
        let size = state.sizes.entry(file).or_default();
        let place = *size;
        *size += bytes.len() as u64;
        Ok(place)
    }

    fn read(&self, file: u64, place: u64, bytes: &mut [u8]) -> Result<usize, Stop> {
        let failed = |error: io::Error| self.failed("read", &error);
        let open = self.open(file).map_err(failed)?;
        let mut read = 0;
        while let Some(rest) = bytes.get_mut(read..).filter(|rest| !rest.is_empty()) {
            match read_at(&open.0, rest, place + read as u64) {
                Ok(0) => break,
                Ok(n) => read += n,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(failed(error)),
            }
        }
        Ok(read)
    }

    fn manifest(&self) -> Result<Option<Vec<u8>>, Stop> {
        let text = match fs::read(self.path.join(MANIFEST)) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(self.failed("read", &error)),
        };
        self.state().manifest = text.len() as u64;
        let what = || format!("`{}` has no levels of this version of puzzlec", self.path.display());
        let body = text.strip_prefix(HEADER.as_bytes()).and_then(|body| body.split_last_chunk::<8>());
        match body.filter(|(manifest, checksum)| sum(0, &[*manifest]) == u64::from_le_bytes(**checksum)) {
            Some((manifest, _)) => Ok(Some(manifest.to_vec())),
            None => Err(Stop::Checkpoint { what: what() }),
        }
    }

    fn commit(&self, manifest: &[u8], files: &[u64]) -> Result<(), Stop> {
        // Several processes commit the same levels.
        let often = self.processes == 1 && !manifest.is_empty();
        if often && self.state().committed.is_some_and(|committed| committed.elapsed() < COMMIT) {
            return Ok(());
        }
        self.replace(manifest, files).map_err(|error| self.failed("write", &error))?;
        self.state().committed = Some(Instant::now()).filter(|_| !manifest.is_empty());
        Ok(())
    }

    fn remove_others(&self) -> Result<(), Stop> {
        match remove_others(&self.disk, self.processes) {
            // Another process has removed them.
            Err(error) if error.kind() != ErrorKind::NotFound => Err(self.failed("write", &error)),
            _ => Ok(()),
        }
    }
}

#[cfg(unix)]
fn read_at(file: &File, bytes: &mut [u8], place: u64) -> io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, bytes, place)
}

#[cfg(windows)]
fn read_at(file: &File, bytes: &mut [u8], place: u64) -> io::Result<usize> {
    std::os::windows::fs::FileExt::seek_read(file, bytes, place)
}
