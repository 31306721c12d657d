//! Sokoban as in the planning competition of 2008: `MOVE-DIR`, `IS-GOAL`, `at`, `at-goal`.

use std::collections::{BTreeMap, BTreeSet};

use super::{Problem, placed, word};
use crate::import::grid::Grid;
use crate::import::lines::wrong;
use crate::import::page::{Page, Puzzle};
use puzzlec_base::diag::Diagnostic;

pub(super) fn puzzle(problem: &Problem, page: &mut Page) -> Result<(), Box<Diagnostic>> {
    let fail = |text: String| Box::new(wrong(problem.at, text));
    type Steps<'p> = BTreeSet<(&'p str, (i64, i64))>;
    let mut steps: BTreeMap<&str, Steps<'_>> = BTreeMap::new();
    for (words, at) in problem.all("move-dir") {
        let (from, to, direction) = (word(words, 0), word(words, 1), word(words, 2));
        let by = match direction.strip_prefix("dir-").unwrap_or(direction) {
            "right" => (0, 1),
            "left" => (0, -1),
            "down" => (1, 0),
            "up" => (-1, 0),
            other => return Err(Box::new(wrong(at, format!("there is no direction `{other}` on squares")))),
        };
        steps.entry(from).or_default().insert((to, by));
    }
    for (words, at) in problem.all("move-dir") {
        let (from, to) = (word(words, 0), word(words, 1));
        if !steps.get(to).is_some_and(|back| back.iter().any(|(place, _)| *place == from)) {
            return Err(Box::new(wrong(at, format!("there is no step back from `{to}` to `{from}`"))));
        }
    }
    let stones: BTreeSet<&str> = problem
        .goal
        .iter()
        .filter(|fact| word(&fact.words, 0) == "at-goal")
        .map(|fact| word(&fact.words, 1))
        .collect();
    if let Some(other) = problem.goal.iter().find(|fact| word(&fact.words, 0) != "at-goal") {
        return Err(Box::new(wrong(other.at, "expected `at-goal` of a stone")));
    }
    let (mut men, mut boxes) = (Vec::new(), Vec::new());
    for (words, at) in problem.all("at") {
        let (what, place) = (word(words, 0), word(words, 1));
        if what.starts_with("player") {
            men.push(place);
        } else if stones.contains(what) {
            boxes.push(place);
        } else {
            return Err(Box::new(wrong(at, format!("`{what}` is no player, and the goal does not name it"))));
        }
    }
    let [man] = men.as_slice() else { return Err(fail("the problem does not have one player".into())) };
    if boxes.is_empty() || boxes.len() != stones.len() {
        return Err(fail("the stones of the goal are not those of the start".into()));
    }
    // Places are laid out from the player; another way to a place must lead to the same cell.
    let mut known: BTreeMap<String, (i64, i64)> = BTreeMap::from([((*man).to_owned(), (0, 0))]);
    let mut open = vec![*man];
    while let Some(from) = open.pop() {
        let at = known.get(from).copied().unwrap_or_default();
        for (to, by) in steps.get(from).into_iter().flatten() {
            let there = (at.0 + by.0, at.1 + by.1);
            match known.get(*to) {
                Some(place) if *place != there => {
                    return Err(fail(format!("the steps between `{from}` and `{to}` do not fit squares")));
                }
                Some(_) => {}
                None => {
                    known.insert((*to).to_owned(), there);
                    open.push(to);
                }
            }
        }
    }
    let cells = placed(known, problem.at)?;
    let cell = |name: &str| {
        cells.get(name).copied().ok_or_else(|| fail(format!("the player cannot come to the place `{name}`")))
    };
    let taken: BTreeMap<_, _> = cells.values().map(|place| (*place, '.')).collect();
    // Every two cells side by side must be joined, or a box could move where the problem has a wall.
    for (name, place) in &cells {
        let joined: BTreeSet<_> =
            steps.get(name.as_str()).into_iter().flatten().filter_map(|(to, _)| cells.get(*to)).collect();
        let beside = [(place.0, place.1 + 1), (place.0 + 1, place.1)];
        if beside.iter().any(|other| taken.contains_key(other) && !joined.contains(other)) {
            return Err(fail(format!("a neighbouring place of `{name}` cannot be entered from it")));
        }
    }
    let (mut board, mut start) = (taken.clone(), taken);
    let mut targets = 0;
    for (words, _) in problem.all("is-goal") {
        if let Some(place) = cells.get(word(words, 0)) {
            board.insert(*place, 't');
            targets += 1;
        }
    }
    start.insert(cell(man)?, '@');
    for name in &boxes {
        start.insert(cell(name)?, '$');
    }
    if targets < boxes.len() {
        return Err(fail(format!("the problem has more stones than goals, {} and {targets}", boxes.len())));
    }
    let name = page.name(&problem.name, "Problem");
    let mut puzzle = Puzzle::default();
    page.import("sokoban");
    let height = board.keys().map(|place| place.0 + 1).max().unwrap_or(0);
    let width = board.keys().map(|place| place.1 + 1).max().unwrap_or(0);
    let blank = Grid::new(vec![vec![' '; width]; height]);
    puzzle.picture("board square", &blank.redrawn(|at| board.get(&at).copied()));
    if problem.costs {
        puzzle.state("rules sokoban.walk, sokoban.push");
        puzzle.state("measure pushes = sokoban.push");
    } else {
        puzzle.state("rules sokoban.all");
    }
    puzzle.picture("start", &blank.redrawn(|at| start.get(&at).copied()));
    puzzle.state(if targets == boxes.len() {
        "goal box at every t".to_owned()
    } else {
        format!("goal count(box, t) == {}", boxes.len())
    });
    page.puzzle(&name, &puzzle);
    Ok(())
}
