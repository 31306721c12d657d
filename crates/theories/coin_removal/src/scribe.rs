//! Proofs as certificates have them.

use super::graphs::{Answer, Packing};
use super::problem::{Part, Shape};
use puzzlec_proofs::coin_removal::proof::Body;
use puzzlec_task::certificate::TheoryProof;

/// Of the value of a longer row or ring with gaps there is no proof: the checker does not take it.
pub const LONGEST: usize = 1 << 14;

/// The proof that there is no plan, for a part that cannot be removed; `cell` names the cell of each of its coins. A graph
/// needs the `answer` for it.
pub fn unsolvable(
    closing: bool,
    part: &Part,
    answer: Option<&Answer>,
    cell: &dyn Fn(u32) -> String,
) -> TheoryProof {
    let coin = || cell(0);
    let body = match (&part.shape, closing) {
        _ if !part.heads.contains(&true) => Body::NoHeads { coin: coin() },
        (Shape::Row, true) => Body::ParitySum { coin: coin() },
        (Shape::Ring, true) => Body::EvenTails { coin: coin() },
        (Shape::Row | Shape::Ring, false) => Body::Parity { coin: coin() },
        (Shape::Graph(_), _) => on_graph(part, answer, cell),
    };
    proof(&body)
}

/// The proof that every plan has as many moves as there are coins, or more than a number that is less.
pub fn at_least() -> TheoryProof {
    proof(&Body::Coins {})
}

/// The proof of the winner of a game of two players, where the start has this Grundy value.
pub fn winner(value: u64) -> TheoryProof {
    proof(&Body::Value { value })
}

fn proof(body: &Body) -> TheoryProof {
    TheoryProof::new(super::INFO.name, body)
}

fn on_graph(part: &Part, answer: Option<&Answer>, cell: &dyn Fn(u32) -> String) -> Body {
    let coin = |block: &[u32]| cell(block.first().copied().unwrap_or(0));
    // All coins need no names.
    let names = |block: &[u32]| {
        let whole = block.len() == part.heads.len();
        block.iter().filter(|_| !whole).map(|v| cell(*v)).collect::<Vec<_>>()
    };
    let edge = |&(v, w): &(u32, u32)| if v == w { vec![cell(v)] } else { vec![cell(v), cell(w)] };
    match answer {
        Some(Answer::Packed(Packing { block, members }) | Answer::Exception(Packing { block, members })) => {
            let members = members.iter().map(|edges| edges.iter().map(edge).collect()).collect();
            Body::Packed { coin: coin(block), block: names(block), members }
        }
        Some(Answer::NoLast { block }) => Body::NoLast { coin: coin(block), block: names(block) },
        Some(Answer::Exhausted { block, .. }) => Body::Exhausted { coin: coin(block), block: names(block) },
        Some(Answer::Parity | Answer::Order(_)) | None => Body::Parity { coin: cell(0) },
    }
}
