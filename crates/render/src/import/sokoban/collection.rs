//! Collections of levels in XML (`.slc`): `SokobanLevels` with a `LevelCollection` of `Level`s, whose `L`s are rows.

use roxmltree::{Document, Node};

use super::Level;
use super::rows::Row;
use crate::import::lines::{Lines, wrong};
use puzzlec_base::diag::Diagnostic;

/// Whether a text is a collection.
pub(super) fn is_one(text: &str) -> bool {
    text.trim_start_matches('\u{feff}').trim_start().starts_with('<') && text.contains("<SokobanLevels")
}

/// The levels, each with its `Id` as title and the author of the collection.
///
/// # Errors
/// The place where the text is no XML.
pub(super) fn levels<'t>(lines: &Lines<'t>, text: &'t str) -> Result<Vec<Level<'t>>, Box<Diagnostic>> {
    // Byte order marks are no part of XML.
    let xml = text.trim_start_matches('\u{feff}');
    let offset = text.len() - xml.len();
    let document = Document::parse(xml).map_err(|error| {
        let row = (error.pos().row as usize).saturating_sub(1);
        let at = lines.iter().nth(row).map(|line| line.whole()).unwrap_or_default();
        Box::new(wrong(at, format!("this is no XML: {error}")))
    })?;
    let level = |node: Node<'_, '_>| {
        let author = node.ancestors().find_map(|above| above.attribute("Copyright"));
        let rows = node.children().filter(|row| row.has_tag_name("L")).filter_map(|row| {
            let range = row.first_child()?.range();
            text.get(range.start + offset..range.end + offset)
        });
        Level {
            before: None,
            title: node.attribute_node("Id").and_then(|id| {
                let range = id.range_value();
                text.get(range.start + offset..range.end + offset)
            }),
            docs: author.map(|author| format!("By {author}.")).into_iter().collect(),
            rows: rows.flat_map(|row| lines.line_of(row).map(Row::of).unwrap_or_default()).collect(),
        }
    };
    let all = document.descendants().filter(|node| node.has_tag_name("Level"));
    Ok(all.map(level).collect())
}
