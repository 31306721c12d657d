//! Pictures of puzzles and plans as text.

mod coordinates;

use super::grid::Grid;
use super::paint::Paint;
use super::plan::blocks;
use super::safe::safe;
use super::svg::{Figure, figures, start_and_goal, title};
use puzzlec_analysis::{PicturedStep, PuzzlePictures, Scene};

/// A puzzle's title, its start and, where it is drawn, its goal; with `names` the coordinates of the cells. Lines have at
/// most `width` columns, unless a picture is wider.
pub fn puzzle(pictures: &PuzzlePictures, names: bool, width: usize) -> String {
    let mut text = format!("{}\n\n", safe(title(pictures)));
    let drawn: Vec<(String, Vec<String>)> =
        start_and_goal(pictures).map(|figure| drawn(&figure, names)).collect();
    beside(&drawn, width, &mut text);
    if names {
        text.push_str(&legend(&pictures.start));
    }
    text
}

/// A puzzle's title, `ending`, the start, and the positions after every n-th step of a plan and the last one.
pub fn plan(
    pictures: &PuzzlePictures,
    steps: &[PicturedStep],
    every: usize,
    ending: &str,
    names: bool,
    width: usize,
) -> String {
    let mut text = format!("{}\n{ending}\n\n", safe(title(pictures)));
    let drawn: Vec<(String, Vec<String>)> =
        figures(pictures, steps, every).map(|figure| drawn(&figure, names)).collect();
    beside(&drawn, width, &mut text);
    if names {
        text.push_str(&legend(&pictures.start));
    }
    text
}

fn beside(drawn: &[(String, Vec<String>)], width: usize, text: &mut String) {
    let all: Vec<(String, &Vec<String>)> =
        drawn.iter().map(|(caption, rows)| (caption.clone(), rows)).collect();
    blocks(&all, width, &Paint::default(), text);
}

/// A figure as rows of text under its heading.
fn drawn(figure: &Figure<'_>, names: bool) -> (String, Vec<String>) {
    let scene =
        Scene { pieces: figure.pieces.to_vec(), counters: figure.counters.to_vec(), ..figure.board.clone() };
    let grid = Grid::new(&scene, (0, 0));
    let mut rows: Vec<String> = match names.then(|| coordinates::framed(&scene, &grid)).flatten() {
        Some(rows) => rows,
        None => grid.text().lines().map(str::to_owned).collect(),
    };
    rows.extend(figure.counters.iter().map(|counter| format!("{} {}", safe(&counter.name), counter.number)));
    (figure.heading.clone(), rows)
}

/// The names of the cells, where they do not stand beside rows and columns.
fn legend(board: &Scene) -> String {
    let empty = Scene { pieces: Vec::new(), counters: Vec::new(), ..board.clone() };
    let grid = Grid::new(&empty, (0, 0));
    if board.cells.is_empty() || coordinates::framed(&empty, &grid).is_some() {
        return String::new();
    }
    match coordinates::named(&empty, &grid) {
        Some(rows) => {
            format!(
                "\n  cells\n{}",
                rows.iter().map(|row| format!("{}\n", format!("  {row}").trim_end())).collect::<String>()
            )
        }
        None => {
            let names: Vec<String> = board.cells.iter().map(|cell| safe(&cell.name)).collect();
            format!("\n  cells in reading order: {}\n", names.join(", "))
        }
    }
}
