//! Actions on packed states.

mod compile;

use compile::compile;
pub(crate) use compile::strengthen;

use super::chunks::Chunks;
use super::layout::{CodeSet, Field, Layout};
use super::settle::Settling;
use super::test::{Mask, Outcomes, Test, join};
use super::tree::Tree;
use puzzlec_task::{Action, ActionId, VarId};
use rustc_hash::FxHashMap;

/// Guards and effects of actions, compiled, and a way to find those that apply.
#[derive(Clone, Debug)]
pub struct Moves {
    about: Vec<About>,
    steps: Vec<Step>,
    masks: Vec<Mask>,
    sets: Vec<(Field, CodeSet)>,
    effects: Vec<Effect>,
    transfers: Vec<Transfer>,
    tests: Vec<Test>,
    applicable: Applicable,
    settling: Option<Box<Settling>>,
}

/// Data that is not needed to apply a move.
#[derive(Clone, Copy, Debug)]
struct About {
    action: ActionId,
    mover: Option<(VarId, VarId)>,
    weight: u32,
    times: u32,
    then: u32,
}

/// A move's parts, as ranges in the tables of all moves.
#[derive(Clone, Copy, Debug)]
struct Step {
    masks: Part,
    sets: Part,
    effects: Part,
    transfers: Part,
    /// Its place among the tests, or `NO_TEST`.
    test: u32,
}

const NO_TEST: u32 = u32::MAX;

/// A range.
#[derive(Clone, Copy, Debug)]
struct Part {
    start: u32,
    end: u32,
}

impl Part {
    #[inline]
    fn of<T>(self, table: &[T]) -> &[T] {
        table.get(self.start as usize..self.end as usize).unwrap_or(&[])
    }
}

/// An operation on a word: clears some bits, then flips some.
#[derive(Clone, Copy, Debug)]
struct Effect {
    word: u32,
    keep: u64,
    turn: u64,
}

/// A field gets the code of a field of the old state, sent through a table if there is one.
#[derive(Clone, Debug)]
struct Transfer {
    from: Field,
    to: Field,
    table: Option<Box<[u64]>>,
}

/// The index of applicable moves.
#[derive(Clone, Debug)]
enum Applicable {
    Chunks(Chunks),
    Tree(Tree),
}

/// Room for finding moves, kept from state to state.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    pub(super) stack: Vec<u32>,
    pub(super) found: Vec<u32>,
    outcomes: Outcomes,
}

/// Fields that must have certain codes: one move's guard, for building [`Applicable`].
pub(super) type Guard = Vec<(Field, CodeSet)>;

