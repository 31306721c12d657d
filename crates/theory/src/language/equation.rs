//! The proof that an automaton has the right output on all rows.
//!
//! Let every sequence of moves end. Then there is just one function v on rows with v(w) = f(goal(w), {v(w') : w' is a row
//! after one move from w}), by induction on moves. For a puzzle f says whether the goal holds or some v(w') is 1; for a
//! game it is the least number that no v(w') has. An automaton that satisfies the equation on all rows has the right
//! outputs on all of them.
//!
//! The equation is checked by the subset construction: while a row is read, a set holds the states of the automaton
//! after every row that one move makes of what was read, and the cells of the moves under way. There are finitely many
//! sets, so all rows are checked. The moves are those of [`Moves`]; neither the table nor the oracle takes part.

use rustc_hash::FxHashMap;

use super::Aim;
use super::moves::{Move, Moves};
use crate::meter::{Halted, Meter, Room};
use puzzlec_algebra::Automaton;
use puzzlec_algebra::automaton::{Letter, State};

/// The result of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Checked {
    /// The equation holds on all rows; the number of different cases.
    Holds(usize),
    /// The shortest row on which it does not hold.
    Fails(Vec<Letter>),
}

/// A node of the trie of moves.
#[derive(Clone, Debug, Default)]
struct Node {
    /// Content before, content after (none for the last cell of a move that closes up), and the node.
    next: Vec<(Letter, Option<Letter>, usize)>,
    /// Moves that end here: whether only at the end of the row, and whether it closes up.
    ends: Vec<(bool, bool)>,
}

/// The moves as a trie.
struct Trie(Vec<Node>);

/// The root for moves anywhere, and that for moves at the beginning of the row.
const ROOTS: [usize; 2] = [0, 1];

impl Trie {
    fn of(moves: &Moves) -> Trie {
        let mut trie = Trie(vec![Node::default(), Node::default()]);
        moves.list.iter().for_each(|m| trie.add(m));
        trie
    }

    fn add(&mut self, m: &Move) {
        let mut at = usize::from(m.first);
        for (place, before) in m.before.iter().enumerate() {
            let after = m.after.get(place).copied();
            let known = self.next(at).iter().find(|n| (n.0, n.1) == (*before, after)).map(|n| n.2);
            at = known.unwrap_or_else(|| {
                let new = self.0.len();
                self.0.push(Node::default());
                if let Some(node) = self.0.get_mut(at) {
                    node.next.push((*before, after, new));
                }
                new
            });
        }
        if let Some(node) = self.0.get_mut(at) {
            node.ends.push((m.last, m.closes()));
        }
    }

    fn next(&self, at: usize) -> &[(Letter, Option<Letter>, usize)] {
        self.0.get(at).map_or(&[], |node| &node.next)
    }

    fn ends(&self, at: usize) -> &[(bool, bool)] {
        self.0.get(at).map_or(&[], |node| &node.ends)
    }
}

/// The states after all rows that one move makes of what was read.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Set {
    /// Whether nothing was read.
    begins: bool,
    /// Without a move.
    before: State,
    /// In a move: the node, and the state.
    within: Vec<(usize, State)>,
    /// After a move: the state, whether the row closed up, and whether it must end here.
    after: Vec<(State, bool, bool)>,
}

struct Check<'a> {
    guess: &'a Automaton,
    moves: &'a Moves,
    trie: Trie,
}

impl Check<'_> {
    fn step(&self, set: &Set, letter: Letter) -> Set {
        let mut next = Set {
            begins: false,
            before: self.guess.step(set.before, letter),
            within: Vec::new(),
            after: Vec::new(),
        };
        let [anywhere, first] = ROOTS;
        let mut open = vec![(anywhere, set.before)];
        if set.begins {
            open.push((first, set.before));
        }
        open.extend(&set.within);
        for (node, state) in open {
            for (_, after, to) in self.trie.next(node).iter().filter(|n| n.0 == letter) {
                let state = after.map_or(state, |after| self.guess.step(state, after));
                next.within.push((*to, state));
                next.after.extend(self.trie.ends(*to).iter().map(|(last, closes)| (state, *closes, *last)));
            }
        }
        let going = set.after.iter().filter(|(_, _, last)| !last);
        next.after.extend(going.map(|(state, closed, _)| (self.guess.step(*state, letter), *closed, false)));
        next.within.sort_unstable();
        next.within.dedup();
        next.after.sort_unstable();
        next.after.dedup();
        next
    }

    /// The set before anything is read. On an endless line empty cells precede the row.
    fn start(&self) -> Set {
        let begins = !self.moves.endless;
        let start = Set { begins, before: self.guess.start(), within: Vec::new(), after: Vec::new() };
        self.padded(start)
    }

    fn padded(&self, set: Set) -> Set {
        let cells = if self.moves.endless { self.moves.width() } else { 0 };
        (0..cells).fold(set, |set, _| self.step(&set, 0))
    }

    /// The outputs after all rows that one move makes of the row, in order.
    fn options(&self, set: &Set) -> Vec<u32> {
        let set = self.padded(set.clone());
        let end = |(state, closed, _): &(State, bool, bool)| {
            // A row on an endless line has empty cells behind it anyway.
            let state = if *closed && !self.moves.endless { self.guess.step(*state, 0) } else { *state };
            self.guess.output(state)
        };
        let mut outputs: Vec<u32> = set.after.iter().map(end).collect();
        outputs.sort_unstable();
        outputs.dedup();
        outputs
    }
}

/// A case: what one move makes of a row, the row itself, and the goal.
type Case = (Set, State, State);

/// Checks that an automaton satisfies the equation on all rows. The empty row is one only on an endless line.
///
/// # Errors
/// A limit was reached.
pub fn check(
    moves: &Moves,
    goal: &Automaton,
    aim: Aim,
    guess: &Automaton,
    meter: &Meter<'_>,
) -> Result<Checked, Halted> {
    let check = Check { guess, moves, trie: Trie::of(moves) };
    let mut room = Room::new(meter);
    let mut bytes = 0;
    let mut number: FxHashMap<Case, usize> = FxHashMap::default();
    let mut queue: Vec<(Case, Option<(usize, Letter)>)> = Vec::new();
    let start = (check.start(), guess.start(), goal.start());
    number.insert(start.clone(), 0);
    queue.push((start, None));
    let mut at = 0;
    while let Some(((set, state, goal_state), _)) = queue.get(at).cloned() {
        meter.expanded(1)?;
        let right = aim.value(goal.output(goal_state), &check.options(&set));
        if !set.begins && right != guess.output(state) {
            return Ok(Checked::Fails(word(&queue, at)));
        }
        for letter in 0..Letter::try_from(moves.contents).unwrap_or(Letter::MAX) {
            let case = (check.step(&set, letter), guess.step(state, letter), goal.step(goal_state, letter));
            if !number.contains_key(&case) {
                meter.seen(1);
                bytes += 2 * (128 + 16 * case.0.within.len() + 8 * case.0.after.len());
                room.hold(bytes)?;
                number.insert(case.clone(), queue.len());
                queue.push((case, Some((at, letter))));
            }
        }
        at += 1;
    }
    Ok(Checked::Holds(queue.len()))
}

/// The row that leads to a case.
fn word(queue: &[(Case, Option<(usize, Letter)>)], mut at: usize) -> Vec<Letter> {
    let mut word = Vec::new();
    while let Some((before, letter)) = queue.get(at).and_then(|q| q.1) {
        word.push(letter);
        at = before;
    }
    word.reverse();
    word
}
