//! Sets of cells as words.

#[allow(dead_code)]
#[path = "../../src/search/word.rs"]
mod set;

use set::{Wide, Word};

#[test]
fn wide_words_are_like_narrow_ones() {
    let places = [0, 5, 63, 64, 70, 127];
    let wide = |set: u128| {
        (0..128).filter(|at| set >> at & 1 == 1).fold(Wide::<2>::NONE, |all, at| all | Word::cell(at))
    };
    let set = places.iter().fold(0_u128, |all, at| all | 1 << at);
    for by in [0, 1, 7, 63, 64, 65, 127] {
        assert_eq!(wide(set).up(by), wide(set.up(by)));
        assert_eq!(wide(set).down(by), wide(set.down(by)));
    }
    assert_eq!(wide(set).count(), places.len());
    assert_eq!(wide(set).each().filter_map(Word::lowest).collect::<Vec<_>>(), places);
    assert_eq!(wide(!set), !wide(set));
}
