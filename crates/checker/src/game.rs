//! Strategies of two-player games.
//!
//! A strategy of one player answers every position in which that player is to move with one move; of the
//! other player all moves are tried. Beside the game there may be a heap, of which a move takes any number.
//!
//! * No play by a strategy ends with a loss of its player. So the player never loses.
//! * If no position of the strategy can come again, every play ends; if none ends with a draw, the player wins.
//! * If neither player need lose, neither can win.
//! * If the longest play by the winner's strategy has n moves, and no play by a strategy of the other player ends with a loss
//!   of its player in fewer, then the winner needs n moves against the longest resistance.
//! * The Grundy value of a game is the size of the heap beside which the second player wins (Sprague 1935,
//!   Grundy 1939). If it is above 0, the strategy contains a win of the game alone: taking the whole heap is
//!   one of the first moves that it answers.

use std::hash::BuildHasher;

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::FxBuildHasher;

use super::rules::Reading;
use super::walk::{Index, LEAVES, after, applies, holds};
use super::{Unproved, closure};
use puzzlec_base::Progress;
use puzzlec_model::{Ending, Ends};
use puzzlec_task::SearchContext;
use puzzlec_task::certificate::Winner;
use puzzlec_task::{Action, Value};

/// Options between two polls of the budget.
const POLLED: usize = 1 << 12;

/// A claim about a game.
#[derive(Clone, Copy)]
pub(super) struct GameClaim {
    pub(super) winner: Winner,
    pub(super) value: Option<u64>,
    /// The number of moves until the game ends, if the winner hurries and the other delays.
    pub(super) moves: Option<u64>,
    /// Who wins at a goal, and where no move is left and no test says who has won.
    pub(super) ends: Ends,
}

/// What a strategy is for.
struct Task {
    /// Whether its player moves first.
    first: bool,
    /// The heap beside the game.
    heap: u32,
    /// What it must do.
    aim: Aim,
}

#[derive(Clone, Copy)]
enum Aim {
    /// Its player never loses.
    Hold,
    /// Its player wins, in at most this number of moves if one is stated.
    Win(Option<u64>),
    /// Its player does not lose in fewer moves than this.
    Delay(u64),
}

/// Checks that the strategies prove the claim. Returns the number of their positions.
pub(super) fn check(
    reading: &Reading,
    claim: GameClaim,
    strategies: &[String],
    context: &SearchContext,
) -> Result<u64, Unproved> {
    let tasks = match (claim.winner, claim.value) {
        (_, Some(_)) if !claim.ends.always_win() || reading.task.wins.is_some() => {
            return Err(Unproved::wrong("only a game in which the last to move wins has a Grundy value"));
        }
        (Winner::Draw, Some(_)) => return Err(Unproved::wrong("a draw has no Grundy value")),
        (winner, Some(value)) => {
            if (value > 0) != (winner == Winner::First) {
                return Err(Unproved::wrong("with this Grundy value the other player wins"));
            }
            // A value is at most the number of moves.
            let heap = u32::try_from(value).ok().filter(|n| *n as usize <= reading.task.actions.len());
            let heap =
                heap.ok_or_else(|| Unproved::wrong("the start has fewer moves than its Grundy value"))?;
            vec![Task { first: false, heap, aim: Aim::Win(None) }]
        }
        (Winner::Draw, None) => {
            [true, false].map(|first| Task { first, heap: 0, aim: Aim::Hold }).into_iter().collect()
        }
        (winner, None) => {
            let first = winner == Winner::First;
            let delay = claim.moves.map(|moves| Task { first: !first, heap: 0, aim: Aim::Delay(moves) });
            [Task { first, heap: 0, aim: Aim::Win(claim.moves) }].into_iter().chain(delay).collect()
        }
    };
    if claim.moves.is_some() && (claim.winner == Winner::Draw || claim.value.is_some()) {
        return Err(Unproved::wrong(
            "a number of moves is claimed only with a winner, and without a Grundy value",
        ));
    }
    if tasks.len() != strategies.len() {
        let text = format!("the claim needs {} strategies, not {}", tasks.len(), strategies.len());
        return Err(Unproved::Rejected(text));
    }
    let guarded = |a: &Action| a.guard.iter().map(|(var, set)| (*var, set.clone())).collect();
    let moves = Moves {
        task: &reading.task,
        actions: Index::of(&reading.task, &reading.task.actions, guarded),
        escapes: Index::of(&reading.task, &reading.escapes, guarded),
    };
    let mut positions = 0;
    for (task, text) in tasks.iter().zip(strategies) {
        let start = Node {
            position: reading.task.start.clone().into_boxed_slice(),
            heap: task.heap,
            own: task.first,
        };
        let mut walk =
            Walk { context, nodes: Vec::new(), depths: Vec::new(), numbers: HashTable::new(), bytes: 0 };
        positions += walk.follow(&moves, start, (task.aim, claim.ends), text)?;
    }
    Ok(positions)
}

