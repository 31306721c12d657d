//! The engine on tasks built by hand and on random ones, against naive searches written here.

mod agree;
mod bounds;
mod classes;
mod columns;
mod commuting;
mod count;
mod explore;
mod invariants;
mod known;
mod limits;
mod naive;
mod narrow;
mod order;
mod random;
mod renamed;
mod resume;
mod symmetry;
mod tasks;
mod within;
