//! All least plans of a puzzle: what their moves gain, which cells they use, how they end (2.2 to 2.4).

use std::collections::{BTreeMap, BTreeSet};

use crate::problem::Problem;
use crate::read::Game;
use crate::row::{Colour, FREE, Move, Row};
use crate::search::{self, Plans};
use puzzlec_base::words::{counted, grouped};
use puzzlec_model::board::Coord;
use puzzlec_theory::meter::{Meter, Share};
use puzzlec_theory::{Content, Mark, Overlay, Section};

/// The limits of the searches for all plans.
const SEARCHED: Share = Share { states: 100_000, expanded: 100_000, bytes: 1 << 26 };
/// Puzzles with more coins are not searched.
const MOST_COINS: usize = 40;
/// More plans are counted and not examined.
const MOST_PLANS: u128 = 20_000;
/// Rows of a table.
const MOST_ROWS: usize = 40;

/// What the moves of a plan gain: the first one, and by gain how many of the others.
type Gains = (i64, BTreeMap<i64, usize>);

/// What is counted, over all plans.
#[derive(Default)]
struct Profiles {
    plans: usize,
    /// By gains the plans, and those of them with a move that splits a pair.
    gains: BTreeMap<Gains, (usize, usize)>,
    /// By cells covered left and right of the start, and whether there is a gap between them and the start.
    cells: BTreeMap<(i64, i64, bool), usize>,
    /// By the first coin and the shift.
    ends: BTreeMap<(Colour, i64), usize>,
}

/// The sections about all least plans; none if they are not found soon. They are counted, and then listed: the numbers agree.
pub(super) fn sections(game: &Game<'_>, meter: &Meter<'_>) -> Vec<Section> {
    let problem = &game.problem;
    if problem.start.coins() > MOST_COINS {
        return Vec::new();
    }
    let counting = meter.share(SEARCHED, || search::count(problem, meter));
    let Ok(Some(Some((length, number)))) = counting else { return Vec::new() };
    let fact = |name: &str, value: String| (name.to_owned(), value);
    let mut facts = vec![fact("moves", grouped(length))];
    let few = match number {
        Plans::Infinite => {
            facts.push(fact(
                "plans",
                "infinitely many: a block may be put any number of cells further out".into(),
            ));
            return vec![about("too many to be examined", facts)];
        }
        Plans::Number(number) if number > MOST_PLANS || length == 0 => {
            let more = if number == u128::MAX { " or more" } else { "" };
            facts.push(fact("plans", format!("{number}{more}")));
            return vec![about("counted, not examined", facts)];
        }
        Plans::Number(number) => usize::try_from(number).unwrap_or(usize::MAX),
    };
    let mut profiles = Profiles::default();
    let listing = meter.share(SEARCHED, || {
        search::all(problem, meter, &mut |moves| {
            profiles.add(problem, moves);
            true
        })
    });
    if !matches!(listing, Ok(Some(()))) || profiles.plans != few {
        return Vec::new();
    }
    facts.push(fact("plans", grouped(few as u64)));
    let first = about("every one of them is in these tables", facts);
    vec![first, profiles.of_gains(), profiles.of_cells(game), profiles.of_ends(game)]
}

fn about(note: &str, facts: Vec<(String, String)>) -> Section {
    Section::new("all least plans", note, Content::Facts { facts })
}

impl Profiles {
    fn add(&mut self, problem: &Problem, moves: &[Move]) {
        let k = i64::try_from(problem.k).unwrap_or(i64::MAX);
        let mut row = problem.start.clone();
        let mut gains = Vec::new();
        let mut splits = false;
        let mut covered = BTreeSet::new();
        for step in moves {
            splits |= unlike(&row, step.from - 1) || unlike(&row, step.from + k - 1);
            let next = problem.played(&row, *step);
            gains.push(signed(next.pairs()) - signed(row.pairs()));
            covered.extend(step.to..step.to + k);
            row = next;
        }
        self.plans += 1;
        let mut others: BTreeMap<i64, usize> = BTreeMap::new();
        gains.iter().skip(1).for_each(|gain| *others.entry(*gain).or_default() += 1);
        let entry = self.gains.entry((gains.first().copied().unwrap_or(0), others)).or_default();
        entry.0 += 1;
        entry.1 += usize::from(splits);
        let (first, end) = (problem.start.first(), problem.start.end());
        let left = covered.iter().next().map_or(0, |cell| (first - cell).max(0));
        let right = covered.iter().next_back().map_or(0, |cell| (cell + 1 - end).max(0));
        let gap = (first - left..first).chain(end..end + right).any(|cell| !covered.contains(&cell));
        *self.cells.entry((left, right, gap)).or_default() += 1;
        *self.ends.entry((row.at(row.first()), row.first() - first)).or_default() += 1;
    }

