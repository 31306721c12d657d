use super::{imported, lengths, refused, valid};
use puzzlec_base::FileId;
use puzzlec_render::import::{Format, import};

pub const TILES: &str = "\
; a small n-puzzle
(define (problem tiles-2x3)
  (:domain n-puzzle-typed)
  (:objects p_1_1 p_1_2 p_1_3 p_2_1 p_2_2 p_2_3 - position t_1 t_2 t_3 t_4 t_5 - tile)
  (:init (at t_1 p_1_1) (at t_2 p_1_2) (empty p_1_3) (at t_4 p_2_1) (at t_5 p_2_2) (at t_3 p_2_3)
    (neighbor p_1_1 p_1_2) (neighbor p_1_2 p_1_1) (neighbor p_1_2 p_1_3) (neighbor p_1_3 p_1_2)
    (neighbor p_2_1 p_2_2) (neighbor p_2_2 p_2_1) (neighbor p_2_2 p_2_3) (neighbor p_2_3 p_2_2)
    (neighbor p_1_1 p_2_1) (neighbor p_2_1 p_1_1) (neighbor p_1_2 p_2_2) (neighbor p_2_2 p_1_2)
    (neighbor p_1_3 p_2_3) (neighbor p_2_3 p_1_3))
  (:goal (and (at t_1 p_1_1) (at t_2 p_1_2) (at t_3 p_1_3) (at t_4 p_2_1) (at t_5 p_2_2))))
";

#[test]
fn tiles() {
    assert_eq!(lengths(&imported(Format::Pddl, TILES)), [Some(1)]);
    let one_way = TILES.replace("(neighbor p_1_2 p_1_1)", "");
    refused(Format::Pddl, &one_way, 2, "(", "the neighbours of the problem are not those of squares");
    let twice = TILES.replace("(at t_2 p_1_2) (empty", "(at t_2 p_1_1) (empty");
    refused(Format::Pddl, &twice, 5, "(", "two tiles are at this place");
}

/// With its domain before it, a problem of tiles has any predicates.
#[test]
fn tiles_by_their_domain() {
    let domain = "(define (domain puzzle)
  (:predicates (tile ?t) (cell ?c) (on ?t ?c) (free ?c) (touch ?a ?b))
  (:action go :parameters (?t ?a ?b)
    :precondition (and (tile ?t) (cell ?a) (on ?t ?a) (free ?b) (touch ?a ?b))
    :effect (and (not (on ?t ?a)) (on ?t ?b) (not (free ?b)) (free ?a) (increase (total-cost) 1))))
";
    let problem = TILES.replace("(at ", "(on ").replace("(empty ", "(free ").replace("(neighbor ", "(touch ");
    let problem = problem.replace("(:init ", "(:init (tile t_1) (cell p_1_1) ");
    let both = format!("{domain}{problem}");
    assert_eq!(lengths(&imported(Format::Pddl, &both)), [Some(1)]);
    assert_eq!(import(FileId(0), &both, None).text, import(FileId(0), TILES, None).text);
    // A domain of other moves, one that keeps the place taken, and a problem without a domain are refused.
    for (from, to) in [
        ("(touch ?a ?b))\n    :effect", "(touch ?a ?a))\n    :effect"),
        (" (free ?a) (inc", " (inc"),
        ("(not (on ?t ?a))", "(not (on ?t ?b))"),
        ("(on ?t ?a) (free", "(on ?t ?a) (not (free ?a)) (free"),
    ] {
        let other = domain.replace(from, to);
        assert_ne!(other, domain);
        assert!(import(FileId(0), &format!("{other}{problem}"), None).text.is_empty(), "{other}");
    }
    assert!(import(FileId(0), &problem, None).text.is_empty());
}

