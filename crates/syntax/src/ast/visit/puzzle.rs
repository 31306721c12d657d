//! Puzzles, configurations and goals.

use super::{Drawing, Role, Visit, Visitor, Want, list, path, piece_at};
use crate::ast::*;

impl Visit for PuzzleItem {
    fn visit<'t>(&'t self, v: &mut dyn Visitor<'t>) {
        v.declare(&self.name, Role::Puzzle);
        self.params.visit(v);
        self.statements.visit(v);
    }
}

impl Visit for PuzzleStatement {
    fn visit<'t>(&'t self, v: &mut dyn Visitor<'t>) {
        v.node(self.span);
        match &self.kind {
            PuzzleStatementKind::Title(text) => v.node(text.span),
            PuzzleStatementKind::Board(board) => board.visit(v),
            PuzzleStatementKind::Rules(rules) => list(rules, v),
            PuzzleStatementKind::Marks(legend) => legend.visit(v),
            PuzzleStatementKind::Counter(counter, value) => {
                path(counter, Want::Counter, v);
                value.visit(v);
            }
            PuzzleStatementKind::Start(start) => start.visit(v),
            PuzzleStatementKind::Goal(goal) | PuzzleStatementKind::Win(_, goal) => goal.visit(v),
            PuzzleStatementKind::Place(entries) => entries.visit(v),
            PuzzleStatementKind::Expect(expectation) => expectation.visit(v),
            PuzzleStatementKind::Players(players) => players.count.visit(v),
            PuzzleStatementKind::Measure(measure) => {
                v.declare(&measure.name, Role::Measure);
                measure.rules.iter().for_each(|rule| path(rule, Want::Rule, v));
            }
            PuzzleStatementKind::Window(n) => n.visit(v),
            PuzzleStatementKind::Fill(fillings) => fillings.visit(v),
            PuzzleStatementKind::Clues(amount, pieces, _) => {
                amount.visit(v);
                pieces.iter().for_each(|piece| path(piece, Want::Piece, v));
            }
            PuzzleStatementKind::Wish(wanted) => wanted.visit(v),
            PuzzleStatementKind::LegalAfter(test) => test.visit(v),
            PuzzleStatementKind::Hook(_, script) => script.visit(v),
            PuzzleStatementKind::Then(consequences) => super::consequences(consequences, v),
            PuzzleStatementKind::Keys(keys) => path(&keys.player, Want::Piece, v),
            PuzzleStatementKind::Message(text, _) => v.node(text.span),
            PuzzleStatementKind::Error => {}
        }
    }
}

impl Visit for PlaceEntry {
    fn visit<'t>(&'t self, v: &mut dyn Visitor<'t>) {
        v.node(self.span);
        path(&self.piece, Want::Piece, v);
        self.labels.iter().for_each(|label| v.name(label, Role::Label));
        self.amount.visit(v);
        self.on.iter().for_each(|cells| cells.visit(v));
    }
}

impl Visit for Amount {
    fn visit<'t>(&'t self, v: &mut dyn Visitor<'t>) {
        match self {
            Amount::One | Amount::Any => {}
            Amount::Exactly(number) => number.visit(v),
            Amount::Between(least, most) => {
                least.visit(v);
                most.visit(v);
            }
        }
    }
}

impl Visit for Filling {
    fn visit<'t>(&'t self, v: &mut dyn Visitor<'t>) {
        v.node(self.span);
        path(&self.piece, Want::Piece, v);
        self.amount.visit(v);
    }
}

