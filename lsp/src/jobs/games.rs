//! Jobs for levels of games of keys.

use puzzlec_analysis::keyed::{self, KeyedFile};
use puzzlec_render::{markdown, plan};
use puzzlec_task::SearchContext;

use super::Wish;
use super::work::{count, said, short, solution, test};
use crate::outcome::{JobOutcome, Key};

/// Runs a job for a level.
pub(super) fn run(
    game: &KeyedFile,
    key: &Key,
    wish: Wish,
    context: &dyn Fn() -> SearchContext,
) -> JobOutcome {
    if game.games.is_empty() {
        let wrong: Vec<_> = game.diagnostics.iter().filter(|d| d.is_error()).cloned().collect();
        let line = wrong.first().map_or("it has errors".to_owned(), |d| d.headline.clone());
        return JobOutcome { wrong, ..said("cannot be solved", line) };
    }
    let levels = match game.levels(Some(&key.1)) {
        Ok(levels) => levels,
        Err(why) => return said("not done", why),
    };
    let Some(stage) = levels.first() else { return said("not done", "there is no level") };
    match wish {
        Wish::Any | Wish::Shortest => match keyed::solve(game, stage, None, false, &context()) {
            Ok((report, _)) => {
                let mut outcome = said(short(&report.answer), plan::label(&report.answer));
                outcome.solving = true;
                outcome.solution = solution(&report);
                outcome
            }
            Err(why) => said("not done", why),
        },
        Wish::Count => count(&keyed::count(&game.name, stage, &context())),
        Wish::Analyze => {
            let report = keyed::analyze(game, &levels, &|_| context());
            let mut outcome = said("analyzed", report.summary.clone());
            outcome.page = Some((markdown::report(&report), "md"));
            outcome
        }
        Wish::Generate(_) => said("not done", "a game of keys has no holes"),
        Wish::Test => {
            let results = keyed::expectations(game, &|_| context());
            let own: Vec<_> = results.into_iter().filter(|result| result.puzzle == key.1).collect();
            test(&own)
        }
    }
}
