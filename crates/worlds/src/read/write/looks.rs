//! The pictures of objects as sprites of pieces.

use std::fmt::Write;

use crate::colours::code;
use crate::game::Object;

/// Marks of colours; the initials of colours are left out.
const MARKS: [char; 10] = ['a', 'b', 'c', 'd', 'e', 'f', 'h', 'i', 'j', 'l'];

/// The statement `sprite` of an object; empty if nothing of it is seen.
pub(super) fn sprite(object: &Object) -> String {
    let colour = |pixel: char| {
        let number = pixel.to_digit(10)? as usize;
        code(object.colours.get(number)?)
    };
    let whole = ["0".to_owned()];
    let rows = if object.sprite.is_empty() { &whole[..] } else { &object.sprite };
    let mut tints: Vec<String> = Vec::new();
    let mut text = String::new();
    let width = rows.iter().map(|row| row.chars().count()).max().unwrap_or(0);
    for row in rows {
        let mut drawn: String = row
            .chars()
            .map(|pixel| {
                let Some(colour) = colour(pixel) else { return '.' };
                let place = tints.iter().position(|known| *known == colour).unwrap_or_else(|| {
                    tints.push(colour);
                    tints.len() - 1
                });
                MARKS.get(place).copied().unwrap_or('.')
            })
            .collect();
        drawn.extend(std::iter::repeat_n('.', width.saturating_sub(row.chars().count())));
        let _ = writeln!(text, "        {drawn}");
    }
    if tints.is_empty() {
        return String::new();
    }
    let stated = MARKS.iter().zip(&tints).map(|(mark, colour)| format!("\"{mark}\" = \"{colour}\""));
    let stated: Vec<String> = stated.collect();
    format!("    sprite \"\"\"\n{text}    \"\"\" with {}\n", stated.join(", "))
}
