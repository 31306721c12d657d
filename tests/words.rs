//! Words of the language, each through all of the program: the answers, certificates, pictures and messages.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

#[path = "words/layers.rs"]
mod layers;
