//! The one walk over the tree: it tells a visitor what the nodes and names of an item are for. A new kind
//! of node gets its place here, and its fields in the table of `shift`; nothing else walks.

mod puzzle;

use super::*;

/// What a name that stands alone is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Role {
    Board,
    Piece,
    Configuration,
    Set,
    List,
    Counter,
    Rule,
    Puzzle,
    Module,
    Parameter,
    Variable,
    /// A piece of several cells, by one of them in a pattern: `g.1`.
    End,
    /// A vertex of a graph.
    Vertex,
    /// A cell beside a wall.
    Wall,
    /// A direction or the variable for one.
    Direction,
    /// A function of expressions.
    Function,
    /// A function of a script.
    ScriptFunction,
    /// The label of an end of a piece to lay.
    Label,
    /// The measure of a puzzle.
    Measure,
    /// What a claim counts.
    Unit,
    /// A colour, a theory, a kind of proof.
    Property,
}

/// What a path should name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Want {
    /// A board.
    Board,
    /// A configuration.
    Configuration,
    /// A rule.
    Rule,
    /// A counter.
    Counter,
    /// A piece.
    Piece,
    /// What a variable of a rule stands for: `cell`, `empty`, `piece`, `direction` or a piece.
    Kind,
    /// What a cell holds, or a region that it belongs to.
    Content,
    /// A variable, parameter, cell, region, direction, counter or piece.
    Value,
}

/// What a picture draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawing {
    /// A board.
    Board(Lattice),
    /// A board with walls between its cells.
    Maze,
    /// A position.
    Position,
    /// A position in which `?` may stand.
    Goal,
    /// Pieces of several cells, or the labels of these.
    Layer,
    /// The shape of a piece.
    Shape,
}