struct Moves<'t> {
    task: &'t puzzlec_task::Task,
    actions: Index<'t>,
    escapes: Index<'t>,
}

impl Moves<'_> {
    /// The positions after a move, each once, in the order of their values.
    fn from(&self, position: &[Value]) -> Result<Vec<Box<[Value]>>, Unproved> {
        self.escapes.each(position, &mut |escape| {
            if applies(escape, position) { Err(Unproved::wrong(LEAVES)) } else { Ok(()) }
        })?;
        let mut all: Vec<Box<[Value]>> = Vec::new();
        self.actions.each(position, &mut |action| {
            if applies(action, position) {
                let mut next = after(action, position);
                let legal = closure::settle(self.task, action, &mut next)?;
                // An action that changes nothing is no move.
                if legal && next != position {
                    all.push(next.into_boxed_slice());
                }
            }
            Ok(())
        })?;
        all.sort_unstable();
        all.dedup();
        Ok(all)
    }
}

/// A position of a strategy.
#[derive(PartialEq, Eq, Hash)]
struct Node {
    position: Box<[Value]>,
    heap: u32,
    /// Whether the player of the strategy is to move.
    own: bool,
}

/// The positions of a strategy.
struct Walk<'c> {
    context: &'c SearchContext,
    nodes: Vec<Node>,
    /// By position the least number of moves that lead to it.
    depths: Vec<u64>,
    /// The number of each position, by hash.
    numbers: HashTable<u32>,
    bytes: u64,
}

