//! How many classes the configurations of a board fall into.

use num_bigint::BigUint;
use rustc_hash::FxHashSet;

use super::super::boards::{Matching, blocks, has_inner_cell, is_locally_connected, is_star, report};
use super::super::hamilton;
use super::super::problem::{Board, Cell, Configuration, NONE};
use super::cycles;
use super::walks::Walks;
use puzzlec_algebra::{Group, Permutation};
use puzzlec_theory::meter::{Halted, Meter};

/// The most matchings that are listed.
pub const MATCHINGS: usize = 1_000_000;

/// The steps of the search for all near-perfect matchings of a board that is not factor-critical.
const STEPS: u64 = 20_000_000;

/// How closed walks permute the gourds, reversals apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// In all ways.
    Symmetric,
    /// In all even ways.
    Alternating,
    /// Only around a ring; at least three gourds.
    Cyclic,
    /// In another way.
    Other,
}

/// The group of the closed walks of matchings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Movement {
    /// The number of gourds.
    pub gourds: usize,
    /// The permutations.
    pub kind: Kind,
    /// Whether each gourd can be reversed alone.
    pub flips: bool,
    /// The number of elements.
    pub order: BigUint,
}

/// How the classes of a board are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Basis {
    /// A theorem of Kakimura and Mishima (Reconfiguration of labeled matchings in triangular grid graphs, 2024): a
    /// factor-critical 2-connected board with a cell that has six neighbours, or one that is locally connected and not the
    /// Star of David.
    Theorem,
    /// The matchings were visited, and generate the group.
    Matchings,
    /// The lengths of the odd cycles whose removal leaves a perfect matching, which is true of all boards of up to 15 cells.
    Conjecture,
}

/// The classes of mutually reachable configurations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Classes {
    /// The number of components of near-perfect matchings under moves.
    pub components: BigUint,
    /// The groups of all components that differ; one on a factor-critical 2-connected board.
    pub movements: Vec<Movement>,
    /// The number of classes, where all gourds and their ends are told apart.
    pub classes: BigUint,
    /// How this is known.
    pub basis: Basis,
}

impl Classes {
    /// Whether all configurations can be reached from one another.
    pub fn is_single(&self) -> bool {
        self.classes == BigUint::from(1_u32)
    }
}

/// n! and 2^n n!.
pub fn orders(gourds: usize) -> (BigUint, BigUint) {
    let permutations: BigUint = (1..=gourds).map(BigUint::from).product();
    (permutations.clone(), permutations << gourds)
}

/// The classes of configurations of a board; nothing where they are too many to be listed and no theorem or conjecture applies.
/// Seconds where the board has up to [`MATCHINGS`] near-perfect matchings.
///
/// # Errors
/// A limit was reached.
pub fn classes(board: &Board, meter: &Meter<'_>) -> Result<Option<Classes>, Halted> {
    let report = report(board, meter)?;
    let gourds = board.len() / 2;
    if report.exposed != 1 {
        let none = BigUint::ZERO;
        return Ok(Some(Classes {
            components: none.clone(),
            movements: Vec::new(),
            classes: none,
            basis: Basis::Matchings,
        }));
    }
    if !report.is_factor_critical() {
        return listed(board, meter);
    }
    let mut movements: Vec<Movement> = Vec::new();
    let (mut basis, mut order) = (Basis::Theorem, BigUint::from(1_u32));
    for block in blocks(board) {
        let (movement, known) = of_block(&board.part(&block), meter)?;
        basis = basis.max(known);
        order *= &movement.order;
        if !movements.contains(&movement) {
            movements.push(movement);
        }
    }
    let (_, all) = orders(gourds);
    Ok(Some(Classes { components: BigUint::from(1_u32), movements, classes: all / order, basis }))
}

