//! Answers in words and plans in pictures.

mod reasons;
mod shown;

use std::collections::BTreeMap;
use std::fmt::Write;

use puzzlec_analysis::{Answer, Report, SolutionsReport, StepReport};
use puzzlec_base::Limit;
use puzzlec_base::diag::Stop;
use puzzlec_task::certificate::Proof;
use puzzlec_task::{Certificate, Optimality, Searched};

use super::paint::Paint;
use super::safe::safe;
use super::words::{self, columns, counted, grouped};

/// Number of shortest solutions that are shown.
const LISTED: usize = 20;
/// Maximum number of winning first moves in a label.
const NAMED: u64 = 6;
/// Blanks between two pictures or two steps of one line.
const GAP: usize = 3;

/// The style of a plan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PlanStyle {
    /// Pictures for a short plan, notation for a long one.
    #[default]
    Auto,
    /// Only its length.
    None,
    /// Its steps in notation.
    Short,
    /// Every position.
    Pictures,
}

/// The answer to a puzzle: its heading, the label line, notes, optionally the choice of method, and the plan
/// or all plans. `coloured` enables the colours of marks.
pub fn report(report: &Report, style: PlanStyle, why: bool, width: usize, coloured: bool) -> String {
    let mut text = heading(report);
    text.push('\n');
    text.push_str(&label(&report.answer));
    text.push('\n');
    for note in &report.notes {
        // Writing to a `String` cannot fail.
        let _ = writeln!(text, "note: {note}");
    }
    for reason in report.why.iter().filter(|_| why) {
        let _ = writeln!(text, "why: {reason}");
    }
    if !report.proof.is_empty() {
        text.push('\n');
        for line in &report.proof {
            let _ = writeln!(text, "{}", format!("  {line}").trim_end());
        }
    }
    match &report.answer {
        Answer::Solved(_) if report.solutions.is_some() && style != PlanStyle::Pictures => {}
        Answer::Solved(found) => shown::plan(found, style, width, coloured, &mut text),
        Answer::Game { moves, more, .. } => winning(moves, *more, style, width, &mut text),
        _ => {}
    }
    if let Some(all) = &report.solutions {
        solutions(all, style, width, &mut text);
    }
    if let Some(reasons) = &report.reasons {
        reasons::reasons(reasons, width, &mut text);
    }
    text
}

/// The number of shortest solutions, and the first of them.
fn solutions(all: &SolutionsReport, style: PlanStyle, width: usize, text: &mut String) {
    let total: Result<u64, _> = all.count.parse();
    let count = total.as_ref().map_or_else(|_| all.count.clone(), |n| grouped(*n));
    let one = all.count == "1";
    let _ = writeln!(text, "{count} shortest {}", if one { "solution" } else { "solutions" });
    if style == PlanStyle::None {
        return;
    }
    text.push('\n');
    let shown = all.listed.len().min(LISTED);
    let digits = shown.to_string().len();
    for (n, steps) in (1..=shown).zip(&all.listed) {
        let mut line = format!("  {n:>digits$}.");
        for step in steps {
            if columns(&line) + 1 + columns(step) > width {
                text.push_str(&line);
                text.push('\n');
                line = " ".repeat(digits + 3);
            }
            line.push(' ');
            line.push_str(step);
        }
        text.push_str(&line);
        text.push('\n');
    }
    match total {
        Ok(total) if total <= shown as u64 => {}
        Ok(total) => {
            let _ = writeln!(text, "  … and {} more", grouped(total - shown as u64));
        }
        Err(_) => {
            let _ = writeln!(text, "  … and more");
        }
    }
}

/// The puzzle's name, its parameters and its title.
pub fn heading(report: &Report) -> String {
    named(&report.puzzle, &report.parameters, report.title.as_deref())
}

/// A puzzle's name with the values of its parameters and its title.
pub(super) fn named(puzzle: &str, parameters: &BTreeMap<String, i64>, title: Option<&str>) -> String {
    let mut text = puzzle.to_owned();
    if !parameters.is_empty() {
        let values: Vec<String> = parameters.iter().map(|(n, v)| format!("{n} = {v}")).collect();
        let _ = write!(text, " ({})", values.join(", "));
    }
    if let Some(title) = title {
        let _ = write!(text, ": {}", safe(title));
    }
    text
}

