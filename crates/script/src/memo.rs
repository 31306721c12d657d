//! The answers of a function, by what it read for them.
//!
//! A function of a script is determined by what it reads: the first question is always the same, the second depends
//! on the answer to the first, and so on. So the calls form a tree of questions with answers as branches and results
//! as leaves, and a call whose questions have all been answered so before is found by answering them again.

mod tree;

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::separate::Over;
use super::trace::{Given, Values, holding};
use super::{ActionSpec, EffectSpec, Field, MoveView, ScriptCallback, results};
use crate::api::MAX_ALL_PARTS;
use crate::results::Misfit;
use crate::sandbox::CALLBACK;
use puzzlec_base::Budget;
use puzzlec_base::diag::Diagnostic;
use tree::Memo;

/// A loop is split only where the whole call is far from all limits: at most this number of actions,
const MOST_ACTIONS: usize = 512;
/// this part of the effort, as lists make operations dearer while they grow,
const EFFORT: u64 = CALLBACK.effort / 16;
/// and this number of cells and pieces in actions.
const MOST_PARTS: usize = MAX_ALL_PARTS / 8;

/// The root of the calls that are not split.
const WHOLE: u32 = u32::MAX;

/// A function of a script that remembers its results by what it read for them. Copies share them; every result is that of
/// [`ScriptCallback`].
#[derive(Clone)]
pub struct Remembered(Arc<Inner>);

struct Inner {
    callback: ScriptCallback,
    over: Option<Over>,
    memo: Mutex<Memo>,
}

impl fmt::Debug for Remembered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.callback.fmt(f)
    }
}

impl PartialEq for Remembered {
    fn eq(&self, other: &Self) -> bool {
        self.0.callback == other.0.callback
    }
}

/// The actions of a call, or of one cell's part of it.
#[derive(Clone)]
struct Part {
    actions: Arc<[ActionSpec]>,
    effort: u64,
    /// Cells and pieces in the actions.
    size: usize,
}

impl From<ScriptCallback> for Remembered {
    fn from(callback: ScriptCallback) -> Self {
        let over = callback.over();
        Remembered(Arc::new(Inner { callback, over, memo: Mutex::default() }))
    }
}

impl Remembered {
    /// The function itself.
    pub fn callback(&self) -> &ScriptCallback {
        &self.0.callback
    }

    /// Whether the moves of each cell are remembered one by one.
    pub fn is_split(&self) -> bool {
        self.0.over.is_some()
    }

    fn memo(&self) -> MutexGuard<'_, Memo> {
        self.0.memo.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The moves at a position, as [`ScriptCallback::moves`], in parts.
    ///
    /// # Errors
    /// The script failed, used up its budget, or gave something else.
    pub fn moves(
        &self,
        field: &Arc<Field>,
        position: &[u16],
        budget: &Budget,
    ) -> Result<Vec<Arc<[ActionSpec]>>, Box<Diagnostic>> {
        let given = Given { position, step: None };
        if let Some(over) = &self.0.over
            && let Some(parts) = self.by_cells(over, field, given, budget)
        {
            return Ok(parts);
        }
        let read = |value| results::actions(value).map(Arc::from);
        self.whole(field, given, budget, read, |actions: &Arc<[ActionSpec]>| size(actions))
            .map(|all| vec![all])
    }

    /// Whether a move is allowed, as [`ScriptCallback::legal`].
    ///
    /// # Errors
    /// The script failed, used up its budget, or gave something else.
    pub fn legal(
        &self,
        field: &Arc<Field>,
        position: &[u16],
        mv: &MoveView,
        budget: &Budget,
    ) -> Result<bool, Box<Diagnostic>> {
        self.whole(field, Given { position, step: Some(mv) }, budget, results::legal, |_| 0)
    }

    /// Whether a position is a goal, as [`ScriptCallback::goal`].
    ///
    /// # Errors
    /// The script failed, used up its budget, or gave something else.
    pub fn goal(
        &self,
        field: &Arc<Field>,
        position: &[u16],
        budget: &Budget,
    ) -> Result<bool, Box<Diagnostic>> {
        self.whole(field, Given { position, step: None }, budget, results::goal, |_| 0)
    }

