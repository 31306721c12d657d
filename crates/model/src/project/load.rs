//! Reading files and following their imports.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::path::{join, normal, shown, stem, within};
use super::search::{Finder, Lookup, SearchPath};
use super::{FileSystem, Import, Module, ModuleId, Parses, Project, ReadError, STDLIB_PREFIX, plugin, reach};
use puzzlec_base::diag::{Code, Diagnostic, closest};
use puzzlec_base::{FileId, SourceFile, Span};
use puzzlec_syntax::ast::{Item, ItemKind, Script, ScriptSource, Use, UseTarget, Visitor, visit};

/// Larger files are not read, in bytes.
pub const LARGEST_FILE: u64 = 64 << 20;

/// Reads the files at `paths` and everything that they import, including plugins. An unreadable file is a
/// diagnostic; all others keep their meaning.
pub fn load(files: &dyn FileSystem, paths: &[String], search: &SearchPath) -> Project {
    load_again(files, paths, search, &mut Parses::default())
}

/// As [`load`], with the trees of texts that were read before: only what changed is parsed.
pub fn load_again(
    files: &dyn FileSystem,
    paths: &[String],
    search: &SearchPath,
    parses: &mut Parses,
) -> Project {
    let mut loader = Loader {
        files,
        parses,
        finder: Finder::new(files, search),
        project: Project::default(),
        known: BTreeMap::new(),
    };
    for folder in &search.plugins {
        loader.named_plugin(&normal(folder));
    }
    for path in paths {
        loader.root(path);
    }
    let mut next = 0;
    while next < loader.project.modules.len() {
        loader.imports(ModuleId(next));
        loader.scripts(ModuleId(next));
        loader.lists(ModuleId(next));
        next += 1;
    }
    loader.circles();
    let Loader { project, parses, .. } = loader;
    parses.forget_others(&project);
    project
}

struct Loader<'a> {
    files: &'a dyn FileSystem,
    parses: &'a mut Parses,
    finder: Finder<'a>,
    project: Project,
    known: BTreeMap<String, ModuleId>,
}

