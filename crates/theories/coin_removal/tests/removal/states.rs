//! The automaton of Figure 1, and the numbers of accepted rows of any automaton.

use num_bigint::BigInt;
use puzzlec_algebra::Automaton;
use puzzlec_analysis::{Machine, Recurrence};
use puzzlec_coin_removal::states::{ALL, State};
use puzzlec_task::SearchContext;

use super::brute;
use crate::games;

fn after(word: &[bool]) -> State {
    word.iter().fold(State::START, |state, head| state.next(*head))
}

fn words(length: usize) -> impl Iterator<Item = Vec<bool>> {
    (0..1_u32 << length).map(move |bits| (0..length).map(|coin| bits >> coin & 1 == 1).collect())
}

#[test]
fn the_figure_accepts_what_can_be_removed() {
    let mut search = brute::Search::new(false, true);
    for word in (1..=12).flat_map(words) {
        assert_eq!(after(&word).accepts(), search.removable(&word), "{word:?}");
    }
}

/// The run that the paper prints, and the nodes that it names as accepting; e and f have to accept as well.
#[test]
fn the_figure_is_as_printed() {
    let run = |word: &str| -> String {
        let mut state = State::START;
        let letters = word.chars().map(|coin| {
            state = state.next(coin == '1');
            state.letter()
        });
        letters.collect()
    };
    assert_eq!(run("1010011"), "aejcgih");
    assert_eq!(ALL.len(), 11);
    let accepting: String =
        ALL.iter().filter(|(state, _)| state.accepts()).map(|(_, letter)| *letter).collect();
    assert_eq!(accepting, "acefhi");
    // With a, c, h and i alone these would not be accepted.
    assert_eq!((run("10"), run("110")), ("ae".to_owned(), "abf".to_owned()));
    let next = |state: State, head| ALL.iter().position(|(known, _)| *known == state.next(head)).unwrap();
    assert!(ALL.iter().all(|(state, _)| next(*state, true) < 11 && next(*state, false) < 11));
}

fn machine(text: &str) -> Machine {
    let analysis = games::load(text);
    let report = analysis.automaton(&analysis.puzzles()[0], &[], 100, SearchContext::unlimited()).unwrap();
    report.automaton.unwrap()
}

#[test]
fn states_of_the_theory_beside_the_smallest_automaton() {
    let text = "edition 2\nuse removal\npuzzle P { rules removal.takeAndClose; start row 101; goal empty }\n";
    let machine = machine(text);
    let named = machine.named.as_ref().unwrap();
    assert_eq!((named.states.len(), machine.states.len()), (11, 5));
    for word in (1..=10).flat_map(words) {
        let letters: Vec<u32> = word.iter().map(|head| u32::from(*head)).collect();
        let state = letters.iter().fold(0, |state, letter| named.states[state].next[*letter as usize]);
        let answer = machine.answer(&letters);
        assert_eq!(named.states[state].output, answer.output, "{word:?}");
        assert_eq!(named.states[state].smallest, answer.state, "{word:?}");
    }
    // Proposition 3.
    let found = machine.recurrence.unwrap();
    assert_eq!((found.coefficients.as_slice(), found.constant, found.from), ([1, 2].as_slice(), 1, 3));
    assert_eq!(found.first[..7], ["1", "2", "5", "10", "21", "42", "85"]);
    assert_eq!(found.numerator, ["0", "1", "0", "0"][..found.numerator.len()]);
    assert_eq!(found.denominator, ["1", "-2", "-1", "2"]);
}

/// A recurrence and a generating function against the numbers of an automaton.
fn right(automaton: &Automaton, found: &Recurrence) {
    const MOST: usize = 60;
    let numbers: Vec<BigInt> = (1..=MOST).map(|n| BigInt::from(automaton.count(n))).collect();
    let listed: Vec<String> = numbers.iter().take(found.first.len()).map(BigInt::to_string).collect();
    assert_eq!(found.first, listed);
    for n in found.from..=MOST {
        let before =
            found.coefficients.iter().enumerate().map(|(back, c)| match (n - 1).checked_sub(back + 1) {
                Some(at) => &numbers[at] * *c,
                None => BigInt::ZERO,
            });
        assert_eq!(numbers[n - 1], before.sum::<BigInt>() + found.constant, "{n} {found:?}");
    }
    // The product with the denominator is the numerator.
    let whole = |text: &String| -> BigInt { text.parse().unwrap() };
    for n in 0..=MOST {
        let terms = found.denominator.iter().enumerate().filter(|(back, _)| n > *back);
        let product: BigInt = terms.map(|(back, q)| whole(q) * &numbers[n - back - 1]).sum();
        assert_eq!(product, found.numerator.get(n).map_or(BigInt::ZERO, whole), "{n} {found:?}");
    }
}

#[test]
fn recurrences_of_random_automata() {
    let count = std::env::var("PUZZLEC_FUZZ").ok().and_then(|n| n.parse().ok()).unwrap_or(300);
    let mut seed = 5_u64;
    let mut below = |bound: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(seed >> 33).unwrap() % bound
    };
    for _ in 0..count {
        let (states, letters) = (1 + below(9), 1 + below(3));
        let rows: Vec<(u32, Vec<u32>)> = (0..states)
            .map(|_| (u32::from(below(3) == 0), (0..letters).map(|_| below(states) as u32).collect()))
            .collect();
        let automaton = Automaton::new(letters, 0, &rows).unwrap();
        let found = Recurrence::of(&automaton).unwrap();
        right(&automaton, &found);
        assert!(found.coefficients.len() <= states, "{found:?}");
    }
}
