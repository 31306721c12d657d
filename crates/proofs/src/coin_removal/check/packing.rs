//! Blocks of coins whose gaps stay open, and subgraphs that no order of removal allows.
//!
//! Take an order in which all coins are removed, and direct every edge between two neighbours to the one that is removed
//! later. A coin shows heads when it is removed, and was turned over once for each edge that comes in; so an odd number
//! of edges come in at tails, an even number at heads.
//!
//! **Blocks.** Let B be some of the coins, such that all edges from each component X of the others to B go to one coin v.
//! Every edge of X, and between X and v, comes in at one of them. So the number of edges that come in at v from
//! X is that of these edges, less those that come in at the coins of X: it is odd exactly if these edges
//! and the tails of X together are an odd number. If v is turned over for each such X, the coins of B have just the side
//! for which the edges within B come in as they must. So B alone can then be removed in the same order: if B
//! cannot be removed, neither can all coins.
//!
//! **Subgraphs.** Let a further coin s be a neighbour of all heads, and be the first in the order. Then an odd number of
//! edges come in at every coin but s. Call the number of its pairs, ⌊(edges that come in)/2⌋, its *surplus*. With m edges and t tails
//! in B the surplus of all coins together is (m - t)/2, as m edges and those from s come in, an odd number at each coin.
//!
//! A subgraph with e edges, one or more, between v coins has a coin at which none of its edges comes in, the first one. So at the
//! others at least e - (v - 1) more than one come in, and the pairs of its edges that come in at one coin are
//! ⌈(e - v + 1)/2⌉ or more. Subgraphs without a common edge have no common pairs, so that these numbers together are at most
//! (m - t)/2.
//!
//! For a grid of m by n coins, m and n even, let corners and inner coins show tails, and let each side between its corners
//! consist of pairs of coins that are alike, h of them heads. The subgraphs are the squares in the odd rows and columns, those in
//! the even ones, and the triangles of s and two heads of a pair: (mn - m - n + 2)/2 + h/2 of them with e = v. But
//! there are 2mn - m - n edges and mn - h tails, which allow (mn - m - n + h)/2.

use std::collections::{BTreeMap, BTreeSet};

use super::coins::Part;
use super::game::Game;
use puzzlec_checker::Unproved;

/// Coins of a part with their sides, as the block needs them.
pub(super) struct Block {
    pub(super) heads: Vec<bool>,
    /// By coin its neighbours in the block, in order.
    pub(super) neighbours: Vec<Vec<usize>>,
    /// The coins by their names.
    numbers: BTreeMap<String, usize>,
}

impl Block {
    /// The block of these coins of a part; all coins where none are named.
    ///
    /// # Errors
    /// They are no block.
    pub(super) fn read(game: &Game<'_>, part: &Part<'_>, coins: &[String]) -> Result<Self, Unproved> {
        let named = part.cells.iter().map(|cell| game.board.name(*cell)).zip(0..);
        let names: BTreeMap<String, usize> = named.collect();
        let mut inner = BTreeSet::new();
        for name in coins {
            let coin = names.get(name).copied();
            inner.insert(
                coin.ok_or_else(|| Unproved::Rejected(format!("no coin of the part lies on `{name}`")))?,
            );
        }
        if inner.is_empty() {
            inner.extend(0..part.heads.len());
        }
        let heads = sides(part, &inner)?;
        let places: BTreeMap<usize, usize> = inner.iter().copied().zip(0..).collect();
        let near = |own: &usize| {
            let near = part.neighbours(*own);
            near.iter().filter_map(|other| places.get(other).copied()).collect()
        };
        let numbers = names.into_iter().filter_map(|(name, at)| Some((name, *places.get(&at)?))).collect();
        Ok(Block { heads, neighbours: inner.iter().map(near).collect(), numbers })
    }

    /// Checks that subgraphs have more pairs of edges that come in than the coins of the block. An edge is
    /// two coins, or a coin that shows heads.
    ///
    /// # Errors
    /// This is not so.
    pub(super) fn overfull(&self, members: &[Vec<Vec<String>>]) -> Result<(), Unproved> {
        let mut known = BTreeSet::new();
        let mut pairs = 0;
        for member in members {
            if member.is_empty() {
                return Err(Unproved::wrong("a subgraph has no edge"));
            }
            let mut ends = BTreeSet::new();
            for edge in member {
                let edge = self.edge(edge)?;
                ends.extend([edge.0, edge.1]);
                if !known.insert(edge) {
                    return Err(Unproved::wrong("an edge is taken twice"));
                }
            }
            pairs += (member.len() + 1).saturating_sub(ends.len()).div_ceil(2);
        }
        let edges = self.neighbours.iter().map(Vec::len).sum::<usize>() / 2;
        let tails = self.heads.iter().filter(|heads| !**heads).count();
        if 2 * pairs + tails > edges {
            Ok(())
        } else {
            Err(Unproved::wrong("an order of removal may take these edges"))
        }
    }

    /// The ends of an edge, the less one first. The additional coin has the number after the last.
    fn edge(&self, edge: &[String]) -> Result<(usize, usize), Unproved> {
        let coin = |name: &String| {
            let found = self.numbers.get(name).copied();
            found.ok_or_else(|| Unproved::Rejected(format!("no coin of the block lies on `{name}`")))
        };
        match edge {
            [one] => {
                let one = coin(one)?;
                if self.heads.get(one) == Some(&true) {
                    return Ok((one, self.heads.len()));
                }
                Err(Unproved::wrong("a coin of the block shows tails"))
            }
            [one, other] => {
                let (one, other) = (coin(one)?, coin(other)?);
                if self.neighbours.get(one).is_some_and(|near| near.contains(&other)) {
                    return Ok((one.min(other), one.max(other)));
                }
                Err(Unproved::wrong("two coins of an edge are no neighbours"))
            }
            _ => Err(Unproved::wrong("an edge has one coin or two")),
        }
    }
}

/// The sides of the coins of a block, each turned over as the coins beyond need it.
fn sides(part: &Part<'_>, inner: &BTreeSet<usize>) -> Result<Vec<bool>, Unproved> {
    let heads = |at: usize| part.heads.get(at) == Some(&true);
    let mut sides: BTreeMap<usize, bool> = inner.iter().map(|at| (*at, heads(*at))).collect();
    let mut seen: Vec<bool> = (0..part.heads.len()).map(|at| inner.contains(&at)).collect();
    for first in 0..seen.len() {
        if seen.get(first) != Some(&false) {
            continue;
        }
        // A component of the coins beyond, its edges and tails, and where it meets the block.
        let (mut beyond, mut at) = (vec![first], 0);
        seen.iter_mut().skip(first).take(1).for_each(|seen| *seen = true);
        let (mut ends, mut outwards, mut tails, mut met) = (0, 0, 0, BTreeSet::new());
        while let Some(own) = beyond.get(at).copied() {
            at += 1;
            tails += usize::from(!heads(own));
            for other in part.neighbours(own) {
                if inner.contains(&other) {
                    outwards += 1;
                    met.insert(other);
                    continue;
                }
                ends += 1;
                if let Some(seen) = seen.get_mut(other).filter(|seen| !**seen) {
                    *seen = true;
                    beyond.push(other);
                }
            }
        }
        let mut met = met.iter();
        let (Some(at), None) = (met.next(), met.next()) else {
            return Err(Unproved::wrong("coins beyond a block touch it in several places"));
        };
        if let Some(side) = sides.get_mut(at).filter(|_| (ends / 2 + outwards + tails) % 2 == 1) {
            *side = !*side;
        }
    }
    Ok(sides.into_values().collect())
}
