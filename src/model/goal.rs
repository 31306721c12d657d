//! Goals.

use crate::diag::{Code, Diagnostic};
use crate::script::{Kind, ScriptCallback};
use crate::syntax::ast::{GoalExpr, GoalKind};

use super::config::{self, Partial};
use super::expr::{Cells, Test};
use super::hooks;
use super::piece::Selector;
use super::scope::Scope;

/// When a puzzle is solved.
#[derive(Clone, Debug, PartialEq)]
pub enum Goal {
    /// Cells hold what is drawn.
    Drawn(Drawn),
    /// A test.
    Test(Test),
    /// The condition of a script.
    Callback(ScriptCallback),
    /// A disjunction.
    Any(Vec<Goal>),
    /// A conjunction.
    All(Vec<Goal>),
}

/// A drawn goal.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawn {
    /// The allowed contents of the drawn cells; an empty list allows any (`?`).
    pub cells: Partial,
    /// Whether it may be anywhere on the board.
    pub anywhere: bool,
    /// Whether all cells that are not drawn must be empty.
    pub rest_empty: bool,
}

impl Goal {
    /// The drawn cells, if the goal is one drawing.
    pub fn drawn(&self) -> Option<&Drawn> {
        match self {
            Goal::Drawn(drawn) => Some(drawn),
            Goal::Test(_) | Goal::Callback(_) | Goal::Any(_) | Goal::All(_) => None,
        }
    }

    /// Calls `see` for every test in it.
    pub fn tests<'a>(&'a self, see: &mut dyn FnMut(&'a Test)) {
        match self {
            Goal::Drawn(_) | Goal::Callback(_) => {}
            Goal::Test(test) => see(test),
            Goal::Any(parts) | Goal::All(parts) => parts.iter().for_each(|part| part.tests(see)),
        }
    }
}

/// The meaning of a goal.
pub(super) fn lower(scope: &mut Scope<'_, '_>, goal: &GoalExpr) -> Option<Goal> {
    match &goal.kind {
        GoalKind::Config(config, anywhere) => drawn(scope, goal, config, *anywhere),
        GoalKind::Colours(picture, or_empty) => {
            let cells = config::place(scope, picture)?;
            let partial = config::colours(scope, &cells, *or_empty)?;
            let rest_empty = scope.board.is_some_and(|b| b.unbounded);
            Some(Goal::Drawn(Drawn { cells: partial, anywhere: false, rest_empty }))
        }
        GoalKind::Only(piece, cells) => {
            let piece = scope.chosen(piece);
            let cells = config::fixed(scope, cells);
            let (piece, cells) = (piece?, Cells::Fixed(cells?));
            let rest = Cells::Except(Box::new(Cells::All), Box::new(cells.clone()));
            Some(Goal::Test(Test::And(vec![
                Test::Holds(cells, Selector::named(piece)),
                Test::Holds(rest, Selector::empty()),
            ])))
        }
        GoalKind::At(piece, cells) => {
            let selector = scope.selector(piece);
            let cells = config::fixed(scope, cells);
            Some(Goal::Test(Test::Holds(Cells::Fixed(cells?), selector?)))
        }
        GoalKind::Where(expr) => scope.test(expr).map(Goal::Test),
        GoalKind::Script(script) => {
            let (names, module) = (scope.names, scope.module);
            let hook = hooks::hook(names, module, script, &scope.values, "goal", scope.board?);
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
        GoalKind::Error => None,
    }
}

fn all(scope: &mut Scope<'_, '_>, parts: &[GoalExpr]) -> Option<Vec<Goal>> {
    let lowered: Vec<Option<Goal>> = parts.iter().map(|p| lower(scope, p)).collect();
    lowered.into_iter().collect()
}

fn drawn(
    scope: &mut Scope<'_, '_>,
    goal: &GoalExpr,
    config: &crate::syntax::ast::ConfigExpr,
    anywhere: bool,
) -> Option<Goal> {
    use crate::syntax::ast::ConfigKind;
    if matches!(config.kind, ConfigKind::Empty) {
        return Some(Goal::Test(Test::Holds(Cells::All, Selector::empty())));
    }
    let board = scope.board?;
    // With `anywhere` the picture is smaller than the board: it is read as on an unbounded one.
    let partial = if anywhere && !board.unbounded {
        let lattice = match board.shape {
            super::board::Shape::Lattice(lattice) => lattice,
            _ => {
                let d = Diagnostic::new(Code::BadGame, goal.span, "`anywhere` does not apply to this board")
                    .help("leave out `anywhere`");
                scope.diagnostics.push(d);
                return None;
            }
        };
        let plane = super::board::Board::unbounded(lattice);
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
            diagnostics: scope.diagnostics,
        };
        config::read(&mut inner, config, true)?
    } else {
        config::read(scope, config, true)?
    };
    let rest_empty = anywhere || board.unbounded;
    Some(Goal::Drawn(Drawn { cells: partial, anywhere, rest_empty }))
}
