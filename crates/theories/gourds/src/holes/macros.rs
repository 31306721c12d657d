//! Closed walks that move three gourds, or reverse one, and products of them.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rustc_hash::{FxHashMap, FxHashSet};

use super::super::problem::Cell;
use super::walks::Walks;
use puzzlec_algebra::Permutation;
use puzzlec_theory::meter::{Halted, Meter};

/// The most gourds: what is held grows with their third power.
const MOST: usize = 128;

/// Products of one, of up to two and of up to three closed walks of which commutators are formed.
const PAIRED: [usize; 3] = [120, 400, 1500];

/// Conjugations that are tried at most in a search for cheap macros.
const CONJUGATIONS: usize = 20_000_000;

/// Rests of permutations that are tried at most.
const RESTS: usize = 20_000;

/// A closed walk: twice its place in the list, and 1 for its inverse.
type Letter = u32;

/// The gourds that a macro moves: three, in cyclic order with the least first, or one that it reverses, three times.
type Moved = [u32; 3];

/// How to make a macro.
#[derive(Clone, Debug)]
enum Made {
    /// A product of closed walks.
    Product(Vec<Letter>),
    /// A closed walk, another macro, and the walk back.
    Conjugate(Letter, Moved),
}

/// A generator and its inverse.
#[derive(Clone, Debug)]
struct Generator {
    action: Permutation,
    cost: u64,
}

/// Macros of a group of closed walks: those that take three gourds in a circle, whatever else they reverse, and those that
/// only reverse one gourd; with the least number of moves that was found.
pub struct Macros<'w> {
    walks: &'w Walks<'w>,
    gourds: u32,
    generators: Vec<Generator>,
    known: FxHashMap<Moved, (u64, Made)>,
}

impl<'w> Macros<'w> {
    /// How hard macros can be looked for, from 0.
    pub const EFFORTS: usize = PAIRED.len();

