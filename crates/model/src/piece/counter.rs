//! Counters: numbers that belong to the position, beside the contents of cells.

use super::ContentId;
use crate::number::{self, Values};
use crate::project::ItemRef;
use puzzlec_base::Span;
use puzzlec_base::diag::{Code, Diagnostic};
use puzzlec_base::words::grouped;
use puzzlec_syntax::ast::{CounterItem, CounterValue};

/// More values than a counter may have.
const MOST_VALUES: i64 = 1_000;

/// The name of the counter that every move of a game changes from 1 to 2 and back.
pub const TURN: &str = "turn";

/// A counter. In a position its value is the distance from its least number.
#[derive(Clone, Debug, PartialEq)]
pub struct Counter {
    /// Its name.
    pub name: String,
    /// Its declaration; none for [`TURN`].
    pub item: Option<ItemRef>,
    /// The least and the greatest number.
    pub range: (i64, i64),
    /// The number at the start.
    pub start: i64,
    /// The place of its name, or of the first use of [`TURN`].
    pub span: Span,
}

impl Counter {
    /// Whose turn it is: 1 or 2.
    pub fn turn(span: Span) -> Self {
        Counter { name: TURN.to_owned(), item: None, range: (1, 2), start: 1, span }
    }

    /// The number of its values.
    pub fn size(&self) -> ContentId {
        let (low, high) = self.range;
        ContentId::try_from(high.saturating_sub(low).saturating_add(1)).unwrap_or(ContentId::MAX)
    }

    /// The value that stands for a number; nothing out of its range.
    pub fn value(&self, number: i64) -> Option<ContentId> {
        let (low, high) = self.range;
        let inside = (low..=high).contains(&number);
        inside.then(|| number.checked_sub(low).and_then(|n| ContentId::try_from(n).ok())).flatten()
    }

    /// The number that a value stands for.
    pub fn number(&self, value: ContentId) -> i64 {
        self.range.0.saturating_add(i64::from(value))
    }
}

/// The range of a counter and its number at the start. Without a range of its own it has the `known` one, or counts
/// from 0 to its start.
///
/// # Errors
/// A number that cannot be computed, an empty range or one that is too large, a start out of it.
pub fn read(
    name: &str,
    value: &CounterValue,
    values: &Values,
    known: Option<(i64, i64)>,
) -> Result<((i64, i64), i64), Box<Diagnostic>> {
    let start = number::evaluate(&value.start, values)?;
    let wrong = |span, text: String| Diagnostic::new(Code::BadCounter, span, text);
    let (range, span) = match (&value.range, known) {
        (Some((low, high)), _) => {
            let range = (number::evaluate(low, values)?, number::evaluate(high, values)?);
            (range, low.span.to(high.span))
        }
        (None, Some(known)) => (known, value.start.span),
        (None, None) if start > 0 => ((0, start), value.start.span),
        (None, None) => {
            let text = format!("counter `{name}` starts at {start} and has no range");
            let found = wrong(value.start.span, text)
                .note("without a range, a counter counts from 0 to its start")
                .help(format!("give its range: `counter {name} in 0..9 = {start}`"));
            return Err(Box::new(found));
        }
    };
    let (low, high) = range;
    if low >= high {
        let text = format!("the range {low}..{high} has fewer than two numbers");
        return Err(Box::new(wrong(span, text)));
    }
    if high.saturating_sub(low) >= MOST_VALUES {
        let text = format!("a counter has at most {} values", grouped(MOST_VALUES.unsigned_abs()));
        return Err(Box::new(wrong(span, text).help("give it a smaller range, as in `in 0..99`")));
    }
    if !(low..=high).contains(&start) {
        let text = format!("counter `{name}` starts at {start}, outside of its range {low}..{high}");
        return Err(Box::new(wrong(value.start.span, text)));
    }
    Ok((range, start))
}

/// Reports the errors of a declaration.
pub fn check(item: &CounterItem, diagnostics: &mut Vec<Diagnostic>) {
    if item.name.text == TURN {
        let text = "`turn` is the counter of the player to move, and cannot be declared";
        diagnostics.push(Diagnostic::new(Code::BadTurn, item.name.span, text).help("use another name"));
        return;
    }
    if let Err(found) = read(&item.name.text, &item.value, &Values::new(), None) {
        diagnostics.push(*found);
    }
}
