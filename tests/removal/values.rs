//! The game of two players beside brute force.
