//! Unknown names, and words that scripts may not use.

use rhai::AST;

use super::{Failure, house};
use crate::api::{ApiItem, api_items, kind_of, short, written};
use crate::sandbox::FORBIDDEN;
use puzzlec_base::Span;
use puzzlec_base::diag::{Code, Diagnostic};

const NOTHING: &str = "`at`, `step` and `run` give () outside the board: test with `if c != () { … }`";

/// Functions of the script language that a misspelt word may mean.
const BUILT_IN: &[&str] = &[
    "abs",
    "append",
    "chop",
    "clear",
    "contains",
    "dedup",
    "extract",
    "index_of",
    "insert",
    "is_empty",
    "is_even",
    "is_odd",
    "keys",
    "len",
    "max",
    "min",
    "pad",
    "pop",
    "print",
    "push",
    "range",
    "remove",
    "replace",
    "reverse",
    "shift",
    "sort",
    "split",
    "sub_string",
    "to_int",
    "to_lower",
    "to_string",
    "to_upper",
    "trim",
    "truncate",
    "values",
];

impl Failure<'_> {
    pub(super) fn unknown_name(&self, name: &str, at: Span) -> Diagnostic {
        let words: Vec<&str> = self.text.words().map(|w| w.1).collect();
        Diagnostic::new(Code::ScriptError, at, format!("unknown name `{}`", short(name)))
            .suggest(name, at, words)
    }

    pub(super) fn unknown_property(&self, message: &str, at: Span) -> Diagnostic {
        let mut quoted = message.split('\'').skip(1).step_by(2);
        let (Some(name), Some(of)) = (quoted.next(), quoted.next()) else {
            return self.failed(at, &house(message));
        };
        let headline = format!("{} has no property `{}`", kind_of(of), short(name));
        let diagnostic = Diagnostic::new(Code::ScriptError, at, headline);
        let of = kind_of(of);
        match written(name, Some(of)) {
            Some(help) => diagnostic.help(help),
            None => {
                let has = |i: &&ApiItem| i.is_property() && i.receiver().map(kind_of) == Some(of);
                diagnostic.suggest(name, at, api_items().filter(has).map(|i| i.name))
            }
        }
    }

    pub(super) fn unknown_function(&self, signature: &str, at: Span, ast: &AST) -> Diagnostic {
        let (name, types) = signature.split_once(" (").unwrap_or((signature, ""));
        let kinds: Vec<&str> =
            types.trim_end_matches(')').split(", ").filter(|t| !t.is_empty()).map(kind_of).collect();
        let new = |headline: String| Diagnostic::new(Code::ScriptError, at, headline);
        if let Some(forbidden) = FORBIDDEN.iter().find(|f| f.0 == name) {
            return new(format!("scripts cannot use `{name}`")).help(forbidden.1);
        }
        if !name.starts_with(|c: char| c.is_alphabetic() || c == '_') {
            let kinds = kinds.join(" and ");
            let diagnostic = new(format!("`{}` cannot be used with {kinds}", short(name)));
            return if kinds.contains("nothing") { diagnostic.help(NOTHING) } else { diagnostic };
        }
        let own: Vec<&str> = ast.iter_functions().map(|f| f.name).collect();
        let item = written(name, kinds.first().copied());
        if item.is_none() && !own.contains(&name) && !BUILT_IN.contains(&name) {
            let known = api_items().map(|i| i.name).chain(own).chain(BUILT_IN.iter().copied());
            return new(format!("unknown function `{}`", short(name))).suggest(name, at, known);
        }
        let with = if kinds.is_empty() { "no arguments".to_owned() } else { kinds.join(", ") };
        let diagnostic = new(format!("`{name}` cannot be used with {with}"));
        match item {
            Some(help) => diagnostic.help(help),
            None if kinds.first() == Some(&"nothing") => diagnostic.help(NOTHING),
            None => diagnostic,
        }
    }
}

/// A word that scripts may not use.
pub(super) fn forbidden(word: &str, span: Span) -> Diagnostic {
    let headline = format!("scripts cannot use `{}`", short(word));
    let diagnostic = Diagnostic::new(Code::ScriptError, span, headline);
    FORBIDDEN.iter().find(|f| f.0 == word).into_iter().fold(diagnostic, |d, f| d.help(f.1))
}