impl Visit for Wanted {
    fn visit<'t>(&'t self, v: &mut dyn Visitor<'t>) {
        v.node(self.span);
        match &self.kind {
            WantedKind::Length(amount, unit) => {
                amount.visit(v);
                v.name(unit, Role::Unit);
            }
            WantedKind::Hardest(Some(by)) => match by.single().filter(|name| is_hardness(&name.text)) {
                Some(name) => v.name(name, Role::Property),
                None => path(by, Want::Rule, v),
            },
            WantedKind::Symmetric(words) => words.iter().for_each(|word| v.name(word, Role::Property)),
            WantedKind::Deduction(Some(technique)) => v.name(technique, Role::Property),
            WantedKind::Hardest(None) | WantedKind::Minimal | WantedKind::Deduction(None) => {}
        }
    }
}

impl Visit for Expectation {
    fn visit<'t>(&'t self, v: &mut dyn Visitor<'t>) {
        match &self.claim {
            ExpectationKind::Least(n, unit) | ExpectationKind::Within(n, unit) => {
                n.visit(v);
                v.name(unit, Role::Unit);
            }
            ExpectationKind::Unsolvable(proof) => {
                proof.iter().for_each(|proof| v.name(proof, Role::Property))
            }
            ExpectationKind::Solutions(n)
            | ExpectationKind::Placements(n, _)
            | ExpectationKind::Grundy(n) => n.visit(v),
            ExpectationKind::FirstWins(moves) | ExpectationKind::SecondWins(moves) => {
                if let Some((n, unit)) = moves {
                    n.visit(v);
                    v.name(unit, Role::Unit);
                }
            }
            ExpectationKind::Solvable | ExpectationKind::Draw | ExpectationKind::Plan(_) => {}
        }
        // These are parameters, which get other values.
        for (name, least, most) in &self.ranges {
            v.name(name, Role::Parameter);
            least.visit(v);
            most.visit(v);
        }
    }
}

impl Visit for ConfigExpr {
    fn visit<'t>(&'t self, v: &mut dyn Visitor<'t>) {
        configuration(self, Drawing::Position, v);
    }
}

fn configuration<'t>(config: &'t ConfigExpr, drawing: Drawing, v: &mut dyn Visitor<'t>) {
    v.node(config.span);
    match &config.kind {
        ConfigKind::Picture(picture) => v.picture(picture, drawing),
        ConfigKind::Layers(pieces, colours) => {
            v.picture(pieces, Drawing::Layer);
            v.picture(colours, Drawing::Layer);
        }
        ConfigKind::Row(terms) => terms.visit(v),
        ConfigKind::Full(piece, cells) => {
            piece.iter().for_each(|piece| path(piece, Want::Piece, v));
            cells.visit(v);
        }
        ConfigKind::Places(places) => places.iter().for_each(|(piece, cells)| piece_at(piece, cells, v)),
        ConfigKind::Named(name) => path(name, Want::Configuration, v),
        ConfigKind::Script(script) => script.visit(v),
        ConfigKind::Empty | ConfigKind::Error => {}
    }
}

impl Visit for RowTerm {
    fn visit<'t>(&'t self, v: &mut dyn Visitor<'t>) {
        v.node(self.span);
        match &self.kind {
            RowTermKind::Marks(_) => v.row(self),
            RowTermKind::Group(terms) => terms.visit(v),
        }
        self.times.visit(v);
    }
}

impl Visit for GoalExpr {
    fn visit<'t>(&'t self, v: &mut dyn Visitor<'t>) {
        v.node(self.span);
        match &self.kind {
            GoalKind::Config(config, _) => configuration(config, Drawing::Goal, v),
            GoalKind::Colours(picture, _) => v.picture(picture, Drawing::Layer),
            GoalKind::Only(piece, cells) | GoalKind::At(piece, cells) => piece_at(piece, cells, v),
            GoalKind::Where(e) => e.visit(v),
            GoalKind::Counted(_, piece, on) => {
                path(piece, Want::Piece, v);
                on.iter().for_each(|on| path(on, Want::Piece, v));
            }
            GoalKind::Script(script) => script.visit(v),
            GoalKind::Or(parts) | GoalKind::And(parts) => parts.visit(v),
            GoalKind::Error => {}
        }
    }
}
