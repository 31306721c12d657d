//! The semantic tokens that clients have.

use std::collections::BTreeMap;

use lsp_types::{SemanticToken, Uri};

/// The last tokens sent to clients, by document.
#[derive(Default)]
pub(crate) struct SemanticTokenCache {
    last: u64,
    pub(crate) of: BTreeMap<String, (String, Vec<SemanticToken>)>,
}

impl SemanticTokenCache {
    /// Removes a closed document.
    pub(crate) fn forget(&mut self, uri: &Uri) {
        self.of.remove(uri.as_str());
    }

    /// Stores the tokens sent for a document; returns their identifier.
    pub(crate) fn keep(&mut self, uri: &Uri, tokens: &[SemanticToken]) -> String {
        self.last += 1;
        let id = self.last.to_string();
        self.of.insert(uri.as_str().to_owned(), (id.clone(), tokens.to_vec()));
        id
    }
}
