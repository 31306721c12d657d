//! Facts about a puzzle.
