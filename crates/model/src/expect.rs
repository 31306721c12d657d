//! Expectations with their numbers worked out.

use puzzlec_base::Span;
use puzzlec_base::diag::{Code, Diagnostic};
use puzzlec_syntax::ast::{Expectation, ExpectationKind, Expr, Name, PuzzleItem};

use super::number::{self, Values};

/// A claim about a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// It has a solution.
    Solvable,
    /// A shortest solution has this length.
    Least(u64),
    /// It has a solution of at most this length.
    Within(u64),
    /// It has none.
    Unsolvable,
    /// The number of shortest solutions.
    Solutions(u64),
    /// The number of placements, and whether those that a symmetry of the board makes of each other count once.
    Placements(u64, bool),
    /// The first player wins, after this number of moves of both if one is stated.
    FirstWins(Option<u64>),
    /// The second player wins, likewise.
    SecondWins(Option<u64>),
    /// Neither wins.
    Draw,
    /// The Grundy value of the start.
    Grundy(u64),
    /// The moves of a written plan are a solution.
    Plan,
}

impl Expected {
    /// Whether it is about a two-player game.
    pub fn is_game(self) -> bool {
        matches!(
            self,
            Expected::FirstWins(_) | Expected::SecondWins(_) | Expected::Draw | Expected::Grundy(_)
        )
    }
}

/// The claim with the values of the parameters. `unit` is the puzzle's measure; `moves` is
/// always understood.
///
/// # Errors
/// A number that cannot be worked out, or another unit.
pub fn expected(claim: &ExpectationKind, unit: &str, values: &Values) -> Result<Expected, Box<Diagnostic>> {
    let length = |n: &Expr, name: &Name| {
        if name.text != "moves"
            && name.text != "move"
            && name.text.trim_end_matches('s') != unit.trim_end_matches('s')
        {
            let text = format!("the unit of this puzzle is {unit}, not {}", name.text);
            let d = Diagnostic::new(Code::BadExpectation, name.span, text)
                .help(format!("write `{unit}`, or add `measure {} = …`", name.text));
            return Err(Box::new(d));
        }
        natural(n, values)
    };
    let of_game = |moves: &Option<(Expr, Name)>| moves.as_ref().map(|(n, name)| length(n, name)).transpose();
    Ok(match claim {
        ExpectationKind::Solvable => Expected::Solvable,
        ExpectationKind::Least(n, unit) => Expected::Least(length(n, unit)?),
        ExpectationKind::Within(n, unit) => Expected::Within(length(n, unit)?),
        ExpectationKind::Unsolvable(None) => Expected::Unsolvable,
        ExpectationKind::Unsolvable(Some(method)) => match method.text.as_str() {
            "search" => Expected::Unsolvable,
            other => {
                let text = format!("there is no proof method `{other}`");
                let d = Diagnostic::new(Code::BadExpectation, method.span, text)
                    .suggest(other, method.span, ["search"])
                    .note("the only method is `search`, which visits all positions");
                return Err(Box::new(d));
            }
        },
        ExpectationKind::Solutions(n) => Expected::Solutions(natural(n, values)?),
        ExpectationKind::Placements(n, up_to_symmetry) => {
            Expected::Placements(natural(n, values)?, *up_to_symmetry)
        }
        ExpectationKind::FirstWins(moves) => Expected::FirstWins(of_game(moves)?),
        ExpectationKind::SecondWins(moves) => Expected::SecondWins(of_game(moves)?),
        ExpectationKind::Draw => Expected::Draw,
        ExpectationKind::Grundy(n) => Expected::Grundy(natural(n, values)?),
        ExpectationKind::Plan(_) => Expected::Plan,
    })
}

fn natural(expr: &Expr, values: &Values) -> Result<u64, Box<Diagnostic>> {
    let n = number::evaluate(expr, values)?;
    u64::try_from(n).map_err(|_| {
        let text = format!("a number of 0 or more is needed here, found {n}");
        Box::new(Diagnostic::new(Code::OutOfRange, expr.span, text))
    })
}

/// Values for parameters without a default: the first ones that expectations range over.
pub fn openings<'a>(
    item: &PuzzleItem,
    expectations: impl IntoIterator<Item = &'a Expectation>,
) -> Vec<(String, i64)> {
    let open = |name: &Name| item.params.iter().any(|p| p.name.text == name.text && p.default.is_none());
    let ranges = expectations.into_iter().flat_map(|e| &e.ranges).filter(|(name, ..)| open(name));
    let first = |(name, low, _): &(Name, Expr, Expr)| {
        number::evaluate(low, &Values::new()).ok().map(|n| (name.text.clone(), n))
    };
    ranges.filter_map(first).collect()
}

/// The values of the parameters for which an expectation is claimed: those in force, with each
/// value of the ranges it names.
///
/// # Errors
/// A range over a name that is no parameter, or over too many values.
pub fn instances(
    expectation: &Expectation,
    values: &Values,
    at: Span,
) -> Result<Vec<Values>, Box<Diagnostic>> {
    let mut all = vec![values.clone()];
    for (name, low, high) in &expectation.ranges {
        if !values.contains_key(&name.text) {
            let text = format!("the puzzle has no parameter `{}`", name.text);
            let d = Diagnostic::new(Code::UnknownParameter, name.span, text).suggest(
                &name.text,
                name.span,
                values.keys().map(String::as_str),
            );
            return Err(Box::new(d));
        }
        let mut next = Vec::new();
        for values in &all {
            let (low, high) = (number::evaluate(low, values)?, number::evaluate(high, values)?);
            let count = high.saturating_sub(low).saturating_add(1).max(0);
            if count == 0 || count.saturating_mul(i64::try_from(all.len()).unwrap_or(i64::MAX)) > 10_000 {
                let text = if count == 0 {
                    format!("the range {low}..{high} is empty")
                } else {
                    "an expectation has at most 10,000 cases".to_owned()
                };
                return Err(Box::new(Diagnostic::new(Code::OutOfRange, name.span.to(at), text)));
            }
            for n in low..=high {
                let mut one = values.clone();
                one.insert(name.text.clone(), n);
                next.push(one);
            }
        }
        all = next;
    }
    Ok(all)
}
