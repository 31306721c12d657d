//! Removal in linear time.

use std::cmp::Ordering;
use std::sync::Arc;

/// A coin that is removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taken {
    /// Its index at the start.
    pub coin: u32,
    /// Its index among the coins that are left, if the word closes up; else as at the start.
    pub place: u32,
}

/// A plan that removes all coins of a word. It owns the word (one byte per coin); copies share it. Every run of
/// [`Removal::coins`] starts anew.
#[derive(Clone, Debug)]
pub struct Removal {
    heads: Arc<[bool]>,
    ring: bool,
    closing: bool,
}

impl Removal {
    /// The plan; none if the coins cannot be removed. Takes linear time.
    pub fn new(heads: &[bool], ring: bool, closing: bool) -> Option<Self> {
        super::removable(heads, ring, closing).then(|| Removal { heads: heads.into(), ring, closing })
    }

    /// The number of moves, which is the number of coins.
    pub fn len(&self) -> usize {
        self.heads.len()
    }

    /// Whether there is no coin.
    pub fn is_empty(&self) -> bool {
        self.heads.is_empty()
    }

    /// The coins in the order of their removal. Owns what it needs: for a closing ring eight bytes per coin, else
    /// nothing but the shared word. The whole run takes linear time.
    pub fn coins(&self) -> Coins {
        let heads = Arc::clone(&self.heads);
        let len = heads.len();
        Coins(match (self.ring && len > 1, self.closing) {
            (false, closing) => Course::Row(Row::new(View { heads, from: 0, len, turned: false }, closing)),
            (true, true) => Course::Ring(Ring::new(heads)),
            (true, false) => {
                // Any coin that shows heads may be first. The others are a row whose ends it turned over.
                let first = heads.iter().position(|head| *head).unwrap_or(0);
                let rest = View { heads, from: first + 1, len: len - 1, turned: true };
                Course::Opened { first: Some(first), row: Row::new(rest, false) }
            }
        })
    }
}

/// The coins of a [`Removal`] in order.
#[derive(Clone, Debug)]
pub struct Coins(Course);

#[derive(Clone, Debug)]
enum Course {
    Row(Row),
    /// A ring with gaps: its first coin, then a row.
    Opened {
        first: Option<usize>,
        row: Row,
    },
    Ring(Ring),
}

impl Iterator for Coins {
    type Item = Taken;

    fn next(&mut self) -> Option<Taken> {
        match &mut self.0 {
            Course::Row(row) => row.next(),
            Course::Opened { first, row } => {
                first.take().map_or_else(|| row.next(), |first| Some(taken(first, first)))
            }
            Course::Ring(ring) => ring.next(),
        }
    }
}

/// Indices of coins fit 32 bits: so do the cells of a board.
fn taken(coin: usize, place: usize) -> Taken {
    Taken { coin: coin as u32, place: place as u32 }
}

/// Part of a word, cyclic, as a row.
#[derive(Clone, Debug)]
struct View {
    heads: Arc<[bool]>,
    from: usize,
    len: usize,
    /// Whether the first and the last coin are turned over; one coin is turned over once.
    turned: bool,
}

impl View {
    fn coin(&self, index: usize) -> usize {
        let coin = self.from + index;
        if coin < self.heads.len() { coin } else { coin - self.heads.len() }
    }

    fn head(&self, index: usize) -> bool {
        let end = self.turned && (index == 0 || index + 1 == self.len);
        index < self.len && self.heads.get(self.coin(index)).is_some_and(|head| *head != end)
    }
}

/// A row, with gaps or closing. The coins before `low` are removed, and the coins from `low` on are as at the start but
/// for the first, if it is `turned`.
///
/// The first coin that shows heads is removed, then the coins to the left of it from right to left: each was turned
/// over by the one before. With gaps the rest keeps an odd number of heads. In a closing row every move that leaves some
/// heads leaves a removable row, so only the last two heads need care, if they are the first coins of the rest, as in
/// 1 1 0^m: the first stays until the end, and its right neighbour is removed m + 1 times.
#[derive(Clone, Debug)]
struct Row {
    view: View,
    closing: bool,
    low: usize,
    turned: bool,
    /// The coin after the one to be removed next; `low` if a head is to be found first.
    high: usize,
    /// The coin after the head that was found.
    end: usize,
    /// The heads of the start from `end` on, counted if the row closes up.
    rest: usize,
    /// The coin that stays until the end; `high` is then the coin to be removed next.
    kept: Option<usize>,
}