impl Loader<'_> {
    fn root(&mut self, path: &str) {
        let key = normal(path);
        if let Some(id) = self.known.get(&key) {
            if let Some(module) = self.project.modules.get_mut(id.0) {
                module.root = true;
            }
            return;
        }
        // A file may be named as one likes, but one that is called a puzzle must be one.
        if path.ends_with(".puzzle")
            && let Err(mut d) = reach::puzzle(self.files, path, Span::default())
        {
            let file = self.project.sources.add(SourceFile::new(path, ""));
            d.primary.span = Span::new(file, 0, 0);
            self.project.diagnostics.push(*d);
            return;
        }
        match self.files.read_shared(path) {
            Ok(text) => {
                self.add(&key, path, text, true);
            }
            Err(error) => {
                let file = self.project.sources.add(SourceFile::new(path, ""));
                let d = self.meant(unreadable(path, &error, Span::new(file, 0, 0)), path, ".puzzle");
                self.project.diagnostics.push(d);
            }
        }
    }

    fn add(&mut self, key: &str, name: &str, text: Arc<str>, root: bool) -> ModuleId {
        let text = text.strip_prefix('\u{feff}').map_or_else(|| Arc::clone(&text), Arc::from);
        let source = self.parses.source(key, name, text);
        let file = self.project.sources.add(source.clone());
        let (parse, learned) = self.parses.parse(key, file, &source);
        self.project.diagnostics.extend(parse.diagnostics.iter().cloned());
        let id = ModuleId(self.project.modules.len());
        let module = Module {
            file,
            path: key.to_owned(),
            parse,
            learned,
            imports: BTreeMap::new(),
            lost: BTreeSet::new(),
            scripts: BTreeMap::new(),
            lists: BTreeMap::new(),
            root,
        };
        self.project.modules.push(module);
        self.known.insert(key.to_owned(), id);
        id
    }

    fn imports(&mut self, id: ModuleId) {
        let Some(module) = self.project.module(id) else { return };
        let path = module.path.clone();
        let uses: Vec<(Use, Span)> = module
            .parse
            .file
            .items
            .iter()
            .filter_map(|item| match &item.kind {
                ItemKind::Use(u) => Some((u.clone(), item.span)),
                _ => None,
            })
            .collect();
        for (item, span) in uses {
            let found = match &item.target {
                UseTarget::Module(name) => self.by_name(&path, &name.text, name.span),
                UseTarget::File(text) => self.by_path(&path, &text.value, text.span),
            };
            let name = match (&item.alias, &item.target) {
                (Some(alias), _) => alias.text.clone(),
                (None, UseTarget::Module(name)) => name.text.clone(),
                (None, UseTarget::File(text)) => stem(&text.value),
            };
            match found {
                Some(target) => self.bind(id, name, Import { module: target, span }),
                None => {
                    if let Some(module) = self.project.modules.get_mut(id.0) {
                        module.lost.insert(name);
                    }
                }
            }
        }
    }

    fn bind(&mut self, id: ModuleId, name: String, import: Import) {
        let Some(module) = self.project.modules.get_mut(id.0) else { return };
        if let Some(first) = module.imports.get(&name) {
            let d = Diagnostic::new(Code::DuplicateName, import.span, format!("`{name}` is imported twice"))
                .also(first.span, "first here");
            self.project.diagnostics.push(d);
            return;
        }
        module.imports.insert(name, import);
    }

    /// Beside the file first, then in plugins, then in the standard library.
    fn by_name(&mut self, importer: &str, name: &str, span: Span) -> Option<ModuleId> {
        let file = format!("{name}.puzzle");
        let inside = importer.starts_with(STDLIB_PREFIX);
        let beside = join(importer, &file);
        if !inside && beside != importer && (self.known.contains_key(&beside) || self.files.is_file(&beside))
        {
            return self.read(&beside, span);
        }
        match if inside { Lookup::Nowhere } else { self.finder.find(importer, name) } {
            Lookup::In(folder) => {
                self.plugin(&folder);
                return self.read(&within(&folder, &file), span);
            }
            Lookup::Twice(first, second) => {
                let headline = format!("two plugins provide a module `{name}`");
                let d = Diagnostic::new(Code::AmbiguousModule, span, headline)
                    .note(format!("they are `{}` and `{}`", shown(&first), shown(&second)))
                    .help(format!("choose one with `--plugin {}`, or import it by its path", shown(&first)));
                self.project.diagnostics.push(d);
                return None;
            }
            Lookup::Nowhere => {}
        }
        let key = format!("{STDLIB_PREFIX}{name}.puzzle");
        if let Some(id) = self.known.get(&key) {
            return Some(*id);
        }
        let Some(text) = puzzlec_stdlib::text(name) else {
            let mut d = Diagnostic::new(Code::ModuleNotFound, span, format!("there is no module `{name}`"));
            let mut known: Vec<String> = puzzlec_stdlib::names().map(str::to_owned).collect();
            if inside {
                d = d.note("looked in the standard library");
            } else {
                let places = self.finder.places(importer);
                d = d.note(format!("looked for `{beside}`, {places}, and in the standard library"));
                known.extend(self.finder.modules(importer));
            }
            self.project.diagnostics.push(d.suggest(name, span, known.iter().map(String::as_str)));
            return None;
        };
        Some(self.add(&key, &key, text.into(), false))
    }

    /// A requested plugin must have modules.
    fn named_plugin(&mut self, folder: &str) {
        self.plugin(folder);
        let plugins = &self.project.plugins;
        if let Some(plugin) = plugins.iter().find(|p| p.folder == folder && p.modules.is_empty()) {
            let headline = format!("the plugin in `{}` has no module", shown(folder));
            let d = Diagnostic::new(Code::EmptyPlugin, Span::new(plugin.file, 0, 0), headline).help(
                "a module is a `.puzzle` file at the top level of the folder, named with letters, digits and `_`",
            );
            self.project.diagnostics.push(d);
        }
    }

    /// Reads a plugin's manifest, once.
    fn plugin(&mut self, folder: &str) {
        if self.project.plugins.iter().any(|p| p.folder == folder) {
            return;
        }
        let (plugin, diagnostics) = plugin::read(self.files, folder, &mut self.project.sources);
        self.project.plugins.extend(plugin);
        self.project.diagnostics.extend(diagnostics);
    }

    fn by_path(&mut self, importer: &str, path: &str, span: Span) -> Option<ModuleId> {
        let key = join(importer, path);
        self.read(&key, span)
    }

    fn read(&mut self, key: &str, span: Span) -> Option<ModuleId> {
        if let Some(id) = self.known.get(key) {
            return Some(*id);
        }
        if let Err(d) = reach::puzzle(self.files, key, span) {
            self.project.diagnostics.push(*d);
            return None;
        }
        match self.files.read_regular_shared(key) {
            Ok(text) => Some(self.add(key, key, text, false)),
            Err(error) => {
                let d = self.meant(unreadable(key, &error, span), key, ".puzzle");
                self.project.diagnostics.push(d);
                None
            }
        }
    }

    fn scripts(&mut self, id: ModuleId) {
        let Some(module) = self.project.module(id) else { return };
        let path = module.path.clone();
        let named: Vec<(String, Span)> = module
            .parse
            .file
            .items
            .iter()
            .flat_map(|item| scripts_of(item))
            .filter_map(|s| match &s.source {
                ScriptSource::File(file) => Some((file.value.clone(), file.span)),
                ScriptSource::Inline(_) => None,
            })
            .collect();
        for (name, span) in named {
            if self.project.module(id).is_some_and(|m| m.scripts.contains_key(&name)) {
                continue;
            }
            if let Some(file) = self.beside(&path, &name, &reach::SCRIPT, span)
                && let Some(module) = self.project.modules.get_mut(id.0)
            {
                module.scripts.insert(name, file);
            }
        }
    }

    fn lists(&mut self, id: ModuleId) {
        let Some(module) = self.project.module(id) else { return };
        let path = module.path.clone();
        let named = module.parse.file.items.iter().filter_map(|item| match &item.kind {
            ItemKind::List(list) if list.in_file => Some((list.words.value.clone(), list.words.span)),
            _ => None,
        });
        for (name, span) in named.collect::<Vec<_>>() {
            if self.project.module(id).is_some_and(|m| m.lists.contains_key(&name)) {
                continue;
            }
            if let Some(file) = self.beside(&path, &name, &reach::WORDS, span)
                && let Some(module) = self.project.modules.get_mut(id.0)
            {
                module.lists.insert(name, file);
            }
        }
    }

    /// A file of this kind that a puzzle file names, in its folder, in one below or in its plugin.
    fn beside(&mut self, importer: &str, name: &str, kind: &reach::Kind, span: Span) -> Option<FileId> {
        let key = join(importer, name);
        if let Err(d) = reach::beside(self.files, importer, &key, (kind, span)) {
            self.project.diagnostics.push(*d);
            return None;
        }
        if let Some(file) = self.project.sources.named(&key) {
            return Some(file);
        }
        match self.files.read_regular(&key) {
            Ok(text) => Some(self.project.sources.add(SourceFile::new(&key, text))),
            Err(error) => {
                let d = self.meant(unreadable(&key, &error, span), &key, kind.ending);
                self.project.diagnostics.push(d);
                None
            }
        }
    }

    /// Proposes a file of nearly the same name in the folder of one that is not there.
    fn meant(&self, d: Diagnostic, key: &str, ending: &str) -> Diagnostic {
        let (folder, name) = key.rsplit_once('/').unwrap_or(("", key));
        let entries = if d.code == Code::FileNotFound { self.files.entries(folder) } else { Vec::new() };
        let files: Vec<String> = entries
            .into_iter()
            .filter(|e| !e.is_folder && e.name.ends_with(ending))
            .map(|e| e.name)
            .collect();
        let Some(best) = closest(name, files.iter().map(String::as_str)) else { return d };
        let span = d.primary.span;
        let written = self.project.sources.slice(span);
        match written.rfind(name) {
            Some(at) => {
                let start = span.start as usize + at;
                let place = Span::new(span.file, start, start + name.len());
                d.help(format!("did you mean `{best}`?")).fix(
                    format!("replace `{name}` by `{best}`"),
                    place,
                    best,
                    false,
                )
            }
            None => d.help(format!("did you mean `{best}`?")),
        }
    }

    /// Reports each circle of imports once, at the import that closes it.
    fn circles(&mut self) {
        let n = self.project.modules.len();
        let mut done = vec![false; n];
        let mut found = Vec::new();
        for root in 0..n {
            let mut stack: Vec<(usize, Vec<Import>)> = Vec::new();
            let edges = |m: usize| -> Vec<Import> {
                self.project.modules.get(m).map_or(Vec::new(), |m| {
                    let mut all: Vec<Import> = m.imports.values().copied().collect();
                    all.sort_by_key(|i| std::cmp::Reverse(i.span));
                    all
                })
            };
            if done.get(root).copied().unwrap_or(true) {
                continue;
            }
            stack.push((root, edges(root)));
            while let Some((node, rest)) = stack.last_mut() {
                let node = *node;
                let Some(import) = rest.pop() else {
                    if let Some(d) = done.get_mut(node) {
                        *d = true;
                    }
                    stack.pop();
                    continue;
                };
                let target = import.module.0;
                if let Some(from) = stack.iter().position(|(m, _)| *m == target) {
                    let names: Vec<String> = stack
                        .iter()
                        .skip(from)
                        .filter_map(|(m, _)| self.project.modules.get(*m))
                        .map(|m| format!("`{}`", m.path))
                        .collect();
                    found.push((import.span, names.join(" imports ")));
                } else if !done.get(target).copied().unwrap_or(true) {
                    stack.push((target, edges(target)));
                }
            }
        }
        for (span, path) in found {
            let d = Diagnostic::new(Code::ImportCycle, span, "this import closes a cycle")
                .note(format!("{path} imports the first file again"));
            self.project.diagnostics.push(d);
        }
    }
}

