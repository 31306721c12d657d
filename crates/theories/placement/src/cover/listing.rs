//! All placements one after the other, by two searches in turn.

use std::collections::VecDeque;
use std::mem::take;

use puzzlec_theory::meter::{Halted, Meter, Share};

use super::Cover;
use super::constraint::Constraints;
use super::state::{Decision, State};
use crate::learn::Learner;

/// The steps of each search before the other has its turn; four times as many each time.
const FIRST: Share = Share { expanded: 1 << 13, ..Share::ALL };

/// Placements of which a longer list is left to the cases.
const MANY: usize = 1 << 10;

/// The part of the cases after which the rest is likely to end soon.
const NEAR: f64 = 1.0 / 16.0;

/// A search by cases, which can be stopped.
pub(super) struct Cases<'c> {
    state: State<'c>,
    /// What was decided, with the length of the trail before, and the part that the other case is of all cases.
    decided: Vec<(usize, Decision, f64)>,
    sound: bool,
    /// Whether the last step found a placement.
    found: bool,
    is_over: bool,
    /// The part of the current case of all cases, as if those that a decision leaves open were alike, and of those that are
    /// done (the weighted backtrack estimator: Kilby, Slaney, Thiébaux and Walsh, Estimating search tree size, 2006).
    part: f64,
    done: f64,
}

impl<'c> Cases<'c> {
    pub fn new(cover: &'c Cover, constraints: &'c Constraints) -> Cases<'c> {
        let mut state = State::new(cover, constraints);
        let (sound, decided) = (state.begin(), Vec::new());
        Cases { state, decided, sound, found: false, is_over: false, part: 1.0, done: 0.0 }
    }

    /// The ways of the next placement, if there is one.
    ///
    /// # Errors
    /// A limit was reached; another call goes on.
    pub fn next(&mut self, meter: &Meter<'_>) -> Result<Option<&[u32]>, Halted> {
        while !self.is_over {
            meter.expanded(1)?;
            if !take(&mut self.found) && self.sound && self.state.settle() {
                let Some((cases, decision)) = self.state.choose() else {
                    self.found = true;
                    return Ok(Some(self.state.chosen()));
                };
                let part = self.part / f64::from(cases.max(1));
                self.decided.push((self.state.mark(), decision, self.part - part));
                self.part = part;
                self.sound = self.state.decide(decision, true);
                continue;
            }
            self.done += self.part;
            // The other case of the last decision belongs to the decisions before it.
            match self.decided.pop() {
                Some((mark, decision, part)) => {
                    self.state.undo(mark);
                    self.part = part;
                    self.sound = self.state.decide(decision, false);
                }
                None => self.is_over = true,
            }
        }
        Ok(None)
    }
}

/// All placements, each once, in an order that depends only on the puzzle.
pub struct Listing<'c> {
    cover: &'c Cover,
    cases: Option<Cases<'c>>,
    learner: Option<Learner>,
    turn: Turn,
    share: Share,
    /// Placements that are kept until all are found.
    most: usize,
    /// What each search has found so far.
    found: VecDeque<Vec<u32>>,
    learned: VecDeque<Vec<u32>>,
}

/// Which search is next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Turn {
    /// The cases, and then the search that learns.
    Cases,
    /// The search that learns, and then the cases.
    Learner,
    /// What was found, and then the cases alone; with goals about shapes the search that learns alone.
    Alone,
    /// What was found.
    Over,
}

impl<'c> Listing<'c> {
    /// `constraints` of the cover, unless its goal asks for shapes.
    pub(super) fn new(cover: &'c Cover, constraints: Option<&'c Constraints>) -> Listing<'c> {
        let cases = constraints.map(|constraints| Cases::new(cover, constraints));
        let turn = match cases {
            _ if cover.overfull => Turn::Over,
            None => Turn::Alone,
            Some(_) => Turn::Cases,
        };
        let (found, learned) = (VecDeque::new(), VecDeque::new());
        Listing { cover, cases, learner: None, turn, share: FIRST, most: MANY, found, learned }
    }

    /// Whether the list is likely to end soon.
    pub fn is_near(&self) -> bool {
        self.cases.as_ref().is_some_and(|cases| cases.done >= NEAR)
    }

    /// The ways of the next placement, if there is one.
    ///
    /// # Errors
    /// A limit was reached; another call goes on.
    pub fn next(&mut self, meter: &Meter<'_>) -> Result<Option<Vec<u32>>, Halted> {
        self.take_turns(meter)?;
        if let Some(ways) = self.found.pop_front() {
            return Ok(Some(ways));
        }
        match &mut self.cases {
            _ if self.turn == Turn::Over => Ok(None),
            Some(cases) => Ok(cases.next(meter)?.map(<[u32]>::to_vec)),
            None => self.learner.get_or_insert_with(|| Learner::new(self.cover)).next(meter),
        }
    }

    /// The ways of some placement, that which either search finds first.
    ///
    /// # Errors
    /// A limit was reached.
    pub(super) fn first(mut self, meter: &Meter<'_>) -> Result<Option<Vec<u32>>, Halted> {
        self.most = 1;
        self.take_turns(meter)?;
        match self.learned.pop_front() {
            Some(ways) => Ok(Some(ways)),
            None => self.next(meter),
        }
    }

    fn take_turns(&mut self, meter: &Meter<'_>) -> Result<(), Halted> {
        loop {
            match self.turn {
                Turn::Cases => self.by_cases(meter)?,
                Turn::Learner => self.by_learning(meter)?,
                Turn::Alone | Turn::Over => return Ok(()),
            }
        }
    }

    fn by_cases(&mut self, meter: &Meter<'_>) -> Result<(), Halted> {
        let Some(cases) = &mut self.cases else {
            self.turn = Turn::Alone;
            return Ok(());
        };
        let found = &mut self.found;
        let ended = meter.share(self.share, || {
            while found.len() < self.most {
                let Some(ways) = cases.next(meter)? else { return Ok(true) };
                found.push_back(ways.to_vec());
            }
            Ok(false)
        })?;
        self.turn = match ended {
            Some(true) => Turn::Over,
            // Where there are many placements, the search that learns nothing lists them faster.
            Some(false) => Turn::Alone,
            None if self.is_near() || meter.is_late() => Turn::Alone,
            None => Turn::Learner,
        };
        Ok(())
    }

    fn by_learning(&mut self, meter: &Meter<'_>) -> Result<(), Halted> {
        let learner = self.learner.get_or_insert_with(|| Learner::new(self.cover));
        let learned = &mut self.learned;
        let ended = meter.share(self.share, || {
            while learned.len() < self.most {
                let Some(ways) = learner.next(meter)? else { return Ok(true) };
                learned.push_back(ways);
            }
            Ok(false)
        })?;
        self.turn = match ended {
            Some(true) => {
                self.found = take(learned);
                Turn::Over
            }
            Some(false) => Turn::Alone,
            None => {
                self.share.expanded *= 4;
                Turn::Cases
            }
        };
        Ok(())
    }
}
