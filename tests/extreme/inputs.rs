//! The inputs, made by programs from a size.

use std::fmt::Write;

/// Files and a command on them.
pub struct Input {
    pub name: String,
    pub files: Vec<(String, String)>,
    pub arguments: Vec<String>,
}

const HEAD: &str = "edition 1\npiece coin \"o\"\nrule step { [ coin | empty ] -> [ empty | coin ] }\n";

fn one(name: &str, command: &str, text: String) -> Input {
    let arguments = command.split(' ').map(str::to_owned).chain(["p.puzzle".to_owned()]).collect();
    Input {
        name: format!("{name}-{}", command.replace([' ', '-'], "")),
        files: vec![("p.puzzle".to_owned(), text)],
        arguments,
    }
}

fn puzzle(body: &str) -> String {
    format!("{HEAD}puzzle P {{\n{body}\n}}\n")
}

fn list(n: usize, separator: &str, item: impl Fn(usize) -> String) -> String {
    (0..n).map(item).collect::<Vec<_>>().join(separator)
}

/// A chain: each item is defined by the one before.
fn chain(n: usize, first: &str, item: impl Fn(usize) -> String) -> String {
    let mut text = format!("{first}\n");
    for i in 1..n {
        let _ = writeln!(text, "{}", item(i));
    }
    text
}

fn nested(text: &mut Vec<Input>) {
    for (name, open, close) in
        [("brackets", "(", ")"), ("not", "not ", ""), ("minus", "-", ""), ("around", "around ", "")]
    {
        let deep = format!(
            "{}{}{}",
            open.repeat(100_000),
            if name == "around" { "a1" } else { "1" },
            close.repeat(100_000)
        );
        let goal = match name {
            "not" => format!("goal where {deep} == 1"),
            "around" => format!("goal where empty({deep})"),
            _ => format!("goal count(coin) == {deep}"),
        };
        for command in ["solve", "check"] {
            let body = format!("board line 3; rules step; start row o..; {goal}");
            text.push(one(&format!("deep-{name}"), command, puzzle(&body)));
        }
    }
    text.push(one("deep-braces", "check", "puzzle P {".repeat(50_000)));
    text.push(one("deep-comments", "check", "/* ".repeat(200_000)));
}

fn numbers(all: &mut Vec<Input>) {
    for (name, text) in [
        ("number-run", "board ring 5; rules far; start row o....; goal empty"),
        ("number-line", "board line 1000000; rules step; start full coin except a1; goal empty"),
        ("number-square", "board square 1000 by 1000; rules step; start full coin except a1; goal empty"),
        ("number-ring", "board ring 1000000; rules far; start full coin except a1; goal empty"),
        (
            "number-window",
            "board line unbounded; rules step; start row o*2000; goal anywhere row ooo; window 10000",
        ),
        ("number-hex", "board hex side 500; rules step; start full coin except a1; goal empty"),
        ("number-row", "board line unbounded; rules step; start row (((o*1000).)*999); goal anywhere row oo"),
    ] {
        let far = "rule far(x: coin) { when occupied(run(x, right, 4294967296)); move x to step(x, right, 9223372036854775807) }\n";
        for command in ["solve", "count", "check"] {
            all.push(one(name, command, format!("{HEAD}{far}puzzle P {{ {text} }}\n")));
        }
    }
}

fn chains(all: &mut Vec<Input>) {
    let puzzle = "puzzle P { board line 3; rules step; start row o..; goal row ..o }\n";
    let n = 4000;
    all.push(one(
        "chain-boards",
        "check",
        chain(n, "board A0 = line 3", |i| format!("board A{i} = A{}", i - 1)),
    ));
    all.push(one(
        "chain-rules",
        "check",
        HEAD.to_owned() + chain(n, "rule u0 = step", |i| format!("rule u{i} = u{}", i - 1)).as_str() + puzzle,
    ));
    let unions = HEAD.to_owned()
        + chain(60, "rule u0 = step, step", |i| format!("rule u{i} = u{0}, u{0}", i - 1)).as_str();
    all.push(one("union-bomb", "solve", unions.clone() + puzzle.replace("rules step", "rules u59").as_str()));
    all.push(one(
        "union-wide",
        "solve",
        format!(
            "{HEAD}rule all = {}\n{}",
            list(50_000, ", ", |_| "step".into()),
            puzzle.replace("rules step", "rules all")
        ),
    ));
    let parameters =
        list(n, ", ", |i| if i == 0 { "a0: int = 1".into() } else { format!("a{i}: int = a{} + 1", i - 1) });
    all.push(one(
        "chain-parameters",
        "check",
        format!("{HEAD}puzzle P({parameters}) {{ board line 3; rules step; start row o..; goal row ..o }}\n"),
    ));
    all.push(one(
        "chain-configurations",
        "check",
        HEAD.to_owned()
            + chain(n, "configuration c0 = row o..", |i| format!("configuration c{i} = c{}", i - 1)).as_str(),
    ));
    let mut files: Vec<(String, String)> = (0..1000)
        .map(|i| (format!("m{i}.puzzle"), format!("edition 1\nuse \"m{}.puzzle\"\n", i + 1)))
        .collect();
    files.push(("m1000.puzzle".to_owned(), "edition 1\n".to_owned()));
    all.push(Input {
        name: "chain-imports".into(),
        files,
        arguments: ["check", "m0.puzzle"].map(str::to_owned).to_vec(),
    });
}

