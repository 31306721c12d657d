//! The automaton of a puzzle's rows.

mod named;
mod recurrence;

use num_bigint::BigUint;
use serde::Serialize;

use super::{Analysis, PuzzleInfo, solve};
use puzzlec_algebra::Automaton;
use puzzlec_algebra::automaton::{Counts, Letter, State};
use puzzlec_base::diag::{Diagnostic, Stop};
use puzzlec_task::SearchContext;
use puzzlec_theory::language::witness::Witness;
use puzzlec_theory::language::{Aim, Family, Found, Refused};

pub use named::NamedStates;
pub use recurrence::Recurrence;

/// The answer for the starts of a puzzle on a line.
#[derive(Clone, Debug, Serialize)]
pub struct AutomatonReport {
    /// The file.
    pub file: String,
    /// The puzzle.
    pub puzzle: String,
    /// Its title.
    pub title: Option<String>,
    /// The values of its parameters.
    pub parameters: std::collections::BTreeMap<String, i64>,
    /// The automaton, if one was found and proved.
    pub automaton: Option<Machine>,
    /// If none was found: the greatest number of states for which all guesses were refuted, if there is one.
    pub states_refuted: Option<usize>,
    /// If none was found: by length from 0, the number of beginnings of rows that differ for some ending.
    pub growth: Vec<usize>,
    /// If none was found: rows that prove the greatest of these numbers.
    pub witness: Option<WitnessInfo>,
    /// If none was found: rows of all contents that prove that no automaton has at most `states_refuted` states.
    pub refuted: Option<WitnessInfo>,
    /// The reason that nothing was decided.
    pub stopped: Option<Stop>,
}

/// Beginnings of rows each two of which some ending tells apart, so that every automaton has a state for each.
#[derive(Clone, Debug, Serialize)]
pub struct WitnessInfo {
    /// The beginnings, written by marks.
    pub beginnings: Vec<String>,
    /// The endings.
    pub endings: Vec<String>,
}

/// An automaton that gives the right answer for all rows.
#[derive(Clone, Debug, Serialize)]
pub struct Machine {
    /// What its outputs mean.
    pub answer: Answers,
    /// The letters, in order.
    pub alphabet: Vec<LetterInfo>,
    /// The state before any cell.
    pub start: State,
    /// The states.
    pub states: Vec<StateInfo>,
    /// The kinds of pieces of which every move lowers the first number that it changes; `pieces` are all.
    pub measure: Vec<String>,
    /// The number of states on the rows of all contents, which the proof is about.
    pub all_contents: usize,
    /// The number of cases of the proof.
    pub cases: usize,
    /// The number of accepted rows by length.
    pub recurrence: Option<Recurrence>,
    /// The states that a theory has for these rows, which have the same answers.
    pub named: Option<NamedStates>,
    /// The same as `states`; the output on the empty row means nothing.
    #[serde(skip)]
    pub automaton: Automaton,
}

/// The meaning of outputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Answers {
    /// 1: the row is solvable.
    Solvable,
    /// The Grundy value; the first player wins unless it is 0.
    Grundy,
    /// 1: the first player wins.
    Winner,
}

/// A letter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LetterInfo {
    /// Its mark.
    pub mark: String,
    /// The piece, or "empty".
    pub content: String,
}

/// A state.
#[derive(Clone, Debug, Serialize)]
pub struct StateInfo {
    /// Its output.
    pub output: u32,
    /// Its successors, by letter.
    pub next: Vec<State>,
}

/// A row with its answer.
#[derive(Clone, Debug, Serialize)]
pub struct RowAnswer {
    /// The row.
    pub row: String,
    /// The state after it.
    pub state: State,
    /// The output of the state.
    pub output: u32,
}

/// The comparison of two automata.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    /// The other file.
    pub file: String,
    /// The other puzzle.
    pub puzzle: String,
    /// The shortest row on which they differ, and the first of these; none if they agree on all rows.
    pub differs_on: Option<String>,
    /// The output for it here, and there.
    pub outputs: Option<(u32, u32)>,
    /// What the outputs mean, here and there.
    pub answers: (Answers, Answers),
}

impl Machine {
    /// The letters of a row, written by its marks; blanks between them are allowed.
    ///
    /// # Errors
    /// A mark of no letter, or a row without a cell; a message for people.
    pub fn word(&self, text: &str) -> Result<Vec<Letter>, String> {
        let letter = |mark: char| {
            let at = self.alphabet.iter().position(|l| l.mark.starts_with(mark));
            at.and_then(|at| Letter::try_from(at).ok())
        };
        let marks = || self.alphabet.iter().map(|l| format!("`{}`", l.mark)).collect::<Vec<_>>().join(", ");
        let word: Result<Vec<Letter>, String> = text
            .chars()
            .filter(|c| !c.is_whitespace())
            .map(|c| {
                letter(c).ok_or_else(|| format!("`{c}` is no mark of these rows; the marks are {}", marks()))
            })
            .collect();
        word.and_then(|w| if w.is_empty() { Err("a row has at least one cell".to_owned()) } else { Ok(w) })
    }

    /// A row, written by its marks.
    pub fn text(&self, word: &[Letter]) -> String {
        word.iter().filter_map(|l| self.alphabet.get(*l as usize)).map(|l| l.mark.as_str()).collect()
    }

    /// The answer for a row.
    pub fn answer(&self, word: &[Letter]) -> RowAnswer {
        let state = self.automaton.run(word.iter().copied());
        RowAnswer { row: self.text(word), state, output: self.automaton.output(state) }
    }

    /// The number of accepted rows of a length; of length 0 there is none.
    pub fn count(&self, length: usize) -> BigUint {
        if length == 0 { BigUint::ZERO } else { self.automaton.count(length) }
    }

