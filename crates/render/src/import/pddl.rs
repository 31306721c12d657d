//! Problems in PDDL of three shapes: Sokoban, peg solitaire and sliding tiles, with the predicates of the planning
//! competitions; tiles also with those of a domain in the same text. Other problems are refused.

mod domain;
mod expression;
mod pegs;
mod sokoban;
mod tiles;

use std::collections::{BTreeMap, BTreeSet};

use super::MOST_CELLS;
use super::grid::Place;
use super::lines::{Lines, wrong};
use super::page::Page;
use expression::{Node, read};
use puzzlec_base::Span;
use puzzlec_base::diag::Diagnostic;
use puzzlec_base::words::grouped;

pub(super) fn is_one(text: &str) -> bool {
    let lines = text.lines().map(|line| line.split(';').next().unwrap_or(""));
    lines.map(str::trim).find(|line| !line.is_empty()).is_some_and(|line| line.starts_with('('))
        && text.to_ascii_lowercase().contains("define")
}

/// A fact with its place.
struct Fact {
    /// The predicate and its arguments, in lower case.
    words: Vec<String>,
    at: Span,
}

/// The parts of a problem.
struct Problem {
    name: String,
    init: Vec<Fact>,
    goal: Vec<Fact>,
    /// `:metric minimize (total-cost)`.
    costs: bool,
    at: Span,
}

impl Problem {
    /// The arguments of the facts with this predicate.
    fn all<'p>(&'p self, predicate: &'p str) -> impl Iterator<Item = (&'p [String], Span)> {
        self.init.iter().filter_map(move |fact| match fact.words.split_first() {
            Some((first, rest)) if first == predicate => Some((rest, fact.at)),
            _ => None,
        })
    }

    fn has(&self, predicate: &str) -> bool {
        self.all(predicate).next().is_some()
    }
}

pub(super) fn import(lines: &Lines<'_>, text: &str, page: &mut Page, found: &mut Vec<Diagnostic>) {
    if let Err(wrong) = all(lines, text, page, found) {
        found.push(*wrong);
    }
}

fn all(
    lines: &Lines<'_>,
    text: &str,
    page: &mut Page,
    found: &mut Vec<Diagnostic>,
) -> Result<(), Box<Diagnostic>> {
    page.head("Imported from PDDL.");
    let nodes = read(lines, text)?;
    let domains = || nodes.iter().filter(|node| is_domain(node));
    let sliding = domains().find_map(domain::Tiles::of);
    // A domain beside its problems is no mistake.
    let alone = domains().count() == nodes.len();
    for node in nodes.iter().filter(|node| alone || !is_domain(node)) {
        match problem(node) {
            Ok(mut problem) => {
                if let Some(sliding) = &sliding {
                    sliding.rename(&mut problem);
                }
                let shape = if problem.has("move-dir") {
                    sokoban::puzzle(&problem, page)
                } else if problem.has("in-line") {
                    pegs::puzzle(&problem, page)
                } else if problem.has("neighbor") {
                    tiles::puzzle(&problem, page)
                } else {
                    let text = "only problems of Sokoban, peg solitaire and sliding tiles can be imported";
                    let help = "expected the predicates `MOVE-DIR`, `IN-LINE` or `neighbor`, or the domain before the problem";
                    Err(Box::new(wrong(problem.at, text).help(help)))
                };
                if let Err(wrong) = shape {
                    found.push(*wrong);
                }
            }
            Err(wrong) => found.push(*wrong),
        }
    }
    Ok(())
}

/// Whether a node is `(define (domain …) …)`.
fn is_domain(node: &Node) -> bool {
    let head = node.list().and_then(|parts| parts.get(1)).and_then(Node::list);
    head.and_then(|head| head.first()).is_some_and(|word| word.is("domain"))
}

fn problem(node: &Node) -> Result<Problem, Box<Diagnostic>> {
    let parts = node.list().filter(|parts| parts.first().is_some_and(|head| head.is("define")));
    let parts = parts.ok_or_else(|| Box::new(wrong(node.at, "expected `(define (problem …) …)`")))?;
    let head = parts.get(1).and_then(Node::list).unwrap_or(&[]);
    if !head.first().is_some_and(|word| word.is("problem")) {
        let text = "this is not a problem: a domain has no start and no goal";
        return Err(Box::new(
            wrong(node.at, text).help("import the file that begins with `(define (problem …`"),
        ));
    }
    let name = head.get(1).and_then(Node::word).unwrap_or("").to_owned();
    let section = |wanted: &str| {
        let lists = parts.iter().filter_map(Node::list);
        lists.into_iter().find(|list| list.first().is_some_and(|word| word.is(wanted)))
    };
    let missing = |what: &str| Box::new(wrong(node.at, format!("the problem has no `{what}`")));
    let init = section(":init").ok_or_else(|| missing(":init"))?;
    let goal = section(":goal").ok_or_else(|| missing(":goal"))?;
    let facts = |nodes: &[Node]| nodes.iter().filter_map(Node::fact).collect::<Vec<_>>();
    let mut wanted = Vec::new();
    for node in goal.iter().skip(1) {
        let list = node.list().unwrap_or(&[]);
        let conditions = if list.first().is_some_and(|word| word.is("and")) { list.get(1..) } else { None };
        for condition in conditions.unwrap_or(std::slice::from_ref(node)) {
            let fact = condition.fact();
            let fact =
                fact.ok_or_else(|| Box::new(wrong(condition.at, "the goal must be a list of facts")))?;
            wanted.push(fact);
        }
    }
    Ok(Problem {
        name,
        init: facts(init.get(1..).unwrap_or(&[])),
        goal: wanted,
        costs: section(":metric").is_some(),
        at: node.at,
    })
}

/// The argument of this number.
fn word(words: &[String], number: usize) -> &str {
    words.get(number).map_or("", String::as_str)
}

/// Rows and columns from 0 for places with signed ones.
fn placed(all: BTreeMap<String, (i64, i64)>, at: Span) -> Result<BTreeMap<String, Place>, Box<Diagnostic>> {
    let top = all.values().map(|place| place.0).min().unwrap_or(0);
    let left = all.values().map(|place| place.1).min().unwrap_or(0);
    let span = |of: fn(&(i64, i64)) -> i64| {
        let (low, high) = (all.values().map(of).min(), all.values().map(of).max());
        low.zip(high).and_then(|(low, high)| high.checked_sub(low)).unwrap_or(i64::MAX)
    };
    if span(|place| place.0).saturating_add(1).saturating_mul(span(|place| place.1).saturating_add(1))
        > MOST_CELLS as i64
    {
        return Err(Box::new(wrong(
            at,
            format!("the board has more than {} places", grouped(MOST_CELLS as u64)),
        )));
    }
    if all.values().collect::<BTreeSet<_>>().len() < all.len() {
        return Err(Box::new(wrong(at, "two places of the board coincide")));
    }
    let from = |n: i64, low: i64| usize::try_from(n - low).unwrap_or(0);
    Ok(all.into_iter().map(|(name, (row, column))| (name, (from(row, top), from(column, left)))).collect())
}

/// The two numbers at the end of a name such as `pos-03-12`.
fn numbers(name: &str) -> Option<(i64, i64)> {
    let runs = name.split(|c: char| !c.is_ascii_digit()).filter(|run| !run.is_empty());
    let all: Vec<i64> = runs.map_while(|run| run.parse().ok()).collect();
    let two = all.iter().rev().take(2).copied().collect::<Vec<_>>();
    if let [last, before] = two.as_slice() { Some((*before, *last)) } else { None }
}
