//! Formatting and renaming.

use std::collections::{BTreeMap, HashMap};

use lsp_types::{
    DocumentChanges, DocumentFormattingParams, DocumentOnTypeFormattingParams, DocumentRangeFormattingParams,
    OneOf, OptionalVersionedTextDocumentIdentifier, PrepareRenameResponse, RenameParams, TextDocumentEdit,
    TextDocumentPositionParams, TextEdit, Uri, WorkspaceEdit,
};
use puzzlec_analysis::host::is_stdlib;
use puzzlec_analysis::ide::{self, Edit};
use puzzlec_base::FileId;

use crate::convert::{Texts, known};
use crate::request::{Answer, Context, Failure};

fn edits(texts: &Texts<'_>, edits: &[Edit]) -> Vec<TextEdit> {
    edits.iter().map(|e| texts.edit(e)).collect()
}

/// Lays out a document.
pub(crate) fn format(c: &Context, params: DocumentFormattingParams) -> Answer<Option<Vec<TextEdit>>> {
    let Some((texts, file)) = Texts::document(c, &params.text_document) else { return Ok(None) };
    // A broken text is not formatted; its diagnostics show the errors.
    let found = ide::format(c.snapshot.analysis(), file).ok().flatten();
    Ok(found.map(|e| edits(&texts, &e)))
}

/// Lays out the statements of a selection.
pub(crate) fn format_range(
    c: &Context,
    params: DocumentRangeFormattingParams,
) -> Answer<Option<Vec<TextEdit>>> {
    let Some((texts, file)) = Texts::document(c, &params.text_document) else { return Ok(None) };
    let Some(span) = texts.span(file, params.range) else { return Ok(None) };
    Ok(Some(edits(&texts, &ide::format_range(c.snapshot.analysis(), file, span))))
}

/// Lays out a line that was just ended.
pub(crate) fn format_on_type(
    c: &Context,
    params: DocumentOnTypeFormattingParams,
) -> Answer<Option<Vec<TextEdit>>> {
    let Some((texts, file, offset)) = Texts::at(c, &params.text_document_position) else { return Ok(None) };
    let Some(typed) = params.ch.chars().next() else { return Ok(None) };
    Ok(Some(edits(&texts, &ide::format_on_type(c.snapshot.analysis(), file, offset, typed))))
}

/// The name to be renamed.
pub(crate) fn prepare_rename(
    c: &Context,
    params: TextDocumentPositionParams,
) -> Answer<Option<PrepareRenameResponse>> {
    let (texts, file, offset) = known(Texts::at(c, &params))?;
    let span = ide::prepare_rename(c.snapshot.analysis(), file, offset).map_err(Failure::Refused)?;
    let placeholder = c.snapshot.analysis().sources().slice(span).to_owned();
    Ok(Some(PrepareRenameResponse::RangeWithPlaceholder { range: texts.range(span), placeholder }))
}

/// Renames all references.
pub(crate) fn rename(c: &Context, params: RenameParams) -> Answer<Option<WorkspaceEdit>> {
    let (_, file, offset) = known(Texts::at(c, &params.text_document_position))?;
    let found =
        ide::rename(c.snapshot.analysis(), file, offset, &params.new_name).map_err(Failure::Refused)?;
    Ok(Some(workspace_edit(c, &found)))
}

/// Edits of several files. Documents that are open have their versions with them, so that a client does
/// not change another state of them.
pub(crate) fn workspace_edit(c: &Context, edits: &[Edit]) -> WorkspaceEdit {
    let texts = Texts::of(c);
    let mut by_file: BTreeMap<FileId, Vec<TextEdit>> = BTreeMap::new();
    for edit in edits {
        by_file.entry(edit.span.file).or_default().push(texts.edit(edit));
    }
    let files = by_file.into_iter().filter_map(|(file, edits)| {
        let path = c.snapshot.path(file).filter(|p| !is_stdlib(p))?;
        Some((texts.uri(file)?, c.snapshot.document(path).map(|d| d.version), edits))
    });
    if c.client.edits_documents {
        let edit = |(uri, version, edits): (Uri, Option<i32>, Vec<TextEdit>)| TextDocumentEdit {
            text_document: OptionalVersionedTextDocumentIdentifier { uri, version },
            edits: edits.into_iter().map(OneOf::Left).collect(),
        };
        let changes = DocumentChanges::Edits(files.map(edit).collect());
        return WorkspaceEdit { document_changes: Some(changes), ..WorkspaceEdit::default() };
    }
    #[allow(clippy::mutable_key_type)] // The protocol's own type.
    let changes: HashMap<Uri, Vec<TextEdit>> = files.map(|(uri, _, edits)| (uri, edits)).collect();
    WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() }
}
