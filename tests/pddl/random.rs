//! Small random puzzles with pieces that can be told apart.

/// The rules, of which each puzzle has some.
const RULES: [(&str, &str); 9] = [
    ("slide", "[ tile | empty ] -> [ empty | tile ]"),
    ("jump", "[ tile | coin | empty ] -> [ empty | coin | tile ]"),
    ("roll", "[ coin | empty ] -> [ empty | coin ]"),
    ("push", "[ tile 1 | coin | empty ] -> [ empty | tile 1 | coin ]"),
    ("trade", "[ tile | coin ] -> [ coin | tile ]"),
    ("turn", "[ tile 1 | tile 2 ] -> [ tile 2 | tile 1 ]"),
    ("take", "[ tile | coin | empty ] -> [ empty | empty | tile ]"),
    ("grow", "[ tile 2 | empty ] -> [ tile 2 | coin ]"),
    ("swap", "when adjacent(x, y); swap x with y"),
];

/// The text of a puzzle `P`.
pub fn puzzle(seed: u64) -> String {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0xd1b5_4a32_d192_ed03;
    let mut below = |n: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as usize % n
    };
    let (board, cells) = [("line 5", 5), ("line 6", 6), ("square 3 by 2", 6), ("square 2 by 2", 4)][below(4)];
    let mut used: Vec<usize> = (0..1 + below(3)).map(|_| below(RULES.len())).collect();
    used.sort_unstable();
    used.dedup();
    let marks = ["123.4.", "12.3oo", "12.o..", "11.234", "12.3.."][below(5)];
    let mut drawn = |n: usize| {
        let mut left: Vec<char> = marks.chars().take(n).collect();
        let row: Vec<char> = (0..n).map(|_| left.remove(below(left.len()))).collect();
        let wide = if board.starts_with("square 3") { 3 } else { 2 };
        let rows = row.chunks(if board.starts_with("square") { wide } else { n });
        let rows: Vec<String> = rows.map(|r| r.iter().map(|c| format!("{c} ")).collect()).collect();
        format!("\"\"\"\n    {}\n\"\"\"", rows.join("\n    "))
    };
    let (start, goal, other) = (drawn(cells), drawn(cells), drawn(cells));
    let mut text = "piece tile \"1234\"\npiece coin \"o\"\n".to_owned();
    for (name, body) in RULES {
        let head = if name == "swap" { "swap(x: cell, y: cell)" } else { name };
        text.push_str(&format!("rule {head} {{ {body} }}\n"));
    }
    let names: Vec<&str> = used.iter().map(|at| RULES[*at].0).collect();
    let also = if seed.is_multiple_of(3) { format!(" or {other}") } else { String::new() };
    let names = names.join(", ");
    text.push_str(&format!(
        "puzzle P {{\nboard {board}\nrules {names}\nstart {start}\ngoal {goal}{also}\n}}\n"
    ));
    text
}
