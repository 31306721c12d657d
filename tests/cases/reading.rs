//! What the second reading of the language found.

use puzzlec_analysis::Analysis;
use puzzlec_base::Budget;
use puzzlec_checker::certificate::Checked;
use puzzlec_model::project::DiskFiles;
use puzzlec_search::Options;

#[test]
fn plans_may_name_cells_beyond_a_cut() {
    let analysis = Analysis::load(&DiskFiles, &["tests/cases/border-cell.puzzle".to_owned()]);
    assert_eq!(analysis.puzzles().len(), 2);
    for puzzle in analysis.puzzles() {
        let budget = Budget::unlimited();
        let (_, document) = analysis.certify(puzzle, &[], &Options::default(), &budget).unwrap();
        let checked = analysis.verify(puzzle, &document.unwrap(), &budget).unwrap();
        assert!(matches!(checked, Checked::Verified(_)), "{}: {checked:?}", puzzle.name);
    }
}

#[test]
fn two_cell_pieces_need_directions() {
    let analysis = Analysis::load(&DiskFiles, &["tests/cases/pair-graph.puzzle".to_owned()]);
    let puzzle = analysis.puzzles().first().unwrap();
    let faults = analysis.model(puzzle, &[]).unwrap_err();
    let codes: Vec<&str> = faults.iter().map(|d| d.code.as_str()).collect();
    assert_eq!(codes, ["P0405"], "{faults:?}");
}
