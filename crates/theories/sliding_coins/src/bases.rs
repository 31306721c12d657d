//! Solutions of n moves for nickels and pennies, for every n that a base is found for.
//!
//! A solution of n moves in which a nickel and a penny stay where they are, and whose moves exchange k blocks as the
//! lemma demands, extends to n + 2k, n + 4k and so on ([`base`]). So one base for each residue of n modulo 2k gives
//! plans for all larger n. Bases are found by search ([`randomized`]), and may be kept on a [`Shelf`].

pub mod backward;
pub mod base;
pub mod plan;
pub mod randomized;
pub mod shelf;
pub mod window;

pub use base::Base;
pub use plan::Plan;
pub use shelf::Shelf;

use self::randomized::{End, Random, Randomized};
use self::window::{Step, Window};
use super::row::Move;
use puzzlec_theory::meter::{Halted, Meter};

/// The result of a search for a solution of n moves.
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
    /// With a solution that extends.
    Base(Base),
    /// Without; perhaps with another solution, and with both windows exhausted or not.
    Without { solution: Option<Base>, exhausted: bool },
}

/// Rounds of a search for one n, and those of them that search whole windows.
const ROUNDS: u64 = 120;
const WHOLE: u64 = 8;
/// Runs in one round with coins that stay.
const RUNS: u64 = 4;

/// Looks for a solution of n moves for n nickels and n pennies, k coins at a time: by extension of a base of fewer
/// coins, the smallest first, else by a search for this n. Without a kept base it may take minutes.
///
/// # Errors
/// A limit was reached.
pub fn plan(n: u64, k: u32, shelf: Shelf<'_>, meter: &Meter<'_>) -> Result<Attempt, Halted> {
    if k == 0 || n < 2 {
        return Ok(Attempt::Open);
    }
    let widest = u64::from((Window::WIDEST / 2).saturating_sub(k));
    let shelved = shelf.get(k);
    let planned = |base: Base| Plan::new(base, n).map_or(Attempt::Open, Attempt::Plan);
    let modulus = 2 * u64::from(k);
    let mut size = n % modulus;
    while size <= n.min(widest) {
        let small = u32::try_from(size).unwrap_or(u32::MAX);
        let kept = shelved.iter().find(|base| base.n() == small && (base.extends() || size == n));
        if let Some(base) = kept {
            return Ok(planned(base.clone()));
        }
        match seek(small, k, meter)? {
            Sought::Base(base) => {
                shelf.put(k, &base);
                return Ok(planned(base));
            }
            Sought::Without { solution: Some(base), .. } if size == n => {
                shelf.put(k, &base);
                return Ok(planned(base));
            }
            // The theorem on the windows is about k from 2 on.
            Sought::Without { exhausted: true, .. } if size == n && k > 1 => return Ok(Attempt::Impossible),
            Sought::Without { .. } => {}
        }
        size += modulus;
    }
    Ok(Attempt::Open)
}

/// Searches both windows, with more positions from round to round, and in between for solutions in which a nickel and
/// a penny drawn at random stay where they are: these are found much faster where n is large.
fn seek(n: u32, k: u32, meter: &Meter<'_>) -> Result<Sought, Halted> {
    let mut solution = None;
    if n < 2 {
        return Ok(Sought::Without { solution, exhausted: true });
    }
    let windows = [Window::around(n, k), Window::right(n, k)];
    let mut whole: Vec<Randomized<'_>> =
        windows.iter().map(|window| Randomized::new(*window, meter)).collect();
    let mut random = Random::new(u64::from(n) << 32 | u64::from(k));
    for round in 0..ROUNDS {
        let mut spent = Vec::new();
        for mut search in whole {
            let end = offer(&mut search, round, 5000 << round, &mut solution)?;
            match end {
                Offered::Base(base) => return Ok(Sought::Base(base)),
                Offered::Spent => spent.push(search),
                Offered::Exhausted => {}
            }
        }
        if spent.is_empty() && round < WHOLE {
            return Ok(Sought::Without { solution, exhausted: true });
        }
        whole = if round + 1 < WHOLE { spent } else { Vec::new() };
        for run in 0..RUNS {
            let nickel = random.below(n);
            // In the end nickels lie on every other cell, pennies between them.
            let penny = n + random.below(n / 2) * 2 + (nickel + n + 1) % 2;
            let window = if random.below(2) == 0 { Window::around(n, k) } else { Window::right(n, k) };
            let mut search = Randomized::new(window.keeping(nickel, penny.min(2 * n - 1)), meter);
            if let Offered::Base(base) =
                offer(&mut search, round * RUNS + run, 5000 << round.min(6), &mut solution)?
            {
                return Ok(Sought::Base(base));
            }
        }
    }
    Ok(Sought::Without { solution, exhausted: false })
}

/// How a run ended.
enum Offered {
    Base(Base),
    Exhausted,
    Spent,
}

/// Runs a search until it finds a base that extends. Keeps the first solution that does not.
fn offer(
    search: &mut Randomized<'_>,
    seed: u64,
    nodes: u64,
    solution: &mut Option<Base>,
) -> Result<Offered, Halted> {
    let Window { n, k, left, .. } = search.window();
    let left = i64::from(left);
    let mut base = None;
    let mut accept = |steps: &[Step]| {
        let moved = |step: &Step| Move { from: i64::from(step.from) - left, to: i64::from(step.to) - left };
        let found = Base::new(n, k, steps.iter().map(moved).collect());
        if found.as_ref().is_some_and(Base::extends) {
            base = found;
        } else if solution.is_none() {
            *solution = found;
        }
        base.is_some()
    };
    let table = usize::try_from(nodes / 6).unwrap_or(usize::MAX);
    let end = search.run(seed, nodes, table, &mut accept)?;
    Ok(match (base, end) {
        (Some(base), _) => Offered::Base(base),
        (None, End::Exhausted) => Offered::Exhausted,
        (None, _) => Offered::Spent,
    })
}
