//! The only place that makes an interpreter, and everything it may not do.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rhai::packages::{
    ArithmeticPackage, BasicArrayPackage, BasicIteratorPackage, BasicMapPackage, BasicMathPackage,
    BasicStringPackage, LogicPackage, MoreStringPackage, Package,
};
use rhai::{Dynamic, Engine, EvalAltResult, ImmutableString, OptimizationLevel, Position, Scope};

use super::api;
use super::meter::{Excess, Meter};
use puzzlec_base::{Budget, Limit, Progress};

/// Operations that one script may run.
pub const MAX_OPERATIONS: u64 = 20_000_000;
/// Maximum depth of calls. Each level costs native stack.
pub const MAX_CALLS: usize = 16;
/// Maximum nesting of expressions and statements.
pub const MAX_NESTING: usize = 48;
/// Elements of a list, those of its inner lists counted too.
pub const MAX_LIST: usize = 32_768;
/// Entries of a map, those of its inner maps counted too.
pub const MAX_MAP: usize = 16_384;
/// Bytes of a text, or of all texts in a list or map.
pub const MAX_TEXT: usize = 65_536;
/// Variables that one call may have.
pub const MAX_VARIABLES: usize = 128;
/// Functions that one script may define.
pub const MAX_FUNCTIONS: usize = 256;
/// Bytes of a script.
pub(super) const MAX_SOURCE: usize = 256 << 10;

/// Effort that one script may take: see [`Job::poll`].
const MAX_EFFORT: u64 = 250_000_000;
/// Values that a native function gets through in the time of one operation.
const VALUES_PER_OPERATION: usize = 64;

/// Effort between two polls of the budget: about a millisecond.
const POLL_EVERY: u64 = 8192;
/// Printed lines that are kept, the last ones.
const MAX_LINES: usize = 16;
/// Characters of a printed line that are kept.
const MAX_LINE: usize = 160;

/// Words that scripts may not use, with the reason. Text that becomes a program and other files
/// are no business of a puzzle; functions as values and `this` could hide values from the meter.
pub(super) const FORBIDDEN: &[(&str, &str)] = &[
    ("eval", "a script cannot run text as a program"),
    ("import", "a script cannot load other files"),
    ("export", "a script cannot be loaded by another script"),
    ("Fn", "functions are not values here: write a loop"),
    ("call", "functions are not values here: write a loop"),
    ("curry", "functions are not values here: write a loop"),
    ("this", "hand the value to the function as an argument"),
];

/// The limits of one call.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Operations.
    pub operations: u64,
    /// Effort: one for each operation, and more the larger the script's values are.
    pub effort: u64,
}

/// For what runs once.
pub const ONCE: Limits = Limits { operations: MAX_OPERATIONS, effort: MAX_EFFORT };
/// For callbacks, which run at every position.
pub const CALLBACK: Limits = Limits { operations: 1_000_000, effort: 12_500_000 };

/// The state that a call shares with its interpreter.
#[derive(Debug)]
pub struct Job {
    limits: Limits,
    state: Mutex<State>,
    meter: Meter,
    /// Effort that the next operation may take.
    price: AtomicU64,
    effort: Arc<AtomicU64>,
    next_poll: AtomicU64,
}

#[derive(Debug, Default)]
struct State {
    budget: Budget,
    limit: Option<Limit>,
    excess: Option<Excess>,
    printed: VecDeque<String>,
}

impl Job {
    /// With nothing spent.
    pub fn new(budget: &Budget, limits: Limits) -> Arc<Self> {
        Arc::new(Job {
            limits,
            state: Mutex::new(State { budget: budget.clone(), ..State::default() }),
            meter: Meter::default(),
            price: AtomicU64::default(),
            effort: Arc::default(),
            next_poll: AtomicU64::default(),
        })
    }

