//! The files of a site, and how they are written.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::time::SystemTime;

use crate::cli::output::{Failure, spare};
use crate::cli::write;
use puzzlec_analysis::PublishedPuzzle;
use puzzlec_base::Sources;
use puzzlec_render::page::Address;
use puzzlec_render::page::site::{Site, SiteFile, SitePuzzle, card};
use puzzlec_render::raster::Rasterizer;
use puzzlec_render::svg::Style;

/// The side of a picture for shared links in pixels.
const SIDE: u16 = 152;

/// The files of a site with this title at this address, from the files of its puzzles and these.
pub(super) fn files(
    title: &str,
    address: &str,
    files: &[&str],
    puzzles: Vec<(Address, &PublishedPuzzle)>,
    style: Style,
) -> Vec<SiteFile> {
    let (rasterizer, known) = (Rasterizer::default(), !address.is_empty());
    let one = |(file, (address, puzzle)): (&&str, (Address, _))| {
        let puzzle: &PublishedPuzzle = puzzle;
        SitePuzzle {
            // Other programs want the whole address of a picture. Links show a puzzle without one, too.
            card: known.then(|| rasterizer.card(&card(&puzzle.pictures, style), SIDE).ok()).flatten(),
            changed: changed(file),
            address,
            puzzle,
        }
    };
    let puzzles: Vec<SitePuzzle<'_>> = files.iter().zip(puzzles).map(one).collect();
    let end = if address.is_empty() || address.ends_with('/') { "" } else { "/" };
    Site { title, address: &format!("{address}{end}"), style, puzzles: &puzzles }.files()
}

/// When a file was changed, as feeds write it.
fn changed(file: &str) -> String {
    let time = fs::metadata(file).and_then(|metadata| metadata.modified()).unwrap_or(SystemTime::UNIX_EPOCH);
    humantime::format_rfc3339_seconds(time).to_string()
}

/// Writes files into a folder. Those that have their content already stay.
///
/// # Errors
/// One of them is read by this command, or cannot be written.
pub(super) fn write(folder: &Path, files: &[SiteFile], read: &Sources) -> Result<(), Failure> {
    let placed: Vec<_> = files.iter().map(|file| (folder.join(&file.path), &file.content)).collect();
    for (path, _) in &placed {
        spare(&path.to_string_lossy(), read)?;
    }
    for (path, content) in placed {
        let whole = |known: fs::Metadata| known.is_file() && known.len() == content.len() as u64;
        if fs::metadata(&path).is_ok_and(whole) && fs::read(&path).is_ok_and(|old| old == *content) {
            continue;
        }
        let made = path.parent().map_or(Ok(()), fs::create_dir_all);
        made.and_then(|()| write::whole(&path, |file| file.write_all(content)))
            .map_err(|error| Failure::Other(format!("cannot write `{}`: {error}", path.display())))?;
    }
    Ok(())
}
