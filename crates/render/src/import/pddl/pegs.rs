//! Peg solitaire as in the planning competition of 2008: `IN-LINE`, `occupied`, `free`.

use std::collections::{BTreeMap, BTreeSet};

use super::{Problem, numbers, placed, word};
use crate::import::grid::{Grid, Place};
use crate::import::lines::wrong;
use crate::import::page::{Page, Puzzle};
use puzzlec_base::diag::Diagnostic;

pub(super) fn puzzle(problem: &Problem, page: &mut Page) -> Result<(), Box<Diagnostic>> {
    let fail = |text: String| Box::new(wrong(problem.at, text));
    let mut held: BTreeMap<&str, char> = BTreeMap::new();
    for (predicate, mark) in [("occupied", 'o'), ("free", '.')] {
        for (words, _) in problem.all(predicate) {
            held.insert(word(words, 0), mark);
        }
    }
    let mut known = BTreeMap::new();
    for name in held.keys() {
        let Some((column, row)) = numbers(name) else {
            return Err(fail(format!("the place `{name}` does not end with its column and row")));
        };
        known.insert((*name).to_owned(), (row, column));
    }
    let cells = placed(known, problem.at)?;
    let by_place: BTreeMap<Place, char> =
        cells.iter().filter_map(|(name, place)| Some((*place, *held.get(name.as_str())?))).collect();
    let mut lines = BTreeSet::new();
    for (words, at) in problem.all("in-line") {
        let of = |number| cells.get(word(words, number)).copied();
        let (Some(a), Some(b), Some(c)) = (of(0), of(1), of(2)) else {
            return Err(Box::new(wrong(at, "a place of this line is neither occupied nor free")));
        };
        lines.insert([a, b, c]);
    }
    let mut all = BTreeSet::new();
    for (row, column) in by_place.keys().copied() {
        for [a, b, c] in [
            [(row, column), (row, column + 1), (row, column + 2)],
            [(row, column), (row + 1, column), (row + 2, column)],
        ] {
            if [a, b, c].iter().all(|place| by_place.contains_key(place)) {
                all.extend([[a, b, c], [c, b, a]]);
            }
        }
    }
    if lines != all {
        return Err(fail("the lines of the problem are not the rows and columns of its board".into()));
    }
    let mut goal: BTreeMap<Place, char> = by_place.keys().map(|place| (*place, '?')).collect();
    for fact in &problem.goal {
        let mark = match word(&fact.words, 0) {
            "free" => '.',
            "occupied" => 'o',
            _ => return Err(Box::new(wrong(fact.at, "expected `free` or `occupied`"))),
        };
        let place = cells.get(word(&fact.words, 1));
        let place = place.ok_or_else(|| Box::new(wrong(fact.at, "this place is not on the board")))?;
        goal.insert(*place, mark);
    }
    let name = page.name(&problem.name, "Problem");
    page.import("peg");
    let height = by_place.keys().map(|place| place.0 + 1).max().unwrap_or(0);
    let width = by_place.keys().map(|place| place.1 + 1).max().unwrap_or(0);
    let blank = Grid::new(vec![vec![' '; width]; height]);
    let mut puzzle = Puzzle::default();
    puzzle.picture("board square", &blank.redrawn(|at| by_place.get(&at).map(|_| '.')));
    puzzle.state("rules peg.jump");
    if problem.costs {
        puzzle.state("measure moves = runs of one piece");
    }
    puzzle.picture("start", &blank.redrawn(|at| by_place.get(&at).copied()));
    puzzle.picture("goal", &blank.redrawn(|at| goal.get(&at).copied()));
    page.puzzle(&name, &puzzle);
    Ok(())
}
