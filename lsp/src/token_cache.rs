//! The semantic tokens that clients have.

use std::collections::BTreeMap;

use lsp_types::{SemanticToken, Uri};

/// What clients were sent last, by the document's address.
#[derive(Default)]
pub(crate) struct SemanticTokenCache {
    last: u64,
    pub(crate) of: BTreeMap<String, (String, Vec<SemanticToken>)>,
}

impl SemanticTokenCache {
    /// Forgets a document that was closed.
    pub(crate) fn forget(&mut self, uri: &Uri) {
        self.of.remove(uri.as_str());
    }

    /// Remembers what a document is sent, and gives it a number.
    pub(crate) fn keep(&mut self, uri: &Uri, tokens: &[SemanticToken]) -> String {
        self.last += 1;
        let id = self.last.to_string();
        self.of.insert(uri.as_str().to_owned(), (id.clone(), tokens.to_vec()));
        id
    }
}
