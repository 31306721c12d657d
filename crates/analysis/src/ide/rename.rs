//! Renaming across files. What would change the meaning of a text is refused, in words.

use super::Edit;
use super::context::IdeContext;
use super::goto::board_at;
use super::occurrences::{self, Meaning, Occurrence};
use crate::Analysis;
use puzzlec_base::words::unit;
use puzzlec_base::{FileId, Span};
use puzzlec_model::project::ModuleId;
use puzzlec_script::{script_functions, script_tokens};
use puzzlec_syntax::ast::{BoardKind, ItemKind, UseTarget};
use puzzlec_syntax::keywords::keyword;
use puzzlec_syntax::{TokenKind, lex};

/// The name at a place, if it can be renamed.
///
/// # Errors
/// The reason against it, in words.
pub fn prepare_rename(analysis: &Analysis, file: FileId, offset: u32) -> Result<Span, String> {
    let context = IdeContext::new(analysis);
    let found = prepare(&context, file, offset)?;
    reached(analysis, &context, &found)?;
    Ok(found.span)
}

/// The edits that give the name at a place another one, in all files.
///
/// # Errors
/// The reason that the name is not possible, in words.
pub fn rename(analysis: &Analysis, file: FileId, offset: u32, new: &str) -> Result<Vec<Edit>, String> {
    let context = IdeContext::new(analysis);
    let found = prepare(&context, file, offset)?;
    reached(analysis, &context, &found)?;
    let old = context.slice(found.span);
    if old == new {
        return Ok(Vec::new());
    }
    let places = occurrences::everywhere(&context, &found.meaning);
    if places.iter().any(|p| context.module(p.span.file).is_some_and(|(m, _)| context.is_library(m))) {
        return Err(format!("`{old}` belongs to the standard library"));
    }
    fits(&context, &found.meaning, new, &places)?;
    free(&context, &found.meaning, new)?;
    unclouded(&context, &found.meaning, new, &places)?;
    let mut edits: Vec<Edit> = places.iter().flat_map(|p| edit(&context, p, new)).collect();
    edits.sort_by_key(|e| e.span);
    edits.dedup();
    Ok(edits)
}

fn prepare(context: &IdeContext<'_>, file: FileId, offset: u32) -> Result<Occurrence, String> {
    let Some(found) = occurrences::at(context, file, offset) else {
        return Err(nothing(context, file, offset));
    };
    let text = context.slice(found.span);
    let library = |module: ModuleId| match context.is_library(module) {
        true => Err(format!("`{text}` belongs to the standard library")),
        false => Ok(()),
    };
    match &found.meaning {
        Meaning::Item(at) | Meaning::Mark(at, _) => library(at.module)?,
        Meaning::Module(importer, alias) => {
            library(*importer)?;
            if text != alias {
                return Err("the name of a module is its file name: rename the file".into());
            }
        }
        Meaning::Parameter(_) | Meaning::Variable(_) | Meaning::Measure(_) => {
            found.item.map_or(Ok(()), |i| library(i.module))?;
        }
        Meaning::Cell(board, name) => {
            context.module(board.file).map_or(Ok(()), |(m, _)| library(m))?;
            let drawn = match board_at(context, *board).map(|b| &b.kind) {
                Some(BoardKind::Graph(_)) => true,
                Some(BoardKind::Drawn(..)) => name.chars().count() == 1,
                _ => false,
            };
            if !drawn {
                return Err(format!("the name of cell `{name}` is its coordinate"));
            }
        }
        Meaning::Direction(name) => return Err(format!("`{name}` is a direction of the board")),
        Meaning::Function(name) => return Err(format!("`{name}` is a function of the language")),
        Meaning::Script(_) => return Err("the name of a script is its file name: rename the file".into()),
        Meaning::ScriptFunction(..) => {}
    }
    Ok(found)
}

/// Whether all files that may have the name are read. Other files cannot have a name of one item.
fn reached(analysis: &Analysis, context: &IdeContext<'_>, found: &Occurrence) -> Result<(), String> {
    let Some(why) = &analysis.unread else { return Ok(()) };
    match found.meaning {
        Meaning::Item(_) | Meaning::Cell(..) | Meaning::Mark(..) | Meaning::ScriptFunction(..) => {
            let old = context.slice(found.span);
            Err(format!("a file that is not read may have the name `{old}`: {why}; open a smaller folder"))
        }
        _ => Ok(()),
    }
}

fn nothing(context: &IdeContext<'_>, file: FileId, offset: u32) -> String {
    let Some((_, item)) = context.item_at(file, offset) else { return "there is no name here".into() };
    let text = context.slice(item.span);
    let here = lex(file, text).tokens.into_iter().find(|t| {
        t.kind == TokenKind::Word && t.start <= offset - item.span.start && offset - item.span.start <= t.end
    });
    match here.map(|t| t.text(text)) {
        Some(word) if keyword(word).is_some() => format!("`{word}` is a keyword of the language"),
        Some(word) => format!("`{word}` has no meaning here"),
        None => "there is no name here".into(),
    }
}

