//! Merging sorted runs.

use super::block::{Item, Ways};
use super::cursor::Cursor;
use super::run::{Run, Writer};
use crate::Number;
use puzzlec_base::diag::Stop;

/// The states of runs and of a sorted list, each once with the ways to it added up, without those of other runs. Calls `met`
/// for each with the number of the other run that has it, if one does.
pub(crate) fn merge<const W: usize, P: Ways>(
    runs: &[&Run<W>],
    items: Vec<Item<W, P>>,
    without: &[&Run<W>],
    mut writer: Writer<W>,
    mut met: impl FnMut(Option<usize>, P),
) -> Result<Run<W>, Stop> {
    let mut sources: Vec<Cursor<W, P>> = Vec::with_capacity(runs.len() + 1);
    if !items.is_empty() {
        sources.push(Cursor::over(items));
    }
    for run in runs {
        sources.push(Cursor::new(run)?);
    }
    let mut without =
        without.iter().map(|run| Cursor::new(run)).collect::<Result<Vec<Cursor<W, ()>>, Stop>>()?;
    // Kept apart from the cursors, so that the least is found fast.
    sources.retain(|source| source.head().is_some());
    let mut heads: Vec<[u64; W]> = sources.iter().filter_map(|s| s.head().map(|head| head.state)).collect();
    while let Some(state) = heads.iter().min().copied() {
        let mut ways = P::of(Number::default());
        let mut at = 0;
        while let Some(head) = heads.get_mut(at) {
            if *head != state {
                at += 1;
                continue;
            }
            let Some(source) = sources.get_mut(at) else { break };
            if let Some(item) = source.head() {
                ways = add(ways, item.ways);
            }
            source.advance()?;
            match source.head() {
                Some(next) => *head = next.state,
                None => {
                    sources.swap_remove(at);
                    heads.swap_remove(at);
                }
            }
        }
        let mut known = None;
        for (number, earlier) in without.iter_mut().enumerate() {
            earlier.seek(&state)?;
            if earlier.head().is_some_and(|head| head.state == state) {
                known = Some(number);
            }
        }
        met(known, ways);
        if known.is_none() {
            writer.push(&Item { state, ways })?;
        }
    }
    writer.finish()
}

#[inline]
fn add<P: Ways>(a: P, b: P) -> P {
    let mut sum = a.number();
    sum.add(b.number());
    P::of(sum)
}
