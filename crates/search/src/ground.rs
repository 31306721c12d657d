//! Grounding: every rule of a model is compiled to guarded actions on cells.

mod after;
mod cases;
mod chain;
mod consequences;
mod contents;
mod drawn;
mod effects;
mod endless;
mod extremes;
mod field;
mod gaps;
mod goals;
mod guards;
mod lay;
mod lifted;
mod linear;
mod numbers;
mod outlook;
mod reach;
mod shapes;
mod sums;
mod unbounded;
mod values;
mod ways;
mod written;

use std::hash::{BuildHasher, Hash};

use hashbrown::HashTable;
use rustc_hash::{FxBuildHasher, FxHashSet};

use puzzlec_base::diag::{Code, Diagnostic, Stop};
use puzzlec_base::words::grouped;
use puzzlec_base::{Budget, Limit, Progress, Span};
use puzzlec_model::board::{Board, Coord, Direction};
use puzzlec_model::config::Configuration;
use puzzlec_model::rule::{Body, Floor, Rule, Setting};
use puzzlec_model::{Model, Question};
use puzzlec_syntax::ast::MeasureKind;
use puzzlec_task::oracle::Oracle;
use puzzlec_task::{
    Action, Assign, Bound, Bounds, Condition, Cost, Cut, Label, Measure, Task, Value, ValueSet, VarId,
    Variable,
};

use after::After;
pub(crate) use field::Field;
pub use gaps::newly_covered;
use guards::{restrict, split};
pub use lay::LAY;
pub(crate) use lifted::Families;
pub use reach::{influence, locality};

/// Maximum number of variable bindings of a rule.
const MOST_CASES: u64 = 10_000_000;
/// Maximum number of tests of cells after all actions of a task together.
const MOST_TESTED: u64 = 50_000_000;
/// Maximum number of actions of a task.
const MOST_ACTIONS: usize = 1_000_000;

/// A task with its cells.
#[derive(Clone, Debug)]
pub struct Ground {
    /// The task.
    pub task: Task,
    /// The cell of each of the first variables.
    pub cells: Vec<Coord>,
    /// The place of each of the next variables: the floors of all cells if a rule changes floors, otherwise none.
    pub floors: Vec<Coord>,
    /// The cut of an unbounded board.
    pub bounds: Bounds,
    /// For each rule, by index, whether any action of it could ever apply.
    pub fires: Vec<bool>,
}

impl Ground {
    /// The margin of the window that the puzzle does not state, if it was cut to one.
    pub fn unstated(&self) -> Option<u32> {
        self.bounds.unstated()
    }

    /// The cells and what they leave out, as the checker takes them.
    pub fn cut(&self) -> Cut {
        Cut { cells: self.cells.clone(), bounds: self.bounds }
    }
}

/// The reason that a model has no task.
#[derive(Debug)]
pub enum Failure {
    /// The text is wrong.
    Diagnostics(Vec<Diagnostic>),
    /// Something came first.
    Stop(Stop),
}

impl From<Diagnostic> for Failure {
    fn from(d: Diagnostic) -> Self {
        Failure::Diagnostics(vec![d])
    }
}

impl From<Stop> for Failure {
    fn from(stop: Stop) -> Self {
        Failure::Stop(stop)
    }
}

impl From<Limit> for Failure {
    fn from(limit: Limit) -> Self {
        Failure::Stop(limit.into())
    }
}

/// The task of a model. An unbounded board is cut to the reachable cells; a line on which pieces can move
/// without bound is cut to the start with `margin` cells on each side, or to the window that the puzzle
/// states.
///
/// # Errors
/// A rule with too many cases, an unbounded board without a bound, or a limit of the budget.
pub fn ground(model: &Model, margin: Option<u32>, budget: &Budget) -> Result<Ground, Failure> {
    match &model.question {
        Question::Place { supply, goal } => lay::ground(model, supply, goal, budget),
        Question::Moves { .. } | Question::Game { .. } if model.board.unbounded => {
            unbounded::ground(model, margin, budget)
        }
        Question::Moves { .. } | Question::Game { .. } => bounded(model, false, budget),
    }
}

/// The task on a bounded board where no actions are listed that need not be, for tests.
///
/// # Errors
/// As [`ground`].
pub fn ground_lifted(model: &Model, budget: &Budget) -> Result<Ground, Failure> {
    bounded(model, true, budget)
}

fn bounded(model: &Model, all: bool, budget: &Budget) -> Result<Ground, Failure> {
    let cells = model.board.cells().to_vec();
    let task = on_cells(model, cells.clone(), Vec::new(), all, budget)?;
    let fires = fires(model, &task);
    Ok(Ground { task, cells, floors: floors(model), bounds: Bounds::Exact, fires })
}

