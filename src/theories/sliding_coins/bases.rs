//! Solutions of n moves for nickels and pennies, for every n that a base is found for.
//!
//! A solution of n moves in which a nickel and a penny stay where they are, and whose moves exchange k blocks as the
//! lemma demands, extends to n + 2k, n + 4k and so on ([`base`]). So one base for each residue of n modulo 2k gives
//! plans for all larger n. Bases are found by search ([`hunt`]), and may be kept on a [`Shelf`].

pub mod back;
pub mod base;
pub mod hunt;
pub mod plan;
pub mod window;

pub use base::Base;
pub use plan::Plan;

use self::hunt::{End, Hunt};
use self::window::{Step, Window};
use super::row::Move;
use crate::theories::meter::{Halted, Meter};

/// Where bases are kept once they are found.
///
/// The search takes the smallest n of a residue for which it finds a base, in an order that does not depend on time.
/// So a shelf changes the time that an answer takes, not the answer.
pub trait Shelf {
    /// The solutions that are kept for one k, each replayed by [`Base::new`].
    fn get(&self, k: u32) -> Vec<Base>;

    /// Keeps a solution, if it can.
    fn put(&self, k: u32, base: &Base);
}

/// Keeps nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoShelf;

impl Shelf for NoShelf {
    fn get(&self, _: u32) -> Vec<Base> {
        Vec::new()
    }

    fn put(&self, _: u32, _: &Base) {}
}

/// What is known of solutions of n moves.
#[derive(Clone, Debug)]
pub enum Attempt {
    /// There is one.
    Plan(Plan),
    /// There is none: the search exhausted the windows that every solution of n moves fits.
    Impossible,
    /// The search was given up after its share of positions.
    Open,
}

impl Attempt {
    /// The plan, if there is one.
    pub fn plan(self) -> Option<Plan> {
        if let Attempt::Plan(plan) = self { Some(plan) } else { None }
    }
}

/// How a search for one n ended.
enum Sought {
    Found(Base),
    Exhausted,
    Spent,
}

/// Runs of a search for one n.
const ROUNDS: u64 = 40;

/// Looks for a solution of n moves for n nickels and n pennies, k coins at a time: by extension of a base of fewer
/// coins, the smallest first, else by a search for this n. Without a kept base it may take minutes.
///
/// # Errors
/// A limit was reached.
pub fn plan(n: u64, k: u32, shelf: &dyn Shelf, meter: &Meter<'_>) -> Result<Attempt, Halted> {
    if k == 0 || n < 2 {
        return Ok(Attempt::Open);
    }
    let widest = u64::from(Window::WIDEST / 2).saturating_sub(u64::from(k));
    let kept = shelf.get(k);
    let found = |base: Base| Plan::new(base, n).map_or(Attempt::Open, Attempt::Plan);
    let kept = |size: u32, extends: bool| {
        kept.iter().find(|base| base.n() == size && (base.extends() || !extends)).cloned()
    };
    let modulus = 2 * u64::from(k);
    let mut size = n % modulus;
    while size <= n.min(widest) {
        let small = u32::try_from(size).unwrap_or(u32::MAX);
        if let Some(base) = kept(small, true) {
            return Ok(found(base));
        }
        if let Sought::Found(base) = seek(small, k, true, meter)? {
            shelf.put(k, &base);
            return Ok(found(base));
        }
        size += modulus;
    }
    let Some(small) = u32::try_from(n).ok().filter(|_| n <= widest) else { return Ok(Attempt::Open) };
    if let Some(base) = kept(small, false) {
        return Ok(found(base));
    }
    Ok(match seek(small, k, false, meter)? {
        Sought::Found(base) => {
            shelf.put(k, &base);
            found(base)
        }
        // The theorem on the windows is about k from 2 on.
        Sought::Exhausted if k > 1 => Attempt::Impossible,
        Sought::Exhausted | Sought::Spent => Attempt::Open,
    })
}

/// Searches both windows in turn, with more positions from run to run.
fn seek(n: u32, k: u32, extends: bool, meter: &Meter<'_>) -> Result<Sought, Halted> {
    if n < 2 {
        return Ok(Sought::Exhausted);
    }
    let mut hunts =
        [Window::around(n, k), Window::right(n, k)].map(|window| (Hunt::new(window, extends, meter), false));
    for round in 0..ROUNDS {
        for (hunt, exhausted) in hunts.iter_mut().filter(|(_, exhausted)| !exhausted) {
            let left = i64::from(hunt.window().left);
            let mut base = None;
            let mut accept = |steps: &[Step]| {
                let moved =
                    |step: &Step| Move { from: i64::from(step.from) - left, to: i64::from(step.to) - left };
                base = Base::new(n, k, steps.iter().map(moved).collect())
                    .filter(|base| base.extends() || !extends);
                base.is_some()
            };
            let end =
                hunt.run(round, 5000 << round.min(8), (5000 << round.min(10)).min(4_000_000), &mut accept)?;
            *exhausted = end == End::Exhausted;
            if let Some(base) = base {
                return Ok(Sought::Found(base));
            }
        }
        if hunts.iter().all(|(_, exhausted)| *exhausted) {
            return Ok(Sought::Exhausted);
        }
    }
    Ok(Sought::Spent)
}
