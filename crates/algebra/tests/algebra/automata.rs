//! Finite automata beside lists of words.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use num_bigint::BigUint;
use proptest::prelude::*;
use puzzlec_algebra::Automaton;
use puzzlec_algebra::automaton::{Counts, Letter};

/// All words of a length, in the order of letters.
fn all_words(letters: u32, length: usize) -> Vec<Vec<Letter>> {
    let mut words = vec![Vec::new()];
    for _ in 0..length {
        words = words.iter().flat_map(|w| (0..letters).map(|a| [w.as_slice(), &[a]].concat())).collect();
    }
    words
}

fn words_to(letters: u32, length: usize) -> impl Iterator<Item = Vec<Letter>> {
    (0..=length).flat_map(move |n| all_words(letters, n))
}

prop_compose! {
    /// Automata with 1 to 5 states, 2 letters and outputs up to 2.
    fn automata()(states in 1..=5_usize)
        (start in 0..states as u32, rows in prop::collection::vec(
            (0..3_u32, prop::collection::vec(0..states as u32, 2)), states)) -> Automaton {
        Automaton::new(2, start, &rows).unwrap()
    }
}

proptest! {
    #[test]
    fn the_minimal_automaton_agrees_and_no_two_of_its_states_do(a in automata()) {
        let m = a.minimised();
        prop_assert!(m.states() <= a.states());
        for w in words_to(2, 7) {
            prop_assert_eq!(a.value(w.clone()), m.value(w));
        }
        // Words up to the number of states separate all states.
        for p in 0..m.states() as u32 {
            for q in 0..p {
                prop_assert!(words_to(2, 5).any(|w| m.output(m.run_from(p, w.clone())) != m.output(m.run_from(q, w))));
            }
        }
        prop_assert_eq!(&m.minimised(), &m);
        let e = a.minimised_beside_empty();
        prop_assert!(e.states() <= m.states());
        prop_assert!(words_to(2, 7).skip(1).all(|w| a.value(w.clone()) == e.value(w)));
    }

    #[test]
    fn a_difference_is_the_first_word_on_which_two_automata_differ(a in automata(), b in automata()) {
        let first = words_to(2, 10).find(|w| a.value(w.clone()) != b.value(w.clone()));
        let found = a.difference(&b);
        prop_assert_eq!(found.is_none(), a.minimised() == b.minimised());
        match (first, found) {
            (Some(first), found) => prop_assert_eq!(Some(first), found),
            (None, found) => prop_assert!(found.is_none_or(|w| w.len() > 10)),
        }
    }

    #[test]
    fn a_product_has_a_function_of_both_outputs(a in automata(), b in automata()) {
        let both = a.product(&b, |x, y| 3 * x + y);
        prop_assert!(words_to(2, 7).all(|w| both.value(w.clone()) == 3 * a.value(w.clone()) + b.value(w)));
        prop_assert!(both.states() <= a.states() * b.states());
    }

    #[test]
    fn counts_numbers_and_lists_of_words_agree(a in automata()) {
        for length in 0..=7 {
            let expected: Vec<_> = all_words(2, length).into_iter().filter(|w| a.accepts(w.clone())).collect();
            prop_assert_eq!(a.count(length), BigUint::from(expected.len()));
            prop_assert_eq!(a.words(length).collect::<Vec<_>>(), expected.clone());
            let counts = Counts::new(&a, length);
            for (number, word) in expected.iter().enumerate() {
                let number = BigUint::from(number);
                prop_assert_eq!(counts.word(a.start(), length, &number), Some(word.clone()));
                prop_assert_eq!(counts.rank(a.start(), word), number);
            }
            prop_assert_eq!(counts.word(a.start(), length, &BigUint::from(expected.len())), None);
            for word in all_words(2, length) {
                let smaller = expected.iter().filter(|w| **w < word).count();
                prop_assert_eq!(counts.rank(a.start(), &word), BigUint::from(smaller));
            }
        }
    }

    #[test]
    fn a_restriction_reads_only_some_letters(a in automata()) {
        let flipped = a.restricted(&[1, 0]);
        let ones = a.restricted(&[1]);
        for w in words_to(2, 6) {
            prop_assert_eq!(flipped.value(w.iter().map(|l| 1 - l)), a.value(w));
        }
        prop_assert!((0..9).all(|n| ones.value(vec![0; n]) == a.value(vec![1; n])));
    }
}

#[test]
fn counts_of_ten_thousand_letters_are_exact() {
    // Words without two ones in a row: Fibonacci numbers.
    let rows = [(1, vec![0, 1]), (1, vec![0, 2]), (0, vec![2, 2])];
    let a = Automaton::new(2, 0, &rows).unwrap();
    let (mut x, mut y) = (BigUint::from(1_u32), BigUint::from(2_u32));
    for _ in 0..10_000 {
        (x, y) = (y.clone(), x + y);
    }
    assert_eq!(a.count(10_000), x);
    let counts = Counts::new(&a, 10_000);
    let last = counts.word(0, 10_000, &(&x - 1_u32)).unwrap();
    assert!(last.iter().enumerate().all(|(i, l)| *l == u32::from(i % 2 == 0)));
    assert_eq!(counts.rank(0, &last), x - 1_u32);
}

#[test]
fn a_table_that_is_no_automaton_is_refused() {
    assert_eq!(Automaton::new(2, 0, &[]), None);
    assert_eq!(Automaton::new(2, 1, &[(0, vec![0, 0])]), None);
    assert_eq!(Automaton::new(2, 0, &[(0, vec![0])]), None);
    assert_eq!(Automaton::new(2, 0, &[(0, vec![0, 1])]), None);
}

#[test]
fn letters_and_lengths_out_of_range_do_no_harm() {
    let a = Automaton::new(2, 0, &[(1, vec![0, 0])]).unwrap();
    assert_eq!(a.run([0, 7, 1]), 0);
    assert_eq!(Counts::new(&a, 3).from(9, 2), BigUint::ZERO);
    let none = Automaton::new(0, 0, &[(1, vec![])]).unwrap();
    assert_eq!((none.count(0), none.count(5)), (BigUint::from(1_u32), BigUint::ZERO));
    assert_eq!(none.words(0).count(), 1);
    assert_eq!(none.words(2).count(), 0);
}
