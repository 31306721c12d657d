//! Shorter plans by solving stretches of a plan anew.

use rustc_hash::FxHashMap;

use crate::problem::{Board, Cell, Configuration, Label, Lying, NONE, Problem, Target, Wish};
use puzzlec_theory::meter::{Halted, Meter, Share};

use super::nearest::Nearest;
use super::{Outcome, beam, least};

/// The cells of the parts of the board on which stretches are solved, from pass to pass.
const SIZES: [usize; 5] = [7, 9, 11, 13, 31];

/// The most cells of a part on which stretches are solved exactly; on larger parts by beam search.
const EXACT: usize = 15;

/// The width of that beam.
const BEAM: usize = 256;

/// After this many moves, a pass ends that has removed less than one in a hundred.
const TRIAL: usize = 1_000;

/// The work for one stretch.
const SHARE: Share = Share { expanded: 4_000, ..Share::ALL };

/// A plan with the same end as this one, up to an exchange of alike gourds, and no more moves. Removes what leads back to an
/// earlier position, then solves stretches anew, each on the cells that its gourds use and some around them, until nothing
/// is gained or a limit is near. A plan that is not legal is given back as it is.
///
/// # Errors
/// A limit was reached before.
pub fn shorten(
    board: &Board,
    plan: &[Cell],
    start: &Configuration,
    labels: &[Label],
    meter: &Meter,
) -> Result<Vec<Cell>, Halted> {
    meter.poll()?;
    let Some(end) = replayed(board, plan, start) else { return Ok(plan.to_vec()) };
    let mut best = without_returns(board, plan, start, labels);
    for size in SIZES {
        loop {
            let before = best.len();
            pass(board, &mut best, start, labels, size, meter);
            best = without_returns(board, &best, start, labels);
            // Another pass of this size where it gains more than one move in a hundred.
            if meter.is_late() || best.len() + before / 100 >= before {
                break;
            }
        }
    }
    let same = replayed(board, &best, start).is_some_and(|now| {
        (0..board.len() as Cell)
            .all(|cell| lying(board, &now, labels, cell) == lying(board, &end, labels, cell))
    });
    Ok(if same { best } else { plan.to_vec() })
}

fn replayed(board: &Board, plan: &[Cell], start: &Configuration) -> Option<Configuration> {
    let mut now = start.clone();
    plan.iter().all(|through| now.play(board, *through)).then_some(now)
}

/// The end on a cell.
fn lying(board: &Board, position: &Configuration, labels: &[Label], cell: Cell) -> Option<Lying> {
    let label = |end: u32| labels.get(end as usize).copied();
    let end = position.end(cell);
    let towards = board.direction(cell, position.partner(cell))? as u8;
    Some(Lying { label: label(end)?, other: label(end ^ 1)?, towards })
}

/// A number that nearly always differs for different contents of a cell.
fn mixed(cell: Cell, lying: Option<Lying>) -> u128 {
    let Some(Lying { label, other, towards }) = lying else { return 0 };
    let mut mixed =
        u128::from(cell) << 68 | u128::from(towards) << 64 | u128::from(label) << 32 | u128::from(other);
    for _ in 0..3 {
        mixed = (mixed ^ mixed >> 61).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
    }
    mixed ^ mixed >> 64
}

/// The plan without the stretches that lead back to a position before them.
fn without_returns(board: &Board, plan: &[Cell], start: &Configuration, labels: &[Label]) -> Vec<Cell> {
    let mut now = start.clone();
    let mut digest = (0..board.len() as Cell)
        .map(|cell| mixed(cell, lying(board, &now, labels, cell)))
        .fold(0, |a, b| a ^ b);
    let mut known: FxHashMap<u128, usize> = FxHashMap::default();
    let mut digests = vec![digest];
    known.insert(digest, 0);
    let mut kept: Vec<Cell> = Vec::with_capacity(plan.len());
    for through in plan {
        let changed = [now.empty(), *through, now.partner(*through)];
        let part = |now: &Configuration| {
            changed.iter().fold(0, |sum, cell| sum ^ mixed(*cell, lying(board, now, labels, *cell)))
        };
        digest ^= part(&now);
        now.play(board, *through);
        digest ^= part(&now);
        if let Some(length) = known.get(&digest).copied() {
            for forgotten in digests.drain(length + 1..) {
                known.remove(&forgotten);
            }
            kept.truncate(length);
        } else {
            kept.push(*through);
            known.insert(digest, kept.len());
            digests.push(digest);
        }
    }
    kept
}

