//! The server's texts are the client's, whatever is typed.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use crossbeam_channel::unbounded;
use lsp_server::{Message, Notification, Request, RequestId};
use proptest::prelude::*;
use puzzlec_analysis::host::Host;
use puzzlec_model::project::MemoryFiles;
use serde_json::{Value, json};

use super::Server;
use crate::event::Event;

const URI: &str = "file:///puzzles/a.puzzle";

fn server(encoding: &str) -> Server {
    let (sender, _) = unbounded();
    let (events, _) = unbounded();
    let mut server = Server::new(sender, events, Host::new(Box::new(MemoryFiles::default()))).unwrap();
    let capabilities = json!({ "general": { "positionEncodings": [encoding] } });
    let params = json!({ "capabilities": capabilities });
    let request = Request { id: RequestId::from(1), method: "initialize".to_owned(), params };
    server.event(Event::Message(Message::Request(request)));
    server
}

fn notify(server: &mut Server, method: &str, params: Value) {
    let notice = Notification { method: method.to_owned(), params };
    server.event(Event::Message(Message::Notification(notice)));
}

/// A client's text, with positions in the units of the protocol.
struct Model {
    text: String,
    utf8: bool,
}

impl Model {
    fn units(&self, text: &str) -> usize {
        if self.utf8 { text.len() } else { text.encode_utf16().count() }
    }

    /// The position before a character.
    fn position(&self, at: usize) -> Value {
        let before: String = self.text.chars().take(at).collect();
        let lines = before.replace("\r\n", "\n").replace('\r', "\n");
        // Between the two characters of a line end is the end of that line.
        let inside = before.ends_with('\r') && self.text[before.len()..].starts_with('\n');
        let lines = if inside { lines.strip_suffix('\n').unwrap() } else { &lines };
        let last = lines.rsplit('\n').next().unwrap();
        json!({ "line": lines.matches('\n').count(), "character": self.units(last) })
    }

    fn edit(&mut self, from: usize, to: usize, new: &str) {
        let chars: Vec<char> = self.text.chars().collect();
        let inside = |at: usize| at > 0 && at < chars.len() && chars[at - 1] == '\r' && chars[at] == '\n';
        let fix = |at: usize| if inside(at) { at - 1 } else { at };
        let (from, to) = (fix(from), fix(to));
        let part = |chars: &[char]| chars.iter().collect::<String>();
        self.text = [part(&chars[..from]).as_str(), new, part(&chars[to..]).as_str()].concat();
    }
}

fn pieces() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("a"),
        Just("é"),
        Just("日本"),
        Just("🧩"),
        Just("\n"),
        Just("\r\n"),
        Just("\r"),
        Just(" "),
        Just("puzzle P {"),
        Just("}"),
        Just("\"\"\""),
        Just("e\u{301}"),
    ];
    proptest::collection::vec(piece, 0..8).prop_map(|p| p.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn edit_storms_keep_the_texts_equal(
        utf8 in any::<bool>(),
        start in pieces(),
        edits in proptest::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), pieces()), 1..24),
    ) {
        let mut server = server(if utf8 { "utf-8" } else { "utf-16" });
        let document = json!({ "uri": URI, "languageId": "puzzle", "version": 0, "text": start });
        notify(&mut server, "textDocument/didOpen", json!({ "textDocument": document }));
        let mut model = Model { text: start, utf8 };
        for (version, batch) in edits.chunks(3).enumerate() {
            let mut changes = Vec::new();
            for (a, b, new) in batch {
                let count = model.text.chars().count() + 1;
                let (a, b) = (a.index(count), b.index(count));
                let (from, to) = (a.min(b), a.max(b));
                let range = json!({ "start": model.position(from), "end": model.position(to) });
                changes.push(json!({ "range": range, "text": new }));
                model.edit(from, to, new);
            }
            let id = json!({ "uri": URI, "version": version + 1 });
            let params = json!({ "textDocument": id, "contentChanges": changes });
            notify(&mut server, "textDocument/didChange", params);
            let document = server.host.document("/puzzles/a.puzzle").unwrap();
            prop_assert_eq!(&*document.text, model.text.as_str());
            prop_assert_eq!(document.version, i32::try_from(version + 1).unwrap());
        }
    }
}
