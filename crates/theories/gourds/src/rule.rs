//! Rules that are the moves of the game.
//!
//! They are drawn, and a drawing along a path is its action: three cells before and after, with no condition beside them. So
//! it is compared with the moves as it is drawn. Its actions on a board would be one for each pair of labels, and say the same.

use crate::problem::{Board, Cell, Configuration, STEPS};
use puzzlec_model::rule::{Body, Pattern, PatternCell, Rule};
use puzzlec_task::{Bound, Label};

/// Directions of the lattice.
const SIX: usize = STEPS.len();

/// The rules of a puzzle as moves of the game.
///
/// A move is told by the direction from the empty cell E to the cell u that it goes through, and by the direction from u
/// to the other end of the gourd, w: 30 moves, as w is not E. If w is a neighbour of E, the end on w goes to E; if not, the
/// gourd follows the end on u.
///
/// A pattern is read along each of its paths: three different cells, on the left the two ends of one gourd, which are
/// neighbours, and an empty cell, and the same on the right. A path along which the ends are no neighbours, before or
/// after, has no action. Every other path must be one of the 30 moves, and all of them must be there. A pattern
/// matches gourds of every kind and both ways round, so the actions are the moves of the game, whatever the rules are
/// called and in whatever form the patterns are drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moves {
    /// By move, the rules that make it.
    made: Vec<Vec<Made>>,
}

/// A pattern that makes a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Made {
    rule: u32,
    part: u32,
    /// By cell of the pattern whether it is E, u or w: 0, 1 or 2.
    roles: [u8; 3],
}

impl Moves {
    /// The moves of these rules; nothing for those of another game.
    pub fn of(rules: &[Rule]) -> Option<Self> {
        let mut moves = Moves { made: vec![Vec::new(); SIX * SIX] };
        for (number, rule) in (0..).zip(rules) {
            let Body::Patterns(patterns) = &rule.body else { return None };
            for (part, pattern) in (0..).zip(patterns) {
                moves.pattern(pattern, (number, part))?;
            }
        }
        let move_exists = |at: usize| !is_back(at / SIX, at % SIX);
        let all = moves.made.iter().enumerate().all(|(at, made)| !made.is_empty() || !move_exists(at));
        all.then_some(moves)
    }

    /// Whether every move is made by one action, so that sequences of actions are sequences of moves.
    pub fn are_single(&self) -> bool {
        self.made.iter().all(|made| made.len() <= 1)
    }

    fn pattern(&mut self, pattern: &Pattern, (rule, part): (u32, u32)) -> Option<()> {
        let [a, b, c] = pattern.cells.as_slice() else { return None };
        if pattern.edges {
            return None;
        }
        let (before, after) = ([a.0, b.0, c.0], [a.1, b.1, c.1]);
        for path in &pattern.paths {
            let [first, second] = path.as_slice() else { return None };
            let (first, second) = (STEPS.get(usize::from(*first))?, STEPS.get(usize::from(*second))?);
            let cells = [(0, 0), *first, (first.0 + second.0, first.1 + second.1)];
            // A path that comes back covers no three cells.
            if cells[0] == cells[2] {
                continue;
            }
            let Some((at, roles)) = laid(cells, before, after)? else { continue };
            self.made.get_mut(at)?.push(Made { rule, part, roles });
        }
        Some(())
    }

    /// The steps of a plan: the cells moved through.
    pub fn steps(&self, board: &Board, start: &Configuration, plan: &[Cell]) -> Vec<Label> {
        let mut at = start.clone();
        plan.iter().filter_map(|through| self.step(board, &mut at, *through)).collect()
    }

    /// Makes a move and names it.
    fn step(&self, board: &Board, at: &mut Configuration, through: Cell) -> Option<Label> {
        let (empty, left) = (at.empty(), at.partner(through));
        let towards = board.direction(empty, through)?;
        let made = self.made.get(towards * SIX + board.direction(through, left)?)?.first()?;
        at.play(board, through).then_some(())?;
        let cell = |role: &u8| {
            let cell = match role {
                0 => empty,
                1 => through,
                _ => left,
            };
            let (q, r) = board.cells().get(cell as usize)?;
            Some(Bound::Cell(*q, *r))
        };
        let binding = made.roles.iter().map(cell).collect::<Option<_>>()?;
        Some(Label { rule: made.rule, part: made.part, binding })
    }
}

/// Whether a direction leads back.
fn is_back(first: usize, second: usize) -> bool {
    (first + SIX / 2) % SIX == second
}

/// The move of a pattern on three cells, and which of them are E, u and w: `None` for a move of another game, `Some(None)`
/// where the pattern fits no gourd.
fn laid(
    cells: [(i32, i32); 3],
    before: [PatternCell; 3],
    after: [PatternCell; 3],
) -> Option<Option<(usize, [u8; 3])>> {
    let find = |side: &[PatternCell; 3], wanted: PatternCell| side.iter().position(|cell| *cell == wanted);
    let variable = before.iter().find_map(|cell| match cell {
        PatternCell::Part(variable, _) => Some(*variable),
        _ => None,
    })?;
    let ends = [PatternCell::Part(variable, 1), PatternCell::Part(variable, 2)];
    // With three cells, each of these is there once.
    let old = [find(&before, ends[0])?, find(&before, ends[1])?];
    let new = [find(&after, ends[0])?, find(&after, ends[1])?];
    let (empty, left) = (find(&before, PatternCell::Empty)?, find(&after, PatternCell::Empty)?);
    let direction = |from: usize, to: usize| {
        let (from, to) = (cells.get(from)?, cells.get(to)?);
        STEPS.iter().position(|step| *step == (to.0 - from.0, to.1 - from.1))
    };
    if direction(old[0], old[1]).is_none() || direction(new[0], new[1]).is_none() {
        return Some(None);
    }
    // The end that is left alone on w, and the other one on u.
    let last = old.iter().position(|place| *place == left)?;
    let (moved, other) = (*new.get(last)?, *new.get(1 - last)?);
    let through = *old.get(1 - last)?;
    let touches = direction(empty, left).is_some();
    let fits = if touches { (moved, other) == (empty, through) } else { (moved, other) == (through, empty) };
    if !fits {
        return None;
    }
    let at = direction(empty, through)? * SIX + direction(through, left)?;
    let mut roles = [0; 3];
    *roles.get_mut(through)? = 1;
    *roles.get_mut(left)? = 2;
    Some(Some((at, roles)))
}
