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

fn model(goal: &str) -> Model {
    let text = format!(
        "piece x \"x\"\npiece y \"y\"\nrule go {{ [x | empty] -> [empty | x] }}\n\
         puzzle p {{ board square 2 by 2; rules go; start x at a1 and y at b1\ngoal {goal}\n}}\n"
    );
    let analysis = load(&text);
    let made = analysis.model(&analysis.puzzles()[0], &[]);
    made.unwrap_or_else(|faults| panic!("{text}\n{faults:?}"))
}

proptest! {
    #[test]
    fn alternatives_are_the_positions_of_the_goal(text in goal()) {
        let model = model(&text);
        let Question::Moves { goal: (goal, _), .. } = &model.question else { unreachable!() };
        let contents: Vec<ContentId> = model.pieces.contents().map(|(held, _)| held).collect();
        let solver = goal.alternatives(&model.board, &model.pieces, &contents).unwrap();
        let checker = alternatives::read(&model, goal).unwrap();
        prop_assert_eq!(solver.len(), checker.len(), "proofs count and order them alike");
        let cells = model.board.cells();
        for number in 0..3_usize.pow(4) {
            let held = |cell: &Coord| {
                let place = cells.iter().position(|other| other == cell).unwrap();
                u16::try_from(number / 3_usize.pow(u32::try_from(place).unwrap()) % 3).unwrap()
            };
            let placed = cells.iter().map(|cell| (*cell, held(cell))).filter(|(_, held)| *held != 0);
            let is_goal = is_goal(&model, &placed.collect::<Configuration>()).unwrap();
            let fits = |allowed: Option<&[ContentId]>, cell: &Coord| {
                allowed.is_none_or(|allowed| allowed.contains(&held(cell)))
            };
            for (one, other) in solver.iter().zip(&checker) {
                let by_solver = cells.iter().all(|cell| fits(one.held(*cell), cell));
                let by_checker = cells.iter().all(|cell| fits(other.allowed(*cell), cell));
                prop_assert_eq!(by_solver, by_checker, "{:?} {:?}", one, other);
            }
            let found = solver.iter().any(|one| cells.iter().all(|cell| fits(one.held(*cell), cell)));
            prop_assert_eq!(found, is_goal, "{}, position {}: {:?}", text, number, solver);
        }
    }
}
