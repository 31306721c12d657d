//! Goals: from the tree to the model.

use puzzlec_base::diag::{Code, Diagnostic};
use puzzlec_script::{Kind, ScriptCallback};
use puzzlec_syntax::ast::{ConfigExpr, ConfigKind, Expr, ExprKind, GoalExpr, GoalKind, Lattice, Name};

use super::config;
use super::scripted::bounded;
use crate::board::{Board, Coord, Shape};
use crate::config::Partial;
use crate::expr::{Cell, Cells, Test};
use crate::goal::{Drawn, Goal};
use crate::names::Sort;
use crate::piece::Selector;
use crate::scope::Scope;

/// The meaning of a goal.
pub(super) fn lower(scope: &mut Scope<'_, '_>, goal: &GoalExpr) -> Option<Goal> {
    match &goal.kind {
        GoalKind::Config(config, false) if is_stuck(scope, config) => Some(Goal::Stuck),
        GoalKind::Config(config, anywhere) => drawn(scope, goal, config, *anywhere),
        GoalKind::Colours(picture, or_empty) => {
            let cells = config::place(scope, picture, true)?;
            let partial = config::colours(scope, &cells, *or_empty)?;
            let rest_empty = scope.board.is_some_and(|b| b.unbounded);
            Some(Goal::Drawn(Drawn { cells: partial, anywhere: false, rest_empty }))
        }
        GoalKind::Only(piece, cells) => {
            let piece = scope.upper_piece(piece, "`only` says nothing of the floor");
            let (cells, floors) = places(scope, cells)?;
            let (selector, cells) = (Selector::named(piece?), Cells::Fixed(cells));
            let rest = Cells::Except(Box::new(Cells::All), Box::new(cells.clone()));
            let rest = match floors == Selector::default() {
                true => Test::Holds(rest, Selector::empty()),
                false => each(scope, rest, |cell| {
                    let lies = Test::Holds(Cells::Floor(Box::new(cell.clone())), floors.clone());
                    Test::Or(vec![lies, Test::Holds(cell, Selector::empty())])
                }),
            };
            let mut tests = vec![Test::Holds(cells, selector.clone())];
            tests.extend(on_floors(scope, &floors, &selector));
            tests.push(rest);
            Some(Goal::Test(Test::And(tests)))
        }
        GoalKind::At(piece, cells) => {
            let selector = scope.selector(piece);
            let (cells, floors) = places(scope, cells)?;
            let selector = selector?;
            let fixed = (!cells.is_empty() || floors == Selector::default())
                .then(|| Test::Holds(scope.layer(&selector, Cells::Fixed(cells)), selector.clone()));
            let mut tests: Vec<Test> =
                fixed.into_iter().chain(on_floors(scope, &floors, &selector)).collect();
            Some(Goal::Test(match (tests.pop(), tests.is_empty()) {
                (Some(one), true) => one,
                (last, _) => {
                    tests.extend(last);
                    Test::And(tests)
                }
            }))
        }
        GoalKind::Where(expr) => scope.condition(expr).map(Goal::Test),
        GoalKind::Script(script) => {
            let (names, module) = (scope.names, scope.module);
            let hook = bounded(names, module, script, &scope.values, "goal", scope.board?);
            match hook.and_then(|hook| ScriptCallback::new(hook, Kind::Goal).map_err(|d| vec![*d])) {
                Ok(callback) => Some(Goal::Callback(callback)),
                Err(found) => {
                    scope.diagnostics.extend(found);
                    None
                }
            }
        }
        GoalKind::Or(parts) => all(scope, parts).map(Goal::Any),
        GoalKind::And(parts) => all(scope, parts).map(Goal::All),
        GoalKind::Counted(..) => {
            let found =
                Diagnostic::new(Code::WrongKind, goal.span, "only puzzles with keys have such a goal");
            scope
                .diagnostics
                .push(found.help("write a test: `goal count(gem) == 0`, `goal box at every target`"));
            None
        }
        GoalKind::Error => None,
    }
}

/// Whether it is the word `stuck`, which no configuration has as its name.
fn is_stuck(scope: &Scope<'_, '_>, config: &ConfigExpr) -> bool {
    let ConfigKind::Named(path) = &config.kind else { return false };
    path.text() == "stuck" && scope.names.find(scope.module, path, Sort::Configuration).is_none()
}

/// The cells that a goal names, and the floor pieces: each stands for the cells where it lies.
fn places(scope: &mut Scope<'_, '_>, exprs: &[Expr]) -> Option<(Vec<Coord>, Selector)> {
    let (mut cells, mut floors) = (Vec::new(), Selector::default());
    for expr in exprs {
        let name = match &expr.kind {
            ExprKind::Path(path) => Some(path),
            _ => None,
        };
        let cell = |name: &Name| scope.board.is_none_or(|board| board.find(&name.text).is_some());
        let kind =
            name.filter(|path| !path.single().is_some_and(cell)).and_then(|path| scope.find_piece(path));
        match kind.filter(|kind| scope.pieces.is_floor(*kind)) {
            Some(_) => {
                let found = name.and_then(|path| scope.chosen(path))?;
                let one = Selector::named(found);
                floors.kinds.extend(one.kinds);
                floors.members.extend(one.members);
            }
            None => cells.extend(config::fixed(scope, std::slice::from_ref(expr))?),
        }
    }
    Some((cells, floors))
}

