//! A plan, move by move.

use std::collections::BTreeSet;

use crate::bases::Base;
use crate::problem::Problem;
use crate::read::Game;
use crate::row::{Colour, FREE, Move};
use puzzlec_base::words::{counted, grouped};
use puzzlec_theory::{Content, Mark, Overlay, Section};

/// Moves that are listed.
const MOST_MOVES: usize = 200;
/// Rows and columns of a diagram.
const MOST_ROWS: usize = 100;
const MOST_COLUMNS: usize = 200;
/// Coins that are named.
const MOST_NAMED: usize = 16;

/// A plan with what it does to the row.
pub(super) struct Trace<'a> {
    game: &'a Game<'a>,
    moves: &'a [Move],
    /// The first cell that is used, and the cells from there on.
    first: i64,
    start: Vec<Colour>,
    end: Vec<Colour>,
    /// By cell whether it ever lost its coin.
    lifted: Vec<bool>,
    /// By cell where its coin lay at the start.
    origin: Vec<usize>,
    /// By cell of the start how often its coin moves.
    times: Vec<u64>,
    /// By move, as far as they are listed, the coins that it lifts and the pairs after it.
    listed: Vec<(String, i64)>,
    /// By move the rows of the diagram, the start first.
    rows: Vec<String>,
    /// The greatest deficit of a move with its number, and the sum.
    deficit: i64,
}

impl<'a> Trace<'a> {
    /// Plays legal moves. Memory grows with the cells that they use, time with the moves times k.
    pub(super) fn new(game: &'a Game<'a>, moves: &'a [Move]) -> Self {
        let problem = &game.problem;
        let k = width(problem);
        let first = moves.iter().map(|step| step.to).fold(problem.start.first(), i64::min);
        let last = moves.iter().map(|step| step.to + k).fold(problem.start.end(), i64::max);
        let start: Vec<Colour> = (first..last).map(|cell| problem.start.at(cell)).collect();
        let mut trace = Trace {
            game,
            moves,
            first,
            end: start.clone(),
            lifted: vec![false; start.len()],
            origin: (0..start.len()).collect(),
            times: vec![0; start.len()],
            start,
            listed: Vec::new(),
            rows: Vec::new(),
            deficit: 0,
        };
        trace.draw();
        let mut pairs = i64::try_from(problem.start.pairs()).unwrap_or(i64::MAX);
        for step in moves {
            let before = pairs;
            let held: Vec<Colour> = (0..k).map(|i| trace.at(step.from + i)).collect();
            pairs -= trace.around(step.from, k);
            trace.carry(*step, k);
            (0..k).for_each(|i| trace.set(step.from + i, FREE));
            held.iter().zip(step.to..).for_each(|(held, cell)| trace.set(cell, *held));
            pairs += trace.around(step.to, k);
            trace.deficit += 2 - (pairs - before);
            if trace.listed.len() < MOST_MOVES {
                trace.listed.push((held.iter().map(|held| game.mark(*held)).collect(), pairs));
            }
            trace.draw();
        }
        trace
    }

    fn place(&self, cell: i64) -> Option<usize> {
        usize::try_from(cell.checked_sub(self.first)?).ok()
    }

    fn at(&self, cell: i64) -> Colour {
        self.place(cell).and_then(|place| self.end.get(place)).copied().unwrap_or(FREE)
    }

    fn set(&mut self, cell: i64, held: Colour) {
        let Some(place) = self.place(cell) else { return };
        if let Some(slot) = self.end.get_mut(place) {
            *slot = held;
        }
        if let Some(lifted) = self.lifted.get_mut(place) {
            *lifted |= held == FREE;
        }
    }

    /// Counts a move for each of its coins.
    fn carry(&mut self, step: Move, k: i64) {
        let coins: Vec<Option<usize>> =
            (0..k).map(|i| self.origin.get(self.place(step.from + i)?).copied()).collect();
        for (coin, to) in coins.into_iter().zip(step.to..) {
            let (Some(coin), Some(place)) = (coin, self.place(to)) else { continue };
            if let Some(times) = self.times.get_mut(coin) {
                *times += 1;
            }
            if let Some(origin) = self.origin.get_mut(place) {
                *origin = coin;
            }
        }
    }

    /// The pairs of the coins on k cells with their neighbours to both sides.
    fn around(&self, cell: i64, k: i64) -> i64 {
        let pair = |a: i64, b: i64| {
            let (a, b) = (self.at(a), self.at(b));
            i64::from(a != FREE && b != FREE && a != b)
        };
        pair(cell - 1, cell) + pair(cell + k - 1, cell + k)
    }

    fn draw(&mut self) {
        if self.rows.len() <= MOST_ROWS {
            let row = self.end.iter().take(MOST_COLUMNS).map(|held| self.game.mark(*held)).collect();
            self.rows.push(row);
        }
    }

