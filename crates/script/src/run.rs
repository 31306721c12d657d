//! Running a hook once, and checking a script without running it.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use rhai::{AST, CallFnOptions, Dynamic, Engine, EvalAltResult, Scope};

use super::errors::Failure;
use super::hook::{self, Form, Hook};
use super::results::{self, Misfit};
use super::sandbox::{self, Job, ONCE};
use super::{ActionSpec, BoardSpec, BoardView, ConfigurationSpec, FindingSpec, PuzzleView, ScriptText, api};
use puzzlec_base::diag::Diagnostic;
use puzzlec_base::{Budget, Span};

/// The board of a script's function with integer arguments. `function` is its name and its place in the
/// puzzle.
///
/// # Errors
/// The script is wrong, failed, used up its budget, or gave something else.
pub fn board(
    text: ScriptText<'_>,
    function: (&str, Span),
    args: &[i64],
    budget: &Budget,
) -> Result<BoardSpec, Box<Diagnostic>> {
    run(text, function, &hook::BOARD, budget, |_| numbers(args), results::board)
}

/// The actions of a generator for a board: `fn actions(board)`, with integers after the board if the puzzle
/// passes some. It runs once; the actions are in the script's order.
///
/// # Errors
/// The script is wrong, failed, used up its budget, or gave something else.
pub fn actions(
    text: ScriptText<'_>,
    function: (&str, Span),
    board: &BoardView,
    args: &[i64],
    budget: &Budget,
) -> Result<Vec<ActionSpec>, Box<Diagnostic>> {
    run(text, function, &hook::ACTIONS, budget, |job| on_board(board, args, job), results::actions)
}

/// The configuration of a function for a board: `fn start(board)`, with integers after the board if the
/// puzzle passes some.
///
/// # Errors
/// The script is wrong, failed, used up its budget, or gave something else.
pub fn configuration(
    hook: &Hook,
    board: &BoardView,
    budget: &Budget,
) -> Result<ConfigurationSpec, Box<Diagnostic>> {
    let function = (hook.function.as_str(), hook.at);
    let given = |job: &Job| on_board(board, &hook.args, job);
    run(hook.text(), function, &hook::START, budget, given, results::configuration)
}

/// The findings of a function in a puzzle: `fn check(puzzle)`, with integers after it if the puzzle passes
/// some.
///
/// # Errors
/// The script is wrong, failed, used up its budget, or gave something else.
pub fn findings(
    hook: &Hook,
    puzzle: &PuzzleView,
    budget: &Budget,
) -> Result<Vec<FindingSpec>, Box<Diagnostic>> {
    let function = (hook.function.as_str(), hook.at);
    let given = |job: &Job| {
        let mut values = vec![Dynamic::from(api::Puzzle::new(puzzle, job.effort()))];
        values.extend(numbers(&hook.args));
        values
    };
    run(hook.text(), function, &hook::CHECK, budget, given, |value| results::findings(&value, puzzle))
}

/// The errors of a script that can be found without running it: it cannot be read, or it lacks the function
/// that the puzzle names at `at` with `arity` arguments.
pub fn check(text: ScriptText<'_>, function: &str, arity: usize, at: Span) -> Vec<Diagnostic> {
    let job = Job::new(&Budget::unlimited(), ONCE);
    let failure = Failure { text, hook: function, at, job: &job, form: None };
    match compile(&sandbox::engine(&job), &failure, arity) {
        Ok(_) => Vec::new(),
        Err(diagnostic) => vec![*diagnostic],
    }
}

/// The numbers that a puzzle gives, as arguments.
pub(super) fn numbers(args: &[i64]) -> Vec<Dynamic> {
    args.iter().copied().map(Dynamic::from).collect()
}

fn on_board(board: &BoardView, args: &[i64], job: &Job) -> Vec<Dynamic> {
    let mut values = vec![Dynamic::from(api::Board::alone(board, job.effort()))];
    values.extend(numbers(args));
    values
}

/// Reads a script and looks for its hook.
pub(super) fn compile(engine: &Engine, failure: &Failure<'_>, arity: usize) -> Result<AST, Box<Diagnostic>> {
    let source = failure.text.text;
    if source.len() > sandbox::MAX_SOURCE {
        return Err(Box::new(failure.too_long()));
    }
    let ast = engine.compile(source).map_err(|e| Box::new(failure.parse(&e)))?;
    let mut functions: Vec<(String, usize)> =
        ast.iter_functions().map(|f| (f.name.to_owned(), f.params.len())).collect();
    functions.sort_unstable();
    let mut arities = functions.iter().filter(|f| f.0 == failure.hook).map(|f| f.1).peekable();
    match arities.peek().copied() {
        None => Err(Box::new(failure.no_hook(&functions, arity))),
        Some(other) if arities.all(|a| a != arity) => Err(Box::new(failure.wrong_arity(other, arity))),
        Some(_) => Ok(ast),
    }
}

fn run<T>(
    text: ScriptText<'_>,
    function: (&str, Span),
    form: &'static Form,
    budget: &Budget,
    given: impl FnOnce(&Job) -> Vec<Dynamic>,
    read: impl FnOnce(Dynamic) -> Result<T, Misfit>,
) -> Result<T, Box<Diagnostic>> {
    let job: &Arc<Job> = &Job::new(budget, ONCE);
    let failure = Failure { text, hook: function.0, at: function.1, job, form: Some(form) };
    let engine = sandbox::engine(job);
    let given = given(job);
    let ast = compile(&engine, &failure, given.len())?;
    // No native panics as far as we know; should one do so, only this script fails.
    let result = catch_unwind(AssertUnwindSafe(|| {
        let options = CallFnOptions::new().eval_ast(true).rewind_scope(true);
        let given =
            engine.call_fn_with_options::<Dynamic>(options, &mut Scope::new(), &ast, function.0, given)?;
        Ok(read(given))
    }));
    finish(result, &failure, &ast)
}

/// The result of a call, if the interpreter did not panic.
type Called<T> = Result<Result<T, Misfit>, Box<EvalAltResult>>;

/// The result of a call, or the diagnostic about it.
pub(super) fn finish<T>(
    result: Result<Called<T>, Box<dyn Any + Send>>,
    failure: &Failure<'_>,
    ast: &AST,
) -> Result<T, Box<Diagnostic>> {
    match result {
        Err(_) => Err(Box::new(failure.panicked())),
        Ok(Err(error)) => Err(Box::new(failure.runtime(&error, ast))),
        Ok(Ok(read)) => read.map_err(|misfit| Box::new(failure.misfit(&misfit))),
    }
}
