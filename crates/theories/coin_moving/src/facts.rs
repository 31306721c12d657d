//! The facts of the theory about a puzzle, in sections.

mod components;
mod pictures;
mod pokes;
mod spare;
mod splits;

use std::time::Duration;

use super::bound::bound;
use super::coins::Coins;
use super::decide::{Decision, Layer, decide};
use super::methods::asks;
use super::problem::Problem;
use super::read::Game;
use super::rectangle::Rectangle;
use super::shape;
use super::span::{Span, Spans};
use super::spare::{Spared, largest_extra, largest_redundant};
use puzzlec_base::Budget;
use puzzlec_base::words::{counted, grouped};
use puzzlec_model::board::Coord;
use puzzlec_theory::meter::{Halted, Meter, Share};
use puzzlec_theory::{Content, Facts, FactsRequest, Overlay, Section};

/// Maximum numbers of columns and rows of a picture.
const LARGEST: i32 = 120;
/// The limit on work for the one-line summary.
const BRIEF: Share = Share { states: 2_000, expanded: 2_000, bytes: 1 << 24 };

/// The facts about a puzzle: the start, a goal, and the results of the layers.
pub(super) fn facts(game: &Game<'_>, request: &FactsRequest<'_>, budget: &Budget) -> Result<Facts, String> {
    let problem = match request.goal {
        Some(names) => Some(asked(game, names)?),
        None => game.problems.first(),
    };
    let coins = counted(game.start.len() as u64, "coins");
    let Some(problem) = problem else {
        return Ok(Facts { summary: format!("{coins}, and no place for the goal"), sections: Vec::new() });
    };
    let meter = &Meter::new(budget);
    let writer =
        FactsWriter { game, problem, meter, start: span_of(&problem.start), goal: span_of(&problem.goal) };
    let goals = match game.problems.len() {
        1 => String::new(),
        goals => format!(", {}", counted(goals as u64, "goals")),
    };
    let mut summary = format!("{coins} in a span of {}{goals}", sizes(&writer.start));
    if request.brief {
        if game.problems.len() == 1
            && let Ok(Some(Some(verdict))) = meter.share(BRIEF, || writer.verdict())
        {
            summary = format!("{summary}; {verdict}");
        }
        return Ok(Facts { summary, sections: Vec::new() });
    }
    Ok(Facts { summary, sections: writer.sections(request) })
}

/// The problem whose goal has coins on these cells and nowhere else.
fn asked<'a>(game: &'a Game<'_>, names: &[String]) -> Result<&'a Problem, String> {
    let mut names = names.to_vec();
    names.sort_unstable();
    names.dedup();
    let is = |problem: &&Problem| {
        let mut cells: Vec<String> =
            problem.goal.iter().filter_map(|c| Some(game.name(problem.on_board(c)?))).collect();
        cells.sort_unstable();
        cells == names
    };
    let found = game.problems.iter().find(is);
    found.ok_or_else(|| format!("coins on {} and nowhere else are no goal of this puzzle", names.join(", ")))
}

fn span_of(coins: &Coins) -> Span {
    Spans::new(coins.width(), coins.height()).span(coins.iter())
}

/// The sizes of the components: `5 by 5`, `3 by 1 and 3 by 1`, or how many there are.
fn sizes(span: &Span) -> String {
    match span.0.as_slice() {
        [] => "no cell".to_owned(),
        [one] => format!("{} by {}", one.width(), one.height()),
        [one, two] => format!("{} by {} and {} by {}", one.width(), one.height(), two.width(), two.height()),
        several => counted(several.len() as u64, "components"),
    }
}

/// The start or the goal.
#[derive(Clone, Copy)]
struct Side<'a> {
    name: &'static str,
    coins: &'a Coins,
    span: &'a Span,
}

impl Side<'_> {
    /// An overlay on its picture.
    fn over(&self, overlay: Overlay) -> Overlay {
        if self.name == "goal" { overlay.on_goal() } else { overlay }
    }
}

struct FactsWriter<'a> {
    game: &'a Game<'a>,
    problem: &'a Problem,
    meter: &'a Meter<'a>,
    /// The spans of the start and of the goal.
    start: Span,
    goal: Span,
}

