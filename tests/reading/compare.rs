//! The program's answers beside those of the reading.

use std::collections::BTreeMap;
use std::num::NonZero;

use puzzlec_analysis::{Analysis, Answer, Outcome as TestOutcome, PuzzleInfo};
use puzzlec_base::Budget;
use puzzlec_base::diag::Diagnostic;
use puzzlec_checker::certificate::Checked;
use puzzlec_model::project::MemoryFiles;
use puzzlec_search::ground::ground;
use puzzlec_search::{All, Method, Options, Wanted, relaxed};
use puzzlec_syntax::ast::{Ending, MeasureKind};
use puzzlec_task::Optimality;
use puzzlec_task::certificate::{CertificateFile, LowerBound, Names, Proof, values};

use super::expression::Stop;
use super::placement::placed;
use super::play::Graph;
use super::puzzle::Puzzle;

/// What became of a puzzle.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// Both say the same.
    Same,
    /// The program takes it for a mistake, with this code.
    Refused(String),
    /// The reading does not know what it means.
    Unclear(String),
    /// There is too much to look at, or the program does not decide it.
    Open(String),
    /// They differ: in what, and how.
    Differs(&'static str, String),
}

/// Positions that the reading looks at.
const MOST: usize = 2_000;
/// Positions in which all labels are tried by the rules as written.
const MOST_REPLAYED: usize = 100;

/// What is said of a puzzle: by name a value.
pub type Told = BTreeMap<&'static str, String>;

/// The program's mistakes, by code.
fn refused(diagnostics: &[Diagnostic]) -> Outcome {
    let first = diagnostics.iter().find(|d| d.is_error());
    if let Some(found) = first.filter(|d| d.code.as_str() == "P0703") {
        return Outcome::Differs("replay", found.headline.clone());
    }
    Outcome::Refused(first.map_or("none".into(), |d| format!("{} {}", d.code.as_str(), d.headline)))
}

/// What the reading says of a puzzle.
pub fn read(text: &str, name: Option<&str>) -> Result<(Puzzle, Told), Outcome> {
    let puzzle = Puzzle::of(text, name).map_err(Outcome::Unclear)?;
    let stopped = |stop: Stop| Outcome::Unclear(stop.words());
    let mut told = Told::new();
    let large = || Outcome::Open("too many positions".into());
    if !puzzle.place.is_empty() {
        let [pieces, few, arrangements, classes] =
            placed(&puzzle, 40 * MOST).map_err(stopped)?.ok_or_else(large)?;
        told.insert("least", if arrangements == 0 { "none".into() } else { pieces.to_string() });
        told.insert("shortest solutions", few.to_string());
        told.insert("placements", arrangements.to_string());
        told.insert("up to symmetry", classes.to_string());
        return Ok((puzzle, told));
    }
    let graph = Graph::of(&puzzle, MOST).map_err(stopped)?.ok_or_else(large)?;
    if let Some(ends) = puzzle.players {
        let (winner, length) = graph.winner(ends);
        told.insert("winner", winner.into());
        told.extend(length.map(|length| ("length", length.to_string())));
        let valued = ends.last == Ending::Wins && puzzle.goal.is_none() && puzzle.wins == [None, None];
        let value = graph.value().filter(|_| valued && !puzzle.counters.contains_key("turn"));
        told.insert("value", value.map_or("none".into(), |n| n.to_string()));
    } else {
        let number = |n: Option<u64>| n.map_or("none".into(), |n| n.to_string());
        told.insert("least", number(graph.least(puzzle.measure)));
        let shortest = graph.shortest();
        told.insert("fewest actions", number(shortest.map(|s| s.0)));
        told.insert("shortest solutions", shortest.map_or("0".into(), |s| s.1.to_string()));
    }
    let levels: Vec<String> = graph.levels.iter().map(|l| l.len().to_string()).collect();
    told.insert("levels", levels.join(" "));
    told.insert("stuck", graph.moves.iter().filter(|m| m.is_empty()).count().to_string());
    told.insert("goals", graph.goals.iter().filter(|g| **g).count().to_string());
    told.insert("all", graph.all().map_or("endless".into(), |[s, g, w]| format!("{s} {g} {w}")));
    Ok((puzzle, told))
}

pub fn loaded(text: &str) -> Analysis {
    let files = MemoryFiles(BTreeMap::from([("p.puzzle".to_owned(), text.to_owned())]));
    Analysis::load(&files, &["p.puzzle".to_owned()])
}

fn options(method: Method, wanted: Wanted) -> Options {
    Options { method, wanted, ..Options::default() }
}

/// Of a line that goes on, window after window is looked at: fewer positions will do.
fn budget(puzzle: &Puzzle) -> Budget {
    let states = if puzzle.board.endless { 4_000 } else { 20_000 };
    Budget::unlimited().with_states(states)
}

