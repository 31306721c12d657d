//! A second interpreter of PuzzleScript games, written from the description of their turns alone. It shares no code with
//! `puzzlec-worlds`: it reads the text itself, keeps the names of objects for each cell and applies rules as they are
//! written. It is slow and simple.
//!
//! [`verify`] replays plans and checks sets of boards that no key leaves.

mod cells;
mod certificate;
mod keys;
mod movement;
mod rewrite;
mod rules;
mod split;
mod text;
mod turn;

pub use cells::{Board, Cell};
pub use certificate::{Certificate, Claim, FORMAT, Rejected, replay, verify};
pub use keys::read_keys;
pub use text::{Game, Item, read};
pub use turn::{Draws, Pressed, State};
