//! The facts about a puzzle, in sections.

mod every;
mod lemma;
mod trace;

use super::bases::{self, Plan, Shelf};
use super::bound::{coins, least};
use super::paper;
use super::problem::{Family, Goal, Problem};
use super::read::Game;
use super::row::{Colour, FREE, Move, Row};
use super::search::{Outcome, search};
use puzzlec_base::Budget;
use puzzlec_base::words::{counted, grouped};
use puzzlec_model::board::Coord;
use puzzlec_theory::meter::{Meter, Share};
use puzzlec_theory::{Content, Facts, FactsRequest, Line, Mark, Overlay, Section};
use trace::Trace;

/// The limits of the search for a plan if none is given.
const SEARCHED: Share = Share { states: 300_000, expanded: 300_000, bytes: 1 << 27 };
/// Goals that are listed.
const MOST_GOALS: usize = 24;
/// Coins of a goal that are shown.
const MOST_COINS: usize = 40;
/// A plan of more moves is not analysed unless it is given.
const LONGEST: u64 = 100_000;

/// The facts about a puzzle and a plan: the given one, or one that a short search finds.
pub(super) fn facts(game: &Game<'_>, request: &FactsRequest<'_>, budget: &Budget) -> Result<Facts, String> {
    if request.goal.is_some() {
        return Err("the goals of a row of coins are not told apart by cells: all of them are shown".into());
    }
    let problem = &game.problem;
    let summary = summary(game);
    if request.brief {
        return Ok(Facts { summary, sections: Vec::new() });
    }
    let mut sections = vec![about(game), goals(game)];
    let given: Option<Vec<Move>> =
        request.plan.map(|steps| steps.labels().filter_map(|label| game.form.step(&label)).collect());
    let meter = Meter::new(budget);
    let mut extended = None;
    let moves = match given {
        Some(moves) => Some(moves),
        None => found(problem, &mut extended, &meter),
    };
    if let Some(moves) = moves {
        sections.extend(Trace::new(game, &moves).sections());
    }
    sections.extend(extended.and_then(|plan| lemma::inserted(game, &plan)));
    sections.extend(every::sections(game, &meter));
    Ok(Facts { summary, sections })
}

/// The cell of the board with this number.
fn cell(at: i64) -> Option<Coord> {
    Some(Coord::new(i32::try_from(at).ok()?, 0))
}

/// A plan, where one is found soon; `extended` is set to it if it is one for fewer coins, extended.
fn found(problem: &Problem, extended: &mut Option<Plan>, meter: &Meter<'_>) -> Option<Vec<Move>> {
    if let (Some(family), Ok(k)) = (family(problem), u32::try_from(problem.k))
        && family.n as u64 <= LONGEST
        && let Some(plan) = of_family(family, k, meter)
    {
        let first = problem.start.first();
        let moves = plan.moves().map(|step| Move { from: step.from + first, to: step.to + first }).collect();
        *extended = (plan.len() > u64::from(plan.base().n())).then_some(plan);
        return Some(moves);
    }
    match meter.share(SEARCHED, || search(problem, None, meter)) {
        Ok(Some(Outcome::Plan { moves, .. })) => Some(moves),
        _ => None,
    }
}

/// A plan of n moves; that of the paper's lemma where its base is one of the paper.
fn of_family(family: Family, k: u32, meter: &Meter<'_>) -> Option<Plan> {
    let n = family.n as u64;
    let printed = if k == 3 && n.is_multiple_of(2) { paper::extended(n) } else { None };
    let plan = match printed {
        Some(plan) => plan,
        None => meter.share(SEARCHED, || bases::plan(n, k, Shelf::EMPTY, meter)).ok()??.plan()?,
    };
    (if plan.white() { family.white } else { family.black }).then_some(plan)
}

/// In one line: the coins, and how many moves every plan has at least.
fn summary(game: &Game<'_>) -> String {
    let problem = &game.problem;
    let k = grouped(problem.k as u64);
    let coins = match family(problem) {
        Some(family) => format!("{n} + {n} coins, {k} at a time", n = grouped(family.n as u64)),
        None => format!("{}, {k} at a time", counted(problem.start.coins() as u64, "coins")),
    };
    match least(problem) {
        None => format!("{coins}; no goal has these coins"),
        Some(0) => coins,
        Some(moves) => format!("{coins}; at least {}", counted(moves, "moves")),
    }
}

