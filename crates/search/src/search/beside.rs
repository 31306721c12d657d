//! A* beside a search level by level.
//!
//! At the end of a level A* has a turn, and both wait where they are, so that nothing is searched twice. Lower bounds tell
//! which of them is ahead: the one that proved more with as many positions, and would still have proved more with
//! [`AHEAD`] times as many if each goes on as since a part of them. That one gets them, and the other waits.

use super::best_first::{BestFirstResult, Order, Waiting};
use super::meter::Meter;
use super::strategies::Strategies;
use puzzlec_base::Limit;
use puzzlec_base::diag::Stop;
use puzzlec_base::words::counted;
use puzzlec_task::{Certificate, Verdict};

/// Positions before the first comparison.
const TRIAL: u64 = 1 << 13;
/// The search that is ahead goes on to this many times the positions.
const AHEAD: u64 = 16;
/// While neither is ahead, both go on to this many times the positions.
const GROWTH: u64 = 4;

/// A* in turns.
pub(super) struct Beside<'s, 't, 'b> {
    strategies: &'s Strategies<'t>,
    pub(super) search: Option<Box<dyn Waiting + 's>>,
    pub(super) meter: Meter<'b>,
    /// The number of positions of the other search at which A* has its next turn.
    next: u64,
    /// The largest number of positions of the other search so far, which begins again with classes of positions.
    seen: u64,
    is_ahead: bool,
    pub(super) end: End,
    /// The last comparison, in words.
    pub(super) compared: Option<String>,
}

/// How the turns end.
pub(super) enum End {
    /// They do not, or A* proves nothing.
    None,
    /// With an answer, or with the reason why there is none.
    Answer(Result<Verdict, Stop>),
    /// With dead pieces at the start.
    Dead(Certificate),
    /// With too little memory for A*, which is ahead.
    Memory(Stop),
}

impl<'s, 't, 'b> Beside<'s, 't, 'b> {
    pub(super) fn new(strategies: &'s Strategies<'t>, of: &Meter<'b>) -> Self {
        let next = TRIAL.min(u64::from(strategies.options.few));
        let mut meter = Meter::new(of.context());
        meter.suffices = of.suffices;
        meter.announces = of.announces;
        meter.known(of.at_least());
        let (search, compared, end) = (None, None, End::None);
        let (seen, is_ahead) = (0, true);
        Beside { strategies, search, meter, next, seen, is_ahead, end, compared }
    }

    /// A turn at the end of a level; whether the other search gives way.
    pub(super) fn turn(&mut self, levels: &mut Meter) -> bool {
        let states = levels.progress.states;
        if states < self.seen {
            // The memory of A* was forgotten.
            levels.progress.bytes += self.meter.progress.bytes;
        }
        self.seen = states;
        if states < self.next {
            return false;
        }
        self.next = states.saturating_mul(GROWTH);
        if !self.strategies.promises(levels.proved_with(u64::MAX)) {
            return false;
        }
        let before = self.meter.progress.bytes;
        levels.progress.bytes = levels.progress.bytes.saturating_sub(before);
        let gives_way = self.compare(states, levels);
        levels.progress.bytes += self.meter.progress.bytes;
        levels.known(self.meter.at_least());
        gives_way
    }

    fn compare(&mut self, states: u64, levels: &Meter) -> bool {
        if self.goes_on(states, levels.progress.bytes) {
            return true;
        }
        let of = |meter: &Meter| (meter.proved_with(states), meter.proved_with(states / AHEAD));
        let (own, other) = (of(&self.meter), of(levels));
        let later = |(now, before): (u64, u64)| 2 * now - before;
        if self.search.is_none() {
            return false;
        }
        let unit = &self.strategies.task.measure.unit;
        self.compared = Some(format!(
            "with {} each, A* proved at least {}, a search level by level at least {}",
            counted(states, "positions"),
            counted(own.0, unit),
            counted(other.0, unit)
        ));
        self.is_ahead = own.0 >= other.0 && later(own) >= later(other);
        if self.is_ahead {
            self.next = states.saturating_mul(2);
            return self.goes_on(states.saturating_mul(AHEAD), levels.progress.bytes);
        }
        if own.0 < other.0 && later(own) <= later(other) {
            self.next = states.saturating_mul(AHEAD);
        }
        false
    }

    /// Goes on up to this number of positions beside a search of this size; whether that gives way.
    fn goes_on(&mut self, states: u64, bytes: u64) -> bool {
        let first = self.search.is_none() && self.meter.progress.states == 0;
        if first && let Some(certificate) = self.strategies.dead_start() {
            self.end = End::Dead(certificate);
            return true;
        }
        self.meter.progress.bytes += bytes;
        let result = if first { self.begin() } else { Ok(None) };
        let result = match (result, &mut self.search) {
            (Ok(None), Some(search)) => search.turn(states, &mut self.meter),
            (result, _) => result,
        };
        self.meter.progress.bytes = self.meter.progress.bytes.saturating_sub(bytes);
        match result {
            Ok(None) => false,
            Ok(Some(result)) => match self.strategies.of_best_first(result, Order::Least, &self.meter) {
                Some(verdict) => {
                    self.end = End::Answer(Ok(verdict));
                    true
                }
                None => {
                    // There is no plan; the levels are the proof.
                    self.leave();
                    false
                }
            },
            Err(stop @ Stop::Limit(Limit::Memory { .. })) => {
                self.leave();
                if self.is_ahead {
                    self.end = End::Memory(stop);
                }
                self.is_ahead
            }
            Err(stop) => {
                self.end = End::Answer(Err(stop));
                true
            }
        }
    }

    fn begin(&mut self) -> Result<Option<BestFirstResult>, Stop> {
        match self.strategies.in_turns(&mut self.meter)? {
            Ok(search) => {
                self.search = Some(search);
                Ok(None)
            }
            Err(result) => Ok(Some(result)),
        }
    }

    fn leave(&mut self) {
        self.search = None;
        self.meter.progress.bytes = 0;
    }
}