impl Moves {
    /// Compiles the actions that could ever apply, without those that turn out not to.
    pub fn new<'a>(layout: &Layout, actions: impl Iterator<Item = (ActionId, &'a Action)>) -> Self {
        let mut moves = Moves {
            about: Vec::new(),
            steps: Vec::new(),
            masks: Vec::new(),
            sets: Vec::new(),
            effects: Vec::new(),
            transfers: Vec::new(),
            tests: Vec::new(),
            applicable: Applicable::Tree(Tree::default()),
            settling: None,
        };
        let (mut guards, mut numbers) = (Vec::new(), FxHashMap::default());
        for (id, action) in actions {
            if let Some(guard) = moves.add(layout, id, action, &mut numbers) {
                guards.push(guard);
            }
        }
        moves.applicable = match Chunks::new(&guards) {
            Some(chunks) => Applicable::Chunks(chunks),
            None => Applicable::Tree(Tree::new(&guards)),
        };
        moves
    }

    /// The same moves with what follows them.
    pub(super) fn settling(self, settling: Option<Settling>) -> Self {
        Moves { settling: settling.map(Box::new), ..self }
    }

    /// The first consequence that did not end after some move so far.
    pub fn endless_met(&self) -> Option<u32> {
        self.settling.as_ref().and_then(|settling| settling.met())
    }

    /// Forgets the consequences that did not end so far.
    pub fn forget_endless(&self) {
        if let Some(settling) = &self.settling {
            settling.forget();
        }
    }

    /// Compiles one action; returns its guard, or `None` if the action never applies. Equal tests have one number.
    fn add(
        &mut self,
        layout: &Layout,
        id: ActionId,
        action: &Action,
        numbers: &mut FxHashMap<Test, u32>,
    ) -> Option<Guard> {
        let (allowed, condition) = strengthen(action);
        let test = Test::new(&condition, layout);
        if test == Test::False {
            return None;
        }
        let mut guard = Guard::new();
        for (var, set) in &allowed {
            let codes = layout.codes(*var, set);
            if codes.is_empty() {
                return None;
            }
            match layout.field(*var) {
                Some(field) if codes.len() < layout.values(*var).len() => guard.push((field, codes)),
                _ => {}
            }
        }
        let (mut masks, mut sets) = (Vec::new(), Vec::new());
        for (field, codes) in &guard {
            match codes.single() {
                Some(code) => {
                    let value = code << field.shift;
                    join(&mut masks, Mask { word: field.word, mask: field.bits(), value });
                }
                None => sets.push((*field, codes.clone())),
            }
        }
        let (effects, transfers) = compile(layout, action, &allowed);
        let test = match test {
            Test::True => NO_TEST,
            test => *numbers.entry(test).or_insert_with_key(|test| {
                self.tests.push(test.clone());
                self.tests.len() as u32 - 1
            }),
        };
        let step = Step {
            masks: append(&mut self.masks, masks),
            sets: append(&mut self.sets, sets),
            effects: append(&mut self.effects, effects),
            transfers: append(&mut self.transfers, transfers),
            test,
        };
        self.steps.push(step);
        let Action { mover, weight, times, then, .. } = *action;
        self.about.push(About { action: id, mover, weight, times, then });
        Some(guard)
    }

    /// The number of moves.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// The action of a move.
    pub fn action(&self, at: u32) -> ActionId {
        self.about.get(at as usize).map_or(0, |a| a.action)
    }

    /// The origin and destination of the moving piece of a move.
    pub fn mover(&self, at: u32) -> Option<(VarId, VarId)> {
        self.about.get(at as usize).and_then(|a| a.mover)
    }

    /// The weight of a move.
    pub fn weight(&self, at: u32) -> u32 {
        self.about.get(at as usize).map_or(0, |a| a.weight)
    }

    /// The number of actions of the puzzle that a move represents.
    pub fn times(&self, at: u32) -> u32 {
        self.about.get(at as usize).map_or(0, |a| a.times)
    }

    /// For each of the task's actions its move, or `u32::MAX`.
    pub fn by_action(&self, actions: usize) -> Vec<u32> {
        let mut moves = vec![u32::MAX; actions];
        for (about, at) in self.about.iter().zip(0..) {
            if let Some(entry) = moves.get_mut(about.action as usize) {
                *entry = at;
            }
        }
        moves
    }

    /// Calls `f` with every move that applies, in order, and the state after it, its consequences included. A move
    /// with consequences that ends in the state in which it began is left out.
    #[inline]
    pub fn each<const W: usize>(
        &self,
        state: &[u64; W],
        scratch: &mut Scratch,
        mut f: impl FnMut(u32, [u64; W]),
    ) {
        let Some(settling) = &self.settling else { return self.each_alone(state, scratch, f) };
        for (at, after) in self.settled(settling, state, scratch) {
            f(at, after);
        }
    }

    /// The moves of a state that change it, with the states in which they end. Apart from `each`, so that moves
    /// without consequences cost no more.
    #[cold]
    #[inline(never)]
    fn settled<const W: usize>(
        &self,
        settling: &Settling,
        state: &[u64; W],
        scratch: &mut Scratch,
    ) -> Vec<(u32, [u64; W])> {
        let mut made = Vec::new();
        if settling.is_endless(state) {
            return made;
        }
        self.each_alone(state, scratch, |at, after| made.push((at, after)));
        for (at, after) in &mut made {
            settling.settle(self.then(*at), after, scratch);
        }
        made.retain(|(_, after)| after != state && settling.allows(after));
        made
    }

    fn then(&self, at: u32) -> u32 {
        self.about.get(at as usize).map_or(0, |a| a.then)
    }

    /// Calls `f` with every move that applies, in order, and the state after its action.
    #[inline]
    pub(super) fn each_alone<const W: usize>(
        &self,
        state: &[u64; W],
        scratch: &mut Scratch,
        mut f: impl FnMut(u32, [u64; W]),
    ) {
        scratch.outcomes.begin(self.tests.len());
        let outcomes = &mut scratch.outcomes;
        let mut visit = |at: u32, step: &Step| {
            let test = self.tests.get(step.test as usize);
            if test.is_none_or(|test| outcomes.holds(step.test, test, state)) {
                f(at, self.result(step, state));
            }
        };
        match &self.applicable {
            Applicable::Chunks(chunks) => chunks.each(state, |at| {
                if let Some(step) = self.steps.get(at as usize) {
                    visit(at, step);
                }
            }),
            Applicable::Tree(tree) => {
                tree.candidates(state, &mut scratch.stack, &mut scratch.found);
                scratch.found.sort_unstable();
                scratch.found.dedup();
                for &at in &scratch.found {
                    if let Some(step) = self.steps.get(at as usize).filter(|s| self.guard_holds(s, state)) {
                        visit(at, step);
                    }
                }
            }
        }
    }

    /// Whether a move applies.
    pub fn applies<const W: usize>(&self, at: u32, state: &[u64; W]) -> bool {
        self.steps.get(at as usize).is_some_and(|step| {
            self.guard_holds(step, state) && self.tests.get(step.test as usize).is_none_or(|t| t.holds(state))
        })
    }

    /// The state after a move that applies, its consequences included.
    pub fn apply<const W: usize>(&self, at: u32, state: &[u64; W]) -> [u64; W] {
        let mut after = self.apply_alone(at, state);
        if let Some(settling) = &self.settling {
            settling.settle(self.then(at), &mut after, &mut Scratch::default());
        }
        after
    }

    pub(super) fn apply_alone<const W: usize>(&self, at: u32, state: &[u64; W]) -> [u64; W] {
        self.steps.get(at as usize).map_or(*state, |step| self.result(step, state))
    }

    #[inline]
    fn guard_holds(&self, step: &Step, state: &[u64]) -> bool {
        step.masks.of(&self.masks).iter().all(|m| m.holds(state))
            && step.sets.of(&self.sets).iter().all(|(f, codes)| codes.contains(f.get(state)))
    }

    #[inline]
    fn result<const W: usize>(&self, step: &Step, state: &[u64; W]) -> [u64; W] {
        let mut after = *state;
        for effect in step.effects.of(&self.effects) {
            if let Some(word) = after.get_mut(effect.word as usize) {
                *word = *word & effect.keep ^ effect.turn;
            }
        }
        for transfer in step.transfers.of(&self.transfers) {
            let code = transfer.from.get(state);
            let code = match &transfer.table {
                None => code,
                Some(table) => table.get(code as usize).copied().unwrap_or(0),
            };
            transfer.to.set(&mut after, code);
        }
        after
    }
}

fn append<T>(table: &mut Vec<T>, new: Vec<T>) -> Part {
    let start = table.len() as u32;
    table.extend(new);
    Part { start, end: table.len() as u32 }
}