/// The coins, the rule and the line.
fn about(game: &Game<'_>) -> Section {
    let problem = &game.problem;
    let fact = |name: &str, value: String| (name.to_owned(), value);
    let line = match problem.ends {
        None => "endless in both directions".to_owned(),
        Some((first, last)) => format!("{} to {}", game.name(first), game.name(last)),
    };
    let landing = if problem.over {
        "on cells that are free or that they leave"
    } else {
        "on cells that are free before the lift"
    };
    let mut facts = vec![
        fact("coins", by_colour(game, &problem.start)),
        fact("coins that move at a time", grouped(problem.k as u64)),
        fact("they land", landing.to_owned()),
        fact("line", line),
        fact("unlike neighbours at the start", grouped(problem.start.pairs() as u64)),
        fact("free cells between coins at the start", grouped(gaps(&problem.start))),
    ];
    if let Some(family) = family(problem) {
        facts.push(fact("game", format!("(n,k) = ({},{})", family.n, problem.k)));
    }
    let note = "a move lifts neighbouring coins and puts them down in the same order";
    Section::new("game", note, Content::Facts { facts }).over(pairs(&problem.start))
}

/// The pairs of a row, as lines.
fn pairs(row: &Row) -> Overlay {
    let unlike = |(two, at): (&[Colour], i64)| match two {
        [a, b] if *a != FREE && *b != FREE && a != b => Some(Line::between(cell(at)?, cell(at + 1)?, 0)),
        _ => None,
    };
    Overlay::lines("pairs", row.cells().windows(2).zip(row.first()..).filter_map(unlike))
        .with(Mark::Line(0), "a pair: neighbours of unlike colours")
}

/// The goals, with the pairs that bound the number of moves.
fn goals(game: &Game<'_>) -> Section {
    let problem = &game.problem;
    let columns = ["coins", "place", "unlike neighbours", "moves, at least"].map(str::to_owned).to_vec();
    let row = |goal: &Goal| {
        let place = if goal.row.cells().is_empty() || goal.anywhere {
            "anywhere".to_owned()
        } else {
            format!("from {}", game.name(goal.row.first()))
        };
        let alone = Problem { goals: vec![goal.clone()], start: problem.start.clone(), ..*problem };
        let moves = least(&alone).map_or("impossible: other coins".to_owned(), grouped);
        vec![drawn(game, &goal.row), place, grouped(goal.row.pairs() as u64), moves]
    };
    let rows = problem.goals.iter().take(MOST_GOALS).map(row).collect();
    let more = match problem.goals.len().saturating_sub(MOST_GOALS) {
        0 => String::new(),
        more => format!("; {} more goals are not shown", grouped(more as u64)),
    };
    let first = if problem.start.is_contiguous() { ", the first move at most one" } else { "" };
    let note = format!("a move makes at most two new pairs of neighbours{first}{more}");
    Section::new("goals", &note, Content::Table { columns, rows, times: Vec::new() })
}

/// The first coins of a row.
fn drawn(game: &Game<'_>, row: &Row) -> String {
    let mut text: String = row.cells().iter().take(MOST_COINS).map(|held| game.mark(*held)).collect();
    if row.cells().len() > MOST_COINS {
        text.push('…');
    }
    text
}

/// How many coins there are of each colour.
fn by_colour(game: &Game<'_>, row: &Row) -> String {
    let text = |(colour, count)| format!("{} {}", game.mark(colour), grouped(count));
    coins(row).into_iter().map(text).collect::<Vec<_>>().join(", ")
}

/// How many free cells lie between the coins.
fn gaps(row: &Row) -> u64 {
    (row.cells().len() - row.coins()) as u64
}

/// The game of the paper, which has no ends.
fn family(problem: &Problem) -> Option<Family> {
    problem.family().filter(|_| problem.ends.is_none())
}
