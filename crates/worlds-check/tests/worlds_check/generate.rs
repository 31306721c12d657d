//! Random games with everything that the language has.

use std::fmt::Write;

/// A generator of numbers (splitmix64).
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, of: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % of as u64) as usize
    }

    pub fn percent(&mut self, chance: usize) -> bool {
        self.below(100) < chance
    }

    pub fn of<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }
}

const OBJECTS: [&str; 7] = ["hero", "robot", "wall", "crate", "gem", "flag", "dust"];
const KEYS: [&str; 7] = ["h", "r", "#", "c", "g", "f", "d"];
const MARKS: [&str; 16] = [
    ">",
    ">",
    ">",
    "<",
    "^",
    "v",
    "up",
    "right",
    "moving",
    "moving",
    "stationary",
    "action",
    "horizontal",
    "vertical",
    "parallel",
    "perpendicular",
];

/// The parts of a game; lines of rules are apart, so that bad ones can be left out.
pub struct Parts {
    before: String,
    pub rules: Vec<String>,
    after: String,
}

impl Parts {
    pub fn text(&self) -> String {
        format!("{}RULES\n\n{}\n\n{}", self.before, self.rules.join("\n"), self.after)
    }
}

fn term(random: &mut Random, names: &[String], late: bool) -> (String, String) {
    let name = random.of(names).clone();
    let mark = match random.below(100) {
        0..=14 => "no".to_owned(),
        15..=54 if !late => (*random.of(&MARKS)).to_owned(),
        _ => String::new(),
    };
    (mark, name)
}

type Cell = Vec<(String, String)>;

fn left_cell(random: &mut Random, names: &[String], late: bool) -> Cell {
    let mut cell = Cell::new();
    for _ in 0..*random.of(&[0, 1, 1, 1, 1, 2, 2, 3]) {
        let new = term(random, names, late);
        if cell.iter().all(|old| old.1 != new.1) {
            cell.push(new);
        }
    }
    cell
}

fn right_cell(random: &mut Random, left: &Cell, names: &[String], late: bool, chance: bool) -> Cell {
    let mut cell = Cell::new();
    for (mark, name) in left {
        match random.below(100) {
            0..=14 => {}
            15..=34 if mark != "no" && !late => cell.push(((*random.of(&MARKS)).to_owned(), name.clone())),
            35..=49 if mark != "no" => cell.push((String::new(), name.clone())),
            50..=59 if mark != "no" => cell.push((mark.clone(), random.of(names).clone())),
            _ if mark == "no" && random.percent(80) => {}
            _ => cell.push((mark.clone(), name.clone())),
        }
    }
    if random.percent(25) {
        let mut new = term(random, names, late);
        if chance && random.percent(40) {
            new.0 = if late || random.percent(50) { "random".into() } else { "randomdir".into() };
        }
        cell.push(new);
    }
    let mut once: Cell = Cell::new();
    for term in cell {
        if once.iter().all(|old| old.1 != term.1) {
            once.push(term);
        }
    }
    once
}

fn side(rows: &[Vec<Option<Cell>>]) -> String {
    let mut text = String::new();
    for row in rows {
        let cells: Vec<String> = row
            .iter()
            .map(|cell| match cell {
                None => "...".to_owned(),
                Some(cell) => {
                    cell.iter().map(|(mark, name)| format!("{mark} {name}")).collect::<Vec<_>>().join(" ")
                }
            })
            .collect();
        write!(text, "[ {} ] ", cells.join(" | ")).unwrap();
    }
    text
}

fn rule(random: &mut Random, names: &[String], chance: bool) -> String {
    let late = random.percent(22);
    let mut text = String::new();
    for (word, percent) in
        [("+ ", 18), ("rigid ", if late { 0 } else { 14 }), ("random ", if chance { 25 } else { 0 })]
    {
        if random.percent(percent) {
            text += word;
        }
    }
    if late {
        text += "late ";
    }
    while random.percent(30) {
        text += *random.of(&["up ", "down ", "left ", "right ", "horizontal ", "vertical ", "orthogonal "]);
    }
    let mut left = Vec::new();
    for _ in 0..*random.of(&[1, 1, 1, 1, 2, 2, 3]) {
        let mut row: Vec<Option<Cell>> = Vec::new();
        for number in 0..*random.of(&[1, 1, 2, 2, 2, 3]) {
            if number > 0 && random.percent(12) {
                row.push(None);
            }
            row.push(Some(left_cell(random, names, late)));
        }
        left.push(row);
    }
    let mut right = Vec::new();
    for row in &left {
        right.push(
            row.iter()
                .map(|cell| cell.as_ref().map(|cell| right_cell(random, cell, names, late, chance)))
                .collect(),
        );
    }
    text += &side(&left);
    text += "-> ";
    let commands_only = random.percent(8);
    if !commands_only {
        text += &side(&right);
    }
    while commands_only && !text.ends_with("again ") || random.percent(14) {
        text += *random.of(&[
            "again ",
            "again ",
            "again ",
            "cancel ",
            "restart ",
            "checkpoint ",
            "win ",
            "sfx3 ",
        ]);
        if random.percent(15) {
            text += "message hello (you)";
            break;
        }
    }
    text
}

