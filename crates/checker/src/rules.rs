//! The puzzle as the checker reads it: every rule as guarded actions, the goal as a condition.
//!
//! This second interpretation of the rules is independent of the one for searches (`ground` of `puzzlec-search`):
//! the two share only the types of the result and the geometry of the model (the cells that an expression
//! names).
//!
//! On an unbounded board the cells of a proof are a claim: no piece ever leaves them. A move that would put a
//! piece beyond them is recorded as an *escape*; a proof holds only if no escape ever applies. Every move
//! that can apply to a position on these cells is derived, wherever on the board it lies: a pattern must
//! require a piece, and every variable must be tied to one by a test ([`anchors`]).

mod anchors;
mod draft;
mod drawn;
mod effects;
mod extremes;
mod field;
mod follow;
mod goals;
mod later;
mod lists;
mod numbers;
mod settings;
mod shapes;
mod tests;
mod written;

use std::collections::BTreeSet;
use std::hash::{BuildHasher, Hash};

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::FxBuildHasher;

use super::Unproved;
use draft::{Draft, Ended};
use field::Field;
use puzzlec_base::Progress;
use puzzlec_model::board::{Board, Coord, Direction, Shape};
use puzzlec_model::rule::{Body, Effect, Quantified, Rule, Setting};
use puzzlec_model::{Model, Question};
use puzzlec_task::SearchContext;
use puzzlec_task::{Action, Condition, Cost, Measure, Task, Value, ValueSet, Variable};

pub(super) use field::Extent;
pub(super) use follow::{given, stage};

/// Maximum number of moves of a rule that are derived where the moves can be found in each position instead.
const MOST_MOVES: u64 = 1_000_000;
/// Bindings of such a rule after which the number of its moves is estimated.
const TRIAL: u64 = 1 << 14;
/// Maximum number of variable bindings of a rule.
const MOST_CASES: u64 = 50_000_000;
/// Bindings between two polls of the budget.
const STEPS: u64 = 1 << 12;

/// The puzzle on some cells.
pub(super) struct Reading {
    /// Its moves, start and goal.
    pub(super) task: Task,
    /// Moves that put a piece beyond the cells, on an endless board. They have guards alone.
    pub(super) escapes: Vec<Action>,
    /// The rules, by number, whose moves have to be found in each position: there are too many to derive them all.
    pub(super) open: Vec<u32>,
}

/// The same as [`read`], with rules left open that have very many moves. Only an enumeration of positions can take them.
///
/// # Errors
/// As [`read`].
pub(super) fn read_open(
    model: &Model,
    cells: &[Coord],
    extent: Extent,
    context: &SearchContext,
) -> Result<Reading, Unproved> {
    let mut open = Vec::new();
    let may = matches!(extent, Extent::Whole)
        && !model.board.unbounded
        && !model.has_consequences()
        && !counts_length(model, super::apply::rules(model));
    loop {
        let mut large = None;
        match reading(model, cells, extent, (&open, may.then_some(&mut large)), context) {
            Err(why) => match large.filter(|rule| !open.contains(rule)) {
                Some(rule) => open.push(rule),
                None => return Err(why),
            },
            read => return read,
        }
    }
}

/// Reads a puzzle of moves or a game on these cells: all of a bounded board, or a part of an endless one.
///
/// # Errors
/// The rule cannot be bounded on an unbounded board, the start has pieces beyond the cells, or a limit.
pub(super) fn read(
    model: &Model,
    cells: &[Coord],
    extent: Extent,
    context: &SearchContext,
) -> Result<Reading, Unproved> {
    reading(model, cells, extent, (&[], None), context)
}

