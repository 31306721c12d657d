//! Which rules have too many actions to list them.

use super::Families;
use crate::ground::written::{Choice, Job, choices};
use crate::ground::{Failure, MOST_ACTIONS, MOST_CASES, Made, Maker};
use puzzlec_base::diag::{Code, Diagnostic, Stop};
use puzzlec_base::words::grouped;
use puzzlec_base::{Budget, Span};
use puzzlec_model::rule::{Body, Quantified, Rule};
use puzzlec_model::{Model, Question};
use puzzlec_syntax::ast::MeasureKind;
use puzzlec_task::Value;

/// Number of bindings in the sample of a rule, which are spread evenly by multiples of the golden ratio.
const SAMPLE: u64 = 256;
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// A rule has too many cases to be tried.
pub(in crate::ground) fn too_many_cases(span: Span) -> Diagnostic {
    Diagnostic::new(Code::RuleTooLarge, span, "this rule has too many cases")
        .note(format!("at most {} combinations of its variables are tried", grouped(MOST_CASES)))
        .help("restrict the kinds of its variables, or use a smaller board")
}

/// Checks that rules have few enough moves at one position, and that the goal needs no list of them.
pub(in crate::ground) fn check(
    model: &Model,
    rules: &[u32],
    position: &[Value],
    budget: &Budget,
) -> Result<(), Failure> {
    if model.question.goal().is_some_and(|(goal, _)| goal.has_stuck()) {
        return Err(Stop::too_large("`stuck` needs a list of all moves, and there are too many").into());
    }
    let moves = Families::new(model, rules).and_then(|families| families.each(position, budget, |_| {}));
    moves.map_err(|stop| match stop {
        Stop::Fault(found) => Failure::Diagnostics(vec![*found]),
        other => Failure::Stop(other),
    })
}

/// Whether the actions of a rule need not be listed.
pub(in crate::ground) fn can_lift(model: &Model, rule: &Rule) -> bool {
    let plain = matches!(model.question, Question::Moves { .. })
        && !model.board.unbounded
        && !model.has_consequences()
        && !model.shrinks()
        && model.measure == MeasureKind::Actions;
    plain && matches!(&rule.body, Body::Quantified(one) if one.variables.len() > 1 && !one.closes)
}

/// The rules whose actions are not listed: those that have too many by a sample of their bindings, or `all` that can be
/// lifted.
pub(in crate::ground) fn large(maker: &mut Maker<'_>, all: bool) -> Result<Vec<u32>, Failure> {
    let mut large = Vec::new();
    let model = maker.model;
    for (number, rule) in (0..).zip(model.rules()) {
        let Body::Quantified(quantified) = &rule.body else { continue };
        if can_lift(model, rule) && (all || is_large(maker, (number, rule), quantified)?) {
            large.push(number);
        }
    }
    Ok(large)
}

fn is_large<'a>(
    maker: &mut Maker<'a>,
    (number, rule): (u32, &'a Rule),
    quantified: &Quantified,
) -> Result<bool, Failure> {
    let field = maker.field.clone();
    let domains: Vec<Vec<Choice>> =
        quantified.variables.iter().map(|variable| choices(&field, &variable.domain)).collect();
    let most = MOST_ACTIONS as u64;
    let bindings = domains.iter().map(|domain| domain.len() as u64).fold(1, u64::saturating_mul);
    if bindings <= most {
        return Ok(false);
    }
    maker.made = Made::default();
    maker.sets = &rule.sets;
    let job = Job::new(&field, (number, 0), rule.span, quantified);
    for sample in 0..SAMPLE {
        let place = (u128::from(sample.wrapping_mul(GOLDEN)) * u128::from(bindings)) >> 64;
        let mut rest = place as u64;
        let mut chosen = Vec::new();
        for domain in &domains {
            let size = domain.len() as u64;
            chosen.extend(domain.get((rest % size) as usize).cloned());
            rest /= size;
        }
        job.one(maker, &chosen)?;
    }
    Ok((maker.made.actions.len() as u64).saturating_mul(bindings / SAMPLE) > most)
}