    /// The macros of these walks; nothing if there are too many gourds. More `effort` finds more of them.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn new(walks: &'w Walks<'w>, effort: usize, meter: &Meter<'_>) -> Result<Option<Self>, Halted> {
        let gourds = walks.gourds();
        if gourds > MOST {
            return Ok(None);
        }
        let both = |walk: &super::ClosedWalk| {
            let (action, cost) = (walk.action.clone(), u64::from(walk.length));
            let inverse = Generator { action: action.inverse(), cost };
            [Generator { action, cost }, inverse]
        };
        let generators = walks.walks.iter().flat_map(both).collect();
        let mut macros = Macros { walks, gourds: gourds as u32, generators, known: FxHashMap::default() };
        let seeds = macros.seeds(effort, meter)?;
        macros.spread(seeds, meter)?;
        Ok(Some(macros))
    }

    fn generator(&self, letter: Letter) -> Option<&Generator> {
        self.generators.get(letter as usize)
    }

    fn cost(&self, word: &[Letter]) -> u64 {
        word.iter().filter_map(|letter| self.generator(*letter)).map(|g| g.cost).sum()
    }

    /// The action of a product: the last letter acts first.
    fn action(&self, word: &[Letter]) -> Permutation {
        let one = Permutation::identity(2 * self.gourds as usize);
        word.iter()
            .rev()
            .filter_map(|letter| self.generator(*letter))
            .fold(one, |so_far, next| so_far.then(&next.action))
    }

    /// Macros among powers of the walks and of commutators of two of them.
    fn seeds(&self, effort: usize, meter: &Meter<'_>) -> Result<Vec<(u64, Moved, Vec<Letter>)>, Halted> {
        let mut best: FxHashMap<Moved, (u64, Vec<Letter>)> = FxHashMap::default();
        let mut offer = |word: Vec<Letter>, action: &Permutation| {
            let Some((moved, power)) = power(action) else { return };
            let word = word.repeat(power);
            let cost = self.cost(&word);
            if best.get(&moved).is_none_or(|(known, _)| cost < *known) {
                best.insert(moved, (cost, word));
            }
        };
        for (letter, generator) in (0..).zip(&self.generators) {
            offer(vec![letter], &generator.action);
        }
        let pool = self.products(effort, meter)?;
        for (at, (a, action)) in pool.iter().enumerate() {
            let back = action.inverse();
            for (b, other) in pool.iter().take(at) {
                meter.expanded(1)?;
                offer([a.as_slice(), b].concat(), &other.then(action));
                let undo =
                    |word: &[Letter]| -> Vec<Letter> { word.iter().rev().map(|letter| letter ^ 1).collect() };
                let commutator = other.inverse().then(&back).then(other).then(action);
                offer([a.clone(), b.clone(), undo(a), undo(b)].concat(), &commutator);
            }
        }
        let mut seeds: Vec<_> = best.into_iter().map(|(moved, (cost, word))| (cost, moved, word)).collect();
        seeds.sort_unstable();
        Ok(seeds)
    }

    /// The cheapest products of few walks, each with its action.
    fn products(&self, effort: usize, meter: &Meter<'_>) -> Result<Vec<(Vec<Letter>, Permutation)>, Halted> {
        let most = |effort: usize| PAIRED.get(effort).copied().unwrap_or(0);
        let letters = || (0..).zip(&self.generators).take(most(0));
        let mut pool: Vec<(Vec<Letter>, Permutation)> =
            letters().map(|(letter, generator)| (vec![letter], generator.action.clone())).collect();
        let mut seen: FxHashSet<Permutation> = pool.iter().map(|(_, action)| action.clone()).collect();
        let mut from = 0;
        for most in (1..=effort).map(most) {
            let mut longer = Vec::new();
            for (word, action) in pool.iter().skip(from) {
                meter.expanded(1)?;
                for (letter, generator) in letters() {
                    let product = generator.action.then(action);
                    if seen.insert(product.clone()) {
                        longer.push(([word.as_slice(), &[letter]].concat(), product));
                    }
                }
            }
            longer.sort_by_key(|(word, _)| self.cost(word));
            from = pool.len();
            longer.truncate(most.saturating_sub(from));
            pool.extend(longer);
        }
        Ok(pool)
    }

    /// All conjugates, cheapest first.
    fn spread(&mut self, seeds: Vec<(u64, Moved, Vec<Letter>)>, meter: &Meter<'_>) -> Result<(), Halted> {
        let mut queue = BinaryHeap::new();
        for (cost, moved, word) in seeds {
            queue.push(Reverse((cost, moved)));
            self.known.insert(moved, (cost, Made::Product(word)));
        }
        let nodes = (self.gourds as usize).pow(3) / 3 + self.gourds as usize;
        let few = (CONJUGATIONS / nodes.max(1)).max(40);
        // The shortest walks, and those that enlarge the group.
        let walks = self.walks.walks.iter().zip((0..).step_by(2)).enumerate();
        let used = walks.filter(|(at, (walk, _))| 2 * at < few || walk.larger);
        let letters: Vec<Letter> = used.flat_map(|(_, (_, letter))| [letter, letter + 1]).collect();
        let mut done: FxHashSet<Moved> = FxHashSet::default();
        while let Some(Reverse((cost, moved))) = queue.pop() {
            if !done.insert(moved) {
                continue;
            }
            meter.expanded(1)?;
            for letter in &letters {
                let Some(generator) = self.generators.get(*letter as usize) else { continue };
                let next = normal(moved.map(|gourd| generator.action.of(2 * gourd) / 2));
                let price = cost + 2 * generator.cost;
                if self.known.get(&next).is_none_or(|(known, _)| price < *known) {
                    self.known.insert(next, (price, Made::Conjugate(*letter, moved)));
                    queue.push(Reverse((price, next)));
                }
            }
        }
        Ok(())
    }

    fn price(&self, moved: Moved) -> Option<u64> {
        self.known.get(&normal(moved)).map(|(cost, _)| *cost)
    }

    /// The walks of a macro.
    fn word(&self, moved: Moved) -> Vec<Letter> {
        let mut before = Vec::new();
        let mut at = normal(moved);
        while let Some((_, made)) = self.known.get(&at) {
            match made {
                Made::Conjugate(letter, next) => {
                    before.push(*letter);
                    at = *next;
                }
                Made::Product(word) => {
                    let after: Vec<Letter> = before.iter().rev().map(|letter| letter ^ 1).collect();
                    return [before, word.clone(), after].concat();
                }
            }
        }
        before
    }

    /// The moves from the root and back to it after which the ends lie as this permutation says; nothing if they were not
    /// found.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn plan(&self, action: &Permutation, meter: &Meter<'_>) -> Result<Option<Vec<Cell>>, Halted> {
        // A rest is what remains after macros; a walk leads to others.
        let (rest, word) = self.settle(action.clone());
        if rest.is_identity() {
            return Ok(Some(self.moves(&word)));
        }
        let mut seen = FxHashSet::from_iter([rest.clone()]);
        let mut layer = vec![(rest, word)];
        while !layer.is_empty() && seen.len() < RESTS {
            let mut best: Option<(usize, Vec<Cell>)> = None;
            let mut next = Vec::new();
            for (rest, word) in &layer {
                for letter in 0..self.generators.len() as Letter {
                    meter.expanded(1)?;
                    let Some(back) = self.generator(letter ^ 1) else { continue };
                    let (rest, more) = self.settle(rest.then(&back.action));
                    if rest.is_identity() {
                        let whole = [word.as_slice(), &[letter], &more].concat();
                        let moves = self.moves(&whole);
                        if best.as_ref().is_none_or(|(length, _)| moves.len() < *length) {
                            best = Some((moves.len(), moves));
                        }
                    } else if seen.insert(rest.clone()) {
                        next.push((rest, [word.as_slice(), &[letter], &more].concat()));
                    }
                }
            }
            if let Some((_, moves)) = best {
                return Ok(Some(moves));
            }
            layer = next;
        }
        Ok(None)
    }

    /// Divides a permutation by macros from the left as far as they bring gourds to their places, and then turn them: what
    /// remains, and the walks.
    fn settle(&self, mut rest: Permutation) -> (Permutation, Vec<Letter>) {
        let mut word = Vec::new();
        let mut divide = |rest: Permutation, moved: Moved| {
            let letters = self.word(moved);
            let rest = rest.then(&self.action(&letters).inverse());
            word.extend(letters);
            rest
        };
        for _ in 0..self.gourds {
            let to = |gourd: u32| rest.of(2 * gourd) / 2;
            let away = || (0..self.gourds).filter(|gourd| to(*gourd) != *gourd);
            let circles = away().flat_map(|x| {
                let (y, z) = (to(x), to(to(x)));
                // Two gourds that change places need a third one.
                let thirds: Vec<u32> =
                    if z == x { away().filter(|z| *z != x && *z != y).collect() } else { vec![z] };
                thirds.into_iter().map(move |third| (x, y, third))
            });
            let gain =
                |(x, y, z): (u32, u32, u32)| 1 + u64::from(to(y) == z) + u64::from(to(y) == z && to(z) == x);
            let priced =
                circles.filter_map(|(x, y, z)| Some((self.price([x, y, z])?, gain((x, y, z)), [x, y, z])));
            // The least price of a gourd brought home.
            let best = priced.min_by(|a, b| (a.0 * b.1, a.2).cmp(&(b.0 * a.1, b.2)));
            let Some((_, _, moved)) = best else { break };
            rest = divide(rest, moved);
        }
        for gourd in 0..self.gourds {
            if rest.of(2 * gourd) == 2 * gourd + 1 && self.price([gourd; 3]).is_some() {
                rest = divide(rest, [gourd; 3]);
            }
        }
        (rest, word)
    }

    fn moves(&self, word: &[Letter]) -> Vec<Cell> {
        let moves = word.iter().flat_map(|letter| {
            let walk = self.walks.walks.get(*letter as usize / 2);
            let mut moves = walk.map(|walk| self.walks.moves(walk)).unwrap_or_default();
            if letter % 2 == 1 {
                moves.reverse();
            }
            moves
        });
        super::cancel(moves.collect())
    }
}

