//! Reshaping by travelling walls: where a wall passes, coins and free cells of the path change places, and
//! free corners flip at no cost. One drop for each cell between the paths, where they are far apart.

use super::chain::{Chain, minus};
use super::flip::opposite;
use super::game::{Game, Stop};
use puzzlec_model::board::Coord;

/// Where a wall goes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Course {
    /// Which of the walls.
    wall: usize,
    down: bool,
}

/// How walls choose their way.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// Whether the first one goes down first.
    pub down: bool,
    /// Whether a wall goes on as long as corners lie before it in the same gap between the paths.
    pub stays: bool,
}

/// A chain that is reshaped, with at most two walls.
struct Drift<'c> {
    chain: &'c mut Chain,
    goal: &'c [Coord],
    walls: Vec<i32>,
    /// Places whose corners are to be looked at.
    open: Vec<i32>,
}

impl Drift<'_> {
    fn goal(&self, index: i32) -> Coord {
        usize::try_from(index).ok().and_then(|at| self.goal.get(at)).copied().unwrap_or(Coord::new(-1, -1))
    }

    /// Whether the path at a place is where it shall be.
    fn fits(&self, index: i32) -> bool {
        self.chain.cell(index) == self.goal(index)
    }

    /// Whether a corner lies at a place that a flip brings nearer to the goal.
    fn is_useful(&self, index: i32) -> bool {
        if index < 1 || index >= self.chain.last() {
            return false;
        }
        let out = self.chain.cell(index);
        let far = minus(self.goal(index), out);
        let step = minus(self.chain.cell(index + 1), out);
        far.x * step.x + far.y * step.y > 0 && minus(out, self.chain.cell(index - 1)) != step
    }

    /// The distance to the next useful corner with a coin on a wall's way, if it is below a limit; with `same`, only
    /// before the gap between the paths ends.
    fn ahead(&self, course: Course, same: bool, below: i32) -> Option<i32> {
        let wall = self.walls.get(course.wall).copied()?;
        let (mut at, step) = if course.down { (wall, -2) } else { (wall + 1, 2) };
        let last = if course.down {
            let lower = course.wall.checked_sub(1).and_then(|other| self.walls.get(other));
            lower.map_or(1, |other| other + 1)
        } else {
            self.walls.get(course.wall + 1).copied().unwrap_or(self.chain.last() - 1)
        };
        while (at - wall).abs() < below && if course.down { at >= last } else { at <= last } {
            if self.is_useful(at) {
                return Some((at - wall).abs());
            }
            if same && (self.fits(at) || self.fits(at + step / 2)) {
                return None;
            }
            at += step;
        }
        None
    }

    fn course(&self, now: Course, stays: bool) -> Option<Course> {
        let back = Course { down: !now.down, ..now };
        if stays {
            let same = [now, back].into_iter().find(|course| self.ahead(*course, true, i32::MAX).is_some());
            if same.is_some() {
                return same;
            }
        }
        // The nearest, and of several that are as near the one that goes on.
        let mut best = self.ahead(now, false, i32::MAX).map(|far| (far, now));
        for course in (0..self.walls.len()).flat_map(|wall| [false, true].map(|down| Course { wall, down })) {
            let below = best.map_or(i32::MAX, |(far, _)| far);
            best = self.ahead(course, false, below).map(|far| (far, course)).or(best);
        }
        best.map(|(_, course)| course)
    }

    /// The useful corner with a coin nearest to a place.
    fn nearest(&self, game: &Game<'_>, to: i32) -> Option<i32> {
        let fits = |at: &i32| self.is_useful(*at) && game.has(self.chain.cell(*at));
        let up = (to..self.chain.last()).find(fits);
        let down =
            (1..to).rev().take(up.map_or(usize::MAX, |up| (up - to).unsigned_abs() as usize)).find(fits);
        down.or(up)
    }

    /// Flips the free corners.
    fn flip_free(&mut self, game: &mut Game<'_>, leave: &dyn Fn(Coord) -> bool) -> Result<(), Stop> {
        while let Some(index) = self.open.pop() {
            if self.is_useful(index) && !game.has(self.chain.cell(index)) {
                let (corner, cell) = (self.chain.cell(index), opposite(self.chain, index));
                if leave(corner) {
                    game.put(corner)?;
                }
                self.chain.set(index, cell);
                // A coin that lay there has both neighbours on the path.
                game.pick(cell)?;
                self.open.extend([index - 1, index + 1]);
            }
        }
        Ok(())
    }

    /// Moves a wall by two places; two walls that meet are gone.
    fn step(&mut self, game: &mut Game<'_>, course: Course) -> Result<(), Stop> {
        let wall = self.walls.get(course.wall).copied().ok_or(Stop::Stuck)?;
        let other = if course.down { course.wall.wrapping_sub(1) } else { course.wall + 1 };
        let to = if course.down { wall - 2 } else { wall + 2 };
        if self.walls.get(other).is_some_and(|other| (other - wall).abs() == 1) {
            let middle = if course.down { wall } else { wall + 1 };
            game.pick(self.chain.cell(middle))?;
            self.walls.clear();
            self.open.push(middle);
            return Ok(());
        }
        game.move_wall(self.chain, wall, to)?;
        self.walls.get_mut(course.wall).into_iter().for_each(|slot| *slot = to);
        self.open.extend([if course.down { wall } else { wall + 1 }]);
        Ok(())
    }
}

impl Game<'_> {
    /// Reshapes a chain to a path with the same ends, and coins stay on cells to leave where the path was; one coin in hand for an
    /// odd chain, two for an even one, and those that stay.
    pub fn drift(
        &mut self,
        chain: &mut Chain,
        goal: &[Coord],
        style: Style,
        leave: &dyn Fn(Coord) -> bool,
    ) -> Result<(), Stop> {
        self.recover(chain)?;
        let walls = chain.walls(self);
        let open = (1..chain.last()).collect();
        let mut drift = Drift { chain, goal, walls, open };
        let mut now = Course { wall: 0, down: style.down };
        let mut here = 0;
        loop {
            drift.flip_free(self, leave)?;
            if drift.walls.is_empty() {
                let Some(at) = drift.nearest(self, here) else { return Ok(()) };
                self.put(drift.chain.cell(at - 1))?;
                self.put(drift.chain.cell(at + 1))?;
                self.pick(drift.chain.cell(at))?;
                drift.walls = vec![at - 2, at + 1];
                drift.open.push(at);
                now = Course { wall: 1, down: false };
                continue;
            }
            let Some(course) = drift.course(now, style.stays) else { return Ok(()) };
            here = drift.walls.get(course.wall).copied().unwrap_or(here);
            drift.step(self, course)?;
            now = course;
        }
    }
}
