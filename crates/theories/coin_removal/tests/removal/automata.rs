//! Automata of rows: found and proved, beside brute force; and what must not be proved.

use std::collections::HashMap;

use crate::games;
use num_bigint::BigUint;
use puzzlec_algebra::Automaton;
use puzzlec_algebra::automaton::Letter;
use puzzlec_analysis::Answer;
use puzzlec_base::Budget;
use puzzlec_search::Options;
use puzzlec_task::SearchContext;
use puzzlec_theory::language::equation::{Checked, check};
use puzzlec_theory::language::witness::Witness;
use puzzlec_theory::language::{Aim, Family, Found, Proved, Refused};
use puzzlec_theory::meter::Meter;

/// The family of the only puzzle of a text.
fn family_or(text: &str) -> Result<Family, Refused> {
    let analysis = games::load(text);
    let model = games::model(&analysis);
    Family::of(&model, &Budget::unlimited())
}

fn family(text: &str) -> Family {
    family_or(text).unwrap_or_else(|e| panic!("{text}\n{e:?}"))
}

fn proved(family: &Family) -> Proved {
    match family.automaton(100, &SearchContext::unlimited()).unwrap() {
        Found::Automaton(proved) => proved,
        other => panic!("{other:?}"),
    }
}

/// A puzzle of the module `removal`.
fn removal(rule: &str, start: &str, aim: &str) -> String {
    format!("edition 1\nuse removal\npuzzle P {{ rules removal.{rule}; start row {start}; {aim} }}")
}

const GAME: &str = "players 2, last to move wins";
const PEGS: &str = "edition 1\nuse peg\nboard Row = line unbounded\n\
    puzzle P { rules peg.jump; board Row; start row oo.o; goal count(peg) == 1 }";

/// All words up to a length.
fn words(letters: &[Letter], length: usize) -> Vec<Vec<Letter>> {
    let mut all = vec![Vec::new()];
    let mut last = all.clone();
    for _ in 0..length {
        last =
            last.iter().flat_map(|w| letters.iter().map(move |a| [w.as_slice(), &[*a]].concat())).collect();
        all.extend(last.clone());
    }
    all
}

/// Rows of heads (1), tails (2) and gaps (0), played by hand.
#[derive(Default)]
struct Hand {
    closing: bool,
    solved: HashMap<Vec<Letter>, bool>,
    values: HashMap<Vec<Letter>, u32>,
}

impl Hand {
    fn options(&self, row: &[Letter]) -> Vec<Vec<Letter>> {
        let mut all = Vec::new();
        for at in (0..row.len()).filter(|at| row[*at] == 1) {
            let mut next = row.to_vec();
            next[at] = 0;
            for near in [at.wrapping_sub(1), at + 1] {
                if near < row.len() && row[near] != 0 {
                    next[near] = 3 - row[near];
                }
            }
            if self.closing {
                next.remove(at);
            }
            all.push(next);
        }
        all
    }

    fn solvable(&mut self, row: &[Letter]) -> bool {
        if let Some(known) = self.solved.get(row) {
            return *known;
        }
        let found = row.iter().all(|c| *c == 0) || self.options(row).iter().any(|next| self.solvable(next));
        self.solved.insert(row.to_vec(), found);
        found
    }

    fn value(&mut self, row: &[Letter]) -> u32 {
        if let Some(known) = self.values.get(row) {
            return *known;
        }
        let values: Vec<u32> = self.options(row).iter().map(|next| self.value(next)).collect();
        let value = (0..).find(|v| !values.contains(v)).unwrap();
        self.values.insert(row.to_vec(), value);
        value
    }
}

/// The letters of a family's starts are in the order 0, 1.
const TAILS_HEADS: [Letter; 2] = [2, 1];

#[test]
fn rows_that_close_up_have_the_automaton_of_the_paper() {
    let family = family(&removal("takeAndClose", "10", "goal empty"));
    assert_eq!(family.alphabet(), TAILS_HEADS);
    let proved = proved(&family);
    // Section 4: states 1 to 5, successors on 0 and on 1, accepting 2 and 4.
    let rows = [(0, [5, 2]), (1, [2, 3]), (0, [4, 4]), (1, [3, 2]), (0, [1, 4])];
    let rows: Vec<_> = rows.iter().map(|(o, next)| (*o, next.map(|q| q - 1).to_vec())).collect();
    assert_eq!(proved.starts, Automaton::new(2, 0, &rows).unwrap().minimised());
    assert_eq!(proved.starts.states(), 5);
    let mut power = BigUint::from(2_u32);
    for n in 1..=10_000_usize {
        power *= 2_u32;
        if n < 50 || n == 10_000 {
            assert_eq!(proved.starts.count(n), &power / 3_u32, "{n}");
        }
    }
    let mut hand = Hand { closing: true, ..Hand::default() };
    for word in words(&[0, 1, 2], 8) {
        assert_eq!(proved.whole.accepts(word.iter().copied()), hand.solvable(&word), "{word:?}");
    }
}

