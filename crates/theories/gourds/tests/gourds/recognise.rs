//! Puzzles that are the game, and puzzles that are not.

use crate::games;
use puzzlec_analysis::Analysis;
use puzzlec_gourds::read::{Asked, read};

const PIECES: &str = "piece gourd { cells 2 }\npiece coin \"o\"\n";
const SLIDE: &str = "[ g.1 | g.2 | empty ] -> [ empty | g.1 | g.2 ]";
const PIVOT: &str = "[ g.1 | g.2 | empty ] -> [ empty | g.2 | g.1 ]";

fn analysis(text: &str) -> Analysis {
    games::load(format!("edition 1\n{text}\n"))
}

/// What is asked: gourds, cells and goals.
fn game(text: &str) -> Option<(usize, usize, usize)> {
    let analysis = analysis(text);
    let model = games::model(&analysis);
    Some(match read(&model)?.question {
        Asked::Plan { problem, .. } => (problem.start.gourds(), problem.board.len(), problem.goals.len()),
        Asked::Place(placement) => {
            let gourds = placement.supply.iter().map(|entry| entry.count as usize).sum();
            (gourds, placement.board.len(), placement.goals.len())
        }
    })
}

fn with_rules(rules: &str) -> Option<(usize, usize, usize)> {
    let start = "start \"\"\"\n . 4\n1 2 3\n\"\"\"";
    let goal = "goal \"\"\"\n . 3\n1 2 4\n\"\"\"";
    game(&format!(
        "{PIECES}{rules}\npuzzle P {{ board hex \"\"\"\n . .\n. . .\n\"\"\"; rules go; {start}; {goal} }}"
    ))
}

fn with(rest: &str) -> Option<(usize, usize, usize)> {
    game(&format!("use gourds\npiece coin \"o\"\npuzzle P {{ rules gourds.all; {rest} }}"))
}

#[test]
fn the_rules_may_be_drawn_in_many_ways() {
    let usual = format!("{SLIDE} along d, d or d, d+1 or d, d-1");
    for rules in [
        format!("rule go {{ {usual}; {PIVOT} along d, d+2 or d, d-2 }}"),
        format!("rule s {{ {usual} }}\nrule p {{ {PIVOT} along d, d+2 or d, d-2 }}\nrule go = p, s"),
        // From the empty cell on, and with other names.
        format!(
            "rule go {{ [ empty | x.2 | x.1 ] -> [ x.2 | x.1 | empty ] along d, d or d, d+1 or d, d-1; \
             {PIVOT} along d, d+2 or d, d-2 }}"
        ),
        // The end that stays comes second.
        format!(
            "rule go {{ {usual}; [ g.1 | g.2 | empty ] -> [ g.1 | empty | g.2 ] along d, d+2 or d, d-2 }}"
        ),
        // Twice the same.
        format!("rule go {{ {usual}; {SLIDE} along d; {PIVOT} along d, d+2 or d, d-2 }}"),
    ] {
        assert_eq!(with_rules(&rules), Some((2, 5, 1)), "{rules}");
    }
}

#[test]
fn other_rules_are_other_games() {
    let usual = format!("{SLIDE} along d, d or d, d+1 or d, d-1");
    for rules in [
        format!("rule go {{ {usual} }}"),
        format!("rule go {{ {usual}; {PIVOT} along d, d+2 }}"),
        format!("rule go {{ {SLIDE} along d, d or d, d+1; {PIVOT} along d, d+2 or d, d-2 }}"),
        // Sharp turns, and pivots around wide corners.
        format!("rule go {{ {usual}; {SLIDE} along d, d+2; {PIVOT} along d, d+2 or d, d-2 }}"),
        format!("rule go {{ {usual}; {PIVOT} along d, d+2 or d, d-2; [ g.1 | g.2 ] -> [ g.2 | g.1 ] }}"),
        format!(
            "rule go {{ {usual}; {PIVOT} along d, d+2 or d, d-2; [ coin | empty ] -> [ empty | coin ] }}"
        ),
        format!(
            "rule go {{ {usual}; {PIVOT} along d, d+2 or d, d-2; \
             [ g.1 | g.2 | empty | empty ] -> [ empty | empty | g.1 | g.2 ] }}"
        ),
        format!(
            "rule go {{ {usual}; {PIVOT} along d, d+2 or d, d-2; [ g.1 | g.2 | h.1 | h.2 | empty ] -> [ empty | g.1 | g.2 | h.1 | h.2 ] }}"
        ),
        // Only to the right.
        format!("rule go {{ {SLIDE} along right; {PIVOT} along d, d+2 or d, d-2 }}"),
        format!(
            "rule w(x: gourd, d: direction) {{ shift x towards d }}\nrule s {{ {usual}; {PIVOT} along d, d+2 or d, d-2 }}\nrule go = s, w"
        ),
    ] {
        assert_eq!(with_rules(&rules), None, "{rules}");
    }
}