/// The result in one line: `least: 31 moves (proved)`.
pub fn label(answer: &Answer) -> String {
    match answer {
        Answer::Solved(plan) => {
            let length = counted(plan.length, &plan.unit);
            match plan.optimality {
                // Their number is given.
                _ if plan.placed.is_some() => format!("placed: {length}"),
                Optimality::Least => format!("least: {length} (proved)"),
                Optimality::LeastByBound => {
                    format!("least, if the script's bound is admissible: {length}")
                }
                Optimality::Found => {
                    let bound = plan
                        .at_least
                        .map_or(String::new(), |n| format!(", at least {} (proved)", grouped(n)));
                    format!("found: {length}{bound}")
                }
            }
        }
        Answer::Unsolvable { certificate, reason } => {
            format!("impossible: {}", reason.clone().unwrap_or_else(|| words(certificate)))
        }
        Answer::NotWithin { within, at_least, unit } => {
            let text = format!("impossible within {}", counted(*within, unit));
            if *at_least > within.saturating_add(1) {
                format!("{text}: no solution has fewer than {} (proved)", counted(*at_least, unit))
            } else {
                format!("{text} (proved)")
            }
        }
        Answer::Stopped { reason, at_least, unit } => {
            let mut text = format!("not decided: {}", stop(reason));
            if let Some(length) = at_least.filter(|n| *n > 0) {
                let _ = write!(text, "; no solution has fewer than {}", counted(length, unit));
            }
            text
        }
        Answer::Game { winner, .. } if winner == "draw" => {
            "draw: with best play neither player wins (proved)".to_owned()
        }
        Answer::Game { winner, length, value, moves, more, .. } => {
            let mut text = format!("{winner} player wins");
            if let Some(length) = length {
                let _ = write!(text, " in {}", counted(*length, "moves"));
            }
            text.push_str(" (proved)");
            if let Some(value) = value {
                let _ = write!(text, ", Grundy value {}", grouped(*value));
            }
            if !moves.is_empty() {
                let _ = write!(text, ", starting with {}", starting(&notation(moves), *more));
            }
            text
        }
    }
}

/// The winning first moves in words: all if they are few.
fn starting(moves: &[String], more: u64) -> String {
    let all = moves.len() as u64 + more;
    match moves {
        [only] if more == 0 => only.clone(),
        [most @ .., last] if all <= NAMED => format!("{} or {last}", most.join(", ")),
        _ => {
            let first = moves.first().map_or("", String::as_str);
            format!("{first} or one of {} other moves", grouped(all.saturating_sub(1)))
        }
    }
}

/// All winning first moves: in pictures, or where the label does not name them all.
fn winning(moves: &[StepReport], unlisted: u64, style: PlanStyle, width: usize, text: &mut String) {
    let notes = notation(moves);
    let all = moves.len() as u64 + unlisted;
    let pictured = moves.iter().take_while(|step| !step.after.is_empty()).count();
    match style {
        PlanStyle::Pictures if pictured > 0 => {
            text.push('\n');
            let drawn: Vec<_> =
                notes.into_iter().zip(moves.iter().take(pictured).map(|s| &s.after)).collect();
            blocks(&drawn, width, &Paint::default(), text);
            shown::more(all - pictured as u64, "moves", "", text);
        }
        PlanStyle::None => {}
        _ if all <= NAMED => {}
        _ => {
            text.push('\n');
            in_columns(&notes, width, text);
            shown::more(unlisted, "moves", "", text);
        }
    }
}

fn words(certificate: &Certificate) -> String {
    match certificate {
        Certificate::Searched(searched) => all_seen(searched),
        Certificate::Part(of_part) => {
            let cells = counted(of_part.part.len() as u64, "cells");
            format!("a part of {cells} has no solution: {}", words(&of_part.certificate))
        }
        Certificate::Proved(proof) => match proof {
            Proof::GoalImpossible { .. } => "the goal can never hold".to_owned(),
            Proof::DeadEnd { .. } => "the start has a dead end".to_owned(),
            Proof::Invariants { .. } => "the goal violates an invariant".to_owned(),
            Proof::Theory(proof) => {
                format!("the theory of {} rules it out", proof.theory.replace('_', " "))
            }
            Proof::Placement { .. } => "no arrangement of the pieces matches the goal".to_owned(),
            Proof::Colouring { .. } => "a colouring of the cells rules it out".to_owned(),
            Proof::Closed { .. } | Proof::ClosedBackward { .. } => "all positions were searched".to_owned(),
            Proof::Part { .. } => "a part of the puzzle has no solution".to_owned(),
            Proof::Plan { .. }
            | Proof::OnlyPlacement { .. }
            | Proof::AtLeast { .. }
            | Proof::Winner { .. }
            | Proof::Game { .. } => "it was proved".to_owned(),
        },
    }
}

