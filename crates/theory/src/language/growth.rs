//! Lower bounds on the number of states.

use std::collections::BTreeSet;

use super::oracle::Oracle;
use super::{Family, Unlearned};
use puzzlec_algebra::automaton::Letter;

/// Maximum number of rows that are played.
const MOST_ROWS: usize = 1 << 16;
/// Maximum length of an ending.
const LONGEST: usize = 11;

/// By length of beginnings from 0, the number of classes of beginnings of that length: two are in different classes if
/// for some ending, of at most 11 cells, one row is won or solvable and the other is not. Every automaton has at
/// least as many states.
pub(super) fn growth(family: &Family, oracle: &mut Oracle<'_>) -> Result<Vec<usize>, Unlearned> {
    let letters = family.alphabet().len().max(2);
    let most = usize::try_from(MOST_ROWS.ilog(letters)).unwrap_or(0);
    let endings = most.saturating_sub(most / 3).min(LONGEST);
    let mut growth = Vec::new();
    for length in 0..=most - endings {
        let mut classes: BTreeSet<Vec<bool>> = BTreeSet::new();
        for beginning in words(family.alphabet(), length) {
            let mut answers = Vec::new();
            for ending in (0..=endings).flat_map(|n| words(family.alphabet(), n)) {
                let row = [beginning.as_slice(), &ending].concat();
                // Bounded lines have at least one cell.
                answers.push(oracle.value(&row)? != 0);
            }
            classes.insert(answers);
        }
        growth.push(classes.len());
    }
    Ok(growth)
}

/// All words of a length.
fn words(alphabet: &[Letter], length: usize) -> impl Iterator<Item = Vec<Letter>> + '_ {
    let base = alphabet.len();
    let all = base.checked_pow(u32::try_from(length).unwrap_or(u32::MAX)).unwrap_or(0);
    (0..all).map(move |mut number| {
        let mut word = vec![0; length];
        for letter in word.iter_mut().rev() {
            *letter = alphabet.get(number % base).copied().unwrap_or(0);
            number /= base;
        }
        word
    })
}
