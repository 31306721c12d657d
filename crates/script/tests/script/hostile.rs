//! Scripts that try to hang, to take all memory or to leave their sandbox.

use std::sync::Arc;
use std::time::{Duration, Instant};

use puzzlec_base::{Budget, CancelToken};
use puzzlec_script as script;

use super::{AT, run, square, text};

/// A script that runs longer hangs, however busy the machine is.
const PATIENCE: Duration = Duration::from_secs(120);

/// Runs scripts that must end in a diagnostic of this code: `name: before the hook | its body`.
fn end_in(code: &str, scripts: &[(&str, String)]) {
    let mut wrong = Vec::new();
    for (name, source) in scripts {
        let began = Instant::now();
        let clock = Arc::new(move || began.elapsed());
        // A deadline ends in P0603 as the limit of operations does, so only there may it come first.
        let deadline = if code == "P0603" { Duration::from_millis(1500) } else { PATIENCE };
        let budget = Budget::unlimited().with_deadline(clock, deadline);
        let result = script::actions(text(source), ("actions", AT), &square(3, 2), &[], &budget);
        let took = began.elapsed();
        match result {
            Ok(_) => wrong.push(format!("{name}: no diagnostic")),
            Err(d) if d.code.as_str() != code => {
                wrong.push(format!("{name}: {} {}", d.code.as_str(), d.headline));
            }
            Err(d) if took > PATIENCE => wrong.push(format!("{name}: {} {took:?}", d.headline)),
            Err(_) => (),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A script whose hook has this body.
fn body(body: &str) -> String {
    after("", body)
}

/// A script with something before its hook.
fn after(before: &str, body: &str) -> String {
    format!("{before}\nfn actions(board) {{ {body} }}")
}

#[test]
fn endless_scripts() {
    end_in(
        "P0603",
        &[
            ("loop", body("loop {}")),
            ("while", body("let i = 0; while true { i += 1; }")),
            ("top level", after("while true {}", "[]")),
            ("range", body("for i in 0..9000000000000000000 {} []")),
            ("recursion", after("fn f(n) { f(n + 1) }", "f(0)")),
            ("two functions", after("fn f(n) { 1 + g(n) } fn g(n) { 1 + f(n) }", "f(0)")),
            (
                "binary recursion",
                after("fn f(n) { if n > 20 { 0 } else { f(n + 1) + f(n + 1) } }", "f(0); loop {}"),
            ),
            ("throw and catch", body("loop { try { throw 1; } catch { } }")),
            ("prints", body("loop { print(\"flood\"); debug(1); }")),
            ("native work", body("let l = []; l.pad(30000, 0); loop { l.reverse(); }")),
        ],
    );
}

/// Expressions as deep as they may be in calls as deep as they may be: the stack must hold.
#[test]
fn deep_frames() {
    let frames = [("1+(", ")"), ("[", "]"), ("max(1,", ")"), ("if n >= 0 {", "}"), ("for i in 0..2 {", "}")];
    for (open, close) in frames {
        let deepest = (1..100).rev().find_map(|depth| {
            let source = after(
                &format!("fn f(n) {{ {}f(n + 1){} }}", open.repeat(depth), close.repeat(depth)),
                "f(0)",
            );
            script::check(text(&source), "actions", 1, AT).is_empty().then_some(source)
        });
        let d = run(&deepest.unwrap(), &square(1, 1), &[]).unwrap_err();
        assert_eq!(
            d.headline, "the functions of the script call each other more than 16 levels deep",
            "{open}"
        );
    }
}

#[test]
fn greedy_texts() {
    end_in(
        "P0603",
        &[
            ("doubled", body("let s = \"x\"; loop { s += s; }")),
            ("padded", body("let s = \"\"; s.pad(9000000000000000000, \"x\"); s")),
            ("padded with nothing", body("let s = \"\"; s.pad(5, \"\"); loop { s += \"xx\"; }")),
            ("replaced", body("let s = \"\"; s.pad(60000, \"x\"); let t = s; s.replace(\"x\", t); s")),
            (
                "replaced character",
                body("let s = \"\"; s.pad(60000, \"x\"); let t = s; s.replace('x', t); s"),
            ),
            ("interpolated", body("let s = \"xx\"; loop { s = `${s}${s}`; }")),
            ("in a list", body("let s = \"\"; s.pad(60000, \"x\"); let l = []; loop { l.push(s); }")),
        ],
    );
}

#[test]
fn greedy_lists() {
    end_in(
        "P0603",
        &[
            ("pushed", body("let l = []; loop { l.push(1); }")),
            ("padded", body("let l = []; l.pad(9000000000000000000, 0); l")),
            ("padded with lists", body("let b = []; b.pad(30000, 0); let l = []; l.pad(30000, b); l")),
            ("doubled", body("let l = [1]; loop { l += l; }")),
            ("in lists", body("let l = [1]; loop { l = [l, l]; }")),
            ("nested", body("let l = []; loop { l = [l]; }")),
            ("nested by index", body("let l = [0]; loop { l[0] = l; }")),
            ("nested by method", body("let l = [0]; loop { l.set(0, l); }")),
            (
                "filled by index",
                body("let b = []; b.pad(30000, 0); let l = b; for i in 0..30000 { l[i] = b; } l"),
            ),
            (
                "held by callers",
                after(
                    "fn f(n) { let v = []; v.pad(30000, 0); let l = v; for i in 0..100 { l[i] = v; } f(n + 1) }",
                    "f(0)",
                ),
            ),
            ("of actions", body("let x = action().removes(board.cells); let l = []; loop { l.push(x); }")),
            (
                "held by callers unseen",
                after("fn f() { let v = []; v.pad(30000, 0); let l = v; l[0] = v; l[1] = v; f() }", "f()"),
            ),
        ],
    );
}

#[test]
fn greedy_maps() {
    end_in(
        "P0603",
        &[
            ("by key", body("let m = #{}; let i = 0; loop { m[\"k\" + i] = i; i += 1; }")),
            (
                "of lists by key",
                body(
                    "let b = []; b.pad(30000, 0); let m = #{}; let i = 0; loop { m[\"k\" + i] = b; i += 1; }",
                ),
            ),
            ("nested", body("let m = #{}; loop { m = #{ a: m }; }")),
            ("nested by key", body("let m = #{}; loop { m[\"a\"] = m; }")),
            ("nested by property", body("let m = #{}; loop { m.a = m; }")),
        ],
    );
}

#[test]
fn oversized_sources() {
    let many = (0..400).map(|i| format!("fn f{i}() {{ {i} }}\n")).collect::<String>();
    let variables = (0..400).map(|i| format!("let v{i} = {i};")).collect::<String>();
    end_in(
        "P0603",
        &[
            ("parentheses", body(&format!("{}1{}", "(".repeat(5000), ")".repeat(5000)))),
            ("blocks", body(&format!("{}{}", "if true {".repeat(5000), "}".repeat(5000)))),
            ("signs", body(&format!("{}true", "!".repeat(20_000)))),
            ("minus", body(&format!("{}1", "- ".repeat(20_000)))),
            ("brackets", body(&format!("{}{}", "[".repeat(5000), "]".repeat(5000)))),
            ("calls", body(&format!("{}1{}", "max(1,".repeat(5000), ")".repeat(5000)))),
            ("functions", after(&many, "[]")),
            ("variables", body(&variables)),
            ("text", body(&format!("\"{}\"", "x".repeat(100_000)))),
        ],
    );
    end_in("P0604", &[("long sum", body(&format!("1{}", "+1".repeat(20)))), ("chain", body("board"))]);
}

#[test]
fn ways_out() {
    end_in(
        "P0601",
        &[
            ("import", after("import \"/etc/passwd\" as p;", "p")),
            ("eval", body("eval(\"[]\")")),
            ("sleep", body("sleep(100)")),
            ("time", body("timestamp()")),
            ("chance", body("rand()")),
            ("files", body("open_file(\"x\")")),
            ("exit", body("exit(1)")),
            ("function pointer", body("Fn(\"actions\").call(board)")),
            ("closure", body("let a = [1]; let f = || a; f.call()")),
            ("mapped", after("fn f(x) { x }", "[1, 2].map(f)")),
            ("this", after("fn f() { loop { this = [this]; } }", "let l = []; l.f(); l")),
            ("throw", body("throw #{ a: 1 };")),
            ("throw a list", body("let l = []; l.pad(30000, 0); throw l;")),
            ("overflow", body("9223372036854775807 + 1")),
            ("power", body("10 ** 100")),
            ("negative", body("-(-9223372036854775807 - 1)")),
            ("modulo", body("(-9223372036854775807 - 1) % -1")),
            ("change the board", body("board.cells = [];")),
        ],
    );
}

#[test]
fn wrong_results() {
    end_in(
        "P0604",
        &[
            ("map", body("#{ a: 1 }")),
            ("its argument", body("board")),
            ("an action of no effect", body("let l = []; l.pad(30000, action()); l")),
            ("a list of lists", body("[[action()]]")),
            ("nothing", body("")),
            ("early", body("return 7;")),
        ],
    );
}

#[test]
fn large_actions() {
    let large = "let x = action(); for i in 0..600 { x = x.removes(board.cells); }";
    end_in(
        "P0603",
        &[
            ("padded", body(&format!("{large} let l = []; l.pad(30000, x); l"))),
            ("made anew", body(&format!("{large} let l = []; loop {{ l.push(x.removes([])); }}"))),
            ("one", body("let x = action(); loop { x = x.removes(board.cells); }")),
        ],
    );
}

#[test]
fn a_cancelled_script_stops() {
    let token = CancelToken::default();
    token.cancel();
    let budget = Budget::unlimited().with_cancel(token);
    let source = "fn actions(board) { loop {} }";
    let d = script::actions(text(source), ("actions", AT), &square(1, 1), &[], &budget).unwrap_err();
    assert_eq!((d.code.as_str(), d.headline.as_str()), ("P0603", "script was interrupted"));
}
