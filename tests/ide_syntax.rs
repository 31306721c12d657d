//! What an editor asks of a text's form: symbols, colours, folds, selections, links, layout.

mod any;
mod layout;
mod lists;
mod selecting;
mod shown;
mod tokens;