    /// The sections about the plan.
    pub(super) fn sections(self) -> Vec<Section> {
        let cut = |all: usize, most: usize, what: &str| match all.saturating_sub(most) {
            0 => String::new(),
            more => format!("; {} more {what} are not shown", grouped(more as u64)),
        };
        let columns = ["move", "from", "to", "coins", "pairs gained", "deficit", "unlike neighbours"];
        let mut before = i64::try_from(self.game.problem.start.pairs()).unwrap_or(i64::MAX);
        let mut rows = Vec::new();
        for ((number, step), (coins, pairs)) in (1_u64..).zip(self.moves).zip(&self.listed) {
            let gain = pairs - before;
            before = *pairs;
            rows.push(vec![
                grouped(number),
                self.game.name(step.from),
                self.game.name(step.to),
                coins.clone(),
                format!("{gain:+}"),
                (2 - gain).to_string(),
                pairs.to_string(),
            ]);
        }
        let note = format!(
            "pairs are unlike neighbours; the deficit of a move is 2 less the pairs that it gains{}",
            cut(self.moves.len(), MOST_MOVES, "moves")
        );
        let columns = columns.map(str::to_owned).to_vec();
        let moves = Section::new("moves", &note, Content::Table { columns, rows, times: Vec::new() });
        let note = format!(
            "one row for each position, the start first{}{}",
            cut(self.moves.len(), MOST_ROWS, "rows"),
            cut(self.start.len(), MOST_COLUMNS, "columns")
        );
        let about = self.about().over(self.often());
        let lemma = self.base().and_then(|base| super::lemma::replaced(self.game, &base));
        let diagram = Section::new("diagram", &note, Content::Pictures { pictures: vec![self.rows] });
        [about, moves].into_iter().chain(lemma).chain([diagram]).collect()
    }

    /// How often each coin moves.
    fn often(&self) -> Overlay {
        let coins =
            || self.start.iter().zip(&self.times).zip(self.first..).filter(|((held, _), _)| **held != FREE);
        let still = coins().filter(|((_, times), _)| **times == 0);
        let numbers =
            coins().filter_map(|((_, times), at)| Some((super::cell(at)?, i64::try_from(*times).ok()?)));
        let tints = still.filter_map(|(_, at)| Some((super::cell(at)?, 0))).collect();
        Overlay { tints, ..Overlay::numbers("stationary", numbers) }
            .with(Mark::Cell(0), "a coin that never moves")
            .with(Mark::Label, "how often the coin moves")
    }

    fn about(&self) -> Section {
        let fact = |name: &str, value: String| (name.to_owned(), value);
        let problem = &self.game.problem;
        let mut facts = vec![fact("moves", grouped(self.moves.len() as u64))];
        let row = || self.end.iter().enumerate().filter(|(_, held)| **held != FREE);
        if let (Some((begin, held)), Some((last, _))) = (row().next(), row().next_back()) {
            let begin = self.first + i64::try_from(begin).unwrap_or(i64::MAX);
            let gap = if self.first + i64::try_from(last).unwrap_or(0) - begin + 1
                == problem.start.coins() as i64
            {
                ""
            } else {
                ", with gaps"
            };
            facts.push(fact("type", format!("{} first{gap}", self.game.mark(*held))));
            facts.push(fact("shift", to_the_side(begin - problem.start.first())));
        }
        facts.push(fact("deficit of all moves", self.deficit.to_string()));
        let left = problem.start.first() - self.first;
        let right = self.first + i64::try_from(self.start.len()).unwrap_or(0) - problem.start.end();
        facts.push(fact("cells used left and right of the start", format!("{left} and {right}")));
        facts.extend(self.stationary());
        if let Some(base) = self.base() {
            let more = counted(2 * u64::from(base.k()), "coins");
            let extends = match base.extends() {
                true => format!("by {more} of each colour, any number of times"),
                false => "no".to_owned(),
            };
            facts.push(fact("extendable", extends));
        }
        Section::facts("plan", facts)
    }

    /// By colour the coins that never move.
    fn stationary(&self) -> Vec<(String, String)> {
        let colours: BTreeSet<Colour> = self.start.iter().copied().filter(|held| *held != FREE).collect();
        let still = |colour: Colour| {
            let cells = self.start.iter().zip(&self.lifted).zip(self.first..);
            cells.filter(move |((held, lifted), _)| **held == colour && !**lifted).map(|(_, cell)| cell)
        };
        let named = |colour: Colour| {
            let all = still(colour).count();
            let mut names: Vec<String> =
                still(colour).take(MOST_NAMED).map(|cell| self.game.name(cell)).collect();
            if all > names.len() {
                names.push("…".to_owned());
            }
            let names = if all == 0 { String::new() } else { format!(": {}", names.join(" ")) };
            (format!("{} that never move", self.game.mark(colour)), format!("{}{names}", grouped(all as u64)))
        };
        colours.into_iter().map(named).collect()
    }

    /// The plan as a base of larger games, if it is one of the (n,k)-game in n moves.
    fn base(&self) -> Option<Base> {
        let problem = &self.game.problem;
        let (family, k) = (super::family(problem)?, u32::try_from(problem.k).ok()?);
        let n = u32::try_from(family.n).ok()?;
        let first = problem.start.first();
        let moved = |step: &Move| Move { from: step.from - first, to: step.to - first };
        Base::new(n, k, self.moves.iter().map(moved).collect())
    }
}

fn width(problem: &Problem) -> i64 {
    i64::try_from(problem.k).unwrap_or(i64::MAX)
}

/// A number of cells to the left or right, in words.
fn to_the_side(cells: i64) -> String {
    match cells {
        0 => "none".to_owned(),
        1.. => format!("{} to the right", counted(cells.unsigned_abs(), "cells")),
        _ => format!("{} to the left", counted(cells.unsigned_abs(), "cells")),
    }
}
