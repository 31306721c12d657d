//! The game of a puzzle, read from its rules.
//!
//! Every action of a rule that is accepted is a move of one gourd into one empty cell E: its end on a cell u and
//! the other on w come to lie on E and u. If w touches E, the end on u stays; otherwise the end on u goes to E and the other
//! one to u. So it is a slide, a turn or a pivot, and w is empty then. Further conditions of a pattern, missing
//! rules and scripts that forbid moves only take moves away: what is not reached without them is not reached, or not by so few moves.
//!
//! A goal that says more than what single cells hold is read as less than it says. What does not reach such a goal does not
//! reach the puzzle's own.

use super::grid::{Cell, Grid, TURN, named, opposite};
use puzzlec_checker::Unproved;
use puzzlec_model::Model;
use puzzlec_model::board::{Board, Direction};
use puzzlec_model::config::Configuration;
use puzzlec_model::piece::{ContentId, KindId, Pieces};
use puzzlec_model::puzzle::Supply;
use puzzlec_model::rule::{Body, Pattern, PatternCell, Rule};

/// Gourds that are alike: what their ends are on the two cells of a place, by the direction from the first to the second. None if
/// the puzzle has no such content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Kind {
    contents: [Option<[ContentId; 2]>; TURN],
    /// Whether its ends are alike.
    pub(super) same: bool,
}

impl Kind {
    fn of(pieces: &Pieces, kind: KindId, (a, b): (u16, u16)) -> Self {
        let end = |near, far, direction| pieces.end_content(kind, near, far, named(direction));
        let mut contents = [None; TURN];
        for (direction, place) in contents.iter_mut().enumerate() {
            let ends = end(a, b, direction).zip(end(b, a, opposite(direction)));
            *place = ends.map(|(first, second)| [first, second]);
        }
        Kind { contents, same: a == b }
    }

    /// What its ends are on the two cells of a place.
    pub(super) fn contents(&self, direction: usize) -> Option<[ContentId; 2]> {
        *self.contents.get(direction)?
    }
}

/// A gourd of the start.
pub(super) struct Gourd {
    /// Its number among [`Start::kinds`].
    pub(super) kind: usize,
    /// The cells of its first and of its second end.
    pub(super) cells: [Cell; 2],
}

/// Gourds on a board with one empty cell.
pub(super) struct Start {
    pub(super) kinds: Vec<Kind>,
    pub(super) gourds: Vec<Gourd>,
    pub(super) empty: Cell,
}

impl Start {
    /// Reads a start.
    ///
    /// # Errors
    /// Something else lies on the board than gourds, or not just one cell is empty.
    pub(super) fn read(model: &Model, grid: &Grid<'_>, start: &Configuration) -> Result<Self, Unproved> {
        let (board, pieces) = (&model.board, &model.pieces);
        let (mut kinds, mut known, mut gourds) = (Vec::new(), Vec::new(), Vec::new());
        let mut empty = None;
        let other = || Unproved::wrong("the start is not one of gourds");
        for (cell, coord) in board.cells().iter().enumerate() {
            let held = start.get(coord).copied().unwrap_or(0);
            if held == 0 {
                if empty.replace(cell).is_some() {
                    return Err(Unproved::wrong("more than one cell is empty"));
                }
                continue;
            }
            let (kind, near, far, direction) = pieces.end(pieces.content(held)).ok_or_else(other)?;
            let next = grid.step(cell, usize::from(direction)).ok_or_else(other)?;
            let back = pieces.end_content(kind, far, near, named(opposite(usize::from(direction))));
            let there = board.cells().get(next).and_then(|coord| start.get(coord)).copied();
            if there.is_none() || back != there {
                return Err(other());
            }
            // A gourd is met at both its ends; the end with the smaller label comes first.
            if near > far || near == far && cell > next {
                continue;
            }
            let name = (kind, near, far);
            let number = known.iter().position(|own| *own == name).unwrap_or_else(|| {
                known.push(name);
                kinds.push(Kind::of(pieces, kind, (near, far)));
                known.len() - 1
            });
            gourds.push(Gourd { kind: number, cells: [cell, next] });
        }
        let empty = empty.ok_or_else(|| Unproved::wrong("no cell is empty"))?;
        if 2 * gourds.len() + 1 != board.cells().len() || start.keys().any(|cell| !board.contains(*cell)) {
            return Err(other());
        }
        Ok(Start { kinds, gourds, empty })
    }

