//! Where two sides meet.

use super::word::Word;
use puzzlec_theory::meter::{Halted, Meter};

/// With at most this number of pairs all are compared; more are divided by a cell first.
const FEW: usize = 64;

/// A set of the first and one of the second that contains it.
///
/// # Errors
/// A limit was reached.
pub fn contained<W: Word>(
    inner: &mut [W],
    outer: &mut [W],
    places: usize,
    meter: &Meter<'_>,
) -> Result<Option<(W, W)>, Halted> {
    split(inner, outer, 0..places, meter)
}

fn split<W: Word>(
    inner: &mut [W],
    outer: &mut [W],
    mut places: std::ops::Range<usize>,
    meter: &Meter<'_>,
) -> Result<Option<(W, W)>, Halted> {
    let holds = |set: &W, cell: W| !(*set & cell).is_none();
    loop {
        let cell = match places.next() {
            Some(place) if inner.len().saturating_mul(outer.len()) > FEW => W::cell(place),
            _ => {
                let mut pairs = inner.iter().flat_map(|one| outer.iter().map(move |other| (*one, *other)));
                return Ok(pairs.find(|(one, other)| one.within(*other)));
            }
        };
        if !inner.iter().any(|set| holds(set, cell)) {
            continue;
        }
        meter.poll()?;
        inner.sort_unstable_by_key(|set| holds(set, cell));
        outer.sort_unstable_by_key(|set| holds(set, cell));
        let border = inner.partition_point(|set| !holds(set, cell));
        let (without, with) = inner.split_at_mut(border);
        let border = outer.partition_point(|set| !holds(set, cell));
        let found = outer.get_mut(border..).map_or(Ok(None), |o| split(with, o, places.clone(), meter))?;
        if found.is_some() {
            return Ok(found);
        }
        return split(without, outer, places, meter);
    }
}