fn rules_of(model: &Model) -> &[Rule] {
    match &model.question {
        Question::Moves { rules, .. } | Question::Game { rules, .. } => rules,
        Question::Place { .. } => &[],
    }
}

fn start_of(model: &Model) -> Configuration {
    match &model.question {
        Question::Moves { start, .. } | Question::Game { start, .. } => start.clone(),
        Question::Place { .. } => Configuration::new(),
    }
}

/// The places of the floors that are variables. An endless board has none.
fn floors(model: &Model) -> Vec<Coord> {
    let cells = if model.changes_floor() { model.board.cells() } else { &[] };
    cells.iter().map(|cell| cell.floor()).collect()
}

fn fires(model: &Model, task: &Task) -> Vec<bool> {
    let relaxed = super::relaxed(task);
    let lifted = task.oracle.as_ref().and_then(Oracle::lifted).map_or(&[][..], |lifted| &lifted.rules);
    let open =
        |(number, rule): (u32, &Rule)| matches!(rule.body, Body::Callback(_)) || lifted.contains(&number);
    let mut fires: Vec<bool> = (0..).zip(rules_of(model)).map(open).collect();
    for (action, possible) in task.actions.iter().zip(&relaxed.fires) {
        if let Some(fire) = fires.get_mut(action.label.rule as usize) {
            *fire |= *possible;
        }
    }
    fires
}

/// The task on these cells; all other cells of an unbounded board stay empty. Patterns may cover the cells of
/// the border, and variables may stand for them.
///
/// On a ring that closes up how many cells are left is part of the position: a counter after the
/// cells. Every rule is grounded for each length, on the ring of the first cells.
///
/// With `all` no rule's actions are listed that could do without.
fn on_cells(
    model: &Model,
    cells: Vec<Coord>,
    border: Vec<Coord>,
    all: bool,
    budget: &Budget,
) -> Result<Task, Failure> {
    let floors = floors(model);
    let start = start_of(model);
    let field = field_of(model, cells, border);
    let places = || field.cells.iter().chain(&floors);
    let size = u16::try_from(model.pieces.contents().count()).unwrap_or(u16::MAX);
    let mut variables: Vec<Variable> =
        places().map(|c| Variable { name: model.board.name(*c), size, counts: None }).collect();
    let mut position: Vec<Value> = places().map(|c| start.get(c).copied().unwrap_or(0)).collect();
    let legal = after::legal(&field, model)?;
    // A move ends after its consequences.
    let (legal, at_end) = if model.has_consequences() { (None, legal) } else { (legal, None) };
    let kind = if model.has_consequences() { Kind::Followed } else { Kind::Alone };
    let mut made = Made { kind, ..Made::default() };
    if model.shrinks() {
        let counter = VarId::try_from(field.cells.len()).unwrap_or(VarId::MAX);
        let whole = Value::try_from(field.cells.len()).unwrap_or(Value::MAX);
        for length in (1..=whole).rev() {
            let board = Board::ring(i32::from(length));
            let left = field.cells.iter().take(usize::from(length)).copied().collect();
            let field = Field::new(&board, &model.pieces, left);
            let length = Some(Length { counter, cells: length });
            let mut maker = Maker { model, field, length, legal: legal.as_ref(), made, sets: &[], budget };
            maker.rules(rules_of(model))?;
            made = maker.made;
        }
        variables.push(Variable { name: "length".into(), size: whole.saturating_add(1), counts: Some(0) });
        position.push(whole);
    } else {
        let (field, legal) = (field.clone(), legal.as_ref());
        let mut maker = Maker { model, field, length: None, legal, made, sets: &[], budget };
        let mut lifted = lifted::large(&mut maker, all)?;
        loop {
            maker.made = Made { kind, lifted: lifted.clone(), ..Made::default() };
            maker.field.looked.set(0);
            let Err(why) = maker.rules(rules_of(model)) else { break };
            let last = maker.made.rule;
            let rule = rules_of(model).get(last as usize).filter(|rule| lifted::can_lift(model, rule));
            if rule.is_none() || !maker.made.too_many {
                return Err(why);
            }
            lifted.push(last);
        }
        made = maker.made;
    }
    for (number, counter) in (0..).zip(&model.pieces.counters) {
        variables.push(Variable {
            name: counter.name.clone(),
            size: counter.size(),
            counts: Some(counter.range.0),
        });
        position.push(start.get(&Coord::counter(number)).copied().unwrap_or(0));
    }
    if !made.lifted.is_empty() {
        lifted::check(model, &made.lifted, &position, budget)?;
    }
    let consequences = consequences::ground(model, &field, (&mut made, at_end), budget)?;
    let goal = goals::of(model, &field, &mut made.actions, budget)?;
    let wins = goals::of_players(model, &field)?;
    Ok(Task {
        variables,
        contents: model.pieces.contents().map(|(id, _)| model.pieces.describe(id)).collect(),
        actions: made.actions,
        start: position,
        goal,
        wins,
        measure: measure(model),
        oracle: oracle(&field, model, &made.lifted)?,
        consequences,
    })
}

