//! The answer to a puzzle of the poking game.

use super::Poked;
use crate::coins::Move;
use crate::poke::chain::Chain;
use crate::poke::class::Class;
use crate::solve::Walk;
use puzzlec_base::Budget;
use puzzlec_base::words::counted;
use puzzlec_proofs::coin_moving::proof::Unpokable;
use puzzlec_search::Wanted;
use puzzlec_task::certificate::TheoryProof;
use puzzlec_task::{Conclusion, Optimality};
use puzzlec_theory::meter::Halted;
use puzzlec_theory::{Facts, FactsRequest, Request, Solver};

impl Solver for Poked<'_> {
    fn answer(&mut self, request: &mut Request<'_>) -> Result<Option<Conclusion>, Halted> {
        if matches!(request.wanted, Wanted::All { .. }) {
            return Ok(None);
        }
        request.why.push("the poking game, by its rule: the theory of Galliot, Gravier and Sivignon".into());
        answer(self, request)
    }

    fn facts(&mut self, request: &FactsRequest<'_>, budget: &Budget) -> Result<Facts, String> {
        super::facts::facts(self, request, budget)
    }
}

/// None where the class is too large to list and no chain decides.
fn answer(poked: &Poked<'_>, request: &mut Request<'_>) -> Result<Option<Conclusion>, Halted> {
    let Request { wanted, meter, why, .. } = request;
    meter.poll()?;
    let Some(goal) = &poked.goal else {
        let reason = "pokes keep a minimum configuration with one adjacent pair, and the goal is none (5.6)";
        return Ok(Some(unsolvable(Unpokable::Kept {}, reason)));
    };
    let chains = [Chain::of(&poked.start), Chain::of(goal)];
    let between = match &chains {
        [Some(start), Some(end)] => start.pokes_to(end),
        _ => None,
    };
    if between.is_none() && chains.iter().any(Option::is_some) {
        let reason = "pokes lead from a chain to the chains with the same ends only (5.9)";
        return Ok(Some(unsolvable(Unpokable::Ends {}, reason)));
    }
    if *wanted == Wanted::Any
        && let Some(pokes) = between
    {
        why.push("two chains with the same ends: one is bent into the other".into());
        return Ok(Some(plan(poked, pokes, Optimality::Found)));
    }
    let Some(class) = Class::of(&poked.start, meter)? else {
        why.push("the class of the start is too large to list".into());
        return Ok(between.map(|pokes| plan(poked, pokes, Optimality::Found)));
    };
    let size = class.size() as u64;
    why.push(format!("the class of the start: {}", counted(size, "configurations")));
    Ok(Some(match class.pokes_to(goal.coins()) {
        Some(pokes) => plan(poked, pokes, Optimality::Least),
        None => {
            let reason =
                format!("pokes lead to {}, and the goal is none of them", counted(size, "configurations"));
            unsolvable(Unpokable::Class { size }, &reason)
        }
    }))
}

fn plan(poked: &Poked<'_>, moves: Vec<Move>, optimality: Optimality) -> Conclusion {
    let length = moves.len() as u64;
    let walk = Walk { form: poked.game.form, problem: poked.problem.clone(), moves };
    Conclusion::plan(walk, length, optimality, None)
}

fn unsolvable(why: Unpokable, reason: &str) -> Conclusion {
    Conclusion::refuted(TheoryProof::new(super::INFO.name, &why), reason)
}
