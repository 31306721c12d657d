//! Where plugins are looked for, and in which order.

use std::collections::BTreeMap;

use super::FileSystem;
use super::manifest::MANIFEST;
use super::path::{around, folder, normal, shown, within};

/// A file in a plugin's folder, or at most this number of folders below it, sees the plugin's modules.
const DEEPEST: usize = 3;
/// The folder beside a file in which plugins are looked for.
const PLUGINS: &str = "puzzles";

/// The search path for plugins, in addition to the folders around the importing file. Plain data, so that
/// loading needs no environment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchPath {
    /// Plugins that come before all others, by their folders, in this order.
    pub plugins: Vec<String>,
    /// Folders of plugins, or plugins, that come after all others, in this order.
    pub path: Vec<String>,
}

/// The folders of all plugins that a file may use, the first first.
pub fn plugins(files: &dyn FileSystem, search: &SearchPath, file: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for folder in Finder::new(files, search).levels(&normal(file)).into_iter().flatten() {
        if !found.contains(&folder) {
            found.push(folder);
        }
    }
    found
}

/// The modules of a plugin: the puzzle files at its top whose names are valid in `use`.
pub(super) fn modules_in(files: &dyn FileSystem, folder: &str) -> Vec<String> {
    let is_name = |name: &&str| {
        name.starts_with(|c: char| c.is_alphabetic() || c == '_')
            && name.chars().all(|c| c.is_alphanumeric() || c == '_')
    };
    let entries = files.entries(folder).into_iter().filter(|e| !e.is_folder);
    entries.filter_map(|e| e.name.strip_suffix(".puzzle").filter(is_name).map(str::to_owned)).collect()
}

/// Which plugin gives a module.
pub(super) enum Lookup {
    /// None.
    Nowhere,
    /// The plugin in this folder.
    In(String),
    /// Two that nothing puts before each other.
    Twice(String, String),
}

/// Looks for modules in plugins, and lists every folder only once.
pub(super) struct Finder<'a> {
    files: &'a dyn FileSystem,
    search: &'a SearchPath,
    inside: BTreeMap<String, Vec<String>>,
}

impl<'a> Finder<'a> {
    pub(super) fn new(files: &'a dyn FileSystem, search: &'a SearchPath) -> Self {
        Finder { files, search, inside: BTreeMap::new() }
    }

    /// The plugin that gives a module to an importing file. No file imports itself.
    pub(super) fn find(&mut self, importer: &str, name: &str) -> Lookup {
        let file = format!("{name}.puzzle");
        for level in self.levels(importer) {
            let mut giving = level.into_iter().filter(|plugin| {
                let path = within(plugin, &file);
                path != importer && self.files.is_file(&path)
            });
            match (giving.next(), giving.next()) {
                (None, _) => {}
                (Some(one), None) => return Lookup::In(one),
                (Some(first), Some(second)) => return Lookup::Twice(first, second),
            }
        }
        Lookup::Nowhere
    }

    /// The names of all modules that plugins give to a file.
    pub(super) fn modules(&mut self, importer: &str) -> Vec<String> {
        let files = self.files;
        self.levels(importer).iter().flatten().flat_map(|plugin| modules_in(files, plugin)).collect()
    }

    /// Where plugins are looked for, in words: "in the plugin `a`, for plugins in `b` and `c`".
    pub(super) fn places(&self, importer: &str) -> String {
        let here = folder(importer);
        let named = self.search.plugins.iter().map(|p| normal(p));
        let mut words: Vec<String> = named.map(|p| format!("in the plugin `{}`", shown(&p))).collect();
        let mut folders = vec![here.clone(), within(&here, PLUGINS)];
        folders.extend(self.search.path.iter().map(|p| normal(p)));
        let mut folders: Vec<String> = folders.iter().map(|f| format!("`{}`", shown(f))).collect();
        let last = folders.pop().unwrap_or_default();
        words.push(format!("for plugins in {} and {last}", folders.join(", ")));
        words.join(", ")
    }

    /// The plugins that a file may use: those of a level come before those of the next.
    fn levels(&mut self, importer: &str) -> Vec<Vec<String>> {
        let here = folder(importer);
        let mut levels: Vec<Vec<String>> = self.search.plugins.iter().map(|p| vec![normal(p)]).collect();
        levels.extend(self.home(&here).map(|plugin| vec![plugin]));
        levels.push(self.inside(&here));
        levels.push(self.inside(&within(&here, PLUGINS)));
        for place in &self.search.path {
            let place = normal(place);
            levels.push(if self.is_plugin(&place) { vec![place] } else { self.inside(&place) });
        }
        levels
    }

    /// The plugin that a folder belongs to.
    fn home(&self, here: &str) -> Option<String> {
        let mut folder = Some(here.to_owned());
        for _ in 0..=DEEPEST {
            let tried = folder?;
            if self.is_plugin(&tried) {
                return Some(tried);
            }
            folder = around(&tried);
        }
        None
    }

    fn is_plugin(&self, folder: &str) -> bool {
        self.files.is_file(&within(folder, MANIFEST))
    }

    /// The plugins with a folder in this folder.
    fn inside(&mut self, folder: &str) -> Vec<String> {
        if let Some(known) = self.inside.get(folder) {
            return known.clone();
        }
        let folders = self.files.entries(folder).into_iter().filter(|e| e.is_folder);
        let found: Vec<String> =
            folders.map(|e| within(folder, &e.name)).filter(|f| self.is_plugin(f)).collect();
        self.inside.insert(folder.to_owned(), found.clone());
        found
    }
}
