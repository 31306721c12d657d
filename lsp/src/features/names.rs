//! Definitions, references, hover, completion, signatures.

use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionParams, CompletionResponse, CompletionTextEdit,
    CompletionTriggerKind, DocumentHighlight, DocumentHighlightKind, DocumentHighlightParams, Documentation,
    GotoDefinitionParams, GotoDefinitionResponse, Hover, HoverContents, HoverParams, InsertTextFormat,
    Location, LocationLink, MarkupContent, MarkupKind, ParameterInformation, ParameterLabel, ReferenceParams,
    SignatureHelp, SignatureHelpParams, SignatureInformation,
};
use puzzlec_analysis::ide::{self, CompletionKind, Edit, Trigger};

use crate::convert::Texts;
use crate::request::{Answer, Context};

/// Where something is defined.
pub(crate) fn definition(
    c: &Context,
    params: GotoDefinitionParams,
) -> Answer<Option<GotoDefinitionResponse>> {
    let Some((texts, file, offset)) = Texts::at(c, &params.text_document_position_params) else {
        return Ok(None);
    };
    let found = ide::definition(c.snapshot.analysis(), file, offset);
    if c.client.links {
        let link = |l: &ide::Location| {
            Some(LocationLink {
                origin_selection_range: None,
                target_uri: texts.uri(l.span.file)?,
                target_range: texts.range(l.span.to(l.name_span)),
                target_selection_range: texts.range(l.name_span),
            })
        };
        return Ok(Some(GotoDefinitionResponse::Link(found.iter().filter_map(link).collect())));
    }
    let places = found.iter().filter_map(|l| texts.location(l.name_span)).collect();
    Ok(Some(GotoDefinitionResponse::Array(places)))
}

/// Where something is named.
pub(crate) fn references(c: &Context, params: ReferenceParams) -> Answer<Option<Vec<Location>>> {
    let Some((texts, file, offset)) = Texts::at(c, &params.text_document_position) else { return Ok(None) };
    let declaration = params.context.include_declaration;
    let found = ide::references(c.snapshot.analysis(), file, offset, declaration);
    Ok(Some(found.iter().filter_map(|s| texts.location(*s)).collect()))
}

/// Where something is named in this document.
pub(crate) fn highlights(
    c: &Context,
    params: DocumentHighlightParams,
) -> Answer<Option<Vec<DocumentHighlight>>> {
    let Some((texts, file, offset)) = Texts::at(c, &params.text_document_position_params) else {
        return Ok(None);
    };
    let highlight = |h: &ide::Highlight| DocumentHighlight {
        range: texts.range(h.span),
        kind: Some(if h.write { DocumentHighlightKind::WRITE } else { DocumentHighlightKind::READ }),
    };
    let found = ide::highlights(c.snapshot.analysis(), file, offset);
    Ok(Some(found.iter().map(highlight).collect()))
}

/// A text in the form that the client asked for.
fn markup(markdown: bool, text: String) -> MarkupContent {
    let kind = if markdown { MarkupKind::Markdown } else { MarkupKind::PlainText };
    MarkupContent { kind, value: text }
}

/// Hover.
pub(crate) fn hover(c: &Context, params: HoverParams) -> Answer<Option<Hover>> {
    let Some((texts, file, offset)) = Texts::at(c, &params.text_document_position_params) else {
        return Ok(None);
    };
    let found = ide::hover(c.snapshot.analysis(), file, offset);
    Ok(found.map(|h| Hover {
        contents: HoverContents::Markup(markup(c.client.markdown, h.markdown)),
        range: Some(texts.range(h.span)),
    }))
}