impl Row {
    fn new(view: View, closing: bool) -> Self {
        let rest = if closing { (0..view.len).filter(|coin| view.head(*coin)).count() } else { 0 };
        Row { view, closing, low: 0, turned: false, high: 0, end: 0, rest, kept: None }
    }

    fn next(&mut self) -> Option<Taken> {
        if let Some(kept) = self.kept {
            return self.last(kept);
        }
        if self.high == self.low {
            let len = self.view.len;
            let found =
                (self.low..len).find(|coin| self.view.head(*coin) != (self.turned && *coin == self.low))?;
            self.end = found + 1;
            if self.closing {
                self.rest -= (self.low..self.end).filter(|coin| self.view.head(*coin)).count();
            }
            self.high = self.end;
        }
        self.high -= 1;
        let index = self.high;
        if index == self.low {
            // The coins of this run that were removed, each of which turned over the coin after the run.
            let odd = (self.end - self.low).is_multiple_of(2);
            if self.closing
                && self.end < self.view.len
                && self.view.head(self.end) != odd
                && self.rest + usize::from(odd) == 1
            {
                (self.kept, self.high) = (Some(index), self.end);
                return self.last(index);
            }
            let turned = !self.closing || !odd;
            (self.low, self.high, self.turned) = (self.end, self.end, turned);
            return Some(self.take(index, 0));
        }
        Some(self.take(index, index - self.low))
    }

    /// Removes the rest, with the coin that is kept at the end.
    fn last(&mut self, kept: usize) -> Option<Taken> {
        let index = self.high;
        self.high = (index + 1).min(self.view.len + 1);
        match index.cmp(&self.view.len) {
            Ordering::Less => Some(self.take(index, 1)),
            Ordering::Equal => Some(self.take(kept, 0)),
            Ordering::Greater => None,
        }
    }

    fn take(&self, index: usize, place: usize) -> Taken {
        let coin = self.view.coin(index);
        taken(coin, if self.closing { place } else { coin })
    }
}

/// A closing ring, as a list that is linked in both directions. Some coin shows heads and lies next to tails: a move there turns
/// these tails to heads, and keeps an odd number of tails while three coins or more are left before it.
#[derive(Clone, Debug)]
struct Ring {
    heads: Vec<bool>,
    left: Vec<u32>,
    right: Vec<u32>,
    size: usize,
    /// The coin that the search for the next one begins at; it shows heads.
    coin: usize,
    place: usize,
}

impl Ring {
    fn new(heads: Arc<[bool]>) -> Self {
        let size = heads.len();
        let last = size.saturating_sub(1);
        let coin = heads.iter().position(|head| *head).unwrap_or(0);
        Ring {
            left: (0..size).map(|coin| coin.checked_sub(1).unwrap_or(last) as u32).collect(),
            right: (0..size).map(|coin| if coin == last { 0 } else { coin as u32 + 1 }).collect(),
            heads: heads.to_vec(),
            size,
            coin,
            place: coin,
        }
    }

    fn head(&self, coin: usize) -> bool {
        self.heads.get(coin).is_some_and(|head| *head)
    }

    fn turn(&mut self, coin: usize) {
        if let Some(head) = self.heads.get_mut(coin) {
            *head = !*head;
        }
    }

    /// The neighbours of the present coin, left and right.
    fn neighbours(&self) -> (usize, usize) {
        let at = |list: &[u32]| list.get(self.coin).map_or(self.coin, |coin| *coin as usize);
        (at(&self.left), at(&self.right))
    }

    fn next(&mut self) -> Option<Taken> {
        let last = self.size.checked_sub(1)?;
        let (mut left, mut right) = self.neighbours();
        // A ring with tails has a head next to one. The bound ends the loop whatever the word is.
        for _ in 0..self.size {
            if !(last > 0 && self.head(left) && self.head(right)) {
                break;
            }
            self.place = if self.place == last { 0 } else { self.place + 1 };
            self.coin = right;
            (left, right) = self.neighbours();
        }
        let taken = taken(self.coin, self.place);
        self.turn(left);
        if left != right {
            self.turn(right);
        }
        if let Some(link) = self.right.get_mut(left) {
            *link = right as u32;
        }
        if let Some(link) = self.left.get_mut(right) {
            *link = left as u32;
        }
        (self.coin, self.place) = if self.head(right) {
            (right, if self.place == last { 0 } else { self.place })
        } else {
            (left, self.place.checked_sub(1).unwrap_or(last.saturating_sub(1)))
        };
        self.size = last;
        Some(taken)
    }
}