/// Whether the new name is possible in all places of the old one.
fn fits(context: &IdeContext<'_>, meaning: &Meaning, new: &str, places: &[Occurrence]) -> Result<(), String> {
    let mut characters = new.chars();
    let single = characters.next().filter(|_| characters.next().is_none());
    let drawn_cell = matches!(meaning, Meaning::Cell(board, _)
        if matches!(board_at(context, *board).map(|b| &b.kind), Some(BoardKind::Drawn(..))));
    if matches!(meaning, Meaning::Mark(..)) || drawn_cell {
        let Some(mark) = single else { return Err("a mark is one character".into()) };
        if mark.is_whitespace() || mark.is_control() || matches!(mark, '.' | '?' | '"' | '\\') {
            return Err(format!("{mark:?} cannot be a mark"));
        }
        let word = mark.is_alphanumeric() || mark == '_';
        if drawn_cell {
            let named = places.iter().any(|p| !p.declaration);
            return match named && (!word || mark.is_ascii_digit()) {
                true => Err(format!("`{new}` cannot be written as the name of a cell")),
                false => Ok(()),
            };
        }
        let in_row = |p: &&Occurrence| is_bare(context, p.span);
        return match !word && !matches!(mark, '#' | '@') && places.iter().any(|p| in_row(&p)) {
            true => Err(format!("`{new}` can stand in a row only between quotes")),
            false => Ok(()),
        };
    }
    let word = |c: char| c.is_alphanumeric() || c == '_';
    let sound = new.chars().all(word) && new.chars().next().is_some_and(|c| !c.is_numeric());
    if !sound {
        return Err(format!("`{new}` is no name: names are letters, digits and `_`"));
    }
    if keyword(new).is_some() {
        return Err(format!("`{new}` is a keyword of the language"));
    }
    Ok(())
}

/// Whether a mark is in a row without quotes, between words, rather than in a picture.
fn is_bare(context: &IdeContext<'_>, span: Span) -> bool {
    let text = context.file_text(span.file);
    let Some((_, item)) = context.item_at(span.file, span.start) else { return false };
    let tokens = lex(span.file, context.slice(item.span)).tokens;
    let at = span.start.saturating_sub(item.span.start);
    let token = tokens.iter().find(|t| t.start <= at && at < t.end);
    !text.is_empty()
        && token.is_some_and(|t| matches!(t.kind, TokenKind::Word | TokenKind::Number | TokenKind::Symbol))
}

/// Whether nothing else of the same kind has the name.
fn free(context: &IdeContext<'_>, meaning: &Meaning, new: &str) -> Result<(), String> {
    let taken = |what: &str| Err(format!("there is {what} `{new}` already"));
    match meaning {
        Meaning::Item(at) => match context.names.own(at.module, new).and_then(|i| context.sort(i)) {
            Some(sort) => taken(&format!("a {}", format!("{sort:?}").to_lowercase())),
            None => Ok(()),
        },
        Meaning::Module(module, _) if context.import(*module, new).is_some() => taken("a module"),
        Meaning::Cell(board, _) => {
            let scope = context.item_at(board.file, board.start).map(|(at, _)| context.scope(at));
            let known = scope.as_ref().and_then(|s| context.board_of(s)).and_then(|b| b.find(new));
            if known.is_some() { taken("a cell or region") } else { Ok(()) }
        }
        Meaning::Mark(piece, _) => {
            let mut others = context.pieces(piece.module).filter(|p| context.marks(*p).contains(new));
            match others.next() {
                Some(other) => Err(format!("`{}` has the mark `{new}` already", context.name(other))),
                None => Ok(()),
            }
        }
        Meaning::ScriptFunction(file, start, _) => {
            let text = context.file_text(*file).get(*start as usize..).unwrap_or("");
            let known = script_functions(&script_tokens(text)).iter().any(|f| f.name.text == new);
            if known { taken("a function") } else { Ok(()) }
        }
        _ => Ok(()),
    }
}

/// Whether the new name has no other meaning in the items that contain the name: one of the two would shadow
/// the other.
fn unclouded(
    context: &IdeContext<'_>,
    meaning: &Meaning,
    new: &str,
    places: &[Occurrence],
) -> Result<(), String> {
    let mut items: Vec<_> = places.iter().filter_map(|p| p.item).collect();
    items.sort_unstable();
    items.dedup();
    for item in items {
        for other in occurrences::of_item(context, item) {
            let after_dot = other.span.start > 0
                && context
                    .file_text(other.span.file)
                    .get(..other.span.start as usize)
                    .is_some_and(|t| t.ends_with('.'));
            let module =
                matches!(other.meaning, Meaning::Module(..)) != matches!(meaning, Meaning::Module(..));
            if other.meaning != *meaning && !after_dot && !module && context.slice(other.span) == new {
                let place = match context.name(item) {
                    "" => "here".to_owned(),
                    name => format!("in `{name}`"),
                };
                return Err(format!("`{new}` means something else {place}"));
            }
        }
    }
    Ok(())
}

fn edit(context: &IdeContext<'_>, place: &Occurrence, new: &str) -> Option<Edit> {
    let old = context.slice(place.span);
    let replace = |text: String| Some(Edit { span: place.span, text });
    match &place.meaning {
        Meaning::Measure(span) if context.slice(*span) != old => replace(unit(1, new).to_owned()),
        Meaning::Module(_, alias) => {
            let item = place.item.and_then(|i| context.names.item(i)).map(|i| &i.kind);
            let Some(ItemKind::Use(import)) = item else { return replace(new.to_owned()) };
            let target = match &import.target {
                UseTarget::Module(name) => name.span,
                UseTarget::File(text) => text.span,
            };
            match (&import.alias, place.span == target) {
                // The module keeps its name; only its alias changes.
                (Some(_), true) => None,
                (Some(written), false) if written.text == *alias => replace(new.to_owned()),
                (None, true) => {
                    let end = Span { start: target.end, ..target };
                    Some(Edit { span: end, text: format!(" as {new}") })
                }
                _ => None,
            }
        }
        _ => replace(new.to_owned()),
    }
}