impl Walk<'_> {
    /// Follows a strategy through all plays, position by position in the order in which they are met. Returns
    /// their number.
    fn follow(
        &mut self,
        moves: &Moves<'_>,
        start: Node,
        (aim, ends): (Aim, Ends),
        text: &str,
    ) -> Result<u64, Unproved> {
        let mut answers = text.split(' ').filter(|_| !text.is_empty());
        // The positions after each one's moves: up to its entry in `lasts`.
        let (mut targets, mut lasts) = (Vec::new(), Vec::new());
        self.number(start, 0)?;
        let (mut at, mut work) = (0, 0);
        while let Some((node, depth)) = self.nodes.get(at).zip(self.depths.get(at).copied()) {
            // From here on the player has held out long enough.
            if matches!(aim, Aim::Delay(moves) if depth >= moves) {
                break;
            }
            at += 1;
            let Node { ref position, heap, own } = *node;
            let boards = moves.from(position)?;
            let piles = heap as usize;
            let options = piles + boards.len();
            work += 1 + options;
            if work >= POLLED {
                work = 0;
                self.poll(0)?;
            }
            let position = position.clone();
            let node = |option: usize| match option.checked_sub(piles) {
                None => Some(Node { position: position.clone(), heap: option as u32, own: !own }),
                Some(option) => {
                    boards.get(option).map(|after| Node { position: after.clone(), heap, own: !own })
                }
            };
            let chosen = match (own, options) {
                (_, 0) => {
                    // The player who would be to move did not move last.
                    let lost = if own { Ending::Wins } else { Ending::Loses };
                    let ending = match &moves.task.wins {
                        None => ends.of(holds(&moves.task.goal, &position)),
                        Some(wins) => {
                            let [last, other] = wins.each_ref().map(|won| holds(won, &position));
                            ends.decided(last, other)
                        }
                    };
                    match ending {
                        end if end == lost => {
                            return Err(Unproved::wrong("a game of this strategy ends with a loss"));
                        }
                        Ending::Draws if matches!(aim, Aim::Win(_)) => {
                            return Err(Unproved::wrong("a game of this strategy ends with a draw"));
                        }
                        _ => 0..0,
                    }
                }
                (false, _) => 0..options,
                (true, _) => {
                    let answer = answers.next().and_then(number).filter(|n| *n < options);
                    let answer = answer.ok_or_else(|| Unproved::wrong("the strategy has no answer"))?;
                    answer..answer + 1
                }
            };
            for next in chosen.filter_map(node) {
                targets.push(self.number(next, depth + 1)?);
            }
            lasts.push(targets.len());
        }
        if answers.next().is_some() {
            return Err(Unproved::wrong("the strategy has answers to no position"));
        }
        if let Aim::Win(most) = aim {
            let longest = self.longest(&targets, &lasts)?;
            let longest =
                longest.ok_or_else(|| Unproved::wrong("with this strategy the play may go on forever"))?;
            if most.is_some_and(|most| longest > most) {
                return Err(Unproved::wrong("a game of this strategy has more moves than it says"));
            }
        }
        Ok(self.nodes.len() as u64)
    }

    /// The number of a position, which may be new.
    fn number(&mut self, node: Node, depth: u64) -> Result<u32, Unproved> {
        if self.numbers.len() == self.numbers.capacity() {
            // The old table is freed after the new one, of twice the size, is filled.
            self.poll(2 * self.numbers.allocation_size() as u64)?;
            let nodes = &self.nodes;
            self.numbers.reserve(1, |number| nodes.get(*number as usize).map_or(0, hashed));
        }
        let Walk { nodes, depths, numbers, bytes, .. } = self;
        let fresh =
            u32::try_from(nodes.len()).map_err(|_| Unproved::too_large("there are too many positions"))?;
        let same = |number: &u32| nodes.get(*number as usize) == Some(&node);
        let again = |number: &u32| nodes.get(*number as usize).map_or(0, hashed);
        match numbers.entry(hashed(&node), same, again) {
            Entry::Occupied(known) => Ok(*known.get()),
            Entry::Vacant(free) => {
                free.insert(fresh);
                // The node, its values, and what the allocator and growing lists add.
                *bytes += 2 * size_of::<Node>() as u64 + 2 * node.position.len() as u64 + 80;
                nodes.push(node);
                depths.push(depth);
                Ok(fresh)
            }
        }
    }

    /// The most moves of a play; nothing if a position can come again. Positions are taken away one by one, those that no
    /// other leads to.
    fn longest(&self, targets: &[u32], lasts: &[usize]) -> Result<Option<u64>, Unproved> {
        self.poll(16 * self.nodes.len() as u64)?;
        let mut into = vec![0_u32; self.nodes.len()];
        for target in targets {
            if let Some(n) = into.get_mut(*target as usize) {
                *n += 1;
            }
        }
        let mut open: Vec<u32> = (0..).zip(&into).filter(|(_, n)| **n == 0).map(|(at, _)| at).collect();
        let mut moves = vec![0_u64; self.nodes.len()];
        let mut gone = 0;
        while let Some(at) = open.pop() {
            gone += 1;
            let before = moves.get(at as usize).copied().unwrap_or(0);
            let from =
                (at as usize).checked_sub(1).and_then(|before| lasts.get(before)).copied().unwrap_or(0);
            let to = lasts.get(at as usize).copied().unwrap_or(from);
            for target in targets.get(from..to).unwrap_or(&[]) {
                if let Some(most) = moves.get_mut(*target as usize) {
                    *most = before.saturating_add(1).max(*most);
                }
                if let Some(n) = into.get_mut(*target as usize) {
                    *n -= 1;
                    if *n == 0 {
                        open.push(*target);
                    }
                }
            }
        }
        Ok((gone == self.nodes.len()).then(|| moves.into_iter().max().unwrap_or(0)))
    }

    fn poll(&self, more: u64) -> Result<(), Unproved> {
        let states = self.nodes.len() as u64;
        let bytes = self.bytes + self.numbers.allocation_size() as u64 + more;
        Ok(self.context.poll(&Progress { states, bytes, ..Progress::default() })?)
    }
}

/// A number without a superfluous sign.
fn number(text: &str) -> Option<usize> {
    text.parse().ok().filter(|n: &usize| n.to_string() == text)
}

fn hashed(node: &Node) -> u64 {
    FxBuildHasher.hash_one(node)
}