fn wide(all: &mut Vec<Input>) {
    let small = |i: usize| format!("puzzle P{i} {{ board line 3; rules step; start row o..; goal row ..o }}");
    for command in ["check", "test"] {
        all.push(one("many-puzzles", command, format!("{HEAD}{}\n", list(5000, "\n", small))));
    }
    let row = "o.".repeat(50_000);
    for command in ["solve", "check", "fmt --check"] {
        let text = puzzle(&format!("board line 100000; rules step; start row {row}; goal row {row}"));
        if command.starts_with("fmt") {
            continue;
        }
        all.push(one("wide-row", command, text));
    }
    let drawn = list(700, "\n", |_| ". ".repeat(700));
    let text = format!(
        "{HEAD}board B = square \"\"\"\n{drawn}\n\"\"\"\npuzzle P {{ board B; rules step; start full coin except a1; goal empty }}\n"
    );
    for command in ["check", "solve", "count", "explore", "export --pddl"] {
        all.push(one("wide-picture", command, text.clone()));
    }
    let pattern = |n: usize| {
        format!(
            "{HEAD}rule long {{ [ {} ] -> [ {} ] }}\n",
            list(n, " | ", |_| "coin".into()),
            list(n, " | ", |_| "empty".into())
        )
    };
    for n in [1000, 20_000] {
        for command in ["check", "solve"] {
            all.push(one(
                &format!("pattern-{n}"),
                command,
                pattern(n)
                    + "puzzle P { board line 100000; rules long; start full coin except a1; goal empty }\n",
            ));
        }
    }
    let edges = list(100_000, " ", |i| format!("v{i}-v{}", i + 1));
    let text = format!(
        "{HEAD}board G = graph {{ {edges} }}\npuzzle P {{ board G; rules step; start coin at v0; goal coin at v100000 }}\n"
    );
    for command in ["check", "solve"] {
        all.push(one("graph-path", command, text.clone()));
    }
    let dense =
        (0..400).flat_map(|i| (0..i).map(move |j| format!("v{i}-v{j}"))).collect::<Vec<_>>().join(" ");
    let text = format!(
        "{HEAD}board G = graph {{ {dense} }}\npuzzle P {{ board G; rules step; start coin at v0; goal coin at v399 }}\n"
    );
    for command in ["check", "solve"] {
        all.push(one("graph-dense", command, text.clone()));
    }
    let pieces =
        list(5000, "\n", |i| format!("piece p{i} \"{}\"", char::from_u32(0x4e00 + i as u32).unwrap()));
    all.push(one("many-pieces", "check", format!("edition 1\n{pieces}\n")));
    all.push(one("long-name", "check", format!("edition 1\nboard {} = line 3\n", "a".repeat(1_000_000))));
    all.push(one(
        "long-title",
        "solve",
        puzzle(&format!(
            "title \"{}\"; board line 3; rules step; start row o..; goal row ..o",
            "x".repeat(1_000_000)
        )),
    ));
    all.push(one("many-mistakes", "check", "gaol x\n".repeat(50_000)));
}

