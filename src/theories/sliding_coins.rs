//! Sliding coins: on a line, k neighbouring coins move at a time to k free cells.
//!
//! Lin, Tsai, Tsai and Tsay, More on the One-Dimensional Sliding-Coin Puzzle, Discrete Applied Mathematics 162,
//! 2014; numbers of statements are the paper's. Nothing is grounded: the theory works on rows of coins.

pub mod bases;
pub mod problem;
pub mod row;
