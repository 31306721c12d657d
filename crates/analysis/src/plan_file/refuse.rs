//! Why a move of a plan cannot be played.

use super::candidates::{cell, cells_in};
use super::words::Word;
use crate::solve::rule_name;
use puzzlec_base::Span;
use puzzlec_base::diag::{Code, Diagnostic};
use puzzlec_base::words::counted;
use puzzlec_checker::{Needed, Player, Refusal};
use puzzlec_model::board::Coord;
use puzzlec_model::piece::KindId;
use puzzlec_model::{Model, Question};
use puzzlec_task::Label;

/// A step that words stand for and that cannot be played.
pub(crate) struct Refused {
    pub(crate) label: Label,
    /// How many words stand for it.
    pub(crate) words: usize,
    /// The checker's reason.
    pub(crate) why: String,
}

/// The first of these words are no move here: move `number` of the plan. `legal` are moves that are.
pub(crate) fn illegal(
    model: &Model,
    player: &Player<'_>,
    words: &[Word],
    number: usize,
    (refused, legal): (&[Refused], &[String]),
) -> Diagnostic {
    let all = words.first().map(|w| w.span).unwrap_or_default();
    let text = words.first().map_or("", |w| w.text.as_str());
    if text == "…" {
        return Diagnostic::new(Code::NoPlan, all, "the list of moves is cut short")
            .help("write the whole plan: `puzzlec solve --plan short`");
    }
    let Some(best) = nearest(player, refused) else {
        return unknown(model, words, (all, text), number, legal);
    };
    let said = words.get(..best.words).unwrap_or(words);
    let (at, action) = joined(said);
    let place = format!("move {number}");
    let rule = rule_name(model, &best.label);
    let head = format!("`{action}` is not possible");
    let found = match player.refusal(&best.label) {
        None => Diagnostic::new(Code::IllegalMove, at, format!("{head}: {}", best.why)).label(place),
        Some(Refusal { cell: Some((cell, needed)), condition, .. }) => {
            let holds = holds(model, player, cell);
            let name = model.board.name(cell);
            let (why, note) = match needed {
                Needed::Free => (format!("cell {name} is not free"), format!("cell {name} {holds}")),
                Needed::Cell => (format!("there is no cell {name}"), String::new()),
                Needed::Piece(kinds) => (
                    format!("cell {name} {holds}"),
                    format!("`{rule}` needs {} there", pieces(model, &kinds)),
                ),
                Needed::Other => (format!("cell {name} {holds}"), String::new()),
            };
            let found = Diagnostic::new(Code::IllegalMove, at, format!("{head}: {why}")).label(place);
            let found = if note.is_empty() { found } else { found.note(note) };
            with(found, condition)
        }
        Some(Refusal { condition, after: true, .. }) => {
            let text = format!("{head}: {}", best.why);
            with(Diagnostic::new(Code::IllegalMove, at, text).label(place), condition)
        }
        Some(Refusal { condition, .. }) => {
            let text = format!("{head}: a condition of `{rule}` does not hold");
            with(Diagnostic::new(Code::IllegalMove, at, text).label(place), condition)
        }
    };
    found.suggest(&action, at, legal.iter().map(String::as_str))
}

/// The step that comes farthest; of those that come equally far the first one.
pub(crate) fn nearest<'r>(player: &Player<'_>, refused: &'r [Refused]) -> Option<&'r Refused> {
    let met = |one: &Refused| player.refusal(&one.label).map_or(0, |refusal| refusal.met + 1);
    refused.iter().rev().max_by_key(|one| (one.words, met(one)))
}

fn with(found: Diagnostic, condition: Option<Span>) -> Diagnostic {
    match condition {
        Some(span) => found.also(span, "this does not hold"),
        None => found,
    }
}

/// Words with their place.
fn joined(words: &[Word]) -> (Span, String) {
    let text: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
    let first = words.first().map(|word| word.span).unwrap_or_default();
    let last = words.last().map(|word| word.span).unwrap_or_default();
    (first.to(last), text.join(" "))
}