    /// A lower bound of the number of moves, as [`ScriptCallback::bound`].
    ///
    /// # Errors
    /// The script failed, used up its budget, or gave something else.
    pub fn bound(
        &self,
        field: &Arc<Field>,
        position: &[u16],
        budget: &Budget,
    ) -> Result<Option<u64>, Box<Diagnostic>> {
        self.whole(field, Given { position, step: None }, budget, results::bound, |_| 0)
    }

    /// The result of a call that is not split.
    fn whole<T: Clone + Send + 'static>(
        &self,
        field: &Arc<Field>,
        given: Given<'_>,
        budget: &Budget,
        read: impl FnOnce(rhai::Dynamic) -> Result<T, Misfit>,
        size: impl FnOnce(&T) -> usize,
    ) -> Result<T, Box<Diagnostic>> {
        let mut memo = self.memo();
        memo.of(field);
        if memo.off {
            drop(memo);
            return self.0.callback.traced(field, given, (false, None), budget, read).0;
        }
        if let Some(known) = memo.find(WHOLE, given) {
            return Ok(known);
        }
        let (result, reads, _) = self.0.callback.traced(field, given, (true, None), budget, read);
        let result = result?;
        if let Some(reads) = reads {
            let bytes = size(&result);
            memo.keep(WHOLE, reads, result.clone(), bytes);
        }
        Ok(result)
    }

    /// The moves of each cell of the loop; `None` if the whole call decides.
    fn by_cells(
        &self,
        over: &Over,
        field: &Arc<Field>,
        given: Given<'_>,
        budget: &Budget,
    ) -> Option<Vec<Arc<[ActionSpec]>>> {
        let mut memo = self.memo();
        memo.of(field);
        if memo.off {
            return None;
        }
        let places: Vec<u32> = match over {
            Over::All => (0u32..).zip(&field.board.cells).map(|(at, _)| at).collect(),
            Over::Holding(words) => holding(given.position, &values(field, words)?).collect(),
        };
        let (mut all, mut count, mut effort, mut parts) = (Vec::new(), 0, 0_u64, 0);
        for place in places {
            if memo.off {
                return None;
            }
            let part: Part = match memo.find(place, given) {
                Some(part) => part,
                None => {
                    let called =
                        self.0.callback.traced(field, given, (true, Some(place)), budget, results::actions);
                    let (Ok(actions), reads, effort) = called else { return None };
                    let size = actions.iter().map(parts_of).sum();
                    let part = Part { actions: actions.into(), effort, size };
                    if let Some(reads) = reads {
                        memo.keep(place, reads, part.clone(), self::size(&part.actions));
                    }
                    part
                }
            };
            count += part.actions.len();
            effort += part.effort;
            parts += part.size;
            if count > MOST_ACTIONS || effort > EFFORT || parts > MOST_PARTS {
                memo.off = true;
                return None;
            }
            if !part.actions.is_empty() {
                all.push(part.actions);
            }
        }
        Some(all)
    }
}

/// The contents that words name; `None` if one names none.
fn values(field: &Field, words: &[String]) -> Option<Values> {
    let mut values = Values { any: false, bits: vec![0; field.contents.len().div_ceil(64)].into() };
    for word in words {
        let mut named = false;
        for (value, _) in (1_usize..).zip(field.contents.iter().skip(1)).filter(|(_, c)| c.piece == *word) {
            named = true;
            if let Some(bits) = values.bits.get_mut(value / 64) {
                *bits |= 1 << (value % 64);
            }
        }
        match word.as_str() {
            _ if named => {}
            "piece" => values.any = true,
            "empty" => *values.bits.first_mut()? |= 1,
            _ => return None,
        }
    }
    Some(values)
}

/// Approximate bytes of actions.
fn size(actions: &Arc<[ActionSpec]>) -> usize {
    actions.iter().map(|action| size_of::<ActionSpec>() + 64 * parts_of(action)).sum()
}

/// Cells and pieces in an action.
fn parts_of(action: &ActionSpec) -> usize {
    let effect = |effect: &EffectSpec| match effect {
        EffectSpec::Move(from, to) => from.len() + to.len(),
        EffectSpec::Swap(..) => 2,
        EffectSpec::Remove(_) | EffectSpec::Put(..) => 1,
        EffectSpec::Flip(_, _, cells) => cells.len() + 2,
    };
    let required: usize = action.requires.iter().map(|(_, words)| words.len().max(1)).sum();
    required + action.effects.iter().map(effect).sum::<usize>() + 1
}