/// The group of a factor-critical board without cut cells.
///
/// # Errors
/// A limit was reached.
pub fn of_block(board: &Board, meter: &Meter<'_>) -> Result<(Movement, Basis), Halted> {
    let gourds = board.len() / 2;
    let (_, all) = orders(gourds);
    if is_free(board) {
        return Ok((Movement { gourds, kind: Kind::Symmetric, flips: true, order: all }, Basis::Theorem));
    }
    // A factor-critical board has one.
    let Some(root) = some_configuration(board, meter)? else { return Err(Halted) };
    let mut walks = Walks::explore(board, &root, MATCHINGS, Some(&all), meter)?;
    let found = complete(&mut walks);
    if walks.complete || found.order == all {
        return Ok((found, Basis::Matchings));
    }
    let lengths = cycles::lengths(board, meter)?;
    let even = found.kind == Kind::Alternating || lengths.others;
    let odd = found.kind == Kind::Symmetric
        || lengths.one_modulo_four
        || even && board.len() % 4 == 1 && hamilton::cycle(board, meter)?.is_some();
    let kind = match (even, odd) {
        (_, true) => Kind::Symmetric,
        (true, false) => Kind::Alternating,
        (false, false) => found.kind,
    };
    let flips = found.flips || cycles::has_conformal_triangle(board, meter)?;
    let (permutations, _) = orders(gourds);
    let order = match kind {
        Kind::Symmetric => permutations,
        Kind::Alternating => permutations / 2_u32,
        Kind::Cyclic | Kind::Other => BigUint::from(gourds),
    };
    let order = if flips { order << gourds } else { order };
    Ok((Movement { gourds, kind, flips, order }, Basis::Conjecture))
}

/// Whether a theorem says that all configurations of a board can be reached, if it is factor-critical and has no cut cells.
pub fn is_free(board: &Board) -> bool {
    board.len() <= 3 || !is_star(board) && (has_inner_cell(board) || is_locally_connected(board))
}

/// Some configuration of a board; nothing where it has none.
///
/// # Errors
/// A limit was reached.
pub fn some_configuration(board: &Board, meter: &Meter<'_>) -> Result<Option<Configuration>, Halted> {
    Ok(configuration(board, Matching::maximum(board, |_| true, meter)?.mates()))
}

/// The gourds of a matching, in order of their first cells.
fn configuration(board: &Board, mates: &[Cell]) -> Option<Configuration> {
    let pairs = (0..).zip(mates).filter(|(cell, mate)| **mate != NONE && cell < *mate);
    let gourds: Vec<[Cell; 2]> = pairs.map(|(cell, mate)| [cell, *mate]).collect();
    Configuration::new(board, &gourds)
}

/// Completes the group of the closed walks that were found, and tells which one it is.
pub fn complete(walks: &mut Walks<'_>) -> Movement {
    let gourds = walks.gourds();
    let (permutations, all) = orders(gourds);
    let actions = || walks.walks.iter().map(|walk| &walk.action);
    let unsigned = |action: &Permutation| {
        Permutation::new(action.images().iter().step_by(2).map(|end| end / 2).collect())
    };
    let moved: Vec<Permutation> = actions().filter_map(unsigned).collect();
    // Three homomorphisms to the signs: parity of the permutation, of the reversals, and of both. Each that is trivial halves
    // the group at least.
    let signs = |value: fn(bool, bool) -> bool| {
        actions().zip(&moved).all(|(action, moved)| !value(action.is_odd(), moved.is_odd()))
    };
    let trivial = [signs(|flips, _| flips), signs(|_, moved| moved), signs(|flips, moved| flips != moved)];
    let halves = match trivial.iter().filter(|trivial| **trivial).count() {
        3 => 2_u32,
        few => few as u32,
    };
    let reversals = (0..gourds as u32).any(|gourd| walks.group.orbit(2 * gourd).contains(&(2 * gourd + 1)));
    let even = trivial.get(1).copied().unwrap_or(false);
    let most = if reversals { all >> halves } else { permutations.clone() >> u32::from(even) };
    walks.group.complete(&most);
    let order = walks.group.order();
    let mut shifts = Group::trivial(gourds);
    for permutation in moved {
        shifts.insert(permutation);
    }
    shifts.complete(&(permutations.clone() >> u32::from(even)));
    let shifted = shifts.order();
    let kind = if gourds >= 3 && shifted == BigUint::from(gourds) && shifts.is_cyclic() {
        Kind::Cyclic
    } else if shifted == permutations {
        Kind::Symmetric
    } else if &shifted * 2_u32 == permutations {
        Kind::Alternating
    } else {
        Kind::Other
    };
    let flips = order == shifted << gourds && gourds > 0;
    Movement { gourds, kind, flips, order }
}

