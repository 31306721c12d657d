//! Running a hook and checking a script without running it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use rhai::{AST, CallFnOptions, Dynamic, Engine, Scope};

use super::errors::Failure;
use super::results::{self, Misfit};
use super::sandbox::{self, Job};
use super::{ActionSpec, BoardSpec, BoardView, ScriptText, api};
use crate::base::{Budget, Span};
use crate::diag::Diagnostic;

/// The board that a function of a script makes from whole numbers. `function` is its name and
/// where the puzzle names it.
///
/// # Errors
/// The script is wrong, failed, used up its budget, or gave something else.
pub fn board(
    text: ScriptText<'_>,
    function: (&str, Span),
    args: &[i64],
    budget: &Budget,
) -> Result<BoardSpec, Box<Diagnostic>> {
    run(text, function, numbers(args), &Job::new(budget), results::board)
}

/// The actions that a generator makes for a board: `fn actions(board)`, with whole numbers after
/// the board where the puzzle gives some. It runs once; the actions come in the script's order.
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
    let job = Job::new(budget);
    let mut values = vec![Dynamic::from(api::Board::new(board, job.effort()))];
    values.extend(numbers(args));
    run(text, function, values, &job, results::actions)
}

/// What is wrong with a script that can be said without running it: it cannot be read, or it
/// lacks the function that the puzzle names at `at` with `arity` arguments.
pub fn check(text: ScriptText<'_>, function: &str, arity: usize, at: Span) -> Vec<Diagnostic> {
    let job = Job::new(&Budget::unlimited());
    let failure = Failure { text, hook: function, at, job: &job };
    match compile(&sandbox::engine(&job), &failure, arity) {
        Ok(_) => Vec::new(),
        Err(diagnostic) => vec![*diagnostic],
    }
}

fn numbers(args: &[i64]) -> Vec<Dynamic> {
    args.iter().copied().map(Dynamic::from).collect()
}

fn compile(engine: &Engine, failure: &Failure<'_>, arity: usize) -> Result<AST, Box<Diagnostic>> {
    let source = failure.text.text;
    if source.len() > sandbox::MAX_SOURCE {
        return Err(Box::new(failure.too_long()));
    }
    let ast = engine.compile(source).map_err(|e| Box::new(failure.parse(&e)))?;
    let mut arities = Vec::new();
    let mut names = Vec::new();
    for defined in ast.iter_functions() {
        names.push(defined.name.to_owned());
        if defined.name == failure.hook {
            arities.push(defined.params.len());
        }
    }
    names.sort_unstable();
    match arities.as_slice() {
        [] => Err(Box::new(failure.no_hook(&names))),
        some if some.contains(&arity) => Ok(ast),
        [other, ..] => Err(Box::new(failure.wrong_arity(*other, arity))),
    }
}

fn run<T>(
    text: ScriptText<'_>,
    function: (&str, Span),
    args: Vec<Dynamic>,
    job: &Arc<Job>,
    read: fn(Dynamic) -> Result<T, Misfit>,
) -> Result<T, Box<Diagnostic>> {
    let failure = Failure { text, hook: function.0, at: function.1, job };
    let engine = sandbox::engine(job);
    let ast = compile(&engine, &failure, args.len())?;
    // No native panics as far as we know; should one do so, only this script fails.
    let result = catch_unwind(AssertUnwindSafe(|| {
        let options = CallFnOptions::new().eval_ast(true).rewind_scope(true);
        engine.call_fn_with_options::<Dynamic>(options, &mut Scope::new(), &ast, function.0, args)
    }));
    match result {
        Err(_) => Err(Box::new(failure.panicked())),
        Ok(Err(error)) => Err(Box::new(failure.runtime(&error, &ast))),
        Ok(Ok(value)) => read(value).map_err(|m| Box::new(failure.misfit(&m))),
    }
}
