//! The steps and positions of a plan.

use std::fmt::Write;

use puzzlec_analysis::{PlanReport, Scene, ScenePiece};

use super::{GAP, PlanStyle, blocks, fitting, notation, rows, short};
use crate::grid::Grid;
use crate::paint::Paint;
use crate::words::{columns, grouped, unit};

/// Maximum number of steps of a plan of which every position is drawn by default.
const DRAWN_STEPS: usize = 12;
/// Maximum number of steps that are listed by default.
const LISTED_STEPS: usize = 300;
/// Maximum number of positions between the start and the end of a long plan.
const BETWEEN: usize = 6;
/// Of larger pictures only the last one is shown.
const TALLEST: usize = 16;

/// A picture under its caption.
type Captioned<'p> = (String, &'p Vec<String>);

/// The plan in this style.
pub(super) fn plan(plan: &PlanReport, style: PlanStyle, width: usize, coloured: bool, text: &mut String) {
    let chains = linked(plan);
    let plan = chains.as_ref().unwrap_or(plan);
    let paint = if coloured { Paint::of(&plan.colours) } else { Paint::default() };
    // If the pictures of a plan would be too large, only the first steps have one.
    let pictured = plan.steps.iter().take_while(|step| !step.after.is_empty()).count();
    let pictures = match style {
        PlanStyle::None => return,
        PlanStyle::Short => false,
        PlanStyle::Pictures => !plan.start.is_empty(),
        PlanStyle::Auto => match &plan.placed {
            Some(placed) if fits(placed.iter().map(|p| &p.1), width) => {
                text.push('\n');
                let placed: Vec<Captioned<'_>> = placed.iter().map(|(c, rows)| (c.clone(), rows)).collect();
                // Letters of pieces are no marks.
                let marks = placed.iter().all(|(_, rows)| **rows == plan.end);
                let paint = if marks { paint } else { Paint::default() };
                return draw(&placed, width, &paint, text);
            }
            _ => plan.steps.len() <= DRAWN_STEPS && pictured == plan.steps.len(),
        },
    };
    text.push('\n');
    let notes = notation(&plan.steps);
    if !pictures {
        let most = if style == PlanStyle::Auto { LISTED_STEPS } else { notes.len() };
        let listed = notes.get(..most).unwrap_or(&notes);
        short(listed, width, text);
        let left = plan.more + (notes.len() - listed.len()) as u64;
        let rest = match plan.more {
            0 => "; `solve --plan short` lists them",
            _ if left > plan.more => "; `solve --plan short` lists 10,000, `--certificate FILE` has all",
            _ => "; `--certificate FILE` has all",
        };
        more(left, "steps", rest, text);
        if style == PlanStyle::Auto && plan.placed.is_none() {
            excerpt(plan, width, &paint, text);
        }
        return;
    }
    let mut drawn = vec![("start".to_owned(), &plan.start)];
    for (i, (note, step)) in notes.into_iter().zip(plan.steps.iter().take(pictured)).enumerate() {
        drawn.push((format!("{}. {note}", i + 1), &step.after));
    }
    draw(&drawn, width, &paint, text);
    more(plan.more + (plan.steps.len() - pictured) as u64, "steps", "", text);
}

/// The plan with pictures that show chains and edges, if it has any.
fn linked(plan: &PlanReport) -> Option<PlanReport> {
    let (start, end) = plan.chains.as_ref()?;
    let rows = |pieces: &[ScenePiece]| -> Vec<String> {
        let scene = Scene { pieces: pieces.to_vec(), ..start.clone() };
        Grid::new(&scene, (0, 0)).text().lines().map(str::to_owned).collect()
    };
    let mut linked = plan.clone();
    let last = linked.end.clone();
    // Pictures that are too large stay empty.
    let drawings = linked.steps.iter_mut().map(|step| (&mut step.after, step.pieces.as_slice()));
    let ends = [(&mut linked.start, start.pieces.as_slice()), (&mut linked.end, end.as_slice())];
    for (drawn, pieces) in drawings.chain(ends) {
        if !drawn.is_empty() && !pieces.is_empty() {
            // Counters stand below.
            let counters = start.counters.first().and(drawn.pop());
            *drawn = rows(pieces).into_iter().chain(counters).collect();
        }
    }
    for (caption, rows) in linked.placed.iter_mut().flatten() {
        if caption.is_empty() && *rows == last {
            rows.clone_from(&linked.end);
        }
    }
    Some(linked)
}

/// The start, a position every few steps, and the end of a long plan.
fn excerpt(plan: &PlanReport, width: usize, paint: &Paint, text: &mut String) {
    if !fits([&plan.start, &plan.end].into_iter(), width) {
        return;
    }
    let all = plan.steps.len().saturating_add(usize::try_from(plan.more).unwrap_or(usize::MAX));
    let mut drawn: Vec<Captioned<'_>> = Vec::new();
    if plan.end.len() <= TALLEST {
        drawn.push(("start".to_owned(), &plan.start));
        // In one line, if more than a few fit.
        let cell =
            plan.end.iter().map(|row| columns(row)).chain([caption(all).len()]).max().unwrap_or(0) + GAP;
        let most = if plan.end.len() > 1 { fitting(width, cell).saturating_sub(2) } else { BETWEEN };
        let step = every(all, most.clamp(2, BETWEEN));
        // None that nearly is the last one.
        let near_end = all.saturating_sub(step / 2);
        let between = (1..=BETWEEN).map(|n| n.saturating_mul(step)).take_while(|n| *n < near_end);
        let after = between.filter_map(|n| Some((n, &plan.steps.get(n.checked_sub(1)?)?.after)));
        drawn.extend(after.filter(|p| !p.1.is_empty()).map(|(n, after)| (caption(n), after)));
    }
    drawn.push((caption(all), &plan.end));
    if fits(drawn.iter().map(|p| p.1), width) {
        text.push('\n');
        draw(&drawn, width, paint, text);
    }
}

fn caption(step: usize) -> String {
    format!("after {}", grouped(step as u64))
}

/// A round number of steps that leaves this number of positions at most.
fn every(steps: usize, most: usize) -> usize {
    let mut step = 5_usize;
    while steps.saturating_sub(step / 2 + 1) / step > most {
        // 5, 10, 20, 50, 100, …
        let factor = if step.to_string().starts_with('2') { 5 } else { 4 };
        step = step.saturating_mul(factor) / 2;
    }
    step
}

/// Whether there are pictures, and all of them fit into the width.
fn fits<'p>(mut pictures: impl Iterator<Item = &'p Vec<String>>, width: usize) -> bool {
    let mut some = false;
    let all = pictures.all(|picture| {
        some = true;
        !picture.is_empty() && picture.iter().all(|row| columns(row) + GAP <= width)
    });
    some && all
}

/// Pictures with their captions, below or beside each other.
fn draw(drawn: &[Captioned<'_>], width: usize, paint: &Paint, text: &mut String) {
    if let [(caption, picture)] = drawn
        && caption.is_empty()
    {
        for row in picture.iter() {
            let row = row.trim_end();
            text.push_str(if row.is_empty() { "" } else { "  " });
            paint.row(row, text);
            text.push('\n');
        }
    } else if drawn.iter().all(|(_, rows)| rows.len() <= 1) {
        rows(drawn, paint, text);
    } else {
        blocks(drawn, width, paint, text);
    }
}

/// A note that a long list is not shown completely, and where the rest is.
pub(super) fn more(left: u64, what: &str, rest: &str, text: &mut String) {
    if left > 0 {
        let _ = writeln!(text, "  … and {} more {}{rest}", grouped(left), unit(left, what));
    }
}
