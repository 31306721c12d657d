//! From text to tree. Parsing cannot fail: what is wrong becomes a diagnostic and an error node.

pub mod ast;
