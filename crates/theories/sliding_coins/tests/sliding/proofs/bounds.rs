//! Lower bounds.

use super::line::Line;
use super::{Game, Random, exhausted, pairs, plain};

/// The games of the paper whose least length is n.
#[test]
fn n_moves_are_least() {
    for (n, k) in [(3, 2), (4, 2), (3, 3)] {
        let line = Line::family(n, k);
        let game = Game::of(&line);
        assert_eq!(line.plan_among(2 * k, usize::MAX).unwrap().len(), n, "{line:?}");
        let told = game.at_least(n, &[pairs(), pairs()]).unwrap();
        assert_eq!(told, "a move makes two pairs of neighbours at most");
        assert!(game.at_least(n + 1, &[pairs(), pairs()]).is_err());
        for forward in 0..n {
            // All rows may be listed instead, in any division.
            let one = exhausted(forward, n - 1 - forward);
            game.at_least(n, &[one.clone(), pairs()]).unwrap();
            game.at_least(n, &[one.clone(), one]).unwrap();
            let more = exhausted(forward, n - forward);
            game.at_least(n + 1, &[more.clone(), more]).unwrap_err();
        }
    }
}

/// The table of the sheet where n moves are too few.
#[test]
fn more_than_n_moves_are_least() {
    for (n, k, length) in [(6, 3, 7), (3, 4, 6), (4, 4, 5), (5, 4, 6), (6, 4, 7), (4, 5, 6), (5, 5, 6)] {
        let game = Game::of(&Line::family(n, k));
        let proof = exhausted(2, length - 3);
        game.at_least(length, &[proof.clone(), proof]).unwrap();
        assert!(game.at_least(n, &[pairs(), pairs()]).is_ok());
        assert!(game.at_least(n + 1, &[pairs(), pairs()]).is_err());
    }
}

/// The rest of the table, with the cases for which wide gaps were not tried before. In an optimised build:
/// `cargo test --release --test games -- --ignored wide_gaps`.
#[test]
#[ignore = "takes minutes"]
fn more_than_n_moves_are_least_also_with_wide_gaps() {
    let cases = [(8, 3, 9), (7, 5, 8), (8, 5, 9), (9, 5, 10), (7, 6, 9), (8, 6, 9), (9, 6, 10), (10, 6, 11)];
    let wide =
        [(11, 6, 12), (9, 7, 10), (10, 7, 11), (11, 7, 12), (5, 8, 11), (6, 8, 9), (7, 8, 9), (6, 9, 11)];
    for (n, k, length) in cases.into_iter().chain(wide).chain([(6, 10, 16)]) {
        let game = Game::of(&Line::family(n, k));
        let forward = length * 2 / 5;
        let proof = exhausted(forward, length - 1 - forward);
        game.at_least(length, &[proof.clone(), proof]).unwrap();
    }
}

/// Rows of many coins: time in proportion.
#[test]
fn pairs_of_many_coins() {
    many(20_000);
}

/// `cargo test --release --test games -- --ignored million`.
#[test]
#[ignore = "takes a gigabyte"]
fn pairs_of_a_million_coins() {
    many(1_000_000);
}

fn many(n: usize) {
    let text = format!(
        "use sliding\npuzzle P {{\n rules sliding.slide(4)\n start row W*{n} B*{n}\n \
         goal anywhere row (W B)*{n} or anywhere row (B W)*{n}\n}}"
    );
    let game = Game::text(&text).remove(0);
    game.at_least(n, &[pairs(), pairs()]).unwrap();
    game.at_least(n + 1, &[pairs(), pairs()]).unwrap_err();
    // Rows that long are not listed, and that is said at once.
    game.at_least(n + 1, &[exhausted(0, n), exhausted(0, n)]).unwrap_err();
}

/// Lines of all sorts with a least plan: its length is proved, and nothing proves more.
#[test]
fn bounds_agree_with_a_search() {
    let lines = lines(100);
    let games = Game::all(&lines);
    let mut proved = 0;
    for (line, game) in lines.iter().zip(&games) {
        let Some(plan) = line.plan(line.k + 1) else { continue };
        let length = plan.len();
        if length > 4 {
            continue;
        }
        for more in [length + 1, length + 2].into_iter().filter(|more| *more <= 5) {
            let mut forged = vec![pairs()];
            forged.extend(plain());
            forged.extend((more / 3..=more / 2).map(|forward| exhausted(forward, more - 1 - forward)));
            for proof in forged {
                let told = game.at_least(more, std::slice::from_ref(&proof));
                assert!(told.is_err(), "{line:?} {proof} {told:?}");
            }
        }
        // A plan outside of the cells that were searched would be shorter.
        for forward in length / 3..length.min(3) {
            let proof = exhausted(forward, length - 1 - forward);
            let told = game.at_least(length, std::slice::from_ref(&proof));
            assert!(told.is_ok(), "{line:?} {proof} {plan:?} {told:?}");
            proved += 1;
        }
        assert!(game.at_least(0, &[pairs()]).is_ok());
    }
    assert!(proved > 50, "{proved}");
}

/// Starts with and without gaps, two colours and three, both rules, both boards, goals on given cells and anywhere.
pub fn lines(number: usize) -> Vec<Line> {
    let mut random = Random(7);
    let words = [
        "WWBB", "WWWBB", "WWWBBB", "WBWB", "WBC", "WWBC", "WBCD", "WWBBC", "WWB.B", "WW.BB", "WWB..BB",
        "W.WBB",
    ];
    let mut lines = Vec::new();
    while lines.len() < number {
        let word = *random.of(&words);
        let coins: String = word.chars().filter(|c| *c != '.').collect();
        let k = 1 + random.below(3);
        if k == 1 && coins.len() > 4 {
            continue;
        }
        let goal =
            if random.below(4) == 0 { random.shuffled_word(word) } else { random.shuffled_word(&coins) };
        let before = ["", ".", "..", "...."][random.below(4)];
        let ends = (random.below(3) == 0).then(|| 1 + before.len() + word.len() + random.below(5));
        let anywhere = random.below(3) > 0;
        let shift = if anywhere { "" } else { *random.of(&["", ".", "..", "..."]) };
        let goal = format!("{shift}{goal}");
        if ends.is_some_and(|cells| goal.len() > cells) {
            continue;
        }
        let start = before.to_owned() + random.shuffled_word(word).as_str();
        let (over, goals) = (random.below(3) == 0, vec![(goal, anywhere)]);
        lines.push(Line { k, over, ends, start, goals });
    }
    lines
}
