//! Hooks of puzzles: what they give, what they may give, and hooks that misbehave.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use puzzlec_base::diag::{Diagnostic, Severity};
use puzzlec_base::{Budget, CancelToken};
use puzzlec_script::{
    self, At, ConfigurationSpec, FindingSpec, Hook, Kind, MoveView, PuzzleView, ScriptCallback,
};

use super::callback::{POSITION, callback, field, hook};
use super::workers::with_each;
use super::{AT, square};

const KINDS: [Kind; 6] = [Kind::Moves, Kind::Legal, Kind::Goal, Kind::Bound, Kind::Invariant, Kind::Render];

fn puzzle() -> PuzzleView {
    PuzzleView {
        name: "Two".into(),
        values: [("n".to_owned(), 3)].into(),
        field: field(),
        start: POSITION.to_vec(),
        rules: vec!["step".into(), "jump".into()],
    }
}

/// Asks a function whatever its kind is; the answer in the words of debugging.
fn ask(callback: &ScriptCallback, budget: &Budget) -> Result<String, Box<Diagnostic>> {
    let field = field();
    match callback.kind() {
        Kind::Moves => callback.moves(&field, POSITION, budget).map(|a| format!("{a:?}")),
        Kind::Legal => {
            let after = MoveView { after: POSITION.to_vec(), cells: vec![0], ..MoveView::default() };
            callback.legal(&field, POSITION, &after, budget).map(|a| format!("{a:?}"))
        }
        Kind::Goal => callback.goal(&field, POSITION, budget).map(|a| format!("{a:?}")),
        Kind::Bound => callback.bound(&field, POSITION, budget).map(|a| format!("{a:?}")),
        Kind::Invariant => callback.invariant(&field, POSITION, budget).map(|a| format!("{a:?}")),
        Kind::Render => callback.render(&field, 0, 1, budget).map(|a| format!("{a:?}")),
    }
}

/// Asks a function of a kind twice, or runs `start` or `check` once.
fn attempt(kind: &str, source: &str) -> Result<String, Box<Diagnostic>> {
    let hook = hook(source, kind, &[]);
    let began = Instant::now();
    let clock = Arc::new(move || began.elapsed());
    let once = Budget::unlimited().with_deadline(clock, Duration::from_secs(60));
    match KINDS.into_iter().find(|k| k.default_name() == kind) {
        None if kind == "start" => {
            puzzlec_script::configuration(&hook, &square(3, 2), &once).map(|a| format!("{a:?}"))
        }
        None => puzzlec_script::findings(&hook, &puzzle(), &once).map(|a| format!("{a:?}")),
        Some(kind) => {
            let callback = ScriptCallback::new(hook, kind)?;
            let first = ask(&callback, &Budget::unlimited());
            let operations = callback.operations();
            // What runs up to the limits is repeated in long runs only.
            if first.is_ok() || std::env::var_os("PUZZLEC_FUZZ").is_some() {
                assert_eq!(ask(&callback, &Budget::unlimited()), first, "the same answer again: {source}");
                assert_eq!(callback.operations(), operations, "the same work again: {source}");
            }
            first
        }
    }
}

/// Runs the one hook that a script has.
pub(crate) fn runs(source: &str) {
    let names = KINDS.map(Kind::default_name).into_iter().chain(["start", "check"]);
    let name = names.into_iter().find(|n| source.contains(&format!("fn {n}("))).expect(source);
    let seed: &[i64] = if source.contains("fn start(board, seed)") { &[7] } else { &[] };
    let hook = hook(source, name, seed);
    match KINDS.into_iter().find(|k| k.default_name() == name) {
        None if name == "start" => {
            puzzlec_script::configuration(&hook, &square(3, 2), &Budget::unlimited()).expect(source);
        }
        None => assert_eq!(
            puzzlec_script::findings(&hook, &puzzle(), &Budget::unlimited()).expect(source).len(),
            0
        ),
        Some(kind) => {
            ask(&ScriptCallback::new(hook, kind).expect(source), &Budget::unlimited()).expect(source);
        }
    }
}

#[test]
fn the_manual_tells_how_hooks_are_written() {
    let manual = include_str!("../../../../docs/scripting.md");
    let budget = Budget::unlimited();
    let start = puzzlec_script::configuration(&hook("", "start", &[]), &square(2, 1), &budget).unwrap_err();
    let check = puzzlec_script::findings(&hook("", "check", &[]), &puzzle(), &budget).unwrap_err();
    let callback = KINDS.map(|k| *callback("", k).unwrap_err());
    for d in callback.into_iter().chain([*start, *check]) {
        let (written, gives) = d.notes[0].split_once(", which gives ").unwrap();
        let row = format!("| {} | {gives} |", written.trim_start_matches("expected "));
        assert!(manual.contains(&row), "docs/scripting.md lacks: {row}");
    }
}

