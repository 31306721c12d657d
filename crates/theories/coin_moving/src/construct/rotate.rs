//! Rotations: a chain with the same rectangle between the other two corners (Proposition 2.6).

use super::chain::Chain;
use super::hand::{HandGame, Stop};
use puzzlec_model::board::Coord;

/// The path through local cells of a frame, with the same first side.
fn along(frame: &Chain, cells: impl Iterator<Item = (i32, i32)>) -> Result<Chain, Stop> {
    let path = cells.map(|(u, v)| frame.global(u, v)).collect();
    let mut chain = Chain::along(path).ok_or(Stop::Stuck)?;
    if (chain.u.x == 0) != (frame.u.x == 0) {
        chain.transpose();
    }
    Ok(chain)
}

impl HandGame<'_> {
    /// Proposition 2.6: brings a chain to the other corners of its rectangle; two coins in hand. Some 9.5
    /// steps for each cell of the rectangle where they must be undone.
    pub fn rotate(&mut self, mut chain: Chain) -> Result<Chain, Stop> {
        if chain.w == 1 || chain.h == 1 {
            chain.mirror_line();
            return Ok(chain);
        }
        if self.is_free() {
            self.recover(&chain)?;
            if self.hand() + usize::from(chain.is_odd()) >= 3 {
                return self.sweep_across(chain);
            }
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

    /// The chain sweeps its rectangle as in Lemma 4.9, and leaves the other L behind; three coins in hand for
    /// an even chain, two for an odd one. Cannot be undone. Little more than one drop for each cell with many
    /// coins in hand.
    fn sweep_across(&mut self, mut chain: Chain) -> Result<Chain, Stop> {
        if !chain.leans() {
            chain.transpose();
        }
        let frame = chain.clone();
        let (w, h) = (chain.w, chain.h);
        let stays = |cell: Coord| {
            let (u, v) = frame.local(cell);
            u == 0 && v > 0 && (h - 1 - v) % 2 == 0
        };
        let mut left = usize::try_from(h - 1).unwrap_or(0);
        while left > 0 {
            left -= self.peel(&mut chain, (frame.v.x, frame.v.y), left, &stays)?;
        }
        let cells = (1..h).rev().map(|v| (0, v)).chain((0..w).map(|u| (u, 0)));
        let chain = Chain::along(cells.map(|(u, v)| frame.global(u, v)).collect()).ok_or(Stop::Stuck)?;
        self.settle(&chain)?;
        Ok(chain)
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
                self.subroutine(&chain, (x, 0), &["..o", "...", "o.o"])?;
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
        self.subroutine(&frame, (w - 2, h - 2), &[".o", "o."])?;
        for x in (0..w - 3).step_by(2).rev() {
            self.subroutine(&frame, (x, h - 2), &[".o.o", "o..."])?;
        }
        let row = std::iter::once((0, h - 1)).chain((0..w).map(|u| (u, h - 2)));
        let mut strip = along(&frame, row)?;
        if h == 2 {
            return Ok(strip);
        }
        self.reshape(&mut strip, &[w - 1])?;
        self.settle(&strip)?;
        for y in (0..h - 3).step_by(2).rev() {
            self.subroutine(&frame, (w - 2, y), &[".o", "o.", "..", "o."])?;
        }
        let up = (0..h - 1).rev().map(|v| (w - 2, v));
        along(&frame, (0..w - 1).map(|u| (u, h - 1)).chain(up).chain([(w - 1, 0)]))
    }
}
