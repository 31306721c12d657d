//! From a chain to any other between the same two ends (Theorem 5.9): an adjacent pair travels to and fro
//! along the path by leapfrogs, and corners that are free behind it flip at no cost. About one drop for each
//! cell between the two paths.

use super::chain::{Chain, minus};
use super::flip::opposite;
use super::hand::{HandGame, Stop};
use puzzlec_model::board::Coord;

/// A chain, the path that it is to have, and the cells on which coins stay where the path was.
struct Transform<'c> {
    chain: &'c mut Chain,
    goal: &'c [Coord],
    leave: &'c dyn Fn(Coord) -> bool,
}

impl Transform<'_> {
    /// Whether the path has a corner at a place whose flip brings it nearer to the goal.
    fn is_useful(&self, index: i32) -> bool {
        if index < 1 || index >= self.chain.last() {
            return false;
        }
        let corner = self.chain.cell(index);
        let goal = usize::try_from(index).ok().and_then(|at| self.goal.get(at)).copied().unwrap_or(corner);
        let (far, step) = (minus(goal, corner), minus(self.chain.cell(index + 1), corner));
        far.x * step.x + far.y * step.y > 0 && minus(corner, self.chain.cell(index - 1)) != step
    }

    /// Flips the useful corners without a coin, from some places on.
    fn flip_free(&mut self, game: &mut HandGame<'_>, mut open: Vec<i32>) -> Result<(), Stop> {
        while let Some(index) = open.pop() {
            let corner = self.chain.cell(index);
            if !self.is_useful(index) || game.has(corner) {
                continue;
            }
            if (self.leave)(corner) {
                game.put(corner)?;
            }
            let cell = opposite(self.chain, index);
            self.chain.set(index, cell);
            // A coin that lay there has both neighbours on the path.
            game.pick(cell)?;
            open.extend([index - 1, index + 1]);
        }
        Ok(())
    }
}

impl HandGame<'_> {
    /// Theorem 5.9: brings a chain to a path with the same ends; coins stay on cells to leave where the path
    /// was. One coin in hand for an odd chain, two for an even one, and those that stay.
    pub fn transform(
        &mut self,
        chain: &mut Chain,
        goal: &[Coord],
        leave: &dyn Fn(Coord) -> bool,
    ) -> Result<(), Stop> {
        self.recover(chain)?;
        let last = chain.last();
        let mut pair = chain.pairs(self).first().copied();
        let mut work = Transform { chain, goal, leave };
        // An even chain gets two pairs, one of which stays at its home while the other travels.
        let (mut home, mut up) = (None, true);
        let mut open = (1..last).collect();
        loop {
            work.flip_free(self, open)?;
            let at = match pair {
                Some(at) => at,
                None => {
                    let Some(corner) = (1..last).find(|at| work.is_useful(*at)) else { return Ok(()) };
                    (home, up) = (Some(corner - 1), true);
                    self.put(work.chain.cell(corner - 1))?;
                    corner - 1
                }
            };
            let ahead = |up: bool| {
                let useful = |index: &i32| work.is_useful(*index);
                if up { (at + 1..last).find(useful) } else { (home.unwrap_or(1)..=at).rev().find(useful) }
            };
            // The nearest one, and of two the one on the way.
            let found = [up, !up].into_iter().filter_map(|up| Some((ahead(up)?, up)));
            let leaps = |(corner, up): &(i32, bool)| if *up { corner - at } else { at - corner + 1 };
            let Some((corner, way)) = found.min_by_key(leaps) else { break };
            up = way;
            let is_home = Some(corner) == home;
            let to = if up {
                corner + 1
            } else if is_home {
                corner
            } else {
                corner - 2
            };
            self.leapfrog(work.chain, at, to)?;
            pair = Some(to);
            if is_home {
                self.pick(work.chain.cell(corner))?;
                pair = None;
            }
            open = vec![corner];
        }
        Ok(())
    }
}