#[test]
fn the_game_of_rows_that_close_up_has_six_states() {
    let family = family(&removal("takeAndClose", "10", GAME));
    let proved = proved(&family);
    assert_eq!(proved.aim, Aim::Value);
    let rows = [(0, [1, 2]), (0, [0, 0]), (1, [3, 4]), (0, [2, 1]), (1, [5, 5]), (1, [4, 3])];
    let rows: Vec<_> = rows.iter().map(|(o, next)| (*o, next.to_vec())).collect();
    assert_eq!(proved.starts, Automaton::new(2, 0, &rows).unwrap().minimised());
    for n in 1..40_u32 {
        let won = proved.starts.with_outputs(|v| 1 - v).count(n as usize);
        let power = BigUint::from(2_u32).pow(n);
        assert_eq!(won, if n % 2 == 0 { power * 2_u32 + 1_u32 } else { power + 1_u32 } / 3_u32, "{n}");
    }
    let mut hand = Hand { closing: true, ..Hand::default() };
    for word in words(&[0, 1, 2], 8) {
        assert_eq!(proved.whole.value(word.iter().copied()), hand.value(&word), "{word:?}");
    }
}

#[test]
fn rows_with_gaps_need_an_odd_number_of_heads_in_each_part() {
    let family = family(&removal("take", "1.0", "goal empty"));
    let proved = proved(&family);
    let mut hand = Hand::default();
    for word in words(&[0, 1, 2], 8) {
        assert_eq!(proved.whole.accepts(word.iter().copied()), hand.solvable(&word), "{word:?}");
    }
    assert_eq!(proved.starts.letters(), 3);
    assert_eq!(self::proved(&self::family(&removal("take", "1", "goal empty"))).starts.states(), 2);
}

#[test]
fn the_game_with_gaps_is_not_found_and_its_table_grows() {
    let family = family(&removal("take", "10", GAME));
    let found = family.automaton(30, &SearchContext::unlimited()).unwrap();
    let Found::None { states: Some(30), growth, witness, refuted: Some(refuted) } = found else {
        panic!("{found:?}")
    };
    assert_eq!(growth, [1, 2, 4, 8, 15, 28]);
    // The rows that prove the last number, by hand.
    let mut hand = Hand::default();
    for (rows, most) in [(&witness, 28), (&refuted, 31)] {
        let mut answers = std::collections::BTreeSet::new();
        for beginning in &rows.beginnings {
            let won = rows.endings.iter().map(|end| hand.value(&[beginning.as_slice(), end].concat()) != 0);
            answers.insert(won.collect::<Vec<bool>>());
        }
        assert_eq!((rows.beginnings.len(), answers.len()), (most, most));
    }
    assert!(witness.endings.len() < 28);
    // A changed witness is refused: a beginning twice, or an ending less.
    let budget = Budget::unlimited();
    let holds = |witness: &Witness| witness.holds(&family, Aim::Value, &Meter::new(&budget)).unwrap();
    assert!(holds(&witness));
    for at in 0..witness.beginnings.len() {
        let mut changed = witness.clone();
        changed.beginnings[at] = changed.beginnings[(at + 1) % 28].clone();
        assert!(!holds(&changed));
    }
    let few = Witness { endings: Vec::new(), ..witness.clone() };
    assert!(!holds(&few));
    assert_eq!(Hand::default().value(&[2, 1, 1, 2, 1, 1, 2]), 0);
}

