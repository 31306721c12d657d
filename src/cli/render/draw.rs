//! Puzzles and plans in a format.

use std::num::NonZeroUsize;

use super::RenderArgs;
use super::format::PictureFormat;
use crate::cli::drawable::drawable;
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
    if format != PictureFormat::Text {
        drawable(&puzzle.pictures, 1)?;
    }
    Ok(match format {
        PictureFormat::Svg => svg::puzzle(&puzzle.pictures, look).into_bytes(),
        PictureFormat::Png | PictureFormat::Gif => {
            Rasterizer::default().png(&svg::puzzle(&puzzle.pictures, look), PNG_ZOOM)?
        }
        PictureFormat::Text => drawing::puzzle(&puzzle.pictures, args.names, output.width()).into_bytes(),
        PictureFormat::Html => handout::page(puzzle, None, args.print()).into_bytes(),
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
    let every = args.every.map_or(1, NonZeroUsize::get);
    let shown = steps.len().div_ceil(every);
    match format {
        PictureFormat::Text => {}
        PictureFormat::Html => drawable(pictures, shown + 1)?,
        PictureFormat::Svg if args.every.is_some() => drawable(pictures, shown + 1)?,
        // One board, on which pieces move, or positions in turn.
        PictureFormat::Svg | PictureFormat::Png | PictureFormat::Gif => drawable(pictures, 1)?,
    }
    Ok(match format {
        PictureFormat::Svg if args.every.is_some() => {
            svg::positions(pictures, steps, every, COLUMNS, look).into_bytes()
        }
        PictureFormat::Svg => svg::animation(pictures, steps, &ending, look).into_bytes(),
        PictureFormat::Png if shown >= MOST_IN_PNG => {
            let shown = grouped(shown as u64);
            return Err(Undrawable(format!(
                "{shown} steps are too many for a PNG; a GIF or an SVG shows them in turn, and `--every 10` draws every tenth"
            )));
        }
        PictureFormat::Png => {
            Rasterizer::default().png(&svg::positions(pictures, steps, every, COLUMNS, look), PNG_ZOOM)?
        }
        PictureFormat::Gif => {
            let frames = Frames::new(pictures, steps, &ending, look);
            let time = svg::seconds(steps.len()) * 100.0;
            let time = |number: usize| if number == steps.len() { time * svg::LAST as f64 } else { time };
            let times: Vec<u16> = (0..frames.count()).map(|number| time(number).round() as u16).collect();
            Rasterizer::default().gif(&times, GIF_ZOOM, &mut |number| Ok(frames.frame(number)))?
        }
        PictureFormat::Text => {
            drawing::plan(pictures, steps, every, &ending, args.names, output.width()).into_bytes()
        }
        PictureFormat::Html => {
            handout::page(&answer.puzzle, Some((steps, &ending)), args.print()).into_bytes()
        }
    })
}
