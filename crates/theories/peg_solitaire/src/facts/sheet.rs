//! Balance sheets: bounds for all games on the board, and what every game of a problem plays.

use super::FactsWriter;
use crate::balance::{Class, Everywhere, Traffic, balance, left_regions, traffic};
use crate::board::{Cells, Jump, PegBoard, Problem, one};
use puzzlec_base::words::counted;
use puzzlec_model::board::{Coord, Lines};
use puzzlec_theory::meter::Meter;
use puzzlec_theory::{Content, Line, Mark, Overlay, Section};

fn texts<const N: usize>(words: [&str; N]) -> Vec<String> {
    words.map(str::to_owned).to_vec()
}

/// A range as `2` or `0-2`.
fn span((least, most): (i64, i64)) -> String {
    if least == most { most.to_string() } else { format!("{least}-{most}") }
}

impl FactsWriter<'_> {
    /// How often each jump is played at most, whatever start and goal.
    pub(super) fn everywhere(&self, all: &[Everywhere]) -> Vec<Section> {
        let jump = |jump: usize| self.game.board.jumps().get(jump).copied();
        let named = |index: usize| {
            jump(index).map_or(String::new(), |j| format!("{}-{}", self.name(j.from), self.name(j.to)))
        };
        let row = |one: &Everywhere| {
            let images = one.jumps.len().saturating_sub(1);
            let first = one.jumps.first().map_or(String::new(), |jump| named(*jump));
            let jumps =
                if images == 0 { first } else { format!("{first} and {}", counted(images as u64, "images")) };
            let sum: u64 = one.bound.weights.iter().map(|by| by.unsigned_abs()).sum();
            let golden = one.golden.as_ref().map_or("none".to_owned(), |golden| golden.most.to_string());
            vec![jumps, one.bound.most.to_string(), format!("{sum}/{}", one.bound.scale), golden]
        };
        // Of each kind the image that shares the fewest cells with those before.
        let mut drawn: Vec<Jump> = Vec::new();
        for one in all {
            let shared = |jump: &Jump| -> u32 {
                drawn.iter().map(|other| (other.touches() & jump.touches()).count_ones().pow(2)).sum()
            };
            drawn.extend(one.jumps.iter().filter_map(|index| jump(*index)).min_by_key(shared));
        }
        let arrow = |(jump, one): (&Jump, &Everywhere)| {
            let label = Some(one.bound.most.to_string());
            Some(Line::arrow(self.cell(jump.from)?, self.cell(jump.to)?, 3, label))
        };
        let overlay = Overlay::lines("board-thickness", drawn.iter().zip(all).filter_map(arrow)).with(
            Mark::Line(3),
            "one jump of each kind, with the maximum number of times in a game between any two positions",
        );
        let weights = |one: &Everywhere| {
            let at = |cell: usize| one.bound.weights.get(cell).copied().unwrap_or(0);
            self.drawn(at)
        };
        let most = all.iter().map(|one| one.bound.most).max().unwrap_or(0);
        let note = format!(
            "no game on this board, whatever its start and goal, plays a jump more than {}",
            counted(most.unsigned_abs(), "times")
        );
        let columns = texts(["jumps", "at most", "weights", "golden ratio"]);
        let rows = all.iter().map(row).collect();
        vec![
            Section::new(
                "thickness of the board",
                &note,
                Content::Table { columns, rows, times: Vec::new() },
            )
            .over(overlay),
            Section::new(
                "weights of the board",
                "no jump gains, the first jump of a row loses the divisor; one picture for each row",
                Content::Pictures { pictures: all.iter().map(weights).collect() },
            ),
        ]
    }

    /// The classes of cells, and the jumps over them.
    pub(super) fn balance(&self, problem: &Problem<'_>) -> Section {
        let all = balance(problem);
        let jumps = |class: &Class| match class.start.checked_sub(class.goal) {
            Some(jumps) => jumps.to_string(),
            None => "impossible".to_owned(),
        };
        let row = |class: &Class| {
            let cells = self.names(class.cells).join(" ");
            vec![cells, class.start.to_string(), class.goal.to_string(), jumps(class)]
        };
        let tints = (0..)
            .zip(&all)
            .flat_map(|(colour, class)| self.coords(class.cells).map(move |cell| (cell, colour)));
        // More colours cannot be told apart.
        let name = if all.len() <= 12 { "balance" } else { "" };
        let mut overlay = Overlay::tints(name, tints.collect::<Vec<_>>().into_iter());
        for (colour, class) in (0..).zip(&all) {
            let words = format!("jumps over these cells in every game: {}", jumps(class));
            overlay = overlay.with(Mark::Cell(colour), &words);
        }
        let columns = texts(["cells", "start", "goal", "jumps over them"]);
        let rows = all.iter().map(row).collect();
        let note = "pegs on the cells that ends of jumps connect, and the jumps over them in every game";
        Section::new("balance sheet", note, Content::Table { columns, rows, times: Vec::new() }).over(overlay)
    }

    /// The jumps that land in, leave and cross cells and regions.
    pub(super) fn traffic(&self, problem: &Problem<'_>, meter: &Meter<'_>) -> Vec<Section> {
        let board = problem.board;
        let orbits = orbits(board, problem);
        let find = |set: &Cells| if meter.stopped() { None } else { traffic(problem, *set) };
        let Some(found) = orbits.iter().map(|orbit| find(&one(*orbit.first()?))).collect::<Option<Vec<_>>>()
        else {
            return Vec::new();
        };
        let row = |(cells, traffic): (String, &Traffic)| {
            vec![cells, span(traffic.inward), span(traffic.outward), span(traffic.over)]
        };
        let columns = || texts(["cells", "in", "out", "over"]);
        let together =
            |orbit: &Vec<u8>| orbit.iter().map(|cell| self.name(*cell)).collect::<Vec<_>>().join(" ");
        let rows = orbits.iter().map(together).zip(&found).map(row).collect();
        let labels = orbits.iter().zip(&found).flat_map(|(orbit, traffic)| {
            orbit.iter().filter_map(|cell| Some((vec![self.cell(*cell)?], span(traffic.inward))))
        });
        let overlay = Overlay { name: "landings", labels: labels.collect(), ..Overlay::default() };
        let overlay =
            overlay.with(Mark::Label, "the least and the greatest number of jumps that land on the cell");
        let note = "jumps that land on a cell, leave it and cross it in every game, at least and at most";
        let cells = Content::Table { columns: columns(), rows, times: Vec::new() };
        let mut sections = vec![Section::new("jumps at cells", note, cells).over(overlay)];
        let named: Vec<Cells> =
            self.model.board.lines(Lines::Regions).iter().map(|cells| self.set(cells)).collect();
        let own = !named.is_empty();
        let regions = if own { named } else { left_regions(problem) };
        let found: Vec<Traffic> = regions.iter().filter_map(find).collect();
        if !found.is_empty() {
            let rows = found.iter().map(|one| row((self.names(one.cells).join(" "), one))).collect();
            let tints = (0..)
                .zip(&found)
                .flat_map(|(colour, region)| self.coords(region.cells).map(move |cell| (cell, colour)));
            let (note, words) = if own {
                (
                    "jumps into the regions of the board, out of them and over their cells",
                    "a region of the board",
                )
            } else {
                (
                    "disjoint sets of cells, each of which a jump must leave",
                    "a region that a jump must leave, a colour for each",
                )
            };
            let overlay =
                Overlay::tints("regions", tints.collect::<Vec<_>>().into_iter()).with(Mark::Cell(0), words);
            let content = Content::Table { columns: columns(), rows, times: Vec::new() };
            sections.push(Section::new("regions", note, content).over(overlay));
        }
        sections
    }

    fn coords(&self, set: Cells) -> impl Iterator<Item = Coord> + '_ {
        (0..=u8::MAX)
            .zip(&self.ground.cells)
            .filter(move |(cell, _)| set & one(*cell) != 0)
            .map(|(_, coord)| *coord)
    }

    fn set(&self, cells: &[Coord]) -> Cells {
        let inside = (0..=u8::MAX).zip(&self.ground.cells).filter(|(_, coord)| cells.contains(coord));
        inside.fold(0, |set, (cell, _)| set | one(cell))
    }
}

/// The cells, by orbit under the symmetries that keep start and goal.
fn orbits(board: &PegBoard, problem: &Problem<'_>) -> Vec<Vec<u8>> {
    let keeps = |s: &&Vec<u8>| [problem.start, problem.goal].iter().all(|at| PegBoard::moved(s, *at) == *at);
    let kept: Vec<&Vec<u8>> = board.symmetries().iter().filter(keeps).collect();
    let mut found: Vec<Vec<u8>> = Vec::new();
    for cell in (0..=u8::MAX).take(board.cells()) {
        if found.iter().any(|orbit| orbit.contains(&cell)) {
            continue;
        }
        let mut orbit: Vec<u8> = kept.iter().filter_map(|s| s.get(usize::from(cell)).copied()).collect();
        orbit.sort_unstable();
        orbit.dedup();
        found.push(orbit);
    }
    found
}
