//! The facts of the theory about a puzzle of the poking game, in sections.

use super::Poked;
use crate::coins::Move;
use crate::poke::Minimum;
use crate::poke::chain::Chain;
use crate::poke::class::Class;
use crate::poke::rooms::{Rooms, area};
use crate::shape;
use puzzlec_base::Budget;
use puzzlec_base::words::counted;
use puzzlec_model::board::Coord;
use puzzlec_theory::facts::Line;
use puzzlec_theory::meter::{Halted, Meter};
use puzzlec_theory::{Content, Facts, FactsRequest, Mark, Overlay, Section};

/// Pokes that are drawn on one picture.
const DRAWN: usize = 40;

pub(super) fn facts(poked: &Poked<'_>, request: &FactsRequest<'_>, budget: &Budget) -> Result<Facts, String> {
    let (rectangle, coins) = (poked.start.rectangle(), poked.start.coins().len() as u64);
    let kind = if Chain::of(&poked.start).is_some() { ", a chain" } else { "" };
    let size = format!("{} by {}", rectangle.width(), rectangle.height());
    let summary = format!("poking game, {}, {size}{kind}", counted(coins, "coins"));
    if request.brief {
        return Ok(Facts { summary, sections: Vec::new() });
    }
    let meter = Meter::new(budget);
    let sections = sections(poked, &meter).map_err(|Halted| "a limit was reached".to_owned())?;
    Ok(Facts { summary, sections })
}

fn sections(poked: &Poked<'_>, meter: &Meter<'_>) -> Result<Vec<Section>, Halted> {
    let class = Class::of(&poked.start, meter)?;
    let mut sections =
        Side { poked, title: "start", minimum: &poked.start }.sections(class.as_ref(), meter)?.to_vec();
    if let Some(goal) = &poked.goal {
        let own = Class::of(goal, meter)?;
        sections.extend(Side { poked, title: "goal", minimum: goal }.sections(own.as_ref(), meter)?);
        sections.extend(pokes(poked, class.as_ref(), goal));
    }
    Ok(sections)
}

/// The pokes from the start to the goal, where there are any: the fewest, or those that bend one chain into another.
fn pokes(poked: &Poked<'_>, class: Option<&Class<'_>>, goal: &Minimum) -> Option<Section> {
    let pokes = match class {
        Some(class) => class.pokes_to(goal.coins()),
        None => Chain::of(&poked.start)?.pokes_to(&Chain::of(goal)?),
    }?;
    let items = pokes.iter().map(|poke| format!("{}-{}", poked.name(poke.from), poked.name(poke.to)));
    let section =
        Section::new("pokes", "from the start to the goal", Content::List { items: items.collect() });
    if pokes.len() > DRAWN {
        return Some(section);
    }
    let arrow = |(number, poke): (usize, &Move)| {
        let [from, to] = [poke.from, poke.to].map(|cell| poked.problem.on_board(cell));
        Some(Line::arrow(from?, to?, 0, Some(number.to_string())))
    };
    let arrows = (1..).zip(&pokes).filter_map(arrow);
    Some(
        section
            .over(Overlay::lines("pokes", arrows).with(Mark::Line(0), "pokes to the goal, in their order")),
    )
}

impl Poked<'_> {
    fn name(&self, cell: Coord) -> String {
        self.problem.on_board(cell).map(|cell| self.game.name(cell)).unwrap_or_default()
    }

    fn line(&self, from: Coord, to: Coord, colour: usize) -> Option<Line> {
        let colour = u8::try_from(colour).unwrap_or(u8::MAX);
        Some(Line::between(self.problem.on_board(from)?, self.problem.on_board(to)?, colour))
    }
}

/// The start or the goal.
struct Side<'a> {
    poked: &'a Poked<'a>,
    title: &'static str,
    minimum: &'a Minimum,
}

