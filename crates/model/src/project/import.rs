//! Where a file names another module to use.

use super::Module;
use puzzlec_base::Span;
use puzzlec_base::diag::TextEdit;
use puzzlec_syntax::ast::ItemKind;

impl Module {
    /// An edit that inserts the line `use NAME` in the module's text: below the other imports, otherwise
    /// below the edition and the file's documentation.
    pub fn import(&self, text: &str, name: &str) -> TextEdit {
        let mut uses = self.parse.file.items.iter().filter(|i| matches!(i.kind, ItemKind::Use(_)));
        let place = uses.next_back().map(|last| last.span.end as usize).or_else(|| end_of_head(text));
        let (at, line) = match place {
            Some(place) => {
                let rest = text.get(place..).unwrap_or("");
                (place + rest.find(['\n', '\r']).unwrap_or(rest.len()), format!("\nuse {name}"))
            }
            None => (0, format!("use {name}\n\n")),
        };
        TextEdit { span: Span::new(self.file, at, at), text: line }
    }
}

/// Where the last of the lines ends that a file begins with: its edition and `//!`.
fn end_of_head(text: &str) -> Option<usize> {
    let mut end = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let words = line.trim();
        if words.starts_with("edition") || words.starts_with("//!") {
            end = Some(at + line.trim_end().len());
        } else if !words.is_empty() && (!words.starts_with("//") || words.starts_with("///")) {
            break;
        }
        at += line.len();
    }
    end
}
