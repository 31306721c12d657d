//! PuzzleScript games and puzzles with keys: worlds that react to a key.
//!
//! [`read`] turns a text into a [`Game`]: objects in layers, rules without shorthand, levels. [`World`] runs the turns of
//! one level; [`search`] finds the least number of keys that wins, or all boards that can occur. Rules are compiled to
//! operations on words of bits. The checker `puzzlec-worlds-check` is a second interpreter and shares nothing with this
//! package.

mod bits;
pub mod certificate;
pub mod colours;
mod draws;
mod engine;
pub mod game;
mod read;
pub mod search;
mod shape;
mod world;

pub use bits::Bits;
pub use draws::Draws;
pub use engine::Event;
pub use game::Game;
pub use read::{Named, Outline, Part, PartEntry, has_keys, is_game, outline, read, read_keys, write_keys};
pub use world::{Board, Key, Overrun, Step, Turn, World};
