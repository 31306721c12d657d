//! The shapes of boards: their directions, and which cells lie beside each other.

use crate::game::Level;

/// A direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Direction {
    /// Up.
    Up,
    /// Down.
    Down,
    /// Left.
    Left,
    /// Right.
    Right,
    /// Up and right, on hexagons.
    UpRight,
    /// Up and left.
    UpLeft,
    /// Down and left.
    DownLeft,
    /// Down and right.
    DownRight,
}

use Direction::{Down, DownLeft, DownRight, Left, Right, Up, UpLeft, UpRight};

impl Direction {
    const ALL: [Direction; 8] = [Up, Down, Left, Right, UpRight, UpLeft, DownLeft, DownRight];

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Up => "up",
            Down => "down",
            Left => "left",
            Right => "right",
            UpRight => "up-right",
            UpLeft => "up-left",
            DownLeft => "down-left",
            DownRight => "down-right",
        }
    }

    /// The direction of a word.
    pub fn of(word: &str) -> Option<Self> {
        Direction::ALL.into_iter().find(|direction| direction.word() == word)
    }

    pub(crate) fn opposite(self) -> Self {
        match self {
            Up => Down,
            Down => Up,
            Left => Right,
            Right => Left,
            UpRight => DownLeft,
            UpLeft => DownRight,
            DownLeft => UpRight,
            DownRight => UpLeft,
        }
    }

    /// Whether a rule that is read so is turned round.
    pub(crate) fn is_backward(self) -> bool {
        matches!(self, Up | Left | UpRight | UpLeft)
    }
}

/// The shape of the boards of a game. Cells lie in a box of columns and rows; hexagons have every second place of a row, and
/// those of the next row are between them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shape {
    /// Squares.
    #[default]
    Square,
    /// Hexagons.
    Hex,
    /// The points of a triangular grid, with the directions of hexagons.
    Triangle,
    /// A row.
    Line,
    /// A row whose ends are neighbours.
    Ring,
}

impl Shape {
    /// The directions, in the order in which rules are read and marks are numbered.
    pub fn directions(self) -> &'static [Direction] {
        match self {
            Shape::Square => &[Up, Down, Left, Right],
            Shape::Hex | Shape::Triangle => &[Right, UpRight, UpLeft, Left, DownLeft, DownRight],
            Shape::Line | Shape::Ring => &[Right, Left],
        }
    }

    /// The marks of a layer: one for each direction, and the last one for the action key.
    pub fn marks(self) -> usize {
        self.directions().len() + 1
    }

    /// The number of a direction; none if the shape does not have it.
    pub fn number(self, direction: Direction) -> Option<usize> {
        self.directions().iter().position(|known| *known == direction)
    }

    /// The directions in a circle, each with the next one to its left; none in a row.
    fn circle(self) -> &'static [Direction] {
        match self {
            Shape::Square => &[Up, Left, Down, Right],
            Shape::Hex | Shape::Triangle => self.directions(),
            Shape::Line | Shape::Ring => &[],
        }
    }

    /// The next direction to the left, where there is one.
    pub(crate) fn left_of(self, direction: Direction) -> Option<Direction> {
        let circle = self.circle();
        let at = circle.iter().position(|known| *known == direction)?;
        circle.get((at + 1) % circle.len()).copied()
    }

    /// The next direction to the right, where there is one.
    pub(crate) fn right_of(self, direction: Direction) -> Option<Direction> {
        let right = |other: &&Direction| self.left_of(**other) == Some(direction);
        self.circle().iter().find(right).copied()
    }

    /// The directions that lead through the lines of the board, each with its opposite.
    fn axes(self) -> &'static [Direction] {
        match self {
            Shape::Square => &[Right, Down],
            Shape::Hex | Shape::Triangle => &[Right, DownRight, DownLeft],
            Shape::Line | Shape::Ring => &[Right],
        }
    }

    /// The number of the lines in which a direction leads, and whether it leads forward.
    pub(crate) fn axis(self, direction: Direction) -> (usize, bool) {
        let forward = !direction.is_backward();
        let along = if forward { direction } else { direction.opposite() };
        (self.axes().iter().position(|axis| *axis == along).unwrap_or(0), forward)
    }

    /// Columns and rows from a cell to the next one.
    fn step(self, direction: Direction) -> (isize, isize) {
        let wide = if matches!(self, Shape::Hex | Shape::Triangle) { 2 } else { 1 };
        match direction {
            Up => (0, -1),
            Down => (0, 1),
            Left => (-wide, 0),
            Right => (wide, 0),
            UpRight => (1, -1),
            UpLeft => (-1, -1),
            DownLeft => (-1, 1),
            DownRight => (1, 1),
        }
    }
}

