//! What the searches of the program have in common: of general search and of the theories that search by themselves.
//!
//! A [`Meter`](meter::Meter) polls the budget. A [`Table`] has every position once, with a number, its memory on account and, if
//! wanted, the way back. [`Buckets`] hold open positions by rank, [`by_levels`] goes breadth first over few items. A theory adds
//! its positions, moves and bounds.
//!
//! What is not here:
//! * the registry of general search, since threads insert into it together, and positions have up to some thousand bits;
//! * the sharded tables of gourds, for the same reason: a position and its number of moves share a key there;
//! * tables of rows of sliding coins, which have no fixed length, and of games of keys, whose length is known only at run
//!   time (`worlds` uses nothing above `base`);
//! * the loop that lets the smaller of two sides grow: sides meet in equal positions, in sets that contain each other or in
//!   mirror images, and grow by their levels, by a forecast or in turns, so that a loop for all would ask for more than it does;
//! * iterative deepening: one search cuts by a bound and forgets, the other by an exact number of moves and keeps what is
//!   dead;
//! * beams: that of gourds goes by numbers of one table, that of peg solitaire meets the levels of another side.

mod buckets;
mod levels;
pub mod meter;
mod table;

pub use buckets::Buckets;
pub use levels::by_levels;
pub use table::Table;
