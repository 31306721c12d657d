//! The cells of a chain, by the links that its contents name.

use std::collections::BTreeSet;

use puzzlec_model::board::{Board, Coord, Direction};
use puzzlec_model::piece::chain::Part;
use puzzlec_model::piece::{Content, ContentId, Pieces};
use puzzlec_model::rule::{Pattern, PatternCell};

/// The cells beside a cell in its chain, by its content; `None` if one is off the board.
pub(super) fn cells(board: &Board, here: Coord, part: &Part) -> Option<BTreeSet<Coord>> {
    part.directions().map(|d| board.step(here, d)).collect()
}

/// The old and the new cells beside cell number `number` of a chain under a laid pattern.
pub(super) fn beside(
    pattern: &Pattern,
    cells: &[Coord],
    (variable, number): (usize, u8),
) -> Vec<(Coord, Option<Coord>)> {
    let numbers = [number.checked_sub(1), number.checked_add(1)];
    let wanted = numbers.into_iter().flatten().map(|n| PatternCell::Part(variable, n));
    let pairs = wanted.filter_map(|wanted| {
        let old = pattern.cells.iter().position(|(before, _)| *before == wanted)?;
        let new = pattern.cells.iter().position(|(_, after)| *after == wanted);
        Some((*cells.get(old)?, new.and_then(|new| cells.get(new)).copied()))
    });
    pairs.collect()
}

/// The content of a cell of a chain after it moved, and with it the cells beside it in the chain.
pub(super) fn turned(
    board: &Board,
    pieces: &Pieces,
    content: &Content,
    (from, to): (Coord, Coord),
    beside: &[(Coord, Option<Coord>)],
) -> Option<ContentId> {
    let Content::Part(kind, part) = content else { return None };
    let link = |link: Option<Direction>| -> Option<Option<Direction>> {
        let Some(direction) = link else { return Some(None) };
        let old = board.step(from, direction)?;
        let new = beside.iter().find(|(cell, _)| *cell == old)?.1?;
        towards(board, to, new).map(Some)
    };
    let links = (link(part.links.0)?, link(part.links.1)?);
    pieces.id(&Content::Part(*kind, pieces.standard(Part { links, ..*part })))
}

fn towards(board: &Board, from: Coord, to: Coord) -> Option<Direction> {
    directions(board).find(|d| board.step(from, *d) == Some(to))
}

fn directions(board: &Board) -> impl Iterator<Item = Direction> + use<> {
    (0..board.directions().len()).filter_map(|d| Direction::try_from(d).ok())
}

/// All cells of the chain on a cell, which comes first; `None` if it is not whole.
pub(super) fn whole<'p>(
    board: &Board,
    pieces: &Pieces,
    at: Coord,
    content: &dyn Fn(Coord) -> &'p Content,
) -> Option<Vec<Coord>> {
    let Content::Part(kind, own) = content(at) else { return None };
    let last = u8::try_from(pieces.chain_labels(own.chain).len()).ok()?.checked_sub(1)?;
    let mut found = vec![at];
    for (link, forward) in [(own.links.0, false), (own.links.1, true)] {
        let (mut from, mut number, mut link) = (at, own.at, link);
        while let Some(direction) = link {
            let cell = board.step(from, direction)?;
            number = if forward { number.checked_add(1)? } else { number.checked_sub(1)? };
            let Content::Part(k, part) = content(cell) else { return None };
            if k != kind || part.chain != own.chain || found.contains(&cell) {
                return None;
            }
            // The same cell of a chain that reads alike in both directions may be counted from the other end.
            let back = |link: Option<Direction>| link.is_some_and(|d| board.step(cell, d) == Some(from));
            let (before, after) = part.links;
            let (near, far) = if forward { (before, after) } else { (after, before) };
            link = if part.at == number && back(near) {
                far
            } else if is_mirrored(pieces, part, number) && back(far) {
                near
            } else {
                return None;
            };
            found.push(cell);
            from = cell;
        }
        if number != if forward { last } else { 0 } {
            return None;
        }
    }
    Some(found)
}

fn is_mirrored(pieces: &Pieces, part: &Part, number: u8) -> bool {
    let labels = pieces.chain_labels(part.chain);
    labels.iter().eq(labels.iter().rev()) && usize::from(part.at) + usize::from(number) + 1 == labels.len()
}

/// All ways for a chain to lie so that a cell has this content: its cells in order, each with its contents.
pub(super) fn forms(
    board: &Board,
    pieces: &Pieces,
    at: Coord,
    (content, part): (&Content, &Part),
) -> Vec<Vec<(Coord, Vec<ContentId>)>> {
    let Content::Part(kind, _) = content else { return Vec::new() };
    let labels = pieces.chain_labels(part.chain);
    let mut paths: Vec<Vec<Coord>> = vec![vec![at]];
    for number in (0..usize::from(part.at)).rev() {
        let first = number + 1 == usize::from(part.at);
        paths = longer(board, &paths, |path| path.first().copied(), part.links.0.filter(|_| first));
        paths.iter_mut().for_each(|path| path.rotate_right(1));
    }
    for number in usize::from(part.at) + 1..labels.len() {
        let first = number == usize::from(part.at) + 1;
        paths = longer(board, &paths, |path| path.last().copied(), part.links.1.filter(|_| first));
    }
    let contents = |path: &[Coord], number: usize| -> Vec<ContentId> {
        let towards = |other: Option<usize>| -> Vec<Option<Direction>> {
            let (Some(here), Some(there)) = (path.get(number), other.and_then(|other| path.get(other)))
            else {
                return vec![None];
            };
            directions(board).filter(|d| board.step(*here, *d) == Some(*there)).map(Some).collect()
        };
        let (before, after) = (towards(number.checked_sub(1)), towards(number.checked_add(1)));
        let links = before.iter().flat_map(|a| after.iter().map(|b| (*a, *b)));
        links.filter_map(|links| pieces.id(&pieces.part(*kind, labels, number, links)?)).collect()
    };
    let own = pieces.id(content);
    let form = |path: Vec<Coord>| {
        let cell = |(number, cell): (usize, &Coord)| {
            let held = if *cell == at { own.into_iter().collect() } else { contents(&path, number) };
            (*cell, held)
        };
        path.iter().enumerate().map(cell).collect()
    };
    paths.into_iter().map(form).collect()
}

/// The paths with one more cell beside an end, in this direction or in any.
fn longer(
    board: &Board,
    paths: &[Vec<Coord>],
    end: impl Fn(&Vec<Coord>) -> Option<Coord>,
    direction: Option<Direction>,
) -> Vec<Vec<Coord>> {
    let mut all = Vec::new();
    for path in paths {
        let Some(end) = end(path) else { continue };
        let near = match direction {
            Some(direction) => board.step(end, direction).into_iter().collect(),
            None => board.neighbours(end),
        };
        for cell in near.into_iter().filter(|cell| !path.contains(cell)) {
            all.push(path.iter().copied().chain([cell]).collect());
        }
    }
    all
}