/// A line of cells: where it begins among the cells of its lines, and its length.
#[derive(Debug)]
pub(crate) struct Line {
    pub(crate) first: usize,
    pub(crate) length: usize,
}

/// All lines that lead in a direction.
#[derive(Debug, Default)]
pub(crate) struct Axis {
    /// The cells, line by line. Those of a ring come three times, so that a row of cells may pass its end.
    pub(crate) cells: Vec<usize>,
    pub(crate) lines: Vec<Line>,
    /// For each cell its line.
    pub(crate) line_of: Vec<usize>,
}

/// Which cells of a level lie beside each other.
#[derive(Debug)]
pub(crate) struct Grid {
    /// For each direction and cell the next cell.
    next: Vec<Vec<Option<usize>>>,
    pub(crate) axes: Vec<Axis>,
    pub(crate) is_ring: bool,
}

impl Grid {
    pub(crate) fn new(shape: Shape, level: &Level) -> Self {
        let (width, height) = (level.width, level.height);
        let is_ring = shape == Shape::Ring;
        let is_cell = |cell: &usize| !level.outside.contains(*cell);
        let beside = |cell: usize, direction: Direction| {
            let (dx, dy) = shape.step(direction);
            let column = (cell / height).checked_add_signed(dx);
            let x = match column.filter(|x| *x < width) {
                Some(x) => x,
                None if is_ring => {
                    if dx < 0 {
                        width - 1
                    } else {
                        0
                    }
                }
                None => return None,
            };
            let y = (cell % height).checked_add_signed(dy).filter(|y| *y < height)?;
            Some(x * height + y).filter(is_cell)
        };
        let count = level.cells.len();
        let to = |direction: &Direction| {
            (0..count).map(|cell| is_cell(&cell).then(|| beside(cell, *direction)).flatten()).collect()
        };
        let next: Vec<Vec<Option<usize>>> = shape.directions().iter().map(to).collect();
        let mut grid = Grid { next, axes: Vec::new(), is_ring };
        for (number, direction) in shape.axes().iter().enumerate() {
            let mut axis = Axis { line_of: vec![0; count], ..Axis::default() };
            let (to, from) = (shape.number(*direction), shape.number(direction.opposite()));
            let first = |cell: &usize| from.is_none_or(|from| grid.next(*cell, from).is_none());
            let mut firsts: Vec<usize> = (0..count).filter(is_cell).filter(first).collect();
            if number == 0 {
                firsts.sort_by_key(|cell| (cell % height, cell / height));
            }
            if is_ring {
                axis.cells.extend(0..count);
                firsts = vec![0];
            }
            for cell in firsts {
                let begin = axis.cells.len();
                let mut at = Some(cell);
                while let Some(cell) = at {
                    if let Some(line) = axis.line_of.get_mut(cell) {
                        *line = axis.lines.len();
                    }
                    axis.cells.push(cell);
                    at = to.and_then(|to| grid.next(cell, to)).filter(|next| !is_ring || *next > 0);
                }
                axis.lines.push(Line { first: begin, length: axis.cells.len() - begin });
            }
            if is_ring {
                axis.cells.extend(0..count);
            }
            grid.axes.push(axis);
        }
        grid
    }

    /// The number of places, with those that are no cells.
    pub(crate) fn count(&self) -> usize {
        self.next.first().map_or(0, Vec::len)
    }

    /// The next cell in the direction of this number.
    #[inline]
    pub(crate) fn next(&self, cell: usize, direction: usize) -> Option<usize> {
        self.next.get(direction)?.get(cell).copied().flatten()
    }

    /// The cells of a line.
    pub(crate) fn cells<'a>(&self, axis: &'a Axis, line: &Line) -> &'a [usize] {
        axis.cells.get(line.first..line.first + line.length).unwrap_or(&[])
    }
}
