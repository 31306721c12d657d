//! Links of puzz.link and of pages with the same program: `…/p?sudoku/9/9/…`.

use super::lines::{Line, Lines, wrong};
use super::page::Page;
use super::sudoku::{MOST, Sudoku};
use puzzlec_base::diag::Diagnostic;

/// The kind, the size and the content of the puzzle of a link.
fn parts<'t>(line: &Line<'t>) -> Option<(&'t str, &'t str)> {
    let (page, puzzle) = line.text.trim().split_once('?')?;
    let known = page.ends_with("/p") || page.ends_with("/p.html");
    puzzle.split_once('/').filter(|_| known && page.contains("://"))
}

pub(super) fn is_one(text: &str) -> bool {
    let lines = Lines::new(puzzlec_base::FileId(0), text);
    let first = lines.iter().find(|line| !line.is_blank() && line.comment().is_none());
    first.is_some_and(|line| parts(line).is_some())
}

pub(super) fn import(lines: &Lines<'_>, page: &mut Page, found: &mut Vec<Diagnostic>) {
    page.head("Imported from puzz.link.");
    let mut title = None;
    for line in lines.iter().filter(|line| !line.is_blank()) {
        if let Some(comment) = line.comment() {
            title = Some(comment).filter(|text| !text.is_empty());
            continue;
        }
        match sudoku(line) {
            Ok(sudoku) => sudoku.write(title.take(), page),
            Err(wrong) => found.push(*wrong),
        }
    }
}

fn sudoku(line: &Line<'_>) -> Result<Sudoku, Box<Diagnostic>> {
    let fail = |part: &str, text: String| Box::new(wrong(line.part(part), text));
    let (kind, rest) =
        parts(line).ok_or_else(|| fail(line.text.trim(), "this line is no link to a puzzle".to_owned()))?;
    if kind != "sudoku" {
        return Err(fail(kind, format!("puzzles of `{kind}` are not imported, only those of `sudoku`")));
    }
    let fields: Vec<&str> = rest.split('/').collect();
    let [wide, high, content] = fields.as_slice() else {
        return Err(fail(rest, "expected the size and the content of the puzzle".to_owned()));
    };
    let side = wide.parse::<usize>().ok().filter(|_| wide == high);
    let block = side.and_then(|side| (2..=4).find(|n| n * n == side));
    let block = block.ok_or_else(|| fail(wide, "a sudoku has 4, 9 or 16 digits".to_owned()))?;
    let side = block * block;
    let unfit = || fail(content, format!("this does not describe a sudoku with {side} digits"));
    let mut givens = Vec::new();
    let mut marks = content.chars();
    while let Some(mark) = marks.next() {
        // A letter from `g` on is a run of empty cells; a number with two digits follows `-`.
        match mark {
            'g'..='z' => givens.extend(std::iter::repeat_n(None, mark as usize - 'g' as usize + 1)),
            '.' => givens.push(None),
            _ => {
                let number = match mark {
                    '-' => marks
                        .next()
                        .zip(marks.next())
                        .and_then(|(a, b)| Some(16 * a.to_digit(16)? + b.to_digit(16)?)),
                    digit => digit.to_digit(16),
                };
                let digit = number.map(|number| number as usize).filter(|n| (1..=side.min(MOST)).contains(n));
                givens.push(Some(digit.ok_or_else(unfit)?));
            }
        }
    }
    if givens.len() > side * side {
        return Err(unfit());
    }
    givens.resize(side * side, None);
    Ok(Sudoku { block: (block, block), givens })
}