/// What is told on the way: of a node before its parts, in the order of the text but that a name comes into
/// force where its scope begins.
pub trait Visitor<'t> {
    /// A part of the text that means something.
    fn node(&mut self, _span: Span) {}
    /// What is declared from here on is forgotten at the matching `leave`.
    fn enter(&mut self) {}
    /// The scope ends.
    fn leave(&mut self) {}
    /// A name is introduced.
    fn declare(&mut self, _name: &'t Name, _role: Role) {}
    /// A name is used, or introduced where it stands first.
    fn name(&mut self, _name: &'t Name, _role: Role) {}
    /// A path is used.
    fn path(&mut self, _path: &'t Path, _want: Want) {}
    /// An import and its whole statement.
    fn import(&mut self, _import: &'t Use, _span: Span) {}
    /// A board.
    fn board(&mut self, _board: &'t BoardExpr) {}
    /// A list of rules.
    fn rules(&mut self, _rules: &'t [RuleRef]) {}
    /// A drawn rule.
    fn pattern(&mut self, _pattern: &'t Pattern) {}
    /// A picture.
    fn picture(&mut self, _picture: &'t Picture, _drawing: Drawing) {}
    /// The marks of a piece.
    fn marks(&mut self, _text: &'t Text) {}
    /// Marks of a row, which are no group.
    fn row(&mut self, _term: &'t RowTerm) {}
    /// An expression, before its parts.
    fn expr(&mut self, _expr: &'t Expr) {}
    /// A script.
    fn script(&mut self, _script: &'t Script) {}
}

/// Walks an item.
pub fn visit<'t>(item: &'t Item, v: &mut dyn Visitor<'t>) {
    item.visit(v);
}

/// What can be walked.
trait Visit {
    fn visit<'t>(&'t self, v: &mut dyn Visitor<'t>);
}

impl Visit for (Expr, Option<Expr>) {
    fn visit<'t>(&'t self, v: &mut dyn Visitor<'t>) {
        self.0.visit(v);
        self.1.visit(v);
    }
}

impl<T: Visit> Visit for Vec<T> {
    fn visit<'t>(&'t self, v: &mut dyn Visitor<'t>) {
        self.iter().for_each(|one| one.visit(v));
    }
}

impl<T: Visit> Visit for Option<T> {
    fn visit<'t>(&'t self, v: &mut dyn Visitor<'t>) {
        self.iter().for_each(|one| one.visit(v));
    }
}

/// A path and what it should name.
fn path<'t>(path: &'t Path, want: Want, v: &mut dyn Visitor<'t>) {
    v.node(path.span);
    v.path(path, want);
}

/// Cells behind the path of a piece.
fn piece_at<'t>(piece: &'t Path, cells: &'t Vec<Expr>, v: &mut dyn Visitor<'t>) {
    path(piece, Want::Piece, v);
    cells.visit(v);
}

impl Visit for Item {
    fn visit<'t>(&'t self, v: &mut dyn Visitor<'t>) {
        v.enter();
        v.node(self.span);
        match &self.kind {
            ItemKind::Use(import) => {
                v.import(import, self.span);
                match &import.target {
                    UseTarget::Module(name) if import.alias.is_none() => v.declare(name, Role::Module),
                    UseTarget::Module(name) => v.name(name, Role::Module),
                    UseTarget::File(text) => v.node(text.span),
                }
                import.alias.iter().for_each(|alias| v.declare(alias, Role::Module));
            }
            ItemKind::Board(board) => {
                v.declare(&board.name, Role::Board);
                board.params.visit(v);
                board.value.visit(v);
            }
            ItemKind::Piece(piece) => {
                v.declare(&piece.name, Role::Piece);
                piece.marks.iter().for_each(|marks| v.marks(marks));
                piece.props.visit(v);
            }
            ItemKind::Kind(kind) => {
                v.declare(&kind.name, Role::Piece);
                kind.pieces.iter().for_each(|piece| path(piece, Want::Piece, v));
            }
            ItemKind::Marks(legend) => legend.visit(v),
            ItemKind::Configuration(configuration) => {
                v.declare(&configuration.name, Role::Configuration);
                configuration.value.visit(v);
            }
            ItemKind::Set(set) => {
                v.declare(&set.name, Role::Set);
                set.value.visit(v);
            }
            ItemKind::List(list) => {
                v.declare(&list.name, Role::List);
                v.node(list.words.span);
            }
            ItemKind::Counter(counter) => {
                v.declare(&counter.name, Role::Counter);
                counter.value.visit(v);
            }
            ItemKind::Rule(rule) => rule.visit(v),
            ItemKind::Theory(theory) => {
                v.name(&theory.theory, Role::Property);
                theory.rules.iter().for_each(|rule| path(rule, Want::Rule, v));
            }
            ItemKind::Puzzle(puzzle) => puzzle.visit(v),
            ItemKind::Error => {}
        }
        v.leave();
    }
}

impl Visit for CounterValue {
    fn visit<'t>(&'t self, v: &mut dyn Visitor<'t>) {
        if let Some((least, most)) = &self.range {
            least.visit(v);
            most.visit(v);
        }
        self.start.visit(v);
    }
}

impl Visit for Legend {
    fn visit<'t>(&'t self, v: &mut dyn Visitor<'t>) {
        for sign in &self.signs {
            v.node(sign.span);
            v.node(sign.mark.span);
            path(&sign.piece, Want::Content, v);
            sign.on.iter().chain(&sign.below).for_each(|floor| path(floor, Want::Piece, v));
        }
    }
}

impl Visit for PieceProp {
    fn visit<'t>(&'t self, v: &mut dyn Visitor<'t>) {
        match self {
            PieceProp::Cells(n) => n.visit(v),
            PieceProp::Members(first, last) => {
                first.visit(v);
                last.visit(v);
            }
            PieceProp::Colour(name) | PieceProp::Outline(name) => v.name(name, Role::Property),
            PieceProp::Title(text) => v.node(text.span),
            PieceProp::Shape(picture, span) => {
                v.node(*span);
                v.picture(picture, Drawing::Shape);
            }
            PieceProp::Sprite(sprite) => {
                v.node(sprite.span);
                v.picture(&sprite.picture, Drawing::Shape);
                for tint in &sprite.tints {
                    v.node(tint.mark.span);
                    v.node(tint.colour.span);
                }
            }
            PieceProp::Rigid(span)
            | PieceProp::Floor(span)
            | PieceProp::Turns(span)
            | PieceProp::Flips(span)
            | PieceProp::Layer(_, span)
            | PieceProp::Error(span) => v.node(*span),
        }
    }
}

impl Visit for Param {
    fn visit<'t>(&'t self, v: &mut dyn Visitor<'t>) {
        v.node(self.span);
        if let Some((least, most)) = &self.range {
            least.visit(v);
            most.visit(v);
        }
        self.default.visit(v);
        v.declare(&self.name, Role::Parameter);
    }
}

