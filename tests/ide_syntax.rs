//! What an editor asks of a text's form: symbols, colours, folds, selections, links, layout.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

mod any;
mod layout;
mod lists;
mod selecting;
mod shown;
mod tokens;
