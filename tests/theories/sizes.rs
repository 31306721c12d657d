//! What recognizes a game and what solves it say the same of every puzzle.

use puzzlec_analysis::Analysis;
use puzzlec_base::Budget;
use puzzlec_model::project::DiskFiles;
use puzzlec_theories::{ALL, GAMES};
use puzzlec_theory::Puzzle;

use crate::support::files::puzzle_files;

#[test]
fn a_puzzle_has_a_size_where_it_has_a_solver() {
    let names = |names: Vec<&str>| names.into_iter().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(
        names(ALL.all().map(|theory| theory.info().name).collect()),
        names(GAMES.all().map(|game| game.info().name).collect())
    );
    let analysis = Analysis::load(&DiskFiles, &puzzle_files(&["examples", "stdlib", "tests/cases"]));
    let budget = Budget::unlimited().with_states(100_000);
    let (mut solved, mut others) = (0, 0);
    for puzzle in analysis.puzzles() {
        let Ok(model) = analysis.model(puzzle, &[]) else { continue };
        let solver =
            ALL.of(&Puzzle::new(&model), &|_| true, &mut Vec::new(), &budget).ok().map(|it| it.is_some());
        let size = GAMES.size(&Puzzle::new(&model), &budget).ok().map(|size| size.is_some());
        assert_eq!(solver, size, "{}", puzzle.name);
        *if solver == Some(true) { &mut solved } else { &mut others } += 1;
    }
    assert!(solved > 60 && others > 60, "{solved} puzzles of games, {others} others");
}