#[test]
fn one_dimensional_peg_solitaire_is_regular() {
    let family = family(PEGS);
    let proved = proved(&family);
    assert_eq!(family.alphabet(), [0, 1]);
    // By hand, with room on both sides.
    fn solvable(row: &[Letter], known: &mut HashMap<Vec<Letter>, bool>) -> bool {
        let first = row.iter().position(|c| *c == 1);
        let Some(first) = first else { return false };
        let row = &row[first..=row.iter().rposition(|c| *c == 1).unwrap()];
        if row.len() == 1 {
            return true;
        }
        if let Some(answer) = known.get(row) {
            return *answer;
        }
        let wide = [&[0, 0], row, &[0, 0]].concat();
        let mut answer = false;
        for at in 0..wide.len() - 2 {
            for (before, after) in [([1, 1, 0], [0, 0, 1]), ([0, 1, 1], [1, 0, 0])] {
                if wide[at..at + 3] == before {
                    let mut next = wide.clone();
                    next[at..at + 3].copy_from_slice(&after);
                    answer |= solvable(&next, known);
                }
            }
        }
        known.insert(row.to_vec(), answer);
        answer
    }
    let known = &mut HashMap::new();
    for word in words(&[0, 1], 13) {
        assert_eq!(proved.starts.accepts(word.iter().copied()), solvable(&word, known), "{word:?}");
    }
    // Far beyond what was tried: 11 (01)^n 0011 is solvable, 1^n is not for n > 4.
    let long = [vec![1, 1], [0, 1].repeat(500), vec![0, 0, 1, 1]].concat();
    assert!(proved.starts.accepts(long));
    assert!(!proved.starts.accepts(vec![1; 501]));
}

/// The check of a guess, by the family's own moves and goal.
fn checked(family: &Family, aim: Aim, guess: &Automaton) -> Checked {
    let budget = Budget::unlimited();
    check(family.moves(), family.goal(), aim, guess, &Meter::new(&budget)).unwrap()
}

/// All automata that differ from one in one output or one transition.
fn changed(a: &Automaton) -> Vec<Automaton> {
    let states = 0..a.states() as u32;
    let rows: Vec<(u32, Vec<u32>)> =
        states.clone().map(|q| (a.output(q), a.successors(q).to_vec())).collect();
    let mut all = Vec::new();
    for q in 0..rows.len() {
        for output in 0..3 {
            let mut other = rows.clone();
            other[q].0 = output;
            all.push(Automaton::new(a.letters(), a.start(), &other).unwrap());
        }
        for letter in 0..a.letters() {
            for to in states.clone() {
                let mut other = rows.clone();
                other[q].1[letter] = to;
                all.push(Automaton::new(a.letters(), a.start(), &other).unwrap());
            }
        }
    }
    all
}

#[test]
fn no_wrong_guess_is_proved() {
    let texts = [
        removal("takeAndClose", "10", "goal empty"),
        removal("takeAndClose", "10", GAME),
        removal("takeAndClose", "10", "players 2, last to move loses"),
        removal("take", "10", "goal empty"),
        removal("take", "10", "board line 2; goal empty"),
        removal("takeAndClose", "10", "board line 2; goal count(tails) == 1"),
        PEGS.to_owned(),
    ];
    for text in texts {
        let family = family(&text);
        let proved = proved(&family);
        let right = proved.whole;
        assert!(matches!(checked(&family, proved.aim, &right), Checked::Holds(_)));
        // On a bounded line the empty row is no row.
        let of = |a: &Automaton| if family.moves().endless { a.clone() } else { a.with_empty(0) };
        for guess in changed(&right) {
            let equal = of(&guess).difference(&of(&right)).is_none();
            let accepted = matches!(checked(&family, proved.aim, &guess), Checked::Holds(_));
            assert_eq!(accepted, equal, "{text}\n{guess:?}");
        }
    }
}

#[test]
fn a_guess_from_short_rows_is_corrected() {
    // All rows that are short enough to be tried first have the same answer.
    let text = "edition 1\npiece peg \"o\"\nboard Row = line unbounded\n\
        rule drop(x: peg) on Row { remove x }\n\
        puzzle P { rules drop; start row o; goal count(peg) == 6 }";
    let family = family(text);
    let never = Automaton::new(2, 0, &[(0, vec![0, 0])]).unwrap();
    assert_eq!(checked(&family, Aim::Solvable, &never), Checked::Fails(vec![1; 6]));
    let proved = proved(&family);
    assert_eq!(proved.starts.states(), 7);
    assert!(!proved.starts.accepts(vec![1; 5]));
    assert!(proved.starts.accepts(vec![1; 6]) && proved.starts.accepts(vec![1; 4000]));
}