/// The field of a puzzle on these cells.
fn field_of(model: &Model, cells: Vec<Coord>, border: Vec<Coord>) -> Field<'_> {
    let (floors, start) = (floors(model), start_of(model));
    let below = if model.pieces.has_floor() && floors.is_empty() { model.board.cells() } else { &[] };
    let still = below.iter().map(|c| (c.floor(), start.get(&c.floor()).copied().unwrap_or(0)));
    Field::new(&model.board, &model.pieces, cells).with_border(border).with_floors(&floors, still)
}

/// The oracle of scripts and of rules whose actions are not listed, if there are any.
fn oracle(field: &Field<'_>, model: &Model, lifted: &[u32]) -> Result<Option<Oracle>, Failure> {
    let Question::Moves { rules, goal, .. } = &model.question else { return Ok(None) };
    let hooks = &model.hooks;
    if lifted.is_empty() && !model.has_callbacks() && hooks.bound.is_none() && hooks.invariant.is_none() {
        return Ok(None);
    }
    let goal = if goals::has_callbacks(&goal.0) { Some(goals::test(field, &goal.0, goal.1)?) } else { None };
    Ok(Some(Oracle::new(model, rules, goal, lifted)))
}

fn measure(model: &Model) -> Measure {
    let cost = match model.measure {
        MeasureKind::Actions => Cost::Actions,
        MeasureKind::Runs => Cost::Runs,
        MeasureKind::Pieces | MeasureKind::Cost | MeasureKind::Rules => Cost::Weights,
    };
    Measure { unit: model.unit.clone(), cost }
}

/// The length of a ring that closes up, and the variable that holds it.
#[derive(Clone, Copy)]
struct Length {
    counter: VarId,
    cells: Value,
}

/// Collects the actions of a task.
struct Maker<'a> {
    model: &'a Model,
    field: Field<'a>,
    /// On a ring that closes up, the length for which actions are grounded.
    length: Option<Length>,
    /// The condition on the position in which a move ends.
    legal: Option<&'a After>,
    made: Made,
    /// The new values of counters of the rule that is grounded.
    sets: &'a [Setting],
    budget: &'a Budget,
}

/// A covered cell of a pattern. Its preconditions and effects are part of the action, except beyond the cut,
/// where the cell is always empty.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct LaidOn {
    cell: Coord,
    /// Beyond the cut: whether it must be empty, and otherwise whether it is emptied.
    beyond: Option<(bool, bool)>,
    /// The floor that it must have: if no rule changes the floor, the action's preconditions do not name it.
    floor: Option<Floor>,
}

/// The result so far.
#[derive(Default)]
struct Made {
    actions: Vec<Action>,
    /// The index of each action, after a hash of everything but its binding.
    known: HashTable<(u64, u32)>,
    /// The placements of the current pattern: an action and its cells, in order.
    laid: FxHashSet<(u32, Vec<LaidOn>)>,
    cases: u64,
    /// The tests of cells in the conditions after all actions.
    tested: u64,
    kind: Kind,
    /// The lists of consequences of actions with consequences of their own: those of a rule, with their
    /// directions.
    followed: Vec<consequences::Own>,
    /// In a consequence, the values of the first variables for directions.
    given: Vec<Direction>,
    /// The rules whose actions are not listed.
    lifted: Vec<u32>,
    /// The rule that is grounded.
    rule: u32,
    /// Whether that rule has more cases or actions than are listed.
    too_many: bool,
}

/// What actions are grounded for.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Kind {
    /// Moves.
    #[default]
    Alone,
    /// Moves with consequences: an action without effect may be one.
    Followed,
    /// A consequence, of which the first action is applied.
    First,
    /// A consequence, of which every action is applied once: equal actions are kept apart.
    Each,
}

