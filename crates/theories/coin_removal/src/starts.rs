//! Families of starts: coins of which some may show either side.
//!
//! Whether a part can be removed, and the Grundy value of a closing row, depend on its shape and on few
//! numbers: the heads and the tails modulo 2, whether there is a head, and the parity sum modulo 3. Words are counted by these.

use num_bigint::BigUint;
use rustc_hash::FxHashMap;

use super::problem::{Problem, Shape};
use super::read::Game;
use puzzlec_base::Limit;
use puzzlec_base::diag::Stop;
use puzzlec_model::config::Family;
use puzzlec_model::piece::ContentId;
use puzzlec_task::SearchContext;
use puzzlec_theory::CountStarts;
use puzzlec_theory::meter::{Halted, Meter};

/// A family of starts.
pub struct Starts {
    parts: Vec<Part>,
    /// By open cell, its part and its coin there.
    open: Vec<(usize, usize)>,
    heads: ContentId,
    /// Whether two players play.
    players: bool,
}

/// A part of a start.
#[derive(Clone, Debug)]
struct Part {
    kind: Kind,
    /// By coin whether it shows heads, if it is not open.
    coins: Vec<Option<bool>>,
}

/// The parts whose numbers are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A row with gaps or any other tree: an odd number of heads.
    Tree,
    /// A ring with gaps of three coins or more.
    Ring,
    /// A row that closes up, also as a game.
    ClosingRow,
    /// A ring that closes up, of three coins or more.
    ClosingRing,
}

impl Starts {
    /// The family of a game; nothing if an open cell may be empty, or if no theorem counts the starts.
    pub(super) fn new(game: &Game<'_>, family: &Family) -> Option<Self> {
        let [heads, tails] = game.sides();
        if !family.contents.iter().all(|content| [heads, tails].contains(content)) {
            return None;
        }
        let kinds = kinds(&game.problem, game.players)?;
        let mut at = FxHashMap::default();
        let mut parts = Vec::with_capacity(kinds.len());
        for (number, (part, kind)) in game.problem.parts.iter().zip(kinds).enumerate() {
            for coin in 0..part.heads.len() {
                at.insert(game.cell(number, u32::try_from(coin).ok()?)?, (number, coin));
            }
            parts.push(Part { kind, coins: part.heads.iter().copied().map(Some).collect() });
        }
        let open: Vec<(usize, usize)> =
            family.cells.iter().map(|cell| at.get(cell).copied()).collect::<Option<_>>()?;
        let mut starts = Starts { parts, open, heads, players: game.players };
        starts.show(&[]);
        Some(starts)
    }

    /// Shows the sides of the first open coins; the others are open.
    fn show(&mut self, first: &[ContentId]) {
        let sides = first.iter().map(|content| Some(*content == self.heads)).chain(std::iter::repeat(None));
        for ((part, coin), side) in self.open.iter().zip(sides) {
            if let Some(shown) = self.parts.get_mut(*part).and_then(|part| part.coins.get_mut(*coin)) {
                *shown = side;
            }
        }
    }

    fn counted(&self, meter: &Meter<'_>) -> Result<BigUint, Halted> {
        // The starts of the parts so far: all that can be removed, or those of an odd and of an even value.
        let (mut odd, mut even) = (BigUint::ZERO, BigUint::from(1_u8));
        for part in &self.parts {
            let (mut fits, mut others) = (BigUint::ZERO, BigUint::ZERO);
            for (class, words) in classes(&part.coins, meter)? {
                let fit = if self.players { class.value() == 1 } else { part.kind.removable(class) };
                *(if fit { &mut fits } else { &mut others }) += words;
            }
            (odd, even) = if self.players {
                (&odd * &others + &even * &fits, &odd * &fits + &even * &others)
            } else {
                (BigUint::ZERO, even * fits)
            };
        }
        Ok(if self.players { odd } else { even })
    }
}

impl CountStarts for Starts {
    fn count(&mut self, first: &[ContentId], context: &SearchContext) -> Result<BigUint, Stop> {
        self.show(first);
        let meter = Meter::of(context);
        self.counted(&meter).map_err(|Halted| meter.limit().unwrap_or(Limit::Cancelled).into())
    }
}

