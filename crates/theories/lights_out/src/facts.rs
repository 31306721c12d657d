//! The facts about a puzzle, in sections.

use num_bigint::BigUint;

use super::coset::Coset;
use super::problem::{Goal, Problem};
use super::system::System;
use puzzlec_base::Budget;
use puzzlec_base::words::counted;
use puzzlec_model::Model;
use puzzlec_model::board::{Coord, numbers};
use puzzlec_search::ground::Ground;
use puzzlec_task::{Bound, Label};
use puzzlec_theory::meter::{Halted, Meter};
use puzzlec_theory::{Content, Facts, FactsRequest, Mark, Overlay, Section};

/// Pictures of quiet presses.
const MOST_PICTURES: usize = 8;
/// Goals that are listed.
const MOST_GOALS: usize = 24;

/// The facts about a puzzle: the presses, those that change nothing, the goals.
pub(super) fn facts(
    model: &Model,
    ground: &Ground,
    problem: &Problem,
    request: &FactsRequest<'_>,
    budget: &Budget,
) -> Result<Facts, String> {
    let lights = counted(problem.lights.len() as u64, "lights");
    let presses = counted(problem.presses.len() as u64, "presses");
    let summary = format!("{lights} of {} states, {presses}", problem.modulus);
    if request.brief {
        return Ok(Facts { summary, sections: Vec::new() });
    }
    let meter = Meter::new(budget);
    let writer = Writer { model, ground, problem, meter: &meter };
    let sections = writer.sections().map_err(|Halted| "a limit was reached".to_owned())?;
    Ok(Facts { summary, sections })
}

struct Writer<'a> {
    model: &'a Model,
    ground: &'a Ground,
    problem: &'a Problem,
    meter: &'a Meter<'a>,
}

impl Writer<'_> {
    fn sections(&self) -> Result<Vec<Section>, Halted> {
        let problem = self.problem;
        let every = Goal { states: (0..).zip(&problem.lights).map(|(light, _)| (light, 0)).collect() };
        let system = System::new(problem, &every, self.meter)?;
        let quiet: BigUint = system.orders().into_iter().map(BigUint::from).product();
        let states = BigUint::from(problem.modulus);
        let power = |exponent: usize| states.pow(u32::try_from(exponent).unwrap_or(u32::MAX));
        // Each position is reached by as many sets of presses as there are quiet ones.
        let (all, sets) = (power(problem.lights.len()), power(problem.presses.len()));
        let reached = &sets / &quiet;
        let share = if &all % &reached == BigUint::ZERO {
            format!("1 of {}", short(&(&all / &reached)))
        } else {
            format!("{} of {}", short(&reached), short(&all))
        };
        let fact = |name: &str, value: String| (name.to_owned(), value);
        let facts = vec![
            fact("states of a light", problem.modulus.to_string()),
            fact("lights", problem.lights.len().to_string()),
            fact("presses with different effects", problem.presses.len().to_string()),
            fact("sets of presses without effect", short(&quiet)),
            fact("positions that the start can reach", share),
        ];
        let mut sections = vec![Section::facts("lights", facts)];
        let generators = system.quiet();
        let pictures: Vec<Vec<String>> =
            generators.iter().take(MOST_PICTURES).filter_map(|g| self.presses(&g.vector)).collect();
        if !pictures.is_empty() {
            let note = if generators.len() > MOST_PICTURES {
                format!("generators of the presses without effect; {MOST_PICTURES} of {}", generators.len())
            } else {
                "generators of the presses without effect".to_owned()
            };
            sections.push(Section::new("quiet patterns", &note, Content::Pictures { pictures }));
        }
        for (place, goal) in problem.goals.iter().take(MOST_GOALS).enumerate() {
            let title =
                if problem.goals.len() == 1 { "goal".to_owned() } else { format!("goal {}", place + 1) };
            sections.extend(self.goal(&title, goal)?);
        }
        Ok(sections)
    }

    /// The fewest presses to a goal, or the sum that it breaks.
    fn goal(&self, title: &str, goal: &Goal) -> Result<Vec<Section>, Halted> {
        let problem = self.problem;
        let system = System::new(problem, goal, self.meter)?;
        let fact = |name: &str, value: String| (name.to_owned(), value);
        Ok(match system.solution(&problem.way(goal)) {
            Ok(base) => {
                let coset = Coset::new(problem.modulus, base, &system.quiet());
                let fewest = coset.fewest(self.meter)?;
                let number = counted(fewest.number, "presses");
                let number = if fewest.all { number } else { format!("at most {number}") };
                let solutions = system.orders().into_iter().map(BigUint::from).product();
                let facts = vec![
                    fact("fewest presses", number),
                    fact("solutions without regard to order", short(&solutions)),
                ];
                let pictures: Vec<Vec<String>> = self.presses(&fewest.presses).into_iter().collect();
                let mut sections = vec![Section::facts(title, facts)];
                if !pictures.is_empty() {
                    let note = if fewest.all { "with the fewest presses" } else { "with few presses" };
                    sections.push(Section::new("a solution", note, Content::Pictures { pictures }));
                }
                sections
            }
            Err(weights) => {
                let facts = vec![fact("solutions", "none".to_owned())];
                let mut all = vec![0; self.ground.cells.len()];
                for (light, weight) in goal.states.keys().zip(weights) {
                    let var = problem.lights.get(*light as usize).map_or(u32::MAX, |light| light.var);
                    all.get_mut(var as usize).into_iter().for_each(|slot| *slot = i64::from(weight));
                }
                let at = |cell: usize| all.get(cell).copied().unwrap_or(0);
                let pictures = vec![numbers(&self.model.board, &self.ground.cells, at)];
                let weights = self.ground.cells.iter().copied().zip(all.iter().copied());
                let overlay =
                    Overlay::numbers("weights", weights).with(Mark::Label, "the weight of the light's state");
                let note = format!(
                    "weights of states; no press changes the sum modulo {}, and the goal does",
                    problem.modulus
                );
                vec![
                    Section::facts(title, facts),
                    Section::new("sum", &note, Content::Pictures { pictures }).over(overlay),
                ]
            }
        })
    }

    /// How often each cell is pressed; nothing unless every press is named by a cell of its own.
    fn presses(&self, times: &[u32]) -> Option<Vec<String>> {
        let mut all = vec![0; self.ground.cells.len()];
        for (press, times) in self.problem.presses.iter().zip(times).filter(|(_, times)| **times > 0) {
            let (action, _) = press.actions.first()?;
            let cell = cell(&self.ground.task.actions.get(*action as usize)?.label)?;
            let place = self.ground.cells.iter().position(|known| *known == cell)?;
            *all.get_mut(place).filter(|slot| **slot == 0)? = i64::from(*times);
        }
        let at = |cell: usize| all.get(cell).copied().unwrap_or(0);
        Some(numbers(&self.model.board, &self.ground.cells, at))
    }
}

/// The only cell of a step.
fn cell(label: &Label) -> Option<Coord> {
    match label.binding.as_slice() {
        [Bound::Cell(x, y)] => Some(Coord::new(*x, *y)),
        _ => None,
    }
}

/// A number, by its digits where it is long.
fn short(number: &BigUint) -> String {
    let digits = number.to_string();
    if digits.len() <= 20 { digits } else { format!("a number with {} digits", digits.len()) }
}
