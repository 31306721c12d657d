//! A chain between the other two corners of its rectangle (Prop 2.6).

use super::chain::Chain;
use super::game::Game;

impl Game {
    pub fn rotate(&mut self, mut chain: Chain) -> Chain {
        let (width, height) = (chain.width, chain.height);
        if width == 1 || height == 1 {
            return chain.frames().swap_remove(4);
        }
        self.recover(&chain);
        let rows = height as usize;
        match (width % 2, height % 2) {
            (0, 1) => self.rotate(chain.transpose()),
            (1, 1) => {
                self.rotate_odd(&chain);
                turned(&chain, vec![width - 1; rows - 1])
            }
            (1, 0) => {
                let mut turns = chain.turns.clone();
                turns[rows - 2] = width - 1;
                self.reshape(&mut chain, &turns);
                self.settle(&chain);
                let core = without_last_row(&chain, width);
                self.rotate_core(core.clone());
                let row = turned(&core, vec![width - 1; rows - 2]);
                self.slide(&row, width - 1);
                row.longer()
            }
            _ => {
                let mut turns: Vec<i32> = chain.turns.iter().map(|u| (*u).min(width - 2)).collect();
                turns[rows - 2] = chain.turns[rows - 2].max(width - 2);
                self.reshape(&mut chain, &turns);
                self.settle(&chain);
                self.rotate_core(without_last_row(&chain, width - 1));
                self.window(&chain, (width - 2, height - 2), &[".o", "o."]);
                for u in (0..width - 3).rev().step_by(2) {
                    self.window(&chain, (u, height - 2), &[".o.o", "o..."]);
                }
                let mut strip = turned(&chain, vec![0]);
                self.reshape(&mut strip, &[width - 1]);
                self.settle(&strip);
                for v in (0..height - 3).rev().step_by(2) {
                    self.window(&chain, (width - 2, v), &[".o", "o.", "..", "o."]);
                }
                if height == 2 { strip } else { turned(&chain, vec![width - 2; rows - 1]) }
            }
        }
    }

    /// Both sides odd: the coins before the last row and column go to the right two by two rows.
    fn rotate_odd(&mut self, chain: &Chain) {
        let mut rest = chain.clone();
        for v in (0..chain.height - 2).step_by(2) {
            let mut turns = vec![chain.width - 1; rest.turns.len()];
            turns[..2].fill(0);
            self.reshape(&mut rest, &turns);
            self.settle(&rest);
            for u in (0..chain.width - 2).step_by(2) {
                self.window(chain, (u, v), &["..o", "...", "o.o"]);
            }
            rest = Chain::new(rest.cell(0, 2), rest.across, rest.down, rest.width, rest.turns[2..].to_vec());
        }
    }

    /// A core with odd sides; a line stays as it is.
    fn rotate_core(&mut self, core: Chain) {
        if core.width > 1 && core.height > 1 {
            self.recover(&core);
            self.rotate_odd(&core);
        }
    }
}

/// The chain without its last row, and with fewer columns.
fn without_last_row(chain: &Chain, width: i32) -> Chain {
    let turns = chain.turns[..chain.turns.len() - 1].to_vec();
    Chain::new(chain.cell(0, 0), chain.across, chain.down, width, turns)
}

/// A chain of the last rows from the last row upwards.
fn turned(chain: &Chain, turns: Vec<i32>) -> Chain {
    let up = (-chain.down.0, -chain.down.1);
    Chain::new(chain.cell(0, chain.height - 1), chain.across, up, chain.width, turns)
}
