//! Whether a position is a goal.

use std::collections::BTreeMap;

use puzzlec_syntax::ast::{ConfigExpr, ConfigKind, Expr, GoalExpr, GoalKind, Path};

use super::board::{Cell, Kind};
use super::configuration::{self, Want};
use super::expression::{Scope, Stop};
use super::play::Play;
use super::position::{Held, Position};
use super::puzzle::Puzzle;
use super::sort::Sort;
use super::value::unclear;

/// Whether a move may end in a position.
pub fn legal(puzzle: &Puzzle, position: &Position) -> Result<bool, Stop> {
    let scope = Scope::new(puzzle, &puzzle.board, position, puzzle.modules(), &puzzle.values);
    for test in &puzzle.legal {
        match scope.truth(test) {
            Err(Stop::Off) | Ok(false) => return Ok(false),
            other => other?,
        };
    }
    Ok(true)
}

pub fn reached(puzzle: &Puzzle, position: &Position, goal: &GoalExpr) -> Result<bool, Stop> {
    let scope = Scope::new(puzzle, &puzzle.board, position, puzzle.modules(), &puzzle.values);
    Ok(match &goal.kind {
        GoalKind::Config(ConfigExpr { kind: ConfigKind::Named(path), .. }, false)
            if path.text() == "stuck" =>
        {
            Play::new(puzzle).possible(position)?.is_empty()
        }
        GoalKind::Config(config, anywhere) => {
            let meaning = if *anywhere { configuration::anywhere } else { configuration::of };
            let config = meaning(puzzle, config).map_err(Stop::Unclear)?;
            match (anywhere, puzzle.board.kind) {
                (false, _) => config.fits(position, &|c| c),
                (true, Kind::Graph) => return unclear("anywhere on a graph"),
                (true, Kind::Ring) => {
                    let length = puzzle.board.cells.len() as i32;
                    if position.length as i32 != length {
                        return unclear("anywhere on a ring that has closed up");
                    }
                    (0..length).any(|by| config.fits(position, &|c| ((c.0 + by) % length, c.1)))
                }
                // Some piece lies on a cell that is drawn, so it says how far the picture was moved.
                (true, _) => {
                    let open = config.cells.iter().filter(|c| *c.1 != Want::Empty).map(|c| *c.0);
                    let drawn: Vec<Cell> = open.collect();
                    let to = position.held.keys();
                    let mut moves = to.flat_map(|p| drawn.iter().map(|c| (p.0 - c.0, p.1 - c.1)));
                    let fits = |by: Cell| config.fits(position, &|c| (c.0 + by.0, c.1 + by.1));
                    fits((0, 0)) || moves.any(fits)
                }
            }
        }
        GoalKind::Colours(picture, or_empty) => {
            let want: BTreeMap<Cell, char> =
                configuration::labels(puzzle, picture).map_err(Stop::Unclear)?.into_iter().collect();
            let fits = |(at, label): (&Cell, &char)| match (label, position.held.get(at)) {
                ('?', _) | ('.', None) => true,
                (_, None) => *or_empty,
                (label, Some(Held::Chain(_, cells))) => cells.contains(&(*at, label.to_string())),
                _ => false,
            };
            want.iter().all(fits) && position.held.keys().all(|c| want.contains_key(c))
        }
        GoalKind::Only(piece, sets) => {
            let (sort, cells) = (sort(&scope, piece)?, cells(&scope, sets)?);
            if scope.below(Some(sort)).is_some() {
                return unclear("only a floor piece");
            }
            cells.iter().all(|c| scope.admits(sort, *c)) && position.held.keys().all(|c| cells.contains(c))
        }
        GoalKind::At(piece, sets) => {
            let (sort, cells) = (sort(&scope, piece)?, cells(&scope, sets)?);
            cells.iter().all(|c| scope.admits(sort, *c))
        }
        // A test that has no value, as in edition 1 beside the board, does not hold.
        GoalKind::Where(test) => match scope.truth(test) {
            Err(Stop::Off) => false,
            other => other?,
        },
        GoalKind::Or(parts) => {
            let parts: Result<Vec<bool>, Stop> = parts.iter().map(|p| reached(puzzle, position, p)).collect();
            parts?.contains(&true)
        }
        GoalKind::And(parts) => {
            let parts: Result<Vec<bool>, Stop> = parts.iter().map(|p| reached(puzzle, position, p)).collect();
            !parts?.contains(&false)
        }
        GoalKind::Script(_) | GoalKind::Error => return unclear("a script"),
        GoalKind::Counted(..) => return unclear("a goal of keys"),
    })
}

fn sort(scope: &Scope<'_>, path: &Path) -> Result<Sort, Stop> {
    scope.sort(path).ok_or(Stop::Unclear(format!("no piece {}", path.text())))
}

fn cells(scope: &Scope<'_>, sets: &[Expr]) -> Result<Vec<Cell>, Stop> {
    let mut cells = Vec::new();
    for set in sets {
        match scope.lying(set) {
            Some(lying) => cells.extend(lying),
            None => cells.extend(scope.cells(set)?),
        }
    }
    Ok(cells)
}
