//! The first moves.

use super::{SEARCHED, within};
use crate::problem::{Graph, Part, Shape};
use crate::read::Game;
use crate::values::Values;
use crate::{graphs, words};
use puzzlec_base::words::grouped;
use puzzlec_theory::meter::Meter;
use puzzlec_theory::{Content, Mark, Overlay, Section};

/// Moves that are listed.
const MOST_MOVES: usize = 60;
/// Moves are not tried where there are more coins.
const MOST_COINS: u64 = 2_000;

/// The first moves: for a game the values that they leave, else whether the rest can be removed.
pub(super) fn section(game: &Game<'_>, values: Option<&Values<'_>>, meter: &Meter<'_>) -> Option<Section> {
    let mut rows = Vec::new();
    let mut more = 0_u64;
    let mut take = |part: usize, coin: u32, left: Vec<String>| {
        if rows.len() < MOST_MOVES {
            rows.push([vec![game.name(part, coin)], left].concat());
        } else {
            more += 1;
        }
    };
    let mut overlay = Overlay { name: "values", ..Overlay::default() }
        .with(Mark::Label, "the Grundy value that is left if the coin is removed")
        .with(Mark::Cell(2), "the coin wins: it leaves 0");
    let closing = game.problem.closing && game.problem.parts.iter().any(|part| part.shape == Shape::Row);
    let last: Vec<&str> = if game.players {
        for found in values?.moves() {
            take(found.part, found.coin, vec![grouped(found.value)]);
            let Some(cell) = game.cell(found.part, found.coin) else { continue };
            if overlay.labels.len() < MOST_MOVES {
                overlay.labels.push((vec![cell], found.value.to_string()));
                overlay.tints.extend((found.value == 0).then_some((cell, 2)));
            }
        }
        vec!["Grundy value after it"]
    } else {
        if game.coins() > MOST_COINS {
            return None;
        }
        for (at, part) in game.problem.parts.iter().enumerate() {
            for (coin, _) in (0_u32..).zip(&part.heads).filter(|(_, heads)| **heads) {
                let left = match rest(part, coin, game.problem.closing, meter) {
                    Some(true) => "yes",
                    Some(false) => "no",
                    None => "unknown",
                };
                let mut words = vec![left.to_owned()];
                if closing {
                    words.extend(sum_after(part, coin));
                }
                take(at, coin, words);
            }
        }
        let sums = ["parity sum after it", "change"];
        ["the rest of its part can be removed"]
            .into_iter()
            .chain(sums.into_iter().filter(|_| closing))
            .collect()
    };
    let note = match more {
        0 => String::new(),
        more => format!("{} more are not shown", grouped(more)),
    };
    let columns = ["coin"].into_iter().chain(last).map(str::to_owned).collect();
    let section = Section::new("first moves", &note, Content::Table { columns, rows, times: Vec::new() });
    Some(if game.players { section.over(overlay) } else { section })
}

/// The parity sum of a row that closes up after a coin, and how it changes (Lemma 2 and its proof).
fn sum_after(part: &Part, coin: u32) -> [String; 2] {
    let at = coin as usize;
    let mut heads = part.heads.clone();
    for place in [at.checked_sub(1), Some(at + 1)].into_iter().flatten() {
        if let Some(heads) = heads.get_mut(place) {
            *heads = !*heads;
        }
    }
    heads.remove(at);
    if part.shape != Shape::Row {
        return [String::new(), String::new()];
    }
    let (before, after) = (words::parity_sum(&part.heads), words::parity_sum(&heads));
    let change = match after - before {
        _ if at == 0 => "1 - S",
        1.. => "S + 3",
        _ => "S - 3",
    };
    [after.to_string(), change.to_owned()]
}

/// Whether the rest of a part can be removed after a coin.
fn rest(part: &Part, coin: u32, closing: bool, meter: &Meter<'_>) -> Option<bool> {
    let at = coin as usize;
    let n = part.heads.len();
    let mut heads = part.heads.clone();
    let mut turn = |place: usize| {
        if let Some(heads) = heads.get_mut(place) {
            *heads = !*heads;
        }
    };
    match &part.shape {
        Shape::Graph(graph) => {
            graph.neighbours(at).iter().for_each(|near| turn(*near as usize));
            heads.remove(at);
            // The vertices after it get the numbers before theirs.
            let number = |vertex: u32| if vertex > coin { vertex - 1 } else { vertex };
            let edges = (0_u32..).zip(0..n).filter(|(from, _)| *from != coin).flat_map(|(from, place)| {
                let near = graph.neighbours(place).iter().filter(move |to| **to != coin && **to > from);
                near.map(move |to| (number(from), number(*to)))
            });
            let inner = Graph::new(n.saturating_sub(1), edges);
            let answer = within(meter, SEARCHED, || graphs::removal(&inner, &heads, meter))?;
            Some(matches!(answer, graphs::Answer::Order(_)))
        }
        shape => {
            let ring = *shape == Shape::Ring && n > 1;
            let (left, right) = (
                at.checked_sub(1).or_else(|| ring.then_some(n - 1)),
                Some(at + 1).filter(|right| *right < n).or_else(|| ring.then_some(0)),
            );
            left.into_iter().for_each(&mut turn);
            right.filter(|right| Some(*right) != left).into_iter().for_each(&mut turn);
            let (before, after) = heads.split_at_checked(at)?;
            let after = after.get(1..)?;
            Some(match (ring, closing) {
                (false, false) => {
                    words::removable(before, false, false) && words::removable(after, false, false)
                }
                // After a coin of a ring with gaps the others are a row.
                (true, false) => words::removable(&[after, before].concat(), false, false),
                (ring, true) => words::removable(&[before, after].concat(), ring, true),
            })
        }
    }
}