impl<'a> Maker<'a> {
    /// Grounds the actions of all rules.
    fn rules(&mut self, rules: &'a [Rule]) -> Result<(), Failure> {
        for (number, rule) in (0..).zip(rules) {
            self.sets = &rule.sets;
            self.made.rule = number;
            match &rule.body {
                Body::Patterns(patterns) => {
                    for (part, pattern) in (0..).zip(patterns) {
                        drawn::ground(self, number, part, pattern)?;
                    }
                }
                Body::Callback(_) => {}
                Body::Quantified(_) if self.made.lifted.contains(&number) => {}
                Body::Quantified(quantified) => written::ground(self, number, 0, rule.span, quantified)?,
                Body::Scripted(all) => {
                    for (part, quantified) in (0..).zip(all) {
                        written::ground(self, number, part, rule.span, quantified)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Counts a combination that is tried.
    fn case(&mut self, span: Span) -> Result<(), Failure> {
        self.made.cases += 1;
        // One case may test millions of cells.
        if self.made.cases.is_multiple_of(1 << 6) {
            self.budget.poll(&Progress::default())?;
        }
        if self.made.cases > MOST_CASES {
            self.made.too_many = true;
            return Err(lifted::too_many_cases(span).into());
        }
        Ok(())
    }

    /// Requires that a condition holds after an action; `false` if it never does.
    fn require(&mut self, action: &mut Action, after: &After) -> Result<bool, Failure> {
        self.made.tested = self.made.tested.saturating_add(after.size);
        if self.made.tested > MOST_TESTED {
            self.made.too_many = true;
            let text = "this test involves too many cells for the number of moves";
            return Err(Diagnostic::new(Code::RuleTooLarge, after.span, text)
                .help("use a smaller board")
                .into());
        }
        let required = after.before(action);
        let rest = split(required, &mut action.guard);
        action.condition = std::mem::replace(&mut action.condition, Condition::True).and(rest);
        action.guard.sort_by_key(|g| g.0);
        Ok(action.condition != Condition::False && !action.guard.iter().any(|g| g.1.is_empty()))
    }

    /// Adds an action, unless it has no effect. Actions with equal rule, part, preconditions and effects are
    /// stored once with their number; another placement of a pattern on the same cells with the same
    /// preconditions and effects is not another action.
    fn add(&mut self, mut action: Action, laid: Option<Vec<LaidOn>>, span: Span) -> Result<(), Failure> {
        if let Some(length) = self.length {
            action.guard.push((length.counter, ValueSet::one(length.cells)));
        }
        action.guard.sort_by_key(|g| g.0);
        action.assign.retain(|(var, assign)| match assign {
            Assign::Copy(from) => from != var,
            Assign::Set(value) => {
                !action.guard.iter().any(|(g, set)| g == var && set.single() == Some(*value))
            }
            Assign::Map(..) => true,
        });
        action.assign.sort_by_key(|a| a.0);
        if self.made.kind == Kind::Each {
            (action.mover, action.weight) = (None, 0);
        }
        if action.assign.is_empty() && self.made.kind != Kind::Followed
            || action.guard.iter().any(|g| g.1.is_empty())
        {
            return Ok(());
        }
        if let Some(legal) = self.legal
            && !self.require(&mut action, legal)?
        {
            return Ok(());
        }
        let laid = laid.map(|mut cells| {
            cells.sort_unstable();
            cells
        });
        let Made { known, actions, .. } = &self.made;
        let hash = hashed(&action);
        let same = |(own, at): &(u64, u32)| {
            *own == hash && actions.get(*at as usize).is_some_and(|a| deed(a) == deed(&action))
        };
        let twin = known.find(hash, same).map(|(_, at)| *at);
        let apart = |at: &u32| {
            self.made.kind == Kind::Each
                && laid.as_ref().is_none_or(|cells| !self.made.laid.contains(&(*at, cells.clone())))
        };
        if let Some(at) = twin.filter(|at| !apart(at)) {
            if laid.is_none_or(|cells| self.made.laid.insert((at, cells)))
                && let Some(same) = self.made.actions.get_mut(at as usize)
            {
                same.times = same.times.saturating_add(1);
            }
            return Ok(());
        }
        if self.made.actions.len() >= MOST_ACTIONS {
            self.made.too_many = true;
            let text = format!("this rule has more than {} different moves", grouped(MOST_ACTIONS as u64));
            return Err(Diagnostic::new(Code::RuleTooLarge, span, text).help("use a smaller board").into());
        }
        let at = u32::try_from(self.made.actions.len()).unwrap_or(u32::MAX);
        if twin.is_none() {
            self.made.known.insert_unique(hash, (hash, at), |(own, _)| *own);
        }
        self.made.laid.extend(laid.map(|cells| (twin.unwrap_or(at), cells)));
        self.made.actions.push(action);
        Ok(())
    }
}

/// The identity of an action: everything but its binding.
fn deed(action: &Action) -> impl Hash + PartialEq {
    let Action { label, guard, condition, assign, mover, weight, times: _, then } = action;
    (label.rule, label.part, guard, condition, assign, *mover, *weight, *then)
}

fn hashed(action: &Action) -> u64 {
    FxBuildHasher.hash_one(deed(action))
}

fn label(rule: u32, part: u32, binding: Vec<Bound>) -> Label {
    Label { rule, part, binding }
}
