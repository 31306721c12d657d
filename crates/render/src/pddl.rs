//! Puzzles for planners: the ground task as PDDL.
//!
//! Ground actions that differ only in their cells become one action with parameters, and a static predicate
//! lists the cells of each. The domain therefore stays short, and a planner grounds it to exactly the actions
//! of the task:
//!
//! * `(holds CELL CONTENT)` is the content of a cell; if all cells have one of two contents, a predicate such
//!   as `(peg CELL)` replaces it. Cells that never change are omitted.
//! * Of a piece that occurs once it is `(at PIECE CELL)` instead. Planners find mutually exclusive facts in either
//!   form; their pattern databases are far better by piece.
//! * Counts that would be too long are kept as numbers: `(counts NUMBER VALUE)`.
//! * A goal that is more than a list of facts is reached by an action `finish` that costs nothing.
//! * If consecutive moves of one piece count once, `(moving CELL)` marks the moving piece: to pick it up
//!   costs 1, to move it and to release it costs nothing.
//!
//! So the least cost of a plan is the least length of a solution in the puzzle's measure.

mod counts;
mod domain;
mod formula;
mod names;
mod schema;
mod text;
mod words;

use rustc_hash::FxHashMap;

use domain::Domain;
use formula::{Formula, formula};
use puzzlec_model::board::Coord;
use puzzlec_model::piece::Content;
use puzzlec_model::{Model, Question};
use puzzlec_search::ground::Ground;
use puzzlec_search::relaxed;
use puzzlec_task::Bounds;
use puzzlec_task::{Bound, Cost, Value, ValueSet, VarId};
use schema::{Known, schemas};
use text::Text;
use words::{Words, words};

/// Maximum number of alternatives of a goal.
const MOST_FINISHES: usize = 256;

/// How the contents of cells are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `(at PIECE CELL)` for pieces that occur once, if every action has a fixed place for them.
    ByPiece,
    /// `(holds CELL CONTENT)` for all.
    ByCell,
}

/// A puzzle in PDDL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pddl {
    /// The domain.
    pub domain: String,
    /// The problem.
    pub problem: String,
    /// Actions with parameters.
    pub schemas: usize,
    /// The number of actions that could ever apply.
    pub actions: usize,
    /// Notes on the translation.
    pub notes: Vec<String>,
}

/// The reason that a puzzle has no PDDL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal(pub String);

/// Writes the ground task of a model as PDDL; `file` is the name of its source.
///
/// Linear in the number of actions, except for long counts.
///
/// # Errors
/// The puzzle has no PDDL: it is a two-player game, or its measure would make the domain too long.
pub fn export(model: &Model, ground: &Ground, file: &str, form: Form) -> Result<Pddl, Refusal> {
    if let Question::Game { .. } = &model.question {
        return Err(Refusal("it is a two-player game, and PDDL has only one agent".to_owned()));
    }
    if ground.task.consequences.is_some() {
        let why = "its moves have consequences, which run in a fixed order, and PDDL has no such order";
        return Err(Refusal(why.to_owned()));
    }
    if let Err(limit) = ground.task.without_scripts() {
        return Err(Refusal(limit.to_string()));
    }
    let task = counts::compile(&ground.task, &relaxed(&ground.task))?;
    let reach = relaxed(&task);
    // Floors are cells of their own there.
    let cells = ground.cells.len() + ground.floors.len();
    let contents = reach.values.iter().take(cells).fold(ValueSet::new(), |all, values| all.union(values));
    let goal = formula(&task.goal, true, &reach.values);
    let place: FxHashMap<Coord, VarId> = ground.cells.iter().copied().zip(0..).collect();
    let partner = |var, value| partner(model, ground, &place, var, value);
    let cell = |bound: &Bound| match bound {
        Bound::Cell(x, y) => place.get(&Coord::new(*x, *y)).copied(),
        Bound::Direction(_) | Bound::Number(_) => None,
    };
    let known = Known { values: &reach.values, contents: &contents, cells, partner: &partner, cell: &cell };
    let schemas = schemas(&task, &reach.fires, &known);
    let named = |pieces: ValueSet| {
        let mut words = words(model, &task, &reach.values, contents.clone(), pieces);
        words.finish = !facts(&goal);
        words.costs = task.measure.cost != Cost::Actions || words.finish;
        let domain = Domain::new(&schemas, &mut words);
        (words, domain)
    };
    let (mut words, mut domain) = named(match form {
        Form::ByPiece => distinct(model, &contents, task.start.get(..cells).unwrap_or_default()),
        Form::ByCell => ValueSet::new(),
    });
    if domain.mixed {
        (words, domain) = named(ValueSet::new());
    }
    let finishes = if words.finish { finishes(&goal, &mut words) } else { Vec::new() };
    let text = Text {
        model,
        task: &task,
        words: &words,
        schemas: &schemas,
        domain: &domain,
        goal: &goal,
        finishes: &finishes,
        cells,
    };
    let mut notes = Vec::new();
    if let Bounds::Window { margin, .. } = ground.bounds {
        notes.push(format!(
            "the board is restricted to the start and {margin} cells more on each side; a plan may exist outside"
        ));
    }
    Ok(Pddl {
        domain: text.domain(file),
        problem: text.problem(file, &notes, &partner),
        schemas: schemas.len(),
        actions: schemas.iter().map(|s| s.rows.len()).sum(),
        notes,
    })
}

/// The pieces of one cell that occur once at the start; none if there is only one such piece.
fn distinct(model: &Model, contents: &ValueSet, start: &[Value]) -> ValueSet {
    let once = |v: &Value| {
        matches!(model.pieces.content(*v), Content::Unit(..)) && start.iter().filter(|s| *s == v).count() == 1
    };
    let pieces: ValueSet = contents.iter().filter(once).collect();
    if pieces.len() > 1 { pieces } else { ValueSet::new() }
}

/// Whether a goal is a list of facts.
fn facts(goal: &Formula) -> bool {
    match goal {
        Formula::True | Formula::False => true,
        Formula::In(_, set) => set.single().is_some(),
        Formula::All(parts) => parts.iter().all(facts),
        Formula::Any(_) => false,
    }
}

/// The alternatives of a goal, with names for the actions that establish them.
fn finishes(goal: &Formula, words: &mut Words<'_>) -> Vec<(String, Formula)> {
    let all = goal.alternatives(MOST_FINISHES).unwrap_or_else(|| vec![goal.clone()]);
    all.into_iter().map(|part| (words.namer.name("finish"), part)).collect()
}

/// The direction of the other end of a two-cell piece, and its content.
fn partner(
    model: &Model,
    ground: &Ground,
    place: &FxHashMap<Coord, VarId>,
    var: VarId,
    value: Value,
) -> Option<(VarId, Value)> {
    let Content::Part(kind, part) = model.pieces.content(value) else { return None };
    let labels = model.pieces.chain_labels(part.chain);
    // Of a longer chain one cell does not determine the others.
    let ([_, _], Some(d)) = (labels, part.directions().next()) else { return None };
    let cell = ground.cells.get(var as usize)?;
    let other = model.board.step(*cell, d)?;
    let half = i64::try_from(model.board.directions().len() / 2).ok()?;
    let back = Some(model.board.turn(d, half));
    let (at, links) = if part.at == 0 { (1, (back, None)) } else { (0, (None, back)) };
    let end = model.pieces.part(*kind, labels, at, links)?;
    Some((*place.get(&other)?, model.pieces.id(&end)?))
}
