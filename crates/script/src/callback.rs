//! Callbacks: functions that run at every position of a search.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rhai::{AST, CallFnOptions, Dynamic, Engine, Module, Scope};

use super::errors::Failure;
use super::hook::{Hook, Kind};
use super::results::{self, Misfit};
use super::sandbox::{self, CALLBACK, Job};
use super::separate::{self, Over};
use super::trace::{Given, Reads};
use super::{ActionSpec, Field, MarkSpec, MoveView, api, run};
use puzzlec_base::Budget;
use puzzlec_base::diag::Diagnostic;

/// A script's function prepared for repeated calls. Copies share it, also across threads: each call uses its
/// own interpreter in the initial state, so equal arguments give equal results. Each call has its own limits.
#[derive(Clone)]
pub struct ScriptCallback(Arc<Shared>);

struct Shared {
    hook: Hook,
    kind: Kind,
    ast: AST,
    /// The values of the script's `const` outside functions.
    constants: Arc<Module>,
    idle: Mutex<Vec<Worker>>,
    ground: Mutex<Option<Arc<api::Ground>>>,
    operations: AtomicU64,
}

/// An interpreter.
struct Worker {
    engine: Engine,
    job: Arc<Job>,
    board: Option<api::Board>,
}

impl Worker {
    fn new() -> Self {
        let job = Job::new(&Budget::unlimited(), CALLBACK);
        Worker { engine: sandbox::engine(&job), job, board: None }
    }
}

impl ScriptCallback {
    /// Reads the script, looks for the function and works out the constants of the script.
    ///
    /// # Errors
    /// The script cannot be read, lacks the function, its function takes another number of
    /// arguments, or what stands outside its functions fails.
    pub fn new(hook: Hook, kind: Kind) -> Result<ScriptCallback, Box<Diagnostic>> {
        let mut worker = Worker::new();
        let failure = failure(&hook, kind, &worker.job);
        let arity = kind.form().given.len() + hook.args.len();
        let ast = run::compile(&worker.engine, &failure, arity)?;
        let constants = constants(&worker.engine, &ast, &failure)?;
        worker.engine.register_static_module("global", Arc::clone(&constants));
        Ok(ScriptCallback(Arc::new(Shared {
            hook,
            kind,
            ast,
            constants,
            idle: Mutex::new(vec![worker]),
            ground: Mutex::default(),
            operations: AtomicU64::new(0),
        })))
    }

    /// The function.
    pub fn hook(&self) -> &Hook {
        &self.0.hook
    }

    /// Its kind.
    pub fn kind(&self) -> Kind {
        self.0.kind
    }

    /// The work of the last call: its operations, with those of the functions it called. With
    /// several threads, of any of their last calls.
    pub fn operations(&self) -> u64 {
        self.0.operations.load(Ordering::Relaxed)
    }

    /// The cells of the loop whose rounds can be called one by one, if the function is such a loop.
    pub(super) fn over(&self) -> Option<Over> {
        let arity = self.0.kind.form().given.len() + self.0.hook.args.len();
        let splits = self.0.kind == Kind::Moves;
        splits.then(|| separate::over(&self.0.ast, &self.0.hook.function, arity)).flatten()
    }

    /// The moves at a position.
    ///
    /// # Errors
    /// The script failed, used up its budget, or gave something else.
    pub fn moves(
        &self,
        field: &Arc<Field>,
        position: &[u16],
        budget: &Budget,
    ) -> Result<Vec<ActionSpec>, Box<Diagnostic>> {
        self.at(field, position, budget, results::actions)
    }

