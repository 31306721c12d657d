//! What an editor asks of a text's form: symbols, colours, folds, selections, links, layout.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

#[path = "ide/any.rs"]
mod any;
#[path = "support/files.rs"]
mod files;
#[path = "ide/layout.rs"]
mod layout;
#[path = "ide/lists.rs"]
mod lists;
#[path = "ide/selecting.rs"]
mod selecting;
#[path = "ide/shown.rs"]
mod shown;
mod support;
#[path = "ide/tokens.rs"]
mod tokens;
