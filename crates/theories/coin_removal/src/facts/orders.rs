//! An order of removal, for pictures: which of two neighbours is removed first.

use super::{SEARCHED, within};
use crate::graphs;
use crate::problem::Shape;
use crate::read::Game;
use crate::words::Removal;
use puzzlec_theory::meter::Meter;
use puzzlec_theory::{Content, Line, Mark, Overlay, Section};

/// More coins are not drawn.
const MOST_COINS: u64 = 400;

/// An order in which the coins can be removed, if gaps stay open; of a graph with its orientation.
pub(super) fn section(game: &Game<'_>, meter: &Meter<'_>) -> Option<Section> {
    if game.players || game.problem.closing || game.coins() > MOST_COINS {
        return None;
    }
    let (mut items, mut lines, mut labels) = (Vec::new(), Vec::new(), Vec::new());
    for (at, part) in game.problem.parts.iter().enumerate() {
        let coins = part.heads.len();
        let order: Vec<u32> = match &part.shape {
            Shape::Graph(graph) => {
                match within(meter, SEARCHED, || graphs::removal(graph, &part.heads, meter))? {
                    graphs::Answer::Order(order) => order,
                    _ => return None,
                }
            }
            shape => Removal::new(&part.heads, *shape == Shape::Ring, false)?
                .coins()
                .map(|taken| taken.coin)
                .collect(),
        };
        let mut rank = vec![0_usize; coins];
        for (place, coin) in order.iter().enumerate() {
            *rank.get_mut(*coin as usize)? = place;
        }
        let neighbours = |coin: u32| -> Vec<u32> {
            let last = u32::try_from(coins).unwrap_or(u32::MAX).saturating_sub(1);
            match &part.shape {
                Shape::Graph(graph) => graph.neighbours(coin as usize).to_vec(),
                Shape::Row => (coin < last).then_some(coin + 1).into_iter().collect(),
                Shape::Ring => {
                    (last > 0).then_some(if coin < last { coin + 1 } else { 0 }).into_iter().collect()
                }
            }
        };
        for coin in order {
            items.push(game.name(at, coin));
            labels.push((vec![game.cell(at, coin)?], items.len().to_string()));
            for near in neighbours(coin) {
                // Of a graph each pair is met from both sides.
                if matches!(part.shape, Shape::Graph(_)) && near < coin {
                    continue;
                }
                let sooner = rank.get(coin as usize)? < rank.get(near as usize)?;
                let (from, to) = if sooner { (coin, near) } else { (near, coin) };
                let (from, to) = (game.cell(at, from)?, game.cell(at, to)?);
                // The head lies between the coins.
                lines.push(Line { ends: [vec![from], vec![from, to, to]], ..Line::arrow(from, to, 3, None) });
            }
        }
    }
    let overlay = Overlay { labels, ..Overlay::lines("order", lines.into_iter()) }
        .with(Mark::Label, "the move that removes the coin")
        .with(Mark::Line(3), "from a coin to a neighbour that it turns over");
    let note =
        "a coin turns over once for each neighbour that is removed before it, and must then show heads";
    Some(Section::new("order", note, Content::List { items }).over(overlay))
}