/// A row of four places in which the player pushes a stone once.
const SOKOBAN: &str = "\
(define (problem p012-microban-sequential)
  (:domain sokoban-sequential)
  (:objects dir-down dir-left dir-right dir-up - direction player-01 - player
    pos-1-1 pos-2-1 pos-3-1 pos-4-1 - location stone-01 - stone)
  (:init (IS-GOAL pos-4-1) (IS-NONGOAL pos-1-1) (IS-NONGOAL pos-2-1) (IS-NONGOAL pos-3-1)
    (MOVE-DIR pos-1-1 pos-2-1 dir-right) (MOVE-DIR pos-2-1 pos-1-1 dir-left)
    (MOVE-DIR pos-2-1 pos-3-1 dir-right) (MOVE-DIR pos-3-1 pos-2-1 dir-left)
    (MOVE-DIR pos-3-1 pos-4-1 dir-right) (MOVE-DIR pos-4-1 pos-3-1 dir-left)
    (at player-01 pos-1-1) (at stone-01 pos-2-1) (clear pos-3-1) (clear pos-4-1)
    (= (total-cost) 0))
  (:goal (and (at-goal stone-01)))
  (:metric minimize (total-cost)))
";

#[test]
fn sokoban() {
    assert_eq!(lengths(&imported(Format::Pddl, SOKOBAN)), [Some(2)]);
    // Costs are those of pushes: a walk to the stone is free.
    let walk = SOKOBAN.replace(
        "(at player-01 pos-1-1) (at stone-01 pos-2-1)",
        "(at player-01 pos-1-1) (at stone-01 pos-3-1)",
    );
    assert_eq!(lengths(&imported(Format::Pddl, &walk)), [Some(1)]);
    assert_eq!(
        lengths(&imported(Format::Pddl, &walk.replace("\n  (:metric minimize (total-cost))", ""))),
        [Some(2)]
    );
    let bent = SOKOBAN.replace("pos-4-1 pos-3-1 dir-left", "pos-4-1 pos-3-1 dir-up");
    assert!(import(FileId(0), &bent, None).text.is_empty());
    let no_way_back = SOKOBAN.replace(" (MOVE-DIR pos-4-1 pos-3-1 dir-left)", "");
    refused(Format::Pddl, &no_way_back, 8, "(", "there is no step back from `pos-4-1` to `pos-3-1`");
    let odd = SOKOBAN.replace("dir-right", "dir-north");
    refused(Format::Pddl, &odd, 6, "(", "there is no direction `north` on squares");
}

const PEGS: &str = "\
(define (problem pegsolitaire-sequential-001)
  (:domain pegsolitaire-sequential)
  (:objects pos-0-0 pos-1-0 pos-2-0 pos-3-0 - location)
  (:init (= (total-cost) 0) (move-ended)
    (IN-LINE pos-0-0 pos-1-0 pos-2-0) (IN-LINE pos-2-0 pos-1-0 pos-0-0)
    (IN-LINE pos-1-0 pos-2-0 pos-3-0) (IN-LINE pos-3-0 pos-2-0 pos-1-0)
    (occupied pos-0-0) (occupied pos-1-0) (free pos-2-0) (occupied pos-3-0))
  (:goal (and (free pos-0-0) (occupied pos-1-0) (free pos-2-0) (free pos-3-0)))
  (:metric minimize (total-cost)))
";

#[test]
fn pegs() {
    let text = import(FileId(0), PEGS, None).text;
    assert!(text.contains("runs of one piece"), "{text}");
    assert_eq!(lengths(&valid(&text)), [Some(2)]);
    let missing = PEGS.replace(" (IN-LINE pos-3-0 pos-2-0 pos-1-0)", "");
    let headline = "the lines of the problem are not the rows and columns of its board";
    refused(Format::Pddl, &missing, 1, "(", headline);
}

#[test]
fn other_texts() {
    let at = |text: &str, line, at, headline| refused(Format::Pddl, text, line, at, headline);
    at("(define (problem p) (:init)", 1, "(", "this bracket is not closed");
    at("\n)", 2, ")", "this bracket closes nothing");
    at("(define (domain d))", 1, "(", "this is not a problem: a domain has no start and no goal");
    at("(define (problem p) (:init))", 1, "(", "the problem has no `:goal`");
    let other = "(define (problem p) (:init (on a b)) (:goal (on b a)))";
    at(other, 1, "(", "only problems of Sokoban, peg solitaire and sliding tiles can be imported");
}
