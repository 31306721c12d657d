//! Errors of single declarations.

use super::super::number::{self, Values};
use super::{Form, chain, form, joins, marks, may_be, members, sprite};
use puzzlec_base::diag::{Code, Diagnostic};
use puzzlec_base::{Outline, Span};
use puzzlec_syntax::ast::{PieceItem, PieceProp, Text};

/// Checks a single declaration.
pub fn check(piece: &PieceItem, diagnostics: &mut Vec<Diagnostic>) {
    let mut cells = None;
    let mut rigid = None;
    let mut floor = None;
    let mut numbered = None;
    let mut loose = Vec::new();
    let mut outline = None;
    let mut drawn = None;
    for prop in &piece.props {
        match prop {
            PieceProp::Cells(expr) => match number::evaluate(expr, &Values::new()) {
                Ok(n) if (1..=i64::from(chain::LONGEST)).contains(&n) => cells = Some(expr.span),
                Ok(n) => diagnostics.push(
                    Diagnostic::new(
                        Code::BadPiece,
                        expr.span,
                        format!("a piece covers 1 to {} cells, found {n}", chain::LONGEST),
                    )
                    .help("a larger piece is `rigid`: it never turns, and is drawn by repeating its mark"),
                ),
                Err(d) => diagnostics.push(*d),
            },
            PieceProp::Rigid(span) => rigid = Some(*span),
            PieceProp::Floor(span) => floor = Some(*span),
            PieceProp::Members(first, last) => match members(first, last) {
                Ok(_) => numbered = Some(first.span.to(last.span)),
                Err(d) => diagnostics.push(*d),
            },
            PieceProp::Turns(span) => loose.push((*span, "turns")),
            PieceProp::Flips(span) => loose.push((*span, "flips")),
            PieceProp::Shape(_, span) => loose.push((*span, "has a shape")),
            PieceProp::Outline(name) => {
                let known = Outline::ALL.map(Outline::name);
                if !known.contains(&name.text.as_str()) {
                    let text = format!("there is no shape `{}`", name.text);
                    let d = Diagnostic::new(Code::BadPiece, name.span, text);
                    diagnostics.push(
                        d.help(format!("the shapes are {}", known.join(", ")))
                            .suggest(&name.text, name.span, known),
                    );
                }
                outline = Outline::named(&name.text).map(|outline| (name.span, outline));
            }
            PieceProp::Sprite(drawing) => {
                diagnostics.extend(sprite::read(drawing).1);
                drawn = Some(drawing.span);
            }
            PieceProp::Layer(_, span) => diagnostics.push(
                Diagnostic::new(Code::BadPiece, *span, "only puzzles with keys have numbered layers")
                    .help("a piece that lies below others is a `floor`"),
            ),
            PieceProp::Colour(_) | PieceProp::Title(_) | PieceProp::Error(_) => {}
        }
    }
    if let (Some((span, does)), None) = (loose.first(), rigid) {
        let text = format!("only a rigid piece {does}");
        diagnostics.push(Diagnostic::new(Code::BadPiece, *span, text).help("add `rigid`").fix(
            "add `rigid`",
            Span::new(span.file, span.start as usize, span.start as usize),
            "rigid; ",
            false,
        ));
    }
    if let (Some(cells), Some(rigid)) = (cells, rigid) {
        let text = "the cells of a rigid piece come from the drawing";
        diagnostics.push(
            Diagnostic::new(Code::BadPiece, cells, text)
                .also(rigid, "declared rigid here")
                .help("leave out `cells`"),
        );
    }
    if let (Some(floor), Some(other)) = (floor, rigid.or(cells.filter(|_| form(piece) != Form::Unit))) {
        let text = "a floor piece covers one cell";
        diagnostics.push(
            Diagnostic::new(Code::BadPiece, other, text)
                .also(floor, "declared a floor piece here")
                .help("put a floor piece on each of the cells"),
        );
    }
    if let Some((span, outline)) = outline {
        let chain = cells.filter(|_| form(piece) != Form::Unit);
        let d = match (outline.is_block(), chain.or(rigid.filter(|_| !outline.is_block()))) {
            (true, Some(_)) if outline == Outline::Domino && form(piece) == Form::Chain(2) => None,
            (_, Some(other)) => {
                let text = "a shape by its name is for a piece of one cell";
                let d =
                    Diagnostic::new(Code::BadPiece, span, text).also(other, "this piece is something else");
                Some(d.help("leave out the shape"))
            }
            (true, None) if rigid.is_none() && outline == Outline::Domino => {
                let text = "a domino covers two cells";
                Some(Diagnostic::new(Code::BadPiece, span, text).help("add `cells 2` or `rigid`"))
            }
            (true, None) if rigid.is_none() => {
                let text = format!("the shape `{}` is for a rigid piece", outline.name());
                Some(Diagnostic::new(Code::BadPiece, span, text).help("add `rigid`"))
            }
            _ => None,
        };
        diagnostics.extend(d);
    }
    if let Some(span) = drawn {
        let family = (marks(piece).len() > 1).then_some(piece.name.span);
        let several = rigid.or(cells.filter(|_| form(piece) != Form::Unit)).or(family);
        if let Some(other) = several.or(outline.map(|(span, _)| span)) {
            let text = "a sprite is the whole look of one piece of one cell";
            let d = Diagnostic::new(Code::BadPiece, span, text).also(other, "this does not go with it");
            diagnostics.push(d.help("leave out the sprite, or declare each piece by itself"));
        }
    }
    if let (Some(span), Some(other)) = (numbered, piece.marks.as_ref().map(|m| m.span).or(cells).or(rigid)) {
        let text = "numbered members are pieces of one cell whose numbers are their marks";
        let d = Diagnostic::new(Code::BadPiece, span, text).also(other, "this piece is something else");
        diagnostics.push(d.help("leave out one of them"));
    }
    let Some(marks) = &piece.marks else {
        if rigid.is_some() {
            let text = format!("rigid piece `{}` needs a mark", piece.name.text);
            diagnostics.push(
                Diagnostic::new(Code::BadPiece, piece.name.span, text)
                    .help(format!("write `piece {} \"#\" {{ rigid }}`", piece.name.text)),
            );
        }
        return;
    };
    check_marks(marks, diagnostics);
}

fn check_marks(marks: &Text, diagnostics: &mut Vec<Diagnostic>) {
    let mut seen: Vec<char> = Vec::new();
    if marks.value.is_empty() {
        diagnostics.push(Diagnostic::new(Code::BadPiece, marks.span, "a mark is one character, found none"));
    }
    for mark in marks.value.chars() {
        if joins(mark) {
            let text = format!(
                "U+{:04X} combines with the character before it: a mark is one character",
                u32::from(mark)
            );
            let d = Diagnostic::new(Code::BadPiece, marks.span, text)
                .note("two characters that look like one would be two marks, and so a family of two pieces")
                .help("choose a plain letter, digit or sign");
            diagnostics.push(d);
            break;
        }
        if !may_be(mark) {
            let text = format!("{mark:?} cannot be a mark: it has another meaning in pictures");
            diagnostics.push(Diagnostic::new(Code::BadPiece, marks.span, text));
            break;
        }
        if seen.contains(&mark) {
            let text = format!("mark `{mark}` is repeated");
            diagnostics.push(Diagnostic::new(Code::DuplicateMark, marks.span, text));
            break;
        }
        seen.push(mark);
    }
}
