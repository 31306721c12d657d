//! Game ids of Simon Tatham's Portable Puzzle Collection: `solo 3x3:…`, links that end with one, and saved games.

use super::TILES;
use super::grid::Grid;
use super::lines::{Line, Lines, wrong};
use super::page::{Page, Puzzle};
use super::peg;
use super::sudoku::{MOST, Sudoku};
use puzzlec_base::Span;
use puzzlec_base::diag::Diagnostic;

/// The games that are imported.
const GAMES: [&str; 4] = ["fifteen", "pegs", "solo", "unruly"];

/// The first line of a saved game.
const SAVED: &str = "SAVEFILE:41:";

/// What stands in a link between the name of a game and an id.
const LINKED: &str = ".html#";

pub(super) fn is_one(text: &str) -> bool {
    let lines = Lines::new(puzzlec_base::FileId(0), text);
    let first = lines.iter().find(|line| !line.is_blank() && line.comment().is_none());
    first.is_some_and(|line| {
        let game = || GameId::on(line).is_some_and(|game| game.is_known() || line.text.contains(LINKED));
        line.text.starts_with(SAVED) || game()
    })
}

/// A game with the parameters and the description of its id.
struct GameId<'t> {
    name: String,
    parameters: &'t str,
    description: &'t str,
    line: &'t Line<'t>,
}

impl<'t> GameId<'t> {
    /// The game of a line: its name, in a link that of the page, and its id.
    fn on(line: &'t Line<'t>) -> Option<Self> {
        let text = line.text.trim();
        let (name, id) = match text.split_once(LINKED) {
            Some((link, id)) => (link.rsplit('/').next()?, id),
            None => text.split_once([' ', ':', '\t'])?,
        };
        let (parameters, description) = id.trim_start().split_once(':')?;
        let name = name.to_ascii_lowercase();
        let sized = parameters.starts_with(|c: char| c.is_ascii_digit());
        (sized && name.chars().all(|c| c.is_ascii_lowercase())).then_some(GameId {
            name,
            parameters,
            description,
            line,
        })
    }

    fn is_known(&self) -> bool {
        GAMES.contains(&self.name.as_str())
    }

    /// Columns, rows and what follows them in the parameters.
    fn size(&self) -> Option<(usize, usize, &'t str)> {
        let digits =
            |text: &'t str| text.split_at(text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len()));
        let (wide, rest) = digits(self.parameters);
        let (high, rest) = rest.strip_prefix('x').map_or((wide, rest), digits);
        Some((wide.parse().ok()?, high.parse().ok()?, rest))
    }

    fn fail(&self, part: &str, text: impl Into<String>) -> Box<Diagnostic> {
        Box::new(wrong(self.line.part(part), text))
    }

    /// A description that does not fit the parameters.
    fn unfit(&self) -> Box<Diagnostic> {
        self.fail(self.description, format!("this does not describe a game of {}", self.parameters))
    }
}

pub(super) fn import(lines: &Lines<'_>, page: &mut Page, found: &mut Vec<Diagnostic>) {
    page.head("Imported from the Portable Puzzle Collection.");
    let saved = lines.iter().any(|line| line.text.starts_with(SAVED));
    let games: Vec<Result<GameId<'_>, Span>> = match saved {
        true => vec![of_saved(lines).ok_or_else(|| lines.iter().next().map(Line::whole).unwrap_or_default())],
        false => {
            let drawn = |line: &&Line<'_>| !line.is_blank() && line.comment().is_none();
            lines.iter().filter(drawn).map(|line| GameId::on(line).ok_or_else(|| line.whole())).collect()
        }
    };
    for game in games {
        let done = match &game {
            Ok(game) => write(game, page),
            Err(at) => {
                let expected = "expected the name of a game and its id, such as `pegs 5x5cross:…`";
                Err(Box::new(wrong(*at, "this line is no game id").help(expected)))
            }
        };
        if let Err(wrong) = done {
            found.push(*wrong);
        }
    }
}

