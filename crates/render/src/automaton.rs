//! Automata of rows in words, and as graphs in DOT.

mod numbers;
mod picture;

use std::fmt::Write;

use serde::Serialize;

use super::explore::quoted;
use super::plan::{named, stop};
use super::words::{counted, grouped};
use puzzlec_analysis::{Answers, AutomatonReport, Comparison, Machine, NamedStates, RowAnswer, WitnessInfo};

pub use picture::picture;

/// The answers to questions about an automaton.
#[derive(Clone, Debug, Default, Serialize)]
pub struct AutomatonAnswers {
    /// Rows with their answers.
    pub rows: Vec<RowAnswer>,
    /// The number of accepted rows of a length.
    pub count: Option<CountedRows>,
    /// The accepted row of a length with a number.
    pub nth: Option<NumberedRow>,
    /// A comparison with another puzzle.
    pub against: Option<Comparison>,
    /// Whether the states of a theory are shown.
    #[serde(skip)]
    pub theory: bool,
}

/// The number of accepted rows of a length.
#[derive(Clone, Debug, Serialize)]
pub struct CountedRows {
    /// The number of cells.
    pub length: usize,
    /// The number of accepted rows, in digits.
    pub rows: String,
}

/// An accepted row by its number.
#[derive(Clone, Debug, Serialize)]
pub struct NumberedRow {
    /// The number of cells.
    pub length: usize,
    /// The number, from 1, in digits.
    pub number: String,
    /// The row; none if there are not as many.
    pub row: Option<String>,
}

impl AutomatonAnswers {
    fn is_empty(&self) -> bool {
        self.rows.is_empty() && self.count.is_none() && self.nth.is_none() && self.against.is_none()
    }
}

/// The automaton of a puzzle with its table, or the answers to questions about it.
pub fn report(report: &AutomatonReport, answers: &AutomatonAnswers) -> String {
    let mut text = named(&report.puzzle, &report.parameters, report.title.as_deref());
    text.push('\n');
    // Writing to a `String` cannot fail.
    if let Some(reason) = &report.stopped {
        let _ = writeln!(text, "not decided: {}", stop(reason));
    }
    match &report.automaton {
        Some(machine) => {
            if answers.is_empty() {
                match &machine.named {
                    Some(named) if answers.theory => theory(machine, named, &mut text),
                    None if answers.theory => {
                        text.push_str("no theory describes an automaton of these rows\n")
                    }
                    _ => table(machine, &mut text),
                }
            } else {
                answered(machine, answers, &mut text);
            }
        }
        None if report.stopped.is_none() => none(report, &mut text),
        None => {}
    }
    text
}

fn none(report: &AutomatonReport, text: &mut String) {
    let number = |rows: &[String]| grouped(rows.len() as u64);
    let shown = |witness: &WitnessInfo| {
        format!("{} beginnings, {} endings, checked", number(&witness.beginnings), number(&witness.endings))
    };
    let _ = match (report.states_refuted, &report.refuted) {
        (Some(states), Some(witness)) => {
            let states = counted(states as u64, "states");
            writeln!(text, "no automaton of rows of all contents has at most {states}: {}", shown(witness))
        }
        _ => writeln!(text, "no automaton was found"),
    };
    let growth: Vec<String> = report.growth.iter().map(|n| grouped(*n as u64)).collect();
    if !growth.is_empty() {
        let _ = writeln!(
            text,
            "beginnings of rows that some ending tells apart, by length from 0: {}",
            growth.join(", ")
        );
    }
    if let Some(witness) = &report.witness {
        let many = number(&witness.beginnings);
        let _ = writeln!(text, "every automaton has at least {many} states: {}", shown(witness));
        let listed = |rows: &[String]| {
            rows.iter().map(|row| if row.is_empty() { "-" } else { row }).collect::<Vec<_>>().join(" ")
        };
        let _ = writeln!(text, "  beginnings: {}", listed(&witness.beginnings));
        let _ = writeln!(text, "  endings:    {}", listed(&witness.endings));
    }
}

fn table(machine: &Machine, text: &mut String) {
    let states = counted(machine.states.len() as u64, "states");
    let _ = writeln!(text, "{states}, proved for rows of every length; {}", ends(machine));
    text.push('\n');
    let width = machine.states.len().to_string().len().max(3);
    let _ = write!(text, "   {:>5} ", "state");
    for letter in &machine.alphabet {
        let _ = write!(text, " {:>width$}", letter.mark);
    }
    text.push('\n');
    for (number, state) in machine.states.iter().enumerate() {
        let arrow = if number == machine.start as usize { ">" } else { " " };
        let _ = write!(text, " {arrow} {number:>5} ");
        for next in &state.next {
            let _ = write!(text, " {next:>width$}");
        }
        let _ = writeln!(text, "   {}", meaning(machine.answer, state.output));
    }
    if let Some(recurrence) = &machine.recurrence {
        numbers::numbers(recurrence, accepted(machine.answer), text);
    }
}

