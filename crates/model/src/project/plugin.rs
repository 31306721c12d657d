//! Plugins: folders of modules with a manifest, `plugin.toml`.

use super::load::unreadable;
use super::manifest::{MANIFEST, Manifest, manifest};
use super::path::{normal, shown, within};
use super::search::modules_in;
use super::{FileSystem, ReadError};
use puzzlec_base::diag::{Code, Diagnostic};
use puzzlec_base::{FileId, SourceFile, Sources, Span};

/// A plugin that was read.
#[derive(Clone, Debug)]
pub struct Plugin {
    /// Its folder.
    pub folder: String,
    /// Its `plugin.toml`.
    pub file: FileId,
    /// Its manifest.
    pub manifest: Manifest,
    /// The modules that it gives, by name: the puzzle files at its top.
    pub modules: Vec<String>,
}

/// Reads a plugin's manifest. `None` if its `plugin.toml` cannot be read; with other errors, the valid fields
/// keep their meaning.
pub fn read(
    files: &dyn FileSystem,
    folder: &str,
    sources: &mut Sources,
) -> (Option<Plugin>, Vec<Diagnostic>) {
    let folder = normal(folder);
    let path = within(&folder, MANIFEST);
    let leads_out = files.real(&path).is_some_and(|real| !real.ends_with(&format!("/{MANIFEST}")));
    let found = match files.read_regular(&path) {
        Ok(_) if leads_out => {
            Err(ReadError::Other(format!("it is a link to a file that is not named `{MANIFEST}`")))
        }
        found => found,
    };
    let text = match found {
        Ok(text) => text,
        Err(error) => {
            let file = sources.add(SourceFile::new(&path, ""));
            let at = Span::new(file, 0, 0);
            let fault = match error {
                ReadError::NotFound => {
                    let headline = format!("there is no plugin in `{}`", shown(&folder));
                    Diagnostic::new(Code::NoPlugin, at, headline)
                        .note(format!("a plugin folder has a `{MANIFEST}`"))
                        .help("`puzzlec plugin new NAME` writes a starter plugin")
                }
                error => unreadable(&path, &error, at),
            };
            return (None, vec![fault]);
        }
    };
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let file = sources.add(SourceFile::new(&path, text));
    let (manifest, diagnostics) = manifest(file, text);
    let modules = modules_in(files, &folder);
    (Some(Plugin { folder, file, manifest, modules }), diagnostics)
}

/// The scripts at the top of a plugin's folder that no file of it has loaded, so that they were not checked.
/// Each is represented by an empty text, for diagnostics.
pub fn unused_scripts(files: &dyn FileSystem, folder: &str, sources: &mut Sources) -> Vec<Diagnostic> {
    let folder = normal(folder);
    let scripts = files.entries(&folder).into_iter().filter(|e| !e.is_folder && e.name.ends_with(".rhai"));
    let mut found = Vec::new();
    for path in scripts.map(|e| within(&folder, &e.name)) {
        if sources.named(&path).is_none() {
            let file = sources.add(SourceFile::new(&path, ""));
            let headline = format!("no file of the plugin uses the script `{path}`");
            found.push(Diagnostic::new(Code::UnusedScript, Span::new(file, 0, 0), headline));
        }
    }
    found
}
