//! Sudokus: 81 or 256 characters on a line, or nine rows.
//!
//! `1` to `9`, and `A` to `G` in 256, are given; `.`, `0`, `_`, `*`, `?` and on a line `-` are empty. What follows the
//! characters on their line is not read. Rows may be divided by blanks, `|` and lines of `-`, `+`, `=`. Another line is the title of the
//! next sudoku.

use super::lines::{Line, Lines, wrong};
use super::page::{Page, Puzzle};
use puzzlec_base::diag::Diagnostic;

/// The marks of the digits, as they are written.
const DIGITS: &str = "123456789abcdefg";

/// A sudoku.
pub(super) struct Sudoku {
    /// Columns and rows of a block; a digit is at most their product.
    pub(super) block: (usize, usize),
    /// By cell, row by row, the digit that is given.
    pub(super) givens: Vec<Option<usize>>,
}

/// The largest digit for which there is a mark.
pub(super) const MOST: usize = DIGITS.len();

impl Sudoku {
    /// Writes the puzzle.
    pub(super) fn write(&self, title: Option<&str>, page: &mut Page) {
        let (wide, high) = self.block;
        let side = wide * high;
        let marks: String = DIGITS.chars().take(side).collect();
        let digit = if side == 9 { "digit".to_owned() } else { format!("digit_{side}") };
        page.item(format!("piece {digit} \"{marks}\""));
        let board = format!("Blocks{wide}x{high}");
        let region = |row: usize, column: usize| {
            let number = u8::try_from(row / high * high + column / wide).unwrap_or(0);
            char::from(b'A' + number)
        };
        let rows = (0..side).map(|row| (0..side).map(|column| region(row, column)).collect::<String>());
        let rows: String = rows.map(|row| format!("    {row}\n")).collect();
        page.item(format!("board {board} = square \"\"\"\n{rows}\"\"\""));
        let mark = |given: &Option<usize>| {
            given.and_then(|digit| marks.chars().nth(digit.checked_sub(1)?)).unwrap_or('?')
        };
        let rows: Vec<String> =
            self.givens.chunks(side).map(|row| row.iter().map(mark).collect::<String>()).collect();
        let name = page.name(title.unwrap_or(""), "Sudoku");
        let mut puzzle = Puzzle { title: title.map(str::to_owned), ..Puzzle::default() };
        puzzle.state(format!("board {board}"));
        puzzle.state(format!("place {digit} * {}", side * side));
        let lines = " and where all line in rows, columns, regions: different(line)";
        puzzle.picture_and("goal", &rows, lines);
        page.puzzle(&name, &puzzle);
    }
}

/// The digit of a mark: nothing for an empty cell.
fn digit(mark: char) -> Option<Option<usize>> {
    match mark {
        '.' | '0' | '_' | '*' | '?' => Some(None),
        _ => Some(Some(DIGITS.find(mark.to_ascii_lowercase())? + 1)),
    }
}

/// The characters of a line that may be a whole sudoku.
fn whole<'t>(line: &Line<'t>) -> Option<&'t str> {
    let word = line.text.trim_start().split([' ', '\t', ',', ';']).next()?;
    matches!(word.chars().count(), 81 | 256).then_some(word)
}

/// The marks of a row, with their columns; none of a line that divides rows. `None` for another line.
fn row(line: &Line<'_>) -> Option<Vec<(usize, char)>> {
    let between = |c: char| c.is_whitespace() || c == '|';
    if line.text.chars().all(|c| between(c) || matches!(c, '-' | '+' | '=')) {
        return Some(Vec::new());
    }
    let marks: Vec<_> = line.text.chars().enumerate().filter(|(_, c)| !between(*c)).collect();
    (marks.len() == 9 && marks.iter().all(|(_, c)| c.is_ascii_digit() || digit(*c) == Some(None)))
        .then_some(marks)
}

pub(super) fn is_one(text: &str) -> bool {
    let lines = Lines::new(puzzlec_base::FileId(0), text);
    let given = |c: char| matches!(c, '1'..='9' | 'a'..='g' | 'A'..='G');
    let on_a_line = |line: &Line<'_>| {
        whole(line).is_some_and(|word| word.chars().all(|c| given(c) || c == '-' || digit(c) == Some(None)))
    };
    let Some(first) = lines.iter().find(|line| !line.is_blank() && line.comment().is_none()) else {
        return false;
    };
    if on_a_line(first) {
        return true;
    }
    // Two drawings without a title between are the start and the goal of blocks.
    let pair = matches!(lines.drawings().as_slice(), [_, second] if second.title.is_none());
    let rows: Vec<_> = lines.iter().filter_map(row).filter(|marks| !marks.is_empty()).collect();
    let others = lines.iter().filter(|line| line.comment().is_none() && row(line).is_none()).count();
    let digits = || rows.iter().flatten().filter(|(_, c)| matches!(c, '2'..='9')).count();
    !rows.is_empty() && rows.len().is_multiple_of(9) && others <= rows.len() / 9 && digits() > 0 && !pair
}

pub(super) fn import(lines: &Lines<'_>, page: &mut Page, found: &mut Vec<Diagnostic>) {
    page.head("Imported sudokus.");
    let mut title = None;
    let mut rows: Vec<(&Line<'_>, Vec<(usize, char)>)> = Vec::new();
    for line in lines.iter().filter(|line| !line.is_blank()) {
        if let Some(comment) = line.comment() {
            title = Some(comment).filter(|text| !text.is_empty());
        } else if let Some(word) = whole(line) {
            match on_a_line(line, word) {
                Ok(sudoku) => sudoku.write(title.take(), page),
                Err(wrong) => found.push(*wrong),
            }
        } else if let Some(marks) = row(line) {
            rows.extend((!marks.is_empty()).then_some((line, marks)));
            if rows.len() == 9 {
                let marks = rows.drain(..).flat_map(|(_, marks)| marks);
                let givens = marks.map(|(_, mark)| digit(mark).flatten()).collect();
                Sudoku { block: (3, 3), givens }.write(title.take(), page);
            }
        } else if rows.is_empty() {
            title = Some(line.text.trim());
        } else {
            found.push(
                wrong(line.whole(), "a row has nine digits or empty cells")
                    .help("an empty cell is `.` or `0`"),
            );
            rows.clear();
        }
    }
    if let Some((line, _)) = rows.first() {
        found.push(wrong(line.whole(), format!("a sudoku has nine rows, found {}", rows.len())));
    }
}

/// The sudoku of a line.
fn on_a_line(line: &Line<'_>, word: &str) -> Result<Sudoku, Box<Diagnostic>> {
    let side = if word.len() > 81 { 16 } else { 9 };
    let first = line.text.split(word).next().map_or(0, |before| before.chars().count());
    let mut givens = Vec::new();
    for (column, mark) in word.chars().enumerate() {
        let given = if mark == '-' { Some(None) } else { digit(mark) };
        match given.filter(|given| given.is_none_or(|digit| digit <= side)) {
            Some(given) => givens.push(given),
            None => {
                let text = format!("`{mark}` is no mark of a sudoku with {side} digits");
                return Err(Box::new(
                    wrong(line.at(first + column), text).help("an empty cell is `.` or `0`"),
                ));
            }
        }
    }
    Ok(Sudoku { block: if side == 16 { (4, 4) } else { (3, 3) }, givens })
}
