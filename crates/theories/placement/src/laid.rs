//! A puzzle of placement as an exact cover: its solutions, their number, and that there is no other.

use std::collections::BTreeSet;

use num_bigint::BigUint;
use rustc_hash::FxHashMap;

use crate::alike;
use crate::cover::{Cover, Listing};
use crate::diagram::Diagram;
use crate::ground::{Pieces, read};
use crate::order::order;
use crate::packing::NONE;
use crate::solve;
use crate::sweep::Swept;
use puzzlec_base::diag::Stop;
use puzzlec_model::Model;
use puzzlec_search::ground::Ground;
use puzzlec_task::{ActionId, Label};
use puzzlec_theory::meter::{Halted, Meter, Share};

/// The steps of an exact cover before other methods have their turn.
const FIRST: Share = Share { expanded: 1 << 12, ..Share::ALL };

/// A puzzle of placement in a form that can be solved and counted.
pub struct Laid {
    /// The cover.
    pub cover: Cover,
    /// The same, if its goal restricts each cell separately and no piece has more than two cells.
    pub pieces: Option<Pieces>,
}

impl Laid {
    /// The form of a placement, unless scripts decide it.
    pub fn read(ground: &Ground) -> Option<Self> {
        let cover = Cover::read(&ground.task, ground.cells.len())?;
        let pieces = if cover.is_open() { None } else { read(&ground.task, &ground.cells) };
        Some(Laid { cover, pieces })
    }

