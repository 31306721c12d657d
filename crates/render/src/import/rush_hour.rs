//! Rush Hour boards: 36 characters for six rows of six, one board on each line, or pictures of six lines.
//!
//! `A` is the red car, in pictures also `X`; other letters are cars, `o` and `.` are empty, `x` is a wall. A number before the board is the
//! least number of moves; one after it is ignored.

use super::blocks::{self, Blocks};
use super::grid::{Grid, Place};
use super::lines::{Drawing, Line, Lines, wrong};
use super::page::{Page, Puzzle};
use puzzlec_base::diag::Diagnostic;
use puzzlec_base::{FileId, Span};

const SIDE: usize = 6;

pub(super) fn is_one(text: &str) -> bool {
    let comment = |line: &&str| line.starts_with([';', '#', '/']);
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !comment(line));
    let first = lines.next().unwrap_or("");
    let mut words = first.split_whitespace().filter(|word| word.parse::<u64>().is_err());
    words.next().is_some_and(|word| word.len() == SIDE * SIDE && word.contains('A')) && words.next().is_none()
        || pictures(text)
}

/// Whether a text has pictures of boards. Two without a title between are the start and the goal of other blocks.
fn pictures(text: &str) -> bool {
    let lines = Lines::new(FileId(0), text);
    let drawings = lines.drawings();
    let board = |drawing: &Drawing<'_>| {
        let marks = || drawing.lines.iter().flat_map(|line| line.text.trim().chars());
        drawing.lines.len() == SIDE
            && drawing.lines.iter().all(|line| line.text.trim().chars().count() == SIDE)
            && marks().all(|c| c.is_ascii_uppercase() || matches!(c, 'o' | '.' | 'x'))
            && marks().any(|c| matches!(c, 'A' | 'X'))
    };
    let pair = matches!(drawings.as_slice(), [_, second] if second.title.is_none());
    !drawings.is_empty() && !pair && drawings.iter().all(board)
}

pub(super) fn import(lines: &Lines<'_>, page: &mut Page, found: &mut Vec<Diagnostic>) {
    page.head("Imported Rush Hour boards.");
    for drawing in lines.drawings() {
        let mut title = drawing.title;
        let mut rest = drawing.lines.as_slice();
        while let Some(first) = rest.first() {
            let picture = first.text.trim().chars().count() == SIDE;
            let (board, later) = rest.split_at(if picture { SIDE.min(rest.len()) } else { 1 });
            rest = later;
            let board = if picture { Board::drawn(board) } else { Board::on(first) };
            if let Err(wrong) = board.and_then(|board| puzzle(&board, title.take(), page)) {
                found.push(*wrong);
            }
        }
    }
}

/// The marks of a board, and where they stand.
struct Board<'t> {
    rows: Vec<Vec<char>>,
    red: char,
    length: Option<u64>,
    /// By row its line and first column.
    places: Vec<(Line<'t>, usize)>,
}

impl<'t> Board<'t> {
    /// The board on a line, with numbers before and after it.
    fn on(line: &Line<'t>) -> Result<Self, Box<Diagnostic>> {
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
        let column = line.text.split(drawn).next().map_or(0, |before| before.chars().count());
        Ok(Board {
            rows: marks.chunks(SIDE).map(<[char]>::to_vec).collect(),
            red: 'A',
            length,
            places: (0..SIDE).map(|row| (*line, column + row * SIDE)).collect(),
        })
    }

    /// The board of a picture, where the red car may be `X`.
    fn drawn(lines: &[Line<'t>]) -> Result<Self, Box<Diagnostic>> {
        let head = lines.first().map(Line::whole).unwrap_or_default();
        if let Some(line) = lines.iter().find(|line| line.text.trim().chars().count() != SIDE) {
            return Err(Box::new(wrong(line.whole(), format!("this row does not have {SIDE} places"))));
        }
        if lines.len() != SIDE {
            return Err(Box::new(wrong(head, format!("a picture has {SIDE} rows, found {}", lines.len()))));
        }
        let rows: Vec<Vec<char>> = lines.iter().map(|line| line.text.trim().chars().collect()).collect();
        let red = if rows.iter().flatten().any(|mark| *mark == 'X') { 'X' } else { 'A' };
        let indent = |line: &Line<'t>| line.text.chars().take_while(|c| c.is_whitespace()).count();
        let places = lines.iter().map(|line| (*line, indent(line))).collect();
        Ok(Board { rows, red, length: None, places })
    }

    fn at(&self, (row, column): Place) -> Span {
        self.places.get(row).map(|(line, first)| line.at(first + column)).unwrap_or_default()
    }

    fn whole(&self) -> Span {
        self.at((0, 0)).to(self.at((SIDE - 1, SIDE - 1)))
    }
}

fn puzzle(board: &Board<'_>, title: Option<&str>, page: &mut Page) -> Result<(), Box<Diagnostic>> {
    let red = board.red;
    let at = |place| board.at(place);
    let read = |mark: &char| match mark {
        'o' | '.' => '.',
        'x' => ' ',
        other => *other,
    };
    let grid = Grid::new(board.rows.iter().map(|row| row.iter().map(read).collect()).collect());
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
    let Some([first, second, ..]) = cars.get(&red).map(Vec::as_slice) else {
        return Err(Box::new(wrong(board.whole(), "the board has no red car `A`")));
    };
    if first.0 != second.0 {
        return Err(Box::new(wrong(at(*first), format!("the red car `{red}` does not stand in a row"))));
    }
    let wide = cars.get(&red).map_or(0, Vec::len);
    let goal = Grid::new(
        (0..SIDE)
            .map(|row| {
                let exit = |column: usize| row == first.0 && column >= SIDE - wide;
                let mark = |column| if grid.get((row, column)) == ' ' { ' ' } else { '?' };
                (0..SIDE).map(|column| if exit(column) { red } else { mark(column) }).collect()
            })
            .collect(),
    );
    if (SIDE - wide..SIDE).any(|column| grid.get((first.0, column)) == ' ') {
        return Err(Box::new(wrong(at(*first), "a wall stands at the exit of the red car")));
    }
    let name = page.name(title.unwrap_or(""), "Board");
    let mut puzzle = Puzzle { title: title.map(str::to_owned), ..Puzzle::default() };
    blocks::state(page, &mut puzzle, &Blocks { start: &grid, goal: &goal, cars: true });
    if let Some(length) = board.length {
        puzzle.state(format!("expect solvable in {length} moves"));
    }
    page.puzzle(&name, &puzzle);
    Ok(())
}
