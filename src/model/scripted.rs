//! Boards and rules that scripts make.

use crate::base::Span;
use crate::diag::{Code, Diagnostic};
use crate::project::ModuleId;
use crate::script::{self, ActionSpec, BoardSpec, BoardView, CellView, EffectSpec, ScriptText};
use crate::syntax::ast::{Lattice, Picture, PictureRow, Script};
use crate::syntax::layout;

use super::board::{Board, Coord, of_graph, of_marks};
use super::expr::{Cell, Cells, Test};
use super::names::Names;
use super::number::{self, Values};
use super::piece::{KindId, Pieces, Selector};
use super::rule::{Effect, Quantified};

type Failed = Vec<Diagnostic>;

fn text<'a>(names: &Names<'a>, module: ModuleId, script: &Script) -> Option<ScriptText<'a>> {
    let file = *names.project.module(module)?.scripts.get(&script.file.value)?;
    let source = names.project.sources.get(file)?;
    Some(ScriptText { file, text: &source.text, offset: 0 })
}

fn arguments(script: &Script, values: &Values) -> Result<Vec<i64>, Failed> {
    let args = script.call.iter().flat_map(|c| &c.1);
    args.map(|a| number::evaluate(a, values).map_err(|d| vec![*d])).collect()
}

fn hook<'a>(script: &'a Script, default: &'a str) -> (&'a str, Span) {
    script.call.as_ref().map_or((default, script.file.span), |(name, _)| (name.text.as_str(), name.span))
}

/// The board that a script makes: `script "boards.rhai" :: star(5)`.
///
/// # Errors
/// The script failed or gave something that is no board. Nothing is reported for a file that
/// could not be read: reading it did.
pub fn board(names: &Names<'_>, module: ModuleId, script: &Script, values: &Values) -> Result<Board, Failed> {
    let source = text(names, module, script).ok_or_else(Vec::new)?;
    let args = arguments(script, values)?;
    let function = hook(script, "board");
    let made = script::board(source, function, &args, &names.budget).map_err(|d| vec![*d])?;
    let wrong = |why: String| vec![Diagnostic::new(Code::ScriptResult, function.1, why)];
    match made {
        BoardSpec::Graph { vertices, edges } => {
            if vertices.is_empty() {
                return Err(wrong("the script made a graph without vertices".into()));
            }
            let mut board = of_graph(&vertices);
            for (a, b) in edges {
                if a == b || a >= vertices.len() || b >= vertices.len() {
                    return Err(wrong(format!("the script made a graph with a wrong edge {a}-{b}")));
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
            let picture = Picture { rows: rows.into_iter().map(row).collect(), span: function.1 };
            let (marks, diagnostics) = layout(&picture, lattice);
            if !diagnostics.is_empty() || marks.is_empty() {
                return Err(wrong("the script drew a board whose rows do not fit together".into()));
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

/// The actions that a script's generator makes for a board.
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
    let source = text(names, module, script)?;
    let function = hook(script, "actions");
    let args = match arguments(script, values) {
        Ok(args) => args,
        Err(d) => {
            diagnostics.extend(d);
            return None;
        }
    };
    let Some(board) = board else {
        diagnostics.extend(script::check(source, function.0, 1 + args.len(), function.1));
        return None;
    };
    if board.unbounded {
        let d = Diagnostic::new(Code::NeedsBound, script.file.span, "a scripted rule needs a bounded board")
            .help("give the puzzle a board: `board line 20`, `board square 8 by 8`");
        diagnostics.push(d);
        return None;
    }
    let made = match script::actions(source, function, &view(board), &args, &names.budget) {
        Ok(made) => made,
        Err(d) => {
            diagnostics.push(*d);
            return None;
        }
    };
    let mut reader = Reader { names, module, board, pieces };
    let mut rules = Vec::new();
    for spec in &made {
        match reader.action(spec) {
            Ok(rule) => rules.push(rule),
            Err(why) => {
                diagnostics.push(Diagnostic::new(Code::ScriptResult, function.1, why));
                return None;
            }
        }
    }
    Some(rules)
}

fn view(board: &Board) -> BoardView {
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

struct Reader<'a, 'n> {
    names: &'a Names<'n>,
    module: ModuleId,
    board: &'a Board,
    pieces: &'a mut Pieces,
}

impl Reader<'_, '_> {
    fn cell(&self, index: u32) -> Result<Cell, String> {
        let found = self.board.cells().get(index as usize);
        found
            .map(|c| Cell::Fixed(*c))
            .ok_or_else(|| format!("the script named a cell {index} that is not there"))
    }

    fn cells(&self, list: &[u32]) -> Result<Cells, String> {
        list.iter().map(|i| self.cell(*i).map(Cells::One)).collect::<Result<Vec<_>, _>>().map(Cells::Join)
    }

    fn kind(&mut self, name: &str) -> Result<KindId, String> {
        use crate::syntax::ast::ItemKind;
        let own = self.names.own(self.module, name).or_else(|| {
            let imports = &self.names.project.module(self.module)?.imports;
            imports.values().find_map(|i| self.names.own(i.module, name))
        });
        match own.and_then(|at| self.names.item(at).map(|i| (at, &i.kind))) {
            Some((at, ItemKind::Piece(piece))) => {
                self.names.mark_used(at);
                Ok(self.pieces.add(at, piece))
            }
            _ => Err(format!("the script named a piece `{name}` that is not there")),
        }
    }

    fn selector(&mut self, words: &[String]) -> Result<Selector, String> {
        let mut selector = Selector::default();
        for word in words {
            match word.as_str() {
                "empty" => selector.empty = true,
                "piece" => selector.any = true,
                name => selector.kinds.push(self.kind(name)?),
            }
        }
        Ok(selector)
    }

    fn action(&mut self, spec: &ActionSpec) -> Result<Quantified, String> {
        let mut guards = Vec::new();
        for (cell, words) in &spec.requires {
            guards.push(Test::Holds(Cells::One(self.cell(*cell)?), self.selector(words)?));
        }
        let mut effects = Vec::new();
        for effect in &spec.effects {
            effects.push(match effect {
                EffectSpec::Move(from, to) => Effect::Move(self.cells(from)?, self.cells(to)?),
                EffectSpec::Swap(a, b) => Effect::Swap(self.cell(*a)?, self.cell(*b)?),
                EffectSpec::Remove(cell) => Effect::Remove(Cells::One(self.cell(*cell)?)),
                EffectSpec::Put(cell, name) => Effect::Put(self.kind(name)?, Cells::One(self.cell(*cell)?)),
                EffectSpec::Flip(a, b, cells) => {
                    Effect::Flip(self.kind(a)?, self.kind(b)?, self.cells(cells)?)
                }
            });
        }
        if effects.is_empty() {
            return Err("the script made an action without effect".into());
        }
        Ok(Quantified { variables: Vec::new(), slots: 0, guards, effects, closes: false })
    }
}
