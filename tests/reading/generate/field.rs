//! Boards of random puzzles, as they are and as a mirror shows them.

use crate::reading::board::{Board, Cell, Kind};
use crate::reading::dice::Dice;

#[derive(Clone, Debug)]
pub struct Field {
    pub board: Board,
    /// The names that the board's picture gives, by cell.
    pub letters: Vec<(Cell, char)>,
    /// What follows `board`; where it is not symmetric, the mirror shows a picture.
    said: Option<String>,
    word: &'static str,
    mirror: bool,
    dense: bool,
}

impl Field {
    pub fn new(
        word: &'static str,
        kind: Kind,
        cells: Vec<Cell>,
        said: Option<String>,
        mirror: bool,
    ) -> Field {
        let board = Board::new(kind, cells);
        Field { board, letters: Vec::new(), said, word, mirror, dense: false }
    }

    pub fn line(n: i32, mirror: bool) -> Field {
        Field::new("line", Kind::Line, (0..n).map(|x| (x, 0)).collect(), Some(format!("line {n}")), mirror)
    }

    pub fn ring(n: i32, mirror: bool) -> Field {
        Field::new("ring", Kind::Ring, (0..n).map(|x| (x, 0)).collect(), Some(format!("ring {n}")), mirror)
    }

    /// A board of at most so many cells of one of these kinds.
    pub fn any(dice: &mut Dice, kinds: &[&str], most: usize, mirror: bool) -> Field {
        let sides = [(2, 2), (3, 2), (2, 3), (3, 3), (4, 2), (2, 4), (4, 3), (5, 2)];
        let mut sides: Vec<(i32, i32)> = sides.into_iter().filter(|s| (s.0 * s.1) as usize <= most).collect();
        dice.shuffle(&mut sides);
        let (w, h) = sides[0];
        let rectangle: Vec<Cell> = (0..h).flat_map(|y| (0..w).map(move |x| (x, y))).collect();
        let kind = dice.pick(kinds);
        let mut field = match kind {
            "line" => Field::line(dice.between(3, most.min(8)) as i32, mirror),
            "ring" => Field::ring(dice.between(3, most.min(7)) as i32, mirror),
            "graph" => return Field::graph(dice, most),
            "hex" if dice.once_in(3) && most >= 7 => {
                let all = (-1..2).flat_map(|y| (-1..2).map(move |x: i32| (x, y)));
                let cells = all.filter(|(x, y): &Cell| (x + y).abs() < 2).collect();
                Field::new("hex", Kind::Hex, cells, Some("hex side 2".into()), mirror)
            }
            "hex" => {
                let said = (!mirror).then(|| format!("hex {w} by {h}"));
                Field::new("hex", Kind::Hex, rectangle, said, mirror)
            }
            "triangle" => {
                let n = if most >= 10 { dice.between(2, 4) } else { dice.between(2, 3) } as i32;
                let cells = (0..n).flat_map(|y| (-y..=0).map(move |x| (x, y))).collect();
                Field::new("triangle", Kind::Hex, cells, Some(format!("triangle side {n}")), mirror)
            }
            "diagonal" => {
                let said = Some(format!("square diagonal {w} by {h}"));
                Field::new("square diagonal", Kind::Diagonal, rectangle, said, mirror)
            }
            _ => Field::new("square", Kind::Square, rectangle, Some(format!("square {w} by {h}")), mirror),
        };
        field.dense = dice.once_in(3);
        let drawn = !matches!(kind, "line" | "ring");
        if drawn && dice.once_in(3) {
            // A hole or two.
            for _ in 0..dice.between(1, 2) {
                if field.board.cells.len() > 4 {
                    let at = dice.below(field.board.cells.len());
                    field.board.cells.remove(at);
                    field.said = None;
                }
            }
        }
        if !matches!(kind, "ring") && dice.once_in(3) {
            let letters = ['t', 'u', 'v'];
            for cell in field.board.cells.clone() {
                if dice.once_in(3) {
                    let letter = letters[dice.below(3)];
                    field.letters.push((cell, letter));
                    field.board.names.entry(letter.to_string()).or_default().push(cell);
                    field.said = None;
                }
            }
        }
        field
    }

    pub fn graph(dice: &mut Dice, most: usize) -> Field {
        let n = dice.between(3, most.min(7)) as i32;
        let mut edges: Vec<(i32, i32)> = (1..n).map(|v| (dice.below(v as usize) as i32, v)).collect();
        for _ in 0..dice.below(4) {
            let (a, b) = (dice.below(n as usize) as i32, dice.below(n as usize) as i32);
            if a < b && !edges.contains(&(a, b)) {
                edges.push((a, b));
            }
        }
        let name = |v: &i32| format!("v{v}");
        let mut words: Vec<String> = (0..n).map(|v| name(&v)).collect();
        words.extend(edges.iter().map(|(a, b)| format!("{}-{}", name(a), name(b))));
        let said = format!("graph {{ {} }}", words.join(" "));
        let mut field = Field::new("graph", Kind::Graph, (0..n).map(|v| (v, 0)).collect(), Some(said), false);
        field.board.names = (0..n).map(|v| (name(&v), vec![(v, 0)])).collect();
        field.board.edges = edges.iter().flat_map(|e| [((e.0, 0), (e.1, 0)), ((e.1, 0), (e.0, 0))]).collect();
        field
    }

