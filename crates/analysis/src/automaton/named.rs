//! The automaton that a theory describes, beside the proved one.

use serde::Serialize;

use super::Machine;
use crate::Analysis;
use puzzlec_algebra::Automaton;
use puzzlec_algebra::automaton::{Letter, State};
use puzzlec_model::Model;
use puzzlec_task::SearchContext;
use puzzlec_theory::language::Family;
use puzzlec_theory::{NamedAutomaton, Puzzle};

/// The states of an automaton of a theory, which has the same output on every row.
#[derive(Clone, Debug, Serialize)]
pub struct NamedStates {
    /// Where it is described.
    pub source: String,
    /// Its states; the first is the one before any cell.
    pub states: Vec<NamedStateInfo>,
}

/// A state of an automaton of a theory.
#[derive(Clone, Debug, Serialize)]
pub struct NamedStateInfo {
    /// Its name.
    pub name: String,
    /// Its output.
    pub output: u32,
    /// Its successors, by letter.
    pub next: Vec<usize>,
    /// The state of the smallest automaton after the same rows.
    pub smallest: State,
}

/// The automaton that the theory of a puzzle describes.
pub(super) fn theorem(analysis: &Analysis, model: &Model, context: &SearchContext) -> Option<NamedAutomaton> {
    let puzzle = Puzzle::new(model);
    let taken = analysis.theories().of(&puzzle, &|_| true, &mut Vec::new(), context.budget()).ok()?;
    taken?.1.automaton()
}

/// An automaton of a theory beside the proved one, if it has the same output on every row.
pub(super) fn compared(machine: &Machine, family: &Family, named: NamedAutomaton) -> Option<NamedStates> {
    let letters: Option<Vec<usize>> = family
        .alphabet()
        .iter()
        .map(|content| named.contents.iter().position(|known| Letter::from(*known) == *content))
        .collect();
    let letters = letters?;
    let mut rows = Vec::new();
    for state in &named.states {
        let next = letters.iter().map(|letter| State::try_from(*state.next.get(*letter)?).ok());
        rows.push((state.output, next.collect::<Option<Vec<State>>>()?));
    }
    let theirs = Automaton::new(letters.len(), 0, &rows)?;
    if theirs.with_empty(0).difference(&machine.automaton.with_empty(0)).is_some() {
        return None;
    }
    // By state of theirs one of the smallest automaton: that after the first row that reaches it.
    let mut smallest: Vec<Option<State>> = vec![None; rows.len()];
    let mut open = vec![(theirs.start(), machine.start)];
    while let Some((state, other)) = open.pop() {
        if let Some(place @ None) = smallest.get_mut(state as usize) {
            *place = Some(other);
            let letters = (0..).zip(theirs.successors(state));
            open.extend(letters.map(|(letter, next)| (*next, machine.automaton.step(other, letter))));
        }
    }
    let states =
        named.states.into_iter().zip(rows).zip(smallest).map(|((state, (output, next)), smallest)| {
            let next = next.into_iter().map(|state| state as usize).collect();
            Some(NamedStateInfo { name: state.name, output, next, smallest: smallest? })
        });
    Some(NamedStates { source: named.source.to_owned(), states: states.collect::<Option<Vec<_>>>()? })
}
