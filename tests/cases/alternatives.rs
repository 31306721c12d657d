//! The alternatives of goals, read by theories and by their checkers, beside the goals themselves on all positions of a
//! small board.

use proptest::prelude::*;
use puzzlec_checker::{alternatives, is_goal};
use puzzlec_model::board::Coord;
use puzzlec_model::config::Configuration;
use puzzlec_model::piece::ContentId;
use puzzlec_model::{Model, Question};

use super::rules::load;

fn goal() -> impl Strategy<Value = String> {
    let cell = || prop::sample::select(vec!["a1", "a2", "b1", "b2"]);
    let piece = || prop::sample::select(vec!["x", "y"]);
    let cells =
        || prop::sample::select(vec!["cells", "a1 union b2", "cells except a2", "cells except a1 except b2"]);
    let drawn = ["\"\"\"\n?.\nxy\n\"\"\"", "\"\"\"\n??\n.x\n\"\"\"", "full x", "full y except a1", "empty"];
    let leaf = prop_oneof![
        prop::sample::select(drawn.to_vec()).prop_map(str::to_owned),
        (piece(), cell()).prop_map(|(piece, cell)| format!("{piece} at {cell}")),
        (piece(), cell()).prop_map(|(piece, cell)| format!("only {piece} at {cell}")),
        (piece(), cells()).prop_map(|(piece, cells)| format!("where count({piece}, {cells}) == 0")),
        (piece(), cells()).prop_map(|(piece, cells)| format!("where not 0 == count({piece}, {cells})")),
        (piece(), cells()).prop_map(|(piece, cells)| format!("where count({piece}, {cells}) < 1")),
        (cell(), piece(), cell())
            .prop_map(|(a, piece, b)| format!("where not ({a} is {piece} or {b} is empty)")),
        cell().prop_map(|cell| format!("where {cell} is not empty")),
    ];
    leaf.prop_recursive(3, 12, 2, |part| {
        (part.clone(), prop::sample::select(vec!["and", "or"]), part)
            .prop_map(|(one, join, other)| format!("({one} {join} {other})"))
    })
}

/// A puzzle with a goal; nothing where the goal is none of such a board.
fn model(board: &str, goal: &str) -> Option<Model> {
    let text = format!(
        "piece x \"x\"\npiece y \"y\"\nrule go {{ [x | empty] -> [empty | x] }}\n\
         puzzle p {{ board square {board}; rules go; start x at a1 and y at b1\ngoal {goal}\n}}\n"
    );
    let analysis = load(&text);
    analysis.model(&analysis.puzzles()[0], &[]).ok()
}

/// Compares the alternatives with the goal on all positions of four cells; other cells are empty.
fn compare(model: &Model, text: &str) -> Result<(), TestCaseError> {
    let Question::Moves { goal: (goal, _), .. } = &model.question else { unreachable!() };
    let contents: Vec<ContentId> = model.pieces.contents().map(|(held, _)| held).collect();
    let solver = goal.alternatives(&model.board, &model.pieces, &contents);
    let checker = alternatives::read(model, goal).unwrap();
    if let Some(solver) = &solver {
        prop_assert_eq!(solver.len(), checker.len(), "proofs count and order them alike");
    }
    let four = [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(x, y)| Coord::new(x, y));
    let mut cells = four.to_vec();
    cells.extend(model.board.unbounded.then(|| Coord::new(7, 7)));
    for number in 0..3_usize.pow(4) {
        let held = |cell: &Coord| match four.iter().zip(0..).find(|(other, _)| *other == cell) {
            Some((_, place)) => u16::try_from(number / 3_usize.pow(place) % 3).unwrap(),
            None => 0,
        };
        let placed = cells.iter().map(|cell| (*cell, held(cell))).filter(|(_, held)| *held != 0);
        let is_goal = is_goal(model, &placed.collect::<Configuration>()).unwrap();
        let fits = |allowed: Option<&[ContentId]>, cell: &Coord| {
            allowed.is_none_or(|allowed| allowed.contains(&held(cell)))
        };
        let by_checker: Vec<bool> =
            checker.iter().map(|one| cells.iter().all(|cell| fits(one.allowed(*cell), cell))).collect();
        prop_assert!(!is_goal || by_checker.contains(&true), "{}, position {}: {:?}", text, number, checker);
        if let Some(solver) = &solver {
            let by_solver: Vec<bool> =
                solver.iter().map(|one| cells.iter().all(|cell| fits(one.held(*cell), cell))).collect();
            prop_assert_eq!(by_solver.contains(&true), is_goal, "{}, position {}", text, number);
            prop_assert_eq!(by_solver, by_checker, "{}, position {}", text, number);
        }
    }
    Ok(())
}

proptest! {
    #[test]
    fn alternatives_are_the_positions_of_the_goal(text in goal()) {
        let bounded = model("2 by 2", &text).unwrap();
        compare(&bounded, &text)?;
        if let Some(endless) = model("unbounded", &text) {
            compare(&endless, &text)?;
        }
    }
}
