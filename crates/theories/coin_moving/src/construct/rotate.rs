//! Rotations: a chain with the same rectangle between the other two corners (Proposition 2.6).

use super::chain::Chain;
use super::game::{Game, Stop};

/// The path through local cells of a frame, with the same first side.
fn along(frame: &Chain, cells: impl Iterator<Item = (i32, i32)>) -> Result<Chain, Stop> {
    let path = cells.map(|(u, v)| frame.global(u, v)).collect();
    let mut chain = Chain::along(path).ok_or(Stop::Stuck)?;
    if (chain.u.x == 0) != (frame.u.x == 0) {
        chain.transpose();
    }
    Ok(chain)
}

impl Game<'_> {
    /// Brings a chain to the other corners of its rectangle; two coins in hand. Some 9.5 steps for each cell
    /// of the rectangle where they must be undone.
    pub fn rotate(&mut self, mut chain: Chain) -> Result<Chain, Stop> {
        if self.is_free() {
            return self.sweep_across(chain);
        }
        if chain.w == 1 || chain.h == 1 {
            chain.mirror_line();
            return Ok(chain);
        }
        match (chain.w % 2 == 0, chain.h % 2 == 0) {
            (false, false) => self.rotate_odd(chain),
            (true, true) => self.rotate_even(chain),
            (even, _) => {
                if even {
                    chain.transpose();
                }
                self.rotate_mixed(chain)
            }
        }
    }

    /// Both sides odd: the coins of the first column hop to the last one, row by row.
    fn rotate_odd(&mut self, mut chain: Chain) -> Result<Chain, Stop> {
        let (w, h) = (chain.w, chain.h);
        if h == 1 {
            chain.turn_line();
            return Ok(chain);
        }
        let frame = chain.clone();
        while chain.h > 1 {
            let profile: Vec<i32> = (1..chain.h).map(|row| if row <= 2 { 0 } else { w - 1 }).collect();
            self.reshape(&mut chain, &profile)?;
            self.settle(&chain)?;
            for x in (0..w - 2).step_by(2) {
                self.window(&chain, (x, 0), &["..o", "...", "o.o"])?;
            }
            chain.shorten_front(2);
        }
        along(&frame, (0..w).map(|u| (u, h - 1)).chain((0..h - 1).rev().map(|v| (w - 1, v))))
    }

    /// The first side odd, the second even: the last coin slides along the others.
    fn rotate_mixed(&mut self, mut chain: Chain) -> Result<Chain, Stop> {
        let (w, h) = (chain.w, chain.h);
        self.reshape_through(&mut chain, w - 1, h - 2)?;
        self.settle(&chain)?;
        chain.shorten_back();
        let mut core = self.rotate_odd(chain)?;
        self.slide(&core, w - 1, 0)?;
        core.prepend(0, -1);
        Ok(core)
    }

    /// Both sides even: the last coin goes along the last two rows, another along the last two columns.
    fn rotate_even(&mut self, mut chain: Chain) -> Result<Chain, Stop> {
        let (w, h) = (chain.w, chain.h);
        self.reshape_through(&mut chain, w - 2, h - 2)?;
        self.settle(&chain)?;
        let frame = chain.clone();
        chain.shorten_corner();
        self.rotate_odd(chain)?;
        self.window(&frame, (w - 2, h - 2), &[".o", "o."])?;
        for x in (0..w - 3).step_by(2).rev() {
            self.window(&frame, (x, h - 2), &[".o.o", "o..."])?;
        }
        let row = std::iter::once((0, h - 1)).chain((0..w).map(|u| (u, h - 2)));
        let mut strip = along(&frame, row)?;
        if h == 2 {
            return Ok(strip);
        }
        self.reshape(&mut strip, &[w - 1])?;
        self.settle(&strip)?;
        for y in (0..h - 3).step_by(2).rev() {
            self.window(&frame, (w - 2, y), &[".o", "o.", "..", "o."])?;
        }
        let up = (0..h - 1).rev().map(|v| (w - 2, v));
        along(&frame, (0..w - 1).map(|u| (u, h - 1)).chain(up).chain([(w - 1, 0)]))
    }
}
