//! A row that closes up: its parity sum, that of the reversed row, and the run of the automaton.

use crate::problem::{Part, Shape};
use crate::read::Game;
use crate::states::State;
use crate::words;
use puzzlec_base::words::grouped;
use puzzlec_theory::{Content, Mark, Overlay, Section};

/// Runs of heads that are listed.
const MOST_RUNS: usize = 40;
/// States of a run of the automaton that are shown, and coins of an overlay.
const MOST_STATES: usize = 200;

/// The sections about the parity sum of a row that closes up.
pub(super) fn sections(game: &Game<'_>) -> Vec<Section> {
    let [part] = game.problem.parts.as_slice() else { return Vec::new() };
    if game.players || !game.problem.closing || part.shape != Shape::Row {
        return Vec::new();
    }
    vec![runs(game, part), reversal(part), automaton(game, part)]
}

/// The parity sum, run by run.
fn runs(game: &Game<'_>, part: &Part) -> Section {
    // By run of heads: the tails before it, their parity, its length and the sum so far.
    let (mut tails, mut sum, mut runs) = (0_u64, 0_i64, Vec::new());
    let mut number = 0_u64;
    for run in part.heads.chunk_by(|a, b| a == b) {
        if run.first() != Some(&true) {
            tails += run.len() as u64;
            continue;
        }
        number += 1;
        let odd = !tails.is_multiple_of(2);
        let heads = i64::try_from(run.len()).unwrap_or(i64::MAX);
        sum += if odd { -heads } else { heads };
        if runs.len() < MOST_RUNS {
            let parity = u64::from(odd).to_string();
            runs.push(vec![
                grouped(number),
                grouped(tails),
                parity,
                grouped(run.len() as u64),
                sum.to_string(),
            ]);
        }
    }
    let last = tails % 2;
    let columns = ["run of heads", "tails before", "p", "heads", "sum so far"].map(str::to_owned).to_vec();
    let note = format!(
        "heads count as negative where p, the parity of the tails before them, is 1; S = {sum} - {last} = {}; \
         state {} of the automaton",
        words::parity_sum(&part.heads),
        state(&part.heads)
    );
    let mut minus = false;
    let signs = (0_u32..).zip(part.heads.iter().take(MOST_STATES)).filter_map(|(coin, head)| {
        minus ^= !head;
        Some((game.cell(0, coin).filter(|_| *head)?, u8::from(minus)))
    });
    let overlay = Overlay::tints("signs", signs)
        .with(Mark::Cell(0), "heads that count as positive: behind an even number of tails")
        .with(Mark::Cell(1), "heads that count as negative: behind an odd number of tails");
    Section::new("parity sum", &note, Content::Table { columns, rows: runs, times: Vec::new() }).over(overlay)
}

/// Lemma 1: the parity sum of the reversed row.
fn reversal(part: &Part) -> Section {
    let reversed: Vec<bool> = part.heads.iter().rev().copied().collect();
    let (sum, back) = (words::parity_sum(&part.heads), words::parity_sum(&reversed));
    let tails = part.heads.iter().filter(|head| !**head).count() as u64;
    let relation = if tails.is_multiple_of(2) {
        "S' = S, as the number of tails is even"
    } else {
        "S' = -S - 2, as the number of tails is odd"
    };
    let fact = |name: &str, value: String| (name.to_owned(), value);
    let of = |sum: i64| format!("{sum}, which is {} modulo 3", sum.rem_euclid(3));
    let facts = vec![
        fact("parity sum S", of(sum)),
        fact("parity sum S' of the reversed row", of(back)),
        fact("relation", relation.to_owned()),
    ];
    let note = "a row and the reversed row can be removed both, or neither (Lemma 1)";
    Section::new("reversed row", note, Content::Facts { facts })
}

/// The run of the automaton of Figure 1.
fn automaton(game: &Game<'_>, part: &Part) -> Section {
    let mut state = State::START;
    let mut run = vec![state.letter().to_string()];
    let mut labels = Vec::new();
    for (coin, head) in (0_u32..).zip(&part.heads) {
        state = state.next(*head);
        if run.len() < MOST_STATES {
            run.push(state.letter().to_string());
            labels.extend(game.cell(0, coin).map(|cell| (vec![cell], state.letter().to_string())));
        }
    }
    let more = if part.heads.len() < MOST_STATES { "" } else { " …" };
    let facts = vec![
        ("states".to_owned(), format!("{}{more}", run.join(" "))),
        ("accepted".to_owned(), if state.accepts() { "yes" } else { "no" }.to_owned()),
    ];
    let overlay = Overlay { name: "states", labels, ..Overlay::default() }
        .with(Mark::Label, "the state of Figure 1 after this coin; before the first one it is s");
    let note = "the states of Figure 1, from s on";
    Section::new("run of the automaton", note, Content::Facts { facts }).over(overlay)
}

/// The state of the automaton of removable words, with the numbers of the paper: 1 and 5 before the first head, after an even
/// and an odd number of tails; then 2, 3 and 4. It accepts in 2 and 4.
fn state(heads: &[bool]) -> u8 {
    heads.iter().fold(1, |state, head| match (state, head) {
        (1, false) => 5,
        (5, false) => 1,
        (1, true) | (4, true) | (2, false) => 2,
        (2, true) | (4, false) => 3,
        _ => 4,
    })
}
