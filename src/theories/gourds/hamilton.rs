//! Cycles through all cells.
