//! The answer to a puzzle.
