//! Pictures that are too large to be looked at.

use puzzlec_analysis::PuzzlePictures;
use puzzlec_render::grouped;
use puzzlec_render::raster::Undrawable;

/// Maximum number of cells of a picture, and of all pictures of a page.
const MOST_CELLS: usize = 250_000;
const MOST_ON_PAGE: usize = 1_000_000;

/// Refuses what has too many cells to be looked at, before it is drawn: this number of positions of a board.
///
/// # Errors
/// It has; in words.
pub(super) fn drawable(pictures: &PuzzlePictures, positions: usize) -> Result<(), Undrawable> {
    let cells = pictures.start.cells.len();
    let number = |n: usize| grouped(n as u64);
    if cells > MOST_CELLS {
        let (cells, most) = (number(cells), number(MOST_CELLS));
        return Err(Undrawable(format!("its board has {cells} cells; pictures have at most {most}")));
    }
    let all = cells.saturating_mul(positions);
    if all > MOST_ON_PAGE {
        let (positions, all, most) = (number(positions), number(all), number(MOST_ON_PAGE));
        return Err(Undrawable(format!("{positions} positions have {all} cells; a page has at most {most}")));
    }
    Ok(())
}