impl Visit for BoardExpr {
    fn visit<'t>(&'t self, v: &mut dyn Visitor<'t>) {
        v.node(self.span);
        v.board(self);
        match &self.kind {
            BoardKind::Drawn(lattice, picture) => v.picture(picture, Drawing::Board(*lattice)),
            BoardKind::Maze(_, picture) => v.picture(picture, Drawing::Maze),
            BoardKind::Rectangle(_, width, height) => {
                width.visit(v);
                height.visit(v);
            }
            BoardKind::Side(_, n) | BoardKind::Line(n) | BoardKind::Ring(n) => n.visit(v),
            BoardKind::Graph(edges) => {
                for (one, other) in edges {
                    v.node(one.span.to(other.as_ref().unwrap_or(one).span));
                    v.name(one, Role::Vertex);
                    other.iter().for_each(|other| v.name(other, Role::Vertex));
                }
            }
            BoardKind::Script(script) => script.visit(v),
            BoardKind::Named(board, arguments) => {
                path(board, Want::Board, v);
                arguments.visit(v);
            }
            BoardKind::Unbounded(_) | BoardKind::Error => {}
        }
        for (one, other) in &self.walls {
            v.node(one.span.to(other.span));
            v.name(one, Role::Wall);
            v.name(other, Role::Wall);
        }
    }
}

impl Visit for Script {
    fn visit<'t>(&'t self, v: &mut dyn Visitor<'t>) {
        v.script(self);
        match &self.source {
            ScriptSource::File(text) => v.node(text.span),
            ScriptSource::Inline(_) => {}
        }
        if let Some((name, arguments)) = &self.call {
            v.name(name, Role::ScriptFunction);
            arguments.visit(v);
        }
    }
}

impl Visit for RuleItem {
    fn visit<'t>(&'t self, v: &mut dyn Visitor<'t>) {
        v.declare(&self.name, Role::Rule);
        for kind in self.over.iter().flat_map(|variable| &variable.kinds) {
            path(kind, Want::Kind, v);
        }
        self.over.iter().for_each(|variable| variable.range.visit(v));
        self.params.visit(v);
        // Variables hide parameters.
        self.over.iter().for_each(|variable| v.declare(&variable.name, Role::Variable));
        self.on.visit(v);
        match &self.body {
            RuleBody::Statements(statements) => statements.visit(v),
            RuleBody::Script(script) | RuleBody::Callback(script) => script.visit(v),
            RuleBody::Union(rules) => list(rules, v),
            RuleBody::Error => {}
        }
    }
}

fn list<'t>(rules: &'t [RuleRef], v: &mut dyn Visitor<'t>) {
    v.rules(rules);
    for rule in rules {
        v.node(rule.span);
        path(&rule.path, Want::Rule, v);
        rule.args.visit(v);
    }
}

fn consequences<'t>(all: &'t [ConsequenceRef], v: &mut dyn Visitor<'t>) {
    for consequence in all {
        v.node(consequence.span);
        v.node(consequence.rule.span);
        path(&consequence.rule.path, Want::Rule, v);
        consequence.rule.args.visit(v);
    }
}

