//! Trees that are kept from one reading of the files to the next.

use std::any::Any;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};

use super::Project;
use puzzlec_base::{FileId, SourceFile};
use puzzlec_syntax::{self, Parse};

/// The trees of texts, by path. A tree holds the id of its file, so a text is parsed from nothing where
/// the file has got another one, and else only where it differs.
#[derive(Debug, Default)]
pub struct Parses {
    kept: BTreeMap<String, Kept>,
    parsed: usize,
}

/// Results that a reader derives from a tree alone, kept as long as the tree.
#[derive(Debug, Default)]
pub(crate) struct Learned(OnceLock<Box<dyn Any + Send + Sync>>);

impl Learned {
    /// What was worked out; the first call does it. Nothing if it was something else: a tree has one such reader.
    pub(crate) fn get_or_init<T: Any + Send + Sync>(&self, make: impl FnOnce() -> T) -> Option<&T> {
        self.0.get_or_init(|| Box::new(make())).downcast_ref()
    }
}

/// What is known of a text alone.
#[derive(Clone, Debug)]
struct Kept {
    file: FileId,
    source: SourceFile,
    parse: Arc<Parse>,
    names: Arc<Learned>,
}

impl Parses {
    /// The number of texts that were parsed, wholly or in part, since this was made.
    pub fn parsed(&self) -> usize {
        self.parsed
    }

    /// A text as a file, with its lines.
    pub(super) fn source(&self, path: &str, name: &str, text: Arc<str>) -> SourceFile {
        match self.kept.get(path).map(|kept| &kept.source) {
            Some(known) if known.name == name && known.text == text => known.clone(),
            _ => SourceFile::new(name, text),
        }
    }

    /// The tree of a file, and its names.
    pub(super) fn parse(
        &mut self,
        path: &str,
        file: FileId,
        source: &SourceFile,
    ) -> (Arc<Parse>, Arc<Learned>) {
        let known = self.kept.get(path).filter(|kept| kept.file == file);
        if let Some(kept) = known.filter(|kept| kept.source.text == source.text) {
            return (Arc::clone(&kept.parse), Arc::clone(&kept.names));
        }
        let parse = Arc::new(match known {
            Some(kept) => puzzlec_syntax::parse_again(file, &source.text, (&kept.source.text, &kept.parse)),
            None => puzzlec_syntax::parse(file, &source.text),
        });
        self.parsed += 1;
        let names = Arc::default();
        let kept =
            Kept { file, source: source.clone(), parse: Arc::clone(&parse), names: Arc::clone(&names) };
        self.kept.insert(path.to_owned(), kept);
        (parse, names)
    }

    /// Removes files that are no longer part of the project.
    pub(super) fn forget_others(&mut self, project: &Project) {
        if self.kept.len() > project.modules.len() {
            let paths: BTreeSet<&str> = project.modules.iter().map(|m| m.path.as_str()).collect();
            self.kept.retain(|path, _| paths.contains(path.as_str()));
        }
    }
}
