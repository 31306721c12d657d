//! Coin-moving on the square grid: a coin goes to any free cell beside two other coins.
//!
//! Galliot, Gravier and Sivignon, An update on the coin-moving game on the square grid, 2021; numbers of
//! statements are the paper's. Nothing is grounded: the theory works on coins.

pub mod adjacency;
pub mod coins;
pub mod problem;
pub mod rectangle;
pub mod span;
