//! The facts of the theory about a puzzle of the poking game, in sections.

use super::Poked;
use crate::poke::Minimum;
use crate::poke::chain::Chain;
use crate::poke::class::Class;
use crate::poke::rooms::Rooms;
use puzzlec_base::Budget;
use puzzlec_base::words::counted;
use puzzlec_model::board::Coord;
use puzzlec_theory::meter::{Halted, Meter};
use puzzlec_theory::{Content, Facts, FactsRequest, Mark, Overlay, Section};

pub(super) fn facts(poked: &Poked<'_>, request: &FactsRequest<'_>, budget: &Budget) -> Result<Facts, String> {
    let (rectangle, coins) = (poked.start.rectangle(), poked.start.coins().len() as u64);
    let kind = if Chain::of(&poked.start).is_some() { ", a chain" } else { "" };
    let size = format!("{} by {}", rectangle.width(), rectangle.height());
    let summary = format!("poking game, {}, {size}{kind}", counted(coins, "coins"));
    if request.brief {
        return Ok(Facts { summary, sections: Vec::new() });
    }
    let meter = Meter::new(budget);
    let mut sections = Vec::new();
    let ends = [("start", Some(&poked.start)), ("goal", poked.goal.as_ref())];
    for (title, minimum) in ends.into_iter().filter_map(|(title, end)| Some((title, end?))) {
        sections.extend(
            of_end(poked, title, minimum, &meter).map_err(|Halted| "a limit was reached".to_owned())?,
        );
    }
    Ok(Facts { summary, sections })
}

/// The facts about the start or the goal.
fn of_end(
    poked: &Poked<'_>,
    title: &str,
    minimum: &Minimum,
    meter: &Meter<'_>,
) -> Result<[Section; 2], Halted> {
    let rooms = Rooms::of(minimum, meter)?;
    let class = Class::of(minimum, meter)?;
    let name =
        |cell: &Coord| poked.problem.on_board(*cell).map(|cell| poked.game.name(cell)).unwrap_or_default();
    let names = |cells: &[Coord]| cells.iter().map(name).collect::<Vec<_>>().join(" ");
    let pairs: Vec<String> =
        rooms.ends.iter().map(|[one, other]| format!("{}-{}", name(one), name(other))).collect();
    let reached = rooms.reached();
    let chain = match Chain::of(minimum) {
        Some(chain) => chain.ends().iter().map(name).collect::<Vec<_>>().join("-"),
        None => "no".to_owned(),
    };
    let facts = [
        ("chain", chain),
        (
            "configurations in the class",
            class.map_or("too many to list".to_owned(), |c| c.size().to_string()),
        ),
        ("coins that never move, F", names(&rooms.fixed)),
        ("active end pairs", pairs.join(" ")),
        ("cells that are ever covered, U", reached.len().to_string()),
    ];
    let facts = facts.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    let mark = |cell: Coord| match minimum.coins().contains(cell) {
        true if rooms.fixed.contains(&cell) => 'F',
        true => 'o',
        false if reached.contains(&cell) => '+',
        false => '.',
    };
    let rectangle = minimum.rectangle();
    let row = |y| (rectangle.left..=rectangle.right).map(|x| mark(Coord::new(x, y))).collect::<String>();
    // Pictures show the start.
    let name = if title == "start" { "fixed" } else { "" };
    let at = |colour| move |cell: &Coord| Some((poked.problem.on_board(*cell)?, colour));
    let fixed = rooms.fixed.iter().filter_map(at(0));
    let free = reached.iter().filter(|cell| !minimum.coins().contains(**cell)).filter_map(at(1));
    let overlay = Overlay::tints(name, fixed.chain(free))
        .with(Mark::Cell(0), "coins that never move")
        .with(Mark::Cell(1), "free cells that pokes can cover");
    let picture = (rectangle.top..=rectangle.bottom).map(row).collect();
    Ok([
        Section::new(title, "", Content::Facts { facts }),
        Section::new(
            &format!("cells of the {title}"),
            "F a coin that never moves, o another coin, + a cell that pokes can cover",
            Content::Pictures { pictures: vec![picture] },
        )
        .over(overlay),
    ])
}
