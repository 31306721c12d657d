//! Sokoban levels: XSB, and collections of them, also in XML.
//!
//! A level is a run of [rows]. A title stands after it, as `Title: …`, or in the line before it. If all titles of a
//! file stand above their levels, they belong to the levels below them.

mod collection;
mod rows;

use super::grid::{Grid, Place};
use super::lines::{Line, Lines, wrong};
use super::page::{Page, Puzzle};
use puzzlec_base::diag::Diagnostic;
use puzzlec_base::words::counted;
use rows::{Row, is_row};

pub(super) use rows::is_one;

#[derive(Default)]
struct Level<'t> {
    before: Option<&'t str>,
    title: Option<&'t str>,
    docs: Vec<String>,
    rows: Vec<Row<'t>>,
}

pub(super) fn import(lines: &Lines<'_>, text: &str, page: &mut Page, found: &mut Vec<Diagnostic>) {
    page.head("Imported Sokoban levels.");
    let levels = match collection::is_one(text) {
        true => collection::levels(lines, text),
        false => Ok(drawn(lines)),
    };
    let levels = levels.unwrap_or_else(|wrong| {
        found.push(*wrong);
        Vec::new()
    });
    for level in &levels {
        if let Err(wrong) = puzzle(level, page) {
            found.push(*wrong);
        }
    }
}

/// The levels of a file of XSB.
fn drawn<'t>(lines: &Lines<'t>) -> Vec<Level<'t>> {
    let mut levels: Vec<Level<'_>> = Vec::new();
    // The lines before the first level, between two levels, and after the last one.
    let mut gaps: Vec<Vec<&Line<'_>>> = vec![Vec::new()];
    let mut inside = false;
    for line in lines.iter() {
        if is_row(line.text, inside) {
            if !inside {
                levels.push(Level::default());
                gaps.push(Vec::new());
            }
            if let Some(level) = levels.last_mut() {
                level.rows.extend(Row::of(*line));
            }
            inside = true;
        } else {
            if let Some(gap) = gaps.last_mut() {
                gap.push(line);
            }
            inside = false;
        }
    }
    let above = titles_above(&gaps);
    for (below, gap) in gaps.iter().enumerate() {
        describe(&mut levels, below, gap, above);
    }
    levels
}

fn is_title(line: &Line<'_>) -> bool {
    line.after("title:").is_some()
}

/// Whether all titles stand above their levels: the first level has one above it, the last one none below it, and none
/// follows a level immediately.
fn titles_above(gaps: &[Vec<&Line<'_>>]) -> bool {
    let [first, between @ .., last] = gaps else { return false };
    first.iter().any(|line| is_title(line))
        && !last.iter().any(|line| is_title(line))
        && !between.iter().any(|gap| gap.first().is_some_and(|line| is_title(line)))
}

/// Gives the lines between two levels to the one above or to the one below, which has this number.
fn describe<'t>(levels: &mut [Level<'t>], below: usize, gap: &[&Line<'t>], above: bool) {
    let titles = gap.iter().filter(|line| is_title(line)).count();
    let (mut seen, mut before) = (0, None);
    let (mut title, mut authors) = (None, Vec::new());
    for line in gap {
        seen += usize::from(is_title(line));
        // The last of several titles belongs to the level below.
        let next = above || below == 0 || titles > 1 && seen == titles;
        let last = below.checked_sub(1).and_then(|last| levels.get_mut(last));
        match (line.after("title:"), line.after("author:"), last.filter(|_| !next)) {
            (Some(text), _, Some(last)) => last.title = last.title.or(Some(text)),
            (Some(text), _, None) => title = Some(text),
            (None, Some(author), Some(last)) => last.docs.push(format!("By {author}.")),
            (None, Some(author), None) => authors.push(format!("By {author}.")),
            (None, None, _) => before = heading(line).or(before),
        }
    }
    if let Some(level) = levels.get_mut(below) {
        level.before = title.filter(|text| !text.is_empty()).or(before);
        level.docs = authors;
    }
}

/// The text of a line that may be a title.
fn heading<'t>(line: &Line<'t>) -> Option<&'t str> {
    let plain = || {
        Some(line.text.trim()).filter(|text| text.split_once(':').is_none_or(|(key, _)| key.contains(' ')))
    };
    line.comment().or_else(plain).filter(|text| !text.is_empty())
}

fn puzzle(level: &Level<'_>, page: &mut Page) -> Result<(), Box<Diagnostic>> {
    let head = level.rows.first().map(|row| row.line.whole()).unwrap_or_default();
    let rows: Vec<Vec<char>> = level.rows.iter().map(Row::marks).collect::<Result<_, _>>()?;
    let widths: Vec<usize> = rows.iter().map(Vec::len).collect();
    let grid = Grid::within(rows, head)?;
    let men = grid.holding(&['@', '+']);
    let man = match men.as_slice() {
        [man] => *man,
        [] => {
            return Err(Box::new(
                wrong(head, "the level has no man").help("mark him by `@`, or `+` on a target"),
            ));
        }
        [_, second, ..] => return Err(Box::new(wrong(place(level, *second), "the level has a second man"))),
    };
    let targets = grid.holding(&['.', '+', '*']);
    let boxes = grid.holding(&['$', '*']);
    if boxes.is_empty() || targets.is_empty() {
        let lacks = if boxes.is_empty() { "box" } else { "target" };
        return Err(Box::new(wrong(head, format!("the level has no {lacks}"))));
    }
    if boxes.len() > targets.len() {
        let counts = (counted(boxes.len() as u64, "boxes"), counted(targets.len() as u64, "targets"));
        let text = format!("the level has {} and {}", counts.0, counts.1);
        return Err(Box::new(wrong(head, text)));
    }
    let cells = grid.flood(std::iter::once(man).chain(targets.clone()).chain(boxes.clone()), |c| c == '#');
    // Cells beyond the end of a row are outside the level.
    let border = |place: &&Place| {
        let (row, column) = **place;
        let width = widths.get(row).copied().unwrap_or(0);
        row == 0 || column == 0 || row + 1 == grid.height() || column + 1 >= width
    };
    if let Some(open) = cells.iter().find(border) {
        let open = wrong(place(level, *open), "the walls of the level are open here");
        return Err(Box::new(open.help("enclose the floor by `#`")));
    }
    let board = |at: Place| cells.contains(&at).then(|| if targets.contains(&at) { 't' } else { '.' });
    let start = |at: Place| {
        cells.contains(&at).then(|| match grid.get(at) {
            '@' | '+' => '@',
            '$' | '*' => '$',
            _ => '.',
        })
    };
    let title = level.title.or(level.before).unwrap_or("");
    let name = page.name(title, "Level");
    let mut puzzle = Puzzle { docs: level.docs.clone(), title: Some(title.to_owned()), ..Puzzle::default() };
    page.import("sokoban");
    puzzle.picture("board square", &grid.redrawn(board));
    puzzle.state("rules sokoban.all");
    puzzle.picture("start", &grid.redrawn(start));
    puzzle.state(if boxes.len() == targets.len() {
        "goal box at every t".to_owned()
    } else {
        format!("goal count(box, t) == {}", boxes.len())
    });
    page.puzzle(&name, &puzzle);
    Ok(())
}

fn place(level: &Level<'_>, (row, column): Place) -> puzzlec_base::Span {
    level.rows.get(row).map(|row| row.at(column)).unwrap_or_default()
}
