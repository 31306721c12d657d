//! Requests from elsewhere.

use std::fs;
use std::os::unix::fs::symlink;

use super::client::Server;

pub const ROW: &str =
    "edition 1\nuse peg\npuzzle Row { board line 3; rules peg.jump; start row oo.; goal row ..o }\n";

/// The headers of a page of this server, with one of them changed, added, or left out.
fn with(server: &Server, name: &str, value: Option<&str>) -> Vec<(String, String)> {
    let mut headers = server.ours();
    headers.retain(|(other, _)| other != name);
    headers.extend(value.map(|value| (name.to_owned(), value.to_owned())));
    headers
}

/// The server answers its own page, and the folder is as it was.
pub fn is_well(server: &Server) {
    let reply = server.ask("GET /files", b"");
    assert_eq!(reply.status, 200);
    assert_eq!(reply.json()["files"], serde_json::json!({ "row.puzzle": ROW }));
    let mut names: Vec<_> = fs::read_dir(&server.folder)
        .unwrap()
        .map(|e| e.unwrap().file_name().into_string().unwrap())
        .collect();
    names.retain(|name| !name.starts_with("link"));
    assert_eq!(names, ["row.puzzle"]);
}

#[test]
fn other_hosts_origins_and_tokens_are_refused() {
    let server = Server::start("guests", &[("row.puzzle", ROW)]);
    let (port, token) = (server.port, server.token.clone());
    let other = if token.starts_with('0') { "1" } else { "0" };
    let cases: Vec<(&str, Option<String>)> = vec![
        ("x-puzzlec-token", None),
        ("x-puzzlec-token", Some(String::new())),
        ("x-puzzlec-token", Some("0".repeat(64))),
        ("x-puzzlec-token", Some(format!("{other}{}", &token[1..]))),
        ("x-puzzlec-token", Some(token[..63].to_owned())),
        ("x-puzzlec-token", Some(format!("{token}0"))),
        ("x-puzzlec-token", Some(token.to_uppercase() + " ")),
        ("x-puzzlec-token", Some(format!("{token}, {token}"))),
        ("host", None),
        ("host", Some("example.org".to_owned())),
        ("host", Some(format!("example.org:{port}"))),
        ("host", Some("127.0.0.1".to_owned())),
        ("host", Some(format!("127.0.0.1:{}", port ^ 1))),
        ("host", Some(format!("127.0.0.1:0{port}"))),
        ("host", Some(format!("127.0.0.1.example.org:{port}"))),
        ("host", Some(format!("localhost.example.org:{port}"))),
        ("host", Some(format!("user@127.0.0.1:{port}"))),
        ("host", Some(format!("[::1]:{port}"))),
        ("host", Some(format!("0.0.0.0:{port}"))),
        ("host", Some(format!("127.1:{port}"))),
        ("host", Some(format!("127.0.0.1:{port}, example.org"))),
        ("origin", Some("null".to_owned())),
        ("origin", Some("http://example.org".to_owned())),
        ("origin", Some(format!("http://example.org:{port}"))),
        ("origin", Some(format!("https://127.0.0.1:{port}"))),
        ("origin", Some("http://127.0.0.1".to_owned())),
        ("origin", Some(format!("http://127.0.0.1:{}", port ^ 1))),
        ("origin", Some(format!("http://127.0.0.1:{port}.example.org"))),
        ("origin", Some("file://".to_owned())),
        ("origin", Some("chrome-extension://abcdefgh".to_owned())),
        ("sec-fetch-site", Some("cross-site".to_owned())),
        ("sec-fetch-site", Some("same-site".to_owned())),
    ];
    let lines =
        ["GET /files", "PUT /file?name=evil.puzzle", "POST /request", "GET /events", "OPTIONS /request"];
    for (name, value) in &cases {
        for line in lines {
            let reply = server.send(line, &with(&server, name, value.as_deref()), b"{}");
            // A request without a host is none at all in HTTP.
            assert!([400, 403].contains(&reply.status), "{line} {name} {value:?}: {reply:?}");
            assert!(!reply.body.contains("Row") && !reply.body.contains(&token), "{line} {name} {value:?}");
            assert_eq!(reply.header("access-control-allow-origin"), None);
        }
    }
    // Two hosts, two tokens, two origins: of one that is right and one that is not.
    for (name, value) in [
        ("host", "example.org"),
        ("x-puzzlec-token", "0"),
        ("origin", "http://example.org"),
        ("sec-fetch-site", "cross-site"),
    ] {
        for first in [true, false] {
            let mut headers = server.ours();
            headers.push(("origin".to_owned(), format!("http://127.0.0.1:{port}")));
            headers.push(("sec-fetch-site".to_owned(), "same-origin".to_owned()));
            headers.insert(if first { 0 } else { headers.len() }, (name.to_owned(), value.to_owned()));
            let reply = server.send("GET /files", &headers, b"");
            assert!([400, 403].contains(&reply.status), "{name}: {reply:?}");
        }
    }
    // The address in the request line counts as the host does.
    for target in ["http://example.org/files", "https://127.0.0.1/files", "//example.org/files"] {
        let reply = server.ask(&format!("GET {target}"), b"");
        assert!([400, 403, 404].contains(&reply.status), "{target}: {reply:?}");
    }
    // The page is for everyone who names the server rightly, and has no secret.
    let page = server.send("GET /", &with(&server, "x-puzzlec-token", None), b"");
    assert!(page.status == 200 && !page.body.contains(&token));
    assert_eq!(server.send("GET /", &with(&server, "host", Some("example.org")), b"").status, 403);
    // As a browser's pages send requests.
    for host in ["127.0.0.1", "localhost"] {
        let mut headers = with(&server, "host", Some(&format!("{host}:{port}")));
        headers.push(("origin".to_owned(), format!("http://{host}:{port}")));
        headers.push(("sec-fetch-site".to_owned(), "same-origin".to_owned()));
        assert_eq!(server.send("GET /files", &headers, b"").status, 200);
    }
    is_well(&server);
}

