//! The answer to a puzzle of lights: solutions of linear equations, and the fewest presses among them.

use num_bigint::BigUint;

use super::coset::{Coset, Fewest};
use super::problem::{Goal, Problem};
use super::scribe;
use super::system::{System, Weights};
use puzzlec_algebra::Generator;
use puzzlec_base::words::{counted, grouped};
use puzzlec_search::Wanted;
use puzzlec_task::{Conclusion, Label, LengthBound, Optimality, Solutions, Task};
use puzzlec_theory::Request;
use puzzlec_theory::meter::{Halted, Meter};

/// The most different solutions whose orders are listed.
const MOST_LISTED: usize = 4096;

/// The theory's answer, if it has one.
pub(super) fn solve(
    task: &Task,
    problem: &Problem,
    request: &mut Request<'_>,
) -> Result<Option<Conclusion>, Halted> {
    if problem.goals.is_empty() {
        return Ok(None);
    }
    let Request { wanted, why, meter, .. } = request;
    Solver { task, problem, meter, wanted: *wanted, why }.answer()
}

/// Steps of the checker within which a bound is checked before it is reported.
const MOST_CHECKED: u64 = 1 << 22;

/// The equations of a goal, and what changes none of its lights.
struct Quiet<'a, 'm> {
    goal: &'a Goal,
    equations: System<'m>,
    generators: Vec<Generator>,
}

struct Solver<'a> {
    task: &'a Task,
    problem: &'a Problem,
    meter: &'a Meter<'a>,
    wanted: Wanted,
    why: &'a mut Vec<String>,
}

impl Solver<'_> {
    /// `None` if general search must answer.
    fn answer(&mut self) -> Result<Option<Conclusion>, Halted> {
        let problem = self.problem;
        self.why.push(format!(
            "every press always adds the same: {} modulo {} for {}",
            counted(problem.lights.len() as u64, "equations"),
            problem.modulus,
            counted(problem.presses.len() as u64, "presses")
        ));
        let mut refuted: Vec<(&Goal, Weights)> = Vec::new();
        let mut system: Option<Quiet<'_, '_>> = None;
        let mut best: Option<Fewest> = None;
        let (mut all, mut quick, mut reached) = (true, true, Vec::new());
        for goal in &problem.goals {
            self.meter.poll()?;
            // Goals mostly ask for states of the same lights.
            if system.as_ref().is_none_or(|known| !known.goal.states.keys().eq(goal.states.keys())) {
                let equations = System::new(problem, goal, self.meter)?;
                self.why.extend(system.is_none().then(|| number(&equations.orders())));
                let generators = equations.quiet();
                system = Some(Quiet { goal, equations, generators });
            }
            let Some(known) = &system else { continue };
            let base = match known.equations.solution(&problem.way(goal)) {
                Ok(base) => base,
                Err(weights) => {
                    refuted.push((goal, weights));
                    continue;
                }
            };
            let coset = Coset::new(problem.modulus, base, &known.generators);
            let fewest = coset.fewest(self.meter)?;
            all &= fewest.all;
            quick &= is_quick(problem, &known.generators);
            if matches!(self.wanted, Wanted::All { .. }) {
                reached.push((fewest.number, coset));
            }
            if best.as_ref().is_none_or(|best| fewest.number < best.number) {
                best = Some(fewest);
            }
        }
        let Some(fewest) = best else { return Ok(Some(self.impossible(&refuted))) };
        if !all {
            self.why.push("too many solutions to compare all of them".into());
        }
        let length = fewest.number;
        let quick = all && quick;
        let bound = || match quick {
            true => LengthBound::proved(length, scribe::fewest()),
            false => LengthBound::provable(length, |_| Some(scribe::fewest())),
        };
        let solutions = match self.wanted {
            Wanted::Within(most) if length > most => {
                // Some other solution may be short enough.
                return Ok(all.then(|| Conclusion::not_within(most, Some(bound()))));
            }
            Wanted::All { listed } => {
                let listed = if all { self.list(&reached, length, listed)? } else { None };
                let Some(listed) = listed else { return Ok(None) };
                Some(listed)
            }
            Wanted::Least | Wanted::Any | Wanted::Within(_) => None,
        };
        let steps = steps(problem, self.task, &fewest.presses);
        let optimality = if all { Optimality::Least } else { Optimality::Found };
        let plan = Conclusion::plan(steps, length, optimality, all.then(bound));
        Ok(Some(Conclusion { solutions, ..plan }))
    }

    fn impossible(&mut self, refuted: &[(&Goal, Weights)]) -> Conclusion {
        let reason = if self.problem.modulus == 2 {
            "every press changes an even number of the lights of one set, and the goal an odd number"
                .to_owned()
        } else {
            format!("no press changes a sum of states modulo {}, and the goal does", self.problem.modulus)
        };
        self.why.push(format!("no solution: {reason}"));
        let proof = scribe::unsolvable(self.task, self.problem, refuted);
        Conclusion::refuted(proof, reason)
    }

    /// Counts the orders of the fewest presses, and lists the first; nothing where goals overlap.
    fn list(
        &self,
        reached: &[(u64, Coset)],
        length: u64,
        listed: usize,
    ) -> Result<Option<Solutions>, Halted> {
        let lights = self.problem.lights.len();
        if self.problem.goals.len() > 1 && self.problem.goals.iter().any(|goal| goal.states.len() < lights) {
            return Ok(None);
        }
        let (mut count, mut solutions) = (BigUint::ZERO, Vec::new());
        for (_, coset) in reached.iter().filter(|(fewest, _)| *fewest == length) {
            let (ways, found) = coset.ways(self.problem, MOST_LISTED, self.meter)?;
            count += ways;
            solutions.extend(found);
        }
        let mut plans = Vec::new();
        orders(self.problem, self.task, solutions, &mut Vec::new(), listed, &mut plans);
        Ok(Some(Solutions { count: count.to_string(), plans }))
    }
}