impl FactsWriter<'_> {
    /// The first layer that decides, in words.
    fn verdict(&self) -> Result<Option<String>, Halted> {
        for layer in Layer::ALL {
            match decide(self.problem, layer, self.meter)? {
                Decision::Yes => return Ok(Some(format!("there is a plan ({})", asks(layer)))),
                Decision::No(_) => return Ok(Some(format!("there is no plan ({})", asks(layer)))),
                Decision::Open => {}
            }
        }
        Ok(None)
    }

    fn sections(&self, request: &FactsRequest<'_>) -> Vec<Section> {
        let Problem { start, goal, .. } = self.problem;
        let [from, to] = [("start", start, &self.start), ("goal", goal, &self.goal)]
            .map(|(name, coins, span)| Side { name, coins, span });
        let mut sections = Vec::new();
        let extra = largest_extra(start, &self.start, self.meter).unwrap_or_default();
        let relative = largest_extra(start, &self.goal, self.meter).unwrap_or_default();
        let mut facts = self.configuration(from, &extra);
        facts.push(("extra coins relative to the goal".to_owned(), self.spared(&relative)));
        sections.push(Section::facts("start", facts).over(self.extra(&extra)));
        sections.push(self.components(from));
        sections.push(self.outer(from));
        let extra_in_goal = largest_extra(goal, &self.goal, self.meter).unwrap_or_default();
        let redundant = largest_redundant(goal, self.meter).unwrap_or_default();
        let mut facts = self.configuration(to, &extra_in_goal);
        facts.extend(self.redundant_facts(&redundant));
        sections.push(Section::facts("goal", facts).over(self.redundant(&redundant)));
        sections.push(self.components(to));
        let is_drawn = start.width().max(start.height()) <= LARGEST;
        let both = self.problem();
        sections.push(if is_drawn { both.over(self.span(to)) } else { both });
        sections.extend(self.splits());
        sections.push(self.layers(request.clock));
        if is_drawn {
            sections.push(self.spans([from, to]));
            sections.push(self.spare_coins([&extra, &relative, &redundant]));
            sections.push(self.canonical([from, to]));
            sections.extend(self.pokes(request.plan));
        }
        sections
    }

    /// The facts about a configuration alone.
    fn configuration(&self, Side { coins, span, .. }: Side<'_>, extra: &Spared) -> Vec<(String, String)> {
        let groups = shape::linked(coins);
        let (all, least) = (coins.len() as u64, span.minimum() as u64);
        let minimum = match all.saturating_sub(least) {
            0 => format!("{} (this is minimum)", grouped(least)),
            more => format!("{} ({} more are here)", grouped(least), grouped(more)),
        };
        let fact = |name: &str, value: String| (name.to_owned(), value);
        vec![
            fact("coins", grouped(all)),
            fact("span", sizes(span)),
            fact("fewest coins with this span", minimum),
            fact(
                "minimal",
                match (extra.coins.is_empty(), extra.is_largest) {
                    (true, true) => "yes: without any coin the span is smaller",
                    (true, false) => "not known: a limit came first",
                    (false, _) => "no",
                }
                .to_owned(),
            ),
            fact("extra coins", self.spared(extra)),
            fact("moves that keep the span", self.keeping(coins, span)),
            fact("groups linked by distances of 1 and 2", grouped(groups.len() as u64)),
        ]
    }

    /// The facts about start and goal together.
    fn problem(&self) -> Section {
        let Problem { start, goal, .. } = self.problem;
        let spans = match (self.start == self.goal, self.start.includes(&self.goal)) {
            (true, _) => "equal",
            (false, true) => "that of the start includes that of the goal",
            (false, false) => "that of the start does not include that of the goal",
        };
        let out = start.iter().filter(|cell| !goal.contains(*cell)).count();
        let mut facts = vec![
            ("spans".to_owned(), spans.to_owned()),
            ("coins out of place".to_owned(), grouped(out as u64)),
        ];
        if let Ok(bound) = bound(self.problem, self.meter) {
            facts.push(("moves of any plan, at least".to_owned(), grouped(bound.moves())));
        }
        Section::facts("start and goal", facts)
    }

    /// The results of all layers.
    fn layers(&self, clock: &dyn Fn() -> Duration) -> Section {
        let (mut rows, mut times) = (Vec::new(), Vec::new());
        for layer in Layer::ALL.into_iter().filter(|layer| *layer != Layer::Search) {
            let before = clock();
            let outcome = match decide(self.problem, layer, self.meter) {
                Ok(Decision::Yes) => "there is a plan",
                Ok(Decision::No(_)) => "there is no plan",
                Ok(Decision::Open) => "does not decide",
                Err(Halted) => "a limit came first",
            };
            times.push(clock().saturating_sub(before));
            rows.push(vec![asks(layer).to_owned(), outcome.to_owned()]);
        }
        let columns = vec!["layer".to_owned(), "outcome".to_owned()];
        Section::new("layers", "in the order in which they are used", Content::Table { columns, rows, times })
    }

    /// An overlay of cells of the box with their colours.
    fn tinted(&self, name: &'static str, cells: impl IntoIterator<Item = (Coord, u8)>) -> Overlay {
        let on_board = |(cell, colour)| Some((self.problem.on_board(cell)?, colour));
        Overlay::tints(name, cells.into_iter().filter_map(on_board))
    }

    /// The first and the last cell of a rectangle.
    fn corners(&self, r: Rectangle) -> String {
        format!("{} to {}", self.name(Coord::new(r.left, r.top)), self.name(Coord::new(r.right, r.bottom)))
    }

    fn name(&self, cell: Coord) -> String {
        self.problem.on_board(cell).map_or(String::new(), |cell| self.game.name(cell))
    }

    /// The number of cells, and the names of the first.
    fn names(&self, cells: &[Coord]) -> String {
        const LISTED: usize = 12;
        let mut names: Vec<String> = cells.iter().take(LISTED).map(|cell| self.name(*cell)).collect();
        if cells.is_empty() {
            return "none".to_owned();
        }
        if cells.len() > LISTED {
            names.push("…".to_owned());
        }
        format!("{}: {}", grouped(cells.len() as u64), names.join(" "))
    }
}
