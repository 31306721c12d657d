//! The facts of the theory about a puzzle, in sections.

mod marks;
mod sheet;

use std::collections::BTreeMap;

use super::analyze::{BoardFacts, ProblemFacts, TestFacts};
use super::balance::everywhere;
use super::board::{Cells, Jump};
use super::game::Game;
use super::refute::decide::{Invariants, TestName, TestOutcome, refuting};
use super::refute::pairs::pairs;
use puzzlec_base::Budget;
use puzzlec_base::words::counted;
use puzzlec_model::Model;
use puzzlec_model::board::{Coord, numbers};
use puzzlec_search::ground::Ground;
use puzzlec_theory::meter::Meter;
use puzzlec_theory::{Content, Facts, FactsRequest, Line, Mark, Overlay, Section};

/// Maximum number of goals in a report without a requested one.
const MOST_GOALS: usize = 64;

/// The facts about a puzzle: the board, the goals, and one goal with all tests.
pub(super) fn facts(
    model: &Model,
    ground: &Ground,
    game: &Game,
    request: &FactsRequest<'_>,
    budget: &Budget,
) -> Result<Facts, String> {
    let (cells, jumps) = (game.board.cells() as u64, game.board.jumps().len() as u64);
    let goals = counted(game.goals.len() as u64, "goals");
    let summary = format!("{}, {}, {goals}", counted(cells, "cells"), counted(jumps, "jumps"));
    if request.brief {
        return Ok(Facts { summary, sections: Vec::new() });
    }
    let writer = FactsWriter { model, ground, game };
    Ok(Facts { summary, sections: writer.sections(request, budget)? })
}

struct FactsWriter<'a> {
    model: &'a Model,
    ground: &'a Ground,
    game: &'a Game,
}

