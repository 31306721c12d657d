//! The answer to a puzzle: the theorems on rows and rings, then those on graphs and search; of a game the Grundy value.

mod steps;

use super::graphs;
use super::methods::{Way, way};
use super::problem::{Graph, Part, Shape};
use super::read::Game;
use super::scribe;
use super::states;
use super::values::Values;
use super::words::{Removal, parity_sum};
use puzzlec_base::Budget;
use puzzlec_base::diag::Stop;
use puzzlec_base::words::{counted, grouped};
use puzzlec_model::config::Family;
use puzzlec_search::Wanted;
use puzzlec_task::certificate::Winner;
use puzzlec_task::{Conclusion, GameResult, LengthBound, Optimality, SearchContext, Steps, Verdict};
use puzzlec_theory::meter::{Halted, Meter};
use puzzlec_theory::{
    CountStarts, Counted, Facts, FactsRequest, NamedAutomaton, NamedState, Request, Solver,
};
use steps::{Order, Walk};

/// Parts whose values are reason.
const MOST_PARTS: usize = 16;

impl Solver for Game<'_> {
    fn answer(&mut self, request: &mut Request<'_>) -> Result<Option<Conclusion>, Halted> {
        let Request { wanted, method, why, meter, .. } = request;
        let way = method.and_then(way);
        why.push("coin removal, by its rule: the theory of Shelton and Siler".into());
        let mut solver = Solving { game: self, meter, wanted: *wanted, why };
        if self.players { solver.winner(way) } else { solver.plan(way) }
    }

    fn facts(&mut self, request: &FactsRequest<'_>, budget: &Budget) -> Result<Facts, String> {
        super::facts::facts(self, request, budget)
    }

    fn count(&mut self, context: &SearchContext) -> Option<Result<Counted, Stop>> {
        super::count::count(self, context)
    }

    fn starts(&self, family: &Family) -> Option<Box<dyn CountStarts + '_>> {
        Some(Box::new(super::starts::Starts::new(self, family)?))
    }

    /// That of Figure 1, of rows that close up.
    fn automaton(&self) -> Option<NamedAutomaton> {
        let [part] = self.problem.parts.as_slice() else { return None };
        if self.players || !self.problem.closing || part.shape != Shape::Row {
            return None;
        }
        let place = |state: states::State| states::ALL.iter().position(|(known, _)| *known == state);
        let named = |(state, letter): &(states::State, char)| {
            let next = [false, true].map(|head| place(state.next(head)).unwrap_or(0)).to_vec();
            NamedState { name: letter.to_string(), output: u32::from(state.accepts()), next }
        };
        let [heads, tails] = self.sides();
        let states = states::ALL.iter().map(named).collect();
        Some(NamedAutomaton { source: "Figure 1 of the paper", contents: vec![tails, heads], states })
    }
}

struct Solving<'a> {
    game: &'a Game<'a>,
    meter: &'a Meter<'a>,
    wanted: Wanted,
    why: &'a mut Vec<String>,
}

/// What is known of a part.
enum Decided {
    Order(Order),
    /// It cannot be removed, for this reason, with the answer for a graph.
    Stuck(String, Option<graphs::Answer>),
    /// Not by the way that was asked for.
    Open,
}