    pub fn count(&self) -> usize {
        self.board.cells.len()
    }

    /// Where a cell is drawn: column and row of a picture whose marks stand one column apart, on the hex
    /// lattice two.
    fn drawn_at(&self, cell: Cell) -> Cell {
        let at = |c: Cell| if self.board.kind == Kind::Hex { (2 * c.0 + c.1, c.1) } else { c };
        let columns = self.board.cells.iter().map(|c| at(*c).0);
        let top = self.board.cells.iter().map(|c| c.1).min().unwrap_or(0);
        let (left, right) = (columns.clone().min().unwrap_or(0), columns.max().unwrap_or(0));
        let (x, y) = at(cell);
        (if self.mirror { right - x } else { x - left }, y - top)
    }

    /// The cells in reading order, as the mirror shows them.
    fn order(&self) -> Vec<Cell> {
        let mut cells = self.board.cells.clone();
        if self.board.kind != Kind::Graph {
            cells.sort_by_key(|c| (self.drawn_at(*c).1, self.drawn_at(*c).0));
        }
        cells
    }

    /// What follows `board`.
    pub fn text(&self) -> String {
        match &self.said {
            Some(said) => said.clone(),
            None => format!("{} {}", self.word, self.board_picture()),
        }
    }

    fn board_picture(&self) -> String {
        let mark = |c: &Cell| self.letters.iter().find(|l| l.0 == *c).map_or('.', |l| l.1);
        self.picture(&self.board.cells.iter().map(mark).collect::<Vec<_>>())
    }

    /// A picture of marks that are given cell by cell.
    pub fn picture(&self, marks: &[char]) -> String {
        if matches!(self.board.kind, Kind::Ring | Kind::Graph) {
            let marks: Vec<String> = self.permuted(marks).iter().map(char::to_string).collect();
            return format!("\"\"\" {} \"\"\"", marks.join(" "));
        }
        let hex = self.board.kind == Kind::Hex;
        // One row or column of a hex picture could touch, and a sparse picture could seem spaced.
        let apart = if hex || self.dense { 1 } else { 2 };
        let touch = self.board.cells.iter().any(|c| self.board.cells.contains(&(c.0 + 1, c.1)));
        let apart = if !hex && apart == 1 && !touch { 2 } else { apart };
        let mut rows: Vec<Vec<char>> = Vec::new();
        for (cell, mark) in self.board.cells.iter().zip(marks) {
            let (x, y) = self.drawn_at(*cell);
            let (x, y) = (apart * x as usize, y as usize);
            while rows.len() <= y {
                rows.push(Vec::new());
            }
            while rows[y].len() <= x {
                rows[y].push(' ');
            }
            rows[y][x] = *mark;
        }
        let rows: Vec<String> =
            rows.iter().map(|r| format!("        {}\n", r.iter().collect::<String>())).collect();
        format!("\"\"\"\n{}    \"\"\"", rows.concat())
    }

    fn permuted(&self, marks: &[char]) -> Vec<char> {
        let at = |c: &Cell| self.board.cells.iter().position(|o| o == c).unwrap();
        self.order().iter().map(|c| marks[at(c)]).collect()
    }

    /// `row` with marks that are given cell by cell.
    pub fn row(&self, marks: &[char]) -> String {
        let text: String = self.permuted(marks).iter().collect();
        let word = text.chars().all(|c| c.is_ascii_alphanumeric() || "_.?#@".contains(c));
        if word { format!("row {text}") } else { format!("row \"{text}\"") }
    }

    /// A row or a picture.
    pub fn config(&self, dice: &mut Dice, marks: &[char]) -> String {
        if dice.once_in(2) { self.row(marks) } else { self.picture(marks) }
    }

    /// A cell's name.
    pub fn cell(&self, at: usize) -> String {
        let cell = self.board.cells[at];
        if self.board.kind == Kind::Graph {
            return format!("v{}", cell.0);
        }
        let order = self.order();
        let (x, y) = self.drawn_at(cell);
        let left = match self.board.kind {
            Kind::Hex => {
                order.iter().map(|c| self.drawn_at(*c)).filter(|c| c.1 == y).map(|c| c.0).min().unwrap()
            }
            _ => 0,
        };
        let column = if self.board.kind == Kind::Hex { (x - left) / 2 } else { x - left };
        format!("{}{}", (b'a' + column as u8) as char, y + 1)
    }

    pub fn some_cell(&self, dice: &mut Dice) -> String {
        self.cell(dice.below(self.count()))
    }

    /// A direction's name as the mirror shows it.
    pub fn direction(&self, dice: &mut Dice) -> String {
        let all = self.board.directions();
        let name = all[dice.below(all.len())].0;
        self.turned(name)
    }

    pub fn turned(&self, name: &str) -> String {
        if !self.mirror {
            return name.to_owned();
        }
        let swap = |w: &str| match w {
            "left" => "right".to_owned(),
            "right" => "left".to_owned(),
            w => w.to_owned(),
        };
        name.split('-').map(swap).collect::<Vec<_>>().join("-")
    }

    /// `+1` or `-2` as the mirror shows it.
    pub fn turn(&self, by: i32) -> String {
        let by = if self.mirror { -by } else { by };
        match by {
            0 => String::new(),
            by if by < 0 => format!("{by}"),
            by => format!("+{by}"),
        }
    }

    pub fn directed(&self) -> bool {
        self.board.kind != Kind::Graph
    }
}
