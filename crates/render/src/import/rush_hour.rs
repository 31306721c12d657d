//! Rush Hour boards: 36 characters for six rows of six, one board on each line.
//!
//! `A` is the red car, other letters are cars, `o` and `.` are empty, `x` is a wall. A number before the board is the
//! least number of moves; one after it is ignored.

use super::blocks::{self, Blocks};
use super::grid::{Grid, Place};
use super::lines::{Line, Lines, wrong};
use super::page::{Page, Puzzle};
use puzzlec_base::diag::Diagnostic;

const SIDE: usize = 6;

pub(super) fn is_one(text: &str) -> bool {
    let mut lines =
        text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with([';', '#', '/']));
    lines.next().is_some_and(|line| {
        let mut words = line.split_whitespace().filter(|word| word.parse::<u64>().is_err());
        words.next().is_some_and(|word| word.len() == SIDE * SIDE && word.contains('A'))
            && words.next().is_none()
    })
}

pub(super) fn import(lines: &Lines<'_>, page: &mut Page, found: &mut Vec<Diagnostic>) {
    page.head("Imported Rush Hour boards.");
    let mut title = None;
    for line in lines.iter().filter(|line| !line.is_blank()) {
        if let Some(comment) = line.comment() {
            title = Some(comment);
        } else if let Err(wrong) = puzzle(line, title.take(), page) {
            found.push(*wrong);
        }
    }
}

fn puzzle(line: &Line<'_>, title: Option<&str>, page: &mut Page) -> Result<(), Box<Diagnostic>> {
    let (mut length, mut drawn) = (None, None);
    for word in line.text.split_whitespace() {
        match (word.parse::<u64>(), drawn) {
            (Ok(number), None) if word.len() < SIDE * SIDE => length = Some(number),
            (Ok(_), Some(_)) => {}
            (_, None) => drawn = Some(word),
            (Err(_), Some(_)) => {
                return Err(Box::new(wrong(line.part(word), "only a number may follow the board")));
            }
        }
    }
    let drawn = drawn.ok_or_else(|| Box::new(wrong(line.whole(), "this line has no board")))?;
    let marks: Vec<char> = drawn.chars().collect();
    if marks.len() != SIDE * SIDE {
        let text = format!("a board has {} characters, found {}", SIDE * SIDE, marks.len());
        return Err(Box::new(wrong(line.part(drawn), text)));
    }
    let column = line.text.chars().count() - line.text.trim_start().chars().count()
        + line.text.trim_start().split(drawn).next().map_or(0, |before| before.chars().count());
    let at = |(row, c): Place| line.at(column + row * SIDE + c);
    let read = |mark: &char| match mark {
        'o' | '.' => '.',
        'x' => ' ',
        other => *other,
    };
    let grid = Grid::new(marks.chunks(SIDE).map(|row| row.iter().map(read).collect()).collect());
    let cars = grid.by_mark();
    for (mark, places) in cars.iter().filter(|(mark, _)| **mark != '.') {
        let first = places.first().copied().unwrap_or_default();
        if !mark.is_ascii_uppercase() {
            let text = format!("`{mark}` is no mark of a Rush Hour board");
            return Err(Box::new(wrong(at(first), text).help("marks are `A` to `Z`, `o` or `.`, and `x`")));
        }
        let straight = |step: Place| {
            let next = |n: usize| (first.0 + step.0 * n, first.1 + step.1 * n);
            places.iter().enumerate().all(|(n, place)| *place == next(n))
        };
        if places.len() < 2 || !straight((0, 1)) && !straight((1, 0)) {
            let text = format!("the cells of car `{mark}` are not two or more in a straight line");
            return Err(Box::new(wrong(at(first), text)));
        }
    }
    let Some([first, second, ..]) = cars.get(&'A').map(Vec::as_slice) else {
        return Err(Box::new(wrong(line.part(drawn), "the board has no red car `A`")));
    };
    if first.0 != second.0 {
        return Err(Box::new(wrong(at(*first), "the red car `A` does not stand in a row")));
    }
    let wide = cars.get(&'A').map_or(0, Vec::len);
    let goal = Grid::new(
        (0..SIDE)
            .map(|row| {
                let red = |column: usize| row == first.0 && column >= SIDE - wide;
                let mark = |column| if grid.get((row, column)) == ' ' { ' ' } else { '?' };
                (0..SIDE).map(|column| if red(column) { 'A' } else { mark(column) }).collect()
            })
            .collect(),
    );
    if (SIDE - wide..SIDE).any(|column| grid.get((first.0, column)) == ' ') {
        return Err(Box::new(wrong(at(*first), "a wall stands at the exit of the red car")));
    }
    let name = page.name(title.unwrap_or(""), "Board");
    let mut puzzle = Puzzle { title: title.map(str::to_owned), ..Puzzle::default() };
    blocks::state(page, &mut puzzle, &Blocks { start: &grid, goal: &goal, cars: true });
    if let Some(length) = length {
        puzzle.state(format!("expect solvable in {length} moves"));
    }
    page.puzzle(&name, &puzzle);
    Ok(())
}