/// What the program says of a puzzle.
pub fn asked(analysis: &Analysis, info: &PuzzleInfo, puzzle: &Puzzle) -> Result<Told, Outcome> {
    let mut told = Told::new();
    let budget = budget(puzzle);
    let failed = |d: Vec<Diagnostic>| refused(&d);
    let (report, document) =
        analysis.certify(info, &[], &options(Method::Auto, Wanted::Least), &budget).map_err(failed)?;
    match &report.answer {
        Answer::Solved(plan) if plan.optimality == Optimality::Least => {
            told.insert("least", plan.length.to_string());
        }
        Answer::Solved(plan) => {
            told.insert("found", plan.length.to_string());
        }
        Answer::Unsolvable { .. } => {
            told.insert("least", "none".into());
        }
        Answer::Game { winner, length, value, .. } => {
            told.insert("winner", winner.clone());
            told.extend(length.map(|length| ("length", length.to_string())));
            told.insert("value", value.map_or("none".into(), |n| n.to_string()));
        }
        Answer::NotWithin { .. } => unreachable!("no bound was asked for"),
        Answer::Stopped { reason, .. } => return Err(Outcome::Open(format!("{reason}"))),
    }
    if let (Answer::Solved(plan), Ok(document)) = (&report.answer, &document)
        && puzzle.place.is_empty()
        && plan.length > 0
    {
        contradicted(analysis, info, document, &budget)?;
    }
    match document {
        Ok(document) => {
            let checked = analysis.verify(info, &document, &budget).map_err(failed)?;
            told.insert(
                "verified",
                match checked {
                    Checked::Verified(_) => "yes".into(),
                    Checked::Rejected(why) => format!("rejected: {why}"),
                    Checked::Stopped(limit) => format!("stopped: {limit}"),
                },
            );
        }
        Err(why) => {
            told.insert("verified", format!("unwritten: {why:?}"));
        }
    }
    if puzzle.players.is_none() {
        let all = options(Method::Auto, Wanted::All { listed: 3 });
        let (report, document) = analysis.certify(info, &[], &all, &budget).map_err(failed)?;
        if let (false, Ok(document)) = (puzzle.place.is_empty(), document) {
            match analysis.verify(info, &document, &budget).map_err(failed)? {
                Checked::Rejected(why) => return Err(Outcome::Differs("certificate of all", why)),
                Checked::Verified(_) | Checked::Stopped(_) => {}
            }
        }
        match (&report.answer, &report.solutions) {
            (Answer::Solved(_), Some(all)) => told.insert("shortest solutions", all.count.replace(',', "")),
            (Answer::Unsolvable { .. }, _) => told.insert("shortest solutions", "0".into()),
            _ => None,
        };
        let methods = [
            ("any by breadth", Method::Breadth, Wanted::Any),
            ("any by depth", Method::Depth, Wanted::Any),
            ("any by greedy", Method::Greedy, Wanted::Any),
            ("breadth", Method::Breadth, Wanted::Least),
            ("bidirectional", Method::Bidirectional, Wanted::Least),
            ("astar", Method::Astar, Wanted::Least),
        ];
        let one_is_enough = puzzle.board.endless && !puzzle.stated;
        for (name, method, wanted) in methods.into_iter().filter(|_| !one_is_enough) {
            let report = analysis.solve(info, &[], &options(method, wanted), &budget).map_err(failed)?;
            let said = match &report.answer {
                Answer::Solved(plan) if plan.optimality == Optimality::Least => plan.length.to_string(),
                Answer::Solved(_) => "found".into(),
                Answer::Unsolvable { .. } => "none".into(),
                _ => continue,
            };
            told.insert(name, said);
        }
    }
    if puzzle.players.is_none() {
        bounded(analysis, info, puzzle, &mut told)?;
    }
    if puzzle.place.is_empty() {
        let count = analysis
            .count(info, &[], puzzlec_analysis::CountOf::Solutions, NonZero::<usize>::MIN, &budget)
            .map_err(failed)?;
        if let Some(limit) = &count.stopped {
            told.insert("count stopped", format!("{limit}"));
            return Ok(told);
        }
        let count = count.count;
        let joined = |levels: &[u64]| levels.iter().map(u64::to_string).collect::<Vec<_>>().join(" ");
        told.insert("levels", joined(&count.levels));
        let model = analysis.model(info, &[]).map_err(failed)?;
        if !puzzle.board.endless
            && let Some(replayed) = puzzlec_checker::explore(&model, MOST_REPLAYED)
        {
            told.insert("levels by replay", joined(&replayed.levels));
        }
        told.insert("stuck", count.stuck.to_string());
        told.insert("goals", count.goals.to_string());
        match count.all {
            All::Counted { solutions, games, won } => {
                told.insert("all", format!("{solutions} {games} {won}").replace(',', ""));
            }
            All::Endless => {
                told.insert("all", "endless".into());
            }
            All::Unknown => {}
        }
        if puzzle.players.is_none() {
            told.insert("fewest actions", count.shortest.map_or("none".into(), |s| s.length.to_string()));
            let solutions = count.shortest.map_or("0".into(), |s| s.solutions.to_string().replace(',', ""));
            told.insert("counted shortest solutions", solutions);
        }
    }
    Ok(told)
}