/// Set in the process that runs the hostile hooks alone, so that its memory is theirs.
const ALONE: &str = "PUZZLEC_ALONE";

#[test]
fn hostile_hooks_end() {
    if std::env::var_os(ALONE).is_none() {
        let mut alone = std::process::Command::new(std::env::current_exe().unwrap());
        let output = alone.args(["hostile_hooks_end", "--nocapture"]).env(ALONE, "1").output().unwrap();
        let said =
            String::from_utf8_lossy(&output.stdout).into_owned() + &*String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && said.contains("1 passed"), "{said}");
        return;
    }
    let scripts: Vec<&str> = include_str!("hostile_hooks.txt").split("\n=== ").skip(1).collect();
    assert!(scripts.len() > 80);
    let wrong = Mutex::new(Vec::new());
    with_each(&scripts, |script| {
        let (head, source) = script.split_once('\n').unwrap();
        let words: Vec<&str> = head.splitn(3, ' ').collect();
        let began = Instant::now();
        let fault = match attempt(words[0], source) {
            Ok(answer) => Some(answer),
            Err(d) if d.code.as_str() != words[1] => Some(format!("{} {}", d.code.as_str(), d.headline)),
            Err(d) if d.headline.len() > 300 => Some("a long headline".to_owned()),
            Err(_) if began.elapsed() > Duration::from_secs(120) => Some(format!("{:?}", began.elapsed())),
            Err(_) => None,
        };
        wrong.lock().unwrap().extend(fault.map(|fault| format!("{head}: {fault}")));
        assert_eq!(attempt("goal", "fn goal(position) { position.count(\"peg\") == 2 }").unwrap(), "true");
    });
    let wrong = wrong.into_inner().unwrap();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    // Where the system tells it: the most memory that the process ever held.
    if let Ok(status) = std::fs::read_to_string("/proc/self/status") {
        let peak = status.lines().find_map(|l| l.strip_prefix("VmHWM:")).unwrap();
        let kib: u64 = peak.trim().trim_end_matches(" kB").parse().unwrap();
        assert!(kib < 1 << 20, "{peak}");
    }
}

#[test]
fn a_failed_call_leaves_no_trace() {
    let source = r#"
        fn bound(position) {
            print(position.count("peg"));
            if position.count("peg") == 0 { loop {} }
            if position.count("peg") == 1 { let l = [1]; loop { l += l; } }
            position.count("peg")
        }"#;
    let bound = callback(source, Kind::Bound).unwrap();
    let (field, budget) = (field(), Budget::unlimited());
    for _ in 0..3 {
        let d = bound.bound(&field, &[0; 6], &budget).unwrap_err();
        assert_eq!(d.headline, "script ran more than 1 million operations in one call");
        assert_eq!(d.notes, ["the script printed:\n0"]);
        let d = bound.bound(&field, &[1, 0, 0, 0, 0, 0], &budget).unwrap_err();
        assert_eq!(d.headline, "script created a list of more than 32768 items");
        assert_eq!(bound.bound(&field, &[1; 6], &budget).unwrap(), Some(6));
    }
}

#[test]
fn a_panic_is_contained() {
    let goal = callback("fn goal(position) { true }", Kind::Goal).unwrap();
    let broken: Arc<dyn Fn() -> Duration + Send + Sync> = Arc::new(|| panic!("a broken clock"));
    let budget = Budget::unlimited().with_deadline(broken, Duration::from_secs(1));
    let d = goal.goal(&field(), POSITION, &budget).unwrap_err();
    assert_eq!((d.code.as_str(), d.headline.as_str()), ("P0601", "script crashed the interpreter"));
    assert!(goal.goal(&field(), POSITION, &Budget::unlimited()).unwrap());
}

#[test]
fn a_stop_is_no_fault_of_the_script() {
    let goal = callback("fn goal(position) { true }", Kind::Goal).unwrap();
    let token = CancelToken::default();
    let budget = Budget::unlimited().with_cancel(token.clone());
    assert!(goal.goal(&field(), POSITION, &budget).unwrap());
    token.cancel();
    assert_eq!(goal.goal(&field(), POSITION, &budget).unwrap_err().headline, "script was interrupted");
    let late = Budget::unlimited().with_deadline(Arc::new(|| Duration::MAX), Duration::from_secs(1));
    let d = goal.goal(&field(), POSITION, &late).unwrap_err();
    assert_eq!(d.headline, "script did not end: the time limit of 1 s was reached");
}