    /// The number of placements.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn count<'m>(&self, meter: &'m Meter<'m>) -> Result<BigUint, Halted> {
        if let Some(pieces) = &self.pieces {
            match (solve::count(&pieces.packing, meter), meter.limit()) {
                (Err(Halted), None) => {}
                (result, _) => return result,
            }
        }
        self.cover.listed(meter, |mut listing| {
            let mut number = 0_u64;
            let mut list = |listing: &mut Listing<'_>| {
                while listing.next(meter)?.is_some() {
                    number += 1;
                }
                Ok(BigUint::from(number))
            };
            // A list and a diagram take turns: either may be short where the other is not.
            let mut diagram = Diagram::new(&self.cover, meter);
            let mut share = FIRST;
            while let Some(counted) = diagram.as_mut().filter(|_| !listing.is_near() && !meter.is_late()) {
                if let Some(number) = meter.share(share, || list(&mut listing))? {
                    return Ok(number);
                }
                if listing.is_near() {
                    break;
                }
                if let Some(number) = meter.share(share, || counted.number())? {
                    return Ok(number);
                }
                if !counted.is_short() {
                    diagram = None;
                }
                share.expanded *= 4;
            }
            drop(diagram);
            list(&mut listing)
        })
    }

    /// The number of placements of which none is made of another by a symmetry of the board.
    ///
    /// # Errors
    /// A limit.
    pub fn count_up_to_symmetry(&self, model: &Model, meter: &Meter<'_>) -> Result<BigUint, Stop> {
        let maps = alike::symmetries(&model.board)?;
        let counted = alike::count(&self.cover, &model.pieces, &maps, meter);
        counted.map(BigUint::from).map_err(|Halted| meter.stop())
    }

    /// Some placement, as the actions that lay its pieces.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn find(&self, meter: &Meter<'_>) -> Result<Option<Vec<ActionId>>, Halted> {
        let covered = |ways: Option<Vec<u32>>| ways.map(|ways| self.actions(&ways));
        if let Some(Pieces { packing, actions }) = &self.pieces {
            let action = |way: &u32| actions.get(*way as usize).copied();
            let laid = |ways: &[u32]| in_order(ways.iter().filter_map(action));
            let order = order(packing);
            match solve::quick(packing, &order, meter)? {
                Swept::Found(ways) => return Ok(Some(laid(&ways))),
                Swept::None => return Ok(None),
                Swept::Unknown => {}
            }
            if let Some(ways) = meter.share(FIRST, || self.cover.find(meter))? {
                return Ok(covered(ways));
            }
            match (solve::decide(packing, &order, meter), meter.limit()) {
                (Err(Halted), None) => {}
                (result, _) => return Ok(result?.map(|ways| laid(&ways))),
            }
        }
        self.cover.find(meter).map(covered)
    }

    /// A placement with the fewest pieces, where their number is open.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn fewest(&self, meter: &Meter<'_>) -> Result<Option<Vec<ActionId>>, Halted> {
        Ok(self.cover.fewest(meter)?.map(|ways| self.actions(&ways)))
    }

    /// The same puzzle with only the placements of the fewest pieces, and that number; nothing if there is none.
    ///
    /// # Errors
    /// A limit.
    pub fn shortest(&self, meter: &Meter<'_>) -> Result<Option<(Laid, u64)>, Halted> {
        let Some(ways) = self.cover.fewest(meter)? else { return Ok(None) };
        let most = self.cover.laid(&ways);
        Ok(Some((Laid { cover: Cover { most, ..self.cover.clone() }, pieces: None }, most.into())))
    }

    /// The same where the number of pieces is open and there is a placement.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn shortest_if_open(&self, meter: &Meter<'_>) -> Result<Option<Laid>, Halted> {
        let few = if self.is_open() { self.shortest(meter)? } else { None };
        Ok(few.map(|(laid, _)| laid))
    }

    /// Whether the number of pieces is not stated exactly.
    pub fn is_open(&self) -> bool {
        self.cover.is_open()
    }

    /// A placement of at most this number of pieces, where their number is open.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn within(&self, most: u64, meter: &Meter<'_>) -> Result<Option<Vec<ActionId>>, Halted> {
        let most = u32::try_from(most).unwrap_or(u32::MAX).min(self.cover.most);
        let few = Cover { most, ..self.cover.clone() };
        Ok(few.find(meter)?.map(|ways| self.actions(&ways)))
    }

    /// The first placements.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn list(&self, most: usize, meter: &Meter<'_>) -> Result<Vec<Vec<ActionId>>, Halted> {
        let mut all = Vec::new();
        if most > 0 {
            self.cover.visit(meter, &mut |ways| {
                all.push(self.actions(ways));
                all.len() < most
            })?;
        }
        all.sort_unstable();
        Ok(all)
    }

    /// Whether there are several placements; none if that takes longer than a moment.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn several(&self, meter: &Meter<'_>) -> Result<Option<bool>, Halted> {
        meter.share(FIRST, || {
            let mut number = 0_u64;
            self.cover.visit(meter, &mut |_| {
                number += 1;
                number < 2
            })?;
            Ok(number > 1)
        })
    }

    /// The ways that steps take, with those of the empty cells.
    pub fn ways(&self, ground: &Ground, steps: &[Label]) -> Option<Vec<u32>> {
        let labels: FxHashMap<&Label, ActionId> =
            ground.task.actions.iter().zip(0..).map(|(action, number)| (&action.label, number)).collect();
        let actions: BTreeSet<ActionId> =
            steps.iter().map(|step| labels.get(step).copied()).collect::<Option<_>>()?;
        let mut covered = vec![false; self.cover.cells];
        let mut taken = Vec::new();
        for (way, number) in self.cover.ways.iter().zip(0..) {
            let free = || way.cells.iter().all(|(cell, _)| covered.get(*cell as usize) == Some(&false));
            // The ways of empty cells are the last.
            let is_taken = if way.action == NONE { free() } else { actions.contains(&way.action) };
            if !is_taken {
                continue;
            }
            taken.push(number);
            for (cell, _) in &way.cells {
                if let Some(slot) = covered.get_mut(*cell as usize) {
                    *slot = true;
                }
            }
        }
        Some(taken)
    }

    fn actions(&self, ways: &[u32]) -> Vec<ActionId> {
        in_order(ways.iter().filter_map(|way| self.cover.ways.get(*way as usize)).map(|way| way.action))
    }
}

/// Actions are in the order of their first cells.
fn in_order(actions: impl Iterator<Item = ActionId>) -> Vec<ActionId> {
    let mut actions: Vec<ActionId> = actions.filter(|action| *action != NONE).collect();
    actions.sort_unstable();
    actions
}
