//! The methods of `--method`: of general search, and of theories.

use std::num::NonZero;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use serde::Serialize;

/// A search method: of general search, or of a theory.
pub(super) use puzzlec_search::Method;

use puzzlec_analysis::methods;
use puzzlec_search::{Options, Wanted};

/// The number of shortest solutions that `--all` lists.
pub(super) const LISTED: usize = 100;

/// A method, as `puzzlec explain methods` shows it.
#[derive(Serialize)]
pub(super) struct Described {
    name: &'static str,
    about: String,
}

/// The names of all methods with one line each.
pub(super) fn described() -> Vec<Described> {
    methods().into_iter().map(|(name, about, _)| Described { name, about }).collect()
}

/// The same as lines of text.
pub(super) fn listed() -> String {
    let all = described();
    let longest = all.iter().map(|method| method.name.len()).max().unwrap_or(0);
    all.iter().map(|method| format!("{:longest$}  {}\n", method.name, method.about)).collect()
}

/// Reads the name of a method.
pub(super) fn method() -> impl TypedValueParser<Value = Method> {
    let names = methods().into_iter().map(|(name, about, _)| PossibleValue::new(name).help(about));
    PossibleValuesParser::new(names).map(|given| {
        let found = methods().into_iter().find(|(name, ..)| *name == given);
        found.map_or(Method::Auto, |(_, _, method)| method)
    })
}

/// A search for a solution by all processors.
pub(super) fn options(wanted: Wanted, method: Method) -> Options {
    let threads = std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
    Options { wanted, method, threads, ..Options::default() }
}
