//! Rows and rings beside brute force.
