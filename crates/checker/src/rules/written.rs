//! Written rules: all bindings of their variables.

use super::super::Unproved;
use super::Maker;
use super::anchors;
use super::draft::Draft;
use super::effects;
use super::field::{Extent, Field};
use super::follow;
use super::lists;
use super::settings;
use super::tests::{condition, place};
use puzzlec_base::Progress;
use puzzlec_model::board::Coord;
use puzzlec_model::expr::{Cell, Cells, Change, Dir, Form, Num, Part, Test, Until};
use puzzlec_model::piece::Content;
use puzzlec_model::query::Bound;
use puzzlec_model::rule::{Domain, Effect, Quantified};
use puzzlec_task::{Condition, ValueSet};

/// All moves of a rule.
pub(super) fn read(
    maker: &mut Maker<'_>,
    field: &Field<'_>,
    rule: u32,
    quantified: &Quantified,
) -> Result<(), Unproved> {
    let near = match field.extent {
        Extent::Endless => Some(anchors::candidates(quantified, &field.cells, field.board)?),
        Extent::Whole | Extent::Window => None,
    };
    let mut domains = Vec::new();
    let mut given = maker.given.clone().into_iter();
    for (at, variable) in quantified.variables.iter().enumerate() {
        domains.push(match &variable.domain {
            Domain::Directions => match given.next() {
                Some(direction) => (vec![Bound::Direction(direction)], None),
                None => (field.directions().map(Bound::Direction).collect(), None),
            },
            Domain::Numbers(low, high) => ((*low..=*high).map(Bound::Number).collect(), None),
            Domain::Cells(selector) => {
                let cells: &[Coord] = near.as_ref().and_then(|n| n.get(at)).unwrap_or(&field.cells);
                let first = |c: &Content| !matches!(c, Content::Block(_, _, part) if *part > 0);
                let held = selector.as_ref().map(|s| field.filtered(|c| s.matches(c) && first(c)));
                (cells.iter().copied().map(Bound::Cell).collect(), held)
            }
        });
    }
    // A test is tried as soon as all its variables have values.
    let mut due: Vec<Vec<&Test>> = vec![Vec::new(); domains.len() + 1];
    for guard in &quantified.guards {
        let last = (0..domains.len()).rev().find(|slot| speaks(guard, *slot)).map_or(0, |slot| slot + 1);
        if let Some(list) = due.get_mut(last) {
            list.push(guard);
        }
    }
    let bindings = domains.iter().map(|(choices, _)| choices.len() as u64).fold(1, u64::saturating_mul);
    maker.bindings = (bindings, maker.cases, maker.actions.len() as u64);
    let slow = quantified.ranges();
    let mut job = Job { field, rule, quantified, domains, due, slow, slots: Vec::new() };
    job.slots.resize(quantified.slots.max(job.domains.len()), None);
    job.from(maker, 0, &Draft::default())
}

type Choices = (Vec<Bound>, Option<ValueSet>);

struct Job<'a, 'f> {
    field: &'a Field<'f>,
    rule: u32,
    quantified: &'a Quantified,
    domains: Vec<Choices>,
    due: Vec<Vec<&'a Test>>,
    /// Whether one case of it may take long.
    slow: bool,
    slots: Vec<Option<Bound>>,
}

impl Job<'_, '_> {
    /// All moves, given the bindings of the variables before this one.
    fn from(&mut self, maker: &mut Maker<'_>, at: usize, chosen: &Draft) -> Result<(), Unproved> {
        let mut chosen = chosen.clone();
        for test in self.due.get(at).cloned().unwrap_or_default() {
            match condition(self.field, &mut self.slots, test) {
                Ok(Condition::False) => return Ok(()),
                Ok(asked) => chosen.ask_all(asked),
                Err(void) => return void.stop(),
            }
        }
        let Some((choices, held)) = self.domains.get(at).cloned() else {
            let mut tests = Vec::new();
            for (test, _) in &self.quantified.after {
                match condition(self.field, &mut self.slots, test) {
                    Ok(asked) => tests.push(asked),
                    Err(void) => return void.stop(),
                }
            }
            let place = place(self.field, &self.slots);
            let Some(then) = follow::after(maker, self.rule, &self.quantified.then, &place) else {
                return Ok(());
            };
            chosen.then = then;
            // All cases of one binding are one action.
            maker.number += 1;
            let varies = |effect: &Effect| effect.parts().into_iter().any(Part::varies);
            if self.quantified.effects.iter().any(varies) {
                return self.cases(maker, &chosen, &tests);
            }
            return self.run(maker, &self.quantified.effects, chosen, &tests);
        };
        for choice in choices {
            maker.case()?;
            if self.slow {
                maker.context.poll(&Progress::default())?;
            }
            let mut with = chosen.clone();
            if let (Bound::Cell(cell), Some(values)) = (choice, &held)
                && !with.ask_cell(self.field, cell, values)
            {
                continue;
            }
            if let Some(slot) = self.slots.get_mut(at) {
                *slot = Some(choice);
            }
            self.from(maker, at + 1, &with)?;
        }
        if let Some(slot) = self.slots.get_mut(at) {
            *slot = None;
        }
        Ok(())
    }
}