    /// 2.2.
    fn of_gains(&self) -> Section {
        let columns = ["first move gains", "others gain", "deficit", "plans", "of them splitting a pair"];
        let rows = self.gains.iter().map(|((first, others), (plans, splitting))| {
            let list = others
                .iter()
                .rev()
                .map(|(gain, moves)| format!("{gain:+} in {}", counted(*moves as u64, "moves")));
            let gained = first + others.iter().map(|(gain, moves)| gain * signed(*moves)).sum::<i64>();
            let moves = 1 + others.values().sum::<usize>();
            vec![
                format!("{first:+}"),
                list.collect::<Vec<_>>().join(", "),
                (2 * signed(moves) - gained).to_string(),
                grouped(*plans as u64),
                grouped(*splitting as u64),
            ]
        });
        table("pairs gained in all least plans", "pairs are unlike neighbours", &columns, rows)
    }

    /// 2.3 and 2.4.
    fn of_cells(&self, game: &Game<'_>) -> Section {
        let problem = &game.problem;
        let k = signed(problem.k);
        let columns = ["cells left", "cells right", "blocks", "gap beside the start", "plans"];
        let rows = self.cells.iter().map(|((left, right, gap), plans)| {
            let blocks = |side: char, cells: i64| (1..=cells / k).map(move |block| format!("{side}{block}"));
            let named: Vec<String> = match left % k == 0 && right % k == 0 && !gap {
                true => blocks('L', *left).chain(blocks('R', *right)).collect(),
                false => Vec::new(),
            };
            let gap = if *gap { "yes" } else { "no" };
            vec![left.to_string(), right.to_string(), named.join(" "), gap.to_owned(), grouped(*plans as u64)]
        });
        let note =
            format!("L1, L2, ... are blocks of {k} cells to the left of the start, R1, R2, ... to the right");
        let section = table("cells used in all least plans", &note, &columns, rows);
        section.over(self.windows(problem, k))
    }

    /// The start, and the blocks beside it that some least plan uses.
    fn windows(&self, problem: &Problem, k: i64) -> Overlay {
        let (first, end) = (problem.start.first(), problem.start.end());
        let left = self.cells.keys().map(|key| key.0).max().unwrap_or(0);
        let right = self.cells.keys().map(|key| key.1).max().unwrap_or(0);
        let run = |from: i64, to: i64| (from..to).filter_map(super::cell);
        let coloured = |from, to, colour| run(from, to).map(move |cell| (cell, colour));
        let tints = coloured(first - left, first, 1).chain(coloured(first, end, 0)).chain(coloured(
            end,
            end + right,
            2,
        ));
        let block = |name: String, from: i64| (run(from, from + k).collect::<Vec<Coord>>(), name);
        let lefts = (1..=left / k).map(|i| block(format!("L{i}"), first - i * k));
        let rights = (1..=right / k).map(|i| block(format!("R{i}"), end + (i - 1) * k));
        let labels =
            lefts.chain(rights).chain([(run(first, end).collect::<Vec<Coord>>(), "M".to_owned())]).collect();
        Overlay { labels, ..Overlay::tints("windows", tints) }
            .with(Mark::Cell(0), "M: the cells of the start")
            .with(Mark::Cell(1), "cells to the left that some least plan uses")
            .with(Mark::Cell(2), "cells to the right that some least plan uses")
    }

    fn of_ends(&self, game: &Game<'_>) -> Section {
        let columns = ["first coin", "shift to the right", "plans"];
        let rows = self.ends.iter().map(|((colour, shift), plans)| {
            vec![game.mark(*colour).to_string(), shift.to_string(), grouped(*plans as u64)]
        });
        table("ends of all least plans", "", &columns, rows)
    }
}

fn table(
    title: &str,
    note: &str,
    columns: &[&str],
    rows: impl ExactSizeIterator<Item = Vec<String>>,
) -> Section {
    let note = match rows.len().saturating_sub(MOST_ROWS) {
        0 => note.to_owned(),
        more => format!("{note}; {} more rows are not shown", grouped(more as u64)),
    };
    let columns = columns.iter().map(|name| (*name).to_owned()).collect();
    let rows = rows.take(MOST_ROWS).collect();
    Section::new(title, &note, Content::Table { columns, rows, times: Vec::new() })
}

/// Whether the coins on a cell and the next are a pair.
fn unlike(row: &Row, cell: i64) -> bool {
    let (a, b) = (row.at(cell), row.at(cell + 1));
    a != FREE && b != FREE && a != b
}

fn signed(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
