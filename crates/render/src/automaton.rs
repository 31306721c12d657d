//! Automata of rows in words, and as graphs in DOT.

use std::fmt::Write;

use serde::Serialize;

use super::explore::quoted;
use super::plan::{named, stop};
use super::svg;
use super::words::{counted, grouped};
use puzzlec_analysis::{
    Answers, AutomatonReport, Comparison, Machine, NamedStates, Recurrence, RowAnswer, WitnessInfo,
};

/// Recurrences with more terms are not written out.
const MOST_TERMS: usize = 12;

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
        let targets: std::collections::BTreeSet<usize> = next.iter().copied().collect();
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
        numbers(recurrence, accepted(machine.answer), text);
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

/// The numbers of accepted rows by length.
fn numbers(recurrence: &Recurrence, accepted: &str, text: &mut String) {
    let _ =
        writeln!(text, "\nrows that are {accepted}, by length from 1: {}, …", recurrence.first.join(", "));
    if recurrence.coefficients.len() > MOST_TERMS {
        return;
    }
    let before = (1..).zip(&recurrence.coefficients).map(|(back, times)| (*times, format!("r(n-{back})")));
    let constant = (recurrence.constant, String::new());
    let sum = terms(before.chain([constant]).map(|(times, what)| (times.to_string(), what)));
    let _ = writeln!(text, "r(n) = {sum} for n >= {}", recurrence.from);
    let polynomial = |numbers: &[String]| {
        terms(numbers.iter().enumerate().map(|(exponent, times)| {
            let power = match exponent {
                0 => String::new(),
                1 => "x".to_owned(),
                _ => format!("x^{exponent}"),
            };
            (times.clone(), power)
        }))
    };
    let bracketed = |sum: String| if sum.contains(' ') { format!("({sum})") } else { sum };
    let [above, below] =
        [&recurrence.numerator, &recurrence.denominator].map(|side| bracketed(polynomial(side)));
    let _ = writeln!(text, "sum of r(n) x^n for n >= 1: {above} / {below}");
}

/// A sum of multiples, in mathematical notation.
fn terms(parts: impl Iterator<Item = (String, String)>) -> String {
    let mut text = String::new();
    for (times, what) in parts.filter(|(times, _)| times != "0") {
        let (sign, size) = times.strip_prefix('-').map_or(("+", times.as_str()), |size| ("-", size));
        text += match (text.is_empty(), sign) {
            (true, "+") => "",
            (true, _) => "-",
            (false, "+") => " + ",
            (false, _) => " - ",
        };
        text += match (size, what.is_empty()) {
            ("1", false) => "",
            _ => size,
        };
        text += match size != "1" && what.starts_with('r') {
            true => " ",
            false => "",
        };
        text += &what;
    }
    if text.is_empty() { "0".to_owned() } else { text }
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
