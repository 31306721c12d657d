//! The game of two players: Grundy values.
