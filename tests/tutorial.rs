//! The pages that a newcomer reads first: every command of `README.md` and `docs/tutorial.md` runs as it is shown, in
//! order, and prints what is shown. `TRYCMD=overwrite` writes the pictures of the tutorial again: look at them then.
//!
//! On these pages
//! * a block `puzzle` is a file: "Save it as `NAME`" follows it;
//! * a block `console` has commands, which succeed;
//! * a block `text` right behind one is its output; any other is the output of the command that the paragraph before it
//!   names, with the exit code that the paragraph states.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn page(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap().replace("\r\n", "\n")
}

/// A block of code, with the prose between it and the block before.
struct Block {
    prose: String,
    kind: String,
    text: String,
    /// The prose behind it.
    after: String,
}

fn blocks(page: &str) -> Vec<Block> {
    let mut parts = page.split("\n```").map(str::to_owned);
    let mut prose = parts.next().unwrap();
    let mut found = Vec::new();
    while let (Some(code), Some(after)) = (parts.next(), parts.next()) {
        let (kind, text) = code.split_once('\n').unwrap();
        let (kind, text) = (kind.to_owned(), format!("{text}\n"));
        found.push(Block { prose, kind, text, after: after.clone() });
        prose = after;
    }
    found
}

/// The first text between backquotes that begins like this.
fn quoted<'a>(text: &'a str, beginning: &str) -> Option<&'a str> {
    text.split('`').skip(1).step_by(2).find(|code| code.starts_with(beginning))
}

/// The words of a command line.
pub fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (at, part) in line.split('"').enumerate() {
        match at % 2 {
            0 => words.extend(part.split_whitespace().map(str::to_owned)),
            _ => words.push(part.to_owned()),
        }
    }
    words
}

/// A page and the folder in which its reader works.
struct Reader {
    folder: PathBuf,
    commands: usize,
    compared: usize,
}

impl Reader {
    fn new(name: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("tutorial").join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        Reader { folder, commands: 0, compared: 0 }
    }

    fn follow(&mut self, page: &str) {
        let mut printed = None;
        for block in blocks(page) {
            match block.kind.as_str() {
                "puzzle" => {
                    let after = block.after.trim_start().strip_prefix("Save it as ");
                    let name = after.and_then(|after| quoted(after, "")).expect("the name of a file");
                    fs::write(self.folder.join(name), &block.text).unwrap();
                    printed = None;
                }
                "console" => printed = Some(block.text.lines().map(|line| self.run(line, 0)).collect()),
                "text" => {
                    let shown = block.text.as_str();
                    let printed: Option<String> = printed.take().filter(|_| block.prose.trim().is_empty());
                    match printed {
                        Some(printed) => self.compare(shown, &printed),
                        None => self.named(&block.prose, shown),
                    }
                }
                other => panic!("a block of the kind `{other}`"),
            }
        }
    }

    /// A command in the last paragraph before its output.
    fn named(&mut self, prose: &str, shown: &str) {
        let paragraph = prose.trim_end().rsplit("\n\n").next().unwrap();
        let command = quoted(paragraph, "puzzlec ").unwrap_or_else(|| panic!("no command for\n{shown}"));
        if command.starts_with("puzzlec play ") {
            return self.play(command, shown);
        }
        let code = paragraph.split_once("exit code ").map_or(0, |(_, rest)| {
            let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
            digits.parse().unwrap()
        });
        let printed = self.run(command, code);
        self.compare(shown, &printed);
    }

    /// The output of a command.
    fn run(&mut self, line: &str, code: i32) -> String {
        // These build the program again and run this test.
        if line.starts_with("cargo install ") || line.starts_with("cargo test ") {
            return String::new();
        }
        let line = line.replace("cargo run --release -- ", "puzzlec ");
        let words = words(&line);
        assert_eq!(words[0], "puzzlec", "{line}");
        // Examples are those of this folder.
        let folder = if line.contains("examples/") { root() } else { &self.folder };
        let output = Command::new(env!("CARGO_BIN_EXE_puzzlec"))
            .args(&words[1..])
            .current_dir(folder)
            .env_remove("PUZZLE_PATH")
            .output()
            .unwrap();
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
        let printed = text(&output.stdout) + text(&output.stderr).as_str();
        assert_eq!(output.status.code(), Some(code), "{line}\n{printed}");
        self.commands += 1;
        printed
    }