/// A random game.
pub fn game(random: &mut Random) -> Parts {
    let chance = random.percent(15);
    let mut before = String::new();
    for (setting, percent) in [
        ("require_player_movement", 12),
        ("run_rules_on_level_start", 20),
        ("noaction", 8),
        ("realtime_interval 0.5", 10),
    ] {
        if random.percent(percent) {
            before += setting;
            before.push('\n');
        }
    }
    before += "OBJECTS\n\nbackground\nblack\n\n";
    for name in OBJECTS {
        write!(before, "{name}\nred\n\n").unwrap();
    }
    before += "LEGEND\n\n. = background\n";
    for (key, name) in KEYS.iter().zip(OBJECTS) {
        writeln!(before, "{key} = {name}").unwrap();
    }
    let mut layers = vec![Vec::new(); 1 + random.below(4)];
    for name in OBJECTS {
        let layer = random.below(layers.len());
        layers[layer].push(name);
    }
    layers.retain(|layer| !layer.is_empty());
    let layer_of = |name: &str| layers.iter().position(|layer| layer.contains(&name));
    let mut names: Vec<String> = OBJECTS.iter().map(|name| (*name).to_owned()).collect();
    let player = match random.below(10) {
        0..=4 => "hero",
        5..=7 => "hero or robot",
        _ if layer_of("hero") != layer_of("robot") => "hero and robot",
        _ => "robot",
    };
    writeln!(before, "player = {player}").unwrap();
    names.extend(["player".into(), "player".into(), "player".into()]);
    for name in ["thing", "stuff", "solid"] {
        let parts: Vec<&str> = (0..2 + random.below(2)).map(|_| *random.of(&OBJECTS)).collect();
        writeln!(before, "{name} = {}", parts.join(" or ")).unwrap();
        names.push(name.into());
    }
    let (one, other) = (*random.of(&OBJECTS), *random.of(&OBJECTS));
    let mut keys: Vec<&str> = [".", ".", ".", "h"].into_iter().chain(KEYS).collect();
    if layer_of(one) != layer_of(other) {
        writeln!(before, "duo = {one} and {other}\n@ = duo").unwrap();
        names.push("duo".into());
        keys.push("@");
    }
    before += "COLLISIONLAYERS\n\nbackground\n";
    for layer in &layers {
        writeln!(before, "{}", layer.join(", ")).unwrap();
    }
    before.push('\n');
    let mut rules = Vec::new();
    let mut open = false;
    for _ in 0..1 + random.below(6) {
        if random.percent(12) {
            rules.push(if open { "endloop" } else { "startloop" }.to_owned());
            open = !open;
        }
        rules.push(if random.percent(15) {
            "[ > player | solid ] -> [ > player | > solid ]".to_owned()
        } else {
            rule(random, &names, chance)
        });
    }
    if open {
        rules.push("endloop".into());
    }
    let mut after = String::from("WINCONDITIONS\n\n");
    for _ in 0..random.below(3) {
        let how = random.of(&["all", "some", "any", "no"]);
        let what = random.of(&names).clone();
        if random.percent(75) {
            writeln!(after, "{how} {what} on {}", random.of(&names)).unwrap();
        } else {
            writeln!(after, "{how} {what}").unwrap();
        }
    }
    after += "\nLEVELS\n\n";
    let (width, height) = (2 + random.below(5), 1 + random.below(5));
    for _ in 0..height {
        let row: String = (0..width).map(|_| *random.of(&keys)).collect();
        writeln!(after, "{row}").unwrap();
    }
    Parts { before, rules, after }
}
