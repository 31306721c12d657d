//! Trees that are kept from one reading of the files to the next.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::Project;
use puzzlec_base::FileId;
use puzzlec_syntax::{self, Parse};

/// The trees of texts, by path. A tree holds the id of its file, so a text is parsed from nothing where
/// the file has got another one, and else only where it differs.
#[derive(Debug, Default)]
pub struct Parses(BTreeMap<String, Kept>);

#[derive(Debug)]
struct Kept {
    file: FileId,
    text: Arc<str>,
    parse: Arc<Parse>,
}

impl Parses {
    pub(super) fn parse(&mut self, path: &str, file: FileId, text: &Arc<str>) -> Arc<Parse> {
        let kept = self.0.get(path).filter(|kept| kept.file == file);
        if let Some(kept) = kept.filter(|kept| kept.text == *text) {
            return Arc::clone(&kept.parse);
        }
        let parse = Arc::new(match kept {
            Some(kept) => puzzlec_syntax::parse_again(file, text, (&kept.text, &kept.parse)),
            None => puzzlec_syntax::parse(file, text),
        });
        let kept = Kept { file, text: Arc::clone(text), parse: Arc::clone(&parse) };
        self.0.insert(path.to_owned(), kept);
        parse
    }

    /// Removes files that are no longer part of the project.
    pub(super) fn forget_others(&mut self, project: &Project) {
        if self.0.len() > project.modules.len() {
            self.0.retain(|path, _| project.modules.iter().any(|m| m.path == *path));
        }
    }
}
