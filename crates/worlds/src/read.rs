//! The text of a game.

mod expand;
mod keys;
mod levels;
mod masks;
mod names;
mod outline;
mod properties;
mod rules;
mod sections;
mod terms;
mod text;
mod write;

use puzzlec_base::FileId;
use puzzlec_base::diag::{Code, Diagnostic, sort};

use crate::Game;
use crate::game::Quantifier;
pub use keys::{has_keys, read_keys};
use names::{Meaning, Names};
pub use outline::{Named, Outline, Part, PartEntry, outline};
use rules::Step;
use sections::Section;
use text::{Line, Word};
pub use write::write_keys;

/// A longer text is no game.
const LONGEST: usize = 1 << 20;

/// Whether a text looks like a game: it has the headings that every game has.
pub fn is_game(text: &str) -> bool {
    let has = |name: &str| text.lines().any(|line| line.trim().eq_ignore_ascii_case(name));
    ["objects", "collisionlayers", "levels"].into_iter().all(has)
}

/// Reads a game; none if an error makes it unplayable. Warnings name what is left out.
pub fn read(file: FileId, text: &str) -> (Option<Game>, Vec<Diagnostic>) {
    let mut reader = Reader { file, diagnostics: Vec::new() };
    let game = if text.len() > LONGEST {
        let lines = text::lines(file, "");
        let place = lines.first().map_or_else(Default::default, |line| line.span);
        reader.error(Diagnostic::new(Code::FileTooLarge, place, "a game has at most 1 MiB of text"));
        Game::default()
    } else {
        reader.game(text).0
    };
    let playable = !reader.diagnostics.iter().any(Diagnostic::is_error);
    sort(&mut reader.diagnostics);
    (playable.then_some(game), reader.diagnostics)
}

/// What a game is written with: shorthand is still there.
#[derive(Default)]
struct Written {
    names: Names,
    steps: Vec<Step>,
    player: Option<Meaning>,
    conditions: Vec<(Quantifier, Meaning, Option<Meaning>)>,
}

/// The diagnostics so far.
struct Reader {
    file: FileId,
    diagnostics: Vec<Diagnostic>,
}

impl Reader {
    fn error(&mut self, diagnostic: Diagnostic) {
        // A text of another kind has an error in every line.
        if self.diagnostics.len() < 100 {
            self.diagnostics.push(diagnostic);
        }
    }

    fn game(&mut self, text: &str) -> (Game, Written) {
        let lines = text::lines(self.file, text);
        let sections = sections::split(self, &lines);
        let mut game = Game::default();
        self.prelude(&mut game, sections.of(Section::Prelude));
        let mut names = Names::default();
        names.objects(self, sections.of(Section::Objects));
        names.legend(self, sections.of(Section::Legend));
        names.layers(self, sections.of(Section::CollisionLayers));
        let place = sections.of(Section::Objects).first().map_or_else(Default::default, |line| line.span);
        let background = names.named(self, "background", place);
        game.player = names.named(self, "player", place);
        names.fill(&mut game);
        game.background = background.objects.clone();
        let steps = self.steps(&names, sections.of(Section::Rules));
        (game.rules, game.late) = self.passes(&names, &steps);
        let lines = sections.of(Section::WinConditions).iter();
        let conditions: Vec<_> = lines.filter_map(|line| self.condition(&names, line)).collect();
        game.conditions = conditions.iter().map(|condition| names.condition(condition)).collect();
        self.levels(&mut game, &names, &background, sections.of(Section::Levels));
        let player = names.meaning("player").cloned();
        (game, Written { names, steps, player, conditions })
    }

    /// Settings and texts before the first heading.
    fn prelude(&mut self, game: &mut Game, lines: &[Line]) {
        for line in lines {
            let words = line.words();
            let Some((first, rest)) = words.split_first() else { continue };
            let value = || line.raw.trim().get(first.text.len()..).unwrap_or("").trim().to_owned();
            let flag = match &*first.text {
                "title" => {
                    game.title = value();
                    continue;
                }
                "author" => {
                    game.author = value();
                    continue;
                }
                "require_player_movement" => &mut game.settings.require_player_movement,
                "run_rules_on_level_start" => &mut game.settings.run_rules_on_level_start,
                "noaction" => &mut game.settings.noaction,
                "noundo" => &mut game.settings.noundo,
                "norestart" => &mut game.settings.norestart,
                "realtime_interval" => {
                    game.settings.realtime =
                        rest.first().is_some_and(|w| w.text.parse::<f64>().is_ok_and(|s| s > 0.0));
                    continue;
                }
                _ => continue,
            };
            *flag = true;
        }
    }

    /// A condition: `all crate on target`.
    fn condition(&mut self, names: &Names, line: &Line) -> Option<(Quantifier, Meaning, Option<Meaning>)> {
        let words = line.words();
        let first = words.first()?;
        let quantifier = match &*first.text {
            "all" => Quantifier::All,
            "some" | "any" => Quantifier::Some,
            "no" => Quantifier::No,
            _ => {
                let headline = "a condition begins with `all`, `some`, `any` or `no`";
                self.error(Diagnostic::new(Code::Unexpected, first.span, headline));
                return None;
            }
        };
        let (what, on) = match words.get(1..) {
            Some([what]) => (what, None),
            Some([what, on, thing]) if on.text == "on" => (what, Some(thing)),
            _ => {
                let headline =
                    "a condition is `all`, `some`, `any` or `no`, a name, and perhaps `on` and a name";
                self.error(Diagnostic::new(Code::Unexpected, line.span, headline));
                return None;
            }
        };
        let mut find = |word: &Word| names.find(self, word);
        let what = find(what);
        let on = match on {
            Some(on) => Some(find(on)?),
            None => None,
        };
        Some((quantifier, what?, on))
    }
}