/// The scripts that an item names.
fn scripts_of(item: &Item) -> Vec<&Script> {
    struct Scripts<'t>(Vec<&'t Script>);
    impl<'t> Visitor<'t> for Scripts<'t> {
        fn script(&mut self, script: &'t Script) {
            self.0.push(script);
        }
    }
    let mut found = Scripts(Vec::new());
    visit(item, &mut found);
    found.0
}

pub(super) fn unreadable(path: &str, error: &ReadError, span: Span) -> Diagnostic {
    match error {
        ReadError::NotFound => {
            Diagnostic::new(Code::FileNotFound, span, format!("there is no file `{path}`"))
        }
        ReadError::IsDirectory => {
            Diagnostic::new(Code::FileUnreadable, span, format!("`{path}` is a directory, not a file"))
        }
        ReadError::NotUtf8(at) => Diagnostic::new(
            Code::NotUtf8,
            span,
            format!("`{path}` is not UTF-8: invalid byte at offset {at}"),
        )
        .help("save the file as UTF-8"),
        ReadError::TooLarge(limit) => {
            let text = format!("`{path}` is larger than {} MiB", limit >> 20);
            Diagnostic::new(Code::FileTooLarge, span, text)
        }
        ReadError::Other(why) => {
            Diagnostic::new(Code::FileUnreadable, span, format!("`{path}` cannot be read: {why}"))
        }
    }
}
