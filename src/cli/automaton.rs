//! `puzzlec automaton`.

mod args;

use std::io::Write;
use std::sync::Arc;

use num_bigint::BigUint;

use super::args::{Format, Which};
use super::exit::Exit;
use super::limits::Limits;
use super::output::{Failure, Output};
use super::pick::{Picked, pick};
use super::progress::Watch;
use puzzlec_analysis::{AutomatonReport, Comparison, Machine};
use puzzlec_base::diag::Diagnostic;
use puzzlec_model::project::SearchPath;
use puzzlec_render::automaton::{self, AutomatonAnswers, CountedRows, NumberedRow};
use puzzlec_render::json;

pub(super) use args::AutomatonArgs;

/// Longer rows are not counted.
const LONGEST: usize = 1_000_000;

pub(super) fn run(args: &AutomatonArgs, search: &SearchPath, output: &Output) -> Result<Exit, Failure> {
    if args.dot.as_deref() == Some("-") && args.format == Format::Json {
        return Err(Failure::Usage("only one document can be written to standard output".to_owned()));
    }
    if args.count.into_iter().chain(args.length).any(|n| n > LONGEST) {
        return Err(Failure::Usage(format!("a row has at most {LONGEST} cells here")));
    }
    let limits = args.limits.begin();
    let Some(picked) = pick(&args.which, search, output)? else {
        return Ok(Exit::Errors);
    };
    let report = match found(&picked, args, &limits) {
        Ok(report) => report,
        Err(errors) => return wrong(&picked, &errors, args, output),
    };
    let mut answers = AutomatonAnswers { theory: args.theory, ..AutomatonAnswers::default() };
    if let Some(machine) = &report.automaton {
        ask(machine, args, &mut answers)?;
        if let Some(other) = args.against.as_deref() {
            let file = other.first().cloned().unwrap_or_default();
            let which = Which { file, puzzle: other.get(1).cloned(), set: Vec::new() };
            match against(machine, &which, args, &limits, search, output)? {
                Ok(comparison) => answers.against = Some(comparison),
                Err(exit) => return Ok(exit),
            }
        }
    }
    if let (Some(target), Some(machine)) = (&args.dot, &report.automaton) {
        let text = automaton::dot(&report.puzzle, machine);
        if target == "-" {
            output.data(&text)?;
            return Ok(Exit::Clean);
        }
        output.file(target, picked.loaded.sources(), |file| file.write_all(text.as_bytes()))?;
    }
    if let (Some(target), Some(machine)) = (&args.output, &report.automaton) {
        let picture = automaton::picture(&report, machine, args.theory);
        output.file(target, picked.loaded.sources(), |file| file.write_all(picture.as_bytes()))?;
    }
    match args.format {
        Format::Json => {
            output.print(&json::automaton(picked.loaded.sources(), Some((&report, &answers)), &[]))?;
        }
        Format::Human => output.print(&automaton::report(&report, &answers))?,
    }
    Ok(match (&report.stopped, &report.automaton) {
        (Some(stop), _) => Exit::stopped(stop),
        (None, Some(_)) => Exit::Clean,
        (None, None) => Exit::Stopped,
    })
}

fn found(picked: &Picked, args: &AutomatonArgs, limits: &Limits) -> Result<AutomatonReport, Vec<Diagnostic>> {
    let watch = Arc::new(Watch::new(&picked.puzzle.name));
    // The line of progress is gone when the watch is dropped.
    picked.loaded.automaton(&picked.puzzle, &args.which.set, args.most, limits.context(&watch))
}

fn wrong(
    picked: &Picked,
    errors: &[Diagnostic],
    args: &AutomatonArgs,
    output: &Output,
) -> Result<Exit, Failure> {
    let errors: Vec<Diagnostic> = errors.iter().filter(|d| d.is_error()).cloned().collect();
    match args.format {
        Format::Json => output.print(&json::automaton(picked.loaded.sources(), None, &errors))?,
        Format::Human => output.warn(picked.loaded.sources(), &errors),
    }
    Ok(Exit::Errors)
}

/// The answers to the questions about one automaton.
fn ask(machine: &Machine, args: &AutomatonArgs, answers: &mut AutomatonAnswers) -> Result<(), Failure> {
    for text in &args.accepts {
        let word = machine.word(text).map_err(Failure::Usage)?;
        answers.rows.push(machine.answer(&word));
    }
    answers.count = args.count.map(|length| CountedRows { length, rows: machine.count(length).to_string() });
    if let (Some(number), Some(length)) = (&args.nth, args.length) {
        let row = machine.nth(length, number).map(|word| machine.text(&word));
        answers.nth = Some(NumberedRow { length, number: number.to_string(), row });
    }
    Ok(())
}

/// The comparison with another puzzle, or the exit if it has no automaton.
fn against(
    machine: &Machine,
    which: &Which,
    args: &AutomatonArgs,
    limits: &Limits,
    search: &SearchPath,
    output: &Output,
) -> Result<Result<Comparison, Exit>, Failure> {
    let Some(picked) = pick(which, search, output)? else { return Ok(Err(Exit::Errors)) };
    let watch = Arc::new(Watch::new(&picked.puzzle.name));
    let found = picked.loaded.automaton(&picked.puzzle, &[], args.most, limits.context(&watch));
    drop(watch);
    let report = match found {
        Ok(report) => report,
        Err(errors) => return wrong(&picked, &errors, args, output).map(Err),
    };
    match &report.automaton {
        Some(other) => machine.compare(&report.file, &report.puzzle, other).map(Ok).map_err(Failure::Usage),
        None => {
            output.complain(&automaton::report(&report, &AutomatonAnswers::default()));
            Ok(Err(report.stopped.as_ref().map_or(Exit::Stopped, Exit::stopped)))
        }
    }
}

/// A positive number of any size.
pub(super) fn parse_index(text: &str) -> Result<BigUint, String> {
    let number = BigUint::parse_bytes(text.replace('_', "").as_bytes(), 10);
    number.filter(|n| *n != BigUint::ZERO).ok_or_else(|| "it must be a whole number from 1".to_owned())
}
