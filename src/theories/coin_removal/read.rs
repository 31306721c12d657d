//! Puzzles that are the game, by what their text means.