    /// Makes it as new for one more call.
    pub(super) fn begin(&self, budget: &Budget) {
        let mut state = self.state();
        state.budget = budget.clone();
        state.limit = None;
        state.excess = None;
        state.printed.clear();
        drop(state);
        self.meter.clear();
        for counter in [&self.price, &self.effort, &self.next_poll] {
            counter.store(0, Ordering::Relaxed);
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Its limits.
    pub(super) fn limits(&self) -> Limits {
        self.limits
    }

    /// The effort so far, for native functions that add their own.
    pub(super) fn effort(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.effort)
    }

    /// The limit of the budget that ended the script.
    pub(super) fn limit(&self) -> Option<Limit> {
        self.state().limit
    }

    /// The quantity that the script's values exceeded.
    pub(super) fn excess(&self) -> Option<Excess> {
        self.state().excess
    }

    /// The last lines that the script printed.
    pub(super) fn printed(&self) -> Vec<String> {
        self.state().printed.iter().cloned().collect()
    }

    fn print(&self, text: &str) {
        let lines = &mut self.state().printed;
        if lines.len() == MAX_LINES {
            lines.pop_front();
        }
        lines.push_back(text.chars().take(MAX_LINE).collect());
    }

    /// Called at every operation. The interpreter counts a built-in function as one operation even if it
    /// processes all items of a list, and scans a list after each change; so the cost of an operation grows
    /// with the size of the script's values.
    fn poll(&self) -> Option<Dynamic> {
        let price = self.price.load(Ordering::Relaxed);
        let effort = self.effort.fetch_add(price + 1, Ordering::Relaxed) + price + 1;
        if effort < self.next_poll.load(Ordering::Relaxed) {
            return None;
        }
        self.next_poll.store(effort + POLL_EVERY, Ordering::Relaxed);
        let mut state = self.state();
        let reached = state.budget.poll(&Progress::default()).err();
        if reached.is_none() && effort <= self.limits.effort {
            return None;
        }
        state.limit = reached;
        Some(Dynamic::UNIT)
    }

    /// Called whenever a variable is used.
    fn weigh(&self, level: usize, scope: &Scope<'_>) -> Result<(), Excess> {
        if let Some(held) = self.meter.observe(level, scope)? {
            let price = u64::try_from(held.values / VALUES_PER_OPERATION).unwrap_or(u64::MAX);
            self.price.store(price, Ordering::Relaxed);
        }
        Ok(())
    }
}

/// An interpreter for one job.
pub fn engine(job: &Arc<Job>) -> Engine {
    let mut engine = Engine::new_raw();
    ArithmeticPackage::new().register_into_engine(&mut engine);
    LogicPackage::new().register_into_engine(&mut engine);
    BasicMathPackage::new().register_into_engine(&mut engine);
    BasicIteratorPackage::new().register_into_engine(&mut engine);
    BasicStringPackage::new().register_into_engine(&mut engine);
    MoreStringPackage::new().register_into_engine(&mut engine);
    BasicArrayPackage::new().register_into_engine(&mut engine);
    BasicMapPackage::new().register_into_engine(&mut engine);
    bounded_texts(&mut engine);
    api::register(&mut engine);
    limit(&mut engine, job.limits());
    watch(&mut engine, job);
    engine
}

fn limit(engine: &mut Engine, limits: Limits) {
    engine
        .set_max_operations(limits.operations)
        .set_max_call_levels(MAX_CALLS)
        .set_max_expr_depths(MAX_NESTING, MAX_NESTING)
        .set_max_array_size(MAX_LIST)
        .set_max_map_size(MAX_MAP)
        .set_max_string_size(MAX_TEXT)
        .set_max_variables(MAX_VARIABLES)
        .set_max_functions(MAX_FUNCTIONS)
        .set_max_modules(0)
        .set_max_strings_interned(1024)
        .set_allow_anonymous_fn(false)
        .set_strict_variables(true)
        .set_optimization_level(OptimizationLevel::None);
    for (word, _) in FORBIDDEN {
        engine.disable_symbol(*word);
    }
}

fn watch(engine: &mut Engine, job: &Arc<Job>) {
    let watcher = Arc::clone(job);
    engine.on_progress(move |_| watcher.poll());
    let printer = Arc::clone(job);
    engine.on_print(move |text| printer.print(text));
    let printer = Arc::clone(job);
    engine.on_debug(move |text, _, _| printer.print(text));
    let metered = Arc::clone(job);
    // The interpreter marks this hook "deprecated" because its signature may change.
    #[allow(deprecated)]
    engine.on_var(move |name, _, context| {
        if !context.scope().contains(name) {
            // Otherwise the name of a function would become a value.
            return Err(EvalAltResult::ErrorVariableNotFound(name.into(), Position::NONE).into());
        }
        match metered.weigh(context.call_level(), context.scope()) {
            Ok(()) => Ok(None),
            Err(excess) => {
                metered.state().excess = Some(excess);
                Err(EvalAltResult::ErrorTerminated(Dynamic::UNIT, Position::NONE).into())
            }
        }
    });
}

/// The package's `replace` makes its result before the size check: a text of 64 KiB could grow to 4 GiB. Its
/// `pad` with an empty text never ends.
fn bounded_texts(engine: &mut Engine) {
    type Changed = Result<(), Box<EvalAltResult>>;
    fn too_large() -> Changed {
        let what = "Length of string".to_owned();
        Err(EvalAltResult::ErrorDataTooLarge(what, Position::NONE).into())
    }
    fn replace(text: &mut ImmutableString, find: &str, put: &str) -> Changed {
        let found = text.matches(find).count();
        if found.saturating_mul(put.len()) > MAX_TEXT {
            return too_large();
        }
        *text = text.replace(find, put).into();
        Ok(())
    }
    fn pad(text: &mut ImmutableString, length: i64, with: &str) -> Changed {
        let length = usize::try_from(length).unwrap_or(0);
        if length > MAX_TEXT {
            return too_large();
        }
        let missing = length.saturating_sub(text.chars().count());
        let added: String = with.chars().cycle().take(missing).collect();
        *text = format!("{text}{added}").into();
        Ok(())
    }
    type Text = ImmutableString;
    let one = |c: char| c.to_string();
    engine.register_fn("replace", replace);
    engine.register_fn("replace", move |t: &mut Text, f: &str, p: char| replace(t, f, &one(p)));
    engine.register_fn("replace", move |t: &mut Text, f: char, p: &str| replace(t, &one(f), p));
    engine.register_fn("replace", move |t: &mut Text, f: char, p: char| replace(t, &one(f), &one(p)));
    engine.register_fn("pad", pad);
    engine.register_fn("pad", move |t: &mut Text, n: i64, p: char| pad(t, n, &one(p)));
}