/// The classes of a board by the list of its near-perfect matchings.
fn listed(board: &Board, meter: &Meter<'_>) -> Result<Option<Classes>, Halted> {
    let Some(mut all) = near_perfect(board, meter)? else { return Ok(None) };
    let gourds = board.len() / 2;
    let (_, whole) = orders(gourds);
    let mut found = Classes {
        components: BigUint::ZERO,
        movements: Vec::new(),
        classes: BigUint::ZERO,
        basis: Basis::Matchings,
    };
    all.sort_unstable();
    let mut left: FxHashSet<Vec<Cell>> = all.iter().cloned().collect();
    for mates in &all {
        if !left.contains(mates) {
            continue;
        }
        let Some(root) = configuration(board, mates) else { continue };
        let mut walks = Walks::explore(board, &root, MATCHINGS, None, meter)?;
        for all in walks.configurations() {
            let matching: Vec<Cell> = (0..board.len() as Cell).map(|cell| all.partner(cell)).collect();
            left.remove(&matching);
        }
        let movement = complete(&mut walks);
        found.components += 1_u32;
        found.classes += &whole / &movement.order;
        if !found.movements.contains(&movement) {
            found.movements.push(movement);
        }
    }
    Ok(Some(found))
}

/// All near-perfect matchings, by cell the partner; nothing where they are too many.
fn near_perfect(board: &Board, meter: &Meter<'_>) -> Result<Option<Vec<Vec<Cell>>>, Halted> {
    let size = board.len() as Cell;
    let mut found = Vec::new();
    let mut mates = vec![NONE; board.len()];
    // Each choice: the cell, which of its options is next, and its partner: itself for the empty cell, none before.
    let mut choices: Vec<(Cell, usize, Cell)> = vec![(0, 0, NONE)];
    let mut steps = 0;
    let mut has_empty = false;
    while let Some((cell, next, partner)) = choices.last_mut() {
        meter.expanded(1)?;
        steps += 1;
        if steps > STEPS || found.len() > MATCHINGS {
            return Ok(None);
        }
        let cell = *cell;
        if *partner != NONE {
            has_empty &= *partner != cell;
            set(&mut mates, cell, NONE);
            set(&mut mates, *partner, NONE);
            *partner = NONE;
        }
        let option = *next;
        *next += 1;
        let chosen =
            match option {
                0..6 => board.near(cell).get(option).copied().filter(|near| {
                    *near != NONE && mates.get(*near as usize).is_some_and(|mate| *mate == NONE)
                }),
                6 if !has_empty => Some(cell),
                6 => None,
                _ => {
                    choices.pop();
                    continue;
                }
            };
        let Some(chosen) = chosen else { continue };
        *partner = chosen;
        has_empty |= chosen == cell;
        set(&mut mates, cell, chosen);
        set(&mut mates, chosen, cell);
        match (0..size).find(|next| mates.get(*next as usize).is_some_and(|mate| *mate == NONE)) {
            Some(next) => choices.push((next, 0, NONE)),
            None => {
                let open = |(cell, mate): (Cell, &Cell)| if *mate == cell { NONE } else { *mate };
                found.push((0..).zip(&mates).map(open).collect());
            }
        }
    }
    Ok(Some(found))
}

fn set(mates: &mut [Cell], cell: Cell, mate: Cell) {
    mates.get_mut(cell as usize).into_iter().for_each(|slot| *slot = mate);
}