    /// The accepted row of a length with this number, from 1, in the order of letters.
    pub fn nth(&self, length: usize, number: &BigUint) -> Option<Vec<Letter>> {
        if length == 0 || *number == BigUint::ZERO {
            return None;
        }
        Counts::new(&self.automaton, length).word(self.start, length, &(number - 1_u32))
    }

    /// Compares with the automaton of another puzzle. If the outputs mean different things, only accepted rows are compared.
    ///
    /// # Errors
    /// The rows have other marks; a message for people.
    pub fn compare(&self, file: &str, puzzle: &str, other: &Machine) -> Result<Comparison, String> {
        let marks = |machine: &Machine| machine.alphabet.iter().map(|l| l.mark.clone()).collect::<Vec<_>>();
        if marks(self) != marks(other) {
            let (here, there) = (marks(self).concat(), marks(other).concat());
            return Err(format!("the rows have different marks: `{here}` here, `{there}` in `{puzzle}`"));
        }
        let alike = self.answer == other.answer;
        // Without values of both there are only winners.
        let meant = |answer| if !alike && answer == Answers::Grundy { Answers::Winner } else { answer };
        let answers = (meant(self.answer), meant(other.answer));
        let of = |machine: &Machine| {
            machine.automaton.with_outputs(|o| if alike { o } else { o.min(1) }).with_empty(0)
        };
        let (here, there) = (of(self), of(other));
        let differs = here.difference(&there);
        let outputs =
            differs.as_ref().map(|w| (here.value(w.iter().copied()), there.value(w.iter().copied())));
        let differs_on = differs.map(|w| self.text(&w));
        Ok(Comparison { file: file.to_owned(), puzzle: puzzle.to_owned(), differs_on, outputs, answers })
    }
}

impl Analysis {
    /// The automaton of the starts of a puzzle on a line, with at most `most` states on rows of all contents.
    ///
    /// # Errors
    /// The errors of the puzzle. A reached limit is part of the report.
    pub fn automaton(
        &self,
        puzzle: &PuzzleInfo,
        set: &[(String, i64)],
        most: usize,
        context: impl Into<SearchContext>,
    ) -> Result<AutomatonReport, Vec<Diagnostic>> {
        let context = &context.into();
        let values = solve::values(self, puzzle, set)?;
        let model = solve::family(self, puzzle, &values, context.budget())?;
        let mut report = AutomatonReport {
            file: self.sources().get(puzzle.file).map_or(String::new(), |f| f.name.clone()),
            puzzle: model.name.clone(),
            title: model.title.clone(),
            parameters: model.values.iter().map(|(k, v)| (k.clone(), *v)).collect(),
            automaton: None,
            states_refuted: None,
            growth: Vec::new(),
            witness: None,
            refuted: None,
            stopped: None,
        };
        if model.has_consequences() {
            report.stopped = Some(Stop::unsupported(
                "the moves of this puzzle have consequences, which no automaton covers",
            ));
            return Ok(report);
        }
        let family = match Family::of(&model, context.budget()) {
            Ok(family) => family,
            Err(Refused::Wrong(diagnostics)) => return Err(diagnostics),
            Err(Refused::Stopped(stop)) => {
                report.stopped = Some(solve::reported_stop(&model, stop)?);
                return Ok(report);
            }
            Err(Refused::Unsuited(why)) => {
                report.stopped =
                    Some(Stop::unsupported(format!("automata are built for rows of pieces only, and {why}")));
                return Ok(report);
            }
        };
        match family.automaton(most, context) {
            Ok(Found::Automaton(proved)) => {
                let mut machine = machine(&family, proved);
                machine.named = named::theorem(self, &model, context)
                    .and_then(|named| named::compared(&machine, &family, named));
                report.automaton = Some(machine);
            }
            Ok(Found::None { states, growth, witness, refuted }) => {
                report.states_refuted = states;
                report.growth = growth;
                report.witness = Some(written(&family, &witness));
                report.refuted = refuted.map(|witness| written(&family, &witness));
            }
            Ok(Found::Stopped(limit)) => report.stopped = Some(limit.into()),
            Err(stop) => report.stopped = Some(solve::reported_stop(&model, stop)?),
        }
        Ok(report)
    }
}

fn machine(family: &Family, proved: puzzlec_theory::language::Proved) -> Machine {
    let automaton = proved.starts;
    let letter = |c: &Letter| LetterInfo { mark: family.mark(*c).to_string(), content: family.name(*c) };
    let states = 0..State::try_from(automaton.states()).unwrap_or(State::MAX);
    let state = |q: State| StateInfo { output: automaton.output(q), next: automaton.successors(q).to_vec() };
    Machine {
        answer: match proved.aim {
            Aim::Solvable => Answers::Solvable,
            Aim::Value => Answers::Grundy,
            Aim::Winner | Aim::Misere => Answers::Winner,
        },
        alphabet: family.alphabet().iter().map(letter).collect(),
        start: automaton.start(),
        states: states.map(state).collect(),
        measure: family.measure().iter().map(|m| m.map_or("pieces".to_owned(), |c| family.name(c))).collect(),
        all_contents: proved.whole.states(),
        cases: proved.cases,
        recurrence: Recurrence::of(&automaton),
        named: None,
        automaton,
    }
}

/// A witness, written by marks.
fn written(family: &Family, witness: &Witness) -> WitnessInfo {
    let text = |row: &Vec<Letter>| row.iter().map(|content| family.mark(*content)).collect();
    let texts = |rows: &[Vec<Letter>]| rows.iter().map(text).collect();
    WitnessInfo { beginnings: texts(&witness.beginnings), endings: texts(&witness.endings) }
}
