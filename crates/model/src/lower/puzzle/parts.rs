//! The statements of a puzzle, each in its place.

use crate::number::{self, Values};
use puzzlec_base::Span;
use puzzlec_base::diag::{Code, Diagnostic};
use puzzlec_syntax::ast::{
    Amount, BoardExpr, ConfigExpr, ConsequenceRef, CounterValue, Ends, Expr, Filling, GoalExpr, HookKind,
    Legend, Measure, Path, PlaceEntry, Players, PuzzleItem, PuzzleStatementKind as Kind, RuleRef, Script,
    Wanted,
};

/// The clues of a generated puzzle.
#[derive(Clone, Copy)]
pub(super) struct Clues<'a> {
    pub(super) amount: &'a Amount,
    pub(super) pieces: &'a [Path],
    /// Whether it has no others of these pieces.
    pub(super) all: bool,
}

/// The statements of a puzzle, each at most once.
#[derive(Default)]
pub(super) struct Parts<'a> {
    pub(super) title: Option<&'a str>,
    pub(super) board: Option<&'a BoardExpr>,
    pub(super) rules: Option<(&'a [RuleRef], Span)>,
    pub(super) marks: Option<&'a Legend>,
    pub(super) counters: Vec<(&'a Path, &'a CounterValue)>,
    pub(super) start: Option<(&'a ConfigExpr, Span)>,
    pub(super) goal: Option<(&'a GoalExpr, Span)>,
    pub(super) place: Option<(&'a [PlaceEntry], Span)>,
    pub(super) players: Option<(&'a Players, Span)>,
    /// By player, the first if the flag says so, the test that this player has won.
    pub(super) wins: Vec<(bool, &'a GoalExpr, Span)>,
    pub(super) measure: Option<&'a Measure>,
    pub(super) window: Option<&'a Expr>,
    /// Tests after moves, with their places.
    pub(super) legal: Vec<(&'a Expr, Span)>,
    pub(super) hooks: Vec<(HookKind, &'a Script)>,
    pub(super) then: Option<(&'a [ConsequenceRef], Span)>,
    pub(super) fill: Option<(&'a [Filling], Span)>,
    pub(super) clues: Option<(Clues<'a>, Span)>,
    pub(super) wish: Option<(&'a [Wanted], Span)>,
    pub(super) broken: bool,
}

/// Sorts the statements; one that is repeated is reported at its second place.
pub(super) fn parts<'a>(item: &'a PuzzleItem, diagnostics: &mut Vec<Diagnostic>) -> Parts<'a> {
    let mut parts = Parts::default();
    let mut seen: Vec<(&'static str, Span)> = Vec::new();
    for statement in &item.statements {
        let word = match &statement.kind {
            Kind::Title(t) => {
                parts.title = parts.title.or(Some(&t.value));
                "title"
            }
            Kind::Board(b) => {
                parts.board = parts.board.or(Some(b));
                "board"
            }
            Kind::Rules(r) => {
                parts.rules = parts.rules.or(Some((r, statement.span)));
                "rules"
            }
            Kind::Marks(m) => {
                parts.marks = parts.marks.or(Some(m));
                "marks"
            }
            Kind::Start(s) => {
                parts.start = parts.start.or(Some((s, statement.span)));
                "start"
            }
            Kind::Goal(g) => {
                parts.goal = parts.goal.or(Some((g, statement.span)));
                "goal"
            }
            Kind::Place(p) => {
                parts.place = parts.place.or(Some((p, statement.span)));
                "place"
            }
            Kind::Players(p) => {
                parts.players = parts.players.or(Some((p, statement.span)));
                "players"
            }
            Kind::Win(first, test) => {
                if parts.wins.iter().all(|known| known.0 != *first) {
                    parts.wins.push((*first, test, statement.span));
                }
                if *first { "win first" } else { "win second" }
            }
            Kind::Measure(m) => {
                parts.measure = parts.measure.or(Some(m));
                "measure"
            }
            Kind::Window(w) => {
                parts.window = parts.window.or(Some(w));
                "window"
            }
            Kind::Fill(f) => {
                parts.fill = parts.fill.or(Some((f, statement.span)));
                "fill"
            }
            Kind::Clues(amount, pieces, all) => {
                parts.clues = parts.clues.or(Some((Clues { amount, pieces, all: *all }, statement.span)));
                "clues"
            }
            Kind::Wish(w) => {
                parts.wish = parts.wish.or(Some((w, statement.span)));
                "wish"
            }
            Kind::LegalAfter(test) => {
                parts.legal.push((test, test.span));
                continue;
            }
            Kind::Counter(path, value) => {
                parts.counters.push((path, value));
                continue;
            }
            Kind::Hook(kind, script) => {
                if parts.hooks.iter().all(|h| h.0 != *kind) {
                    parts.hooks.push((*kind, script));
                }
                kind.word()
            }
            Kind::Then(t) => {
                parts.then = parts.then.or(Some((t, statement.span)));
                "then"
            }
            Kind::Keys(_) | Kind::Message(..) => {
                let text = "only a puzzle with keys has such a statement";
                diagnostics.push(Diagnostic::new(Code::WrongKind, statement.keyword, text));
                continue;
            }
            Kind::Expect(_) => continue,
            Kind::Error => {
                parts.broken = true;
                continue;
            }
        };
        match seen.iter().find(|s| s.0 == word) {
            Some((_, first)) => {
                let text = format!("`{word}` is repeated");
                let mut d = Diagnostic::new(Code::RepeatedStatement, statement.keyword, text)
                    .also(*first, "first given here");
                if matches!(word, "goal" | "win first" | "win second") {
                    d = d.help("join goals with `and` or `or`");
                }
                diagnostics.push(d);
            }
            None => seen.push((word, statement.keyword)),
        }
    }
    parts
}

/// Reports what a puzzle cannot do without, unless a statement that did not parse may be it. A puzzle of counters
/// `alone` needs no start.
pub(super) fn missing(item: &PuzzleItem, parts: &Parts<'_>, alone: bool, diagnostics: &mut Vec<Diagnostic>) {
    if parts.broken {
        return;
    }
    let mut absent = |word: &str, example: &str| {
        let text = format!("puzzle `{}` has no `{word}`", item.name.text);
        let d =
            Diagnostic::new(Code::MissingStatement, item.name.span, text).help(format!("add `{example}`"));
        diagnostics.push(d);
    };
    if let Some((_, span)) = parts.place {
        if parts.goal.is_none() {
            absent("goal", "goal colours \"\"\"…\"\"\"");
        }
        let extra = [
            ("rules", parts.rules.map(|r| r.1)),
            ("start", parts.start.map(|s| s.1)),
            ("then", parts.then.map(|t| t.1)),
            ("fill", parts.fill.map(|f| f.1)),
            ("win", parts.wins.first().map(|win| win.2)),
        ];
        for (word, at) in extra {
            if let Some(at) = at {
                let text = format!("a placement puzzle has no `{word}`");
                diagnostics
                    .push(Diagnostic::new(Code::BadGame, at, text).also(span, "pieces are placed here"));
            }
        }
        return;
    }
    // Only the most important missing statement is reported.
    if parts.rules.is_none() {
        absent("rules", "rules peg.jump");
    } else if parts.start.is_none() && parts.fill.is_none() && !alone {
        absent("start", "start \"\"\"…\"\"\"");
    } else if let (None, Some((.., span))) = (parts.players, parts.wins.first()) {
        let d = Diagnostic::new(Code::BadGame, *span, "`win` needs two players");
        diagnostics.push(d.help("add `players 2, last to move draws`, or state a `goal`"));
    } else if parts.goal.is_none() && parts.players.is_none() {
        absent("goal", "goal empty");
    }
    if let (Some((Players { ends: Ends { goal_loses: true, .. }, .. }, span)), None) =
        (parts.players, parts.goal)
    {
        let text = "`goal loses` needs a goal";
        diagnostics
            .push(Diagnostic::new(Code::BadGame, span, text).help("add a `goal`, or leave out `goal loses`"));
    }
    if let Some((players, _)) = parts.players {
        match number::evaluate(&players.count, &Values::new()) {
            Ok(2) => {}
            Ok(n) => {
                let text = format!("a game has 2 players, found {n}");
                diagnostics.push(Diagnostic::new(Code::BadGame, players.count.span, text));
            }
            Err(d) => diagnostics.push(*d),
        }
    }
}
