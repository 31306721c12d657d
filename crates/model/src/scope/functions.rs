//! The functions of expressions.

use super::Scope;
use puzzlec_base::Span;
use puzzlec_base::diag::{Code, Diagnostic};
use puzzlec_base::words::counted;

/// Functions whose value is a number, with how many arguments they take at least and at most.
const NUMBER_FUNCTIONS: &[(&str, usize, usize)] = &[
    ("count", 1, 2),
    ("components", 1, 1),
    ("number", 1, 1),
    ("distance", 2, 2),
    ("rowof", 1, 1),
    ("columnof", 1, 1),
    ("min", 2, 2),
    ("max", 2, 2),
    ("abs", 1, 1),
];
/// Functions whose value is a cell or a list of cells.
const CELL_FUNCTIONS: &[(&str, usize, usize)] =
    &[("run", 3, 3), ("ray", 2, 2), ("step", 2, 3), ("first", 1, 1), ("last", 1, 1), ("component", 2, 2)];
/// Functions whose value is a test.
const TEST_FUNCTIONS: &[(&str, usize, usize)] = &[
    ("occupied", 1, 1),
    ("empty", 1, 1),
    ("adjacent", 2, 2),
    ("aligned", 2, 2),
    ("different", 1, 2),
    ("connected", 1, 1),
    ("loop", 1, 1),
    ("path", 3, 3),
    ("tree", 1, 1),
    ("rectangle", 1, 1),
    ("spells", 2, 2),
];

/// The own words for functions of other languages.
fn elsewhere(name: &str) -> Option<&'static str> {
    Some(match name.to_lowercase().as_str() {
        "neighbours" | "neighbors" | "neighbour" | "neighbor" => "adjacent(x, y)` or `around x",
        "row" | "y" => "rowof",
        "col" | "column" | "x" => "columnof",
        "dist" => "distance",
        "len" | "length" | "size" | "total" => "count",
        "value" | "digit" | "num" | "numberof" => "number",
        "sum" => "sum y in cells: rowof(y)",
        "beam" | "line" | "slide" => "ray",
        "isempty" | "is_empty" | "free" => "empty",
        "full" | "filled" => "occupied",
        "not" => "not …",
        "group" | "island" | "flood" | "reachable" => "component",
        "groups" | "islands" => "components",
        "contiguous" | "isconnected" | "is_connected" => "connected",
        "word" | "words" | "text" => "spells",
        "cycle" | "circuit" | "ring" => "loop",
        _ => return None,
    })
}

/// The names of all functions, for the manual and for editors.
pub fn function_names() -> impl Iterator<Item = &'static str> {
    NUMBER_FUNCTIONS.iter().chain(CELL_FUNCTIONS).chain(TEST_FUNCTIONS).map(|f| f.0)
}

impl Scope<'_, '_> {
    /// Checks that a function exists, has the expected type and takes this number of arguments.
    pub(super) fn function(&mut self, name: &str, span: Span, given: usize, wanted: &str) -> Option<()> {
        let tables = [("a number", NUMBER_FUNCTIONS), ("cells", CELL_FUNCTIONS), ("a test", TEST_FUNCTIONS)];
        let found = tables.iter().find_map(|(kind, t)| t.iter().find(|f| f.0 == name).map(|f| (*kind, f)));
        let Some((kind, (_, least, most))) = found else {
            let d = Diagnostic::new(Code::UnknownFunction, span, format!("there is no function `{name}`"));
            let d = match elsewhere(name) {
                Some(own) => d.help(format!("did you mean `{own}`?")),
                None => d.suggest(name, span, function_names()),
            };
            self.diagnostics.push(d);
            return None;
        };
        if kind != wanted {
            let text = format!("{wanted} is needed here, but `{name}` is {kind}");
            let found = Diagnostic::new(Code::TypeMismatch, span, text.replace("cells is", "a cell is"));
            self.diagnostics.push(match (kind, wanted) {
                ("cells", "a number") => found.help(format!("count them: `count({name}(…))`")),
                ("a number", "a test") => found.help(format!("compare it: `{name}(…) == 1`")),
                _ => found,
            });
            return None;
        }
        if given < *least || given > *most {
            let or = if least == most { String::new() } else { format!("{least} or ") };
            let text = format!("`{name}` takes {or}{}, found {given}", counted(*most as u64, "arguments"));
            return self.report(Code::WrongArguments, span, text);
        }
        Some(())
    }
}
