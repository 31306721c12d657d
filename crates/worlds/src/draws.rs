//! What chance draws: by a generator, or all outcomes in turn.

/// The draws of a turn.
#[derive(Clone, Debug)]
pub struct Draws {
    /// The draws so far, each with the number of its outcomes.
    script: Vec<(usize, usize)>,
    at: usize,
    seed: Option<u64>,
}

impl Draws {
    /// The first of all outcomes.
    pub fn first() -> Self {
        Draws { script: Vec::new(), at: 0, seed: None }
    }

    /// Draws of a generator.
    pub fn seeded(seed: u64) -> Self {
        Draws { script: Vec::new(), at: 0, seed: Some(seed) }
    }

    /// Starts a turn: the same draws again.
    pub(crate) fn restart(&mut self) {
        self.at = 0;
    }

    /// Goes to the next outcome; false after the last one.
    pub fn advance(&mut self) -> bool {
        self.at = 0;
        while let Some((choice, of)) = self.script.pop() {
            if choice + 1 < of {
                self.script.push((choice + 1, of));
                return true;
            }
        }
        false
    }

    /// Whether something with more than one outcome was drawn.
    pub fn drew(&self) -> bool {
        !self.script.is_empty()
    }

    /// The outcomes of the draws so far.
    pub fn choices(&self) -> impl Iterator<Item = usize> {
        self.script.iter().map(|draw| draw.0)
    }

    /// Whether a generator draws.
    pub(crate) fn is_seeded(&self) -> bool {
        self.seed.is_some()
    }

    /// How many draws this turn has had.
    pub(crate) fn number(&self) -> usize {
        self.at
    }

    /// One of `of` outcomes.
    pub(crate) fn draw(&mut self, of: usize) -> usize {
        if of <= 1 {
            return 0;
        }
        if let Some(state) = &mut self.seed {
            // A linear generator with a mixed output (splitmix64).
            *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut z = *state;
            z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            return usize::try_from((z ^ (z >> 31)) % of as u64).unwrap_or(0);
        }
        let choice = match self.script.get(self.at) {
            Some((choice, _)) => *choice,
            None => {
                self.script.push((0, of));
                0
            }
        };
        self.at += 1;
        choice
    }
}
