//! Rows and rings by brute force, from the rules alone.

use std::collections::HashMap;

/// Coins in a row or ring, by their index at the start.
pub struct Row {
    ring: bool,
    closing: bool,
    /// None is removed.
    cells: Vec<Option<(usize, bool)>>,
}

impl Row {
    pub fn new(word: &[bool], ring: bool, closing: bool) -> Self {
        Row { ring, closing, cells: word.iter().copied().enumerate().map(Some).collect() }
    }

    /// Removes the coin at a place.
    pub fn take(&mut self, coin: usize, place: usize) {
        let (found, head) = self.cells[place].expect("a coin");
        assert!(found == coin && head, "coin {coin} at {place}, found {found}");
        let len = self.cells.len();
        let mut around = Vec::new();
        if place > 0 || self.ring {
            around.push((place + len - 1) % len);
        }
        if place + 1 < len || self.ring {
            around.push((place + 1) % len);
        }
        around.dedup();
        self.cells[place] = None;
        for next in around {
            if let Some((_, head)) = &mut self.cells[next] {
                *head = !*head;
            }
        }
        if self.closing {
            self.cells.remove(place);
        }
    }

    /// The coins that remain, from left to right.
    pub fn coins(&self) -> Vec<bool> {
        self.cells.iter().flatten().map(|(_, head)| *head).collect()
    }

    fn key(&self) -> Vec<Option<bool>> {
        self.cells.iter().map(|cell| cell.map(|(_, head)| head)).collect()
    }

    fn of(key: &[Option<bool>], ring: bool, closing: bool) -> Self {
        Row {
            ring,
            closing,
            cells: key.iter().enumerate().map(|(i, cell)| cell.map(|head| (i, head))).collect(),
        }
    }
}

/// Counts of removal orders, remembered.
pub struct Search {
    ring: bool,
    closing: bool,
    known: HashMap<Vec<Option<bool>>, u64>,
}

impl Search {
    pub fn new(ring: bool, closing: bool) -> Self {
        Search { ring, closing, known: HashMap::new() }
    }

    pub fn removable(&mut self, word: &[bool]) -> bool {
        self.orders(word) > 0
    }

    pub fn orders(&mut self, word: &[bool]) -> u64 {
        let key = word.iter().copied().map(Some).collect();
        self.count(key)
    }

    /// The orders that begin with a coin, which shows heads.
    pub fn orders_after(&mut self, word: &[bool], coin: usize) -> u64 {
        let mut row = Row::new(word, self.ring, self.closing);
        row.take(coin, coin);
        self.count(row.key())
    }

    fn count(&mut self, key: Vec<Option<bool>>) -> u64 {
        if key.iter().all(Option::is_none) {
            return 1;
        }
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let mut sum = 0;
        for place in 0..key.len() {
            if key[place] == Some(true) {
                let mut row = Row::of(&key, self.ring, self.closing);
                row.take(place, place);
                sum += self.count(row.key());
            }
        }
        self.known.insert(key, sum);
        sum
    }
}
