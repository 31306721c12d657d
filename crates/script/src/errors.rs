//! The interpreter's errors, as diagnostics in the script's own text.

mod unknown;

use std::sync::Arc;

use rhai::{AST, EvalAltResult, ParseError, ParseErrorType, Position};

use super::ScriptText;
use super::api::{self, Misuse, kind_of, short};
use super::hook::Form;
use super::meter::{Excess, MAX_BYTES, MAX_DEPTH};
use super::results::Misfit;
use super::sandbox::{self, FORBIDDEN, Job};
use puzzlec_base::diag::{Code, Diagnostic};
use puzzlec_base::{Limit, Span};
use unknown::forbidden;

/// Open calls that a diagnostic shows.
const MAX_FRAMES: usize = 4;

/// Whose failure it is: a script, the hook that the puzzle names, and where it names it.
#[derive(Clone, Copy)]
pub(super) struct Failure<'a> {
    pub(super) text: ScriptText<'a>,
    pub(super) hook: &'a str,
    pub(super) at: Span,
    pub(super) job: &'a Job,
    /// The signature of the hook, if it is known.
    pub(super) form: Option<&'static Form>,
}

impl Failure<'_> {
    /// The script is longer than scripts may be.
    pub(super) fn too_long(&self) -> Diagnostic {
        let kib = sandbox::MAX_SOURCE >> 10;
        Diagnostic::new(Code::ScriptLimit, self.at, format!("script is longer than {kib} KiB"))
    }

    /// An interpreter's function panicked.
    pub(super) fn panicked(&self) -> Diagnostic {
        self.in_hook(Code::ScriptError, "script crashed the interpreter".into())
            .note("this is a bug in puzzlec")
    }

    /// The script lacks the function that the puzzle names, with this number of arguments.
    pub(super) fn no_hook(&self, functions: &[(String, usize)], arity: usize) -> Diagnostic {
        let known = functions.iter().map(|f| f.0.as_str());
        let headline = format!("script has no function `{}`", short(self.hook));
        let mut diagnostic =
            Diagnostic::new(Code::ScriptHook, self.at, headline).suggest(self.hook, self.at, known);
        diagnostic.fixes.clear();
        let mut fitting = functions.iter().filter(|f| f.1 == arity).map(|f| &f.0);
        if let (None, Some(only), None) = (&diagnostic.help, fitting.next(), fitting.next()) {
            diagnostic = diagnostic.help(format!("name the existing function: `:: {}`", short(only)));
        }
        diagnostic.note(self.expected(arity))
    }

    /// The hook takes another number of arguments.
    pub(super) fn wrong_arity(&self, defined: usize, given: usize) -> Diagnostic {
        let count = |n: usize| if n == 1 { "1 argument".to_owned() } else { format!("{n} arguments") };
        let headline = format!("function `{}` takes {}, but {} are given", self.hook, count(defined), given);
        let mut diagnostic =
            Diagnostic::new(Code::ScriptHook, self.at, headline.replace("but 1 are", "but 1 is"));
        if let Some(definition) = self.text.definition(self.hook) {
            diagnostic = diagnostic.also(definition, "the function");
        }
        diagnostic.note(self.expected(given))
    }

    /// The signature of the hook with this number of arguments.
    fn expected(&self, arity: usize) -> String {
        match self.form {
            None => EXPECTED.to_owned(),
            Some(form) => {
                let numbers = arity.saturating_sub(form.given.len());
                format!("expected `{}`, which gives {}", form.signature(self.hook, numbers), form.gives)
            }
        }
    }

    /// The hook gave something else.
    pub(super) fn misfit(&self, misfit: &Misfit) -> Diagnostic {
        let diagnostic = self.in_hook(misfit.code, misfit.headline.clone());
        let diagnostic = self.with_prints(diagnostic);
        match &misfit.help {
            Some(help) => diagnostic.help(help.clone()),
            None => diagnostic,
        }
    }

    fn in_hook(&self, code: Code, headline: String) -> Diagnostic {
        match self.text.definition(self.hook) {
            Some(definition) => Diagnostic::new(code, definition, headline).also(self.at, "for this"),
            None => Diagnostic::new(code, self.at, headline),
        }
    }

    /// The script cannot be read.
    pub(super) fn parse(&self, error: &ParseError) -> Diagnostic {
        let span = self.text.token(error.position()).unwrap_or(self.at);
        let new = |code, headline: String| Diagnostic::new(code, span, headline);
        match error.err_type() {
            ParseErrorType::VariableUndefined(name) => self.unknown_name(name, span),
            ParseErrorType::Reserved(word) => forbidden(word, span),
            ParseErrorType::BadInput(rhai::LexError::ImproperSymbol(word, _))
                if FORBIDDEN.iter().any(|f| f.0 == word) =>
            {
                forbidden(word, span)
            }
            ParseErrorType::ExprTooDeep => {
                let most = sandbox::MAX_NESTING;
                new(Code::ScriptLimit, format!("script nests more than {most} levels deep"))
            }
            ParseErrorType::TooManyFunctions => {
                let most = sandbox::MAX_FUNCTIONS;
                new(Code::ScriptLimit, format!("script defines more than {most} functions"))
            }
            ParseErrorType::LiteralTooLarge(..) => {
                new(Code::ScriptLimit, "script holds a larger literal than allowed".into())
            }
            other => new(Code::ScriptError, format!("script cannot be read: {}", house(&other.to_string()))),
        }
    }

    /// The script failed while it ran.
    pub(super) fn runtime(&self, error: &EvalAltResult, ast: &AST) -> Diagnostic {
        let mut frames = Vec::new();
        let mut inner = error;
        while let EvalAltResult::ErrorInFunctionCall(_, _, cause, position) = inner {
            frames.extend(self.text.token(*position));
            inner = cause;
        }
        let span = self.text.token(inner.position());
        let at =
            span.or(frames.last().copied()).or_else(|| self.text.definition(self.hook)).unwrap_or(self.at);
        let mut diagnostic = self.cause(inner, at, ast);
        frames.dedup();
        for frame in frames.iter().rev().take(MAX_FRAMES).filter(|f| **f != at) {
            diagnostic = diagnostic.also(*frame, "called here");
        }
        if at != self.at {
            diagnostic = diagnostic.also(self.at, "for this");
        }
        self.with_prints(diagnostic)
    }

    fn with_prints(&self, diagnostic: Diagnostic) -> Diagnostic {
        match self.job.printed().as_slice() {
            [] => diagnostic,
            lines => diagnostic.note(format!("the script printed:\n{}", lines.join("\n"))),
        }
    }

    fn cause(&self, error: &EvalAltResult, at: Span, ast: &AST) -> Diagnostic {
        use EvalAltResult as E;
        let limit = |what: String| Diagnostic::new(Code::ScriptLimit, at, what);
        match error {
            E::ErrorTooManyOperations(_) => limit(format!("script ran more than {}", self.most_operations())),
            E::ErrorStackOverflow(_) => limit(format!(
                "the functions of the script call each other more than {} levels deep",
                sandbox::MAX_CALLS
            )),
            E::ErrorTooManyVariables(_) => {
                limit(format!("script has more than {} variables at a time", sandbox::MAX_VARIABLES))
            }
            E::ErrorDataTooLarge(what, _) => limit(if what.contains("array") {
                format!("script created a list of more than {} items", sandbox::MAX_LIST)
            } else if what.contains("map") {
                too_many_entries()
            } else {
                format!("script created a text of more than {} KiB", sandbox::MAX_TEXT >> 10)
            }),
            E::ErrorTerminated(..) => limit(match (self.job.excess(), self.job.limit()) {
                (Some(Excess::Bytes), _) => {
                    format!("the values of the script need more than {} MiB", MAX_BYTES >> 20)
                }
                (Some(Excess::Depth), _) => {
                    format!("the lists of the script nest more than {MAX_DEPTH} levels deep")
                }
                (Some(Excess::Entries), _) => too_many_entries(),
                (None, Some(Limit::Cancelled)) => "script was interrupted".into(),
                (None, Some(reached)) => format!("script did not end: {reached}"),
                (None, None) => "script worked too long on large lists".into(),
            }),
            E::ErrorFunctionNotFound(signature, _) => self.unknown_function(signature, at, ast),
            E::ErrorVariableNotFound(name, _) => self.unknown_name(name, at),
            E::ErrorDotExpr(message, _) => self.unknown_property(message, at),
            E::ErrorRuntime(value, _) => match value.read_lock::<Arc<Misuse>>() {
                Some(misuse) => {
                    let diagnostic = Diagnostic::new(misuse.code, at, misuse.headline.clone());
                    misuse.help.iter().fold(diagnostic, |d, help| d.help(help.clone()))
                }
                None => self.failed(at, &thrown(value)),
            },
            E::ErrorMismatchDataType(wanted, found, _) => {
                self.failed(at, &format!("{} was expected, found {}", kind_of(wanted), kind_of(found)))
            }
            E::ErrorFor(_) => self.failed(at, "`for` needs a list, a map, a text or a range"),
            E::ErrorIndexingType(found, _) => {
                let found = kind_of(found.split(" [").next().unwrap_or(found));
                self.failed(at, &format!("{found} has no items to index with `[…]`"))
            }
            E::ErrorParsing(..) | E::ErrorSystem(..) => self.failed(at, "it cannot be run"),
            other => {
                let mut message = house(&bare(other));
                for (theirs, ours) in [("array index", "list index"), ("in array", "in the list")] {
                    message = message.replace(theirs, ours);
                }
                self.failed(at, &message)
            }
        }
    }

    /// `20 million operations`, `1 million operations in one call`.
    fn most_operations(&self) -> String {
        let most = self.job.limits().operations;
        let call = if most < sandbox::MAX_OPERATIONS { " in one call" } else { "" };
        format!("{} million operations{call}", most / 1_000_000)
    }

    fn failed(&self, at: Span, why: &str) -> Diagnostic {
        let headline =
            if why.is_empty() { "script failed".to_owned() } else { format!("script failed: {why}") };
        Diagnostic::new(Code::ScriptError, at, headline)
    }
}

const EXPECTED: &str = "a rule needs `fn actions(board)`, a board `fn name(numbers…)`; \
                        arguments from the puzzle are added at the end";

fn too_many_entries() -> String {
    format!("script created a map of more than {} entries", sandbox::MAX_MAP)
}

fn thrown(value: &rhai::Dynamic) -> String {
    match value.read_lock::<rhai::ImmutableString>() {
        Some(text) => short(text.lines().next().unwrap_or("")),
        None if value.is_unit() => String::new(),
        None if value.is_int() => value.to_string(),
        None => format!("it threw {}", api::kind(value)),
    }
}

/// The interpreter's message without its place.
fn bare(error: &EvalAltResult) -> String {
    let full = error.to_string();
    match error.position() {
        Position::NONE => full,
        at => full.trim_end_matches(&format!(" ({at})")).to_owned(),
    }
}

/// A message of the interpreter in this program's manner: lower case, words in backquotes.
fn house(message: &str) -> String {
    let message = short_line(message).replace('\'', "`");
    let mut chars = message.chars();
    chars.next().map_or(String::new(), |first| first.to_lowercase().chain(chars).collect())
}

fn short_line(message: &str) -> String {
    message.lines().next().unwrap_or("").chars().take(160).collect()
}