#[test]
fn hooks_that_are_not_there_or_take_something_else() {
    let told = |hook: Hook, kind| {
        let d = ScriptCallback::new(hook, kind).unwrap_err();
        assert_eq!((d.code.as_str(), d.primary.span), ("P0602", AT));
        (d.headline, d.notes.join("\n"), d.help)
    };
    for (kind, signature) in [
        (Kind::Moves, "fn moves(position), which gives a list of actions"),
        (Kind::Legal, "fn legal(position, move), which gives true or false"),
        (Kind::Goal, "fn goal(position), which gives true or false"),
        (Kind::Bound, "fn bound(position), which gives a whole number from 0, or `\"dead end\"`"),
        (
            Kind::Invariant,
            "fn invariant(position), which gives a whole number, a truth value, or a list of them",
        ),
        (Kind::Render, "fn render(cell), which gives a mark, a text of one character, or ()"),
    ] {
        let name = kind.default_name();
        let (call, gives) = signature.split_once(", which").unwrap();
        let note = format!("expected `{call}`, which{gives}");
        let d = told(hook("", name, &[]), kind);
        assert_eq!(d, (format!("script has no function `{name}`"), note.clone(), None));
        let d = told(hook(&format!("fn {name}() {{ }}"), name, &[]), kind);
        let count = if kind == Kind::Legal { "2 are given" } else { "1 is given" };
        assert_eq!(d, (format!("function `{name}` takes 0 arguments, but {count}"), note, None));
        let misspelt = format!("fn {name}s(a) {{ }}");
        assert_eq!(told(hook(&misspelt, name, &[]), kind).2, Some(format!("did you mean `{name}s`?")));
    }
    let d = told(hook("fn won(position, n) { }", "goal", &[2]), Kind::Goal);
    assert_eq!(d.1, "expected `fn goal(position, number)`, which gives true or false");
    assert_eq!(d.2.as_deref(), Some("name the existing function: `:: won`"));
    let start = puzzlec_script::configuration(&hook("", "start", &[]), &square(2, 1), &Budget::unlimited());
    assert_eq!(start.unwrap_err().notes, ["expected `fn start(board)`, which gives a configuration"]);
    let check = puzzlec_script::findings(&hook("", "check", &[]), &puzzle(), &Budget::unlimited());
    let note = "expected `fn check(puzzle)`, which gives a list of findings, one finding, or ()";
    assert_eq!(check.unwrap_err().notes, [note]);
}