#[test]
fn names_stay_in_the_folder() {
    let server = Server::start("names", &[("row.puzzle", ROW)]);
    let outside = server.folder.parent().unwrap().to_owned();
    fs::write(outside.join("secret.puzzle"), "secret").unwrap();
    fs::create_dir_all(outside.join("more")).unwrap();
    fs::write(outside.join("more/deep.puzzle"), "secret").unwrap();
    symlink(outside.join("secret.puzzle"), server.folder.join("link.puzzle")).unwrap();
    symlink(outside.join("more"), server.folder.join("links")).unwrap();
    symlink(outside.join("nothing.puzzle"), server.folder.join("link-to-nothing.puzzle")).unwrap();
    let whole = outside.join("evil.puzzle").display().to_string();
    let names = [
        "../evil.puzzle",
        "..%2Fevil.puzzle",
        "%2e%2e%2fevil.puzzle",
        "%252e%252e%252fevil.puzzle",
        "..%255cevil.puzzle",
        "..%5Cevil.puzzle",
        "..\\evil.puzzle",
        "a/../../evil.puzzle",
        "./evil.puzzle",
        "a//evil.puzzle",
        "/evil.puzzle",
        "//server/evil.puzzle",
        "%5C%5Cserver%5Cevil.puzzle",
        "C:%5Cevil.puzzle",
        "C:evil.puzzle",
        "row.puzzle::$DATA",
        "evil.puzzle%00.txt",
        "evil%0A.puzzle",
        "evil.puzzle.",
        "evil.puzzle%20",
        ".evil.puzzle",
        ".git/evil.puzzle",
        "con.puzzle",
        "a/COM1.puzzle",
        "%C0%AE%C0%AE/evil.puzzle",
        "%FF.puzzle",
        "",
        ".",
        "..",
        "evil",
        "evil.html",
        "evil.sh",
        "evil.txt",
        "plugin.toml",
        "Cargo.toml",
        "link.puzzle",
        "links/deep.puzzle",
        "links/evil.puzzle",
        "link-to-nothing.puzzle",
        "missing/evil.puzzle",
        "row.puzzle/evil.puzzle",
        "a&name=../evil.puzzle",
        whole.as_str(),
        &whole.replace('/', "%2F"),
        &format!("{}.puzzle", "a".repeat(300)),
        &format!("{}evil.puzzle", "a/".repeat(600)),
    ];
    assert!(names.len() > 40);
    for name in names {
        let reply = server.ask(&format!("PUT /file?name={name}"), b"evil");
        assert!([400, 403, 404].contains(&reply.status), "{name:?}: {reply:?}");
    }
    for line in [
        "GET /../secret.puzzle",
        "GET /file?name=../secret.puzzle",
        "GET /%2e%2e/secret.puzzle",
        "GET /row.puzzle",
    ] {
        let reply = server.ask(line, b"");
        assert!([404, 405].contains(&reply.status), "{line}: {reply:?}");
    }
    is_well(&server);
    assert_eq!(fs::read_to_string(outside.join("secret.puzzle")).unwrap(), "secret");
    assert_eq!(fs::read_to_string(outside.join("more/deep.puzzle")).unwrap(), "secret");
    assert!(!outside.join("evil.puzzle").exists() && !outside.join("more/evil.puzzle").exists());
    assert!(!outside.join("nothing.puzzle").exists());
    assert_eq!(fs::read_to_string(server.folder.join("row.puzzle")).unwrap(), ROW);
}

/// Nothing but the page is a document for a browser, and the page runs no program but its own.
#[test]
fn answers_say_what_a_browser_may_do_with_them() {
    let server = Server::start("headers", &[("row.puzzle", ROW)]);
    for line in ["GET /", "GET /files", "GET /nothing", "POST /request", "PUT /file", "DELETE /files"] {
        let reply = server.ask(line, b"{}");
        assert_eq!(reply.header("x-content-type-options"), Some("nosniff"), "{line}");
        assert_eq!(reply.header("cache-control"), Some("no-store"), "{line}");
        assert_eq!(reply.header("referrer-policy"), Some("no-referrer"), "{line}");
        assert_eq!(reply.header("cross-origin-resource-policy"), Some("same-origin"), "{line}");
        let policy = reply.header("content-security-policy").unwrap();
        assert!(
            policy.starts_with("default-src 'none'") && policy.contains("frame-ancestors 'none'"),
            "{policy}"
        );
        let kind = reply.header("content-type").unwrap();
        assert_eq!(kind.starts_with("text/html"), line == "GET /", "{line}: {kind}");
    }
    let nonce = || {
        let page = server.ask("GET /", b"");
        let policy = page.header("content-security-policy").unwrap();
        let nonce = policy.split("script-src 'nonce-").nth(1).unwrap().split('\'').next().unwrap().to_owned();
        // Programs may hold texts of other pages; the first place is that of this page's own program.
        let script = page.body.split("<script").nth(1).unwrap();
        assert!(script.starts_with(&format!(" nonce=\"{nonce}\"")), "{}", &script[..script.len().min(80)]);
        assert!(nonce.len() == 32 && !page.body.contains("{{nonce}}"));
        nonce
    };
    assert_ne!(nonce(), nonce());
}
