//! Automata as pictures.

use std::collections::BTreeSet;

use crate::svg;
use puzzlec_analysis::{Answers, AutomatonReport, Machine};

/// The automaton as a picture in SVG, or that of a theory with its states.
pub fn picture(report: &AutomatonReport, machine: &Machine, theory: bool) -> String {
    let named = machine.named.as_ref().filter(|_| theory);
    let states: Vec<(String, u32, Vec<usize>)> = match named {
        Some(named) => {
            named.states.iter().map(|state| (state.name.clone(), state.output, state.next.clone())).collect()
        }
        None => {
            let next = |next: &[u32]| next.iter().map(|state| *state as usize).collect();
            machine
                .states
                .iter()
                .zip(0..)
                .map(|(s, number): (_, u32)| (number.to_string(), s.output, next(&s.next)))
                .collect()
        }
    };
    let mut arrows = Vec::new();
    for (from, (_, _, next)) in states.iter().enumerate() {
        let targets: BTreeSet<usize> = next.iter().copied().collect();
        for to in targets {
            let letters = machine.alphabet.iter().zip(next).filter(|(_, next)| **next == to);
            let letters: Vec<&str> = letters.map(|(letter, _)| letter.mark.as_str()).collect();
            arrows.push((from, to, letters.join(", ")));
        }
    }
    let named = |(name, output, _): &(String, u32, Vec<usize>)| match machine.answer {
        Answers::Grundy => (format!("{name}:{output}"), *output != 0),
        Answers::Solvable | Answers::Winner => (name.clone(), *output != 0),
    };
    let drawn: Vec<(String, bool)> = states.iter().map(named).collect();
    svg::automaton(report.title.as_deref().unwrap_or(&report.puzzle), &drawn, &arrows)
}
