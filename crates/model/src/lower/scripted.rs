//! Boards and rules from scripts, and the hooks that run them.

use crate::board::Board;
use crate::hooks::{quantified, view};
use crate::names::{Names, Sort};
use crate::number::{self, Values};
use crate::piece::{KindId, Pieces};
use crate::project::ModuleId;
use crate::rule::{Quantified, check_pieces};
use puzzlec_base::Span;
use puzzlec_base::diag::{Code, Diagnostic};
use puzzlec_script::{self, BoardSpec, Hook, Kind, ScriptCallback, ScriptText};
use puzzlec_syntax::ast::{ItemKind, Lattice, Picture, PictureRow, Script, ScriptSource};
use puzzlec_syntax::layout;

pub(super) type Failed = Vec<Diagnostic>;

/// The hook that a script of the puzzle means: the function that is named, else the usual one.
///
/// # Errors
/// A number that has no value. Nothing is reported for a file that could not be read: reading it
/// did.
pub(super) fn hook(
    names: &Names<'_>,
    module: ModuleId,
    script: &Script,
    values: &Values,
    usual: &str,
) -> Result<Hook, Failed> {
    let (file, offset, text) = match &script.source {
        ScriptSource::Inline(text) => {
            let module = names.project.module(module).ok_or_else(Vec::new)?;
            (module.file, text.span.start, text.value.as_str())
        }
        ScriptSource::File(path) => {
            let module = names.project.module(module).ok_or_else(Vec::new)?;
            let file = *module.scripts.get(&path.value).ok_or_else(Vec::new)?;
            (file, 0, names.project.sources.get(file).ok_or_else(Vec::new)?.text.as_ref())
        }
    };
    let args = script.call.iter().flat_map(|c| &c.1);
    let args = args.map(|a| number::evaluate(a, values).map_err(|d| vec![*d])).collect::<Result<_, _>>()?;
    let function = script.call.as_ref().map_or(usual, |(name, _)| name.text.as_str());
    Ok(Hook { text: text.into(), file, offset, function: function.to_owned(), at: script.span(), args })
}

/// A script that runs on a board.
///
/// # Errors
/// The script's error; empty for an unreadable file, which was reported when it was read.
pub(super) fn bounded(
    names: &Names<'_>,
    module: ModuleId,
    script: &Script,
    values: &Values,
    usual: &str,
    board: &Board,
) -> Result<Hook, Vec<Diagnostic>> {
    if board.unbounded {
        return Err(vec![unbounded(script.span())]);
    }
    hook(names, module, script, values, usual)
}

/// A script that needs a list of cells on an unbounded board.
fn unbounded(span: Span) -> Diagnostic {
    Diagnostic::new(Code::NeedsBound, span, "scripts need a bounded board")
        .help("give the puzzle a board: `board line 20`, `board square 8 by 8`")
}

fn text(hook: &Hook) -> ScriptText<'_> {
    ScriptText { file: hook.file, text: &hook.text, offset: hook.offset }
}

/// The board of a script: `script "boards.rhai" :: star(5)`.
///
/// # Errors
/// The script failed or returned no board. Nothing is reported for an unreadable file, which was reported
/// when it was read.
pub fn board(names: &Names<'_>, module: ModuleId, script: &Script, values: &Values) -> Result<Board, Failed> {
    let hook = hook(names, module, script, values, "board")?;
    let function = (hook.function.as_str(), hook.at);
    let made =
        puzzlec_script::board(text(&hook), function, &hook.args, &names.budget).map_err(|d| vec![*d])?;
    let wrong = |why: String| vec![Diagnostic::new(Code::ScriptResult, function.1, why)];
    match made {
        BoardSpec::Graph { vertices, edges } => {
            if vertices.is_empty() {
                return Err(wrong("the script created a graph without vertices".into()));
            }
            let mut board = Board::of_vertices(&vertices);
            for (a, b) in edges {
                if a == b || a >= vertices.len() || b >= vertices.len() {
                    return Err(wrong(format!("the script created a graph with an invalid edge {a}-{b}")));
                }
                board.join(a, b);
            }
            Ok(board)
        }
        BoardSpec::Drawn { lattice, rows } => {
            let known = lattice_named(&lattice);
            let lattice =
                known.ok_or_else(|| wrong(format!("the script named an unknown lattice `{lattice}`")))?;
            let row = |text: String| PictureRow { text, span: function.1 };
            let picture =
                Picture { rows: rows.into_iter().map(row).collect(), odd_indent: None, span: function.1 };
            let (marks, diagnostics) = layout(&picture, lattice);
            if !diagnostics.is_empty() || marks.is_empty() {
                return Err(wrong("the script drew a board with inconsistent rows".into()));
            }
            Ok(Board::of_marks(lattice, &marks))
        }
    }
}

