//! A level for a page: its rules as data, which a program of the page runs, and how its objects are drawn.

use super::scene::{cells, looks, scene};
use super::{KeyedFile, Stage, solve};
use crate::publish::keys::{Flags, condition, list, pass, thing, word, word_of};
use crate::publish::{
    Credits, GameKind, KeyTables, Look, PublishedPuzzle, PublishedStep, Solution, Unpublished,
};
use crate::scene::PuzzlePictures;
use crate::{Answer, Report};
use puzzlec_model::piece::ContentId;
use puzzlec_task::{Optimality, SearchContext};
use puzzlec_worlds::game::{Command, Game, Thing};
use puzzlec_worlds::{Board, Draws, World};

/// Maximum number of cells of a published level.
const MOST_CELLS: usize = 2_000;
/// Maximum number of rules without shorthand.
const MOST_RULES: usize = 20_000;

/// Contents of cells by their numbers.
struct Contents(Vec<Vec<usize>>);

impl Contents {
    /// The contents of the cells of a board, row by row.
    fn board(&mut self, world: &World, board: &Board) -> Vec<usize> {
        let cells = cells(world).into_iter().map(|(x, y)| list(&world.objects(board, x, y)));
        let number = |set: Vec<usize>| match self.0.iter().position(|known| *known == set) {
            Some(number) => number,
            None => {
                self.0.push(set);
                self.0.len() - 1
            }
        };
        cells.map(number).collect()
    }
}

/// A level for a page, with its solution if one was searched for and found.
///
/// # Errors
/// It does not fit a page, or the checker refuses the plan.
pub fn publish(
    file: &KeyedFile,
    stage: &Stage<'_>,
    context: Option<&SearchContext>,
) -> Result<PublishedPuzzle, Unpublished> {
    let (game, name, level) = stage;
    let count = level.cells.len() - level.outside.iter().count();
    if count > MOST_CELLS {
        let cells = puzzlec_base::words::grouped(MOST_CELLS as u64);
        return Err(Unpublished::Unfit(format!("its board has more than {cells} cells")));
    }
    if game.all_rules().count() > MOST_RULES {
        return Err(Unpublished::Unfit("it has too many rules".to_owned()));
    }
    let report = match context {
        Some(context) => Some(solve(file, stage, None, false, context).map_err(Unpublished::Unfit)?.0),
        None => None,
    };
    let mut world = World::new(game, level);
    let (mut board, mut restart) = (world.drawn().clone(), world.drawn().clone());
    let begun = world.begin(&mut board, &mut restart, &mut Draws::first());
    begun.map_err(|why| Unpublished::Unfit(why.to_string()))?;
    let mut contents = Contents(vec![Vec::new()]);
    let start = contents.board(&world, &board);
    let drawn = contents.board(&world, world.drawn());
    let point = contents.board(&world, &restart);
    let keys: Vec<&'static str> = world.keys().map(|key| key.word()).collect();
    let looks = looks(file, game);
    let pictures = PuzzlePictures {
        puzzle: name.clone(),
        title: Some(game.title.clone())
            .filter(|title| !title.is_empty())
            .map(|title| titled(file, stage, title)),
        start: scene(&looks, &world, &board),
        goal: None,
    };
    let numbers = |of: &[usize]| -> Result<Vec<ContentId>, Unpublished> {
        let all = of.iter().map(|number| ContentId::try_from(*number)).collect::<Result<_, _>>();
        all.map_err(|_| Unpublished::Unfit("its cells have too many contents".to_owned()))
    };
    let first = numbers(&start)?;
    let tables = KeyTables {
        size: [level.width, level.height],
        shape: word_of(game.shape),
        outside: (0..level.cells.len())
            .filter(|place| !world.is_cell(place % level.width, place / level.width))
            .collect(),
        layers: game.layers,
        objects: game.objects.iter().map(|object| object.layer).collect(),
        player: thing(&game.player),
        rules: pass(game.shape, &game.rules),
        late: pass(game.shape, &game.late),
        goal: game.conditions.iter().map(condition).collect(),
        flags: Flags {
            moves: game.settings.require_player_movement,
            start: game.settings.run_rules_on_level_start,
        },
        restarts: game.commands(|c| *c == Command::Checkpoint) && game.commands(|c| *c == Command::Restart),
        chance: game.has_chance(),
        point: (point != drawn).then_some(point),
        drawn: (drawn != start).then_some(drawn),
        background: list(&game.background),
        contents: contents.0,
        keys,
    };
    let look = |piece: &crate::scene::ScenePiece| Look {
        words: piece.piece.clone(),
        piece: Some(piece.clone()),
        offsets: Vec::new(),
        links: Vec::new(),
        floor: false,
    };
    let solution = report.as_ref().and_then(|report| solution(report, &tables.keys));
    let author = Some(game.author.clone()).filter(|author| !author.is_empty());
    Ok(PublishedPuzzle {
        about: None,
        source: None,
        credits: Credits { author, source: None },
        rules: Vec::new(),
        looks: looks.iter().map(look).collect(),
        neighbours: Vec::new(),
        start: first,
        floor: Vec::new(),
        given: Vec::new(),
        reasons: Vec::new(),
        task: goal_words(game),
        game: GameKind::Moves,
        goal_loses: false,
        tables: Err("its rules run after keys".to_owned()),
        ring: None,
        counters: Vec::new(),
        floor_changes: false,
        endless: false,
        supply: Vec::new(),
        unit: "keys".to_owned(),
        certificate: None,
        notes: report.as_ref().map_or_else(Vec::new, |report| report.notes.clone()),
        keys: Some(tables),
        report,
        pictures,
        solution,
    })
}