impl Side<'_> {
    fn sections(&self, class: Option<&Class<'_>>, meter: &Meter<'_>) -> Result<[Section; 3], Halted> {
        let rooms = Rooms::of(self.minimum, meter)?;
        Ok([self.facts(class, &rooms), self.cells(&rooms), self.rooms(&rooms)])
    }

    /// An overlay on its picture.
    fn over(&self, overlay: Overlay) -> Overlay {
        if self.title == "goal" { overlay.on_goal() } else { overlay }
    }

    fn facts(&self, class: Option<&Class<'_>>, rooms: &Rooms) -> Section {
        let (coins, name) = (self.minimum.coins(), |cell: &Coord| self.poked.name(*cell));
        let chain = match Chain::of(self.minimum) {
            Some(chain) => chain.ends().iter().map(name).collect::<Vec<_>>().join("-"),
            None => "no".to_owned(),
        };
        let groups = shape::linked(coins);
        let links: Vec<(usize, [Coord; 2])> = groups
            .iter()
            .filter(|group| group.len() > 1)
            .enumerate()
            .flat_map(|(at, group)| {
                let pairs = group.iter().flat_map(|a| shape::near(*a, 2).map(move |b| [*a, b]));
                pairs.filter(move |[a, b]| a < b && coins.contains(*b)).map(move |pair| (at, pair))
            })
            .collect();
        let linked = match (links.len() + groups.len() == coins.len(), groups.len()) {
            (true, 1) => "a tree".to_owned(),
            (true, trees) => format!("a forest of {trees} trees"),
            (false, _) => "no forest".to_owned(),
        };
        let pairs: Vec<String> = rooms.ends.iter().map(|ends| ends.each_ref().map(name).join("-")).collect();
        let facts = [
            ("chain", chain),
            ("coins linked by distances of 1 and 2", linked),
            (
                "configurations in the class",
                class.map_or("too many to list".to_owned(), |c| c.size().to_string()),
            ),
            ("coins that never move, F", rooms.fixed.iter().map(name).collect::<Vec<_>>().join(" ")),
            ("active end pairs", pairs.join(" ")),
            ("cells that are ever covered, U", rooms.reached().len().to_string()),
        ];
        let facts = facts.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        let lines = links.iter().filter_map(|(at, [a, b])| self.poked.line(*a, *b, *at));
        let overlay = Overlay::lines("links", lines)
            .with(Mark::Line(0), "links of coins at distances of 1 and 2, a colour for each tree");
        Section::facts(self.title, facts).over(self.over(overlay))
    }

    fn cells(&self, rooms: &Rooms) -> Section {
        let (coins, reached) = (self.minimum.coins(), rooms.reached());
        let mark = |cell: Coord| match coins.contains(cell) {
            true if rooms.fixed.contains(&cell) => 'F',
            true => 'o',
            false if reached.contains(&cell) => '+',
            false => '.',
        };
        let rectangle = self.minimum.rectangle();
        let row = |y| (rectangle.left..=rectangle.right).map(|x| mark(Coord::new(x, y))).collect::<String>();
        let at = |colour| move |cell: &Coord| Some((self.poked.problem.on_board(*cell)?, colour));
        let fixed = rooms.fixed.iter().filter_map(at(0));
        let free = reached.iter().filter(|cell| !coins.contains(**cell)).filter_map(at(1));
        let overlay = Overlay::tints("fixed", fixed.chain(free))
            .with(Mark::Cell(0), "coins that never move")
            .with(Mark::Cell(1), "free cells that pokes can cover");
        let picture = (rectangle.top..=rectangle.bottom).map(row).collect();
        Section::new(
            &format!("cells of the {}", self.title),
            "F a coin that never moves, o another coin, + a cell that pokes can cover",
            Content::Pictures { pictures: vec![picture] },
        )
        .over(self.over(overlay))
    }

    /// The rectangles in which chains move, each between its ends.
    fn rooms(&self, rooms: &Rooms) -> Section {
        let (mut rows, mut lines, mut labels) = (Vec::new(), Vec::new(), Vec::new());
        for (number, ends) in (1..).zip(&rooms.ends) {
            let room = area(*ends);
            let name = format!("R{number}");
            rows.push(vec![
                name.clone(),
                ends.map(|end| self.poked.name(end)).join(" and "),
                format!("{} by {}", room.width(), room.height()),
            ]);
            let [a, b, c, d] = [
                (room.left, room.top),
                (room.right, room.top),
                (room.right, room.bottom),
                (room.left, room.bottom),
            ]
            .map(|(x, y)| Coord::new(x, y));
            let sides = [[a, b], [b, c], [c, d], [d, a]];
            lines.extend(sides.iter().filter_map(|[from, to]| self.poked.line(*from, *to, number)));
            labels.extend(
                self.poked
                    .problem
                    .on_board(a)
                    .zip(self.poked.problem.on_board(c))
                    .map(|(a, c)| (vec![a, c], name)),
            );
        }
        let fixed = rooms.fixed.iter().filter_map(|cell| Some((self.poked.problem.on_board(*cell)?, 0)));
        let overlay = Overlay { labels, lines, ..Overlay::tints("rooms", fixed) }
            .with(Mark::Cell(0), "coins that never move")
            .with(Mark::Label, "rectangles in which chains move, each between two of these coins");
        let columns = ["room", "ends", "size"].map(str::to_owned).to_vec();
        let note = "rectangles in which chains move";
        Section::new(
            &format!("rooms of the {}", self.title),
            note,
            Content::Table { columns, rows, times: Vec::new() },
        )
        .over(self.over(overlay))
    }
}
