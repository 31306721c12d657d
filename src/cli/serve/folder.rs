//! The folder that is served: the texts of its puzzle files, and their saving.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use ignore::WalkBuilder;
use serde::Serialize;

use super::name::{self, Kind};
use crate::cli::output::Failure;
use crate::cli::write;
use puzzlec_model::project::{ReadError, read_text};
use puzzlec_render::{bytes, grouped};
use puzzlec_worlds::is_game;

/// The largest file of a page, in bytes.
pub(super) const LARGEST: u64 = 8 << 20;
/// The most files of a page, and the most bytes of all of them.
const MOST_FILES: usize = 5_000;
const MOST_BYTES: u64 = 64 << 20;

/// A folder, by its real path.
#[derive(Debug)]
pub(super) struct Folder {
    root: PathBuf,
    /// Texts that were games when they were listed, or that a puzzle named as its words; an author who changes one may save what
    /// is no game for the moment.
    games: Mutex<BTreeSet<String>>,
    /// Many readings at once would open more files than a program may have.
    reading: Mutex<()>,
    /// The one writer notes one temporary file at a time.
    writing: Mutex<()>,
}

/// The files of a folder.
#[derive(Debug, Default, Serialize)]
pub(super) struct Texts {
    /// Their texts by name.
    pub(super) files: BTreeMap<String, String>,
    /// Puzzle files that are left out, with the reason.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) left_out: BTreeMap<String, String>,
}

/// The length of a file, and when it was changed last.
pub(super) type State = (u64, Option<SystemTime>);

/// The state of a path; none if there is nothing.
pub(super) fn state(path: &Path) -> Option<State> {
    let metadata = fs::metadata(path).ok()?;
    Some((metadata.len(), metadata.modified().ok()))
}

/// Why a file is not saved.
#[derive(Debug)]
pub(super) enum Refused {
    /// The name is outside the folder, or of no puzzle file.
    Name(&'static str),
    /// There is no such folder.
    Missing,
    /// The system refuses.
    System(io::Error),
}

impl Folder {
    /// The folder of a command line.
    ///
    /// # Errors
    /// It is no folder.
    pub(super) fn open(path: &str) -> Result<Self, Failure> {
        let root = fs::canonicalize(path)
            .map_err(|error| Failure::Other(format!("cannot open the folder `{path}`: {error}")))?;
        if !root.is_dir() {
            return Err(Failure::Usage(format!(
                "`{path}` is not a folder; `serve` takes the folder of puzzles"
            )));
        }
        Ok(Folder { root, games: Mutex::default(), reading: Mutex::default(), writing: Mutex::default() })
    }

    /// The real path.
    pub(super) fn root(&self) -> &Path {
        &self.root
    }

    /// All texts, without what git ignores.
    ///
    /// # Errors
    /// There are too many; in words.
    pub(super) fn texts(&self) -> Result<Texts, String> {
        let _one = self.reading.lock().unwrap_or_else(PoisonError::into_inner);
        let mut texts = Texts::default();
        let mut all = 0;
        let mut others: Vec<(String, PathBuf)> = Vec::new();
        let mut named = BTreeSet::new();
        for (name, path) in self.walk() {
            let is_text = name::kind(&name) == Some(Kind::Text);
            match read(&path) {
                Ok(text) if is_text && !self.learn(&name, &text) => others.push((name, path)),
                Ok(text) => {
                    all += text.len() as u64;
                    named.extend(words_of(&name, &text));
                    texts.files.insert(name, text);
                }
                Err(_) if is_text => {}
                Err(why) => drop(texts.left_out.insert(name, why)),
            }
            if all > MOST_BYTES || texts.files.len() > MOST_FILES {
                return Err(format!(
                    "the folder has more than {} puzzle files or {} of them; serve a folder inside it",
                    grouped(MOST_FILES as u64),
                    bytes(MOST_BYTES)
                ));
            }
        }
        for (name, path) in others.into_iter().filter(|(name, _)| named.contains(name)) {
            if let Ok(text) = read(&path) {
                all += text.len() as u64;
                if all > MOST_BYTES {
                    texts.left_out.insert(name, "the folder has too many bytes for it".to_owned());
                    continue;
                }
                self.games().insert(name.clone());
                texts.files.insert(name, text);
            }
        }
        Ok(texts)
    }