/// Words that stand for no step of any rule.
fn unknown(
    model: &Model,
    words: &[Word],
    (at, text): (Span, &str),
    number: usize,
    legal: &[String],
) -> Diagnostic {
    let board = &model.board;
    let rules: Vec<&str> = match &model.question {
        Question::Moves { rules, .. } | Question::Game { rules, .. } => {
            rules.iter().map(|rule| rule.name.as_str()).collect()
        }
        Question::Place { .. } => vec!["place"],
    };
    let is_rule = rules.contains(&text);
    let (at, text) = match words {
        [_, second, ..] if is_rule => (second.span, second.text.as_str()),
        _ => (at, text),
    };
    let strange = text.split('-').find(|name| cell(board, name).is_none());
    let strange = strange.filter(|_| cells_in(board, text).is_empty() || text.contains('-'));
    let whole = at;
    let at = match strange.and_then(|name| text.find(name).map(|from| (from, name.len()))) {
        // The document of `solve` has the word elsewhere.
        Some((from, len)) if at.range().len() == text.len() => {
            let start = at.start as usize + from;
            Span::new(at.file, start, start + len)
        }
        _ => at,
    };
    let headline = match strange {
        Some(name) => format!("there is no cell `{name}`"),
        _ if is_rule => format!("`{text}` is no move of `{}` here", rules_text(words)),
        _ => format!("`{text}` is no move of this puzzle"),
    };
    let found = Diagnostic::new(Code::IllegalMove, at, headline).label(format!("move {number}"));
    let near = found.suggest(text, whole, legal.iter().map(String::as_str));
    match (&near.help, legal.first()) {
        (None, Some(one)) => {
            near.help(format!("write moves as `puzzlec solve --plan short` does, such as `{one}`"))
        }
        _ => near,
    }
}

fn rules_text(words: &[Word]) -> &str {
    words.first().map_or("", |word| word.text.as_str())
}

/// The content of a cell, as a predicate.
fn holds(model: &Model, player: &Player<'_>, cell: Coord) -> String {
    match model.pieces.content(player.content(cell)).kind() {
        None => "is empty".to_owned(),
        Some(kind) => format!("holds {}", pieces(model, &[kind])),
    }
}

fn pieces(model: &Model, kinds: &[KindId]) -> String {
    let names = kinds.iter().filter_map(|kind| model.pieces.kind(*kind));
    let names: Vec<String> = names.map(|kind| format!("`{}`", kind.name)).collect();
    if names.is_empty() { "a piece".to_owned() } else { names.join(" or ") }
}

/// Words that stand for steps that do different things.
pub(super) fn ambiguous(words: &[Word], rules: &[String]) -> Diagnostic {
    let (at, text) = joined(words);
    match rules {
        [first, second, ..] => {
            let headline = format!("`{text}` may be a move of `{first}` or of `{second}`");
            let title = format!("write `{first} {text}`");
            Diagnostic::new(Code::AmbiguousMove, at, headline)
                .help(format!("write the name of the rule first: `{first} {text}`"))
                .fix(title, at, format!("{first} {text}"), false)
        }
        _ => Diagnostic::new(Code::AmbiguousMove, at, format!("`{text}` stands for several moves here"))
            .help("check a certificate instead: `puzzlec solve --certificate`, `puzzlec verify`"),
    }
}

/// The moves can all be played, and the last position is no goal; `at` is the last move.
pub(super) fn stops_short(model: &Model, at: Span, steps: usize) -> Diagnostic {
    let headline = if let Question::Place { .. } = model.question {
        format!("the pieces do not match the goal after {}", counted(steps as u64, "moves"))
    } else {
        format!("the plan ends before the goal, after {}", counted(steps as u64, "moves"))
    };
    Diagnostic::new(Code::PlanStopsShort, at, headline).label("the last position is not a goal")
}