    /// Whether a move is allowed at a position.
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
        let given = Given { position, step: Some(mv) };
        self.traced(field, given, (false, None), budget, results::legal).0
    }

    /// Whether a position is a goal.
    ///
    /// # Errors
    /// The script failed, used up its budget, or gave something else.
    pub fn goal(
        &self,
        field: &Arc<Field>,
        position: &[u16],
        budget: &Budget,
    ) -> Result<bool, Box<Diagnostic>> {
        self.at(field, position, budget, results::goal)
    }

    /// At least how many more moves a position needs; `None` where no goal can be reached.
    ///
    /// # Errors
    /// The script failed, used up its budget, or gave something else.
    pub fn bound(
        &self,
        field: &Arc<Field>,
        position: &[u16],
        budget: &Budget,
    ) -> Result<Option<u64>, Box<Diagnostic>> {
        self.at(field, position, budget, results::bound)
    }

    /// The invariant, truth values as 0 and 1.
    ///
    /// # Errors
    /// The script failed, used up its budget, or gave something else.
    pub fn invariant(
        &self,
        field: &Arc<Field>,
        position: &[u16],
        budget: &Budget,
    ) -> Result<Vec<i64>, Box<Diagnostic>> {
        self.at(field, position, budget, results::invariant)
    }

    /// The appearance of a cell with this content; `None` for the default.
    ///
    /// # Errors
    /// The script failed, used up its budget, or gave something else.
    pub fn render(
        &self,
        field: &Arc<Field>,
        cell: u32,
        content: u16,
        budget: &Budget,
    ) -> Result<Option<MarkSpec>, Box<Diagnostic>> {
        let given = |board: &api::Board| vec![Dynamic::from(board.holding(cell, content))];
        self.call(field, budget, given, results::mark)
    }

    fn at<T>(
        &self,
        field: &Arc<Field>,
        position: &[u16],
        budget: &Budget,
        read: fn(Dynamic) -> Result<T, Misfit>,
    ) -> Result<T, Box<Diagnostic>> {
        self.traced(field, Given { position, step: None }, (false, None), budget, read).0
    }

    /// The result of a call with what it read, if that is to be recorded, and its effort. With a cell, the first list
    /// of cells that the script takes has that cell alone.
    pub(super) fn traced<T>(
        &self,
        field: &Arc<Field>,
        given: Given<'_>,
        (records, only): (bool, Option<u32>),
        budget: &Budget,
        read: impl FnOnce(Dynamic) -> Result<T, Misfit>,
    ) -> (Result<T, Box<Diagnostic>>, Option<Reads>, u64) {
        let mut used = None;
        let values = |board: &api::Board| {
            used = Some(board.clone());
            board.trace().begin(records, only);
            let mut values = vec![Dynamic::from(api::Position::new(board.clone(), given.position))];
            values.extend(given.step.map(|step| Dynamic::from(api::Move::new(board.clone(), step))));
            values
        };
        let result = self.call(field, budget, values, read);
        (result, used.and_then(|board| board.trace().end()), self.operations())
    }

    fn call<T>(
        &self,
        field: &Arc<Field>,
        budget: &Budget,
        given: impl FnOnce(&api::Board) -> Vec<Dynamic>,
        read: impl FnOnce(Dynamic) -> Result<T, Misfit>,
    ) -> Result<T, Box<Diagnostic>> {
        let shared = &*self.0;
        let mut worker = self.worker();
        worker.job.begin(budget);
        let result = catch_unwind(AssertUnwindSafe(|| {
            let mut given = given(&self.board(&mut worker, field));
            given.extend(run::numbers(&shared.hook.args));
            let options = CallFnOptions::new().eval_ast(false).rewind_scope(false);
            let function = &shared.hook.function;
            let scope = &mut Scope::new();
            worker
                .engine
                .call_fn_with_options::<Dynamic>(options, scope, &shared.ast, function, given)
                .map(read)
        }));
        shared.operations.store(worker.job.effort().load(Ordering::Relaxed), Ordering::Relaxed);
        // After a panic the interpreter may be in any state.
        let sound = result.is_ok();
        let answer = run::finish(result, &failure(&shared.hook, shared.kind, &worker.job), &shared.ast);
        if sound {
            lock(&shared.idle).push(worker);
        }
        answer
    }

    fn worker(&self) -> Worker {
        let idle = lock(&self.0.idle).pop();
        idle.unwrap_or_else(|| {
            let mut worker = Worker::new();
            worker.engine.register_static_module("global", Arc::clone(&self.0.constants));
            worker
        })
    }

    /// The board for a call, made anew only where the field is another one.
    fn board(&self, worker: &mut Worker, field: &Arc<Field>) -> api::Board {
        if let Some(board) = worker.board.as_ref().filter(|b| b.ground().is_of(field)) {
            return board.clone();
        }
        let mut shared = lock(&self.0.ground);
        let ground = match shared.as_ref().filter(|g| g.is_of(field)) {
            Some(ground) => Arc::clone(ground),
            None => Arc::new(api::Ground::new(Arc::clone(field))),
        };
        *shared = Some(Arc::clone(&ground));
        let board = api::Board::new(ground, worker.job.effort());
        worker.board = Some(board.clone());
        board
    }
}

impl PartialEq for ScriptCallback {
    /// Whether both are the same function of the same text.
    fn eq(&self, other: &Self) -> bool {
        (self.0.kind, &self.0.hook) == (other.0.kind, &other.0.hook)
    }
}

impl fmt::Debug for ScriptCallback {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Asked")
            .field("hook", &self.0.hook)
            .field("kind", &self.0.kind)
            .finish_non_exhaustive()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn failure<'a>(hook: &'a Hook, kind: Kind, job: &'a Job) -> Failure<'a> {
    Failure { text: hook.text(), hook: &hook.function, at: hook.at, job, form: Some(kind.form()) }
}

/// Runs what stands outside the functions, for its constants.
fn constants(engine: &Engine, ast: &AST, failure: &Failure<'_>) -> Result<Arc<Module>, Box<Diagnostic>> {
    let mut scope = Scope::new();
    let result = catch_unwind(AssertUnwindSafe(|| engine.run_ast_with_scope(&mut scope, ast).map(Ok)));
    run::finish(result, failure, ast)?;
    let mut module = Module::new();
    for (name, constant, value) in scope.iter_raw() {
        if constant {
            module.set_var(name, value.clone());
        }
    }
    module.build_index();
    Ok(Arc::new(module))
}
