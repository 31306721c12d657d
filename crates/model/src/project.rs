//! Files and their imports, over any file system.

#[cfg(feature = "disk")]
mod disk;
mod files;
mod import;
mod load;
mod manifest;
mod parses;
mod path;
mod plugin;
mod reach;
mod search;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};

use puzzlec_base::diag::Diagnostic;
use puzzlec_base::{FileId, Sources, Span};
pub use puzzlec_stdlib::{names as module_names, text as stdlib_text};
use puzzlec_syntax::Parse;
use puzzlec_syntax::ast::EDITION;

#[cfg(feature = "disk")]
pub use disk::{DiskFiles, read_text};
pub use files::{Entry, FileSystem, MemoryFiles, ReadError};
pub use load::{LARGEST_FILE, load, load_again};
pub use manifest::{MANIFEST, Manifest, is_name, manifest};
pub(crate) use parses::Learned;
pub use parses::Parses;
pub use plugin::{Plugin, read as plugin, unused_scripts};
pub use search::{SearchPath, plugins};

/// The prefix of paths of the modules of the standard library.
pub const STDLIB_PREFIX: &str = "stdlib:";

/// A module, by its place in [`Project::modules`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ModuleId(pub usize);

/// An item of a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ItemRef {
    /// The module.
    pub module: ModuleId,
    /// Its place in the file.
    pub item: usize,
}

/// A parsed file with its imports resolved.
#[derive(Debug)]
pub struct Module {
    /// Its text.
    pub file: FileId,
    /// The path it was read from, in the form the file system takes.
    pub path: String,
    /// The tree.
    pub parse: Arc<Parse>,
    /// What is worked out from its tree alone.
    pub(crate) learned: Arc<Learned>,
    /// The module of each import name, and the place of the import.
    pub imports: BTreeMap<String, Import>,
    /// Unresolved import names, which were reported.
    pub lost: BTreeSet<String>,
    /// The scripts its items name, by the path as written.
    pub scripts: BTreeMap<String, FileId>,
    /// The files of words its items name, by the path as written.
    pub lists: BTreeMap<String, FileId>,
    /// Whether this file was requested; `false` for files loaded only by imports.
    pub root: bool,
}

/// An import that was found.
#[derive(Clone, Copy, Debug)]
pub struct Import {
    /// The module.
    pub module: ModuleId,
    /// The statement.
    pub span: Span,
}

/// All files of a run.
#[derive(Debug, Default)]
pub struct Project {
    /// Their texts.
    pub sources: Sources,
    /// The modules, each file once; those asked for come in the order given.
    pub modules: Vec<Module>,
    /// The plugins that were named or used.
    pub plugins: Vec<Plugin>,
    /// The errors of reading, parsing and importing the files.
    pub diagnostics: Vec<Diagnostic>,
    paths: OnceLock<Arc<[String]>>,
}

impl Project {
    /// A module by its id.
    pub fn module(&self, id: ModuleId) -> Option<&Module> {
        self.modules.get(id.0)
    }

    /// The edition of the language in which a module is read: its own, that of its plugin, or the newest. Linear in the
    /// plugins.
    pub fn edition(&self, id: ModuleId) -> i64 {
        let Some(module) = self.module(id) else { return EDITION };
        let folder = module.path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let plugin = || self.plugins.iter().find(|p| p.folder == folder).map(|p| p.manifest.edition);
        let own = module.parse.file.edition.map(|(edition, _)| edition);
        own.or_else(plugin).filter(|edition| (1..=EDITION).contains(edition)).unwrap_or(EDITION)
    }

    /// The module that a file is. Logarithmic: modules have their files in order.
    pub fn module_of(&self, file: FileId) -> Option<(ModuleId, &Module)> {
        let at = self.modules.binary_search_by_key(&file, |m| m.file).ok()?;
        Some((ModuleId(at), self.modules.get(at)?))
    }

    /// The paths of all modules.
    pub fn paths(&self) -> &Arc<[String]> {
        self.paths.get_or_init(|| self.modules.iter().map(|m| m.path.clone()).collect())
    }

    /// For each requested file, the files that it depends on, directly or indirectly: its imports and their
    /// scripts and words.
    pub fn read(&self) -> BTreeMap<String, BTreeSet<String>> {
        let name = |file: FileId| self.sources.get(file).map_or(String::new(), |f| f.name.clone());
        let of = |(id, module): (ModuleId, &Module)| {
            let (mut open, mut seen, mut files) = (vec![id], BTreeSet::from([id]), BTreeSet::new());
            while let Some(module) = open.pop().and_then(|id| self.module(id)) {
                files.insert(name(module.file));
                files.extend(module.scripts.values().chain(module.lists.values()).map(|file| name(*file)));
                open.extend(module.imports.values().map(|i| i.module).filter(|m| seen.insert(*m)));
            }
            (name(module.file), files)
        };
        self.roots().map(of).collect()
    }

    /// The requested modules.
    pub fn roots(&self) -> impl Iterator<Item = (ModuleId, &Module)> {
        self.modules.iter().enumerate().filter(|(_, m)| m.root).map(|(i, m)| (ModuleId(i), m))
    }
}