/// Reads a puzzle but for its open rules. The number of a rule that should be one is put in its place.
fn reading(
    model: &Model,
    cells: &[Coord],
    extent: Extent,
    (open, mut large): (&[u32], Option<&mut Option<u32>>),
    context: &SearchContext,
) -> Result<Reading, Unproved> {
    let rules = match &model.question {
        Question::Moves { rules, .. } | Question::Game { rules, .. } => rules,
        Question::Place { .. } => return Err(Unproved::wrong("the puzzle has no moves")),
    };
    let field = Field::new(model, &model.board, cells.to_vec(), extent);
    let start = super::start(model);
    if start.keys().any(|c| !field.has_place(*c)) {
        return Err(Unproved::wrong("the start lies beyond the cells of the proof"));
    }
    let legal = legal(model, &field)?;
    let counted = counts_length(model, rules);
    let mut maker = Maker::new(model, context);
    maker.followed = model.has_consequences();
    // A move ends after its consequences.
    let at_end = if maker.followed { legal } else { std::mem::replace(&mut maker.legal, legal) };
    maker.estimates = large.is_some();
    for (number, rule) in (0..).zip(rules).filter(|(number, _)| !open.contains(number)) {
        let done = rule_of(&mut maker, &field, number, rule);
        if let (Some(large), true) = (large.as_deref_mut(), maker.too_many) {
            *large = Some(number);
        }
        done?;
    }
    let consequences = follow::read(&mut maker, &field, at_end)?;
    let ends = |stuck: Condition| {
        *field.stuck.borrow_mut() = Some(stuck);
        model.question.goal().map_or(Ok(Condition::False), |(goal, _)| goals::condition(&field, goal))
    };
    // A player who moves is not stuck.
    let ended = ends(Condition::False)?;
    let goal = if model.question.goal().is_some_and(|(goal, _)| goal.has_stuck()) {
        if !open.is_empty() || consequences.is_some() {
            return Err(Unproved::too_large("the rules have too many moves to see that none is possible"));
        }
        let moves = maker.actions.iter().map(|action| Condition::Not(Box::new(is_move(&field, action))));
        ends(Condition::All(moves.collect()))?
    } else {
        ended.clone()
    };
    let wins = match &model.question {
        Question::Game { wins: Some(wins), .. } => {
            let [last, other] = [&wins.last, &wins.other].map(|won| goals::condition(&field, won));
            Some(Box::new([last?, other?]))
        }
        _ => None,
    };
    let Maker { mut actions, escapes, .. } = maker;
    if matches!(model.question, Question::Game { .. }) && ended != Condition::False {
        // Nobody moves after the end.
        for action in &mut actions {
            action.condition =
                Condition::All(vec![action.condition.clone(), Condition::Not(Box::new(ended.clone()))]);
        }
    }
    let size = field.contents();
    let places = || cells.iter().chain(&field.floors);
    let mut variables: Vec<Variable> =
        places().map(|c| Variable { name: model.board.name(*c), size, counts: None }).collect();
    let mut position: Vec<Value> = places().map(|c| start.get(c).copied().unwrap_or(0)).collect();
    if counted {
        let length = Value::try_from(cells.len()).unwrap_or(Value::MAX);
        variables.push(Variable { name: "length".into(), size: length.saturating_add(1), counts: Some(0) });
        position.push(length);
    }
    for (number, counter) in (0..).zip(&model.pieces.counters) {
        let (name, counts) = (counter.name.clone(), Some(counter.range.0));
        variables.push(Variable { name, size: counter.size(), counts });
        position.push(start.get(&Coord::counter(number)).copied().unwrap_or(0));
    }
    let task = Task {
        variables,
        contents: model.pieces.contents().map(|(id, _)| model.pieces.describe(id)).collect(),
        actions,
        start: position,
        goal,
        wins,
        measure: Measure { unit: model.unit.clone(), cost: Cost::Actions },
        oracle: None,
        consequences,
    };
    Ok(Reading { task, escapes, open: open.to_vec() })
}

/// When an action is a move: it applies, and some value differs after it.
fn is_move(field: &Field<'_>, action: &Action) -> Condition {
    let guards = action.guard.iter().map(|(var, set)| Condition::In(*var, set.clone()));
    let mut all: Vec<Condition> = guards.chain([action.condition.clone()]).collect();
    let stays = action.assign.iter().map(|(var, assign)| match assign.source() {
        None => Condition::In(*var, ValueSet::one(assign.value(0))),
        Some(from) => {
            let same = |old: Value| {
                let (before, after) = (ValueSet::one(old), ValueSet::one(assign.value(old)));
                Condition::All(vec![Condition::In(from, before), Condition::In(*var, after)])
            };
            Condition::Any(field.every(from).iter().map(same).collect())
        }
    });
    all.push(Condition::Not(Box::new(Condition::All(stays.collect()))));
    Condition::All(all)
}

/// The goal alone, as a condition on the cells of a bounded board.
pub(super) fn goal(model: &Model, goal: &puzzlec_model::goal::Goal) -> Result<Condition, Unproved> {
    let field = Field::new(model, &model.board, model.board.cells().to_vec(), Extent::Whole);
    goals::condition(&field, goal)
}

/// The puzzle's own tests of the position in which a move ends.
fn legal(model: &Model, field: &Field<'_>) -> Result<Vec<Condition>, Unproved> {
    let mut all = Vec::new();
    for (test, _) in &model.legal {
        all.push(match tests::condition(field, &mut Vec::new(), test) {
            Ok(condition) => condition,
            Err(void) => {
                void.stop()?;
                Condition::False
            }
        });
    }
    Ok(all)
}

/// Whether a ring gets shorter, so that its length is a part of the position.
fn counts_length(model: &Model, rules: &[Rule]) -> bool {
    matches!(model.board.shape, Shape::Ring(_)) && closes(rules)
}

fn closes(rules: &[Rule]) -> bool {
    let by = |one: &Quantified| one.effects.iter().any(|e| matches!(e, Effect::Close(_)));
    rules.iter().any(|rule| matches!(&rule.body, Body::Quantified(one) if by(one)))
}

fn rule_of(maker: &mut Maker<'_>, field: &Field<'_>, number: u32, rule: &Rule) -> Result<(), Unproved> {
    let rules = super::apply::rules(maker.model);
    if counts_length(maker.model, rules) {
        // The ring has one cell less after every closing up.
        for length in 1..=field.cells.len() {
            let board = Board::ring(i32::try_from(length).unwrap_or(i32::MAX));
            let part = field.shortened(&board, length);
            body(maker, &part, number, rule)?;
        }
        return Ok(());
    }
    body(maker, field, number, rule)
}