fn goals(all: &mut Vec<Input>) {
    let body = |goal: String, n: usize| {
        puzzle(&format!("board line {n}; rules step; start full coin except a1; goal {goal}"))
    };
    for command in ["check", "solve"] {
        all.push(one(
            "goal-or",
            command,
            body(list(5000, " or ", |i| format!("where a{} is coin", i % 90 + 1)), 100),
        ));
        all.push(one(
            "goal-rows",
            command,
            body(
                list(500, " or ", |i| {
                    format!("row {}", (0..500).map(|j| if i == j { 'o' } else { '.' }).collect::<String>())
                }),
                500,
            ),
        ));
        all.push(one(
            "goal-quantified",
            command,
            body(
                "where all x in cells: any y in cells: all z in cells: x is coin or y is coin or z is coin"
                    .into(),
                150,
            ),
        ));
        all.push(one(
            "goal-counts",
            command,
            body(format!("where {}", list(2000, " and ", |i| format!("count(coin) != {}", i + 200))), 1000),
        ));
        let text =
            puzzle("board square unbounded; rules step; start coin at a1; goal anywhere row oo; window 5000");
        all.push(one("square-unbounded", command, text));
    }
    let guard = "rule w(x: coin, y: cell, z: cell, d: direction) { when any u in cells: any v in cells: u is empty and v is empty and x != y; move x to y }\n";
    for command in ["check", "solve", "count", "explore", "export --pddl", "analyze", "test"] {
        if command == "analyze" || command == "test" {
            continue;
        }
        all.push(one(
            "guards",
            command,
            format!(
                "{HEAD}{guard}puzzle P {{ board line 300; rules w; start coin at a1; goal coin at a2 }}\n"
            ),
        ));
    }
    let ranges = puzzle("board line 3; rules step; start row o..; goal row ..o")
        .replace("puzzle P {", "puzzle P(n: 1..9999999999 = 3) {")
        .replace("goal row ..o", "goal row ..o; expect solvable for n in 1..9000000000");
    for command in ["check", "test"] {
        all.push(one("range", command, ranges.clone()));
    }
}

fn scripts(all: &mut Vec<Input>) {
    let bodies = [
        ("loop", "let n = 0; loop { n += 1; }"),
        ("array", "let a = []; loop { a.push(a.len()); }"),
        ("text", "let t = \"x\"; loop { t += t; }"),
        ("print", "loop { print(\"\\x1b[2J xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\"); }"),
        ("maps", "let m = #{}; let n = 0; loop { m[`k${n}`] = n; n += 1; }"),
        ("calls", "board()"),
    ];
    for (name, body) in bodies {
        let script = format!("script \"\"\"\nfn board() {{ {body} }}\n\"\"\"");
        all.push(one(&format!("script-{name}"), "check", format!("edition 1\nboard B = {script}\n")));
    }
    let many = list(300, "\n", |i| {
        format!("board B{i} = script \"\"\"\nfn board() {{ let n = 0; loop {{ n += {i}; }} }}\n\"\"\"")
    });
    all.push(one("scripts-many", "check", format!("edition 1\n{many}\n")));
}

fn searches(all: &mut Vec<Input>) {
    let lights = "use lights\npuzzle P { board square 9 by 9; rules lights.press; start full lights.on; goal empty }\n";
    let dense = format!(
        "{HEAD}rule back {{ [ empty | coin ] -> [ coin | empty ] }}\npuzzle P {{ board square 12 by 12; rules step, back; start full coin except a1, b2, c3, d4, e5, f6; goal only coin at a1 }}\n"
    );
    for (name, text) in [("lights", lights.to_owned()), ("slides", dense)] {
        for command in
            ["solve", "solve --any", "solve --all", "count", "explore", "explore --dot out.dot", "test"]
        {
            if command == "test" && name == "lights" {
                continue;
            }
            all.push(one(&format!("search-{name}"), command, text.clone()));
        }
    }
    let place = "edition 1\npiece domino \"ab\" pair\npuzzle P { board square 60 by 60; place domino*1800; goal where count(piece) == 3600 }\n";
    all.push(one("place", "solve", place.into()));
}

fn certificates(all: &mut Vec<Input>) {
    let text = puzzle("board line 3; rules step; start row o..; goal row ..o");
    for (name, certificate) in [
        ("deep", "[".repeat(1_000_000)),
        (
            "steps",
            format!(
                "{{\"version\":1,\"kind\":\"certificate\",\"puzzle\":\"P\",\"steps\":[{}]}}",
                list(1_000_000, ",", |_| "[[0,0],[1,0]]".into())
            ),
        ),
        ("numbers", format!("[{}]", list(4_000_000, ",", |i| i.to_string()))),
    ] {
        all.push(Input {
            name: format!("certificate-{name}"),
            files: vec![("p.puzzle".into(), text.clone()), ("c.json".into(), certificate)],
            arguments: ["verify", "p.puzzle", "c.json"].map(str::to_owned).to_vec(),
        });
    }
}

/// All of them.
pub fn inputs() -> Vec<Input> {
    let mut all = Vec::new();
    nested(&mut all);
    numbers(&mut all);
    chains(&mut all);
    wide(&mut all);
    goals(&mut all);
    scripts(&mut all);
    searches(&mut all);
    certificates(&mut all);
    all
}
