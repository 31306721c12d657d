//! Files and modules by their names, and the functions of scripts.

use super::{Completer, CompletionKind as Kind};
use puzzlec_base::Span;
use puzzlec_model::project::{FileSystem, STDLIB_PREFIX, module_names};
use puzzlec_script::{script_functions, script_tokens};
use puzzlec_syntax::TokenKind;

/// Maximum number of folders to search on a completion request, and of files to offer.
const MOST_FOLDERS: usize = 64;
const MOST_FILES: usize = 256;

impl Completer<'_, '_> {
    /// The modules that `use` may name.
    pub(super) fn modules(&mut self) {
        let own = self.own_path();
        let mut names: Vec<(String, String)> = Vec::new();
        for module in &self.context.project.modules {
            let beside = module.path != own && folder(&module.path) == folder(&own);
            let stem = module.path.rsplit('/').next().and_then(|n| n.strip_suffix(".puzzle"));
            if let Some(stem) = stem.filter(|_| beside) {
                names.push((stem.to_owned(), module.path.clone()));
            }
        }
        for plugin in &self.context.project.plugins {
            names.extend(plugin.modules.iter().map(|m| (m.clone(), plugin.folder.clone())));
        }
        names.extend(module_names().map(|m| (m.to_owned(), "standard library".to_owned())));
        for (name, detail) in names {
            let doc = self
                .context
                .project
                .modules
                .iter()
                .find(|m| m.path == format!("{STDLIB_PREFIX}{name}.puzzle"));
            let doc = doc.and_then(|m| m.parse.file.doc.clone()).unwrap_or_default();
            self.plain(Kind::Module, &name, &detail, &doc);
        }
    }

    /// Completion inside a string: paths of modules and scripts.
    pub(super) fn text(&mut self, start: u32) {
        let file = self.cursor.word.file;
        let rest = self.context.file_text(file).get(start as usize..).unwrap_or("");
        let length = rest.find(['"', '\n', '\r']).unwrap_or(rest.len());
        self.cursor.word = Span::new(file, start as usize, start as usize + length);
        let wanted = match self.cursor.back(1) {
            "use" => ".puzzle",
            "script" => ".rhai",
            "lines" => ".txt",
            _ => return,
        };
        let own = self.own_path();
        let known = self.context.project.sources.iter().map(|(_, f)| f.name.clone());
        let mut all: Vec<String> = known.filter(|n| n.ends_with(wanted) && *n != own).collect();
        // A script without references is not yet part of the project.
        if wanted != ".puzzle" {
            let more = self.files_below(wanted);
            all.extend(
                more.into_iter().filter(|p| !self.context.project.sources.iter().any(|f| f.1.name == *p)),
            );
        }
        for path in all.iter().filter(|p| !p.starts_with(STDLIB_PREFIX)) {
            let shown = relative(&own, path, wanted == ".puzzle");
            self.plain(Kind::File, &shown, path, "");
        }
    }

    /// The functions of the script before `::`.
    pub(super) fn functions(&mut self) {
        let before = self.cursor.before.iter().rev().find_map(|b| match b.kind {
            TokenKind::Text => Some(self.script_text(b.text.trim_matches('"'))),
            TokenKind::Script => Some(b.text.to_owned()),
            _ => None,
        });
        for function in script_functions(&script_tokens(&before.unwrap_or_default())) {
            self.plain(Kind::Function, function.name.text, &format!("fn {}", function.usage()), "");
        }
    }

    /// The text of a script by its path in the module. An incomplete item has not loaded it.
    fn script_text(&self, path: &str) -> String {
        let module = self.context.project.module(self.module);
        if let Some(file) = module.and_then(|m| m.scripts.get(path)) {
            return self.context.file_text(*file).to_owned();
        }
        let own = self.own_path();
        let all = self.files_below(".rhai");
        let wanted = all.iter().find(|p| relative(&own, p, false) == path);
        wanted.and_then(|p| self.files.read(p).ok()).unwrap_or_default()
    }

    /// The files with this ending in the file's folder and below; empty for a file without a folder.
    fn files_below(&self, ending: &str) -> Vec<String> {
        let own = self.own_path();
        let in_folder = own.contains('/') || !own.contains(':');
        if in_folder { below(self.files, &folder(&own), ending) } else { Vec::new() }
    }

    fn own_path(&self) -> String {
        self.context.project.module(self.module).map_or(String::new(), |m| m.path.clone())
    }
}

fn folder(path: &str) -> String {
    match path.rsplit_once('/') {
        Some(("", _)) => "/".to_owned(),
        Some((folder, _)) => folder.to_owned(),
        None => String::new(),
    }
}

/// The files in and below a folder with this ending, without hidden folders.
fn below(files: &dyn FileSystem, folder: &str, ending: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    let mut next = 0;
    while let Some(folder) = open.get(next).filter(|_| next < MOST_FOLDERS).cloned() {
        next += 1;
        for entry in files.entries(&folder) {
            let path = match folder.as_str() {
                "" => entry.name.clone(),
                folder => format!("{}/{}", folder.trim_end_matches('/'), entry.name),
            };
            match entry.is_folder {
                true if !entry.name.starts_with('.') => open.push(path),
                false if path.ends_with(ending) && found.len() < MOST_FILES => found.push(path),
                _ => {}
            }
        }
    }
    found
}

/// The path of a file as another file names it.
fn relative(from: &str, to: &str, dotted: bool) -> String {
    let folder: Vec<&str> = from.split('/').collect();
    let folder = folder.split_last().map_or(&[][..], |f| f.1);
    let parts: Vec<&str> = to.split('/').collect();
    let common = folder.iter().zip(&parts).take_while(|(a, b)| a == b).count();
    let up = folder.len() - common;
    let rest = parts.get(common..).unwrap_or(&[]).join("/");
    match up {
        0 if dotted => format!("./{rest}"),
        0 => rest,
        _ => format!("{}{rest}", "../".repeat(up)),
    }
}
