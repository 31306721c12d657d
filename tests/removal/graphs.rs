//! Graphs beside brute force.