/// Rules and goals beside general search on every start up to some length, on bounded and on endless lines.
#[test]
fn automata_agree_with_general_search() {
    let rules = [
        // Ends of the line matter on a bounded board.
        "rule r(x: a) { when count(piece, around x) == 1; remove x }",
        "rule r(x: a) { when empty(around x); remove x }",
        "rule r(x: a, y: b) { when adjacent(x, y); remove x; swap x with y }",
        "rule r(x: a, y: empty) { when distance(x, y) == 2; remove x; put b at y }",
        "rule r { [ a | b ] -> [ b | empty ] ; [ b | b | a ] -> [ empty | a | empty ] }",
        "rule r(x: a) { when x is a; remove x; close x; flip a <-> b at around x }",
        "rule r(x: piece) { when count(a, around x) == 1; remove x; close x }",
        "rule r(x: a, y: b) { when adjacent(x, y); remove x; put a at y; close x }",
        "rule r { [ a | empty ] -> [ empty | b ] }",
        "rule r(x: a) { remove x; flip a <-> b at around x except step(x, right, 1) }",
    ];
    let goals = [
        "empty",
        "count(a) == 1",
        "count(b) >= 2 or count(piece) == 0",
        "not (count(a) == 0) and count(b) < 2",
    ];
    let (mut found, mut compared) = (0, 0);
    for (number, rule) in rules.iter().enumerate() {
        for (board, size) in [("line unbounded", 4), ("line N", 4)] {
            let goal = goals[number % goals.len()];
            let text = |row: &str, n: usize| {
                let board = board.replace('N', &n.to_string());
                format!(
                    "edition 1\npiece a \"a\"\npiece b \"b\"\n{rule}\n\
                     puzzle P {{ board {board}; rules r; start row {row}; goal {goal} }}"
                )
            };
            let family = match family_or(&text("ab", 2)) {
                Ok(family) => family,
                Err(Refused::Unsuited(why)) => {
                    println!("{rule} on {board}: {why}");
                    continue;
                }
                Err(other) => panic!("{other:?}"),
            };
            let Found::Automaton(proved) = family.automaton(60, &SearchContext::unlimited()).unwrap() else {
                println!("{rule} on {board}: none");
                continue;
            };
            found += 1;
            for word in words(&[0, 1, 2], size).into_iter().skip(1) {
                if board == "line unbounded" && word.iter().all(|c| *c == 0) {
                    // A start there has a piece.
                    continue;
                }
                let row: String = word.iter().map(|c| family.mark(*c)).collect();
                let text = text(&row, row.len());
                let analysis = games::load(&text);
                let budget = Budget::unlimited().with_states(5000);
                let solved = analysis.solve(&analysis.puzzles()[0], &[], &Options::default(), budget);
                let solved = match solved.map(|report| report.answer) {
                    Ok(Answer::Solved(_)) => true,
                    Ok(Answer::Unsolvable { .. }) => false,
                    // An endless line may need a window that is not stated, and a goal more pieces than there are.
                    Ok(Answer::Stopped { .. }) if board == "line unbounded" => continue,
                    Err(_) if !proved.whole.accepts(word.iter().copied()) => continue,
                    other => panic!("{text}\n{other:?}"),
                };
                compared += 1;
                assert_eq!(proved.whole.accepts(word), solved, "{text}");
            }
        }
    }
    assert!(found >= 12 && compared >= 1000, "{found} {compared}");
}

#[test]
fn what_is_no_family_is_refused() {
    let puzzle = |rule: &str, board: &str, goal: &str| {
        format!(
            "edition 1\npiece a \"a\"\npiece b \"b\"\n{rule}\n\
             puzzle P {{ board {board}; rules r; start row ab; goal {goal} }}"
        )
    };
    let remove = "rule r(x: a) { remove x }";
    for (rule, board, goal, why) in [
        (remove, "ring 2", "empty", "not a line"),
        (remove, "line 2", "row .b", "the goal"),
        ("rule r(x: a, y: b) { remove x }", "line 2", "empty", "any distance"),
        ("rule r(x: a) { when count(b) == 1; remove x }", "line 2", "empty", "all cells"),
        ("rule r(x: a) { when columnof(x) == 1; remove x }", "line 2", "empty", "row or column"),
        ("rule r { [ a | empty ] -> [ empty | a ] }", "line 2", "empty", "play ends"),
        (
            "rule r(x: a) { put b at x }\nrule s(x: b) { put a at x }",
            "line 2; rules r, s",
            "empty",
            "play ends",
        ),
        ("rule r(x: a) { when any y in around x: empty(y); put b at x } ", "line 2", "empty", "-"),
        ("rule r(x: a) { when not any y in cells: y is b; remove x }", "line 2", "empty", "unbounded"),
    ] {
        let text = puzzle(rule, board, goal).replace("; rules r, s; rules r;", "; rules r, s;");
        match family_or(&text) {
            Err(Refused::Unsuited(said)) => assert!(said.contains(why), "{text}\n{said}"),
            Ok(_) => assert_eq!(why, "-", "{text}"),
            other => panic!("{text}\n{other:?}"),
        }
    }
}
