//! A table of the meaning of every name in a text, used for definitions, references, renaming and hover.

mod marks;
mod script;
mod walk;

use super::context::IdeContext;
use crate::Analysis;
use puzzlec_base::{FileId, Span};
use puzzlec_model::names::{ItemRef, Sort};
use puzzlec_model::project::ModuleId;

pub(super) use marks::{by_mark, characters, rings};
use walk::Walker;

/// The meaning of a name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Meaning {
    /// A board, piece, configuration, rule or puzzle.
    Item(ItemRef),
    /// An import of a module, by the name it has there.
    Module(ModuleId, String),
    /// A parameter, by the place of its name.
    Parameter(Span),
    /// A variable, by the place of its name.
    Variable(Span),
    /// A measure, by the place of its name.
    Measure(Span),
    /// A cell or region, by the board that it belongs to and its name.
    Cell(Span, String),
    /// A mark of a piece.
    Mark(ItemRef, char),
    /// A direction.
    Direction(String),
    /// A function of expressions.
    Function(String),
    /// A file with a script.
    Script(FileId),
    /// A function of a script, by the first byte of the script's text.
    ScriptFunction(FileId, u32, String),
}

/// A name in a text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Occurrence {
    /// The span.
    pub span: Span,
    /// Its meaning.
    pub meaning: Meaning,
    /// Whether it is where that is declared.
    pub declaration: bool,
    /// The item that contains it; `None` in a script file.
    pub item: Option<ItemRef>,
}

/// The names of a file, sorted by place, without unresolved ones.
pub fn occurrences(analysis: &Analysis, file: FileId) -> Vec<Occurrence> {
    of_file(&IdeContext::new(analysis), file)
}

/// The names of a file.
pub(super) fn of_file(context: &IdeContext<'_>, file: FileId) -> Vec<Occurrence> {
    let Some((module, _)) = context.module(file) else {
        return if context.is_script(file) { script::file(context, file) } else { Vec::new() };
    };
    let mut found: Vec<Occurrence> =
        context.items(module).flat_map(|(at, item)| Walker::walk(context, at, item)).collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// The names of an item.
pub(super) fn of_item(context: &IdeContext<'_>, at: ItemRef) -> Vec<Occurrence> {
    let mut found = context.names.item(at).map_or(Vec::new(), |item| Walker::walk(context, at, item));
    found.sort_unstable();
    found
}

/// The name at a place. Reads only the item that contains it.
pub(super) fn at(context: &IdeContext<'_>, file: FileId, offset: u32) -> Option<Occurrence> {
    let found = match context.item_at(file, offset) {
        Some((at, _)) => of_item(context, at),
        None if context.is_script(file) => script::file(context, file),
        None => return None,
    };
    // Between two adjacent names, the one that begins here; the smaller of two that overlap.
    let here = found.into_iter().filter(|o| o.span.touches(offset));
    here.min_by_key(|o| (o.span.end == offset, o.span.end - o.span.start))
}

/// All references in all files.
pub(super) fn everywhere(context: &IdeContext<'_>, meaning: &Meaning) -> Vec<Occurrence> {
    let mut found: Vec<Occurrence> = match meaning {
        Meaning::Parameter(span) | Meaning::Variable(span) | Meaning::Measure(span) => {
            context.item_at(span.file, span.start).map_or(Vec::new(), |(at, _)| of_item(context, at))
        }
        Meaning::Module(module, _) => {
            context.project.module(*module).map_or(Vec::new(), |m| of_file(context, m.file))
        }
        _ => {
            let modules = context.project.modules.iter().map(|m| m.file);
            let scripts = context.project.modules.iter().flat_map(|m| m.scripts.values().copied());
            let mut files: Vec<FileId> = modules.chain(scripts).collect();
            files.sort_unstable();
            files.dedup();
            files.into_iter().flat_map(|f| of_file(context, f)).collect()
        }
    };
    found.retain(|o| o.meaning == *meaning);
    found
}

/// The pieces that a rule names.
fn spoken(context: &IdeContext<'_>, rule: ItemRef) -> Vec<ItemRef> {
    if let Some(known) = context.spoken.borrow().get(&rule) {
        return known.clone();
    }
    let mut pieces: Vec<ItemRef> = Vec::new();
    for occurrence in of_item(context, rule) {
        let Meaning::Item(at) = occurrence.meaning else { continue };
        if context.sort(at) == Some(Sort::Piece) && !pieces.contains(&at) {
            pieces.push(at);
        }
    }
    context.spoken.borrow_mut().insert(rule, pieces.clone());
    pieces
}
