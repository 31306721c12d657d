//! What `--watch` knows of the files that it looks at.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::path::{Path, PathBuf};

use super::exit::Exit;

/// What a round found: how it went, and for each of its files those that it read.
#[derive(Debug)]
pub struct Round {
    /// How it went.
    pub exit: Exit,
    /// By file those that it read.
    pub read: BTreeMap<String, BTreeSet<String>>,
}

/// What is known of the files from the last time they were looked at.
#[derive(Debug, Default)]
pub struct Known {
    /// By file those that it read, itself among them, as absolute paths.
    read: BTreeMap<String, BTreeSet<PathBuf>>,
    /// Files of a round that found something wrong: perhaps they miss a file.
    wanting: BTreeSet<String>,
    /// Folders that are watched.
    watched: BTreeSet<PathBuf>,
}

impl Known {
    /// Takes note of a round that looked at these files.
    pub fn learn(&mut self, paths: &[String], round: Round) {
        for path in paths {
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
    pub fn folders(&mut self, paths: &[String]) -> Vec<PathBuf> {
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
    pub fn concerned(&mut self, now: &[String], changed: &[PathBuf]) -> BTreeSet<String> {
        let gone: Vec<String> = self.read.keys().filter(|p| !now.contains(p)).cloned().collect();
        for path in gone {
            self.read.remove(&path);
            self.wanting.remove(&path);
        }
        let text = |p: &PathBuf| {
            p.extension().is_some_and(|e| e == "puzzle" || e == "rhai" || e == "txt" || e == "toml")
        };
        let unknown = |p: &&PathBuf| text(p) && !self.read.values().any(|read| read.contains(*p));
        // A new file may show only in its folder at first.
        let appeared = now.iter().any(|path| !self.read.contains_key(path));
        let new = appeared || changed.iter().any(|p| unknown(&p));
        let concerns = |path: &&String| match self.read.get(*path) {
            None => true,
            Some(read) => changed.iter().any(|p| read.contains(p)) || new && self.wanting.contains(*path),
        };
        now.iter().filter(concerns).cloned().collect()
    }
}

/// A path as the watcher tells it, also of a file that is gone.
pub fn absolute(path: &Path) -> PathBuf {
    let whole = env::current_dir().map_or_else(|_| path.to_owned(), |here| here.join(path));
    if let Ok(real) = whole.canonicalize() {
        return real;
    }
    match (whole.parent().and_then(|p| p.canonicalize().ok()), whole.file_name()) {
        (Some(parent), Some(name)) => parent.join(name),
        _ => whole,
    }
}
