//! The memory of a script's values.
//!
//! The interpreter bounds each value that a call or an operator makes, but not what `m[k] = v`
//! and `a[i] = v` gather, nor all variables together, nor how deep values nest; freeing a deep
//! value recurses. So the variables in scope are measured while the script runs.

use std::mem::size_of;
use std::sync::{Mutex, PoisonError};

use rhai::{Array, Dynamic, ImmutableString, Map, Scope};

use super::sandbox::MAX_MAP;

/// Bytes that all variables together may take.
pub(super) const MAX_BYTES: usize = 32 << 20;
/// Maximum nesting of lists and maps.
pub(super) const MAX_DEPTH: usize = 32;
/// The cost of a cell, action or entry of a map beside its slot: its allocation.
const BOXED: usize = 48;
/// Bytes of a text that take the time of one value.
const BYTES_PER_VALUE: usize = 4;
/// One use of a variable can add a list of 2 MiB, so a call may have at most this number of unmeasured uses.
const MAX_STRIDE: usize = 32;
/// The same for calls inside the hook: many can be open at a time.
const MIN_STRIDE: usize = 4;
/// Measuring costs at most this number of values per use of a variable.
const VALUES_PER_USE: usize = 512;

/// The reason for stopping a script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Excess {
    /// More than [`MAX_BYTES`].
    Bytes,
    /// Deeper than [`MAX_DEPTH`].
    Depth,
    /// A map of more than [`MAX_MAP`] entries.
    Entries,
}

/// The size of a script's values.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Held {
    /// Bytes, about.
    pub(super) bytes: usize,
    /// Values, those in lists and maps and parts of texts counted too.
    pub(super) values: usize,
}

/// The last measurement of each open call.
#[derive(Debug, Default)]
pub(super) struct Meter(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    skip: usize,
    levels: Vec<Held>,
    seed: usize,
}

impl State {
    /// The next of a fixed sequence of numbers without a short period: a loop that fills and
    /// empties a list is not always met empty.
    fn irregular(&mut self) -> usize {
        self.seed = self.seed.wrapping_mul(1_103_515_245).wrapping_add(12_345) & 0x7fff_ffff;
        self.seed >> 16
    }
}

impl Meter {
    /// Resets the measurements.
    pub(super) fn clear(&self) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.skip = 0;
        state.seed = 0;
        state.levels.clear();
    }

    /// Measures the variables of the innermost call. To be called whenever a variable is used. Returns the
    /// size of that call's values, or `None` if it is too early for a new measurement.
    ///
    /// # Errors
    /// The exceeded quantity.
    pub(super) fn observe(&self, level: usize, scope: &Scope<'_>) -> Result<Option<Held>, Excess> {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if state.skip > 0 && state.levels.len() == level + 1 {
            state.skip -= 1;
            return Ok(None);
        }
        let mut here = Held::default();
        for (_, _, value) in scope.iter_raw() {
            weigh(value, 0, &mut here)?;
        }
        state.levels.resize(level, Held::default());
        state.levels.push(here);
        let total: usize = state.levels.iter().map(|l| l.bytes).sum();
        if total > MAX_BYTES {
            return Err(Excess::Bytes);
        }
        let most = if level > 1 { MIN_STRIDE } else { MAX_STRIDE };
        let stride = (here.values / VALUES_PER_USE).clamp(MIN_STRIDE, most);
        state.skip = state.irregular() % stride;
        Ok(Some(here))
    }
}

/// Adds a value to what is held.
fn weigh(value: &Dynamic, depth: usize, held: &mut Held) -> Result<(), Excess> {
    held.values += 1;
    held.bytes += size_of::<Dynamic>();
    if value.is_int() || value.is_unit() || value.is_bool() {
        return Ok(());
    }
    if depth > MAX_DEPTH {
        return Err(Excess::Depth);
    }
    if held.bytes > MAX_BYTES {
        return Err(Excess::Bytes);
    }
    if value.is_array() {
        for item in value.read_lock::<Array>().iter().flat_map(|l| l.iter()) {
            weigh(item, depth + 1, held)?;
        }
    } else if value.is_map() {
        if value.read_lock::<Map>().is_some_and(|m| m.len() > MAX_MAP) {
            return Err(Excess::Entries);
        }
        for (key, item) in value.read_lock::<Map>().iter().flat_map(|m| m.iter()) {
            held.bytes += BOXED + key.len();
            weigh(item, depth + 1, held)?;
        }
    } else if value.is_string() {
        let length = value.read_lock::<ImmutableString>().map_or(0, |t| t.len());
        held.bytes += length;
        held.values += length / BYTES_PER_VALUE;
    } else {
        held.bytes += BOXED;
    }
    Ok(())
}