#[test]
fn wrong_values_and_words() {
    let cases = [
        ("goal", "1", "script returned 1 where true or false was expected"),
        ("goal", "", "script returned nothing where true or false was expected"),
        ("legal", "\"yes\"", "script returned the text \"yes\" where true or false was expected"),
        ("bound", "-3", "script returned -3 where a whole number from 0, or `\"dead end\"` was expected"),
        ("invariant", "[1, ()]", "item 1 of the script's list is nothing, not a number or truth value"),
        (
            "render",
            "\"ab\"",
            "script returned the text \"ab\" where a mark, a text of one character, or () was expected",
        ),
        ("moves", "position", "script returned a position where a list of actions was expected"),
        ("start", "board", "script returned a board where a configuration was expected"),
        ("check", "[7]", "item 0 of the script's list is 7, not a finding"),
        (
            "check",
            "error(\"x\").at(\"strat\")",
            "a finding is at `strat`, which is not a statement or parameter",
        ),
        ("goal", "position.count(\"pge\") == 1", "unknown piece `pge`"),
        ("goal", "position.peice(position.board.cells[0])", "unknown function `peice`"),
        ("goal", "position.peices", "a position has no property `peices`"),
        ("goal", "position.count()", "`count` cannot be used with a position"),
        ("goal", "position.board.cells[0].piece", "only `render` gives a cell its content"),
        ("goal", "position.holds(1, \"peg\")", "`holds` needs a cell, found a whole number"),
        ("legal", "move.too == ()", "a move has no property `too`"),
        ("start", "random(\"x\")", "`random` needs a whole number, found a text"),
        ("start", "random(1).below(0)", "`below` needs a number of 1 or more, found 0"),
        (
            "start",
            "configuration().puts(board.cells, 5)",
            "`puts` needs the name of a piece, found a whole number",
        ),
        ("start", "picture([\"a\\nb\"])", "a row of `picture` holds a line break"),
        ("check", "puzzle.value(\"m\")", "unknown parameter `m`"),
        ("check", "error(\"\")", "`error` needs one line of 1 to 300 characters"),
        ("render", "mark(\"xx\")", "`mark` needs a text of one character, found 2"),
    ];
    let mut wrong = Vec::new();
    for (kind, body, headline) in cases {
        let given = match kind {
            "legal" => "position, move",
            "render" => "cell",
            "start" => "board",
            "check" => "puzzle",
            _ => "position",
        };
        let d = attempt(kind, &format!("fn {kind}({given}) {{ {body} }}")).unwrap_err();
        if d.headline != headline {
            wrong.push((body, d.headline));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    let help = |body: &str| attempt("goal", &format!("fn goal(position) {{ {body} }}")).unwrap_err().help;
    assert_eq!(help("position.count(\"pge\") == 1").as_deref(), Some("did you mean `peg`?"));
    let ways = "it is written `position.count(pieces)` or `position.count(pieces, cells)`";
    assert_eq!(help("position.count()").as_deref(), Some(ways));
    assert_eq!(help("position.distance").as_deref(), Some("it is written `board.distance(cell, cell)`"));
}

#[test]
fn configurations() {
    let make = |body: &str, args: &[i64]| {
        let source = format!("fn start(board, seed) {{ {body} }}");
        puzzlec_script::configuration(&hook(&source, "start", args), &square(3, 2), &Budget::unlimited())
            .unwrap()
    };
    let rows = ["ox.".to_owned(), "..o".to_owned()].to_vec();
    assert_eq!(make("picture([\"ox.\", \"..o\"])", &[1]), ConfigurationSpec::Picture(rows));
    let placed =
        |all: &[(u32, &str)]| ConfigurationSpec::Placed(all.iter().map(|p| (p.0, p.1.to_owned())).collect());
    let body = "configuration().puts(board.cells, \"peg\").puts(board.rows[0], \"empty\")\
                .puts(board.cell(\"b2\"), \"stone\")";
    assert_eq!(make(body, &[1]), placed(&[(3, "peg"), (4, "stone"), (5, "peg")]));
    assert_eq!(make("configuration()", &[1]), placed(&[]));
    let body = "let c = configuration(); let r = random(seed); let order = r.shuffled(board.cells);\
                for i in 0..3 { c = c.puts(order[i], \"peg\"); } c";
    // These must never change: puzzles are told by their seeds.
    assert_eq!(make(body, &[7]), make(body, &[7]));
    assert_ne!(make(body, &[7]), make(body, &[8]));
    let many = "let c = configuration(); for i in 0..40000 { c = c.puts(board.cells[0], \"peg\"); } c";
    assert_eq!(make(many, &[1]), placed(&[(0, "peg")]));
}

#[test]
fn chance_is_the_same_everywhere() {
    let source = r#"
        fn invariant(position) {
            let r = random(1234567);
            let all = [];
            for i in 0..4 { all.push(r.below(1000000)); }
            for n in r.shuffled([0, 1, 2, 3, 4, 5]) { all.push(n); }
            all.push(r.pick([10, 20, 30]));
            all
        }"#;
    let numbers = callback(source, Kind::Invariant).unwrap();
    let numbers = numbers.invariant(&field(), POSITION, &Budget::unlimited()).unwrap();
    assert_eq!(numbers, CHANCE);
}

/// The first numbers follow from SplitMix64's known ones for this seed: 6457827717110365317,
/// 3203168211198807973, 9817491932198370423, 4593380528125082431.
const CHANCE: [i64; 11] = [350_079, 173_644, 532_207, 249_007, 1, 3, 0, 4, 2, 5, 30];

#[test]
fn findings() {
    let find = |body: &str| {
        let hook = hook(&format!("fn check(puzzle) {{ {body} }}"), "check", &[]);
        puzzlec_script::findings(&hook, &puzzle(), &Budget::unlimited()).unwrap()
    };
    let finding = |severity, at, help: Option<&str>| FindingSpec {
        severity,
        headline: "too many".into(),
        at,
        help: help.map(str::to_owned),
    };
    assert_eq!(find("()"), []);
    assert_eq!(find("[]"), []);
    assert_eq!(find("error(\"too many\")"), [finding(Severity::Error, At::Puzzle, None)]);
    let body = r#"[
        error("too many").at("start").help("fewer"),
        warning("too many").at("n"),
        warning("too many").at(puzzle.board.cell("b2")),
    ]"#;
    let expected = [
        finding(Severity::Error, At::Statement("start".into()), Some("fewer")),
        finding(Severity::Warning, At::Parameter("n".into()), None),
        finding(Severity::Warning, At::Cell(4), None),
    ];
    assert_eq!(find(body), expected);
    let body = r#"
        let right = puzzle.name == "Two" && puzzle.value("n") == 3 && puzzle.board.size == 6
            && puzzle.start.count("peg") == 2 && puzzle.rules == ["step", "jump"]
            && puzzle.start.board.cell("a1") == puzzle.board.cells[0];
        if right { () } else { error("wrong") }"#;
    assert_eq!(find(body), []);
}