/// The states of a theory, each with that of the smallest automaton.
fn theory(machine: &Machine, named: &NamedStates, text: &mut String) {
    let (many, few) = (counted(named.states.len() as u64, "states"), machine.states.len());
    let _ = writeln!(
        text,
        "{many} of {}; the smallest automaton has the same answer on every row, with {few}\n",
        named.source
    );
    let name = |state: usize| named.states.get(state).map_or("", |state| state.name.as_str());
    let width = named.states.iter().map(|state| state.name.len()).max().unwrap_or(0).max(3);
    let _ = write!(text, "   {:>5} ", "state");
    for letter in &machine.alphabet {
        let _ = write!(text, " {:>width$}", letter.mark);
    }
    text.push_str("  smallest\n");
    for (number, state) in named.states.iter().enumerate() {
        let arrow = if number == 0 { ">" } else { " " };
        let _ = write!(text, " {arrow} {:>5} ", state.name);
        for next in &state.next {
            let _ = write!(text, " {:>width$}", name(*next));
        }
        let _ = writeln!(text, "  {:>8}   {}", state.smallest, meaning(machine.answer, state.output));
    }
}

/// The reason that play ends.
fn ends(machine: &Machine) -> String {
    match machine.measure.as_slice() {
        [] => "there are no moves".to_owned(),
        [one] => format!("every move lowers the number of {one}"),
        several => format!("every move lowers the first number that it changes, of {}", several.join(", ")),
    }
}

/// An output in words.
pub fn meaning(answers: Answers, output: u32) -> String {
    match (answers, output) {
        (Answers::Solvable, 0) => "unsolvable".to_owned(),
        (Answers::Solvable, _) => "solvable".to_owned(),
        (Answers::Grundy, value) => format!("value {value}"),
        (Answers::Winner, 0) => "second player wins".to_owned(),
        (Answers::Winner, _) => "first player wins".to_owned(),
    }
}

/// The accepted rows in words.
fn accepted(answers: Answers) -> &'static str {
    match answers {
        Answers::Solvable => "solvable",
        Answers::Grundy | Answers::Winner => "won by the first player",
    }
}

fn answered(machine: &Machine, answers: &AutomatonAnswers, text: &mut String) {
    for row in &answers.rows {
        let _ = writeln!(text, "{}: {} (state {})", row.row, meaning(machine.answer, row.output), row.state);
    }
    let accepted = accepted(machine.answer);
    if let Some(count) = &answers.count {
        let cells = counted(count.length as u64, "cells");
        let _ = writeln!(text, "rows of {cells} that are {accepted}: {}", count.rows);
    }
    if let Some(nth) = &answers.nth {
        let cells = counted(nth.length as u64, "cells");
        let _ = match &nth.row {
            Some(row) => writeln!(text, "row {} of {cells} that is {accepted}: {row}", nth.number),
            None => writeln!(text, "there are fewer than {} rows of {cells} that are {accepted}", nth.number),
        };
    }
    if let Some(other) = &answers.against {
        let _ = match (&other.differs_on, other.outputs) {
            (Some(row), Some((here, there))) => writeln!(
                text,
                "differs from {} on {row}: {} here, {} there; no shorter row differs",
                other.puzzle,
                meaning(other.answers.0, here),
                meaning(other.answers.1, there)
            ),
            _ => writeln!(text, "the same answer as {} on every row", other.puzzle),
        };
    }
}

/// The automaton as a graph in DOT. Accepting states have a double border, and values are in the labels.
pub fn dot(name: &str, machine: &Machine) -> String {
    let mut text = format!("digraph \"{}\" {{\n  rankdir=LR\n  node [shape=circle]\n", quoted(name));
    let _ = writeln!(text, "  start [shape=none, label=\"\"]\n  start -> {}", machine.start);
    for (number, state) in machine.states.iter().enumerate() {
        let label = match machine.answer {
            Answers::Grundy => format!("{number}\\n{}", meaning(machine.answer, state.output)),
            Answers::Solvable | Answers::Winner => number.to_string(),
        };
        let border = if state.output == 0 { "" } else { ", peripheries=2" };
        let _ = writeln!(text, "  {number} [label=\"{label}\"{border}]");
    }
    for (number, state) in machine.states.iter().enumerate() {
        let mut targets = state.next.clone();
        targets.sort_unstable();
        targets.dedup();
        for target in targets {
            let letters = machine.alphabet.iter().zip(&state.next).filter(|(_, next)| **next == target);
            let label: Vec<String> = letters.map(|(letter, _)| quoted(&letter.mark)).collect();
            let _ = writeln!(text, "  {number} -> {target} [label=\"{}\"]", label.join(", "));
        }
    }
    text.push_str("}\n");
    text
}