    fn compare(&mut self, shown: &str, printed: &str) {
        let plain = |text: &str| {
            let lines: Vec<String> = text.replace('\\', "/").lines().map(without_sizes).collect();
            lines.join("\n").trim_end().to_owned()
        };
        assert_eq!(plain(shown), plain(printed));
        self.compared += 1;
    }

    /// The screen of a play shows these lines, in their order.
    #[cfg(unix)]
    fn play(&mut self, command: &str, shown: &str) {
        let words = words(command);
        let arguments: Vec<&str> = words[1..].iter().map(String::as_str).collect();
        let mut console = crate::terminal::Console::begin(&self.folder, &arguments);
        console.wait("the screen of the tutorial", |screen| {
            let mut lines = screen.lines();
            shown.lines().all(|line| lines.any(|drawn| drawn.contains(line.trim())))
        });
        console.press("q");
        console.end(0);
        self.commands += 1;
        self.compared += 1;
    }

    /// There is no terminal to test it.
    #[cfg(not(unix))]
    fn play(&mut self, _: &str, _: &str) {}
}

/// A line without the size of a file and the blanks at its end.
fn without_sizes(line: &str) -> String {
    let line = line.trim_end();
    match line.strip_suffix(" bytes") {
        Some(rest) => format!("{} bytes", rest.trim_end_matches(|c: char| c.is_ascii_digit() || c == ',')),
        None => line.to_owned(),
    }
}

#[test]
fn the_readme_runs() {
    let mut reader = Reader::new("readme");
    reader.follow(&page("README.md"));
    assert!(reader.commands >= 8 && reader.compared >= 3, "{} {}", reader.commands, reader.compared);
}

#[test]
fn the_tutorial_runs() {
    let mut reader = Reader::new("tutorial");
    reader.follow(&page("docs/tutorial.md"));
    let least = if cfg!(unix) { 12 } else { 11 };
    assert!(reader.compared >= least, "{}", reader.compared);
    reader.run("puzzlec fmt --check .", 0);
    // The pictures of the page are those that its commands wrote.
    let pictures = root().join("docs/pictures");
    for entry in fs::read_dir(&pictures).unwrap() {
        let name = entry.unwrap().file_name();
        let drawn = fs::read_to_string(reader.folder.join(&name)).unwrap();
        if std::env::var("TRYCMD").is_ok_and(|how| how == "overwrite") {
            fs::write(pictures.join(&name), &drawn).unwrap();
        }
        let known = fs::read_to_string(pictures.join(&name)).unwrap().replace("\r\n", "\n");
        assert_eq!(drawn, known, "{}", name.display());
    }
}

#[test]
fn the_readme_lists_every_command() {
    let output = Command::new(env!("CARGO_BIN_EXE_puzzlec")).arg("--help").output().unwrap();
    let help = String::from_utf8(output.stdout).unwrap();
    let list = help.split("Commands:\n").nth(1).and_then(|rest| rest.split("\n\n").next()).unwrap();
    let readme = page("README.md");
    let mut seen = 0;
    for name in list.lines().filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help")
    {
        let rows = readme.lines().filter(|line| {
            line.strip_prefix("| `puzzlec ").is_some_and(|rest| rest.split([' ', '`']).next() == Some(name))
        });
        assert_eq!(rows.count(), 1, "rows of `{name}` in README.md");
        seen += 1;
    }
    assert!(seen >= 15, "{seen}");
}

#[test]
fn tables_of_the_readme_fit_a_screen() {
    let readme = page("README.md");
    let rows = readme.lines().map(|line| line.starts_with('|')).collect::<Vec<bool>>();
    let longest = rows.split(|row| !row).map(<[bool]>::len).max();
    assert!(longest <= Some(25), "{longest:?}");
}

#[test]
fn links_lead_somewhere() {
    let mut broken = Vec::new();
    for path in ["README.md", "docs/tutorial.md", "docs/gallery.md"] {
        let folder = root().join(path).parent().unwrap().to_owned();
        let text = page(path);
        let targets = text.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next());
        for target in targets.filter(|t| !t.is_empty() && !t.starts_with("https://")) {
            if !folder.join(target).exists() {
                broken.push(format!("{path}: {target}"));
            }
        }
    }
    assert!(broken.is_empty(), "{broken:#?}");
}
