//! Beam search, level by level from the lowest known level of one side, with only the best positions of each
//! level: incomplete, but fast.

use super::field::{Field, Step, Word, pegs};
use super::side::{Known, Side};
use puzzlec_search::kernel::Table;
use puzzlec_theory::meter::{Halted, Meter};

/// The value of a peg on a cell that the end requires.
const WANTED: i64 = 100;

/// The evaluation of positions: lower is better.
#[derive(Clone, Debug)]
pub struct Taste {
    cost: Vec<i64>,
    mobility: i64,
}

impl Taste {
    /// The weights of a round, for these jumps: pegs that few jumps remove are bad unless the end requires
    /// them, available jumps are good.
    pub fn new<W: Word>(steps: &[Step<W>], cells: usize, wanted: W, round: usize) -> Taste {
        let (power, mobility): (u32, i64) =
            [(1, 0), (1, 40), (2, 0), (1, 100), (2, 60)].get(round % 5).copied().unwrap_or((1, 0));
        let ways =
            |cell: usize| steps.iter().filter(|step| step.takes.cells() >> cell & 1 == 1).count() as i64;
        let wanted = wanted.cells();
        // Later rounds vary what did not help before, the same in every run.
        let vary = |cell: usize| match round {
            0..5 => 100,
            _ => 70 + ((cell * 31 + 7) * (round * 17 + 3)) as i64 % 61,
        };
        let burden = |cell| 840 / ways(cell).max(1).pow(power) * vary(cell) / 100;
        let cost = |cell| if wanted >> cell & 1 == 1 { -WANTED } else { burden(cell) };
        Taste { cost: (0..cells).map(cost).collect(), mobility }
    }

    fn judge<W: Word>(&self, steps: &[Step<W>], at: W) -> i64 {
        let cells = at.cells();
        let burden: i64 = self
            .cost
            .iter()
            .enumerate()
            .filter(|(cell, _)| cells >> cell & 1 == 1)
            .map(|(_, cost)| cost)
            .sum();
        if self.mobility == 0 {
            return burden;
        }
        let jumps = steps.iter().filter(|step| at & step.touches == step.takes).count() as i64;
        burden - self.mobility * jumps
    }
}

/// Jumps from the start of a side to a position, that position, and the start of the jumps.
type Way<W> = (Vec<usize>, W, W);

/// A beam toward the other side with at most `width` positions in a level: jumps from the side's start to a
/// position (in order), that position, which the other side has in the mirror, and the start of the path.
///
/// # Errors
/// A limit was reached.
pub fn beam<'m, W: Word>(
    field: &Field<W>,
    side: &Side<W>,
    other: &Side<W>,
    taste: &Taste,
    width: usize,
    meter: &'m Meter<'m>,
) -> Result<Option<Way<W>>, Halted> {
    let steps = side.steps();
    let mut pegs_left = side.bottom();
    let mut levels: Vec<Table<W>> = vec![narrowed(side.lowest().collect(), steps, taste, width, meter)?];
    while pegs_left > 1 {
        pegs_left -= 1;
        let Some(last) = levels.last() else { return Ok(None) };
        let Some(next) = side.after(field, last.iter(), pegs_left, usize::MAX)? else { return Ok(None) };
        let across = |at: W| field.canon.of(field.mirror(at));
        let (known, full) = match other.level(field.cells - pegs_left) {
            Known::Full(known) => (known, true),
            Known::Begins(known) => (known, false),
            Known::Nothing => return Ok(None),
        };
        let met = if known.is_empty() { None } else { next.iter().find(|&at| known.contains(across(at))) };
        if let Some(met) = met {
            return Ok(back(field, side, &levels, met).map(|(path, begin)| (path, met, begin)));
        }
        if full || next.is_empty() {
            return Ok(None);
        }
        levels.push(narrowed(next.iter().collect(), steps, taste, width, meter)?);
    }
    Ok(None)
}

fn narrowed<'m, W: Word>(
    mut positions: Vec<W>,
    steps: &[Step<W>],
    taste: &Taste,
    width: usize,
    meter: &'m Meter<'m>,
) -> Result<Table<'m, W>, Halted> {
    if positions.len() > width {
        let mut rated: Vec<(i64, W)> = positions.into_iter().map(|at| (taste.judge(steps, at), at)).collect();
        rated.select_nth_unstable(width);
        positions = rated.into_iter().take(width).map(|(_, at)| at).collect();
    }
    let mut table = Table::new(meter);
    for at in positions {
        table.insert(at, ())?;
    }
    Ok(table)
}

fn back<W: Word>(field: &Field<W>, side: &Side<W>, levels: &[Table<W>], met: W) -> Option<(Vec<usize>, W)> {
    // The beam has positions from the side's lowest level on.
    let level = |at: W| side.bottom().checked_sub(pegs(at)).and_then(|down| levels.get(down));
    let known = |at: W| match level(at) {
        Some(level) => level.contains(field.canon.of(at)),
        None => side.holds(field, at),
    };
    let (mut path, begin) = field.back(met, |at| side.is_first(field, at), known)?;
    path.reverse();
    Some((path, begin))
}
