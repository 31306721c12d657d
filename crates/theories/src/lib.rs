//! The table of theories: the games that the program knows theorems about.
//!
//! A game is a package beside this file and one line of [`THEORIES`]. Outside tests, no other package depends on a
//! game.

use puzzlec_theory::{Theories, Theory};

/// Every theory, by name. A game is one package and one line here.
pub static THEORIES: [&dyn Theory; 7] = [
    &puzzlec_coin_moving::CoinMoving,
    &puzzlec_coin_removal::CoinRemoval,
    &puzzlec_gourds::Gourds,
    &puzzlec_lights_out::LightsOut,
    &puzzlec_peg_solitaire::PegSolitaire,
    &puzzlec_coin_moving::poking::PokingGame,
    &puzzlec_sliding_coins::SlidingCoins,
];

/// Every theory.
pub const ALL: Theories = Theories(&THEORIES);
