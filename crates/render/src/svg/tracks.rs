//! The ways of pieces through the positions of a plan.

use std::collections::BTreeMap;

use super::pieces::centres;
use super::shapes::distance;
use puzzlec_analysis::{PicturedStep, PieceForm, Point, Scene, ScenePiece};

/// Maximum number of pieces of a kind that change in one step and are paired by distance.
const PAIRED: usize = 16;

/// A piece that is on the board through some positions.
#[derive(Clone, Debug)]
pub(super) struct Track<'a> {
    /// The piece as it first appears.
    pub piece: &'a ScenePiece,
    /// By change of place the number of the position, and its cells from there on; the first is where it appears.
    pub places: Vec<(usize, &'a ScenePiece)>,
    /// The first position without it.
    pub end: Option<usize>,
}

/// The tracks of all pieces, in the order in which they are drawn.
///
/// A piece moves if the step names it, if it is the only one that fits, or if it goes the same way as the one that is named:
/// everything else disappears and appears, as lamps do that are switched.
pub(super) fn tracks<'a>(board: &'a Scene, steps: &'a [PicturedStep]) -> Vec<Track<'a>> {
    let new =
        |number: usize, piece: &'a ScenePiece| Track { piece, places: vec![(number, piece)], end: None };
    let mut tracks: Vec<Track<'a>> = board.pieces.iter().map(|piece| new(0, piece)).collect();
    let mut live: Vec<usize> = (0..tracks.len()).collect();
    for (number, step) in (1..).zip(steps) {
        let mut still: BTreeMap<(Likeness<'a>, &'a [usize]), Vec<usize>> = BTreeMap::new();
        for track in &live {
            if let Some((_, piece)) = tracks.get(*track).and_then(|track| track.places.last()) {
                still.entry((likeness(piece), &piece.cells)).or_default().push(*track);
            }
        }
        live.clear();
        let mut arrived: BTreeMap<Likeness<'a>, Vec<&'a ScenePiece>> = BTreeMap::new();
        for piece in &step.pieces {
            match still.get_mut(&(likeness(piece), piece.cells.as_slice())).and_then(Vec::pop) {
                Some(track) => live.push(track),
                None => arrived.entry(likeness(piece)).or_default().push(piece),
            }
        }
        let mut left: BTreeMap<Likeness<'a>, Vec<(usize, &'a ScenePiece)>> = BTreeMap::new();
        for track in still.into_values().flatten() {
            if let Some((_, piece)) = tracks.get(track).and_then(|track| track.places.last()) {
                left.entry(likeness(piece)).or_default().push((track, piece));
            }
        }
        for (alike, mut arrived) in arrived {
            let mut left = left.remove(&alike).unwrap_or_default();
            for (track, piece) in paired(board, step.moved, &mut left, &mut arrived) {
                if let Some(track) = tracks.get_mut(track) {
                    track.places.push((number, piece));
                }
                live.push(track);
            }
            for piece in arrived {
                live.push(tracks.len());
                tracks.push(new(number, piece));
            }
            end(&mut tracks, &left, number);
        }
        left.into_values().for_each(|left| end(&mut tracks, &left, number));
        live.sort_unstable();
    }
    // A floor piece that appears later is still below the others.
    tracks.sort_by_key(|track| match track.piece.form {
        PieceForm::Floor => 0,
        PieceForm::Target => 1,
        PieceForm::Disc | PieceForm::Block | PieceForm::Chain => 2,
    });
    tracks
}

fn end(tracks: &mut [Track<'_>], left: &[(usize, &ScenePiece)], number: usize) {
    for (track, _) in left {
        if let Some(track) = tracks.get_mut(*track) {
            track.end = Some(number);
        }
    }
}

/// Pieces that look alike may be one piece in two positions.
type Likeness<'a> = (u8, &'a str, &'a str, &'a [(i32, i32)], &'a [String]);

fn likeness(piece: &ScenePiece) -> Likeness<'_> {
    let form = match piece.form {
        PieceForm::Floor => 0,
        PieceForm::Target => 1,
        PieceForm::Disc => 2,
        PieceForm::Block => 3,
        PieceForm::Chain => 4,
    };
    (form, &piece.piece, &piece.mark, &piece.shape, &piece.labels)
}

/// Pairs of a track and its next place, which are taken out of the lists.
fn paired<'a>(
    board: &Scene,
    moved: Option<(usize, usize)>,
    left: &mut Vec<(usize, &'a ScenePiece)>,
    arrived: &mut Vec<&'a ScenePiece>,
) -> Vec<(usize, &'a ScenePiece)> {
    let mut pairs = Vec::new();
    let mut pair = |left: &mut Vec<(usize, &'a ScenePiece)>,
                    arrived: &mut Vec<&'a ScenePiece>,
                    (from, to): (usize, usize)| {
        pairs.push((left.swap_remove(from).0, arrived.swap_remove(to)));
    };
    if let Some((from, to)) = moved {
        let gone = left.iter().position(|(_, piece)| piece.cells.contains(&from));
        let here = arrived.iter().position(|piece| piece.cells.contains(&to));
        if let (Some(gone), Some(here)) = (gone, here) {
            pair(left, arrived, (gone, here));
        }
    }
    let way = moved.and_then(|(from, to)| {
        let (from, to) = (board.cells.get(from)?.at, board.cells.get(to)?.at);
        Some(Point { x: to.x - from.x, y: to.y - from.y })
    });
    let whole =
        left.first().is_some_and(|(_, piece)| matches!(piece.form, PieceForm::Block | PieceForm::Chain));
    if left.len().max(arrived.len()) > PAIRED {
        return pairs;
    }
    loop {
        let mut nearest: Option<(f64, usize, usize)> = None;
        for (from, (_, old)) in left.iter().enumerate() {
            for (to, new) in arrived.iter().enumerate() {
                let (old, new) = (centres(board, old), centres(board, new));
                let (Some(a), Some(b)) = (old.first(), new.first()) else { continue };
                let along =
                    way.is_some_and(|way| distance(Point { x: a.x + way.x, y: a.y + way.y }, *b) < 0.01);
                let far = old.iter().zip(&new).map(|(a, b)| distance(*a, *b)).sum::<f64>();
                if (whole || along) && nearest.is_none_or(|(known, ..)| far < known) {
                    nearest = Some((far, from, to));
                }
            }
        }
        match nearest {
            Some((_, from, to)) => pair(left, arrived, (from, to)),
            None => return pairs,
        }
    }
}
