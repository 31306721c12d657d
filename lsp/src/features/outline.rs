//! Symbols, folds, selections, links.

use std::str::FromStr;

use lsp_types::{
    DocumentLink, DocumentLinkParams, DocumentSymbol, DocumentSymbolParams, DocumentSymbolResponse,
    FoldingRange, FoldingRangeKind, FoldingRangeParams, OneOf, SelectionRange, SelectionRangeParams,
    SymbolInformation, SymbolKind, Uri, WorkspaceLocation, WorkspaceSymbol, WorkspaceSymbolParams,
    WorkspaceSymbolResponse,
};
use puzzlec_analysis::ide;

use crate::convert::Texts;
use crate::request::{Answer, Context};
use crate::uri;

/// No more symbols of the workspace are sent.
const MOST_SYMBOLS: usize = 512;

fn kind(kind: ide::SymbolKind) -> SymbolKind {
    match kind {
        ide::SymbolKind::Board => SymbolKind::CLASS,
        ide::SymbolKind::Piece => SymbolKind::ENUM_MEMBER,
        ide::SymbolKind::Configuration => SymbolKind::OBJECT,
        ide::SymbolKind::Set => SymbolKind::ARRAY,
        ide::SymbolKind::Counter => SymbolKind::NUMBER,
        ide::SymbolKind::Rule | ide::SymbolKind::Function => SymbolKind::FUNCTION,
        ide::SymbolKind::Puzzle => SymbolKind::INTERFACE,
        ide::SymbolKind::Parameter => SymbolKind::VARIABLE,
        ide::SymbolKind::Theory => SymbolKind::NAMESPACE,
        ide::SymbolKind::Import => SymbolKind::MODULE,
    }
}

/// The items of a document.
pub(crate) fn symbols(c: &Context, params: DocumentSymbolParams) -> Answer<Option<DocumentSymbolResponse>> {
    let Some((texts, file)) = Texts::document(c, &params.text_document) else { return Ok(None) };
    let found = ide::symbols(c.snapshot.analysis(), file);
    if c.client.nested_symbols {
        let nested = found.iter().map(|s| nested(&texts, s)).collect();
        return Ok(Some(DocumentSymbolResponse::Nested(nested)));
    }
    let mut flat = Vec::new();
    for symbol in &found {
        flatten(&texts, symbol, None, &mut flat);
    }
    Ok(Some(DocumentSymbolResponse::Flat(flat)))
}

#[allow(deprecated)] // The field has to be filled.
fn nested(texts: &Texts<'_>, symbol: &ide::Symbol) -> DocumentSymbol {
    let children: Vec<_> = symbol.children.iter().map(|s| nested(texts, s)).collect();
    // A client refuses a symbol without a name.
    let name = if symbol.name.is_empty() { "?".to_owned() } else { symbol.name.clone() };
    DocumentSymbol {
        name,
        detail: Some(symbol.detail.clone()).filter(|d| !d.is_empty()),
        kind: kind(symbol.kind),
        tags: None,
        deprecated: None,
        range: texts.range(symbol.span.to(symbol.name_span)),
        selection_range: texts.range(symbol.name_span),
        children: Some(children).filter(|c| !c.is_empty()),
    }
}

#[allow(deprecated)] // The field has to be filled.
fn flatten(
    texts: &Texts<'_>,
    symbol: &ide::Symbol,
    container: Option<&str>,
    found: &mut Vec<SymbolInformation>,
) {
    if let Some(location) = texts.location(symbol.span) {
        found.push(SymbolInformation {
            name: symbol.name.clone(),
            kind: kind(symbol.kind),
            tags: None,
            deprecated: None,
            location,
            container_name: container.map(str::to_owned),
        });
    }
    for child in &symbol.children {
        flatten(texts, child, Some(&symbol.name), found);
    }
}

/// The items of all files that a query is like.
pub(crate) fn workspace(
    c: &Context,
    params: WorkspaceSymbolParams,
) -> Answer<Option<WorkspaceSymbolResponse>> {
    let texts = Texts::of(c);
    let found = ide::workspace_symbols(c.snapshot.analysis(), &params.query);
    let symbol = |s: &ide::Symbol| {
        Some(WorkspaceSymbol {
            name: s.name.clone(),
            kind: kind(s.kind),
            tags: None,
            container_name: None,
            location: OneOf::<_, WorkspaceLocation>::Left(texts.location(s.name_span)?),
            data: None,
        })
    };
    let symbols = found.iter().filter_map(symbol).take(MOST_SYMBOLS).collect();
    Ok(Some(WorkspaceSymbolResponse::Nested(symbols)))
}

/// Folding ranges.
pub(crate) fn folds(c: &Context, params: FoldingRangeParams) -> Answer<Option<Vec<FoldingRange>>> {
    let Some((texts, file)) = Texts::document(c, &params.text_document) else { return Ok(None) };
    let fold = |fold: &ide::Fold| {
        let range = texts.range(fold.span);
        let whole_lines = c.client.folds_lines;
        FoldingRange {
            start_line: range.start.line,
            start_character: (!whole_lines).then_some(range.start.character),
            end_line: range.end.line,
            end_character: (!whole_lines).then_some(range.end.character),
            kind: match fold.kind {
                ide::FoldKind::Comment => Some(FoldingRangeKind::Comment),
                ide::FoldKind::Imports => Some(FoldingRangeKind::Imports),
                ide::FoldKind::Block | ide::FoldKind::Picture | ide::FoldKind::Script => None,
            },
            collapsed_text: None,
        }
    };
    let folds = ide::folds(c.snapshot.analysis(), file);
    Ok(Some(folds.iter().map(fold).filter(|f| f.start_line < f.end_line).collect()))
}

/// Selection ranges.
pub(crate) fn selections(c: &Context, params: SelectionRangeParams) -> Answer<Option<Vec<SelectionRange>>> {
    let Some((texts, file)) = Texts::document(c, &params.text_document) else { return Ok(None) };
    let Some(lines) = texts.lines(file) else { return Ok(None) };
    let one = |position| {
        let offset = lines.offset(position);
        let spans = ide::selection(c.snapshot.analysis(), file, offset);
        let mut around: Option<SelectionRange> = None;
        for span in spans.iter().rev() {
            around = Some(SelectionRange { range: texts.range(*span), parent: around.map(Box::new) });
        }
        around.unwrap_or(SelectionRange { range: lines.range(offset, offset), parent: None })
    };
    Ok(Some(params.positions.into_iter().map(one).collect()))
}

/// Imports and scripts, as addresses.
pub(crate) fn links(c: &Context, params: DocumentLinkParams) -> Answer<Option<Vec<DocumentLink>>> {
    let Some((texts, file)) = Texts::document(c, &params.text_document) else { return Ok(None) };
    let link = |link: &ide::Link| {
        let target = uri::uri(&link.target).and_then(|u| Uri::from_str(u.as_str()).ok());
        DocumentLink { range: texts.range(link.span), target, tooltip: None, data: None }
    };
    Ok(Some(ide::links(c.snapshot.analysis(), file).iter().map(link).collect()))
}
