//! Passes, groups and rules.

use super::board::Board;
use super::log::Log;
use super::matches::{Place, fits};
use super::program::{GroupTest, RuleTest};
use super::write::Writer;
use super::{CANCEL, Queue, RESTART, Runner};
use crate::Draws;
use crate::world::Overrun;

/// The rounds of a group, and the returns of a loop.
const ROUNDS: usize = 200;

impl Queue {
    /// Queues the commands of a rule: `cancel` beats `restart`, which beats the others.
    fn push<const W: usize, const M: usize>(&mut self, rule: &RuleTest<W, M>) {
        let cancels = rule.commands & CANCEL != 0;
        if self.commands & CANCEL != 0 || (self.commands & RESTART != 0 && !cancels) {
            return;
        }
        if rule.commands & (CANCEL | RESTART) != 0 {
            *self = Queue::default();
        }
        self.commands |= rule.commands;
        self.message = self.message.or(rule.message);
    }
}

/// Goes to the next combination, the first row fastest; false after the last one.
fn advance(chosen: &mut [usize], places: &[Vec<Place>]) -> bool {
    for (index, list) in chosen.iter_mut().zip(places) {
        *index += 1;
        if *index < list.len() {
            return true;
        }
        *index = 0;
    }
    false
}

/// What a group works with.
struct Work<'a, const W: usize, const M: usize> {
    board: &'a mut Board<W, M>,
    queue: &'a mut Queue,
    places: &'a mut Vec<Vec<Place>>,
    writer: Writer<'a, W>,
    log: &'a mut Log,
    fuel: &'a mut u64,
}

impl<const W: usize, const M: usize> Runner<W, M> {
    /// Runs all groups of a pass, with its loops.
    pub(super) fn pass(&mut self, late: bool, draws: &mut Draws, fuel: &mut u64) -> Result<(), Overrun> {
        let pass = if late { &self.program.late } else { &self.program.rules };
        let (mut at, mut returns, mut changed) = (0, 0, false);
        while let Some(group) = pass.groups.get(at) {
            if late || self.banned.get(at) != Some(&true) {
                let writer = Writer {
                    layers: &self.program.layers,
                    layer_of: &self.program.layer_of,
                    each: self.program.shape.marks(),
                    draws,
                    group: at,
                };
                let mut work = Work {
                    board: &mut self.board,
                    queue: &mut self.queue,
                    places: &mut self.places,
                    log: &mut self.log,
                    writer,
                    fuel,
                };
                changed |= if group.random { work.draw(group)? } else { work.exhaust(group)? };
            }
            match pass.back.get(at).copied().flatten().filter(|_| changed) {
                Some(back) => {
                    (at, changed) = (back, false);
                    returns += 1;
                    // PuzzleScript leaves the whole pass here.
                    if returns > ROUNDS {
                        break;
                    }
                }
                None => at += 1,
            }
        }
        Ok(())
    }
}

impl<const W: usize, const M: usize> Work<'_, W, M> {
    /// Runs the rules of a group over and over until a round changes nothing.
    fn exhaust(&mut self, group: &GroupTest<W, M>) -> Result<bool, Overrun> {
        let (mut ever, mut failed) = (false, 0);
        for _ in 0..ROUNDS {
            let mut changed = false;
            for rule in &group.rules {
                if self.apply(rule)? {
                    (changed, failed) = (true, 0);
                } else {
                    failed += 1;
                    if failed >= group.rules.len() {
                        return Ok(ever | changed);
                    }
                }
            }
            ever |= changed;
            if !changed {
                break;
            }
        }
        Ok(ever)
    }

    /// Applies a rule at all its places.
    #[inline]
    fn apply(&mut self, rule: &RuleTest<W, M>) -> Result<bool, Overrun> {
        if !Runner::find(self.board, rule, self.places, self.fuel)? {
            return Ok(false);
        }
        let mut changed = false;
        if rule.writes {
            if let ([row], [places, ..]) = (&*rule.rows, self.places.as_slice()) {
                // Nearly all rules have one row.
                for (number, place) in places.iter().enumerate() {
                    if number == 0 || fits(self.board, row, *place, (rule.axis, rule.forward)) {
                        changed |= self.writer.write(self.board, rule, row, *place);
                    }
                }
                *self.fuel = self.fuel.checked_sub(places.len() as u64).ok_or(Overrun)?;
            } else {
                changed = self.combinations(rule)?;
            }
        }
        let commands = rule.commands != 0 || rule.message.is_some();
        if commands {
            self.queue.push(rule);
        }
        if changed || commands {
            self.log.rule(rule.number, self.board);
        }
        Ok(changed)
    }

    fn combinations(&mut self, rule: &RuleTest<W, M>) -> Result<bool, Overrun> {
        let mut chosen = vec![0; rule.rows.len()];
        let (mut changed, mut first) = (false, true);
        loop {
            *self.fuel = self.fuel.checked_sub(1).ok_or(Overrun)?;
            let at = self.chosen(&chosen);
            if first
                || rule
                    .rows
                    .iter()
                    .zip(&at)
                    .all(|(row, place)| fits(self.board, row, *place, (rule.axis, rule.forward)))
            {
                for (row, place) in rule.rows.iter().zip(&at) {
                    changed |= self.writer.write(self.board, rule, row, *place);
                }
            }
            first = false;
            if !advance(&mut chosen, self.places) {
                return Ok(changed);
            }
        }
    }

    fn chosen(&self, chosen: &[usize]) -> Vec<Place> {
        chosen.iter().zip(self.places.iter()).filter_map(|(index, list)| list.get(*index).copied()).collect()
    }

    /// Draws one of all places of all rules.
    fn draw(&mut self, group: &GroupTest<W, M>) -> Result<bool, Overrun> {
        let mut counts = Vec::with_capacity(group.rules.len());
        for rule in &group.rules {
            let found = Runner::find(self.board, rule, self.places, self.fuel)?;
            let lists = self.places.iter().take(rule.rows.len());
            counts.push(if found { lists.map(Vec::len).fold(1, usize::saturating_mul) } else { 0 });
        }
        let all = counts.iter().copied().fold(0, usize::saturating_add);
        if all == 0 {
            return Ok(false);
        }
        let mut number = self.writer.draws.draw(all);
        for (rule, count) in group.rules.iter().zip(counts) {
            if number >= count {
                number -= count;
                continue;
            }
            Runner::find(self.board, rule, self.places, self.fuel)?;
            let mut chosen = Vec::with_capacity(rule.rows.len());
            for list in self.places.iter().take(rule.rows.len()) {
                chosen.push(number % list.len().max(1));
                number /= list.len().max(1);
            }
            let at = self.chosen(&chosen);
            let mut changed = false;
            if rule.writes {
                for (row, place) in rule.rows.iter().zip(&at) {
                    changed |= self.writer.write(self.board, rule, row, *place);
                }
            }
            self.queue.push(rule);
            self.log.rule(rule.number, self.board);
            return Ok(changed);
        }
        Ok(false)
    }
}
