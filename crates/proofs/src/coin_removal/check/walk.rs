//! The blocks that coins fall into: maximal sets that no one coin of them separates.

use super::bits::Bits;

/// Coins that are left, a block, and the heads among them as the block needs them.
pub(super) type Position<const W: usize> = (Bits<W>, Bits<W>);

/// The blocks of three coins or more that coins which are left fall into; nothing if the tails and pairs of neighbours
/// of coins that are joined are an odd number, so that these cannot be removed. Linear time.
///
/// The blocks come up from the ends of the tree that they form. If S is the parity of tails and pairs of a block without its
/// top coin, with all that lies beyond these coins, then beyond the top lies the rest of an even number: the parity S for a
/// top that shows heads, and the other one for a top that shows tails. So the block needs the top to show heads exactly if S
/// is even.
pub(super) fn blocks<const W: usize>(
    near: &[Vec<usize>],
    (left, heads): Position<W>,
) -> Option<Vec<Position<W>>> {
    let none = || vec![0; near.len()];
    let (seen, low, odd) = (none(), none(), vec![false; near.len()]);
    let mut walk = Walk { near, left, heads, time: 0, seen, low, odd, open: Vec::new(), blocks: Vec::new() };
    for root in left.coins() {
        if walk.seen.get(root) == Some(&0) && walk.component(root) {
            return None;
        }
    }
    Some(walk.blocks)
}

/// A walk in depth.
struct Walk<'a, const W: usize> {
    near: &'a [Vec<usize>],
    left: Bits<W>,
    heads: Bits<W>,
    time: u32,
    /// By coin when it was first seen, from 1 on; 0 if it was not.
    seen: Vec<u32>,
    /// By coin the first time that is reached from it and the coins after it.
    low: Vec<u32>,
    /// By coin the parity of the tails and pairs beyond it, in blocks that are done.
    odd: Vec<bool>,
    /// Coins that are not yet in a block with one before them.
    open: Vec<usize>,
    blocks: Vec<Position<W>>,
}

impl<const W: usize> Walk<'_, W> {
    /// Walks over the coins that are joined to one; says whether their tails and pairs are an odd number.
    fn component(&mut self, root: usize) -> bool {
        // By coin of the path, how many of its neighbours were looked at.
        let mut path = vec![(root, 0)];
        self.enter(root);
        while let Some((own, looked)) = path.last_mut() {
            let own = *own;
            let next = self.near.get(own).and_then(|near| near.get(*looked)).copied();
            *looked += 1;
            match next {
                Some(next) if !self.left.has(next) => {}
                Some(next) => match self.seen.get(next).copied().unwrap_or(0) {
                    0 => {
                        self.enter(next);
                        path.push((next, 0));
                    }
                    time => self.reach(own, time),
                },
                None => {
                    path.pop();
                    if let Some((before, _)) = path.last() {
                        self.leave(own, *before);
                    }
                }
            }
        }
        self.open.clear();
        self.is_odd(root)
    }

    fn enter(&mut self, coin: usize) {
        self.time += 1;
        for times in [&mut self.seen, &mut self.low] {
            times.iter_mut().skip(coin).take(1).for_each(|own| *own = self.time);
        }
        self.open.push(coin);
    }

    fn reach(&mut self, coin: usize, time: u32) {
        if let Some(low) = self.low.get_mut(coin) {
            *low = time.min(*low);
        }
    }

    /// Goes back from a coin to the one before. That one is the top of a block if nothing before it was reached.
    fn leave(&mut self, coin: usize, top: usize) {
        let low = self.low.get(coin).copied().unwrap_or(0);
        if self.seen.get(top).is_some_and(|seen| low >= *seen) {
            let begin = self.open.iter().rposition(|own| *own == coin).unwrap_or(0);
            let coins = self.open.split_off(begin);
            self.block(&coins, top);
        }
        self.reach(top, low);
    }

    /// Whether a coin shows tails, or there is an odd number beyond it, but not both.
    fn is_odd(&self, coin: usize) -> bool {
        self.heads.has(coin) == self.odd.get(coin).copied().unwrap_or(false)
    }

    fn block(&mut self, coins: &[usize], top: usize) {
        let inner = Bits::<W>::of(coins.iter().copied());
        let near = |coin: &usize| self.near.get(*coin).into_iter().flatten().copied();
        let ends = coins.iter().flat_map(near).filter(|other| inner.has(*other)).count();
        let upwards = coins.iter().flat_map(near).filter(|other| *other == top).count();
        let tails = coins.iter().filter(|coin| self.is_odd(**coin)).count();
        let odd = (ends / 2 + upwards + tails) % 2 == 1;
        if coins.len() >= 2 {
            let (mut block, mut heads) =
                (inner, Bits::of(coins.iter().copied().filter(|c| !self.is_odd(*c))));
            block.turn(top, true);
            heads.turn(top, !odd);
            self.blocks.push((block, heads));
        }
        self.odd.iter_mut().skip(top).take(1).for_each(|own| *own ^= odd);
    }
}