fn all_seen(searched: &Searched) -> String {
    match searched {
        Searched::Exhausted { states: 1, .. } => "nothing can move at the start".to_owned(),
        Searched::Exhausted { states, .. } => format!("all {} positions were searched", grouped(*states)),
        Searched::ExhaustedClasses { classes, .. } => {
            format!("all positions were searched, {} up to symmetry", grouped(*classes))
        }
        Searched::ExhaustedBackward { states, .. } => {
            format!("all {} from which the goal can be reached were searched", counted(*states, "positions"))
        }
    }
}

/// The reason for a missing answer, in words, with grouped numbers.
pub fn stop(stop: &Stop) -> String {
    match stop {
        Stop::Limit(limit) => self::limit(*limit),
        other => other.to_string(),
    }
}

fn limit(limit: Limit) -> String {
    match limit {
        Limit::Time { seconds } => format!("the time limit of {} s was reached", grouped(seconds)),
        Limit::States { states } => {
            format!("the limit of {} was reached", counted(states, "positions"))
        }
        Limit::Memory { bytes } => format!("the memory limit of {} was reached", words::bytes(bytes)),
        Limit::Cancelled => limit.to_string(),
    }
}

/// Each step's notation, with the rule's name where a plan uses several rules.
fn notation(steps: &[StepReport]) -> Vec<String> {
    let several = steps.windows(2).any(|pair| matches!(pair, [a, b] if a.rule != b.rule));
    steps
        .iter()
        // Moves of counters alone have the name of their rule.
        .map(|s| match several && s.rule != s.notation {
            true => format!("{} {}", s.rule, s.notation),
            false => s.notation.clone(),
        })
        .collect()
}

/// Numbered steps in columns, to be read line by line.
fn short(notes: &[String], width: usize, text: &mut String) {
    let digits = notes.len().to_string().len();
    let numbered = notes.iter().enumerate().map(|(i, note)| format!("{:>digits$}. {note}", i + 1));
    in_columns(&numbered.collect::<Vec<_>>(), width, text);
}

/// Columns of equal width, to be read line by line.
fn in_columns(notes: &[String], width: usize, text: &mut String) {
    let cell = notes.iter().map(|n| columns(n)).max().unwrap_or(0) + GAP;
    let per_line = fitting(width, cell);
    for (i, note) in notes.iter().enumerate() {
        let start = if i % per_line == 0 { "  " } else { "" };
        let _ = write!(text, "{start}{note}");
        if i + 1 == notes.len() || (i + 1) % per_line == 0 {
            text.push('\n');
        } else {
            text.push_str(&" ".repeat(cell - columns(note)));
        }
    }
}

/// Pictures of one row each, one below the other beside their captions.
fn rows(drawn: &[(String, &Vec<String>)], paint: &Paint, text: &mut String) {
    let longest = drawn.iter().map(|(c, _)| columns(c)).max().unwrap_or(0);
    for (caption, picture) in drawn {
        let row = picture.first().map_or("", String::as_str);
        let blanks = " ".repeat(longest - columns(caption) + GAP);
        let line = format!("  {caption}{blanks}");
        text.push_str(if row.is_empty() { line.trim_end() } else { &line });
        paint.row(row.trim_end(), text);
        text.push('\n');
    }
}

/// Pictures under their captions, as many side by side as the width holds.
pub(super) fn blocks(drawn: &[(String, &Vec<String>)], width: usize, paint: &Paint, text: &mut String) {
    let picture_width = drawn.iter().flat_map(|(_, p)| p.iter()).map(|r| columns(r)).max();
    let caption_width = drawn.iter().map(|(c, _)| columns(c)).max();
    let cell = picture_width.max(caption_width).unwrap_or(0) + GAP;
    let per_line = fitting(width, cell);
    for (i, group) in drawn.chunks(per_line).enumerate() {
        if i > 0 {
            text.push('\n');
        }
        let height = group.iter().map(|(_, p)| p.len()).max().unwrap_or(0);
        line(group.iter().map(|(c, _)| c.as_str()), cell, &Paint::default(), text);
        for row in 0..height {
            line(group.iter().map(|(_, p)| p.get(row).map_or("", String::as_str)), cell, paint, text);
        }
    }
}

/// Number of cells in a row; there is no gap after the last one.
fn fitting(width: usize, cell: usize) -> usize {
    ((width + GAP).saturating_sub(2) / cell.max(1)).max(1)
}

fn line<'a>(parts: impl Iterator<Item = &'a str>, cell: usize, paint: &Paint, text: &mut String) {
    // Blanks are due before the next part that is not blank.
    let mut blanks = 2;
    for part in parts {
        let shown = part.trim_end();
        if !shown.is_empty() {
            text.push_str(&" ".repeat(std::mem::take(&mut blanks)));
            paint.row(shown, text);
        }
        blanks += cell.saturating_sub(columns(shown));
    }
    text.push('\n');
}
