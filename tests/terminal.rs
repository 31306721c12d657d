//! `puzzlec play` on a terminal of its own: games by keys and by mouse, other sizes, and how it ends.
#![cfg(unix)]

/// The screen of a play once more, for the test of its panics, which is there.
#[allow(dead_code)]
#[path = "../src/cli/terminal.rs"]
mod screen;

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use crate::support::processes::empty_folder;
use portable_pty::{Child, CommandBuilder, MasterPty, PtyPair, PtySize, native_pty_system};
use vt100::MouseProtocolMode;

/// Machines under load take long.
const PATIENCE: Duration = Duration::from_secs(180);

const PEGS: &str = r#"edition 1
use peg

puzzle Row {
    title "Two pegs are left"
    board line 7
    rules peg.jump
    start row .oo.oo.
    goal  count(peg) == 2
}
"#;

const LOST: &str = r#"edition 1
use peg
puzzle Lost { board line 5; rules peg.jump; start row oo.o.; goal only peg at d1 }
"#;

const COINS: &str = r#"edition 1
use removal
puzzle Coins { rules removal.take; start row 101; players 2, last to move wins }
"#;

const WIDE: &str = r#"edition 1
use lights
puzzle Wide { board square 30 by 20; rules lights.press; start full on; goal full off }
"#;

fn scratch(name: &str, text: &str) -> PathBuf {
    let path = empty_folder(&format!("terminal/{name}"));
    fs::write(path.join("a.puzzle"), text).unwrap();
    path
}

/// The program on a terminal.
pub(crate) struct Console {
    pair: PtyPair,
    child: Box<dyn Child + Send + Sync>,
    input: Box<dyn Write + Send>,
    screen: Arc<Mutex<vt100::Parser>>,
    /// The modes of the terminal before the program began.
    modes: String,
}

fn size(columns: u16, rows: u16) -> PtySize {
    PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 }
}

fn modes(master: &dyn MasterPty) -> String {
    format!("{:?}", master.get_termios().unwrap())
}

impl Console {
    fn play(directory: &Path, arguments: &[&str]) -> Console {
        Console::begin(directory, &[&["play", "a.puzzle"], arguments].concat())
    }

    pub(crate) fn begin(directory: &Path, arguments: &[&str]) -> Console {
        let pair = native_pty_system().openpty(size(80, 24)).unwrap();
        let modes = modes(&*pair.master);
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_puzzlec"));
        command.args(arguments);
        command.cwd(directory);
        command.env("TERM", "xterm-256color");
        command.env_remove("NO_COLOR");
        let child = pair.slave.spawn_command(command).unwrap();
        let screen = Arc::new(Mutex::new(vt100::Parser::new(24, 80, 0)));
        let mut output = pair.master.try_clone_reader().unwrap();
        let drawn = Arc::clone(&screen);
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(n @ 1..) = output.read(&mut bytes) {
                drawn.lock().unwrap().process(&bytes[..n]);
            }
        });
        let input = pair.master.take_writer().unwrap();
        Console { pair, child, input, screen, modes }
    }

    fn text(&self) -> String {
        self.screen.lock().unwrap().screen().contents()
    }

    pub(crate) fn wait(&self, what: &str, holds: impl Fn(&str) -> bool) -> String {
        let begun = Instant::now();
        loop {
            let text = self.text();
            if holds(&text) {
                return text;
            }
            assert!(begun.elapsed() < PATIENCE, "{what} does not come:\n{text}");
            thread::sleep(Duration::from_millis(20));
        }
    }

    fn see(&self, words: &str) -> String {
        self.wait(words, |text| text.contains(words))
    }

    pub(crate) fn press(&mut self, keys: &str) {
        self.input.write_all(keys.as_bytes()).unwrap();
        self.input.flush().unwrap();
    }

    fn resize(&self, columns: u16, rows: u16) {
        self.screen.lock().unwrap().screen_mut().set_size(rows, columns);
        self.pair.master.resize(size(columns, rows)).unwrap();
    }

    /// The column and row of the middle of a cell of a board with one row.
    fn cell(&self, number: usize) -> (usize, usize) {
        let text = self.text();
        let row = text.lines().position(|line| line.contains("│") && line.contains(" o ")).unwrap();
        let line: Vec<char> = text.lines().nth(row).unwrap().chars().collect();
        let first = line.iter().position(|c| *c == '│').unwrap();
        (first + 2 + 4 * number, row)
    }

    fn click(&mut self, (column, row): (usize, usize)) {
        let place = format!("{};{}", column + 1, row + 1);
        self.press(&format!("\x1b[<0;{place}M\x1b[<0;{place}m"));
    }

    fn drag(&mut self, from: (usize, usize), to: (usize, usize)) {
        let place = |(column, row): (usize, usize)| format!("{};{}", column + 1, row + 1);
        self.press(&format!("\x1b[<0;{}M\x1b[<32;{}M\x1b[<0;{}m", place(from), place(to), place(to)));
    }

    /// Waits until the program has ended, and looks whether the terminal is as it was.
    pub(crate) fn end(mut self, code: u32) {
        let begun = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            assert!(begun.elapsed() < PATIENCE, "it does not end:\n{}", self.text());
            thread::sleep(Duration::from_millis(20));
        };
        assert_eq!(status.exit_code(), code, "{}", self.text());
        self.wait("the first screen", |_| {
            let parser = self.screen.lock().unwrap();
            let screen = parser.screen();
            !screen.alternate_screen()
                && !screen.hide_cursor()
                && screen.mouse_protocol_mode() == MouseProtocolMode::None
        });
        assert_eq!(modes(&*self.pair.master), self.modes);
    }
}

