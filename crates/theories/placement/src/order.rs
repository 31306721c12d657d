//! Orders of the cells in which the frontier stays short: the cells that are still to come and share a piece with an
//! earlier cell.

use super::packing::Packing;

/// An order of all cells, and how long its frontier gets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    /// The cells.
    pub cells: Vec<u32>,
    /// The greatest number of cells on the frontier.
    pub width: usize,
}

/// A place in the plane as a sweep orders it.
type Sweep = fn((i32, i32)) -> (i32, i32);

/// An order of the cells with a short frontier, one component after the other. Takes time in proportion to the cells
/// times the frontier.
pub fn order(packing: &Packing) -> Order {
    best(&packing.neighbours(), packing.drawing())
}

/// The same for cells that are tied to others, each in the lists of both; they may also be taken as they are numbered.
pub fn of_graph(near: &[Vec<u32>]) -> Vec<u32> {
    let row: Vec<(i32, i32)> = (0..).take(near.len()).map(|cell| (cell, 0)).collect();
    best(near, &row).cells
}

fn best(near: &[Vec<u32>], drawing: &[(i32, i32)]) -> Order {
    let mut done = vec![false; near.len()];
    let mut best = Order { cells: Vec::new(), width: 0 };
    for cell in (0..).take(near.len()) {
        if done.get(cell as usize).is_none_or(|done| *done) {
            continue;
        }
        let component = spread(near, cell);
        for cell in &component {
            if let Some(done) = done.get_mut(*cell as usize) {
                *done = true;
            }
        }
        let (cells, width) = component_order(drawing, near, component);
        best.cells.extend(cells);
        best.width = best.width.max(width);
    }
    best
}

/// The best of the orders tried for a component, which is given in breadth-first order from its first cell.
fn component_order(drawing: &[(i32, i32)], near: &[Vec<u32>], component: Vec<u32>) -> (Vec<u32>, usize) {
    let mut starts: Vec<u32> = component.first().copied().into_iter().collect();
    // Ends of long shortest paths.
    while starts.len() < 4 {
        let Some(last) = starts.last().and_then(|start| spread(near, *start).last().copied()) else { break };
        if starts.contains(&last) {
            break;
        }
        starts.push(last);
    }
    let mut orders: Vec<Vec<u32>> = starts.iter().map(|start| greedy(near, *start)).collect();
    if !drawing.is_empty() {
        let place = |cell: &u32| drawing.get(*cell as usize).copied().unwrap_or_default();
        let sweeps: [Sweep; 3] = [|(q, r)| (q, r), |(q, r)| (r, q), |(q, r)| (q + r, q)];
        for sweep in sweeps {
            let mut cells = component.clone();
            cells.sort_by_key(|cell| sweep(place(cell)));
            orders.push(cells);
        }
    }
    orders.push(component);
    let mut best: Option<(f64, Vec<u32>, usize)> = None;
    for cells in orders {
        let (cost, width) = cost(near, &cells);
        if best.as_ref().is_none_or(|(least, _, _)| cost < *least) {
            best = Some((cost, cells, width));
        }
    }
    best.map_or((Vec::new(), 0), |(_, cells, width)| (cells, width))
}

/// The cells of the component of a cell, breadth first.
fn spread(near: &[Vec<u32>], start: u32) -> Vec<u32> {
    let mut seen = vec![false; near.len()];
    let mut cells = vec![start];
    if let Some(seen) = seen.get_mut(start as usize) {
        *seen = true;
    }
    let mut at = 0;
    while let Some(cell) = cells.get(at).copied() {
        at += 1;
        for next in near.get(cell as usize).into_iter().flatten() {
            if let Some(seen) = seen.get_mut(*next as usize).filter(|seen| !**seen) {
                *seen = true;
                cells.push(*next);
            }
        }
    }
    cells
}

/// The state of a cell while an order grows.
const AHEAD: u8 = 0;
const FRONTIER: u8 = 1;
const PASSED: u8 = 2;

/// From one cell on, always the cell of the frontier that adds the fewest cells to it, the oldest of these.
fn greedy(near: &[Vec<u32>], start: u32) -> Vec<u32> {
    let mut state = vec![AHEAD; near.len()];
    let (mut order, mut frontier) = (Vec::new(), vec![start]);
    let at = |state: &[u8], cell: u32| state.get(cell as usize).copied().unwrap_or(PASSED);
    let adds = |state: &[u8], cell: u32| {
        near.get(cell as usize).into_iter().flatten().filter(|next| at(state, **next) == AHEAD).count()
    };
    while let Some((place, _)) =
        frontier.iter().enumerate().min_by_key(|(place, cell)| (adds(&state, **cell), *place))
    {
        let cell = frontier.remove(place);
        if let Some(state) = state.get_mut(cell as usize) {
            *state = PASSED;
        }
        order.push(cell);
        for next in near.get(cell as usize).into_iter().flatten() {
            if let Some(state) = state.get_mut(*next as usize).filter(|state| **state == AHEAD) {
                *state = FRONTIER;
                frontier.push(*next);
            }
        }
    }
    order
}

/// The sum over all steps of two to the length of the frontier, and its greatest length.
fn cost(near: &[Vec<u32>], order: &[u32]) -> (f64, usize) {
    let mut state = vec![AHEAD; near.len()];
    let (mut length, mut width, mut cost) = (0_usize, 0, 0.0);
    for cell in order {
        let before = state.get_mut(*cell as usize).map(|state| std::mem::replace(state, PASSED));
        length -= usize::from(before == Some(FRONTIER));
        for next in near.get(*cell as usize).into_iter().flatten() {
            if let Some(state) = state.get_mut(*next as usize).filter(|state| **state == AHEAD) {
                *state = FRONTIER;
                length += 1;
            }
        }
        width = width.max(length);
        cost += (length as f64).exp2();
    }
    (cost, width)
}
