//! Numbers that look like chance and are the same on every machine.

use rhai::{Array, Dynamic};

use super::{Outcome, Row, misuse, number, row, wants};
use puzzlec_base::Random;

fn list<'a>(function: &str, value: &'a Dynamic) -> Outcome<impl std::ops::Deref<Target = Array> + 'a> {
    value.read_lock::<Array>().map_or_else(|| wants(function, "a list", value), Ok)
}

/// The API for pseudorandom numbers.
pub(super) static TABLE: &[Row] = &[
    row(
        "random",
        "random(seed) -> generator",
        "A random number generator; the same seed gives the same numbers on every machine. Functions receive a copy.",
        |engine, name, _| {
            engine.register_fn(name, |seed: Dynamic| -> Outcome<Random> {
                Ok(Random::new(number("random", &seed)?.cast_unsigned()))
            });
        },
    ),
    row(
        "below",
        "generator.below(n) -> whole number",
        "The next number from 0 to n - 1.",
        |engine, name, _| {
            engine.register_fn(name, |r: &mut Random, n: Dynamic| -> Outcome<i64> {
                let bound = number("below", &n)?;
                match u64::try_from(bound) {
                    Ok(bound) if bound > 0 => Ok(r.below(bound).cast_signed()),
                    _ => misuse(format!("`below` needs a number of 1 or more, found {bound}"), None),
                }
            });
        },
    ),
    row(
        "shuffled",
        "generator.shuffled(list) -> list",
        "A list of the same items in random order.",
        |engine, name, _| {
            engine.register_fn(name, |r: &mut Random, items: Dynamic| -> Outcome<Array> {
                let mut items = list("shuffled", &items)?.clone();
                r.shuffle(&mut items);
                Ok(items)
            });
        },
    ),
    row("pick", "generator.pick(list) -> item", "A random item of a list.", |engine, name, _| {
        engine.register_fn(name, |r: &mut Random, items: Dynamic| -> Outcome<Dynamic> {
            let items = list("pick", &items)?;
            if items.is_empty() {
                return misuse("`pick` needs a list with at least one item", None);
            }
            let place = usize::try_from(r.below(items.len() as u64)).unwrap_or(0);
            Ok(items.get(place).cloned().unwrap_or(Dynamic::UNIT))
        });
    }),
];