impl FactsWriter<'_> {
    fn sections(&self, request: &FactsRequest<'_>, budget: &Budget) -> Result<Vec<Section>, String> {
        let game = self.game;
        let asked = request.goal.map(|names| self.goal(names)).transpose()?;
        let played = request.plan.and_then(|plan| self.played(plan, budget));
        let places = game.places(&self.ground.cells);
        let invariants = Invariants::new(&game.board, places.as_deref());
        let mut sections = self.board(&BoardFacts::new(&game.board, &invariants));
        let meter = Meter::new(budget);
        let mut goals = Vec::new();
        if game.goals.len() <= MOST_GOALS && game.goals.len() > 1 {
            goals.extend(game.goals.iter().map(|g| (*g, refuting(&game.problem(*g), &invariants, &meter))));
            sections.push(self.goals(&goals));
        }
        let open = goals.iter().find(|(_, found)| found.is_none()).or(goals.first());
        let reached = played.as_ref().map(|(_, end)| *end);
        let shown = asked.or(reached).or(open.map(|(goal, _)| *goal)).or(game.goals.first().copied());
        if let Some(goal) = shown {
            let facts = ProblemFacts::new(game.problem(goal), &invariants, request.clock, &meter);
            sections.extend(self.problem(goal, &facts, &meter));
        }
        if let Some(all) = everywhere(&game.board, &meter) {
            sections.extend(self.everywhere(&all));
        }
        if let Some(goal) = shown {
            let plan = played.as_ref().filter(|(_, end)| *end == goal).map(|(jumps, _)| jumps.as_slice());
            sections.extend(self.reversed(goal, plan));
        }
        Ok(sections)
    }

    /// The facts about the board alone.
    fn board(&self, board: &BoardFacts) -> Vec<Section> {
        let fact = |name: &str, value: String| (name.to_owned(), value);
        let mut facts = vec![
            fact("cells", board.cells.to_string()),
            fact("jumps", board.jumps.to_string()),
            fact("symmetries", board.symmetries.to_string()),
            fact("goals", self.game.goals.len().to_string()),
        ];
        if let Some(smith) = &board.smith {
            let factors: Vec<String> = smith.iter().map(|(factor, n)| format!("{factor}^{n}")).collect();
            facts.push(fact("Smith form of the jumps", factors.join(" ")));
        }
        let (pairs, columns) = (board.pairs, board.generators);
        facts.push(fact(
            "quadratic tests",
            format!("{pairs} rows (pairs of cells), {columns} columns (jumps, and jumps beside a cell)"),
        ));
        let drawn = |set: &Cells| self.drawn(|cell| i64::from(holds(*set, cell)));
        let pictures = board.witnesses.iter().map(drawn).collect();
        vec![
            Section::facts("board", facts),
            Section::new(
                "classes",
                "a basis of the sets of cells that every jump meets in an even number",
                Content::Pictures { pictures },
            )
            .over(self.classes(&board.witnesses)),
        ]
    }

    /// Cells of one colour are in the same sets of a basis.
    fn classes(&self, basis: &[Cells]) -> Overlay {
        let mut kinds: Vec<Vec<bool>> = Vec::new();
        let mut kind = |cell: usize| {
            let sets: Vec<bool> = basis.iter().map(|set| holds(*set, cell)).collect();
            let known = kinds.iter().position(|kind| *kind == sets);
            u8::try_from(known.unwrap_or_else(|| {
                kinds.push(sets);
                kinds.len() - 1
            }))
        };
        let cells = self.ground.cells.iter().enumerate();
        let tints: Vec<(Coord, u8)> =
            cells.filter_map(|(number, cell)| Some((*cell, kind(number).ok()?))).collect();
        // More colours cannot be told apart.
        let name = if kinds.len() <= 12 { "invariants" } else { "" };
        Overlay::tints(name, tints.into_iter())
            .with(Mark::Cell(0), "cells of one colour are in the same invariants")
    }

    /// The goals that are ruled out, with the tests.
    fn goals(&self, goals: &[(Cells, Option<TestName>)]) -> Section {
        let mut groups: BTreeMap<Option<&str>, Vec<String>> = BTreeMap::new();
        for (goal, test) in goals {
            let pegs = self.names(*goal).join("+");
            groups.entry(test.as_ref().map(|t| t.name())).or_default().push(pegs);
        }
        let row = |(test, goals): (Option<&str>, Vec<String>)| {
            vec![test.unwrap_or("no test").to_owned(), goals.join(" ")]
        };
        let columns = vec!["ruled out by".to_owned(), "goals".to_owned()];
        let rows = groups.into_iter().map(row).collect();
        Section::new("goals", "", Content::Table { columns, rows, times: Vec::new() })
    }

    /// The facts about one goal.
    fn problem(&self, goal: Cells, facts: &ProblemFacts, meter: &Meter<'_>) -> Vec<Section> {
        let problem = self.game.problem(goal);
        let pegs = self.names(goal);
        let pegs = if pegs.is_empty() { "none".to_owned() } else { pegs.join(", ") };
        let writer =
            vec![("pegs".to_owned(), pegs), ("jumps of every game".to_owned(), facts.moves.to_string())];
        let row = |facts: &TestFacts| {
            let outcome = match facts.outcome {
                TestOutcome::Refuted(_) => "rules it out",
                TestOutcome::Passed => "passed",
                TestOutcome::Open => "not decided",
            };
            vec![facts.test.name().to_owned(), outcome.to_owned()]
        };
        let columns = vec!["test".to_owned(), "outcome".to_owned()];
        let rows = facts.tests.iter().map(row).collect();
        let times = facts.tests.iter().map(|t| t.time).collect();
        let mut sections = vec![
            Section::facts("goal", writer),
            Section::new("tests", "weakest first", Content::Table { columns, rows, times }),
        ];
        sections.push(self.balance(&problem));
        if let Some(bounds) = &facts.thickness {
            sections.push(self.thickness(bounds));
            sections.extend(self.traffic(&problem, meter));
        }
        sections.push(self.depth_and_height(facts));
        sections.push(self.pairs(&pairs(&problem, meter)));
        sections.extend(facts.refutation().and_then(|(_, proof)| self.weights(proof)));
        sections
    }

    /// How often jumps are played at most in games to the goal.
    fn thickness(&self, bounds: &[u32]) -> Section {
        let played: Vec<(&Jump, &u32)> =
            self.game.board.jumps().iter().zip(bounds).filter(|(_, bound)| **bound > 0).collect();
        let item = |(jump, bound): &(&Jump, &u32)| {
            format!("{}-{} {bound}", self.name(jump.from), self.name(jump.to))
        };
        let items: Vec<String> = played.iter().map(item).collect();
        let note = if items.is_empty() {
            "no game contains any jump"
        } else {
            "the maximum number of times each jump can be played; all others are never played"
        };
        let line = |(jump, bound): &(&Jump, &u32)| {
            Some(Line::arrow(self.cell(jump.from)?, self.cell(jump.to)?, 3, Some(bound.to_string())))
        };
        let overlay = Overlay::lines("thickness", played.iter().filter_map(line))
            .with(Mark::Line(3), "a jump, with the maximum number of times that it can be played");
        Section::new("thickness", note, Content::List { items }).over(overlay)
    }

    fn drawn(&self, number: impl Fn(usize) -> i64) -> Vec<String> {
        numbers(&self.model.board, &self.ground.cells, number)
    }

    /// The place of a cell on the board.
    fn cell(&self, cell: u8) -> Option<Coord> {
        self.ground.cells.get(usize::from(cell)).copied()
    }

    fn name(&self, cell: u8) -> &str {
        self.game.names.get(usize::from(cell)).map_or("", String::as_str)
    }

    fn names(&self, set: Cells) -> Vec<String> {
        let inside = self.game.names.iter().enumerate().filter(|(cell, _)| holds(set, *cell));
        inside.map(|(_, name)| name.clone()).collect()
    }

    /// The goal whose pegs have these names.
    fn goal(&self, names: &[String]) -> Result<Cells, String> {
        let mut set: Cells = 0;
        for name in names {
            let cell = self.game.names.iter().position(|n| n == name);
            let cell = cell.ok_or_else(|| format!("the board has no cell `{name}`"))?;
            set |= 1 << cell;
        }
        if self.game.goals.contains(&set) {
            return Ok(set);
        }
        Err(format!("exactly pegs on {} is not a goal of this puzzle", names.join(", ")))
    }
}

fn holds(set: Cells, cell: usize) -> bool {
    set >> cell & 1 == 1
}
