//! Files are read, changed and saved, and what an editor changes is announced.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

use super::client::{Lines, Server};

const ROW: &str =
    "edition 1\nuse peg\npuzzle Row { board line 3; rules peg.jump; start row oo.; goal row ..o }\n";
const GAME: &str = "title Room
OBJECTS
background
black
wall
gray
player
blue
crate
brown
target
yellow
LEGEND
. = background
# = wall
p = player
* = crate
o = target
COLLISIONLAYERS
background
target
player, wall, crate
RULES
[ > player | crate ] -> [ > player | > crate ]
WINCONDITIONS
all target on crate
LEVELS
######
#p*.o#
######
";

/// Waits for the announcement of a file; others may come before it.
fn until(events: &mut Lines, name: &str) {
    loop {
        let line = events.next().unwrap_or_else(|| panic!("{name} is not announced"));
        let Some(event) = line.strip_prefix("data: ") else { continue };
        let event: Value = serde_json::from_str(event).unwrap();
        if event["changed"].as_array().unwrap().iter().any(|changed| changed == name) {
            return;
        }
    }
}

fn texts(server: &Server) -> Value {
    server.ask("GET /files", b"").json()
}

#[test]
fn a_folder_is_read() {
    let files = [
        ("row.puzzle", ROW),
        ("deep/down/b c.puzzle", "edition 1\n"),
        ("bar.rhai", "fn f() { 1 }\n"),
        ("plugin/plugin.toml", "name = \"plugin\"\n"),
        ("game.txt", GAME),
        ("notes.txt", "buy milk"),
        ("README.md", "# Notes"),
        (".hidden/a.puzzle", ""),
        (".gitignore", "/ignored/\n"),
        ("ignored/a.puzzle", ""),
    ];
    let server = Server::start("read", &files);
    fs::write(server.folder.join("latin.puzzle"), b"edition 1 // \xe9\n").unwrap();
    symlink("row.puzzle", server.folder.join("same.puzzle")).unwrap();
    let expected = json!({
        "files": {
            "row.puzzle": ROW,
            "same.puzzle": ROW,
            "deep/down/b c.puzzle": "edition 1\n",
            "bar.rhai": "fn f() { 1 }\n",
            "plugin/plugin.toml": "name = \"plugin\"\n",
            "game.txt": GAME,
        },
        "left_out": { "latin.puzzle": "it is not UTF-8" },
    });
    assert_eq!(texts(&server), expected);
}

fn edits(name: &str, poll: bool) {
    let server = Server::start(name, &[("row.puzzle", ROW), ("game.txt", GAME), ("notes.txt", "buy milk")]);
    let server = if poll { Server::over(server.folder.clone(), &["--poll"]) } else { server };
    let file = server.folder.join("row.puzzle");
    let mut events = server.open("GET /events", b"");
    // By the page.
    let changed = ROW.replace("Row", "Zeile");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
    let saved = server.ask("PUT /file?name=row.puzzle", changed.as_bytes());
    assert_eq!((saved.status, saved.json()), (200, json!({ "ok": {} })));
    assert_eq!(fs::read_to_string(&file).unwrap(), changed);
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
    until(&mut events, "row.puzzle");
    // By an editor that writes into the file, and by one that replaces it.
    fs::write(&file, ROW).unwrap();
    until(&mut events, "row.puzzle");
    assert_eq!(texts(&server)["files"]["row.puzzle"], ROW);
    fs::write(server.folder.join("other~"), &changed).unwrap();
    fs::rename(server.folder.join("other~"), &file).unwrap();
    until(&mut events, "row.puzzle");
    assert_eq!(texts(&server)["files"]["row.puzzle"], changed);
    // New files, also in new folders, and those that go.
    fs::create_dir(server.folder.join("more")).unwrap();
    let saved = server.ask("PUT /file?name=more/caf%C3%A9+1.puzzle", b"edition 1\n");
    assert_eq!(saved.status, 200, "{saved:?}");
    until(&mut events, "more/café 1.puzzle");
    fs::remove_file(&file).unwrap();
    until(&mut events, "row.puzzle");
    assert_eq!(texts(&server)["files"]["row.puzzle"], Value::Null);
    // Texts of games, and others, which are never announced or written.
    fs::write(server.folder.join("notes.txt"), "buy bread").unwrap();
    fs::write(server.folder.join("game.txt"), GAME.replace("title", "author x\ntitle")).unwrap();
    until(&mut events, "game.txt");
    let put = |name: &str, text: &str| server.ask(&format!("PUT /file?name={name}"), text.as_bytes()).status;
    // A game that an author is changing may be none for the moment.
    assert_eq!(
        (put("game.txt", "title half\n"), put("game.txt", GAME), put("new.txt", GAME)),
        (200, 200, 200)
    );
    assert_eq!(put("notes.txt", GAME), 403);
    assert_eq!(fs::read_to_string(server.folder.join("notes.txt")).unwrap(), "buy bread");
}

#[test]
fn edits_are_saved_and_announced() {
    edits("edits", false);
}

#[test]
fn edits_are_announced_by_looking_now_and_then() {
    edits("polled", true);
}

/// What is only read is not announced, or pages would read it for ever.
#[test]
fn reading_is_no_change() {
    let server = Server::start("quiet", &[("row.puzzle", ROW), ("deep/a.puzzle", "edition 1\n")]);
    let mut events = server.open("GET /events", b"");
    for _ in 0..5 {
        texts(&server);
        std::thread::sleep(Duration::from_millis(100));
    }
    fs::write(server.folder.join("last.puzzle"), "edition 1\n").unwrap();
    assert_eq!(events.next().unwrap(), ": changes follow");
    assert_eq!(events.next().unwrap(), "data: {\"changed\":[\"last.puzzle\"]}");
}

#[test]
fn a_locked_file_is_not_saved() {
    let server = Server::start("locked", &[("row.puzzle", ROW)]);
    let file = server.folder.join("row.puzzle");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o444)).unwrap();
    let saved = server.ask("PUT /file?name=row.puzzle", b"edition 1\n");
    assert_eq!(saved.status, 500);
    assert!(saved.json()["failed"]["why"].as_str().unwrap().contains("read-only"), "{saved:?}");
    assert_eq!(fs::read_to_string(&file).unwrap(), ROW);
}

#[test]
fn wrong_command_lines() {
    let run = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_puzzlec"));
        let output = command.arg("serve").args(arguments).stdin(Stdio::null()).output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let (code, text) = run(&["no-such-folder"]);
    assert!(code == Some(1) && text.contains("cannot open the folder `no-such-folder`"), "{text}");
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
    let (code, text) = run(&[file.to_str().unwrap()]);
    assert!(code == Some(2) && text.contains("is not a folder"), "{text}");
    let server = Server::start("taken", &[]);
    let (code, text) = run(&["--port", &server.port.to_string(), server.folder.to_str().unwrap()]);
    assert!(code == Some(1) && text.contains("is in use"), "{text}");
}
