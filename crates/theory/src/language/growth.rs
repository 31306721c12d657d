//! Lower bounds on the number of states.

use std::collections::BTreeMap;

use super::oracle::Oracle;
use super::witness::Witness;
use super::{Family, Unlearned};
use puzzlec_algebra::automaton::Letter;

/// Maximum number of rows that are played.
const MOST_ROWS: usize = 1 << 16;
/// Maximum length of an ending.
const LONGEST: usize = 11;

/// By length of beginnings from 0, the number of classes of beginnings of that length: two are in different classes if
/// for some ending, of at most 11 cells, one row is won or solvable and the other is not. Every automaton has at
/// least as many states. With a beginning of each class of the first length that has the most of them.
pub(super) fn growth(family: &Family, oracle: &mut Oracle<'_>) -> Result<(Vec<usize>, Witness), Unlearned> {
    let letters = family.alphabet().len().max(2);
    let most = usize::try_from(MOST_ROWS.ilog(letters)).unwrap_or(0);
    let endings = most.saturating_sub(most / 3).min(LONGEST);
    let ends = || (0..=endings).flat_map(|n| words(family.alphabet(), n));
    let mut growth = Vec::new();
    let mut most_classes = BTreeMap::new();
    for length in 0..=most - endings {
        let mut classes: BTreeMap<Vec<bool>, Vec<Letter>> = BTreeMap::new();
        for beginning in words(family.alphabet(), length) {
            let mut answers = Vec::new();
            for ending in ends() {
                let row = [beginning.as_slice(), &ending].concat();
                // Bounded lines have at least one cell.
                answers.push(oracle.value(&row)? != 0);
            }
            classes.entry(answers).or_insert(beginning);
        }
        growth.push(classes.len());
        if classes.len() > most_classes.len() {
            most_classes = classes;
        }
    }
    let classes = most_classes.into_iter().map(|(answers, beginning)| (beginning, answers)).collect();
    Ok((growth, Witness::reduced(classes, ends().collect())))
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
