//! Semantic tokens: all, those of a range, and the difference to those sent before.

use std::sync::PoisonError;

use lsp_types::{
    SemanticToken, SemanticTokenModifier, SemanticTokenType, SemanticTokens, SemanticTokensDelta,
    SemanticTokensDeltaParams, SemanticTokensEdit, SemanticTokensFullDeltaResult, SemanticTokensLegend,
    SemanticTokensParams, SemanticTokensRangeParams, SemanticTokensRangeResult, SemanticTokensResult,
};
use puzzlec_analysis::ide::{self, TokenClass};
use puzzlec_base::FileId;

use crate::convert::Texts;
use crate::request::{Answer, Context};

/// The classes of the library in the words of the protocol, which every theme has a colour for.
const TYPES: [SemanticTokenType; 16] = [
    SemanticTokenType::KEYWORD,
    SemanticTokenType::COMMENT,
    SemanticTokenType::STRING,
    SemanticTokenType::NUMBER,
    SemanticTokenType::OPERATOR,
    SemanticTokenType::CLASS,
    SemanticTokenType::ENUM_MEMBER,
    SemanticTokenType::STRUCT,
    SemanticTokenType::FUNCTION,
    SemanticTokenType::INTERFACE,
    SemanticTokenType::PARAMETER,
    SemanticTokenType::VARIABLE,
    SemanticTokenType::NAMESPACE,
    SemanticTokenType::METHOD,
    SemanticTokenType::PROPERTY,
    SemanticTokenType::TYPE,
];
const DECLARATION: u32 = 1;
const DOCUMENTATION: u32 = 2;

/// The legend of token types.
pub(crate) fn legend() -> SemanticTokensLegend {
    SemanticTokensLegend {
        token_types: TYPES.to_vec(),
        token_modifiers: vec![SemanticTokenModifier::DECLARATION, SemanticTokenModifier::DOCUMENTATION],
    }
}

fn kind(class: TokenClass) -> u32 {
    let word = match class {
        TokenClass::Keyword => SemanticTokenType::KEYWORD,
        TokenClass::Comment | TokenClass::DocComment => SemanticTokenType::COMMENT,
        TokenClass::Text => SemanticTokenType::STRING,
        TokenClass::Number => SemanticTokenType::NUMBER,
        TokenClass::Operator => SemanticTokenType::OPERATOR,
        TokenClass::Board => SemanticTokenType::CLASS,
        TokenClass::Piece | TokenClass::Mark => SemanticTokenType::ENUM_MEMBER,
        TokenClass::Configuration => SemanticTokenType::STRUCT,
        TokenClass::Rule => SemanticTokenType::FUNCTION,
        TokenClass::Puzzle => SemanticTokenType::INTERFACE,
        TokenClass::Parameter => SemanticTokenType::PARAMETER,
        TokenClass::Variable => SemanticTokenType::VARIABLE,
        TokenClass::Module => SemanticTokenType::NAMESPACE,
        TokenClass::Function => SemanticTokenType::METHOD,
        TokenClass::Cell | TokenClass::Property => SemanticTokenType::PROPERTY,
        TokenClass::Direction => SemanticTokenType::TYPE,
    };
    let place = TYPES.iter().position(|t| *t == word).unwrap_or(0);
    u32::try_from(place).unwrap_or(0)
}

fn encode(c: &Context, file: FileId, shown: Option<(u32, u32)>) -> Vec<SemanticToken> {
    let texts = Texts::of(c);
    let Some(lines) = texts.lines(file) else { return Vec::new() };
    let analysis = c.snapshot.analysis();
    let (mut line, mut character) = (0, 0);
    let mut encoded = Vec::new();
    for token in ide::tokens(analysis, file) {
        if shown.is_some_and(|(start, end)| token.span.end <= start || token.span.start >= end) {
            continue;
        }
        let length = c.client.encoding.len(analysis.sources().slice(token.span));
        if length == 0 {
            continue;
        }
        let at = lines.position(token.span.start);
        let delta_line = at.line - line;
        let delta_start = if delta_line == 0 { at.character - character } else { at.character };
        let declaration = if token.declaration { DECLARATION } else { 0 };
        let documentation = if token.class == TokenClass::DocComment { DOCUMENTATION } else { 0 };
        encoded.push(SemanticToken {
            delta_line,
            delta_start,
            length,
            token_type: kind(token.class),
            token_modifiers_bitset: declaration | documentation,
        });
        (line, character) = (at.line, at.character);
    }
    encoded
}

/// All tokens of a document.
pub(crate) fn full(c: &Context, params: SemanticTokensParams) -> Answer<Option<SemanticTokensResult>> {
    let uri = params.text_document.uri;
    let Some(file) = Texts::of(c).file(&uri) else { return Ok(None) };
    let data = encode(c, file, None);
    let id = c.token_cache.lock().unwrap_or_else(PoisonError::into_inner).keep(&uri, &data);
    Ok(Some(SemanticTokensResult::Tokens(SemanticTokens { result_id: Some(id), data })))
}

/// The changes since the last tokens; all tokens if those are not cached.
pub(crate) fn delta(
    c: &Context,
    params: SemanticTokensDeltaParams,
) -> Answer<Option<SemanticTokensFullDeltaResult>> {
    let uri = params.text_document.uri;
    let Some(file) = Texts::of(c).file(&uri) else { return Ok(None) };
    let data = encode(c, file, None);
    let mut sent = c.token_cache.lock().unwrap_or_else(PoisonError::into_inner);
    let before = sent.of.remove(uri.as_str()).filter(|(id, _)| *id == params.previous_result_id);
    let id = sent.keep(&uri, &data);
    drop(sent);
    let Some((_, before)) = before else {
        let tokens = SemanticTokens { result_id: Some(id), data };
        return Ok(Some(SemanticTokensFullDeltaResult::Tokens(tokens)));
    };
    let edits = difference(&before, &data).into_iter().collect();
    Ok(Some(SemanticTokensFullDeltaResult::TokensDelta(SemanticTokensDelta { result_id: Some(id), edits })))
}

/// One edit: from the first to the last place where the lists differ.
fn difference(before: &[SemanticToken], after: &[SemanticToken]) -> Option<SemanticTokensEdit> {
    let same = |(a, b): &(&SemanticToken, &SemanticToken)| a == b;
    let start = before.iter().zip(after).take_while(same).count();
    let (old, new) = (before.get(start..)?, after.get(start..)?);
    let end = old.iter().rev().zip(new.iter().rev()).take_while(same).count();
    let (gone, come) = (old.get(..old.len() - end)?, new.get(..new.len() - end)?);
    // A token is five numbers.
    let number = |n: usize| u32::try_from(n * 5).unwrap_or(u32::MAX);
    (!gone.is_empty() || !come.is_empty()).then(|| SemanticTokensEdit {
        start: number(start),
        delete_count: number(gone.len()),
        data: Some(come.to_vec()),
    })
}

/// The tokens of a part of a document.
pub(crate) fn range(
    c: &Context,
    params: SemanticTokensRangeParams,
) -> Answer<Option<SemanticTokensRangeResult>> {
    let Some((texts, file)) = Texts::document(c, &params.text_document) else { return Ok(None) };
    let shown = texts.span(file, params.range).map(|s| (s.start, s.end));
    let data = encode(c, file, shown);
    Ok(Some(SemanticTokensRangeResult::Tokens(SemanticTokens { result_id: None, data })))
}