/// The game of a saved one: its lines are a key of eight characters, the length of a text, and the text.
fn of_saved<'t>(lines: &'t Lines<'t>) -> Option<GameId<'t>> {
    let value = |key: &str| {
        lines.iter().find_map(|line| {
            let rest = line.text.strip_prefix(key)?.trim_start().strip_prefix(':')?;
            Some((line, rest.split_once(':')?.1))
        })
    };
    let ((_, name), (_, parameters), (line, description)) =
        (value("GAME")?, value("PARAMS")?, value("DESC")?);
    let name = name.split_whitespace().collect::<String>().to_ascii_lowercase();
    Some(GameId { name, parameters, description, line })
}

fn write(game: &GameId<'_>, page: &mut Page) -> Result<(), Box<Diagnostic>> {
    let (wide, high, more) =
        game.size().ok_or_else(|| game.fail(game.parameters, "this is no size of a game"))?;
    match game.name.as_str() {
        "fifteen" => fifteen(game, (wide, high), page),
        "pegs" => pegs(game, (wide, high), page),
        "solo" => solo(game, (wide, high, more), page),
        "unruly" => unruly(game, (wide, high, more), page),
        other => {
            let text = format!("games of `{other}` are not imported");
            Err(Box::new(wrong(game.line.whole(), text).help(format!("those of {} are", GAMES.join(", ")))))
        }
    }
}

/// Numbers row by row, 0 for the empty cell.
fn fifteen(game: &GameId<'_>, (wide, high): (usize, usize), page: &mut Page) -> Result<(), Box<Diagnostic>> {
    let cells = wide.checked_mul(high).filter(|cells| (2..=TILES.len() + 1).contains(cells));
    let cells = cells.ok_or_else(|| {
        game.fail(game.parameters, format!("a board of tiles has at most {} cells", TILES.len() + 1))
    })?;
    let mark = |number: usize| match number.checked_sub(1) {
        None => Some('.'),
        Some(tile) if tile + 1 < cells => TILES.chars().nth(tile),
        Some(_) => None,
    };
    let numbers = game.description.split(',').map(|number| mark(number.parse().ok()?));
    let marks: Vec<char> = numbers.collect::<Option<_>>().ok_or_else(|| game.unfit())?;
    let mut sorted = marks.clone();
    sorted.sort_unstable();
    sorted.dedup();
    if sorted.len() != cells || marks.len() != cells {
        return Err(game.unfit());
    }
    let goal: Vec<char> = (1..cells).chain([0]).filter_map(mark).collect();
    let rows = |marks: &[char]| Grid::new(marks.chunks(wide).map(<[char]>::to_vec).collect());
    let name = page.name("", "Fifteen");
    page.import("tiles");
    let mut puzzle = Puzzle::default();
    puzzle.state(format!("board square {wide} by {high}"));
    puzzle.state("rules tiles.slide");
    for (word, marks) in [("start", &marks), ("goal", &goal)] {
        let grid = rows(marks);
        puzzle.picture(word, &grid.redrawn(|at| Some(grid.get(at))));
    }
    page.puzzle(&name, &puzzle);
    Ok(())
}

/// `P` for a peg, `H` for a hole and `O` for no cell, row by row.
fn pegs(game: &GameId<'_>, (wide, high): (usize, usize), page: &mut Page) -> Result<(), Box<Diagnostic>> {
    let mark = |c: char| match c {
        'P' => Some('o'),
        'H' => Some('.'),
        'O' => Some(' '),
        _ => None,
    };
    let marks: Vec<char> =
        game.description.chars().map(mark).collect::<Option<_>>().ok_or_else(|| game.unfit())?;
    if wide.checked_mul(high) != Some(marks.len()) || !marks.contains(&'o') {
        return Err(game.unfit());
    }
    let start = Grid::new(marks.chunks(wide).map(<[char]>::to_vec).collect());
    peg::write_square(&start, page);
    Ok(())
}