#[test]
fn boards_and_starts() {
    let goal = "goal \"\"\"\n 1\n2 .\n\"\"\"";
    let triangle = "board hex \"\"\"\n .\n. .\n\"\"\"";
    assert_eq!(with(&format!("{triangle}; start \"\"\"\n .\n1 2\n\"\"\"; {goal}")), Some((1, 3, 1)));
    let drawn = "board triangle \"\"\"\n .\n. .\n\"\"\"";
    assert_eq!(with(&format!("{drawn}; start \"\"\"\n .\n1 2\n\"\"\"; {goal}")), Some((1, 3, 1)));
    // Other pieces, two empty cells, no gourd, a board of squares, a line.
    assert_eq!(
        with("board hex side 2; start \"\"\"\n 1 2\no . o\n 3 4\n\"\"\"; goal where a1 is empty"),
        None
    );
    assert_eq!(
        with("board hex side 2; start \"\"\"\n 1 2\n3 . .\n 4 .\n\"\"\"; goal where a1 is empty"),
        None
    );
    assert_eq!(with("board square 1 by 3; start row 12.; goal row .12"), None);
    assert_eq!(with("board line 3; start row 12.; goal row .12"), None);
    assert_eq!(
        with("start \"\"\"\n1 2 .\n\"\"\"; board hex unbounded; goal \"\"\"\n. 1 2\n\"\"\"; window 2"),
        None
    );
    let measured = format!("{triangle}; start \"\"\"\n .\n1 2\n\"\"\"; {goal}");
    assert_eq!(with(&format!("{measured}; measure runs = runs of one piece")), None);
    let script = "legal script \"\"\"\nfn legal(position, move) { true }\n\"\"\"";
    assert_eq!(with(&format!("{measured}; {script}")), None);
}

#[test]
fn goals_are_contents_of_cells() {
    let head = "board hex side 2; start \"\"\"\n 1 2\n3 . 5\n 4 6\n\"\"\"";
    let goals = |goal: &str| with(&format!("{head}; goal {goal}")).map(|(_, _, goals)| goals);
    assert_eq!(goals("\"\"\"\n 1 2\n3 5 .\n 4 6\n\"\"\""), Some(1));
    assert_eq!(goals("\"\"\"\n ? ?\n? ? .\n ? ?\n\"\"\" or \"\"\"\n ? ?\n. ? ?\n ? ?\n\"\"\""), Some(2));
    assert_eq!(goals("where a1 is empty or b2 is empty or a3 is empty"), Some(3));
    assert_eq!(goals("where a1 is empty and b2 is gourds.gourd"), Some(1));
    assert_eq!(goals("where not (a1 is empty or b2 is empty)"), Some(1));
    assert_eq!(goals("where not (a1 is empty and b2 is empty)"), Some(2));
    assert_eq!(goals("gourds.gourd at a1, b2"), Some(1));
    assert_eq!(goals("colours \"\"\"\n 1 ?\n? ? ?\n ? 2\n\"\"\" and a2 is empty"), Some(1));
    // Kept although no position is like that.
    assert_eq!(goals("empty"), Some(1));
    assert_eq!(goals("where a1 is coin"), Some(1));
    // Of other forms.
    assert_eq!(goals("count(empty) == 1"), None);
    assert_eq!(goals("where any x in around b2: x is empty"), None);
    assert_eq!(goals("script \"\"\"\nfn goal(position) { true }\n\"\"\""), None);
}

#[test]
fn gourds_to_be_laid() {
    let place = |entries: &str, goal: &str| {
        game(&format!(
            "use gourds\npiece coin \"o\"\npuzzle P {{ board hex side 2; place {entries}; goal {goal} }}"
        ))
    };
    let goal = "colours \"\"\"\n R R\nG ? G\n B B\n\"\"\"";
    assert_eq!(place("gourds.gourd R-G * 2, gourds.gourd B-B", goal), Some((3, 7, 1)));
    assert_eq!(place("gourds.gourd R-G, gourds.gourd G-R", goal), Some((2, 7, 1)));
    assert_eq!(place("gourds.gourd R-G * 2, gourds.gourd B-B, coin", goal), None);
}
