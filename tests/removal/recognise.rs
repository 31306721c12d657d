//! Puzzles that are the game, and puzzles that are not.