fn lattice_named(name: &str) -> Option<Lattice> {
    Some(match name {
        "square" => Lattice::Square,
        "square diagonal" => Lattice::SquareDiagonal,
        "hex" => Lattice::Hex,
        "triangle" => Lattice::Triangle,
        "line" => Lattice::Line,
        _ => return None,
    })
}

/// The actions of a script's generator for a board.
#[allow(clippy::too_many_arguments)]
pub fn actions(
    names: &Names<'_>,
    module: ModuleId,
    script: &Script,
    values: &Values,
    board: Option<&Board>,
    pieces: &mut Pieces,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Vec<Quantified>> {
    let hook = match hook(names, module, script, values, "actions") {
        Ok(hook) => hook,
        Err(found) => {
            diagnostics.extend(found);
            return None;
        }
    };
    let function = (hook.function.as_str(), hook.at);
    let Some(board) = board else {
        diagnostics.extend(puzzlec_script::check(text(&hook), function.0, 1 + hook.args.len(), function.1));
        return None;
    };
    if board.unbounded {
        diagnostics.push(unbounded(hook.at));
        return None;
    }
    let made = match puzzlec_script::actions(text(&hook), function, &view(board), &hook.args, &names.budget) {
        Ok(made) => made,
        Err(d) => {
            diagnostics.push(*d);
            return None;
        }
    };
    let mut rules = Vec::new();
    for spec in &made {
        match quantified(board, spec, &mut |name| upper(names, module, pieces, name))
            .and_then(|rule| check_pieces(pieces, &rule).map(|()| rule))
        {
            Ok(rule) => rules.push(rule),
            Err(why) => {
                diagnostics.push(Diagnostic::new(Code::ScriptResult, function.1, why));
                return None;
            }
        }
    }
    Some(rules)
}

/// A rule whose moves a script generates at every position. All pieces of its module are in play, since the
/// script may name any of them.
pub fn callback(
    names: &Names<'_>,
    module: ModuleId,
    script: &Script,
    values: &Values,
    board: Option<&Board>,
    pieces: &mut Pieces,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<ScriptCallback> {
    let made = match board {
        Some(board) => bounded(names, module, script, values, "moves", board),
        None => hook(names, module, script, values, "moves"),
    };
    match made.and_then(|hook| ScriptCallback::new(hook, Kind::Moves).map_err(|d| vec![*d])) {
        Ok(callback) => {
            for (_, name) in names.all(module, Sort::Piece) {
                // It exists: it was just listed.
                let _ = kind(names, module, pieces, &name.text);
            }
            board.map(|_| callback)
        }
        Err(found) => {
            diagnostics.extend(found);
            None
        }
    }
}

/// A piece that a script names: one of its module or of what that imports.
pub(super) fn kind(
    names: &Names<'_>,
    module: ModuleId,
    pieces: &mut Pieces,
    name: &str,
) -> Result<KindId, String> {
    let own = names.own(module, name).or_else(|| {
        let imports = &names.project.module(module)?.imports;
        let (import, found) =
            imports.iter().find_map(|(import, i)| Some((import, names.own(i.module, name)?)))?;
        names.mark_import(module, import);
        Some(found)
    });
    match own.and_then(|at| names.item(at).map(|i| (at, &i.kind))) {
        Some((at, ItemKind::Piece(piece))) => {
            names.mark_used(at);
            Ok(pieces.add(at, piece))
        }
        _ => Err(format!("the script named a piece `{name}` that does not exist")),
    }
}

/// A piece that the actions of a script name.
fn upper(names: &Names<'_>, module: ModuleId, pieces: &mut Pieces, name: &str) -> Result<KindId, String> {
    let kind = kind(names, module, pieces, name)?;
    match pieces.is_floor(kind) {
        true => {
            Err(format!("the script named the floor piece `{name}`: its actions concern the pieces above"))
        }
        false => Ok(kind),
    }
}
