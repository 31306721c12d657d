//! The configuration that a plan goes to, where a goal leaves a choice.

use rustc_hash::FxHashMap;

use crate::least::distances;
use crate::placement;
use crate::problem::{Cell, Configuration, Label, Laid, Lying, Placement, Problem, Supply, Target, Wish};
use puzzlec_theory::meter::{Halted, Meter};

/// Alike gourds: their labels, and the ends that have the first of them.
type Class = ([Label; 2], Vec<u32>);

/// The gourds by their labels, in the order of the first of each class.
fn classes(problem: &Problem) -> Vec<Class> {
    let mut places: FxHashMap<[Label; 2], usize> = FxHashMap::default();
    let mut all: Vec<Class> = Vec::new();
    for (end, labels) in (0..).step_by(2).zip(problem.labels.chunks_exact(2)) {
        let [a, b] = [labels.first(), labels.last()].map(|label| label.copied().unwrap_or_default());
        let (labels, first) = if a <= b { ([a, b], end) } else { ([b, a], end + 1) };
        let place = *places.entry(labels).or_insert_with(|| {
            all.push((labels, Vec::new()));
            all.len() - 1
        });
        all.get_mut(place).into_iter().for_each(|class| class.1.push(first));
    }
    all
}

/// A configuration that reaches a goal.
pub(super) struct Chosen {
    pub configuration: Configuration,
    /// Whether all others that reach the goal differ only by an exchange of alike gourds.
    pub is_only: bool,
}

/// A configuration that reaches one of these goals, alike gourds near their places; nothing if there is none.
pub(super) fn choose(
    problem: &Problem,
    goals: &[Target],
    meter: &Meter<'_>,
) -> Result<Option<Chosen>, Halted> {
    let classes = classes(problem);
    let laid = match goals {
        [goal] => drawn(problem, &classes, goal),
        _ => None,
    };
    let is_only = laid.is_some();
    let laid = match laid {
        Some(laid) => laid,
        None => {
            let count = |class: &Class| u32::try_from(class.1.len()).unwrap_or(u32::MAX);
            let supply =
                classes.iter().map(|class| Supply { labels: class.0, count: count(class) }).collect();
            let placement = Placement { board: problem.board.clone(), supply, goals: goals.to_vec() };
            let Some(laid) = placement::place(&placement, meter)? else { return Ok(None) };
            laid
        }
    };
    let mut places: Vec<Vec<[Cell; 2]>> = vec![Vec::new(); classes.len()];
    for gourd in laid {
        places.get_mut(gourd.entry as usize).into_iter().for_each(|all| all.push(gourd.cells));
    }
    let mut gourds = vec![[0; 2]; problem.start.gourds()];
    for ((labels, ends), places) in classes.iter().zip(places) {
        let symmetric = labels[0] == labels[1];
        for (end, [mut first, mut second]) in assigned(problem, ends, places, symmetric, meter)? {
            if end % 2 == 1 {
                (first, second) = (second, first);
            }
            gourds.get_mut(end as usize / 2).into_iter().for_each(|slot| *slot = [first, second]);
        }
    }
    let configuration = Configuration::new(&problem.board, &gourds);
    Ok(configuration.map(|configuration| Chosen { configuration, is_only }))
}

/// The gourds of a goal that draws each of them; nothing for a goal that leaves a cell open, or draws other gourds than there
/// are.
fn drawn(problem: &Problem, classes: &[Class], goal: &Target) -> Option<Vec<Laid>> {
    let entries: FxHashMap<[Label; 2], u32> = classes.iter().map(|class| class.0).zip(0..).collect();
    let mut left: Vec<usize> = classes.iter().map(|class| class.1.len()).collect();
    let mut laid = Vec::with_capacity(problem.start.gourds());
    let only = |cell: Cell| match goal.get(cell as usize)? {
        Wish { empty: false, ends: Some(ends) } => match ends.as_slice() {
            [end] => Some(Some(*end)),
            _ => None,
        },
        Wish { empty: true, ends: Some(ends) } if ends.is_empty() => Some(None),
        Wish { .. } => None,
    };
    for cell in (0..).take(problem.board.len()) {
        let Some(end) = only(cell)? else { continue };
        let other = *problem.board.near(cell).get(usize::from(end.towards))?;
        let there = only(other)??;
        let back = problem.board.direction(other, cell)? == usize::from(there.towards);
        if !back || (there.label, there.other) != (end.other, end.label) {
            return None;
        }
        // Each gourd once, from its first label.
        if (end.label, cell) < (there.label, other) {
            let entry = *entries.get(&[end.label, end.other])?;
            let left = left.get_mut(entry as usize)?;
            *left = left.checked_sub(1)?;
            laid.push(Laid { entry, cells: [cell, other] });
        }
    }
    (laid.len() == problem.start.gourds()).then_some(laid)
}

