//! The tree of triangles inside a ring through all cells: the structures of Section 4, with its Figures 7 to 12.

use super::fact;
use crate::boards::{DualTree, LONG, dual_tree};
use crate::problem::{Board, Cell};
use crate::read::Game;
use crate::reconfigure::divide::{Split, evened, split};
use crate::reconfigure::insert::gate_cells;
use puzzlec_base::words::grouped;
use puzzlec_model::board::Coord;
use puzzlec_theory::{Content, Line, Mark, Overlay, Section};

/// The colours of trees, of what is chosen, of a second ring, and of rings.
const TREE: u8 = 0;
const CHOSEN: u8 = 1;
pub(super) const SECOND: u8 = 2;
pub(super) const RING: u8 = 3;

/// A board with a ring and its tree, to be drawn.
struct Inside<'g> {
    board: &'g Board,
    cells: &'g [Coord],
    ring: &'g [Cell],
    tree: &'g DualTree,
}

/// The sections about the triangles inside a ring; none if there are cells or holes inside.
pub(super) fn sections(game: &Game<'_>, ring: &[Cell]) -> Vec<Section> {
    let (board, cells) = (game.board(), game.cells().cells());
    let Some(tree) = dual_tree(board, ring) else { return Vec::new() };
    let before = Inside { board, cells, ring, tree: &tree };
    let mut sections = vec![before.tree(), before.gates()];
    let again = evened(board, ring.to_vec());
    let Some(tree) = dual_tree(board, &again) else { return sections };
    let after = Inside { board, cells, ring: &again, tree: &tree };
    if ring != again {
        sections.push(after.laid_again(&before));
    }
    sections.extend(after.balance());
    if let Some(split) = split(board, &again) {
        sections.extend([after.split(game, &split), after.exchange(game, &split)]);
    }
    sections
}

