//! What decides at every position beside the listed actions: the callbacks of a puzzle's scripts, and rules whose actions
//! are not listed.

use std::sync::Arc;

use super::{Action, Assign, Condition, Label, Position, Value, ValueSet, VarId, whole};
use puzzlec_base::diag::{Code, Diagnostic, Stop};
use puzzlec_base::{Budget, Progress, Span};
use puzzlec_model::Model;
use puzzlec_model::board::{Board, Coord};
use puzzlec_model::hooks::move_view;
use puzzlec_model::piece::Pieces;
use puzzlec_model::rule::{Body, Rule};
use puzzlec_script::{ActionSpec, EffectSpec, Field, Hook, Remembered, ScriptCallback};

/// The scripts of a task, and the rules whose actions are not listed. Copies are the same oracle.
#[derive(Clone, Debug)]
pub struct Oracle(Arc<Scripts>);

#[derive(Debug)]
struct Scripts {
    board: Board,
    pieces: Pieces,
    /// Whether there are pieces of several cells.
    several: bool,
    field: Arc<Field>,
    /// The names of all rules.
    names: Vec<String>,
    /// The rules that scripts are, by their places.
    rules: Vec<(u32, Remembered)>,
    legal: Option<Remembered>,
    goal: Option<GoalTest>,
    bound: Option<Remembered>,
    invariant: Option<ScriptCallback>,
    lifted: Option<Lifted>,
}

/// The rules of a puzzle whose actions are not listed.
#[derive(Debug)]
pub struct Lifted {
    /// The puzzle.
    pub model: Model,
    /// The rules, by their places in it.
    pub rules: Vec<u32>,
}

/// A goal that a script has a part in.
#[derive(Clone, Debug)]
pub enum GoalTest {
    /// A condition.
    Ground(Condition),
    /// The condition of a script.
    Callback(Remembered),
    /// A disjunction.
    Any(Vec<GoalTest>),
    /// A conjunction.
    All(Vec<GoalTest>),
}

/// A move that a script gave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    /// The rule, by its place in the model.
    pub rule: u32,
    /// Its place in the list that the script gives at this position.
    pub part: u32,
    /// The position after it.
    pub after: Position,
}

/// A lower bound of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtLeast {
    /// A number of moves.
    Moves(u64),
    /// No goal can be reached from it.
    DeadEnd,
}

impl Oracle {
    /// The scripts of a model, `goal` where one has a part in it, and the rules whose actions are not listed.
    pub fn new(model: &Model, rules: &[Rule], goal: Option<GoalTest>, lifted: &[u32]) -> Self {
        let callback = |(at, rule): (u32, &Rule)| match &rule.body {
            Body::Callback(callback) => Some((at, callback.clone().into())),
            _ => None,
        };
        let hooks = &model.hooks;
        Oracle(Arc::new(Scripts {
            board: model.board.clone(),
            several: whole::several(&model.pieces),
            pieces: model.pieces.clone(),
            field: Arc::clone(&hooks.field),
            names: rules.iter().map(|r| r.name.clone()).collect(),
            rules: (0..).zip(rules).filter_map(callback).collect(),
            legal: hooks.legal.clone().map(Remembered::from),
            goal,
            bound: hooks.bound.clone().map(Remembered::from),
            invariant: hooks.invariant.clone(),
            lifted: (!lifted.is_empty()).then(|| Lifted { model: model.clone(), rules: lifted.to_vec() }),
        }))
    }

    /// The rules whose actions are not listed.
    pub fn lifted(&self) -> Option<&Lifted> {
        self.0.lifted.as_ref()
    }

    /// Whether scripts or rules whose actions are not listed generate moves: then the task's actions are not all moves.
    pub fn makes_moves(&self) -> bool {
        !self.0.rules.is_empty() || self.0.lifted.is_some()
    }

    /// Whether it affects the search space: moves, allowed moves or goals, rather than only bounds and invariants.
    pub fn decides(&self) -> bool {
        self.makes_moves() || self.0.legal.is_some() || self.0.goal.is_some()
    }