fn body(maker: &mut Maker<'_>, field: &Field<'_>, number: u32, rule: &Rule) -> Result<(), Unproved> {
    maker.sets.clone_from(&rule.sets);
    match &rule.body {
        // Moves of scripts are computed at each position.
        Body::Callback(_) => Ok(()),
        Body::Patterns(patterns) => patterns.iter().try_for_each(|pattern| {
            maker.laid.clear();
            drawn::read(maker, field, number, pattern)
        }),
        Body::Quantified(quantified) => written::read(maker, field, number, quantified),
        Body::Scripted(all) => all.iter().try_for_each(|one| written::read(maker, field, number, one)),
    }
}

/// Collects the moves.
struct Maker<'a> {
    model: &'a Model,
    context: &'a SearchContext,
    actions: Vec<Action>,
    escapes: Vec<Action>,
    /// By hash: moves of one rule with the same preconditions and effects count once.
    known: HashTable<u32>,
    /// The conditions on the position in which a move ends.
    legal: Vec<Condition>,
    cases: u64,
    /// Whether moves have consequences: then an action without effect may be one.
    followed: bool,
    /// The lists of consequences of rules with consequences of their own.
    own: Vec<follow::Own>,
    /// In a consequence, the values of the first variables for directions.
    given: Vec<Direction>,
    /// Whether each action is applied once: then equal actions are kept apart, except where a pattern is laid on the
    /// same cells, and actions are numbered by their parts.
    each: bool,
    number: u32,
    laid: Vec<(BTreeSet<Coord>, usize)>,
    /// The new values of counters of the rule that is read.
    sets: Vec<Setting>,
    /// Whether the numbers of moves of rules are estimated.
    estimates: bool,
    /// Of the rule that is read, the bindings, and the cases and moves before it.
    bindings: (u64, u64, u64),
    /// Whether that rule has too many moves.
    too_many: bool,
}

impl<'a> Maker<'a> {
    fn new(model: &'a Model, context: &'a SearchContext) -> Self {
        Maker {
            model,
            context,
            actions: Vec::new(),
            escapes: Vec::new(),
            known: HashTable::new(),
            legal: Vec::new(),
            cases: 0,
            followed: false,
            own: Vec::new(),
            given: Vec::new(),
            each: false,
            number: 0,
            laid: Vec::new(),
            sets: Vec::new(),
            estimates: false,
            bindings: (0, 0, 0),
            too_many: false,
        }
    }
}

impl Maker<'_> {
    /// Counts a combination that is tried.
    fn case(&mut self) -> Result<(), Unproved> {
        self.cases += 1;
        if self.cases.is_multiple_of(STEPS) {
            let each = size_of::<Action>() as u64 + 256;
            let bytes = (self.actions.len() + self.escapes.len()) as u64 * each;
            self.context.poll(&Progress { bytes, ..Progress::default() })?;
        }
        let (bindings, cases, actions) = self.bindings;
        let (cases, actions) = (self.cases - cases, self.actions.len() as u64 - actions);
        if self.estimates
            && bindings > MOST_MOVES
            && cases.is_multiple_of(TRIAL)
            && actions.saturating_mul(bindings / cases.max(1)) > MOST_MOVES
        {
            self.too_many = true;
            return Err(Unproved::too_large("the rules have too many moves"));
        }
        if self.cases > MOST_CASES {
            return Err(Unproved::too_large("the rules have too many cases"));
        }
        Ok(())
    }

    fn add(&mut self, field: &Field<'_>, rule: u32, mut draft: Draft, cells: Option<&[Coord]>) {
        let then = draft.then;
        self.legal.iter().for_each(|condition| draft.test_after(condition));
        let Ended { action, escapes } = draft.end(field, rule, self.followed);
        self.escapes.extend(escapes);
        let Some(mut action) = action else { return };
        action.then = then;
        if self.each {
            action.label.part = self.number;
            if let Some(cells) = cells {
                let cells: BTreeSet<Coord> = cells.iter().copied().collect();
                let again = |(other, at): &(BTreeSet<Coord>, usize)| {
                    *other == cells && self.actions.get(*at).is_some_and(|known| told(known) == told(&action))
                };
                if self.laid.iter().any(again) {
                    return;
                }
                self.laid.push((cells, self.actions.len()));
            }
            self.actions.push(action);
            return;
        }
        let Maker { known, actions, .. } = self;
        let same = |at: &u32| actions.get(*at as usize).is_some_and(|a| told(a) == told(&action));
        let again = |at: &u32| actions.get(*at as usize).map_or(0, hashed);
        if let Entry::Vacant(free) = known.entry(hashed(&action), same, again) {
            free.insert(u32::try_from(actions.len()).unwrap_or(u32::MAX));
            actions.push(action);
        }
    }
}

/// The identity of a move.
fn told(action: &Action) -> impl Hash + PartialEq {
    (action.label.rule, &action.guard, &action.condition, &action.assign, action.then)
}

fn hashed(action: &Action) -> u64 {
    FxBuildHasher.hash_one(told(action))
}