impl Inside<'_> {
    fn at(&self, cell: Cell) -> Option<Coord> {
        self.cells.get(cell as usize).copied()
    }

    fn label(&self, cell: Cell, text: &str) -> Option<(Vec<Coord>, String)> {
        Some((vec![self.at(cell)?], text.to_owned()))
    }

    /// The sides of a ring.
    fn sides(&self, ring: &[Cell], colour: impl Fn([Cell; 2]) -> u8) -> Vec<Line> {
        let next = ring.iter().cycle().skip(1);
        let line = |(a, b): (&Cell, &Cell)| Some(Line::between(self.at(*a)?, self.at(*b)?, colour([*a, *b])));
        ring.iter().zip(next).filter_map(line).collect()
    }

    /// The cells around a triangle.
    fn around(&self, node: usize) -> Vec<Coord> {
        let cells = self.tree.triangles.get(node).into_iter().flatten();
        cells.filter_map(|cell| self.at(*cell)).collect()
    }

    /// The ring and its tree, in which some edges are chosen.
    fn drawn(&self, name: &'static str, chosen: impl Fn(&[usize; 2]) -> bool) -> Overlay {
        let edge = |edge: &[usize; 2]| {
            let colour = if chosen(edge) { CHOSEN } else { TREE };
            Line { ends: edge.map(|node| self.around(node)), colour, directed: false, label: None }
        };
        let edges = self.tree.edges.iter().map(edge);
        Overlay::lines(name, self.sides(self.ring, |_| RING).into_iter().chain(edges))
            .with(Mark::Line(RING), "a Hamiltonian cycle")
            .with(Mark::Line(TREE), "the dual tree of the triangles inside")
    }

    /// The tree itself (Observations 2, 3, 5 and 6, Lemma 4.1, Figure 7; Figure 9, left).
    fn tree(&self) -> Section {
        let [leaves, degree_two, degree_three] = self.tree.degrees().map(|count| grouped(count as u64));
        let path = self.tree.longest_path();
        let is_crossed = |side: &&Vec<Cell>| {
            let next = self.ring.iter().cycle().skip(1);
            self.ring.iter().zip(next).any(|(a, b)| side.contains(a) && side.contains(b))
        };
        let crossed = self.tree.sides().iter().filter(is_crossed).count();
        let facts = vec![
            fact("triangles", grouped(self.tree.triangles.len() as u64)),
            fact("with one neighbour", leaves),
            fact("with two", degree_two),
            fact("with three", degree_three),
            fact("longest path of triangles with three", grouped(path.len() as u64)),
            fact("sides of the cycle that the tree crosses", grouped(crossed as u64)),
            fact("most sides of a cell on the tree", grouped(self.tree.most_sides(self.board.len()) as u64)),
        ];
        let near = self.tree.near();
        let labels = near.iter().enumerate().map(|(node, near)| (self.around(node), near.len().to_string()));
        let overlay = self.drawn("dual-tree", |edge| edge.iter().all(|node| path.contains(node)));
        let overlay = Overlay { labels: labels.collect(), ..overlay }
            .with(Mark::Line(CHOSEN), "the longest path of triangles with three neighbours")
            .with(Mark::Label, "the number of neighbours");
        let note = "the triangles inside the cycle, neighbours where they share a side";
        Section::new("dual tree", note, Content::Facts { facts }).over(overlay)
    }

    /// Where gourds on the ring can be reversed and exchanged (Figure 8).
    fn gates(&self) -> Section {
        let gates = self.tree.gates();
        let facts = vec![
            fact("(i) a leaf beside a triangle with two neighbours", grouped(gates.rhombi.len() as u64)),
            fact("(ii) two leaves beside a triangle with three", grouped(gates.trapezoids.len() as u64)),
        ];
        let within = |gate: &[usize], edge: &[usize; 2]| edge.iter().all(|node| gate.contains(node));
        let overlay = self.drawn("gates", |edge| {
            gates.rhombi.iter().any(|gate| within(gate, edge))
                || gates.trapezoids.iter().any(|gate| within(gate, edge))
        });
        let named = gate_cells(self.board, self.ring).into_iter().zip(["a", "b", "c", "d", "e"]);
        let labels = named.filter_map(|(cell, letter)| self.label(cell, letter));
        let overlay = Overlay { labels: labels.collect(), ..overlay }
            .with(Mark::Line(CHOSEN), "where gourds can be reversed and exchanged")
            .with(Mark::Label, "the cells for it that insertion takes");
        let note = "where gourds can be reversed and exchanged; every tree of more than one triangle has such a place";
        Section::new("gates", note, Content::Facts { facts }).over(overlay)
    }

    /// The ring laid again, so that there is no long path (the lemma of seven nodes; Figure 9, right).
    fn laid_again(&self, before: &Inside<'_>) -> Section {
        let [leaves, degree_two, degree_three] = self.tree.degrees().map(|count| grouped(count as u64));
        let facts = vec![
            fact("triangles with one neighbour", leaves),
            fact("with two", degree_two),
            fact("with three", degree_three),
            fact("longest path of triangles with three", grouped(self.tree.longest_path().len() as u64)),
        ];
        let old = before.sides(before.ring, |_| RING);
        let mut overlay = self.drawn("laid-again", |_| false).with(Mark::Line(SECOND), "its new sides");
        for line in &mut overlay.lines {
            let is_old = old
                .iter()
                .any(|old| old.ends == line.ends || old.ends == [line.ends[1].clone(), line.ends[0].clone()]);
            if line.colour == RING && !is_old {
                line.colour = SECOND;
            }
        }
        let note = format!("the cycle without paths of {LONG} or more triangles with three neighbours");
        Section::new("laid again", &note, Content::Facts { facts }).over(overlay)
    }

    /// How well triangles with two neighbours divide the tree (Figure 10).
    fn balance(&self) -> Option<Section> {
        let dividers = self.tree.dividers();
        let best = dividers.iter().max_by_key(|divider| divider.parts)?;
        let all = self.tree.triangles.len();
        let walk = self.tree.walk();
        let last = walk.last().and_then(|last| dividers.iter().find(|divider| divider.node == *last));
        let parts = |[a, b]: [usize; 2]| format!("{} and {}", grouped(a as u64), grouped(b as u64));
        let mut facts = vec![fact("best parts", parts(best.parts))];
        facts.extend(last.map(|last| fact("parts at the end of the paper's walk", parts(last.parts))));
        facts.push(fact("smaller part in the paper, at least", grouped((all / 96).saturating_sub(7) as u64)));
        let on_walk = |edge: &[usize; 2]| edge.iter().all(|node| walk.contains(node));
        let labels = dividers.iter().map(|divider| (self.around(divider.node), divider.parts[0].to_string()));
        let overlay = Overlay { labels: labels.collect(), ..self.drawn("balance", on_walk) }
            .with(Mark::Line(CHOSEN), "the paper's walk from the middle to a triangle with two neighbours")
            .with(Mark::Label, "the triangles of the smaller part without this one");
        let note = "a triangle with two neighbours divides the tree into two parts";
        Some(Section::new("balance", note, Content::Facts { facts }).over(overlay))
    }

    /// The ring split at the best triangle (Figure 11).
    fn split(&self, game: &Game<'_>, split: &Split) -> Section {
        let [first, second] = &split.parts;
        let [p, q, v] = split.triangle;
        let common = first.iter().filter(|cell| second.contains(cell)).count();
        let facts = vec![
            fact("cells of the rings", format!("{} and {}", first.len(), second.len())),
            fact("common cells", grouped(common as u64)),
            fact("side that the cycle had", format!("{} {}", game.name(p), game.name(q))),
            fact("third cell of its triangle", game.name(v)),
        ];
        let lines = [(first, TREE), (second, SECOND)].map(|(ring, colour)| self.sides(ring, |_| colour));
        let labels =
            [(p, "p"), (q, "q"), (v, "v")].into_iter().filter_map(|(cell, name)| self.label(cell, name));
        let overlay =
            Overlay { labels: labels.collect(), ..Overlay::lines("split", lines.into_iter().flatten()) }
                .with(Mark::Line(TREE), "the first ring")
                .with(Mark::Line(SECOND), "the second ring")
                .with(Mark::Label, "the triangle: the cycle had the side from p to q");
        let note = "the cycle as two rings of an odd number of cells";
        Section::new("split", note, Content::Facts { facts }).over(overlay)
    }

    /// The rings between which gourds change over (Figure 12).
    fn exchange(&self, game: &Game<'_>, split: &Split) -> Section {
        let cells = |cells: &[Cell]| cells.iter().map(|cell| game.name(*cell)).collect::<Vec<_>>().join(" ");
        let facts = vec![
            fact("cells of the rings", format!("{} and {}", split.extended.len(), split.other.len())),
            fact("a gourd changes over on", cells(&split.slot)),
            fact("the empty cell is", cells(&[split.hole])),
        ];
        let lines = [(&split.other, TREE), (&split.extended, SECOND)]
            .map(|(ring, colour)| self.sides(ring, |_| colour));
        let [a, b] = split.slot.map(|cell| self.at(cell));
        let slot = a.zip(b).map(|(a, b)| Line::between(a, b, CHOSEN));
        let mut overlay = Overlay::lines("exchange", lines.into_iter().flatten().chain(slot))
            .with(Mark::Line(TREE), "a ring")
            .with(Mark::Line(SECOND), "the other ring; extended, if the two had one common cell")
            .with(Mark::Line(CHOSEN), "where a gourd changes over")
            .with(Mark::Label, "E: the empty cell");
        overlay.labels.extend(self.label(split.hole, "E"));
        let note = "gourds go round both rings and change over until each ring holds its own";
        Section::new("exchange", note, Content::Facts { facts }).over(overlay)
    }
}