/// A place for each of some alike gourds, by their ends with the first label: pairs in order of distance, each taken if
/// both are free, then exchanged in pairs while that saves moves.
fn assigned(
    problem: &Problem,
    ends: &[u32],
    places: Vec<[Cell; 2]>,
    symmetric: bool,
    meter: &Meter<'_>,
) -> Result<Vec<(u32, [Cell; 2])>, Halted> {
    if let ([end], [place], false) = (ends, places.as_slice(), symmetric) {
        return Ok(vec![(*end, *place)]);
    }
    // By place and gourd, the distance and the place turned round where that is nearer.
    let mut costs: Vec<Vec<(u32, [Cell; 2])>> = Vec::with_capacity(places.len());
    for [a, b] in places {
        meter.poll()?;
        let there = distances(&problem.board, &[[a, b]]);
        let cost = |end: &u32| {
            let here = [problem.start.cell(*end), problem.start.cell(*end ^ 1)];
            let straight = there.get(&problem.board, here).unwrap_or(u32::MAX);
            let turned = there.get(&problem.board, [here[1], here[0]]).unwrap_or(u32::MAX);
            if symmetric && turned < straight { (turned, [b, a]) } else { (straight, [a, b]) }
        };
        costs.push(ends.iter().map(cost).collect());
    }
    let cost = |place: usize, gourd: usize| {
        costs.get(place).and_then(|row| row.get(gourd)).map_or(u64::MAX >> 2, |cost| u64::from(cost.0))
    };
    let mut pairs: Vec<(u64, usize, usize)> = Vec::with_capacity(ends.len() * ends.len());
    for place in 0..costs.len() {
        pairs.extend((0..ends.len()).map(|gourd| (cost(place, gourd), place, gourd)));
    }
    pairs.sort_unstable();
    // By place its gourd.
    let mut gourds = vec![usize::MAX; costs.len()];
    let mut taken = vec![false; ends.len()];
    for (_, place, gourd) in pairs {
        if let (Some(slot), Some(taken)) = (gourds.get_mut(place), taken.get_mut(gourd))
            && *slot == usize::MAX
            && !*taken
        {
            (*slot, *taken) = (gourd, true);
        }
    }
    let mut better = true;
    while better {
        meter.poll()?;
        better = false;
        for a in 0..gourds.len() {
            for b in 0..a {
                let (Some(x), Some(y)) = (gourds.get(a).copied(), gourds.get(b).copied()) else { continue };
                if cost(a, y) + cost(b, x) < cost(a, x) + cost(b, y) {
                    gourds.swap(a, b);
                    better = true;
                }
            }
        }
    }
    let chosen =
        gourds.iter().zip(&costs).filter_map(|(gourd, row)| Some((*ends.get(*gourd)?, row.get(*gourd)?.1)));
    Ok(chosen.collect())
}

/// Whether a configuration reaches a goal.
pub(super) fn reaches(problem: &Problem, at: &Configuration, goal: &Target) -> bool {
    goal.iter().zip(0..).all(|(wish, cell)| match lying(problem, at, cell) {
        None => wish.empty,
        Some(end) => wish.allows(end),
    })
}

/// The end on a cell; nothing on the empty one.
fn lying(problem: &Problem, at: &Configuration, cell: Cell) -> Option<Lying> {
    let end = at.end(cell);
    let label = |end: u32| problem.labels.get(end as usize).copied();
    let towards = problem.board.direction(cell, at.partner(cell))?;
    Some(Lying { label: label(end)?, other: label(end ^ 1)?, towards: u8::try_from(towards).ok()? })
}
