//! Definitions and references.

use super::context::IdeContext;
use super::occurrences::{self, Meaning, Occurrence};
use crate::Analysis;
use puzzlec_base::{FileId, Span};
use puzzlec_script::{script_functions, script_tokens};
use puzzlec_syntax::ast::{BoardExpr, BoardKind, ItemKind, Visitor, visit};
use puzzlec_syntax::layout;

/// A declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Location {
    /// The whole declaration.
    pub span: Span,
    /// Its name.
    pub name_span: Span,
}

/// A definition in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Highlight {
    /// The span.
    pub span: Span,
    /// Whether it is declared there.
    pub write: bool,
}

/// The declaration of the name at a place.
pub fn definition(analysis: &Analysis, file: FileId, offset: u32) -> Vec<Location> {
    let context = IdeContext::new(analysis);
    occurrences::at(&context, file, offset).map_or(Vec::new(), |found| declared(&context, &found))
}

/// All references in all files to the name at a place, sorted; with the declaration or without.
pub fn references(analysis: &Analysis, file: FileId, offset: u32, declaration: bool) -> Vec<Span> {
    let context = IdeContext::new(analysis);
    let Some(found) = occurrences::at(&context, file, offset) else { return Vec::new() };
    let all = occurrences::everywhere(&context, &found.meaning).into_iter();
    all.filter(|o| declaration || !o.declaration).map(|o| o.span).collect()
}

/// The places in the file that mean the same as the name at a place.
pub fn highlights(analysis: &Analysis, file: FileId, offset: u32) -> Vec<Highlight> {
    let context = IdeContext::new(analysis);
    let Some(found) = occurrences::at(&context, file, offset) else { return Vec::new() };
    let all = occurrences::of_file(&context, file).into_iter().filter(|o| o.meaning == found.meaning);
    all.map(|o| Highlight { span: o.span, write: o.declaration }).collect()
}

fn declared(context: &IdeContext<'_>, found: &Occurrence) -> Vec<Location> {
    let at = |span| Location { span, name_span: span };
    match &found.meaning {
        Meaning::Item(item) => {
            let Some(whole) = context.names.item(*item) else { return Vec::new() };
            let name = puzzlec_model::names::named(whole).map_or(whole.span, |n| n.0.span);
            vec![Location { span: whole.span, name_span: name }]
        }
        Meaning::Module(importer, alias) => {
            let module = context.import(*importer, alias).and_then(|m| context.project.module(m));
            module.map_or(Vec::new(), |m| vec![at(Span::new(m.file, 0, 0))])
        }
        Meaning::Parameter(span) | Meaning::Variable(span) | Meaning::Measure(span) => vec![at(*span)],
        Meaning::Cell(board, name) => cell(context, *board, name),
        Meaning::Mark(piece, mark) => {
            let Some(item) = context.names.item(*piece) else { return Vec::new() };
            let ItemKind::Piece(p) = &item.kind else { return Vec::new() };
            let marks = p.marks.as_ref().map_or(Vec::new(), |m| occurrences::characters(context, m.span));
            let here = marks.into_iter().filter(|m| m.0 == *mark);
            here.map(|m| Location { span: item.span, name_span: m.1 }).collect()
        }
        Meaning::Script(file) => vec![at(Span::new(*file, 0, 0))],
        Meaning::ScriptFunction(file, start, name) => {
            let text = context.file_text(*file).get(*start as usize..).unwrap_or("");
            // Text after an inline script is not part of it.
            let text = if *start == 0 { text } else { text.split("\"\"\"").next().unwrap_or("") };
            let found = script_functions(&script_tokens(text)).into_iter().find(|f| f.name.text == name);
            let start = *start as usize;
            found.map_or(Vec::new(), |f| {
                vec![at(Span::new(*file, start + f.name.start, start + f.name.end()))]
            })
        }
        Meaning::Direction(_) | Meaning::Function(_) => Vec::new(),
    }
}

/// The board that has a place.
struct At<'t> {
    span: Span,
    board: Option<&'t BoardExpr>,
}

impl<'t> Visitor<'t> for At<'t> {
    fn board(&mut self, board: &'t BoardExpr) {
        if board.span == self.span {
            self.board = Some(board);
        }
    }
}

/// The text of a board by its place.
pub(super) fn board_at<'a>(context: &IdeContext<'a>, span: Span) -> Option<&'a BoardExpr> {
    let (_, item) = context.item_at(span.file, span.start)?;
    let mut found = At { span, board: None };
    visit(item, &mut found);
    found.board
}

/// The marks of a cell or region in the picture of its board, or the board itself where its cells are
/// not drawn.
fn cell(context: &IdeContext<'_>, board: Span, name: &str) -> Vec<Location> {
    let Some(expr) = board_at(context, board) else { return Vec::new() };
    let whole = |name_span| Location { span: board, name_span };
    match &expr.kind {
        BoardKind::Drawn(lattice, picture) => {
            let lazy_board = context.item_at(board.file, board.start).map(|(at, _)| context.scope(at));
            let cells = lazy_board.as_ref().and_then(|s| context.board_of(s)).and_then(|b| b.find(name));
            let cells = cells.unwrap_or_default();
            let marks = layout(picture, *lattice).0.into_iter();
            marks.filter(|m| cells.iter().any(|c| (c.x, c.y) == (m.x, m.y))).map(|m| whole(m.span)).collect()
        }
        BoardKind::Graph(edges) => {
            let mut names = edges.iter().flat_map(|(a, b)| std::iter::once(a).chain(b));
            names.find(|n| n.text == name).map_or(Vec::new(), |n| vec![whole(n.span)])
        }
        _ => vec![whole(board)],
    }
}