const RIGHT: &str = "\x1b[C";
const LEFT: &str = "\x1b[D";

#[test]
fn a_game_by_keys_becomes_an_expectation() {
    let directory = scratch("keys", PEGS);
    let mut console = Console::play(&directory, &[]);
    let first = console.see("0 moves · least 2");
    assert!(first.contains("Two pegs are left") && first.contains("goal: count(peg) == 2"), "{first}");
    assert!(console.screen.lock().unwrap().screen().alternate_screen());
    // The cursor begins at b1, the first peg that can jump.
    console.see("[o]");
    console.press(&format!("{RIGHT}\r"));
    console.see("›");
    console.press(&format!("{LEFT}{LEFT}\r"));
    let played = console.see("1 move ·");
    assert!(played.contains("1. c1-a1"), "{played}");
    // There is no jump from e1 to c1: d1 is empty.
    console.press(&format!("{RIGHT}{RIGHT}{RIGHT}{RIGHT}\r{LEFT}{LEFT}\r"));
    console.see("`e1-c1` is not possible: cell d1 is empty");
    console.press("h");
    console.see("; 1 move to the goal, none is shorter");
    console.press(&format!("\x1b[C{RIGHT}{RIGHT}{RIGHT}\r"));
    console.see("solved with 2 moves; none is shorter (proved)");
    console.press("u");
    console.see("moves, 1 undone");
    console.press("r");
    console.see("solved with 2 moves");
    console.press("e");
    console.see("add `expect plan c1-a1 e1-g1` to the puzzle? y/n");
    console.press("y");
    console.see("added to `a.puzzle`");
    console.press("e");
    console.see("add `expect");
    console.press("y");
    console.see("was changed in the meantime; nothing is written");
    console.press("q");
    console.end(0);
    let text = fs::read_to_string(directory.join("a.puzzle")).unwrap();
    assert!(text.ends_with("    goal   count(peg) == 2\n    expect plan c1-a1 e1-g1\n}\n"), "{text}");
    let mut test = Command::new(env!("CARGO_BIN_EXE_puzzlec"));
    assert_eq!(
        test.current_dir(&directory).args(["test", "a.puzzle"]).output().unwrap().status.code(),
        Some(0)
    );
}

#[test]
fn a_game_by_mouse_is_saved_and_resumed() {
    let directory = scratch("mouse", PEGS);
    let mut console = Console::play(&directory, &[]);
    console.see("[o]");
    let (c1, a1) = (console.cell(2), console.cell(0));
    console.click(c1);
    console.see("›");
    console.click(a1);
    console.see("1. c1-a1");
    console.press("s");
    console.see("saved; resume with `--resume Row.play.json`");
    console.press("q");
    console.end(0);
    let mut console = Console::play(&directory, &["--resume", "Row.play.json"]);
    console.see("1. c1-a1");
    let (e1, g1) = (console.cell(4), console.cell(6));
    console.drag(e1, g1);
    console.see("solved with 2 moves");
    console.press("q");
    console.end(0);
    let mut console = Console::play(&directory, &[]);
    console.see("[o]");
    console.press("s");
    console.see("replace `Row.play.json`? y/n");
    console.press("n");
    console.see("nothing is written");
    console.press("q");
    console.end(0);
}

#[test]
fn other_sizes_and_a_large_board() {
    let directory = scratch("sizes", WIDE);
    let mut console = Console::play(&directory, &[]);
    console.see("┌moves");
    console.resize(40, 12);
    console.wait("a small screen", |text| !text.contains("moves─") && text.contains("arrows Enter"));
    // The board scrolls with the cursor.
    for _ in 0..40 {
        console.press(RIGHT);
    }
    console.press("\r");
    console.see("1 move");
    console.resize(80, 24);
    let text = console.see("┌moves");
    assert!(text.contains("1. ad"), "{text}");
    console.press("?");
    console.see("undo, redo");
    console.press("\x1b");
    console.wait("no help", |text| !text.contains("undo, redo"));
    console.press("q");
    console.end(0);
}