impl Visit for RuleStatement {
    fn visit<'t>(&'t self, v: &mut dyn Visitor<'t>) {
        v.node(self.span);
        match &self.kind {
            RuleStatementKind::Pattern(pattern) => pattern.visit(v),
            RuleStatementKind::When(e)
            | RuleStatementKind::WhenAfter(e)
            | RuleStatementKind::Close(e)
            | RuleStatementKind::Cost(e) => e.visit(v),
            RuleStatementKind::Move(from, to) => {
                from.visit(v);
                to.visit(v);
            }
            RuleStatementKind::Swap(a, b) | RuleStatementKind::Shift(a, b) => {
                a.visit(v);
                b.visit(v);
            }
            RuleStatementKind::Remove(cells) => cells.visit(v),
            RuleStatementKind::Put(piece, cells) | RuleStatementKind::Clear(piece, cells) => {
                piece_at(piece, cells, v);
            }
            RuleStatementKind::Flip(one, other, cells) => {
                path(one, Want::Piece, v);
                piece_at(other, cells, v);
            }
            RuleStatementKind::Set(counter, value) => {
                path(counter, Want::Counter, v);
                value.visit(v);
            }
            RuleStatementKind::Then(consequences) => self::consequences(consequences, v),
            RuleStatementKind::Turn(turn) => turn.visit(v),
            RuleStatementKind::Repeat | RuleStatementKind::Error => {}
        }
    }
}

impl Visit for Turn {
    fn visit<'t>(&'t self, v: &mut dyn Visitor<'t>) {
        for cell in self.before.iter().chain(&self.after).flat_map(|row| &row.cells) {
            v.node(cell.span);
            cell.terms.iter().for_each(|term| path(&term.piece, Want::Piece, v));
        }
        directions(&self.along, v);
    }
}

fn directions<'t>(along: &'t [PathShape], v: &mut dyn Visitor<'t>) {
    for shape in along {
        v.node(shape.span);
        shape.steps.iter().for_each(|step| v.name(&step.direction, Role::Direction));
    }
}

impl Visit for Pattern {
    fn visit<'t>(&'t self, v: &mut dyn Visitor<'t>) {
        v.pattern(self);
        for cell in self.before.iter().chain(&self.after) {
            v.node(cell.span);
            match &cell.kind {
                PatternCellKind::Piece(piece) => path(piece, Want::Piece, v),
                PatternCellKind::Part(name, _) => v.name(name, Role::End),
                PatternCellKind::Any | PatternCellKind::Empty => {}
            }
            if let Some(PatternFloor::Piece(piece)) = &cell.floor {
                path(piece, Want::Piece, v);
            }
        }
        directions(&self.along, v);
    }
}

impl Visit for Expr {
    fn visit<'t>(&'t self, v: &mut dyn Visitor<'t>) {
        v.node(self.span);
        v.expr(self);
        match &self.kind {
            ExprKind::Path(value) => path(value, Want::Value, v),
            ExprKind::Call(name, arguments) => {
                v.name(name, Role::Function);
                match arguments.split_first() {
                    // `count` alone takes pieces.
                    Some((Expr { kind: ExprKind::Path(piece), span }, rest)) if name.text == "count" => {
                        v.node(*span);
                        path(piece, Want::Content, v);
                        rest.iter().for_each(|argument| argument.visit(v));
                    }
                    _ => arguments.visit(v),
                }
            }
            ExprKind::Around(inner) | ExprKind::Unary(_, inner) => inner.visit(v),
            ExprKind::Binary(_, left, right) => {
                left.visit(v);
                right.visit(v);
            }
            ExprKind::Is(inner, content, _) => {
                inner.visit(v);
                path(content, Want::Content, v);
            }
            ExprKind::Until(ray, kinds) => {
                ray.visit(v);
                kinds.iter().for_each(|kind| path(kind, Want::Kind, v));
            }
            ExprKind::UntilTest(over, name, claim)
            | ExprKind::Where(over, name, claim)
            | ExprKind::Fold(_, name, over, claim) => {
                over.visit(v);
                v.enter();
                v.declare(name, Role::Variable);
                claim.visit(v);
                v.leave();
            }
            ExprKind::Quantified(_, name, over, claim) => {
                over.iter().for_each(|over| over.visit(v));
                v.enter();
                v.declare(name, Role::Variable);
                claim.visit(v);
                v.leave();
            }
            ExprKind::Int(_) | ExprKind::Text(_) | ExprKind::Error => {}
        }
    }
}
