//! The theories of the games and the mathematics below them.

mod algebra;
mod coins;
mod gourds;
mod lights;
mod peg;
mod removal;
mod sliding;
mod theories;