/// Asks the checker for the impossibility of a puzzle that has a plan: by the values that a cell can hold if no action
/// existed, or one action fewer, and by the positions before the last of the plan as all that there are.
fn contradicted(
    analysis: &Analysis,
    info: &PuzzleInfo,
    plan: &CertificateFile,
    budget: &Budget,
) -> Result<(), Outcome> {
    let model = analysis.model(info, &[]).map_err(|d| refused(&d))?;
    let Ok(made) = ground(&model, None, budget) else { return Ok(()) };
    let names = Names::new(&made.task);
    let mut forged = Vec::new();
    for left in 0..=made.task.actions.len().min(4) {
        let mut fewer = made.task.clone();
        match left {
            0 => fewer.actions.clear(),
            at => drop(fewer.actions.remove((at * 7) % made.task.actions.len())),
        }
        forged.push(Proof::GoalImpossible { values: values(&names, &relaxed(&fewer).values) });
    }
    if let Proof::Plan { least: Some(LowerBound::Levels(levels)), .. } = &plan.proof {
        forged.push(Proof::Closed { levels: levels.clone() });
    }
    for proof in forged {
        let document = CertificateFile { proof, ..plan.clone() };
        if let Checked::Verified(why) = analysis.verify(info, &document, budget).map_err(|d| refused(&d))? {
            return Err(Outcome::Differs("contradiction", format!("a plan, and also {why}")));
        }
    }
    Ok(())
}

/// The least bound within which a method has a plan, and the greatest within which one proves that there is none.
fn bounded(analysis: &Analysis, info: &PuzzleInfo, puzzle: &Puzzle, told: &mut Told) -> Result<(), Outcome> {
    let budget = budget(puzzle);
    let (mut plan, mut none) = (None::<u64>, None::<u64>);
    for most in 0..5 {
        for method in [
            Method::Auto,
            Method::Breadth,
            Method::Bidirectional,
            Method::Astar,
            Method::IdaStar,
            Method::Depth,
        ] {
            if most % 2 == 1 && method != Method::Auto {
                continue;
            }
            let asked = options(method, Wanted::Within(most));
            let (report, document) = analysis.certify(info, &[], &asked, &budget).map_err(|d| refused(&d))?;
            match &report.answer {
                Answer::Solved(found) if found.length > most => {
                    let text = format!("a plan of {} within {most} by {method:?}", found.length);
                    return Err(Outcome::Differs("within", text));
                }
                Answer::Solved(_) => plan = Some(plan.unwrap_or(most).min(most)),
                Answer::NotWithin { .. } => none = Some(none.unwrap_or(most).max(most)),
                _ => {}
            }
            if let (Answer::NotWithin { .. }, Ok(document)) = (&report.answer, document) {
                let checked = analysis.verify(info, &document, &budget).map_err(|d| refused(&d))?;
                if let Checked::Rejected(why) = checked {
                    return Err(Outcome::Differs("certificate", format!("within {most}: {why}")));
                }
            }
        }
    }
    told.extend(plan.map(|n| ("plan within", n.to_string())));
    told.extend(none.map(|n| ("no plan within", n.to_string())));
    Ok(())
}

/// The two side by side.
pub fn compare(text: &str, name: Option<&str>) -> Outcome {
    let analysis = loaded(text);
    let named = |p: &&PuzzleInfo| name.is_none_or(|n| n == p.name);
    let Some(info) = analysis.puzzles().iter().rfind(named) else {
        return refused(&analysis.faults());
    };
    let model = analysis.model(info, &[]);
    if let Err(diagnostics) = &model {
        return refused(diagnostics);
    }
    let (puzzle, read) = match (read(text, name), &model) {
        (_, Err(diagnostics)) => return refused(diagnostics),
        (Err(outcome), _) => return outcome,
        (Ok(found), _) => found,
    };
    if let Some(classes) = read.get("up to symmetry") {
        let (number, few) = (&read["placements"], &read["shortest solutions"]);
        let claims = format!(
            "    expect {number} placements\n    expect {classes} placements up to symmetry\n    \
             expect {few} solutions\n}}\n"
        );
        let text = text.strip_suffix("}\n").map(|text| format!("{text}{claims}"));
        let claimed = loaded(&text.unwrap_or_default());
        let tested = claimed.puzzles().last().map(|info| claimed.test(info, &|| Budget::unlimited().into()));
        let Some(Ok(results)) = tested else { return Outcome::Differs("claims", "not tested".into()) };
        if let Some(wrong) = results.iter().find(|r| !matches!(r.outcome, TestOutcome::Held)) {
            return Outcome::Differs("claims", format!("{}: {:?}", wrong.expectation, wrong.outcome));
        }
    }
    let told = match asked(&analysis, info, &puzzle) {
        Ok(told) => told,
        Err(outcome) => return outcome,
    };
    difference(&puzzle, &read, &told).unwrap_or(Outcome::Same)
}