/// Solves stretches anew from the start of the plan to its end, each with gourds that move on at most so many cells.
fn pass(
    board: &Board,
    plan: &mut Vec<Cell>,
    start: &Configuration,
    labels: &[Label],
    size: usize,
    meter: &Meter,
) {
    let mut now = start.clone();
    let (mut from, mut gained) = (0, 0);
    while (from < TRIAL || gained >= from / 100) && from < plan.len() && !meter.is_late() {
        let stretch = stretch(board, plan.get(from..).unwrap_or_default(), &now, size);
        let length = stretch.moves;
        let shorter = if length > 2 { solved(board, &now, &stretch, labels, size + 2, meter) } else { None };
        let ahead = match shorter {
            Some(shorter) => {
                gained += length - shorter.len();
                plan.splice(from..from + length, shorter.iter().copied());
                shorter.len().div_ceil(2)
            }
            None => length.div_ceil(2),
        };
        for through in plan.get(from..from + ahead).unwrap_or_default() {
            now.play(board, *through);
        }
        from += ahead;
    }
}

/// A stretch of a plan: its moves, the cells of the gourds that move, and the position after.
struct Stretch {
    moves: usize,
    cells: Vec<Cell>,
    end: Configuration,
}

/// The longest stretch with gourds that move on at most so many cells.
fn stretch(board: &Board, plan: &[Cell], start: &Configuration, size: usize) -> Stretch {
    let mut end = start.clone();
    let mut cells = vec![start.empty()];
    let mut moves = 0;
    for through in plan {
        let new: Vec<Cell> =
            [*through, end.partner(*through)].into_iter().filter(|cell| !cells.contains(cell)).collect();
        if cells.len() + new.len() > size {
            break;
        }
        cells.extend(new);
        end.play(board, *through);
        moves += 1;
    }
    Stretch { moves, cells, end }
}

/// A shorter way to the end of a stretch, on its cells and those of some gourds around, at most so many in all.
fn solved(
    board: &Board,
    start: &Configuration,
    stretch: &Stretch,
    labels: &[Label],
    size: usize,
    meter: &Meter,
) -> Option<Vec<Cell>> {
    let mut cells = stretch.cells.clone();
    while cells.len() + 2 <= size {
        // The gourd with the most neighbours among them.
        let inside = |cell: Cell| board.neighbours(cell).filter(|near| cells.contains(near)).count();
        let around =
            cells.iter().flat_map(|cell| board.neighbours(*cell)).filter(|cell| !cells.contains(cell));
        let near = around.map(|cell| (inside(cell) + inside(start.partner(cell)), cell));
        let Some((_, cell)) = near.max_by_key(|(near, cell)| (*near, std::cmp::Reverse(*cell))) else {
            break;
        };
        cells.extend([cell, start.partner(cell)]);
    }
    cells.sort_unstable();
    let problem = part(board, start, &stretch.end, labels, &cells)?;
    let most = stretch.moves as u64 - 1;
    if size > EXACT {
        let near = Nearest::new(&problem, None, meter).ok()??;
        let plan = beam::plan(&problem, &near, BEAM, most + 1, meter).ok()??;
        return plan.iter().map(|cell| cells.get(*cell as usize).copied()).collect();
    }
    let found = meter.share(SHARE, || least(&problem, Some(most), meter, &mut |_| ()));
    let Ok(Some(Outcome::Plan(plan))) = found else { return None };
    plan.iter().map(|cell| cells.get(*cell as usize).copied()).collect()
}

/// The problem of going from one position to another on some cells, which are in order.
fn part(
    board: &Board,
    start: &Configuration,
    end: &Configuration,
    labels: &[Label],
    cells: &[Cell],
) -> Option<Problem> {
    let inside = |cell: Cell| cells.binary_search(&cell).ok().and_then(|place| Cell::try_from(place).ok());
    let mut gourds = Vec::with_capacity(cells.len() / 2);
    let mut named = Vec::with_capacity(cells.len());
    for cell in cells {
        let held = start.end(*cell);
        if held != NONE && held.is_multiple_of(2) {
            gourds.push([inside(*cell)?, inside(start.partner(*cell))?]);
            named.extend([labels.get(held as usize)?, labels.get(held as usize ^ 1)?]);
        }
    }
    let small = board.part(cells);
    let wish = |cell: &Cell| match lying(board, end, labels, *cell) {
        Some(lying) => Wish { empty: false, ends: Some(vec![lying]) },
        None => Wish { empty: true, ends: Some(Vec::new()) },
    };
    let target: Target = cells.iter().map(wish).collect();
    let start = Configuration::new(&small, &gourds)?;
    Some(Problem { board: small, start, labels: named, goals: vec![target] })
}
