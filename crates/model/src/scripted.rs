//! Boards, configurations and rules from scripts.

use crate::project::ModuleId;
use puzzlec_base::diag::{Code, Diagnostic};
use puzzlec_script::{
    self, BoardSpec, BoardView, CellView, ConfigurationSpec, Hook, Kind, ScriptCallback, ScriptText,
};
use puzzlec_syntax::ast::{ItemKind, Lattice, Picture, PictureRow, Script, ScriptSource};
use puzzlec_syntax::layout;

use super::board::{Board, Coord, of_graph, of_marks};
use super::config::{self, Partial};
use super::hooks;
use super::names::{Names, Sort};
use super::number::{self, Values};
use super::piece::{KindId, Named, Pieces};
use super::rule::{Quantified, check_pieces};
use super::scope::Scope;

type Failed = Vec<Diagnostic>;

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
            let mut board = of_graph(&vertices);
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
            Ok(of_marks(lattice, &marks))
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
        diagnostics.push(hooks::unbounded(hook.at));
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
        match hooks::quantified(board, spec, &mut |name| upper(names, module, pieces, name))
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
        Some(board) => hooks::hook(names, module, script, values, "moves", board),
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

/// The contents that a script puts on the board.
///
/// # Errors
/// Its error.
pub(super) fn configuration(scope: &mut Scope<'_, '_>, script: &Script) -> Result<Partial, Failed> {
    let (names, module) = (scope.names, scope.module);
    let board = scope.board.ok_or_else(Vec::new)?;
    let hook = hooks::hook(names, module, script, &scope.values, "start", board)?;
    let made = puzzlec_script::configuration(&hook, &view(board), &names.budget).map_err(|d| vec![*d])?;
    let wrong = |why: String| vec![Diagnostic::new(Code::ScriptResult, hook.at, why)];
    match made {
        ConfigurationSpec::Picture(rows) => {
            let row = |text: String| PictureRow { text, span: hook.at };
            let picture =
                Picture { rows: rows.into_iter().map(row).collect(), odd_indent: None, span: hook.at };
            let cells = config::place(scope, &picture, false).ok_or_else(Vec::new)?;
            config::marks(scope, &cells).ok_or_else(Vec::new)
        }
        ConfigurationSpec::Pairs(pairs) => {
            let cell = |cell: u32| board.cells().get(cell as usize).copied();
            let pairs: Vec<[Coord; 2]> =
                pairs.iter().filter_map(|[a, b]| Some([cell(*a)?, cell(*b)?])).collect();
            config::pairs(scope, &pairs, hook.at).ok_or_else(Vec::new)
        }
        ConfigurationSpec::Placed(placed) => {
            let mut partial: Partial = board.cells().iter().map(|c| (*c, config::Held::one(0))).collect();
            for (cell, name) in placed {
                let kind = kind(names, module, scope.pieces, &name)
                    .or_else(|_| hooks::kind_in_play(scope.pieces, &name))
                    .map_err(wrong)?;
                let piece = Named { kind, member: None };
                let content = config::only_content(scope.pieces, piece).ok_or_else(|| {
                    wrong(format!(
                        "`{name}` is not one piece of one cell: end the function with `picture(rows)`"
                    ))
                })?;
                if let Some(cell) = board.cells().get(cell as usize) {
                    let place = if scope.pieces.is_floor(kind) { cell.floor() } else { *cell };
                    partial.insert(place, config::Held::one(content));
                }
            }
            Ok(partial)
        }
    }
}

/// A piece that a script names: one of its module or of what that imports.
fn kind(names: &Names<'_>, module: ModuleId, pieces: &mut Pieces, name: &str) -> Result<KindId, String> {
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

pub(super) fn view(board: &Board) -> BoardView {
    let place = |c: Coord| board.index(c);
    let cells = board.cells();
    let count = u8::try_from(board.directions().len()).unwrap_or(0);
    BoardView {
        cells: cells.iter().map(|c| CellView { name: board.name(*c), x: c.x, y: c.y }).collect(),
        directions: board.directions().map(str::to_owned).collect(),
        steps: cells
            .iter()
            .map(|c| (0..count).map(|d| board.step(*c, d).and_then(place)).collect())
            .collect(),
        neighbours: cells
            .iter()
            .map(|c| board.neighbours(*c).into_iter().filter_map(place).collect())
            .collect(),
        regions: board
            .named()
            .iter()
            .map(|(n, cs)| (n.clone(), cs.iter().filter_map(|c| place(*c)).collect()))
            .collect(),
    }
}