#[test]
fn ctrl_c_leaves_a_whole_terminal() {
    let directory = scratch("interrupt", PEGS);
    let mut console = Console::play(&directory, &[]);
    console.see("[o]");
    console.press("\x03");
    console.end(130);
}

#[test]
fn signals_leave_a_whole_terminal() {
    for signal in ["TERM", "HUP"] {
        let directory = scratch("signal", PEGS);
        let console = Console::play(&directory, &[]);
        console.see("[o]");
        let process = console.child.process_id().unwrap().to_string();
        assert!(Command::new("kill").args(["-s", signal, &process]).status().unwrap().success());
        console.end(130);
    }
}

#[test]
fn a_lost_position_is_told() {
    let directory = scratch("lost", LOST);
    let mut console = Console::play(&directory, &[]);
    console.see("no solution from here (proved)");
    console.press("q");
    console.end(0);
}

#[test]
fn a_game_against_the_program() {
    let directory = scratch("two", COINS);
    let mut console = Console::play(&directory, &[]);
    console.see("your move");
    console.press("h");
    console.see("the program wins with best play");
    console.press("\r");
    console.see("the program has won");
    console.press("u");
    console.see("move 1 · your move");
    console.press("o");
    console.see("the program plays");
    console.press("\t\r");
    console.see("you have won");
    console.press("q");
    console.end(0);
}

#[test]
fn without_a_terminal_there_is_no_play() {
    let directory = scratch("none", PEGS);
    let mut command = Command::new(env!("CARGO_BIN_EXE_puzzlec"));
    let output =
        command.current_dir(&directory).args(["play", "a.puzzle"]).stdin(Stdio::null()).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "error: `puzzlec play` needs a terminal\n");
}

/// The rows of a level on the screen.
fn rows(text: &str) -> Vec<String> {
    text.lines().filter(|line| line.contains('#')).map(str::to_owned).collect()
}

#[test]
fn a_level_of_a_puzzlescript_game_is_played() {
    let directory = scratch("world", "");
    let game = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/puzzlescript/ice.txt");
    fs::copy(game, directory.join("ice.txt")).unwrap();
    let mut console = Console::begin(&directory, &["play", "ice.txt"]);
    console.see("level1: Skates");
    let first = rows(&console.see("0 keys   least 3 keys"));
    console.press("\x1b[B");
    let down =
        rows(&console.wait("another board", |text| rows(text).len() == first.len() && rows(text) != first));
    console.press(RIGHT);
    console.wait("a third board", |text| rows(text) != down);
    console.press("u");
    console.wait("the board before", |text| rows(text) == down);
    console.press("h");
    console.see("hint: right; 2 keys to the end, none is shorter");
    console.press("r");
    console.wait("the start", |text| rows(text) == first);
    console.press("\x1b[B");
    console.wait("the second board", |text| rows(text) == down);
    // The rules of the last key, and the board again.
    console.press("t");
    console.see("1 of ");
    console.see("the key `down` marks");
    console.press(RIGHT);
    console.see("2 of ");
    console.press("t");
    console.wait("the second board", |text| rows(text) == down);
    console.press(&format!("{RIGHT}\x1b[A"));
    console.see("won with 3 keys");
    console.press("e");
    console.see("a PuzzleScript file has no expectations");
    console.press(" ");
    console.see("level2");
    console.see("no solution from here (proved)");
    console.press("q");
    console.end(0);
}

#[test]
fn a_play_of_keys_becomes_an_expectation() {
    let text = "edition 2\npiece wall \"#\"\npiece man \"p\"\npiece flag \"f\" { floor }\n
puzzle Walk {
    keys   up, down, left, right move man
    start  \"\"\"
        # # # # #
        # p . f #
        # # # # #
    \"\"\"
    goal   some man on flag
}
";
    let directory = scratch("walk", text);
    let mut console = Console::begin(&directory, &["play", "a.puzzle"]);
    console.see("least 2 keys");
    console.press("e");
    console.see("only a play that has won is a plan");
    console.press(&format!("{LEFT}{RIGHT}{RIGHT}"));
    console.see("won with 3 keys");
    console.press("e");
    console.see("add `expect plan left right right` to the puzzle? y/n");
    console.press("y");
    console.see("added to `a.puzzle`");
    console.press("q");
    console.end(0);
    let text = fs::read_to_string(directory.join("a.puzzle")).unwrap();
    assert!(text.ends_with("    expect plan left right right\n}\n"), "{text}");
    let mut test = Command::new(env!("CARGO_BIN_EXE_puzzlec"));
    let tested = test.current_dir(&directory).args(["test", "a.puzzle"]).output().unwrap();
    assert_eq!(tested.status.code(), Some(0));
}
