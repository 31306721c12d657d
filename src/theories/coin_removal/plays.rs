//! Rules whose actions all are moves of the game.
