//! Counts by several processes: each has some of the parts, and sends the successors in other parts to their owners.

use std::fmt;
use std::sync::Arc;

use crate::search::team::Team;
use crate::sorted::{Item, PARTS, Ways, append_message};
use puzzlec_base::diag::Stop;

/// Bytes of a message, about.
const MESSAGE: usize = 1 << 20;
/// Times of a level.
const LEVEL: u64 = 1 << 32;

/// The processes that count together, as one of them sees them. The library knows no network: the command line has one.
///
/// Each process has a time, which it sets forward. A message has the time at which it was sent.
pub trait Peers: fmt::Debug + Send + Sync {
    /// The number of processes, at most 256.
    fn processes(&self) -> usize;

    /// The number of this one, from 0.
    fn number(&self) -> usize;

    /// Sends a message to another process.
    ///
    /// # Errors
    /// The connection to a process was lost.
    fn send(&self, to: usize, message: Vec<u8>) -> Result<(), Stop>;

    /// Sets the time of this process to `time`, and waits until the time of each process is `all` at least; meanwhile it calls
    /// `poll`. Returns messages that were sent before `time`: all that were sent before `all`, and possibly others.
    ///
    /// # Errors
    /// The connection to a process was lost, or that of `poll`.
    fn advance(
        &self,
        time: u64,
        all: u64,
        poll: &mut dyn FnMut() -> Result<(), Stop>,
    ) -> Result<Vec<Vec<u8>>, Stop>;
}

/// The connection of a count to the other processes.
pub(super) struct Exchange {
    peers: Arc<dyn Peers>,
    time: u64,
}

type Poll<'p> = &'p mut dyn FnMut() -> Result<(), Stop>;

impl Exchange {
    pub(super) fn new(peers: Arc<dyn Peers>) -> Self {
        Exchange { peers, time: 0 }
    }

    /// The number of processes.
    pub(super) fn processes(&self) -> usize {
        self.peers.processes().clamp(1, PARTS)
    }

    /// Whether this process has a part.
    pub(super) fn owns(&self, part: usize) -> bool {
        self.owner(part) == self.peers.number()
    }

    fn owner(&self, part: usize) -> usize {
        part * self.processes() / PARTS
    }

    /// Sends successors in the parts of other processes to them, sorted and each once. They are given by thread and part.
    pub(super) fn send<const W: usize, P: Ways>(
        &self,
        team: &mut Team,
        made: &[&[Vec<Item<W, P>>]],
    ) -> Result<(), Stop> {
        let others = (0..PARTS).filter(|part| !self.owns(*part));
        let mut messages: Vec<(usize, Result<Vec<u8>, Stop>)> =
            others.map(|part| (part, Ok(Vec::new()))).collect();
        team.each(&mut messages, |(part, message)| {
            let items = made.iter().filter_map(|made| made.get(*part)).flatten().copied().collect();
            *message = append_message::<W, P>(*part as u32, items);
        });
        let (mut to, mut whole) = (0, Vec::new());
        for (part, message) in messages {
            let owner = self.owner(part);
            if (owner != to || whole.len() > MESSAGE) && !whole.is_empty() {
                self.peers.send(to, std::mem::take(&mut whole))?;
            }
            to = owner;
            whole.append(&mut message?);
        }
        if whole.is_empty() { Ok(()) } else { self.peers.send(to, whole) }
    }

    /// Ends a round of a level, and waits until all processes have ended the one before it: so only successors of two rounds
    /// are on their way. Returns messages.
    pub(super) fn end_round(&mut self, poll: Poll<'_>) -> Result<Vec<Vec<u8>>, Stop> {
        self.time += 1;
        self.peers.advance(self.time, self.time - 1, poll)
    }

    /// Ends a level in all processes; returns the last messages.
    pub(super) fn end_level(&mut self, poll: Poll<'_>) -> Result<Vec<Vec<u8>>, Stop> {
        self.time = (self.time / LEVEL + 1) * LEVEL;
        self.peers.advance(self.time, self.time, poll)
    }

    /// The numbers that each process gives, in their order.
    pub(super) fn tell(&mut self, own: &[u64], poll: Poll<'_>) -> Result<Vec<Vec<u64>>, Stop> {
        let message: Vec<u8> = own.iter().flat_map(|word| word.to_le_bytes()).collect();
        for to in (0..self.processes()).filter(|to| *to != self.peers.number()) {
            let number = (self.peers.number() as u64).to_le_bytes();
            self.peers.send(to, [&number, message.as_slice()].concat())?;
        }
        self.time += 1;
        let mut all = vec![None; self.processes()];
        if let Some(place) = all.get_mut(self.peers.number()) {
            *place = Some(own.to_vec());
        }
        for message in self.peers.advance(self.time, self.time, poll)? {
            let mut words = message.as_chunks::<8>().0.iter().map(|word| u64::from_le_bytes(*word));
            let from = words.next().and_then(|from| all.get_mut(from as usize));
            *from.ok_or_else(misunderstood)? = Some(words.collect());
        }
        all.into_iter().map(|words| words.ok_or_else(misunderstood)).collect()
    }
}

/// A message of another process does not fit.
pub(super) fn misunderstood() -> Stop {
    Stop::Checkpoint { what: "a message of another process is damaged".into() }
}