impl Solving<'_> {
    /// A plan, or that there is none.
    fn plan(&mut self, way: Option<Way>) -> Result<Option<Conclusion>, Halted> {
        // All solutions are listed by general search.
        if matches!(self.wanted, Wanted::All { .. }) {
            return Ok(None);
        }
        let coins = self.game.coins();
        let bound = || Some(LengthBound::proved(coins, scribe::at_least()));
        if let Wanted::Within(most) = self.wanted
            && coins > most
        {
            self.why.push(format!("every solution removes {}, one by one", counted(coins, "coins")));
            return Ok(Some(Conclusion::not_within(most, bound())));
        }
        let parts = &self.game.problem.parts;
        if parts.len() > 1 {
            self.why.push(format!("{} that do not touch", counted(parts.len() as u64, "parts")));
        }
        let mut orders = Vec::with_capacity(parts.len());
        let mut open = false;
        for (at, part) in parts.iter().enumerate() {
            match self.decide(part, way)? {
                Decided::Order(order) => orders.push(order),
                Decided::Open => open = true,
                Decided::Stuck(reason, answer) => {
                    return Ok(Some(self.stuck(at, part, reason, answer.as_ref())));
                }
            }
        }
        if open {
            self.why.push("no theorem decides all parts".into());
            return Ok(None);
        }
        self.why.push("every part can be removed".into());
        Ok(Some(Conclusion::plan(Walk::new(self.game, orders), coins, Optimality::Least, bound())))
    }

    fn decide(&self, part: &Part, way: Option<Way>) -> Result<Decided, Halted> {
        self.meter.poll()?;
        let (closing, ring) = (self.game.problem.closing, part.shape == Shape::Ring);
        match &part.shape {
            Shape::Row | Shape::Ring if way.is_none_or(|way| way == Way::Words) => {
                Ok(match Removal::new(&part.heads, ring, closing) {
                    Some(removal) => Decided::Order(Order::Word(removal)),
                    None => Decided::Stuck(reason(part, closing), None),
                })
            }
            Shape::Graph(graph) if way.is_none_or(|way| way == Way::Graphs) => {
                let decided = graphs::removal(graph, &part.heads, self.meter)?;
                Ok(match decided {
                    graphs::Answer::Order(coins) => Decided::Order(Order::Listed(coins)),
                    stuck => Decided::Stuck(on_graph(part, graph, &stuck), Some(stuck)),
                })
            }
            _ => Ok(Decided::Open),
        }
    }

    /// That a part cannot be removed.
    fn stuck(
        &mut self,
        at: usize,
        part: &Part,
        reason: String,
        answer: Option<&graphs::Answer>,
    ) -> Conclusion {
        let reason = if self.game.problem.parts.len() == 1 {
            reason
        } else {
            format!("the part of {}: {reason}", self.game.name(at, 0))
        };
        self.why.push(format!("no solution: {reason}"));
        let cell = |coin| self.game.name(at, coin);
        let proof = scribe::unsolvable(self.game.problem.closing, part, answer, &cell);
        Conclusion::refuted(proof, reason)
    }

    /// Who wins, by the Grundy value of the start.
    fn winner(&mut self, way: Option<Way>) -> Result<Option<Conclusion>, Halted> {
        if way.is_some_and(|way| way != Way::Values) {
            return Ok(None);
        }
        let gaps = !self.game.problem.closing;
        if self.game.problem.parts.iter().any(|part| gaps && part.heads.len() > scribe::LONGEST) {
            let what = "no proof covers the Grundy value of more than 16,384 coins with gaps";
            return Ok(Some(Conclusion::stopped(Stop::too_large(what))));
        }
        let Some(values) = Values::new(&self.game.problem, self.meter)? else {
            self.why.push("a part is too large for its Grundy value".into());
            return Ok(None);
        };
        let value = values.value();
        let parts: Vec<String> = values.parts().take(MOST_PARTS).map(grouped).collect();
        self.why.push(match values.parts().count() {
            1 => format!("Grundy value {}", grouped(value)),
            all => {
                let more = if all > MOST_PARTS { ", …" } else { "" };
                format!("Grundy values {}{more}, in all {}", parts.join(", "), grouped(value))
            }
        });
        let winner = if value == 0 { Winner::Second } else { Winner::First };
        let moves = values.winning().filter_map(|(part, coin)| self.game.first_move(part, coin));
        let moves: Box<dyn Steps> = Box::new(moves.collect::<Vec<_>>());
        let proof = Some(scribe::winner(value));
        let result = GameResult { winner, length: None, value: Some(value), moves, proof };
        Ok(Some(Verdict::Game(result).into()))
    }
}

/// Why a row or ring cannot be removed, in a few words.
fn reason(part: &Part, closing: bool) -> String {
    let heads = part.heads.iter().filter(|heads| **heads).count() as u64;
    let tails = part.heads.len() as u64 - heads;
    if heads == 0 {
        return "no coin shows heads".to_owned();
    }
    match (&part.shape, closing, part.heads.len()) {
        (Shape::Row, true, _) => {
            let sum = parity_sum(&part.heads);
            let (sign, size) = (if sum < 0 { "-" } else { "" }, grouped(sum.unsigned_abs()));
            format!("its parity sum is {sign}{size}, which leaves the remainder 2 modulo 3")
        }
        (Shape::Ring, true, _) => format!("{} show tails, an even number", grouped(tails)),
        (Shape::Ring, false, 3..) => format!("{} show heads, an odd number", grouped(heads)),
        _ => format!("{} show heads, an even number", grouped(heads)),
    }
}

/// Why the coins on a graph cannot be removed, in a few words.
fn on_graph(part: &Part, graph: &Graph, why: &graphs::Answer) -> String {
    let heads = part.heads.iter().filter(|heads| **heads).count();
    if heads == 0 {
        return "no coin shows heads".to_owned();
    }
    match why {
        graphs::Answer::Parity | graphs::Answer::Order(_) => {
            let (coins, pairs) = (graph.vertices() as u64, graph.edges() as u64);
            let parity = if (coins + pairs).is_multiple_of(2) { "even" } else { "odd" };
            format!(
                "{} show heads, and the number must be {parity} for {} with {} of neighbours",
                grouped(heads as u64),
                counted(coins, "coins"),
                counted(pairs, "pairs"),
            )
        }
        graphs::Answer::Exception(_) => {
            "the corners and inner coins of the grid show tails, and its sides are pairs of equal coins"
                .to_owned()
        }
        graphs::Answer::Packed(_) => "too many coins need a neighbour that is removed before them".to_owned(),
        graphs::Answer::NoLast { .. } => "every coin of a block would show tails as the last one".to_owned(),
        graphs::Answer::Exhausted { subsets, .. } => {
            format!("{} of removed coins were searched", counted(*subsets, "sets"))
        }
    }
}
