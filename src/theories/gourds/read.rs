//! Recognises the game.