/// Adds the first plans that begin with some steps and go on with one of these sets of presses, in the order of actions.
fn orders(
    problem: &Problem,
    task: &Task,
    left: Vec<Vec<u32>>,
    begun: &mut Vec<Label>,
    most: usize,
    plans: &mut Vec<Vec<Label>>,
) {
    if plans.len() >= most {
        return;
    }
    if left.iter().any(|times| times.iter().all(|times| *times == 0)) {
        plans.push(begun.clone());
        return;
    }
    let open = |press: usize| left.iter().any(|times| times.get(press).is_some_and(|times| *times > 0));
    let mut actions: Vec<(u32, usize)> = (0..problem.presses.len())
        .filter(|press| open(*press))
        .filter_map(|press| Some((press, problem.presses.get(press)?)))
        .flat_map(|(place, press)| press.actions.iter().map(move |(action, _)| (*action, place)))
        .collect();
    actions.sort_unstable();
    for (action, press) in actions {
        let Some(action) = task.actions.get(action as usize) else { continue };
        let less = left.iter().filter_map(|times| {
            let mut times = times.clone();
            let slot = times.get_mut(press)?;
            *slot = slot.checked_sub(1)?;
            Some(times)
        });
        begun.push(action.label.clone());
        orders(problem, task, less.collect(), begun, most, plans);
        begun.pop();
        if plans.len() >= most {
            return;
        }
    }
}

/// Whether the checker compares all solutions at once. Modulo a composite number it may try more.
fn is_quick(problem: &Problem, generators: &[Generator]) -> bool {
    let size = (problem.presses.len() * problem.presses.len()) as u64;
    let solutions = generators.iter().fold(1_u64, |all, g| all.saturating_mul(g.order.into()));
    let prime = (2..problem.modulus).all(|divisor| !problem.modulus.is_multiple_of(divisor));
    prime && problem.goals.len() == 1 && size.saturating_mul(solutions) <= MOST_CHECKED
}

/// A number of solutions in words.
fn number(orders: &[u32]) -> String {
    if orders.is_empty() {
        return "a goal has at most one solution".to_owned();
    }
    let all: BigUint = orders.iter().map(|order| BigUint::from(*order)).product();
    match u64::try_from(&all) {
        Ok(all) => format!("a goal that is reached has {} solutions", grouped(all)),
        Err(_) => {
            format!("a goal that is reached has a number of solutions with {} digits", all.to_string().len())
        }
    }
}

/// The steps that make each press this number of times.
fn steps(problem: &Problem, task: &Task, times: &[u32]) -> Vec<Label> {
    let each = problem.presses.iter().zip(times).filter_map(|(press, times)| {
        let (action, _) = press.actions.first()?;
        let label = &task.actions.get(*action as usize)?.label;
        Some(std::iter::repeat_n(label.clone(), *times as usize))
    });
    each.flatten().collect()
}
