//! Diagrams of peg solitaire.
//!
//! `x X * @ O 1` and `●` are pegs, `. _ - 0` and `○` are holes, and `o` is a peg unless the diagram has another mark for
//! pegs. Marks may be spaced; rows that are shifted by half a cell make a triangular board. A second diagram of the same
//! board, with fewer pegs and no title between, is the goal; otherwise one peg must be left.

use super::grid::{Grid, Lay};
use super::lines::{Drawing, Lines, wrong};
use super::page::{Page, Puzzle};
use puzzlec_base::diag::Diagnostic;

const PEGS: &[char] = &['x', 'X', '*', '@', 'O', '1', '●'];
const HOLES: &[char] = &['.', '_', '-', '0', '○'];

pub(super) fn is_one(text: &str) -> bool {
    let rows: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let drawn = |row: &&&str| !row.starts_with(';') && !row.starts_with("//");
    let mark = |c: char| PEGS.contains(&c) || HOLES.contains(&c) || matches!(c, 'o' | '#' | ' ');
    let mut marks = rows.iter().filter(drawn).flat_map(|row| row.chars());
    let holes = rows.iter().any(|row| row.contains(|c: char| HOLES.contains(&c) || c == 'o'));
    let same = rows.iter().filter(drawn).count() > 0;
    same && holes && marks.all(mark)
}

/// A diagram with `o` for pegs and `.` for holes.
struct Diagram {
    grid: Grid,
    lay: Lay,
}

fn read(drawing: &Drawing<'_>) -> Result<Diagram, Box<Diagnostic>> {
    let (grid, lay) = Grid::of_drawing(drawing)?;
    let other = !grid.holding(PEGS).is_empty();
    for line in &drawing.lines {
        let known = |c: char| PEGS.contains(&c) || HOLES.contains(&c) || matches!(c, 'o' | '#' | ' ');
        if let Some(column) = line.text.chars().position(|c| !known(c)) {
            let mark = line.text.chars().nth(column).unwrap_or_default();
            let text = format!("`{mark}` is no mark of a diagram of pegs");
            return Err(Box::new(
                wrong(line.at(column), text).help("marks are `o` for a peg and `.` for a hole"),
            ));
        }
    }
    let mark = |c: char| match c {
        '#' | ' ' => ' ',
        'o' if other => '.',
        'o' => 'o',
        c if HOLES.contains(&c) => '.',
        _ => 'o',
    };
    let row = |row| (0..grid.width()).map(|column| mark(grid.get((row, column)))).collect();
    let grid = Grid::new((0..grid.height()).map(row).collect());
    if grid.holding(&['o']).is_empty() {
        return Err(Box::new(wrong(drawing.head(), "this diagram has no peg")));
    }
    Ok(Diagram { grid, lay })
}

pub(super) fn import(lines: &Lines<'_>, page: &mut Page, found: &mut Vec<Diagnostic>) {
    page.head("Imported peg solitaire.");
    let drawings = lines.drawings();
    let mut rest = drawings.iter().peekable();
    while let Some(drawing) = rest.next() {
        let start = match read(drawing) {
            Ok(start) => start,
            Err(wrong) => {
                found.push(*wrong);
                continue;
            }
        };
        let pegs = |diagram: &Diagram| diagram.grid.holding(&['o']).len();
        let goal = rest.peek().filter(|next| next.title.is_none()).and_then(|next| read(next).ok());
        let goal =
            goal.filter(|goal| goal.grid.places().eq(start.grid.places()) && pegs(goal) < pegs(&start));
        if goal.is_some() {
            rest.next();
        }
        let boards =
            Diagrams { start: &start.grid, goal: goal.as_ref().map(|goal| &goal.grid), lay: start.lay };
        boards.write(drawing.title, page);
    }
}

/// A puzzle with square cells and without a goal of its own: `o` is a peg, `.` a hole.
pub(super) fn write_square(start: &Grid, page: &mut Page) {
    Diagrams { start, goal: None, lay: Lay::Square }.write(None, page);
}

/// A start and its goal.
struct Diagrams<'g> {
    start: &'g Grid,
    goal: Option<&'g Grid>,
    lay: Lay,
}

impl Diagrams<'_> {
    fn write(&self, title: Option<&str>, page: &mut Page) {
        let name = page.name(title.unwrap_or(""), "Pegs");
        page.import("peg");
        let mut puzzle = Puzzle { title: title.map(str::to_owned), ..Puzzle::default() };
        let drawn = |grid: &Grid, board: bool| {
            let mark = |at| if board { '.' } else { grid.get(at) };
            match self.lay {
                Lay::Square => grid.redrawn(|at| Some(grid.get(at)).filter(|c| *c != ' ').map(|_| mark(at))),
                Lay::Shifted => grid.drawn(mark),
            }
        };
        let lattice = if self.lay == Lay::Square { "board square" } else { "board hex" };
        puzzle.picture(lattice, &drawn(self.start, true));
        puzzle.state("rules peg.jump");
        puzzle.picture("start", &drawn(self.start, false));
        match self.goal {
            Some(goal) => puzzle.picture("goal", &drawn(goal, false)),
            None => puzzle.state("goal count(peg) == 1"),
        }
        page.puzzle(&name, &puzzle);
    }
}
