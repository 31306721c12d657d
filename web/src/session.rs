//! The files of a session.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use puzzlec_analysis::host::{Host as Editor, Snapshot};
use puzzlec_analysis::keyed::is_keyed;
use puzzlec_model::project::{Entry, FileSystem, MemoryFiles, ReadError};
use serde::Deserialize;
use serde_json::json;

use crate::{Answer, Call, EDITING, SOLVING, Table};

/// Files, and what is known of them from one request to the next.
pub struct Session {
    editor: Editor,
    files: Shared,
    /// The requests that it answers.
    pub(crate) tables: &'static [Table],
}

/// Files that the editor's host reads as those of a disk.
#[derive(Clone, Default)]
struct Shared(Arc<Mutex<MemoryFiles>>);

impl Shared {
    fn with<T>(&self, work: impl FnOnce(&mut MemoryFiles) -> T) -> T {
        work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl FileSystem for Shared {
    fn read(&self, path: &str) -> Result<String, ReadError> {
        self.with(|files| files.read(path))
    }

    fn is_file(&self, path: &str) -> bool {
        self.with(|files| files.is_file(path))
    }

    fn entries(&self, folder: &str) -> Vec<Entry> {
        self.with(|files| files.entries(folder))
    }
}

impl Default for Session {
    fn default() -> Self {
        Session::new()
    }
}

impl Session {
    /// A session without files.
    pub fn new() -> Self {
        let files = Shared::default();
        Session { editor: Editor::new(Box::new(files.clone())), files, tables: &[EDITING, SOLVING] }
    }

    /// A session without files for texts and boards alone: it answers no request for a solution, a number, a test or a proof,
    /// and a program that makes no other session is linked without searches and theories.
    pub fn for_editing() -> Self {
        let files = Shared::default();
        Session { editor: Editor::without_theories(Box::new(files.clone())), files, tables: &[EDITING] }
    }

    /// A session with these texts, by name.
    pub fn of(texts: BTreeMap<String, String>) -> Self {
        let mut session = Session::new();
        for (file, text) in texts {
            session.set(&file, text);
        }
        session
    }

    /// The texts of all files, by name.
    pub fn texts(&self) -> BTreeMap<String, String> {
        self.files().0
    }

    /// The files as the editor's queries see them.
    pub(crate) fn snapshot(&mut self) -> Arc<Snapshot> {
        self.editor.snapshot()
    }

    /// All files.
    pub(crate) fn files(&self) -> MemoryFiles {
        self.files.with(|files| files.clone())
    }

    /// The text of a file.
    ///
    /// # Errors
    /// There is no such file.
    pub(crate) fn text(&self, file: &str) -> Result<String, String> {
        self.files.read(file).map_err(|_| unknown(file))
    }

    fn set(&mut self, file: &str, text: String) {
        let before = self.files.with(|files| files.0.insert(file.to_owned(), text.clone()));
        let changed = before.as_ref() != Some(&text);
        // Other files are data, which the editor's host reads when it needs them.
        let is_open = file.ends_with(".rhai") || (file.ends_with(".puzzle") && !is_keyed(file, &text));
        match is_open {
            true if self.editor.document(file).is_some() => self.editor.edit(file, None, &text),
            true => self.editor.open(file, &text, 0),
            false => self.editor.close(file),
        }
        if before.is_none() || changed && !is_open {
            self.editor.disk_changed();
        }
    }

    fn drop_file(&mut self, file: &str) {
        self.files.with(|files| files.0.remove(file));
        self.editor.close(file);
    }
}

/// The failure of a request for a file that the session does not have.
pub(crate) fn unknown(file: &str) -> String {
    format!("there is no file `{file}`")
}

#[derive(Deserialize)]
struct Files {
    files: BTreeMap<String, String>,
}

#[derive(Deserialize)]
struct Change {
    file: String,
    text: String,
}

#[derive(Deserialize)]
pub(crate) struct OfFile {
    pub(crate) file: String,
}

/// Replaces all files.
pub(crate) fn files(session: &mut Session, call: &Call) -> Answer {
    let Files { files } = call.read()?;
    let gone: Vec<String> = session.files().0.into_keys().filter(|file| !files.contains_key(file)).collect();
    gone.iter().for_each(|file| session.drop_file(file));
    for (file, text) in files {
        session.set(&file, text);
    }
    Ok(json!({}))
}

/// Sets the text of a file.
pub(crate) fn change(session: &mut Session, call: &Call) -> Answer {
    let Change { file, text } = call.read()?;
    session.set(&file, text);
    Ok(json!({}))
}

/// Removes a file.
pub(crate) fn remove(session: &mut Session, call: &Call) -> Answer {
    let OfFile { file } = call.read()?;
    session.drop_file(&file);
    Ok(json!({}))
}

/// The text of a file, also of the standard library.
pub(crate) fn source(session: &mut Session, call: &Call) -> Answer {
    let OfFile { file } = call.read()?;
    let text = session.snapshot().files().read(&file).map_err(|_| unknown(&file))?;
    Ok(json!({ "text": text }))
}
