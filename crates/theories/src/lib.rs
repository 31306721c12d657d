//! The table of theories: the games that the program knows theorems about.
//!
//! A game is a package beside this file and one line of the table. Outside tests, no other package depends on a
//! game.

use puzzlec_theory::{Games, Recognizer, Theories, Theory};

/// Two tables of the same games: their theories, and what only recognizes them, from which no theory can be reached.
macro_rules! games {
    ($($game:path),+ $(,)?) => {
        /// Every theory, by name.
        pub const THEORIES: &[&dyn Theory] = &[$(&$game),+];
        const RECOGNIZERS: &[&dyn Recognizer] = &[$(&$game),+];
    };
}

games![
    puzzlec_coin_moving::CoinMoving,
    puzzlec_coin_removal::CoinRemoval,
    puzzlec_gourds::Gourds,
    puzzlec_lights_out::LightsOut,
    puzzlec_peg_solitaire::PegSolitaire,
    puzzlec_coin_moving::poking::PokingGame,
    puzzlec_sliding_coins::SlidingCoins,
];

/// Every theory.
pub const ALL: Theories = Theories(THEORIES);
/// Every game, without its theory: a program that refers to this alone is linked without theories.
pub const GAMES: Games = Games::Recognized(RECOGNIZERS);
