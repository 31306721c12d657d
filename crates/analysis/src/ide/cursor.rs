//! The context of a place in a possibly broken text: the tokens of its statement before it, and the enclosing
//! brackets.

use super::context::IdeContext;
use puzzlec_base::{FileId, Span};
use puzzlec_model::names::ItemRef;
use puzzlec_syntax::keywords::{Place, words};
use puzzlec_syntax::{CommentKind, Token, TokenKind, lex};

/// The enclosing construct.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Site {
    /// A comment.
    Comment,
    /// A text between quotes, with the place after the opening ones.
    Text(u32),
    /// A picture.
    Picture,
    /// The start of an item.
    Items,
    /// The head of an item, or an item without a block.
    Head,
    /// The start of a statement.
    Statements,
    /// Behind the first word of a statement.
    Statement,
    /// The properties of a piece.
    Properties,
    /// The edges of a graph.
    Edges,
}

/// A token and its text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bit<'a> {
    pub(super) kind: TokenKind,
    pub(super) text: &'a str,
}

/// A place and the text before it.
#[derive(Debug)]
pub(super) struct Cursor<'a> {
    pub(super) site: Site,
    /// The item, if it is known.
    pub(super) item: Option<ItemRef>,
    /// The first word of the item.
    pub(super) keyword: &'a str,
    /// The tokens of the head or statement before the word at the place.
    pub(super) before: Vec<Bit<'a>>,
    /// The word at the place; empty between words.
    pub(super) word: Span,
}

impl<'a> Cursor<'a> {
    /// The text of the token `n` places back; 0 is the last.
    pub(super) fn back(&self, n: usize) -> &'a str {
        let at = self.before.len().checked_sub(n + 1);
        at.and_then(|i| self.before.get(i)).map_or("", |b| b.text)
    }

    /// Whether a word is among the tokens before.
    pub(super) fn has(&self, word: &str) -> bool {
        self.before.iter().any(|b| b.text == word)
    }

    /// The first word of the statement.
    pub(super) fn first(&self) -> &'a str {
        self.before.first().map_or("", |b| b.text)
    }

    /// The call that the place is an argument of: the tokens of its name, and which argument.
    pub(super) fn call(&self) -> Option<(&[Bit<'a>], usize)> {
        let (mut depth, mut commas) = (0_usize, 0);
        for (i, bit) in self.before.iter().enumerate().rev() {
            match (bit.kind, bit.text) {
                (TokenKind::Close, _) => depth += 1,
                (TokenKind::Open, "(") if depth == 0 => {
                    let name = self.before.get(..i)?;
                    let length = match name {
                        [
                            ..,
                            Bit { kind: TokenKind::Word, .. },
                            Bit { text: ".", .. },
                            Bit { kind: TokenKind::Word, .. },
                        ] => 3,
                        [.., Bit { kind: TokenKind::Word, .. }] => 1,
                        _ => return None,
                    };
                    return Some((name.get(name.len() - length..)?, commas));
                }
                (TokenKind::Open, _) if depth == 0 => return None,
                (TokenKind::Open, _) => depth -= 1,
                (_, ",") if depth == 0 => commas += 1,
                _ => {}
            }
        }
        None
    }

    /// The innermost open bracket of the statement.
    pub(super) fn bracket(&self) -> Option<&'a str> {
        let mut open = Vec::new();
        for bit in &self.before {
            match bit.kind {
                TokenKind::Open => open.push(bit.text),
                TokenKind::Close => drop(open.pop()),
                _ => {}
            }
        }
        open.pop()
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The word at a place.
pub(super) fn word_around(text: &str, offset: usize) -> (usize, usize) {
    let before = text.get(..offset).unwrap_or("");
    let after = text.get(offset..).unwrap_or("");
    let mut start = before.trim_end_matches(is_word).len();
    let head = before.get(..start).unwrap_or("");
    // `up-left` is one word.
    for half in ["up-", "down-"] {
        if head.ends_with(half) {
            start -= half.len();
        }
    }
    (start, offset + (after.len() - after.trim_start_matches(is_word).len()))
}

/// The context of a place of a puzzle file. Reads only the item before it.
pub(super) fn cursor<'a>(context: &IdeContext<'a>, file: FileId, offset: u32) -> Option<Cursor<'a>> {
    let (module, found) = context.module(file)?;
    let text = context.file_text(file);
    let offset = (offset as usize).min(text.len());
    let offset = (0..=offset).rev().find(|o| text.is_char_boundary(*o))?;
    let (start, end) = word_around(text, offset);
    let items = &found.parse.file.items;
    let near = items.partition_point(|i| i.span.start as usize <= start).checked_sub(1);
    let base = near.and_then(|i| items.get(i)).map_or(0, |i| i.span.start as usize);
    let prefix = text.get(base..start)?;
    let lexed = lex(file, prefix);
    let word = Span::new(file, start, end);
    let mut cursor = Cursor { site: Site::Items, item: None, keyword: "", before: Vec::new(), word };
    let line = prefix.rfind(['\n', '\r']).map_or(0, |n| n + 1);
    let commented = lexed.comments.iter().any(|c| match c.kind {
        CommentKind::Block => false,
        _ => c.span.start as usize >= line,
    });
    if commented || lexed.unclosed_comment.is_some() {
        cursor.site = Site::Comment;
        return Some(cursor);
    }
    let tokens = &lexed.tokens;
    let item = near.map(|item| ItemRef { module, item });
    let ended = place(&mut cursor, tokens, prefix, item);
    if let Some(last) = tokens.last() {
        match last.kind {
            TokenKind::UnclosedText if !prefix.get(last.start as usize..).unwrap_or("").contains('\n') => {
                cursor.site = Site::Text(u32::try_from(base).unwrap_or(0) + last.start + 1);
            }
            TokenKind::UnclosedPicture => cursor.site = Site::Picture,
            _ => ended.into_iter().for_each(|site| cursor.site = site),
        }
    }
    Some(cursor)
}