fn kind(kind: CompletionKind) -> CompletionItemKind {
    match kind {
        CompletionKind::Keyword => CompletionItemKind::KEYWORD,
        CompletionKind::Board => CompletionItemKind::CLASS,
        CompletionKind::Piece | CompletionKind::Mark => CompletionItemKind::ENUM_MEMBER,
        CompletionKind::Configuration => CompletionItemKind::STRUCT,
        CompletionKind::Rule => CompletionItemKind::FUNCTION,
        CompletionKind::Puzzle => CompletionItemKind::INTERFACE,
        CompletionKind::Parameter => CompletionItemKind::TYPE_PARAMETER,
        CompletionKind::Variable => CompletionItemKind::VARIABLE,
        CompletionKind::Module => CompletionItemKind::MODULE,
        CompletionKind::Cell => CompletionItemKind::FIELD,
        CompletionKind::Direction => CompletionItemKind::CONSTANT,
        CompletionKind::Function => CompletionItemKind::METHOD,
        CompletionKind::Property => CompletionItemKind::PROPERTY,
        CompletionKind::Snippet => CompletionItemKind::SNIPPET,
        CompletionKind::File => CompletionItemKind::FILE,
    }
}

/// Completion.
pub(crate) fn complete(c: &Context, params: CompletionParams) -> Answer<Option<CompletionResponse>> {
    let Some((texts, file, offset)) = Texts::at(c, &params.text_document_position) else { return Ok(None) };
    let typed = params.context.is_some_and(|c| c.trigger_kind == CompletionTriggerKind::TRIGGER_CHARACTER);
    let trigger = if typed { Trigger::Character } else { Trigger::Invoked };
    let found = ide::complete(c.snapshot.analysis(), c.snapshot.files(), file, offset, trigger);
    let items = found.into_iter().enumerate().filter(|(_, f)| c.client.snippets || !f.snippet);
    let item = |(number, f): (usize, ide::Completion)| CompletionItem {
        label: f.label,
        kind: Some(kind(f.kind)),
        detail: Some(f.detail).filter(|d| !d.is_empty()),
        documentation: Some(f.doc)
            .filter(|d| !d.is_empty())
            .map(|d| Documentation::MarkupContent(markup(c.client.markdown_items, d))),
        // The library has put the best first.
        sort_text: Some(format!("{number:05}")),
        insert_text_format: Some(if f.snippet {
            InsertTextFormat::SNIPPET
        } else {
            InsertTextFormat::PLAIN_TEXT
        }),
        additional_text_edits: (!f.also.is_empty()).then(|| f.also.iter().map(|e| texts.edit(e)).collect()),
        text_edit: Some(CompletionTextEdit::Edit(texts.edit(&Edit { span: f.replace, text: f.insert }))),
        ..CompletionItem::default()
    };
    Ok(Some(CompletionResponse::Array(items.map(item).collect())))
}

/// Signature help.
pub(crate) fn signature(c: &Context, params: SignatureHelpParams) -> Answer<Option<SignatureHelp>> {
    let Some((_, file, offset)) = Texts::at(c, &params.text_document_position_params) else {
        return Ok(None);
    };
    let Some(found) = ide::signature(c.snapshot.analysis(), file, offset) else { return Ok(None) };
    // Clients count these in UTF-16, whatever positions count.
    let units = |byte: u32| {
        let before = found.label.get(..byte as usize).unwrap_or(&found.label);
        crate::position::Encoding::Utf16.len(before)
    };
    let parameters = found.parameters.iter().map(|p| ParameterInformation {
        label: ParameterLabel::LabelOffsets([units(p.start), units(p.end)]),
        documentation: None,
    });
    let active = u32::try_from(found.active).ok();
    let signature = SignatureInformation {
        parameters: Some(parameters.collect()),
        documentation: Some(&found.doc)
            .filter(|d| !d.is_empty())
            .map(|d| Documentation::MarkupContent(markup(c.client.markdown_signatures, d.clone()))),
        label: found.label.clone(),
        active_parameter: active,
    };
    Ok(Some(SignatureHelp {
        signatures: vec![signature],
        active_signature: Some(0),
        active_parameter: active,
    }))
}
