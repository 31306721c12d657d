//! What editors ask of names: texts with a place marked by `¦`, and what is answered there.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

mod completing;
mod finding;
mod renaming;
mod robust;
mod telling;

use puzzlec_analysis::Analysis;
use puzzlec_analysis::ide::Edit;
use puzzlec_base::{FileId, Span};
use puzzlec_model::project::MemoryFiles;

/// Files with a place.
pub struct Marked {
    pub files: MemoryFiles,
    pub analysis: Analysis,
    pub file: FileId,
    pub offset: u32,
}

/// Files, of which one has the mark. The first is asked for, and all others it imports.
pub fn files(all: &[(&str, &str)]) -> Marked {
    let mut memory = MemoryFiles::default();
    let (mut name, mut offset) = (String::new(), 0);
    for (path, text) in all {
        if let Some(at) = text.find('¦') {
            (name, offset) = ((*path).to_owned(), at);
        }
        memory.0.insert((*path).to_owned(), text.replacen('¦', "", 1));
    }
    let roots: Vec<String> = all.iter().map(|f| f.0.to_owned()).filter(|p| p.ends_with(".puzzle")).collect();
    let analysis = Analysis::load(&memory, &roots);
    let file = analysis.sources().iter().find(|(_, f)| f.name == name).map_or(FileId(0), |f| f.0);
    Marked { files: memory, analysis, file, offset: u32::try_from(offset).unwrap() }
}

/// A file with a place.
pub fn text(text: &str) -> Marked {
    files(&[("main.puzzle", text)])
}

impl Marked {
    /// `name:line:column text`.
    pub fn place(&self, span: Span) -> String {
        let file = self.analysis.sources().get(span.file).unwrap();
        let at = file.line_col(span.start);
        let name = file.name.trim_end_matches(".puzzle");
        format!("{name}:{}:{} {}", at.line, at.column, file.slice(span).lines().next().unwrap_or(""))
    }

    pub fn places(&self, spans: impl IntoIterator<Item = Span>) -> Vec<String> {
        spans.into_iter().map(|s| self.place(s)).collect()
    }

    /// The texts after edits, those that change.
    pub fn edited(&self, edits: &[Edit]) -> Vec<String> {
        let mut texts = Vec::new();
        for (id, source) in self.analysis.sources().iter() {
            let mut here: Vec<&Edit> = edits.iter().filter(|e| e.span.file == id).collect();
            if here.is_empty() {
                continue;
            }
            here.sort_by_key(|e| e.span);
            let mut text = source.text.to_string();
            for edit in here.into_iter().rev() {
                text.replace_range(edit.span.range(), &edit.text);
            }
            texts.push(text);
        }
        texts
    }
}
