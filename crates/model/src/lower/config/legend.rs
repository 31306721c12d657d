//! Legends: the meanings of marks.

use super::member_name;
use crate::config::only_content;
use crate::mark;
use crate::names::Names;
use crate::number::Values;
use crate::piece::{Content, ContentId, Form, KindId, Pieces, may_be};
use crate::project::ModuleId;
use crate::scope::Scope;
use crate::scope::marks::{in_force, sign};
use puzzlec_base::Span;
use puzzlec_base::diag::{Code, Diagnostic};
use puzzlec_syntax::ast::{Legend, Path, Sign};

/// What a mark stands for on a cell.
#[derive(Clone, Copy)]
pub(super) struct Meaning {
    /// The content; empty below a block.
    pub(super) held: ContentId,
    /// The rigid piece that has a cell here.
    pub(super) block: Option<KindId>,
    /// The floor piece, if there is one.
    pub(super) floor: Option<ContentId>,
}

/// The meaning that a legend gives to a mark, if it names the mark.
///
/// # Errors
/// The line has an error, which was reported.
pub(super) fn content(scope: &mut Scope<'_, '_>, mark: char) -> Option<Result<Meaning, ()>> {
    let sign = sign(scope, mark)?;
    Some(meaning(scope, sign).ok_or(()))
}

/// What a line of a legend stands for.
fn meaning(scope: &mut Scope<'_, '_>, sign: &Sign) -> Option<Meaning> {
    if let Some(below) = sign.below.first() {
        let text = "a cell has one piece and one floor piece";
        scope.diagnostics.push(Diagnostic::new(Code::WrongLayer, below.span, text));
        return None;
    }
    let Some(floor) = &sign.on else {
        let content = content_of(scope, &sign.piece)?;
        return Some(match scope.pieces.lies_below(content) {
            true => Meaning { held: 0, block: None, floor: Some(content) },
            false => Meaning { held: content, block: None, floor: None },
        });
    };
    let piece = scope.upper_piece(&sign.piece, "it lies on no other one")?;
    scope.floor_piece(floor, |name| format!("declare it so: `piece {name} {{ floor }}`"))?;
    if scope.pieces.kind(piece.kind).is_some_and(|kind| kind.form == Form::Rigid) {
        return Some(Meaning { held: 0, block: Some(piece.kind), floor: Some(content_of(scope, floor)?) });
    }
    let held = content_of(scope, &sign.piece)?;
    Some(Meaning { held, block: None, floor: Some(content_of(scope, floor)?) })
}

/// The content that a piece of a legend stands for.
fn content_of(scope: &mut Scope<'_, '_>, path: &Path) -> Option<ContentId> {
    let piece = scope.chosen(path)?;
    if let Some(content) = only_content(scope.pieces, piece) {
        return Some(content);
    }
    let kind = scope.pieces.kind(piece.kind)?;
    let name = &kind.name;
    let d = match (kind.form, kind.marks.first()) {
        (Form::Unit, Some(first)) => {
            Diagnostic::new(Code::BadSign, path.span, format!("`{name}` is a family: a mark means one of it"))
                .help(format!("name the member: {}", member_name(name, *first)))
        }
        _ => Diagnostic::new(
            Code::BadSign,
            path.span,
            format!("`{name}` covers several cells: a mark means a piece of one cell"),
        )
        .help("name the piece and its floor with their cells: `PIECE at b2, c2 and FLOOR at b2`"),
    };
    scope.diagnostics.push(d);
    None
}

/// Reports what is wrong with the lines of a legend themselves.
fn read(legend: &Legend, diagnostics: &mut Vec<Diagnostic>) {
    let mut seen: Vec<(char, Span)> = Vec::new();
    for sign in &legend.signs {
        let (text, span) = (&sign.mark.value, sign.mark.span);
        let d = match mark::of(text) {
            Some(mark) if text.chars().all(may_be) => match seen.iter().find(|s| s.0 == mark) {
                Some((_, first)) => {
                    Diagnostic::new(Code::DuplicateMark, span, format!("mark `{text}` has two meanings"))
                        .also(*first, "the first")
                        .help("choose another mark")
                }
                None => {
                    seen.push((mark, span));
                    continue;
                }
            },
            _ => Diagnostic::new(Code::BadSign, span, format!("{text:?} cannot be a mark")).note(
                "a mark is one character other than a blank, `.` and `?`, two letters or digits, or a number up to 9,999",
            ),
        };
        diagnostics.push(d);
    }
}