impl Job<'_, '_> {
    fn run(
        &self,
        maker: &mut Maker<'_>,
        effects: &[Effect],
        chosen: Draft,
        after: &[Condition],
    ) -> Result<(), Unproved> {
        let place = place(self.field, &self.slots);
        for made in effects::run(self.field, &place, effects, chosen)? {
            for mut made in settings::set(self.field, &self.slots, &maker.sets, made)? {
                after.iter().for_each(|test| made.test_after(test));
                maker.add(self.field, self.rule, made, None);
            }
        }
        Ok(())
    }

    /// The moves by what the lists of the effects may be in a position: all lists in turn, the ones that others
    /// are made of first.
    fn cases(&mut self, maker: &mut Maker<'_>, chosen: &Draft, after: &[Condition]) -> Result<(), Unproved> {
        let mut open = vec![(chosen.clone(), self.quantified.effects.clone())];
        while let Some((draft, effects)) = open.pop() {
            maker.case()?;
            maker.context.poll(&Progress::default())?;
            self.field.work.set(0);
            let next = effects.iter().flat_map(Effect::parts).find_map(lists::first);
            let Some(loose) = next else {
                self.run(maker, &effects, draft, after)?;
                continue;
            };
            let changed = |change: Change<'_>| -> Vec<Effect> {
                effects.iter().map(|effect| effect.changed(change)).collect()
            };
            let cases = match lists::cases(self.field, &mut self.slots, loose, &changed) {
                Ok(cases) => cases,
                Err(void) => {
                    void.stop()?;
                    continue;
                }
            };
            if open.len() + cases.len() > lists::MOST {
                return Err(Unproved::too_large("the cells of a move have too many cases"));
            }
            for (when, effects) in cases {
                let Some(effects) = effects else { continue };
                let mut draft = draft.clone();
                draft.ask_all(when);
                if draft.has_cases() {
                    open.push((draft, effects));
                }
            }
        }
        Ok(())
    }
}

/// Whether a test refers to a variable.
fn speaks(test: &Test, slot: usize) -> bool {
    let cell = |c: &Cell| in_cell(c, slot);
    let cells = |c: &Cells| in_cells(c, slot);
    match test {
        Test::Fixed(_) => false,
        Test::Not(inner) | Test::Total(inner) => speaks(inner, slot),
        Test::And(parts) | Test::Or(parts) => parts.iter().any(|p| speaks(p, slot)),
        Test::Compare(_, a, b) => in_num(a, slot) || in_num(b, slot),
        Test::Same(a, b) | Test::Adjacent(a, b) => cell(a) || cell(b),
        Test::Holds(list, _) | Test::Different(list) => cells(list),
        Test::Aligned(c, dir) => cell(c) || in_dir(dir, slot),
        Test::Form(Form::Path(a, b), list) => cell(a) || cell(b) || cells(list),
        Test::Form(_, list) => cells(list),
        Test::Each(_, _, over, body) => cells(over) || speaks(body, slot),
        Test::Member(c, list) => cell(c) || cells(list),
    }
}

fn in_cell(cell: &Cell, slot: usize) -> bool {
    match cell {
        Cell::Var(s) => *s == slot,
        Cell::Fixed(_) => false,
        Cell::Step(from, dir, n) => in_cell(from, slot) || in_dir(dir, slot) || in_num(n, slot),
        Cell::First(list) | Cell::Last(list) => in_cells(list, slot),
    }
}

fn in_dir(dir: &Dir, slot: usize) -> bool {
    match dir {
        Dir::Var(s) => *s == slot,
        Dir::Fixed(_) => false,
        Dir::Turn(inner, _) => in_dir(inner, slot),
    }
}

fn in_cells(cells: &Cells, slot: usize) -> bool {
    match cells {
        Cells::One(cell) => in_cell(cell, slot),
        Cells::Fixed(_) | Cells::All => false,
        Cells::Around(inner) | Cells::Floor(inner) => in_cells(inner, slot),
        Cells::Run(cell, dir, n) => in_cell(cell, slot) || in_dir(dir, slot) || in_num(n, slot),
        Cells::Ray(cell, dir, until) => {
            let stop = matches!(until, Some(Until::Test(_, test)) if speaks(test, slot));
            in_cell(cell, slot) || in_dir(dir, slot) || stop
        }
        Cells::Where(list, _, test) => in_cells(list, slot) || speaks(test, slot),
        Cells::Except(a, b) | Cells::Both(a, b) => in_cells(a, slot) || in_cells(b, slot),
        Cells::Join(parts) => parts.iter().any(|p| in_cells(p, slot)),
        Cells::Component(cell, list) => in_cell(cell, slot) || in_cells(list, slot),
    }
}

fn in_num(num: &Num, slot: usize) -> bool {
    match num {
        Num::Fixed(_) | Num::Counter(..) => false,
        Num::Var(s, _) => *s == slot,
        Num::Fold(_, _, list, body) => in_cells(list, slot) || in_num(body, slot),
        Num::Count(_, list) | Num::Size(list) | Num::Components(list) => in_cells(list, slot),
        Num::Binary(_, a, b) | Num::Min(a, b) | Num::Max(a, b) => in_num(a, slot) || in_num(b, slot),
        Num::Abs(a) => in_num(a, slot),
        Num::Distance(a, b) => in_cell(a, slot) || in_cell(b, slot),
        Num::Number(c) | Num::Row(c) | Num::Column(c) => in_cell(c, slot),
    }
}
