//! Pictures of sliding blocks: a start, an empty line and a goal.
//!
//! A letter or digit is a block, on all cells that bear it; `.` and `_` are empty, `#` and blanks are no cells. In the
//! goal `.`, `_` and `?` may hold anything. Marks may be spaced.

use std::collections::{BTreeMap, BTreeSet};

use super::grid::{Grid, Lay, Place};
use super::lines::{Drawing, Lines, wrong};
use super::page::{Page, Puzzle};
use puzzlec_base::Span;
use puzzlec_base::diag::Diagnostic;

pub(super) fn is_one(text: &str) -> bool {
    let rows: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let mark = |c: char| c.is_ascii_alphanumeric() || ".?_# \t".contains(c);
    let drawn = |row: &&&str| !row.starts_with(';') && !row.starts_with("//");
    let blocks = rows.iter().any(|row| row.contains(|c: char| c.is_ascii_alphanumeric()));
    rows.len() > 1 && blocks && rows.iter().filter(drawn).all(|row| row.chars().all(mark))
}

pub(super) fn import(lines: &Lines<'_>, page: &mut Page, found: &mut Vec<Diagnostic>) {
    page.head("Imported sliding blocks.");
    for pair in lines.drawings().chunks(2) {
        if let Err(wrong) = puzzle(pair, page) {
            found.push(*wrong);
        }
    }
}

/// The marks of a drawing: a letter or digit for a block, `.` for another cell.
fn read(drawing: &Drawing<'_>) -> Result<Grid, Box<Diagnostic>> {
    let (grid, lay) = Grid::of_drawing(drawing)?;
    if lay == Lay::Shifted {
        return Err(Box::new(wrong(drawing.head(), "sliding blocks need square cells")));
    }
    for line in &drawing.lines {
        let known = |c: char| c.is_ascii_alphanumeric() || "._?# ".contains(c);
        if let Some(column) = line.text.chars().position(|c| !known(c)) {
            let mark = line.text.chars().nth(column).unwrap_or_default();
            let text = format!("`{mark}` is no mark of a picture of blocks");
            return Err(Box::new(
                wrong(line.at(column), text).help("marks are letters, digits, `.`, `_` and `#`"),
            ));
        }
    }
    let mark = |c| match c {
        '_' | '?' => '.',
        '#' => ' ',
        other => other,
    };
    let row = |row| (0..grid.width()).map(|column| mark(grid.get((row, column)))).collect();
    Ok(Grid::new((0..grid.height()).map(row).collect()))
}

fn puzzle(pair: &[Drawing<'_>], page: &mut Page) -> Result<(), Box<Diagnostic>> {
    let [start_drawing, goal_drawing] = pair else {
        let head = pair.first().map(Drawing::head).unwrap_or_default();
        let lone = wrong(head, "this picture has no goal");
        return Err(Box::new(
            lone.help("draw the goal after an empty line, with `?` for cells that may hold anything"),
        ));
    };
    let (start, goal) = (read(start_drawing)?, read(goal_drawing)?);
    if start.places().ne(goal.places()) {
        let differs = wrong(goal_drawing.head(), "the goal does not have the cells of its start");
        return Err(Box::new(differs.also(start_drawing.head(), "the start")));
    }
    let (from, to) = (shapes(&start), shapes(&goal));
    for (mark, shape) in &from {
        if !connected(shape) {
            let text = format!("the cells of block `{mark}` do not hang together");
            return Err(Box::new(wrong(place_of(start_drawing, *mark), text)));
        }
    }
    for (mark, shape) in &to {
        if from.get(mark) != Some(shape) {
            let text = format!("the start has no block `{mark}` of this shape");
            return Err(Box::new(wrong(place_of(goal_drawing, *mark), text)));
        }
    }
    if to.is_empty() {
        return Err(Box::new(wrong(goal_drawing.head(), "the goal shows no block")));
    }
    let title = start_drawing.title;
    let name = page.name(title.unwrap_or(""), "Blocks");
    let mut puzzle = Puzzle { title: title.map(str::to_owned), ..Puzzle::default() };
    let goal = Grid::new(
        (0..goal.height())
            .map(|row| (0..goal.width()).map(|column| open(goal.get((row, column)))).collect())
            .collect(),
    );
    state(page, &mut puzzle, &Blocks { start: &start, goal: &goal, cars: false });
    page.puzzle(&name, &puzzle);
    Ok(())
}

fn open(mark: char) -> char {
    if mark == '.' { '?' } else { mark }
}

fn place_of(drawing: &Drawing<'_>, mark: char) -> Span {
    let line = drawing.lines.iter().find_map(|line| {
        let column = line.text.chars().position(|c| c == mark)?;
        Some(line.at(column))
    });
    line.unwrap_or_default()
}

/// By mark the cells of a block, from its first one.
fn shapes(grid: &Grid) -> BTreeMap<char, Vec<(isize, isize)>> {
    let blocks = grid.by_mark().into_iter().filter(|(mark, _)| !matches!(mark, '.' | '?'));
    let shape = |places: Vec<Place>| {
        let (row, column) = places.first().copied().unwrap_or_default();
        let from = |a: usize, b: usize| a.cast_signed() - b.cast_signed();
        places.iter().map(|place| (from(place.0, row), from(place.1, column))).collect()
    };
    blocks.map(|(mark, places)| (mark, shape(places))).collect()
}

fn connected(shape: &[(isize, isize)]) -> bool {
    let mut seen: BTreeSet<(isize, isize)> = shape.first().copied().into_iter().collect();
    let mut open: Vec<(isize, isize)> = seen.iter().copied().collect();
    let all: BTreeSet<(isize, isize)> = shape.iter().copied().collect();
    while let Some((row, column)) = open.pop() {
        for next in [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)] {
            if all.contains(&next) && seen.insert(next) {
                open.push(next);
            }
        }
    }
    seen.len() == all.len()
}