/// The same circle with its least gourd first.
fn normal([a, b, c]: Moved) -> Moved {
    if a <= b && a <= c {
        [a, b, c]
    } else if b <= c {
        [b, c, a]
    } else {
        [c, a, b]
    }
}

/// The gourds that a power of an action moves, if they are three in a circle, or one that is only reversed; and the power.
fn power(action: &Permutation) -> Option<(Moved, usize)> {
    let gourds = action.images().len() as u32 / 2;
    let to = |gourd: u32| action.of(2 * gourd) / 2;
    let mut circle = None;
    let (mut power, mut longest) = (1_usize, 1_usize);
    let mut seen = vec![false; gourds as usize];
    for first in 0..gourds {
        let (mut at, mut length) = (first, 0);
        while seen.get_mut(at as usize).is_some_and(|slot| !std::mem::replace(slot, true)) {
            at = to(at);
            length += 1;
        }
        if length == 3 && circle.is_none() {
            circle = Some(normal([first, to(first), to(to(first))]));
            longest = 3;
        } else if length > 1 {
            longest = longest.max(length);
            power = power / greatest_divisor(power, length) * length;
        }
        if power > 12 {
            return None;
        }
    }
    if let Some([a, b, c]) = circle {
        return match power % 3 {
            0 => None,
            1 => Some(([a, b, c], power)),
            _ => Some((normal([a, c, b]), power)),
        };
    }
    // All gourds are in their places after this power: which are reversed?
    let after =
        (0..power).fold(Permutation::identity(action.images().len()), |so_far, _| so_far.then(action));
    let mut reversed = (0..gourds).filter(|gourd| after.of(2 * gourd) != 2 * gourd);
    let (first, second) = (reversed.next()?, reversed.next());
    (second.is_none() && longest <= power.max(1)).then_some(([first; 3], power))
}

fn greatest_divisor(a: usize, b: usize) -> usize {
    if b == 0 { a } else { greatest_divisor(b, a % b) }
}