fn difference(puzzle: &Puzzle, read: &Told, told: &Told) -> Option<Outcome> {
    let differs = |name, text: String| Some(Outcome::Differs(name, text));
    let skip = std::env::var("PUZZLEC_FUZZ_SKIP").unwrap_or_default();
    let counts = |name: &&str| matches!(*name, "all" | "shortest solutions" | "counted shortest solutions");
    let (last, first): (Vec<&str>, Vec<&str>) = told.keys().copied().partition(counts);
    for name in first.iter().chain(&last).filter(|n| !skip.contains(**n)) {
        let said = &told[name];
        let other = match *name {
            "counted shortest solutions" => read.get("shortest solutions"),
            "verified" if said == "yes" => continue,
            "verified" => return differs("certificate", said.clone()),
            "found" | "any by breadth" | "any by depth" | "any by greedy" => {
                let least = read.get("least");
                let solvable = least.is_some_and(|l| l != "none");
                let found = said != "none";
                let wrong = solvable != found
                    || said.parse::<u64>().is_ok() && *name != "found" && Some(said) != least;
                if wrong && !puzzle.board.endless {
                    return differs(name, format!("program: {said}, reading: {least:?}"));
                }
                continue;
            }
            "breadth" | "bidirectional" | "astar" => {
                // Some methods count actions.
                if puzzle.measure != MeasureKind::Actions && said != "none" && *name == "astar" {
                    continue;
                }
                if said == "found" { continue } else { read.get("least") }
            }
            "plan within" | "no plan within" => {
                let least: Option<u64> = read.get("least").and_then(|least| least.parse().ok());
                let most: u64 = said.parse().unwrap_or(0);
                let wrong = match *name {
                    "no plan within" => least.is_some_and(|least| least <= most),
                    // Of a board without end only a part is read.
                    _ => least.is_none_or(|least| least > most) && !puzzle.board.endless,
                };
                if wrong {
                    return differs(name, format!("program: {said}, reading: {least:?}"));
                }
                continue;
            }
            "count stopped" => continue,
            // Of a board without end only a part is read.
            "levels by replay" => read.get("levels"),
            "levels" | "stuck" | "goals" | "all" if puzzle.board.endless && !puzzle.stated => continue,
            _ => read.get(name),
        };
        if other != Some(said) {
            let other = other.map_or("-", String::as_str);
            return differs(name, format!("program: {said}, reading: {other}"));
        }
    }
    None
}

/// The program's answers to one puzzle in two looks.
pub fn compare_looks(one: &str, other: &str) -> Outcome {
    let answers = |text: &str| {
        let analysis = loaded(text);
        let info = analysis.puzzles().last().ok_or(Outcome::Refused("no puzzle".into()))?;
        let puzzle = Puzzle::of(text, None).map_err(Outcome::Unclear)?;
        asked(&analysis, info, &puzzle)
    };
    // Of any plan only that there is one must not depend on the order.
    let plain = |told: Result<Told, Outcome>| {
        told.map(|mut told| {
            // Whether a search within a length also sees that there is no plan at all depends on the order.
            told.remove("no plan within");
            for (_, said) in
                told.iter_mut().filter(|(name, said)| name.starts_with("any by") && *said != "none")
            {
                *said = "found".into();
            }
            told
        })
    };
    match (plain(answers(one)), plain(answers(other))) {
        (Ok(one), Ok(other)) if one == other => Outcome::Same,
        (Ok(one), Ok(other)) => {
            let differs = one.iter().find(|(name, said)| other.get(*name) != Some(said));
            let Some((name, said)) = differs else { return Outcome::Differs("looks", "more is said".into()) };
            let other = other.get(name).map_or("-", String::as_str);
            Outcome::Differs("looks", format!("{name}: {said} or {other}"))
        }
        (Err(outcome), _) => outcome,
        (_, Err(outcome)) => Outcome::Differs("looks", format!("in one: {outcome:?}")),
    }
}
