//! The cone against the truth, and its times.

use super::boards::*;
use puzzlec_peg_solitaire::refute::classes::{alike, witnesses};
use puzzlec_peg_solitaire::search::resource_counts::cone;

#[test]
fn the_central_game_is_not_refuted() {
    let board = english();
    let found = cone(&board, board.all() ^ 1 << 16, 1 << 16, unlimited()).unwrap();
    assert!(!found.refuted && found.budgets.iter().all(|&budget| budget > 0));
    assert!(found.pagodas.len() > 5 && found.pagodas.iter().all(|pagoda| pagoda.fits(&board)));
}

/// Of the single vacancies of the diamond that parity allows the cone refutes twelve.
#[test]
fn the_diamond_is_often_refuted() {
    let board = diamond();
    let even = witnesses(&board);
    let (mut refuted, mut all) = (0, 0);
    for from in 0..41 {
        for to in 0..41 {
            if alike(&even, board.all() ^ 1 << from, 1 << to) {
                all += 1;
                refuted += u32::from(
                    cone(&board, board.all() ^ 1 << from, 1 << to, unlimited())
                        .is_some_and(|cone| cone.refuted),
                );
            }
        }
    }
    assert_eq!((all, refuted), (100, 12));
}