/// A test for each of these cells.
fn each(scope: &mut Scope<'_, '_>, over: Cells, test: impl Fn(Cells) -> Test) -> Test {
    let slot = scope.slots;
    scope.slots += 1;
    Test::Each(true, slot, over, Box::new(test(Cells::One(Cell::Var(slot)))))
}

/// A piece on every cell with one of these floor pieces.
fn on_floors(scope: &mut Scope<'_, '_>, floors: &Selector, selector: &Selector) -> Option<Test> {
    let floors = (*floors != Selector::default()).then(|| floors.clone())?;
    let below = scope.layer(selector, Cells::All) != Cells::All;
    Some(each(scope, Cells::All, |cell| {
        let floor = Cells::Floor(Box::new(cell.clone()));
        let held = if below { floor.clone() } else { cell };
        Test::Or(vec![
            Test::Not(Box::new(Test::Holds(floor, floors.clone()))),
            Test::Holds(held, selector.clone()),
        ])
    }))
}

fn all(scope: &mut Scope<'_, '_>, parts: &[GoalExpr]) -> Option<Vec<Goal>> {
    let lowered: Vec<Option<Goal>> = parts.iter().map(|p| lower(scope, p)).collect();
    lowered.into_iter().collect()
}

/// The tests that a goal states after `where`, in order.
pub fn written_tests(goal: &GoalExpr) -> Vec<&Expr> {
    match &goal.kind {
        GoalKind::Where(test) => vec![test],
        GoalKind::Or(parts) | GoalKind::And(parts) => parts.iter().flat_map(written_tests).collect(),
        _ => Vec::new(),
    }
}

/// Whether a part of a goal may be anywhere.
pub(super) fn is_anywhere(goal: &GoalExpr) -> bool {
    match &goal.kind {
        GoalKind::Config(_, anywhere) => *anywhere,
        GoalKind::Or(parts) | GoalKind::And(parts) => parts.iter().any(is_anywhere),
        _ => false,
    }
}

/// A row at each place of a ring, in the order of its first cell.
fn turned(scope: &mut Scope<'_, '_>, goal: &GoalExpr, row: &Partial, length: i32) -> Option<Goal> {
    let first = row.keys().next().map_or(0, |cell| cell.x);
    if row.keys().any(|cell| cell.x - first >= length) {
        let text = format!("this row is longer than the ring, which has {length} cells");
        return scope.report(Code::PictureShape, goal.span, text);
    }
    let mut turns: Vec<Drawn> = Vec::new();
    for by in 0..length {
        let at = |cell: &Coord| Coord::new((cell.x - first + by).rem_euclid(length), cell.y);
        let cells: Partial = row.iter().map(|(cell, held)| (at(cell), held.clone())).collect();
        let turn = Drawn { cells, anywhere: false, rest_empty: true };
        // A row that repeats itself is the same again.
        if turns.first() == Some(&turn) {
            break;
        }
        turns.push(turn);
    }
    Some(Goal::Any(turns.into_iter().map(Goal::Drawn).collect()))
}

fn drawn(scope: &mut Scope<'_, '_>, goal: &GoalExpr, config: &ConfigExpr, anywhere: bool) -> Option<Goal> {
    if matches!(config.kind, ConfigKind::Empty) {
        return Some(Goal::Test(Test::Holds(Cells::All, Selector::empty())));
    }
    let board = scope.board?;
    // With `anywhere` the picture is smaller than the board: it is read as on an unbounded one.
    let partial = if anywhere && !board.unbounded {
        let lattice = match board.shape {
            Shape::Lattice(lattice) if !board.has_edges() => lattice,
            Shape::Ring(_) => Lattice::Line,
            Shape::Lattice(_) | Shape::Graph => {
                let d = Diagnostic::new(Code::BadGame, goal.span, "`anywhere` does not apply to this board")
                    .help("leave out `anywhere`");
                scope.diagnostics.push(d);
                return None;
            }
        };
        let plane = Board::unbounded(lattice);
        let mut inner = Scope {
            names: scope.names,
            module: scope.module,
            piece_modules: scope.piece_modules.clone(),
            sets: Vec::new(),
            parts: 0,
            values: scope.values.clone(),
            board: Some(&plane),
            pieces: scope.pieces,
            legend: scope.legend,
            variables: Vec::new(),
            slots: 0,
            filled: false,
            diagnostics: scope.diagnostics,
        };
        config::read(&mut inner, config, true)?
    } else {
        config::read(scope, config, true)?
    };
    if anywhere && !board.unbounded && partial.keys().any(|cell| cell.is_floor()) {
        let text = "a floor piece lies nowhere else: `anywhere` does not apply to it";
        scope.diagnostics.push(Diagnostic::new(Code::NoFloor, goal.span, text).help("leave out `anywhere`"));
        return None;
    }
    if let (true, Shape::Ring(length)) = (anywhere, board.shape) {
        return turned(scope, goal, &partial, length);
    }
    let rest_empty = anywhere || board.unbounded;
    Some(Goal::Drawn(Drawn { cells: partial, anywhere, rest_empty }))
}