    /// Why it does, in words.
    pub fn reason(&self) -> &'static str {
        let scripted = !self.0.rules.is_empty() || self.0.legal.is_some() || self.0.goal.is_some();
        if scripted { "scripts run at every position" } else { "a rule has too many moves to list them all" }
    }

    /// Whether a script bounds what a position takes.
    pub fn bounds(&self) -> bool {
        self.0.bound.is_some()
    }

    /// The script that gives numbers which no move changes.
    pub fn invariant(&self) -> Option<&ScriptCallback> {
        self.0.invariant.as_ref()
    }

    /// The representation of positions for scripts.
    pub fn field(&self) -> &Arc<Field> {
        &self.0.field
    }

    /// All scripts, in a fixed order.
    pub fn scripts(&self) -> Vec<&Hook> {
        fn of<'a>(goal: &'a GoalTest, all: &mut Vec<&'a Hook>) {
            match goal {
                GoalTest::Ground(_) => {}
                GoalTest::Callback(goal) => all.push(goal.callback().hook()),
                GoalTest::Any(parts) | GoalTest::All(parts) => parts.iter().for_each(|p| of(p, all)),
            }
        }
        let mut all: Vec<&Hook> = self.0.rules.iter().map(|r| r.1.callback().hook()).collect();
        if let Some(goal) = &self.0.goal {
            of(goal, &mut all);
        }
        all.extend(self.0.legal.iter().map(|legal| legal.callback().hook()));
        all
    }

    /// The moves that scripts give at a position, allowed ones only.
    ///
    /// # Errors
    /// A limit, or a fault of a script.
    pub fn moves(&self, position: &[Value], budget: &Budget) -> Result<Vec<Given>, Stop> {
        let mut given = Vec::new();
        for (rule, callback) in &self.0.rules {
            let list = script_result(callback.moves(&self.0.field, position, budget), budget)?;
            for (part, spec) in (0..).zip(list.iter().flat_map(|part| part.iter())) {
                let after = match self.after(position, spec) {
                    Ok(after) => after,
                    Err(why) => {
                        return Err(fault(Diagnostic::new(
                            Code::ScriptResult,
                            callback.callback().hook().at,
                            why,
                        )));
                    }
                };
                let Some(after) = after.filter(|after| after != position) else { continue };
                if self.allows(*rule, position, &|| after.clone(), budget)? {
                    given.push(Given { rule: *rule, part, after });
                }
            }
        }
        Ok(given)
    }

    /// Whether a move of a rule is allowed.
    ///
    /// # Errors
    /// A limit, or a fault of a script.
    pub fn allows(
        &self,
        rule: u32,
        before: &[Value],
        after: &dyn Fn() -> Position,
        budget: &Budget,
    ) -> Result<bool, Stop> {
        let Some(legal) = &self.0.legal else { return Ok(true) };
        let name = self.0.names.get(rule as usize).map_or("", String::as_str);
        let callback = move_view(&self.0.board, name, before, after());
        script_result(legal.legal(&self.0.field, before, &callback, budget), budget)
    }

    /// Whether a position that passes the task's goal test is a goal.
    ///
    /// # Errors
    /// A limit, or a fault of a script.
    pub fn is_goal(&self, position: &[Value], budget: &Budget) -> Result<bool, Stop> {
        match &self.0.goal {
            Some(goal) => self.passes(goal, position, budget),
            None => Ok(true),
        }
    }

    fn passes(&self, goal: &GoalTest, position: &[Value], budget: &Budget) -> Result<bool, Stop> {
        match goal {
            GoalTest::Ground(condition) => Ok(condition.holds(position)),
            GoalTest::Callback(callback) => {
                script_result(callback.goal(&self.0.field, position, budget), budget)
            }
            GoalTest::Any(parts) => {
                for part in parts {
                    if self.passes(part, position, budget)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            GoalTest::All(parts) => {
                for part in parts {
                    if !self.passes(part, position, budget)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
        }
    }

    /// The scripted lower bound of a position.
    ///
    /// # Errors
    /// A limit, or a fault of a script.
    pub fn at_least(&self, position: &[Value], budget: &Budget) -> Result<AtLeast, Stop> {
        let Some(bound) = &self.0.bound else { return Ok(AtLeast::Moves(0)) };
        let moves = script_result(bound.bound(&self.0.field, position, budget), budget)?;
        Ok(moves.map_or(AtLeast::DeadEnd, AtLeast::Moves))
    }

    /// The value of the scripted invariant at a position; empty without one.
    ///
    /// # Errors
    /// A limit, or a fault of the script.
    pub fn numbers(&self, position: &[Value], budget: &Budget) -> Result<Vec<i64>, Stop> {
        match &self.0.invariant {
            Some(callback) => script_result(callback.invariant(&self.0.field, position, budget), budget),
            None => Ok(Vec::new()),
        }
    }

    /// The scripted bound is not admissible.
    pub fn wrong_bound(&self, why: String) -> Stop {
        let at = self.0.bound.as_ref().map_or(Span::default(), |b| b.callback().hook().at);
        fault(Diagnostic::new(Code::WrongBound, at, "this bound is not admissible").note(why))
    }

    /// The position after a script's action; `None` if the action does not apply.
    fn after(&self, before: &[Value], spec: &ActionSpec) -> Result<Option<Position>, String> {
        let held = |position: &[Value], cell: u32| position.get(cell as usize).copied().unwrap_or(0);
        for (cell, words) in &spec.requires {
            let value = held(before, *cell);
            let fits = |word: &String| match word.as_str() {
                "empty" => value == 0,
                "piece" => value != 0,
                name => self.piece(value) == name,
            };
            if !words.iter().any(fits) {
                return Ok(None);
            }
        }
        let mut position = before.to_vec();
        let set = |position: &mut Position, cell: u32, value: Value| {
            if let Some(slot) = position.get_mut(cell as usize) {
                *slot = value;
            }
        };
        for (number, effect) in spec.effects.iter().enumerate() {
            if self.0.several && !self.stays_whole(&position, spec, number) {
                return Ok(None);
            }
            match effect {
                EffectSpec::Move(from, to) => {
                    let values: Vec<Value> = from.iter().map(|c| held(&position, *c)).collect();
                    from.iter().for_each(|c| set(&mut position, *c, 0));
                    to.iter().zip(values).for_each(|(c, value)| set(&mut position, *c, value));
                }
                EffectSpec::Swap(a, b) => {
                    let (at_a, at_b) = (held(&position, *a), held(&position, *b));
                    set(&mut position, *a, at_b);
                    set(&mut position, *b, at_a);
                }
                EffectSpec::Remove(cell) => set(&mut position, *cell, 0),
                EffectSpec::Put(cell, name) => {
                    let value = match self.members(name).as_slice() {
                        [one] => *one,
                        [] => {
                            return Err(format!(
                                "the script named a piece `{name}` that is not in this puzzle"
                            ));
                        }
                        _ => return Err(format!("the script puts `{name}`, which is a family of pieces")),
                    };
                    set(&mut position, *cell, value);
                }
                EffectSpec::Flip(a, b, cells) => {
                    let (first, second) = (self.members(a), self.members(b));
                    if first.len() != second.len() {
                        return Err(format!(
                            "the script flips `{a}` and `{b}`, which have different members"
                        ));
                    }
                    for cell in cells {
                        let value = held(&position, *cell);
                        let mut pairs = first.iter().zip(&second);
                        let other = pairs.find_map(|(x, y)| match value {
                            v if v == *x => Some(*y),
                            v if v == *y => Some(*x),
                            _ => None,
                        });
                        set(&mut position, *cell, other.unwrap_or(value));
                    }
                }
            }
        }
        Ok(Some(position))
    }

    /// Whether an effect concerns all cells of each piece of several cells, or none. Cells that are removed one after
    /// another are removed together.
    fn stays_whole(&self, position: &[Value], spec: &ActionSpec, number: usize) -> bool {
        let Scripts { board, pieces, .. } = &*self.0;
        let cell = |at: &u32| board.cells().get(*at as usize).copied();
        let cells = |list: &[u32]| -> Vec<Coord> { list.iter().filter_map(cell).collect() };
        let content = |cell: &Coord| {
            let held = board.index(*cell).and_then(|at| position.get(at as usize));
            pieces.content(held.copied().unwrap_or(0))
        };
        let within = |covered: &[Coord], list: &[Coord]| {
            covered.iter().all(|cell| whole::is_within(board, pieces, content(cell), *cell, list))
        };
        let moved = |from: &[Coord], to: &[Coord]| {
            let covered: Vec<Coord> = to.iter().filter(|cell| !from.contains(cell)).copied().collect();
            from.iter().all(|cell| whole::goes(board, pieces, content(cell), *cell, (from, to)))
                && within(&covered, to)
        };
        let is_removal = |effect: &&EffectSpec| matches!(effect, EffectSpec::Remove(_));
        let (earlier, later) = spec.effects.split_at(number.min(spec.effects.len()));
        match later.first() {
            Some(EffectSpec::Move(from, to)) => moved(&cells(from), &cells(to)),
            Some(EffectSpec::Swap(a, b)) => moved(&cells(&[*a, *b]), &cells(&[*b, *a])),
            Some(EffectSpec::Put(at, _)) => within(&cells(&[*at]), &cells(&[*at])),
            Some(EffectSpec::Remove(_)) if earlier.last().is_some_and(|last| is_removal(&last)) => true,
            Some(EffectSpec::Remove(_)) => {
                let removed = |effect: &EffectSpec| match effect {
                    EffectSpec::Remove(at) => cell(at),
                    _ => None,
                };
                let list: Vec<Coord> = later.iter().take_while(is_removal).filter_map(removed).collect();
                within(&list, &list)
            }
            Some(EffectSpec::Flip(..)) | None => true,
        }
    }

    fn piece(&self, value: Value) -> &str {
        self.0.field.contents.get(usize::from(value)).map_or("", |c| c.piece.as_str())
    }

    /// The values that a kind of piece has.
    fn members(&self, name: &str) -> Vec<Value> {
        let contents = (0..).zip(&self.0.field.contents);
        contents.filter(|(value, c): &(Value, _)| *value != 0 && c.piece == name).map(|(v, _)| v).collect()
    }

    /// A step between two positions as an action for a plan.
    pub fn step(&self, rule: u32, part: u32, before: &[Value], after: &[Value]) -> Action {
        let view = move_view(&self.0.board, "", before, after.to_vec());
        let changed = (0..).zip(before.iter().zip(after)).filter(|(_, (old, new))| old != new);
        let changed: Vec<(VarId, Value, Value)> =
            changed.map(|(var, (old, new))| (var, *old, *new)).collect();
        Action {
            label: Label { rule, part, binding: Vec::new() },
            guard: changed.iter().map(|(var, old, _)| (*var, ValueSet::one(*old))).collect(),
            condition: Condition::True,
            assign: changed.iter().map(|(var, _, new)| (*var, Assign::Set(*new))).collect(),
            mover: view.from.zip(view.to),
            weight: 1,
            times: 1,
            then: 0,
        }
    }
}

/// The answer of a script.
///
/// # Errors
/// A limit, or the script's fault.
fn script_result<T>(answer: Result<T, Box<Diagnostic>>, budget: &Budget) -> Result<T, Stop> {
    match answer {
        Ok(answer) => Ok(answer),
        Err(found) => {
            // A stop in the middle of a call is no fault of the script.
            budget.poll(&Progress::default())?;
            Err(Stop::Fault(found))
        }
    }
}

pub(super) fn fault(found: Diagnostic) -> Stop {
    Stop::Fault(Box::new(found))
}