/// Reports the errors of a legend of a file.
pub fn check(names: &Names<'_>, module: ModuleId, legend: &Legend, diagnostics: &mut Vec<Diagnostic>) {
    let mut pieces = Pieces::new();
    let mut scope = Scope {
        names,
        module,
        piece_modules: Vec::new(),
        sets: Vec::new(),
        parts: 0,
        values: Values::new(),
        board: None,
        pieces: &mut pieces,
        legend: None,
        variables: Vec::new(),
        slots: 0,
        filled: false,
        diagnostics,
    };
    read(legend, scope.diagnostics);
    for sign in &legend.signs {
        meaning(&mut scope, sign);
    }
}

/// The marks that the legends in force give to the contents of a puzzle. Their errors are reported; a piece that
/// nothing else names stays out of play.
pub(in crate::lower) fn signs(scope: &mut Scope<'_, '_>) -> Option<()> {
    let before = scope.diagnostics.iter().filter(|d| d.is_error()).count();
    let mut own = Vec::new();
    for legend in in_force(scope) {
        read(legend, scope.diagnostics);
        for sign in &legend.signs {
            let known = scope.pieces.clone();
            let content = meaning(scope, sign);
            let added = scope.pieces.kinds.len() > known.kinds.len();
            if added {
                *scope.pieces = known;
            }
            if let (Some(content), Some(mark), false) = (content, mark::of(&sign.mark.value), added) {
                own.push((content, mark, sign.mark.span));
            }
        }
    }
    // The first meaning of a mark counts, and the first mark of a content is shown.
    let mut taken = Vec::new();
    for (content, mark, span) in own {
        if !taken.contains(&mark) {
            taken.push(mark);
            // A block may leave the floor cell by cell: it keeps its own mark.
            if content.block.is_some() {
                clash(scope, content, mark, span);
                continue;
            }
            match (content.held, content.floor) {
                (0, Some(one)) | (one, None) => drop(scope.pieces.signs.entry(one).or_insert(mark)),
                (held, Some(floor)) => drop(scope.pieces.stacked.entry((held, floor)).or_insert(mark)),
            }
            clash(scope, content, mark, span);
        }
    }
    (scope.diagnostics.iter().filter(|d| d.is_error()).count() == before).then_some(())
}

/// Reports a mark that also is that of another piece in play.
fn clash(scope: &mut Scope<'_, '_>, content: Meaning, mark: char, span: Span) {
    // Nothing but the piece itself has the mark of a piece alone, and no piece that of two.
    let alone = match (content.held, content.floor) {
        _ if content.block.is_some() => 0,
        (0, Some(one)) | (one, None) => one,
        (_, Some(_)) => 0,
    };
    let other = scope.pieces.contents().find(|(id, held)| {
        let own = match held {
            Content::Unit(kind, member) => {
                scope.pieces.kind(*kind).and_then(|k| k.marks.get(usize::from(*member))) == Some(&mark)
            }
            Content::Block(kind, ..) => scope.pieces.kind(*kind).is_some_and(|k| k.marks.contains(&mark)),
            Content::Part(..) | Content::Empty => false,
        };
        *id != alone && own && !scope.pieces.signs.contains_key(id)
    });
    if let Some((id, _)) = other {
        let text = format!("mark `{}` is also that of `{}`", mark::text(mark), scope.pieces.describe(id));
        let d = Diagnostic::new(Code::DuplicateMark, span, text).help("choose another mark");
        scope.diagnostics.push(d);
    }
}
