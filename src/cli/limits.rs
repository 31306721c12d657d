//! Limits of a computation: as they are written, and as a budget with a real clock.

mod given;

use std::process;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use num_bigint::BigUint;

use super::cache;
use super::exit::Exit;
use super::guard;
use super::machine;
use super::owed;
use super::progress::Watch;
use super::terminal::restore;
use super::write;
pub(super) use given::{CheckWithin, SearchLimits, Within};
use puzzlec_base::{Budget, CancelToken};
use puzzlec_task::SearchContext;

/// The limit where the free memory is unknown.
const ASSUMED_MEMORY: u64 = 2 << 30;

/// What a command allows each computation.
#[derive(Clone, Debug)]
pub(super) struct Limits {
    pub(super) time: Option<Duration>,
    pub(super) states: Option<u64>,
    pub(super) memory: u64,
    pub(super) cancel: CancelToken,
    /// When all computations together began, and how long they may take.
    whole: Option<(Instant, Duration)>,
    /// Whether each computation has the time for itself.
    each: bool,
}

/// The token that Ctrl-C raises. The second Ctrl-C ends the process.
pub(super) fn interrupt() -> CancelToken {
    static TOKEN: OnceLock<CancelToken> = OnceLock::new();
    let token = TOKEN.get_or_init(|| {
        let token = CancelToken::default();
        let raised = token.clone();
        // Where no handler can be installed Ctrl-C ends the process, as it does by itself.
        let _ = ctrlc::set_handler(move || {
            if raised.is_cancelled() {
                restore();
                write::give_up();
                process::exit(i32::from(Exit::Interrupted.code()));
            }
            guard::interrupted();
            raised.cancel();
        });
        token
    });
    token.clone()
}

impl Limits {
    /// Limits with the token that Ctrl-C raises. They begin now, for everything until the last byte is written.
    pub(super) fn new(time: Option<Duration>, states: Option<u64>, memory: Option<u64>) -> Self {
        let memory = memory.or_else(machine::memory).unwrap_or(ASSUMED_MEMORY);
        let limits = Limits { time, states, memory, cancel: interrupt(), whole: None, each: false };
        limits.starting(time)
    }

    /// The time is that of each computation, and this that of all of them together, which begins now.
    pub(super) fn for_each(self, whole: Option<Duration>) -> Self {
        Limits { each: true, ..self }.starting(whole)
    }

    /// The same for one puzzle of several: its time begins now, for all that is computed about it.
    pub(super) fn for_puzzle(&self) -> Limits {
        self.clone().starting(self.time)
    }

    fn starting(mut self, whole: Option<Duration>) -> Self {
        self.whole = whole.map(|time| (Instant::now(), time));
        guard::arm(self.first_end(), self.memory);
        self
    }

    /// What is drawn from now on is still under these limits, although an answer has been printed.
    pub(super) fn hold(&self) {
        guard::arm(self.first_end(), self.memory);
        guard::answered();
    }

    /// When the first of these times began, and how long it is.
    fn first_end(&self) -> Option<(Instant, Duration)> {
        let now = Instant::now();
        let left = |(begun, time): &(Instant, Duration)| time.saturating_sub(now - *begun);
        let each = self.time.filter(|_| self.each).map(|time| (now, time));
        each.into_iter().chain(self.whole).min_by_key(left)
    }

    /// The time for all computations together, if it is over.
    pub(super) fn over(&self) -> Option<Duration> {
        self.whole.filter(|(begun, time)| begun.elapsed() >= *time).map(|(_, time)| time)
    }

    /// Limits that begin now, and a watch that is told of progress. When it is dropped the answer is drawn, under the same
    /// limits.
    pub(super) fn context(&self, watch: &Arc<Watch>) -> SearchContext {
        let time = self.first_end();
        guard::arm(time, self.memory);
        let observer = Arc::clone(watch);
        let mut budget = Budget::unlimited()
            .with_bytes(self.memory)
            .with_held(Arc::new(guard::held))
            .with_cancel(self.cancel.clone());
        if let Some(states) = self.states {
            budget = budget.with_states(states);
        }
        if let Some((start, time)) = time {
            budget = budget.with_deadline(Arc::new(move || start.elapsed()), time);
        }
        let context = SearchContext::from(budget)
            .with_observer(Arc::new(move |progress| observer.observe(progress)))
            .with_bound_observer(Arc::new(owed::proved));
        match cache::open() {
            Some(cache) => context.with_cache(cache),
            None => context,
        }
    }

