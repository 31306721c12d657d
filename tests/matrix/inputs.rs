//! The inputs: the texts of `extreme`, and files that are odd in other ways.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::Command;

use crate::extreme::inputs::inputs as extreme;

/// An input of every command.
pub struct Odd {
    pub name: String,
    /// The file that a command is called with.
    pub main: String,
    files: Vec<(String, Vec<u8>)>,
    special: Option<Special>,
}

/// What no text is.
#[derive(Clone, Copy)]
enum Special {
    Missing,
    Folder,
    /// A link to itself.
    Loop,
    Unreadable,
    /// A pipe that nobody writes to.
    Pipe,
    /// A link to a file of the system.
    System(&'static str),
}

impl Odd {
    /// Writes its files.
    pub fn write(&self, folder: &Path) {
        for (name, bytes) in &self.files {
            fs::write(folder.join(name), bytes).unwrap();
        }
        let main = folder.join(&self.main);
        match self.special {
            None | Some(Special::Missing) => {}
            Some(Special::Folder) => fs::create_dir(&main).unwrap(),
            Some(Special::Loop) => symlink(&self.main, &main).unwrap(),
            Some(Special::Unreadable) => {
                fs::set_permissions(&main, fs::Permissions::from_mode(0o000)).unwrap()
            }
            Some(Special::Pipe) => assert!(Command::new("mkfifo").arg(&main).status().unwrap().success()),
            Some(Special::System(path)) => symlink(path, &main).unwrap(),
        }
    }
}

const PUZZLE: &str = "use peg\n\
    puzzle P { title \"T\"; board line 4; rules peg.jump; start row oo..; goal count(peg) == 1 }\n";

fn texts() -> Vec<(&'static str, Vec<u8>)> {
    let bytes = |text: &str| text.as_bytes().to_vec();
    let titled = |title: &str| bytes(&PUZZLE.replace("\"T\"", &format!("\"{title}\"")));
    // A generator of numbers that look random.
    let mut number = 1_u64;
    let binary = (0..100_000).map(|_| {
        number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (number >> 56) as u8
    });
    let wall = "#".repeat(1000);
    let rows = format!("#{}  #\n", " $.".repeat(332)).repeat(998);
    let level = format!("{wall}\n{rows}{wall}@\n");
    let bomb = (1..34).map(|i| format!("q{i} = q{0} and q{0}\n", i - 1)).collect::<String>();
    let bomb = format!(
        "title Bomb\n\n========\nOBJECTS\n========\nBackground\nGreen\n\nPlayer\nBlue\n\nWall\nBrown\n\nCrate\nOrange\n\n\
         =======\nLEGEND\n=======\n. = Background\nP = Player\nq0 = Crate and Player\n{bomb}X = q33\n\n\
         ======\nLEVELS\n======\n\n.XP.\n"
    );
    vec![
        ("empty", Vec::new()),
        ("spaces", bytes(&" \n\t".repeat(100_000))),
        ("zeros", vec![0; 100_000]),
        ("binary", binary.collect()),
        ("latin", b"puzzle P { title \"caf\xe9\" }\n".to_vec()),
        ("mark", bytes(&format!("\u{feff}{PUZZLE}"))),
        ("returns", bytes(&PUZZLE.replace('\n', "\r\n"))),
        ("controls", titled("\u{1}\u{7}\u{1b}[2J\u{7f}\u{9b}")),
        ("directions", titled("\u{202e}abc\u{2066}\u{200b}")),
        ("line", bytes(&format!("// {}\n{PUZZLE}", "x".repeat(10_000_000)))),
        ("open", bytes("puzzle P { title \"T")),
        ("large", vec![b'\n'; 40 << 20]),
        ("level", bytes(&level)),
        ("bomb", bytes(&bomb)),
    ]
}

/// All 72.
pub fn inputs() -> Vec<Odd> {
    let mut all: Vec<Odd> = Vec::new();
    for input in extreme() {
        let files: Vec<(String, Vec<u8>)> =
            input.files.into_iter().map(|(name, text)| (name, text.into_bytes())).collect();
        if all.iter().all(|known| known.files != files) {
            let main = files[0].0.clone();
            all.push(Odd { name: input.name, main, files, special: None });
        }
    }
    let main = || "p.puzzle".to_owned();
    for (name, bytes) in texts() {
        all.push(Odd { name: name.into(), main: main(), files: vec![(main(), bytes)], special: None });
    }
    for (name, special) in [
        ("missing", Special::Missing),
        ("folder", Special::Folder),
        ("loop", Special::Loop),
        ("unreadable", Special::Unreadable),
        ("pipe", Special::Pipe),
        ("endless", Special::System("/dev/zero")),
        ("null", Special::System("/dev/null")),
    ] {
        let files = match special {
            Special::Unreadable => vec![(main(), PUZZLE.as_bytes().to_vec())],
            _ => Vec::new(),
        };
        all.push(Odd { name: name.into(), main: main(), files, special: Some(special) });
    }
    all
}