/// The kinds of all parts. A game is counted if all parts are closing rows, whose values are 0 or 1 and depend on no
/// choice.
fn kinds(problem: &Problem, players: bool) -> Option<Vec<Kind>> {
    let kind = |part: &super::problem::Part| match (&part.shape, problem.closing, part.heads.len()) {
        (Shape::Row, true, _) => Some(Kind::ClosingRow),
        // Two coins of a ring are neighbours once, one has no neighbour: a row.
        (Shape::Row, false, _) | (Shape::Ring, false, 0..3) => Some(Kind::Tree),
        (Shape::Ring, true, 0..3) => Some(Kind::ClosingRow),
        (Shape::Ring, false, _) => Some(Kind::Ring),
        (Shape::Ring, true, _) => Some(Kind::ClosingRing),
        (Shape::Graph(graph), ..) => (graph.edges() + 1 == graph.vertices()).then_some(Kind::Tree),
    };
    let kinds: Vec<Kind> = problem.parts.iter().map(kind).collect::<Option<_>>()?;
    (!players || kinds.iter().all(|kind| *kind == Kind::ClosingRow)).then_some(kinds)
}

impl Kind {
    /// Whether words of a class can be removed.
    fn removable(self, class: Class) -> bool {
        match self {
            Kind::Tree => class.odd_heads,
            Kind::Ring => class.any && !class.odd_heads,
            Kind::ClosingRow => class.any && class.parity_sum() != 2,
            Kind::ClosingRing => class.any && class.odd_tails,
        }
    }
}

/// The numbers of a word on which the theorems depend.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Class {
    odd_heads: bool,
    /// Whether a coin shows heads.
    any: bool,
    odd_tails: bool,
    /// The heads modulo 3, those behind an odd number of tails negative.
    sum: u8,
}

/// The number of classes.
const CLASSES: usize = 24;

impl Class {
    fn number(self) -> usize {
        let bits = [self.odd_heads, self.any, self.odd_tails];
        bits.iter().fold(usize::from(self.sum), |number, bit| 2 * number + usize::from(*bit))
    }

    fn all() -> impl Iterator<Item = Class> {
        (0..CLASSES as u8).map(|number| Class {
            odd_heads: number & 4 != 0,
            any: number & 2 != 0,
            odd_tails: number & 1 != 0,
            sum: number / 8,
        })
    }

    /// The class of a word with one coin more.
    fn with(self, heads: bool) -> Self {
        if !heads {
            return Class { odd_tails: !self.odd_tails, ..self };
        }
        let sum = (self.sum + if self.odd_tails { 2 } else { 1 }) % 3;
        Class { odd_heads: !self.odd_heads, any: true, sum, ..self }
    }

    /// The parity sum modulo 3.
    fn parity_sum(self) -> u8 {
        (self.sum + if self.odd_tails { 2 } else { 0 }) % 3
    }

    /// The Grundy value of a closing row: all plays take as many coins modulo 2, namely all but for the tails that are left,
    /// which are an odd number exactly if the parity sum is 2 modulo 3.
    fn value(self) -> u8 {
        u8::from(self.any && (self.odd_heads != self.odd_tails) != (self.parity_sum() == 2))
    }
}

/// The number of words of each class, of all words with these coins; open ones show either side.
fn classes(coins: &[Option<bool>], meter: &Meter<'_>) -> Result<Vec<(Class, BigUint)>, Halted> {
    let mut ways = vec![BigUint::ZERO; CLASSES];
    if let Some(empty) = ways.get_mut(Class::default().number()) {
        *empty = 1_u8.into();
    }
    for coin in coins {
        meter.expanded(1)?;
        let mut next = vec![BigUint::ZERO; CLASSES];
        for (class, words) in Class::all().zip(&ways).filter(|(_, words)| **words != BigUint::ZERO) {
            for heads in [true, false].into_iter().filter(|heads| coin.is_none_or(|shown| shown == *heads)) {
                if let Some(sum) = next.get_mut(class.with(heads).number()) {
                    *sum += words;
                }
            }
        }
        ways = next;
    }
    Ok(Class::all().zip(ways).collect())
}
