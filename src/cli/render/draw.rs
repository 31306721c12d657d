//! Puzzles and plans in a format.

use super::RenderArgs;
use super::format::PictureFormat;
use crate::cli::output::Output;
use puzzlec_analysis::{IllustratedAnswer, IllustratedPuzzle};
use puzzlec_render::raster::{Rasterizer, Undrawable};
use puzzlec_render::svg::{self, Frames};
use puzzlec_render::{drawing, grouped, handout, plan};

/// The size of a PNG in that of the SVG.
const PNG_ZOOM: f32 = 2.0;
/// The size of a GIF in that of the SVG.
const GIF_ZOOM: f32 = 1.5;
/// The number of positions in a row of a PNG of a plan.
const COLUMNS: usize = 6;
/// Maximum number of positions of a PNG of a plan.
const MOST_IN_PNG: usize = 120;

/// A puzzle in a format.
pub(super) fn picture(
    args: &RenderArgs,
    format: PictureFormat,
    output: &Output,
    puzzle: &IllustratedPuzzle,
) -> Result<Vec<u8>, Undrawable> {
    let look = args.look(format);
    Ok(match format {
        PictureFormat::Svg => svg::puzzle(&puzzle.pictures, look).into_bytes(),
        PictureFormat::Png | PictureFormat::Gif => {
            Rasterizer::default().png(&svg::puzzle(&puzzle.pictures, look), PNG_ZOOM)?
        }
        PictureFormat::Text => drawing::puzzle(&puzzle.pictures, args.names, output.width()).into_bytes(),
        PictureFormat::Html => handout::page(puzzle, None).into_bytes(),
    })
}

/// A plan in a format.
pub(super) fn moving(
    args: &RenderArgs,
    format: PictureFormat,
    output: &Output,
    answer: &IllustratedAnswer,
) -> Result<Vec<u8>, Undrawable> {
    let look = args.look(format);
    let (pictures, steps) = (&answer.puzzle.pictures, answer.steps.as_slice());
    let ending = plan::label(&answer.report.answer);
    Ok(match format {
        PictureFormat::Svg => svg::animation(pictures, steps, &ending, look).into_bytes(),
        PictureFormat::Png if steps.len() >= MOST_IN_PNG => {
            let steps = grouped(steps.len() as u64);
            return Err(Undrawable(format!(
                "{steps} steps are too many for a PNG; a GIF or an SVG shows them in turn"
            )));
        }
        PictureFormat::Png => {
            Rasterizer::default().png(&svg::positions(pictures, steps, COLUMNS, look), PNG_ZOOM)?
        }
        PictureFormat::Gif => {
            let frames = Frames::new(pictures, steps, &ending, look);
            let time = svg::seconds(steps.len()) * 100.0;
            let time = |number: usize| if number == steps.len() { time * svg::LAST as f64 } else { time };
            let times: Vec<u16> = (0..frames.count()).map(|number| time(number).round() as u16).collect();
            Rasterizer::default().gif(&times, GIF_ZOOM, &mut |number| Ok(frames.frame(number)))?
        }
        PictureFormat::Text => {
            drawing::plan(pictures, steps, &ending, args.names, output.width()).into_bytes()
        }
        PictureFormat::Html => handout::page(&answer.puzzle, Some((steps, &ending))).into_bytes(),
    })
}