    /// When the files were changed last, by name. Nothing is read: the system reports that, too.
    pub(super) fn states(&self) -> BTreeMap<String, State> {
        self.walk().filter_map(|(name, path)| Some((name, state(&path)?))).collect()
    }

    /// Whether a name of [`Folder::states`] is that of a puzzle file now, or was once.
    pub(super) fn is_puzzle(&self, name: &str) -> bool {
        let now = || read(&self.root.join(name)).is_ok_and(|text| self.learn(name, &text));
        name::kind(name) != Some(Kind::Text) || self.games().contains(name) || now()
    }

    /// Files that may be puzzles, by name.
    fn walk(&self) -> impl Iterator<Item = (String, PathBuf)> {
        let entries = WalkBuilder::new(&self.root).require_git(false).build().flatten();
        entries.filter_map(|entry| {
            let name = name::of(&self.root, entry.path()).filter(|name| name::kind(name).is_some())?;
            self.is_file_inside(entry.path()).then(|| (name, entry.into_path()))
        })
    }

    /// Whether the text of a `.txt` file is a game, which is remembered.
    fn learn(&self, name: &str, text: &str) -> bool {
        let is_game = is_game(without_mark(text));
        if is_game {
            self.games().insert(name.to_owned());
        }
        is_game
    }

    /// Saves a text in the place of the old one.
    ///
    /// # Errors
    /// Nothing is changed then.
    pub(super) fn save(&self, name: &str, text: &str) -> Result<(), Refused> {
        let path = self.place(name, text)?;
        let _one = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        write::text(&path, text).map_err(Refused::System)
    }

    /// Waits for a text that is being saved, and removes it if the time is over.
    pub(super) fn finish(&self) {
        if self.writing.try_lock().is_err() {
            write::give_up();
        }
    }

    /// Where a text may be written.
    fn place(&self, name: &str, text: &str) -> Result<PathBuf, Refused> {
        if !name::is_inside(name) {
            return Err(Refused::Name("the name must stay inside the folder, without `..` and hidden files"));
        }
        let path = self.root.join(name);
        let folder = path.parent().and_then(|folder| fs::canonicalize(folder).ok());
        let folder = folder.filter(|folder| folder.is_dir()).ok_or(Refused::Missing)?;
        let exists = fs::symlink_metadata(&path).is_ok();
        if !folder.starts_with(&self.root) || exists && !self.is_file_inside(&path) {
            return Err(Refused::Name("the name leads out of the folder, or to no file"));
        }
        let is_puzzle = match name::kind(name) {
            Some(Kind::Source) => true,
            // A folder may have other texts, which are not to be replaced.
            Some(Kind::Text) if exists => self.is_puzzle(name),
            Some(Kind::Text) => is_game(without_mark(text)),
            Some(Kind::Manifest) | None => false,
        };
        if !is_puzzle {
            return Err(Refused::Name("only `.puzzle` and `.rhai` files and PuzzleScript games are saved"));
        }
        Ok(path)
    }

    /// Whether a path is a regular file whose real place is in the folder: a symbolic link may lead elsewhere.
    fn is_file_inside(&self, path: &Path) -> bool {
        fs::canonicalize(path).is_ok_and(|real| real.starts_with(&self.root) && real.is_file())
    }

    fn games(&self) -> MutexGuard<'_, BTreeSet<String>> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn read(path: &Path) -> Result<String, String> {
    let file = fs::File::open(path).map_err(|error| error.to_string())?;
    let length = file.metadata().map_err(|error| error.to_string())?.len();
    if length > LARGEST {
        return Err(format!("it is larger than {}", bytes(LARGEST)));
    }
    match read_text(file) {
        Ok(text) => Ok(text),
        Err(ReadError::NotUtf8(_)) => Err("it is not UTF-8".to_owned()),
        Err(_) => Err("it cannot be read".to_owned()),
    }
}

fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// The files of words that the lists of a puzzle file name.
fn words_of(puzzle: &str, text: &str) -> Vec<String> {
    let folder = puzzle.rsplit_once('/').map_or(String::new(), |(folder, _)| format!("{folder}/"));
    let texts =
        text.split("lines").skip(1).filter_map(|rest| rest.trim_start().strip_prefix('"')?.split('"').next());
    texts.map(|path| format!("{folder}{}", path.trim_start_matches("./"))).collect()
}
