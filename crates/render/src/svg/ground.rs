//! The ground of boards.

use std::collections::BTreeSet;

use svg::node::element::{Group, Path};

use super::rims;
use super::shapes::{outline, px, regular, ring, square};
use puzzlec_analysis::{CellShape, Ground, Point, Scene, SceneCell, ScenePiece};

/// How far the walls around a paved board reach beyond its cells.
const AROUND: f64 = 0.8;

/// What lies below all cells: walls around a paved board, and in its gaps.
pub(crate) fn below(scene: &Scene) -> Option<Group> {
    if scene.ground != Ground::Paved {
        return None;
    }
    let key = |at: Point| (at.x.round() as i32, at.y.round() as i32);
    let cells: BTreeSet<(i32, i32)> = scene.cells.iter().map(|cell| key(cell.at)).collect();
    let side = |of: fn(&(i32, i32)) -> i32| (cells.iter().map(of).min(), cells.iter().map(of).max());
    let inside = |at: i32, (low, high): (Option<i32>, Option<i32>)| low <= Some(at) && Some(at) <= high;
    let near = cells.iter().flat_map(|(x, y)| [(x - 1, *y), (x + 1, *y), (*x, y - 1), (*x, y + 1)]);
    let gaps: BTreeSet<(i32, i32)> = near
        .filter(|(x, y)| !cells.contains(&(*x, *y)) && inside(*x, side(|c| c.0)) && inside(*y, side(|c| c.1)))
        .collect();
    let wall = |(x, y): &(i32, i32), half: f64| {
        square(Point { x: f64::from(*x), y: f64::from(*y) }, half).set("class", "brick")
    };
    let group = cells.iter().fold(Group::new(), |group, cell| group.add(wall(cell, AROUND)));
    Some(gaps.iter().fold(group, |group, gap| group.add(wall(gap, 0.5))))
}

/// The kind of a cell's ground, by its place: cells of one number look alike.
pub(crate) fn tone(scene: &Scene, at: Point) -> usize {
    match scene.ground {
        // Rows and columns are small whole numbers.
        Ground::Checkered => usize::from((at.x + at.y).round().rem_euclid(2.0) > 0.5),
        _ => 0,
    }
}

/// The number of different cells.
pub(crate) fn tones(scene: &Scene) -> usize {
    if scene.ground == Ground::Checkered { 2 } else { 1 }
}

/// The cells of clues, which are not drawn.
pub(crate) fn beside(scene: &Scene) -> BTreeSet<usize> {
    scene.pieces.iter().flat_map(ScenePiece::beside).collect()
}

/// A cell with the ground of this kind.
pub(crate) fn cell(scene: &Scene, tone: usize, cell: &SceneCell) -> Group {
    let at = cell.at;
    if !cell.sort.is_face() {
        return rims::ground(cell.sort, at);
    }
    let class = match (scene.ground, tone) {
        (Ground::Plain, _) => "board",
        (Ground::Wood, _) => "wood",
        (Ground::Checkered, 0) => "pale",
        (Ground::Checkered, _) => "dim",
        (Ground::Paper, _) => "paper",
        (Ground::Panel, _) => "panel",
        (Ground::Tray, _) => "tray",
        (Ground::Paved, _) => "paved",
    };
    let shape = if scene.ground == Ground::Wood && scene.shape == CellShape::Circle {
        regular(at, 30, 0.5)
    } else {
        outline(scene.shape, at)
    };
    let group = Group::new().add(shape.set("class", class).set("stroke-width", px(0.03)));
    match scene.ground {
        Ground::Wood => group.add(ring(at, 0.2, 0.02).set("class", "socket")),
        _ => group,
    }
}

/// The borders of regions.
pub(crate) fn borders(scene: &Scene) -> Option<Path> {
    let mut data = String::new();
    for (a, b) in &scene.borders {
        if let (Some(a), Some(b)) = (scene.cells.get(*a), scene.cells.get(*b)) {
            let half = if scene.shape == CellShape::Hexagon { 0.289 } else { 0.5 };
            let middle = Point { x: (a.at.x + b.at.x) / 2.0, y: (a.at.y + b.at.y) / 2.0 };
            let (x, y) = ((b.at.y - a.at.y) * half, (a.at.x - b.at.x) * half);
            data.push_str(&format!(
                "M{} {}L{} {}",
                px(middle.x - x),
                px(middle.y - y),
                px(middle.x + x),
                px(middle.y + y)
            ));
        }
    }
    let path = || Path::new().set("d", data.as_str()).set("class", "border").set("stroke-width", px(0.07));
    (!data.is_empty()).then(path)
}