/// Finds the statement. Gives the site where no text or picture is open.
fn place<'a>(
    cursor: &mut Cursor<'a>,
    tokens: &[Token],
    text: &'a str,
    item: Option<ItemRef>,
) -> Option<Site> {
    let mut open: Vec<usize> = Vec::new();
    let (mut first, mut statement) = (0, 0);
    for (i, token) in tokens.iter().enumerate() {
        let word = token.text(text);
        if open.is_empty() && token.first && words(Place::Item).contains(&word) {
            (first, statement) = (i, i);
        }
        let begins =
            word == "[" || words(Place::Puzzle).contains(&word) || words(Place::Rule).contains(&word);
        if open.len() == 1 && token.first && begins {
            statement = i;
        }
        match token.kind {
            TokenKind::Open => {
                open.push(i);
                if word == "{" && open.len() == 1 {
                    statement = i + 1;
                }
            }
            TokenKind::Close => {
                open.pop();
                if word == "}" && open.is_empty() {
                    statement = i + 1;
                }
            }
            TokenKind::Separator if open.len() == 1 => statement = i + 1,
            _ => {}
        }
    }
    cursor.keyword = tokens.get(first).map_or("", |t| t.text(text));
    cursor.item = item.filter(|_| first == 0);
    let bits = tokens.get(statement..).unwrap_or(&[]).iter();
    cursor.before = bits.map(|t| Bit { kind: t.kind, text: t.text(text) }).collect();
    let last = tokens.last()?;
    let fresh = text.get(last.end as usize..).unwrap_or("").contains(['\n', '\r']);
    let asks = match last.kind {
        TokenKind::Symbol => !matches!(last.text(text), "." | "?"),
        _ => false,
    };
    let block = open.iter().find(|i| tokens.get(**i).is_some_and(|t| t.text(text) == "{"));
    let Some(_) = block else {
        let ends = cursor.before.is_empty() || fresh && open.is_empty() && !asks;
        return Some(if ends { Site::Items } else { Site::Head });
    };
    Some(match cursor.keyword {
        "piece" => Site::Properties,
        "board" => Site::Edges,
        _ if cursor.before.is_empty() || fresh && open.len() == 1 && !asks => Site::Statements,
        _ => Site::Statement,
    })
}