    /// By cell the cell of the other end of the gourd on it; the empty cell has none.
    pub(super) fn mates(&self, cells: usize) -> Vec<Option<Cell>> {
        let mut mates = vec![None; cells];
        for [a, b] in self.gourds.iter().map(|gourd| gourd.cells) {
            for (cell, other) in [(a, b), (b, a)] {
                mates.iter_mut().skip(cell).take(1).for_each(|mate| *mate = Some(other));
            }
        }
        mates
    }
}

/// The gourds of a supply with their numbers.
///
/// # Errors
/// Other pieces are laid.
pub(super) fn supply(model: &Model, entries: &[Supply]) -> Result<Vec<(Kind, usize)>, Unproved> {
    let read = |entry: &Supply| {
        let labels = entry.labels.ok_or_else(|| Unproved::wrong("other pieces than gourds are laid"))?;
        if entry.least != entry.count {
            return Err(Unproved::wrong("the number of pieces is not stated exactly"));
        }
        if entry.on.is_some() {
            return Err(Unproved::wrong("pieces are laid on some cells only"));
        }
        Ok((Kind::of(&model.pieces, entry.kind, labels), usize::from(entry.count)))
    };
    entries.iter().map(read).collect()
}

/// Checks that every action of the rules is a move of a gourd.
///
/// # Errors
/// One may be another move.
pub(super) fn moves(rules: &[Rule], board: &Board) -> Result<(), Unproved> {
    let moves = |rule: &Rule| match &rule.body {
        Body::Patterns(patterns) => patterns
            .iter()
            .all(|pattern| !pattern.edges && pattern.paths.iter().all(|path| is_move(pattern, path, board))),
        Body::Quantified(_) | Body::Scripted(_) | Body::Callback(_) => false,
    };
    if rules.iter().all(moves) {
        Ok(())
    } else {
        Err(Unproved::wrong("not every move is a slide, a turn or a pivot of a gourd"))
    }
}

/// Whether a pattern along a path makes a move of a gourd, or none at all.
fn is_move(pattern: &Pattern, path: &[Direction], board: &Board) -> bool {
    let mut places = vec![(0, 0)];
    for direction in path {
        let (dx, dy) = board.delta(*direction);
        let (x, y) = places.last().copied().unwrap_or((0, 0));
        places.push((x + dx, y + dy));
    }
    if places.len() != pattern.cells.len() {
        return false;
    }
    // A path that meets itself is not laid.
    if places.iter().enumerate().any(|(i, place)| places.iter().take(i).any(|other| other == place)) {
        return true;
    }
    let touch = |a: usize, b: usize| {
        let difference = places.get(a).zip(places.get(b)).map(|(a, b)| (b.0 - a.0, b.1 - a.1));
        (0..TURN).any(|direction| difference == Some(board.delta(named(direction))))
    };
    let before = |wanted| pattern.cells.iter().position(|cell| cell.0 == wanted);
    let after = |wanted| pattern.cells.iter().position(|cell| cell.1 == wanted);
    let mut moved = None;
    for (from, _) in &pattern.cells {
        let PatternCell::Part(gourd, end) = *from else { continue };
        let ends = [end, 3 - end].map(|end| PatternCell::Part(gourd, end));
        let [Some(one), Some(other)] = ends.map(before) else { return false };
        let [Some(to), Some(beside)] = ends.map(after) else { return false };
        if (one, other) == (to, beside) {
            continue;
        }
        // An end of it may have been met before.
        let own =
            if end == 1 { (gourd, [one, other], [to, beside]) } else { (gourd, [other, one], [beside, to]) };
        if *moved.get_or_insert(own) != own {
            return false;
        }
    }
    let Some((_, [a, b], [to_a, to_b])) = moved else { return false };
    // The cell that becomes empty, the one that does not, and the one that was empty.
    let (w, u) = match [a, b].map(|cell| cell == to_a || cell == to_b) {
        [false, true] => (a, b),
        [true, false] => (b, a),
        _ => return false,
    };
    let Some(e) = [to_a, to_b].into_iter().find(|cell| *cell != u) else { return false };
    let cell = |at: usize| pattern.cells.get(at).copied();
    let holds = cell(e).map(|cell| cell.0) == Some(PatternCell::Empty)
        && cell(w).map(|cell| cell.1) == Some(PatternCell::Empty)
        && touch(e, u)
        && touch(u, w);
    let stays = if u == a { to_a == u } else { to_b == u };
    let rest = pattern.cells.iter().enumerate().filter(|(at, _)| ![e, u, w].contains(at));
    let kept = |(before, after): &(PatternCell, PatternCell)| {
        before == after || *after == PatternCell::Any && !matches!(before, PatternCell::Part(..))
    };
    holds && stays == touch(w, e) && rest.map(|(_, cell)| cell).all(kept)
}
