//! Sliding tiles: `at`, `empty`, `neighbor`.

use std::collections::{BTreeMap, BTreeSet};

use super::{Problem, numbers, placed, word};
use crate::import::TILES;
use crate::import::grid::{Grid, Place};
use crate::import::lines::wrong;
use crate::import::page::{Page, Puzzle};
use puzzlec_base::diag::Diagnostic;

pub(super) fn puzzle(problem: &Problem, page: &mut Page) -> Result<(), Box<Diagnostic>> {
    let fail = |text: String| Box::new(wrong(problem.at, text));
    let names: BTreeSet<&str> =
        problem.all("neighbor").flat_map(|(words, _)| [word(words, 0), word(words, 1)]).collect();
    let mut known = BTreeMap::new();
    for name in names {
        let Some((row, column)) = numbers(name) else {
            return Err(fail(format!("the place `{name}` does not end with its row and column")));
        };
        known.insert(name.to_owned(), (row, column));
    }
    let cells = placed(known, problem.at)?;
    let places: BTreeSet<Place> = cells.values().copied().collect();
    let mut joined = BTreeSet::new();
    for (words, _) in problem.all("neighbor") {
        joined.extend(cells.get(word(words, 0)).copied().zip(cells.get(word(words, 1)).copied()));
    }
    let mut all = BTreeSet::new();
    for (row, column) in places.iter().copied() {
        for other in [(row, column + 1), (row + 1, column)] {
            if places.contains(&other) {
                all.extend([((row, column), other), (other, (row, column))]);
            }
        }
    }
    if joined != all {
        return Err(fail("the neighbours of the problem are not those of squares".into()));
    }
    let mut tiles: Vec<&str> = problem.all("at").map(|(words, _)| word(words, 0)).collect();
    // By the number in a name, so that `t10` follows `t9`.
    tiles.sort_by_key(|name| {
        (name.trim_start_matches(|c: char| !c.is_ascii_digit()).parse::<u64>().ok(), *name)
    });
    tiles.dedup();
    let marks: BTreeMap<&str, char> = tiles.iter().copied().zip(TILES.chars()).collect();
    if marks.len() < tiles.len() {
        return Err(fail(format!("the problem has {} tiles, more than {}", tiles.len(), TILES.len())));
    }
    let mut start: BTreeMap<Place, char> = BTreeMap::new();
    for (words, at) in problem.all("at") {
        let place = cells.get(word(words, 1)).copied();
        let place = place.ok_or_else(|| Box::new(wrong(at, "this place has no neighbours")))?;
        let mark = marks.get(word(words, 0)).copied().unwrap_or_default();
        if start.insert(place, mark).is_some() {
            return Err(Box::new(wrong(at, "two tiles are at this place")));
        }
    }
    for (words, at) in problem.all("empty") {
        if cells.get(word(words, 0)).is_none_or(|place| start.contains_key(place)) {
            return Err(Box::new(wrong(at, "this place is not an empty one of the board")));
        }
    }
    if start.len() + problem.all("empty").count() != places.len() {
        return Err(fail("a place holds no tile and is not empty".into()));
    }
    let mut goal: BTreeMap<Place, char> = BTreeMap::new();
    for fact in &problem.goal {
        let (mark, number) = match word(&fact.words, 0) {
            "at" => (marks.get(word(&fact.words, 1)).copied(), 2),
            "empty" => (Some('.'), 1),
            _ => return Err(Box::new(wrong(fact.at, "expected `at` or `empty`"))),
        };
        let place = cells.get(word(&fact.words, number)).copied();
        match (mark, place) {
            (Some(mark), Some(place)) => goal.insert(place, mark),
            _ => return Err(Box::new(wrong(fact.at, "this tile or place is not in the start"))),
        };
    }
    let name = page.name(&problem.name, "Problem");
    page.import("tiles");
    let height = places.iter().map(|place| place.0 + 1).max().unwrap_or(0);
    let width = places.iter().map(|place| place.1 + 1).max().unwrap_or(0);
    let blank = Grid::new(vec![vec![' '; width]; height]);
    let mut puzzle = Puzzle::default();
    let on = |marks: &BTreeMap<Place, char>, other: char| {
        blank.redrawn(|at| places.contains(&at).then(|| marks.get(&at).copied().unwrap_or(other)))
    };
    if places.len() == height * width {
        puzzle.state(format!("board square {width} by {height}"));
    } else {
        puzzle.picture("board square", &on(&BTreeMap::new(), '.'));
    }
    puzzle.state("rules tiles.slide");
    puzzle.picture("start", &on(&start, '.'));
    puzzle.picture("goal", &on(&goal, '?'));
    page.puzzle(&name, &puzzle);
    Ok(())
}