    /// Limits for one of several puzzles, of which none ends the command: the time begins now, and the memory is counted
    /// from what the process holds now.
    pub(super) fn apart(&self, watch: &Arc<Watch>, cancel: CancelToken) -> SearchContext {
        let before = guard::held();
        let held = Arc::new(move || guard::held().saturating_sub(before));
        let budget = self.quiet(self.time, cancel).with_held(held);
        let budget = match self.states {
            Some(states) => budget.with_states(states),
            None => budget,
        };
        let observer = Arc::clone(watch);
        let context =
            SearchContext::from(budget).with_observer(Arc::new(move |progress| observer.observe(progress)));
        match cache::open() {
            Some(cache) => context.with_cache(cache),
            None => context,
        }
    }

    /// Limits for work beside a screen, which shows no progress of it: the memory, a time that begins now, and a token of
    /// its own.
    pub(super) fn quiet(&self, time: Option<Duration>, cancel: CancelToken) -> Budget {
        let budget =
            Budget::unlimited().with_bytes(self.memory).with_held(Arc::new(guard::held)).with_cancel(cancel);
        let start = Instant::now();
        match time {
            Some(time) => budget.with_deadline(Arc::new(move || start.elapsed()), time),
            None => budget,
        }
    }
}

/// Splits `10.5GiB` into the number and the unit.
fn split_unit(text: &str) -> Result<(f64, String), String> {
    let text = text.trim();
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.' && c != '_').unwrap_or(text.len());
    let (digits, unit) = text.split_at(end);
    let number: f64 =
        digits.replace('_', "").parse().map_err(|_| "it must begin with a number".to_owned())?;
    Ok((number, unit.trim().to_lowercase()))
}

/// `10`, `10s`, `500ms`, `5m`, `1h`.
pub fn parse_time(text: &str) -> Result<Duration, String> {
    let (number, unit) = split_unit(text)?;
    let seconds = match unit.as_str() {
        "" | "s" | "sec" => number,
        "ms" => number / 1e3,
        "m" | "min" => number * 60.0,
        "h" => number * 3600.0,
        _ => return Err(format!("unknown unit `{unit}`; units are ms, s, m and h")),
    };
    Duration::try_from_secs_f64(seconds).map_err(|_| "it is too long".to_owned())
}

/// `5000000`, `5M`, `200k`.
pub fn parse_number(text: &str) -> Result<u64, String> {
    let (number, unit) = split_unit(text)?;
    let factor = match unit.as_str() {
        "" => 1.0,
        "k" => 1e3,
        "m" => 1e6,
        "g" => 1e9,
        _ => return Err(format!("unknown unit `{unit}`; units are k, M and G")),
    };
    Ok((number * factor) as u64)
}

/// `1`, `2863311530`: a number of any size from 1.
pub fn parse_ordinal(text: &str) -> Result<BigUint, String> {
    let number: Option<BigUint> = text.replace('_', "").parse().ok();
    number.filter(|n| *n > BigUint::ZERO).ok_or_else(|| "it must be a whole number from 1".to_owned())
}

/// `4GiB`, `500MB`, `4G`.
pub fn parse_bytes(text: &str) -> Result<u64, String> {
    let (number, unit) = split_unit(text)?;
    let kibi = 1024f64;
    let factor = match unit.as_str() {
        "" | "b" => 1.0,
        "kb" => 1e3,
        "mb" => 1e6,
        "gb" => 1e9,
        "tb" => 1e12,
        "k" | "kib" => kibi,
        "m" | "mib" => kibi.powi(2),
        "g" | "gib" => kibi.powi(3),
        "t" | "tib" => kibi.powi(4),
        _ => return Err(format!("unknown unit `{unit}`; units are KiB, MiB, GiB and kB, MB, GB")),
    };
    Ok((number * factor) as u64)
}
