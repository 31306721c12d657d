//! Sprites as they are declared.

use std::collections::BTreeMap;

use puzzlec_base::colours::{COLOURS, initial};
use puzzlec_base::diag::{Code, Diagnostic};
use puzzlec_base::{Sprite, Tint};
use puzzlec_syntax::ast::{Lattice, SpriteDrawing, Tint as Stated};
use puzzlec_syntax::layout;

/// The sprite that is drawn, with everything that is wrong with it.
pub fn read(drawing: &SpriteDrawing) -> (Sprite, Vec<Diagnostic>) {
    let (marks, mut diagnostics) = layout(&drawing.picture, Lattice::Square);
    let stated = colours(&drawing.tints, &mut diagnostics);
    let side = |of: fn(&puzzlec_syntax::Mark) -> i32| {
        let (low, high) = (marks.iter().map(of).min(), marks.iter().map(of).max());
        (low.unwrap_or(0), low.zip(high).map_or(0, |(low, high)| high.abs_diff(low) as usize + 1))
    };
    let ((left, width), (top, height)) = (side(|mark| mark.x), side(|mark| mark.y));
    if width.max(height) > Sprite::MOST || marks.iter().all(|mark| mark.ch == '.') {
        let most = Sprite::MOST;
        let found = match width.max(height) > most {
            true => format!("found {width} by {height}"),
            false => "found none".to_owned(),
        };
        let text = format!("a sprite has at most {most} by {most} pixels and at least one, {found}");
        diagnostics.push(Diagnostic::new(Code::BadPiece, drawing.picture.span, text));
        return (Sprite::default(), diagnostics);
    }
    let mut rows = vec![vec![None; width]; height];
    for mark in marks.iter().filter(|mark| mark.ch != '.') {
        let tint = match (stated.get(&mark.ch), mark.ch, initial(&mark.ch.to_string())) {
            (Some(colour), ..) => Tint::Stated(colour.clone()),
            (None, '#', _) => Tint::Own,
            (None, _, Some(colour)) => Tint::Stated(colour.to_owned()),
            (None, ch, None) => {
                let text = format!("mark `{ch}` has no colour");
                let help = format!(
                    "write `with \"{ch}\" = orange` behind the rows; `.` is no pixel, `#` has the colour of the piece, \
                     and R G B Y P O K W are red, green, blue, yellow, purple, orange, black and white"
                );
                diagnostics.push(Diagnostic::new(Code::BadPiece, mark.span, text).help(help));
                return (Sprite::default(), diagnostics);
            }
        };
        let at = |place: i32, first: i32| place.abs_diff(first) as usize;
        if let Some(pixel) = rows.get_mut(at(mark.y, top)).and_then(|row| row.get_mut(at(mark.x, left))) {
            *pixel = Some(tint);
        }
    }
    (Sprite { rows }, diagnostics)
}

/// The colours that are stated for marks.
fn colours(tints: &[Stated], diagnostics: &mut Vec<Diagnostic>) -> BTreeMap<char, String> {
    let mut known = BTreeMap::new();
    for Stated { mark, colour } in tints {
        let mut letters = mark.value.chars();
        let (Some(letter), None) = (letters.next(), letters.next()) else {
            let text = "one mark has a colour";
            diagnostics.push(Diagnostic::new(Code::BadPiece, mark.span, text).help("write `\"x\" = orange`"));
            continue;
        };
        let Some(named) = Sprite::colour(&colour.value) else {
            let text = format!("there is no colour `{}`", colour.value);
            let names = COLOURS.iter().map(|(name, _)| *name);
            let d = Diagnostic::new(Code::BadPiece, colour.span, text).help(format!(
                "the colours are {}; any other is `\"#rrggbb\"`",
                names.clone().collect::<Vec<_>>().join(", ")
            ));
            diagnostics.push(d.suggest(&colour.value, colour.span, names));
            continue;
        };
        if letter == '.' || known.insert(letter, named).is_some() {
            let text = match letter {
                '.' => "`.` is no pixel, so it has no colour".to_owned(),
                _ => format!("mark `{letter}` has a colour already"),
            };
            diagnostics.push(Diagnostic::new(Code::BadPiece, mark.span, text));
        }
    }
    known
}