/// Digits row by row; a letter is a run of as many empty cells, `_` stands between two digits.
fn solo(
    game: &GameId<'_>,
    (wide, high, more): (usize, usize, &str),
    page: &mut Page,
) -> Result<(), Box<Diagnostic>> {
    if more.starts_with(['x', 'j', 'k']) {
        let text = "only blocks in a grid are imported, without diagonals, jigsaws and sums";
        return Err(game.fail(game.parameters, text));
    }
    let side = wide.checked_mul(high).filter(|side| (2..=MOST).contains(side));
    let side =
        side.ok_or_else(|| game.fail(game.parameters, format!("a sudoku has at most {MOST} digits")))?;
    let mut givens = Vec::new();
    let mut rest = game.description;
    while let Some(c) = rest.chars().next() {
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let (number, after) = rest.split_at(digits.max(c.len_utf8()));
        match c {
            '_' => {}
            'a'..='z' => givens.extend(std::iter::repeat_n(None, (c as usize) - ('a' as usize) + 1)),
            _ => {
                let digit = number.parse().ok().filter(|digit| (1..=side).contains(digit));
                givens.push(Some(digit.ok_or_else(|| game.unfit())?));
            }
        }
        rest = after;
    }
    if givens.len() != side * side {
        return Err(game.unfit());
    }
    // The id has the numbers of blocks side by side and one above the other.
    Sudoku { block: (high, wide), givens }.write(None, page);
    Ok(())
}

/// A letter is the distance to the next given, of white if it is small, of black if it is large; `z` and `Z` are 25 cells.
fn unruly(
    game: &GameId<'_>,
    (wide, high, more): (usize, usize, &str),
    page: &mut Page,
) -> Result<(), Box<Diagnostic>> {
    if more.starts_with('u') {
        return Err(game.fail(game.parameters, "rows that all differ cannot be said"));
    }
    let cells = wide.checked_mul(high).filter(|cells| *cells <= MOST_CELLS);
    let even = wide.is_multiple_of(2) && high.is_multiple_of(2) && wide > 0;
    let cells = cells.filter(|_| even).ok_or_else(|| {
        game.fail(game.parameters, "the sides of a board are even, and small enough for a picture")
    })?;
    let mut marks = vec!['?'; cells];
    let mut at = 0;
    for c in game.description.chars() {
        let given = match c {
            'z' | 'Z' => {
                at += 25;
                continue;
            }
            'a'..='y' => '0',
            'A'..='Y' => '1',
            _ => return Err(game.unfit()),
        };
        at += c.to_ascii_lowercase() as usize - 'a' as usize;
        if let Some(mark) = marks.get_mut(at) {
            *mark = given;
        }
        at += 1;
    }
    if at != cells + 1 {
        return Err(game.unfit());
    }
    let rows: Vec<String> = marks.chunks(wide).map(|row| row.iter().collect()).collect();
    page.item("piece dot \"01\"".to_owned());
    let name = page.name("", "Unruly");
    let mut puzzle = Puzzle::default();
    puzzle.state(format!("board square {wide} by {high}"));
    puzzle.state(format!("place dot * {cells}"));
    let half =
        |lines: &str, side: usize| format!("(all line in {lines}: count(dot 0, line) == {})", side / 2);
    let three = |kind: usize, back: &str, on: &str| {
        let beside = |d: &str| format!("step(x, {d}) is dot {kind}");
        format!("not (x is dot {kind} and {} and {})", beside(back), beside(on))
    };
    let threes: Vec<String> = [("left", "right"), ("up", "down")]
        .iter()
        .flat_map(|(back, on)| [three(0, back, on), three(1, back, on)])
        .collect();
    let halves = [half("rows", wide), half("columns", high)].join("\n        and ");
    let all = format!(
        "\n        and where {halves}\n        and all x in cells:\n            {}",
        threes.join("\n            and ")
    );
    puzzle.picture_and("goal", &rows, &all);
    page.puzzle(&name, &puzzle);
    Ok(())
}

/// The largest board of a picture of this size.
const MOST_CELLS: usize = 10_000;