/// A start and a goal; in the goal `?` may hold anything.
pub(super) struct Blocks<'a> {
    pub(super) start: &'a Grid,
    pub(super) goal: &'a Grid,
    /// Whether blocks only move along their length; marks are `A` to `Z`.
    pub(super) cars: bool,
}

/// Writes the statements of a puzzle of blocks.
///
/// The language does not distinguish blocks of one piece and one shape. A block of the goal that others equal is a piece
/// of its own, so that no other block can stand for it.
pub(super) fn state(page: &mut Page, puzzle: &mut Puzzle, blocks: &Blocks<'_>) {
    let Blocks { start, goal, cars } = blocks;
    let (from, to) = (shapes(start), shapes(goal));
    let equals = |mark: &char| from.values().filter(|shape| from.get(mark) == Some(shape)).count();
    let own: Vec<char> = to.keys().copied().filter(|mark| equals(mark) > 1).collect();
    let plain: String = from.keys().copied().filter(|mark| !own.contains(mark)).collect();
    let library = own.is_empty() && (*cars || plain.chars().all(|c| c.is_ascii_uppercase()));
    let cell = |at| Some(start.get(at)).filter(|mark| *mark != ' ');
    // The cars of the library have the small letters, without `o`.
    let free = ('a'..='z').filter(|c| *c != 'o');
    let letters: BTreeMap<char, char> = from.keys().copied().zip(free).collect();
    let mark = |mark: char| if library && *cars { letters.get(&mark).copied().unwrap_or(mark) } else { mark };
    let rule = if library {
        page.import("blocks");
        if *cars { "blocks.drive".to_owned() } else { "blocks.step".to_owned() }
    } else {
        let kind = if *cars { "car" } else { "block" };
        let mut pieces = Vec::new();
        for (text, name) in own.iter().map(|mark| (mark.to_string(), format!("{kind}{mark}"))) {
            let name = page.unique(name);
            page.item(format!("piece {name} \"{text}\" {{ rigid }}"));
            pieces.push(name);
        }
        if !plain.is_empty() {
            let name = page.unique(kind.to_owned());
            page.item(format!("piece {name} \"{plain}\" {{ rigid }}"));
            pieces.push(name);
        }
        let rule = page.unique(if *cars { "drive" } else { "step" }.to_owned());
        let guard = if *cars { "    when aligned(x, d)\n" } else { "" };
        let head = format!("rule {rule}(x: {}, d: direction)", pieces.join(" or "));
        page.item(format!("{head} {{\n{guard}    shift x towards d\n}}"));
        rule
    };
    if start.places().count() == start.height() * start.width() {
        puzzle.state(format!("board square {} by {}", start.width(), start.height()));
    } else {
        puzzle.picture("board square", &start.redrawn(|at| cell(at).map(|_| '.')));
    }
    puzzle.state(format!("rules {rule}"));
    puzzle.state("measure moves = runs of one piece");
    puzzle.picture("start", &start.redrawn(|at| cell(at).map(mark)));
    puzzle.picture("goal", &goal.redrawn(|at| cell(at).map(|_| mark(goal.get(at)))));
}
