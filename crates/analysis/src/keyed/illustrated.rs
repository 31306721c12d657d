//! Levels in words and pictures, with the boards after the keys of a plan.

use super::publish::goal_words;
use super::scene::{looks, pictures, scene};
use super::{KeyedFile, Stage, solve};
use crate::illustrated::{IllustratedAnswer, IllustratedPuzzle, MOST_PICTURED, PicturedStep};
use crate::{Answer, Report};
use puzzlec_task::{Optimality, SearchContext};
use puzzlec_worlds::{Draws, Key, World};

/// A level as it is drawn.
pub fn illustrated(file: &KeyedFile, stage: &Stage<'_>) -> IllustratedPuzzle {
    IllustratedPuzzle {
        pictures: pictures(file, stage),
        about: None,
        rules: Vec::new(),
        task: goal_words(stage.0),
    }
}

/// The answer to a level, with the board after each key of its plan.
///
/// # Errors
/// The checker refuses the plan: an internal error, in words.
pub fn illustrated_answer(
    file: &KeyedFile,
    stage: &Stage<'_>,
    context: &SearchContext,
) -> Result<IllustratedAnswer, String> {
    let (report, _) = solve(file, stage, None, false, context)?;
    let mut puzzle = illustrated(file, stage);
    let (steps, undrawn) = steps(file, stage, &report, &mut puzzle);
    let cut = matches!(&report.answer, Answer::Solved(plan) if plan.length > steps.len() as u64);
    Ok(IllustratedAnswer { puzzle, report, steps, cut: cut && undrawn.is_none(), undrawn, certificate: None })
}

/// The boards after the keys of a plan, from the board at which the level begins; or why they are not known.
fn steps(
    file: &KeyedFile,
    (game, _, level): &Stage<'_>,
    report: &Report,
    puzzle: &mut IllustratedPuzzle,
) -> (Vec<PicturedStep>, Option<String>) {
    let Answer::Solved(plan) = &report.answer else { return (Vec::new(), None) };
    if plan.optimality != Optimality::Least {
        return (Vec::new(), Some("chance decides what its keys do".to_owned()));
    }
    let looks = looks(file, game);
    let mut world = World::new(game, level);
    let (mut board, mut restart) = (world.drawn().clone(), world.drawn().clone());
    let mut draws = Draws::first();
    let mut known = world.begin(&mut board, &mut restart, &mut draws).is_ok();
    puzzle.pictures.start = scene(&looks, &world, &board);
    let mut steps = Vec::new();
    for step in plan.steps.iter().take(MOST_PICTURED) {
        let key = Key::ALL.into_iter().find(|key| key.word() == step.notation);
        let pressed = key.map(|key| world.press(&mut board, &mut restart, key, &mut draws));
        known &= matches!(pressed, Some(Ok(_)));
        let pieces = scene(&looks, &world, &board).pieces;
        let (rule, notation) = (step.rule.clone(), step.notation.clone());
        steps.push(PicturedStep { rule, notation, pieces, counters: Vec::new(), moved: None });
    }
    match known {
        true => (steps, None),
        false => (Vec::new(), Some("the rules of one turn take too many steps".to_owned())),
    }
}