/// The title of a level: that of its game, with its number if there are several.
fn titled(file: &KeyedFile, (game, name, _): &Stage<'_>, title: String) -> String {
    let several = file.all().iter().filter(|other| std::ptr::eq(other.0, *game)).count() > 1;
    match name.strip_prefix("level") {
        Some(number) if several => format!("{title} {number}"),
        None if several => format!("{title}: {name}"),
        _ => title,
    }
}

/// The goal in words.
pub(super) fn goal_words(game: &Game) -> Vec<String> {
    let names = |thing: &Thing| {
        let names: Vec<&str> = thing
            .objects
            .iter()
            .filter_map(|number| game.objects.get(number))
            .map(|object| object.name.as_str())
            .collect();
        names.join(if thing.all { " and " } else { " or " })
    };
    let line = |condition: &puzzlec_worlds::game::Condition| {
        let on = condition.on.as_ref().map_or_else(String::new, |on| format!(" on {}", names(on)));
        format!("{} {}{on}", word(condition.quantifier), names(&condition.what))
    };
    game.conditions.iter().map(line).collect()
}

/// The steps of a plan as keys; nothing where chance decides what they do.
fn solution(report: &Report, keys: &[&str]) -> Option<Solution> {
    let Answer::Solved(plan) = &report.answer else { return None };
    if plan.optimality != Optimality::Least {
        return None;
    }
    let step = |step: &crate::StepReport| PublishedStep {
        notation: step.notation.clone(),
        action: keys.iter().position(|key| *key == step.notation),
        changes: Vec::new(),
    };
    Some(Solution {
        steps: plan.steps.iter().map(step).collect(),
        cut: plan.more > 0,
        length: plan.length,
        least: true,
    })
}

/// The keys of a known plan as the solution of a published level; nothing if it has no such keys.
pub fn planned(page: &PublishedPuzzle, keys: &[String]) -> Option<Solution> {
    let known = &page.keys.as_ref()?.keys;
    let step = |key: &String| {
        let action = known.iter().position(|known| known == key)?;
        Some(PublishedStep { notation: key.clone(), action: Some(action), changes: Vec::new() })
    };
    let steps = keys.iter().map(step).collect::<Option<Vec<_>>>()?;
    Some(Solution { length: steps.len() as u64, steps, cut: false, least: false })
}
