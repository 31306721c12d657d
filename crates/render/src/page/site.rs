//! A collection as a site: a first page, a page for each puzzle, a booklet and a feed, with programs and style as files
//! that all pages share. It needs no server, and no file loads the text of another.

use std::fmt::Write;

use serde_json::{Map, Value as Json, json};

use super::{Address, FRAME, PROGRAMS, STYLE, data, document, filled, packed, shown, title, whole};
use crate::html::escaped;
use crate::svg::{Figure, Look, Style, Theme, sheet};
use puzzlec_analysis::{GameKind, PublishedPuzzle, PuzzlePictures};

/// Allows a page of a site to load files of the site, also where it is opened from a disk.
const POLICY: &str = "default-src 'none'; style-src 'self' file: 'unsafe-inline'; script-src 'self' file:; img-src 'self' file: data:; base-uri 'none'; form-action 'none'";
/// What a picture of a puzzle depends on.
const PICTURE: [&str; 21] = [
    "name",
    "title",
    "version",
    "unit",
    "shape",
    "cells",
    "links",
    "walls",
    "neighbours",
    "ground",
    "contents",
    "looks",
    "stacks",
    "start",
    "floor",
    "given",
    "targets",
    "marks",
    "inks",
    "ring",
    "endless",
];
/// What the booklet has beside it.
const TEXTS: [&str; 7] = ["goal", "aims", "about", "rules", "author", "origin", "answer"];
/// Maximum number of steps of a solution in the booklet.
const MOST_STEPS: usize = 200;
/// Maximum number of puzzles in the feed.
const MOST_FED: usize = 50;
/// Maximum number of letters of a description.
const LONGEST: usize = 200;

/// A file of a site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SiteFile {
    /// Its path in the site, with `/`.
    pub path: String,
    /// Its content.
    pub content: Vec<u8>,
}

/// A puzzle of a site.
#[derive(Clone, Debug)]
pub struct SitePuzzle<'p> {
    /// Where it is.
    pub address: Address,
    /// The puzzle.
    pub puzzle: &'p PublishedPuzzle,
    /// Its picture for links that are shared, as PNG.
    pub card: Option<Vec<u8>>,
    /// The time of its last change, as feeds write it.
    pub changed: String,
}

/// A site.
#[derive(Clone, Copy, Debug)]
pub struct Site<'p> {
    /// Its title.
    pub title: &'p str,
    /// Its address, ending in `/`; empty if that is not known.
    pub address: &'p str,
    /// The colours of the boards.
    pub style: Style,
    /// Its puzzles.
    pub puzzles: &'p [SitePuzzle<'p>],
}

/// The picture of a puzzle for links that are shared.
pub fn card(pictures: &PuzzlePictures, style: Style) -> String {
    let look = Look { names: false, theme: Theme::Light, style, shared: false };
    sheet(&title(pictures), "", &[Figure::new("", &pictures.start)], 1, look)
}

impl Site<'_> {
    /// All files of the site.
    pub fn files(&self) -> Vec<SiteFile> {
        let text =
            |path: &str, content: String| SiteFile { path: path.to_owned(), content: content.into_bytes() };
        let mut files = vec![
            text("index.html", self.first()),
            text("booklet.html", self.booklet()),
            text("feed.xml", self.feed()),
            text("style.css", format!("{STYLE}{}", self.style.of_pages())),
            text("player.js", self.program()),
        ];
        for (at, one) in self.puzzles.iter().enumerate() {
            files.push(text(&format!("{}.html", one.address.path), self.page(at, one)));
            let picture = |content: &Vec<u8>| SiteFile {
                path: format!("{}.png", one.address.path),
                content: content.clone(),
            };
            files.extend(one.card.as_ref().map(picture));
        }
        files
    }

    /// The programs, with the frame that they put into every page.
    fn program(&self) -> String {
        let frame = filled(FRAME, &[("{{title}}", &escaped(self.title))]);
        let begin = "document.body.prepend(...new DOMParser().parseFromString(FRAME, \"text/html\").body.childNodes);\n";
        format!("\"use strict\";\nconst FRAME = {};\n{begin}{}", json!(frame), PROGRAMS.concat())
    }

    fn first(&self) -> String {
        let card = |one: &SitePuzzle<'_>| {
            let mut fields: Map<String, Json> = shown(&one.address, one.puzzle)
                .into_iter()
                .map(|(name, text)| (name.to_owned(), json!(text)))
                .collect();
            fields.insert("link".to_owned(), json!(format!("{}.html", one.address.path)));
            fields.insert("puzzle".to_owned(), Json::Object(picture(&data(one.puzzle))));
            Json::Object(fields)
        };
        let count = crate::words::counted(self.puzzles.len() as u64, "puzzles");
        let about = (self.title, format!("{count} to play in the browser."));
        let head = self.head("", about, "index.html", None)
            + "<link rel=\"alternate\" type=\"application/atom+xml\" href=\"feed.xml\">\n";
        self.of_cards(&head, "", &card)
    }

    fn booklet(&self) -> String {
        let card = |one: &SitePuzzle<'_>| {
            let all = data(one.puzzle);
            let mut fields = picture(&all);
            fields.extend(chosen(&all, &TEXTS));
            let solution = one.puzzle.solution.as_ref();
            if let Some(solution) = solution {
                let steps = solution.steps.iter().take(MOST_STEPS).map(|step| step.notation.as_str());
                let further = solution.cut || solution.steps.len() > MOST_STEPS;
                let steps: Vec<&str> = steps.chain(further.then_some("…")).collect();
                fields.insert("steps".to_owned(), json!(steps));
            }
            fields.extend(end(one.puzzle).map(|end| ("end".to_owned(), json!(end))));
            json!({ "title": title(&one.puzzle.pictures), "puzzle": fields })
        };
        let about = (self.title, "A booklet to print: the puzzles, then their solutions.".to_owned());
        let head = self.head("", about, "booklet.html", None);
        self.of_cards(&head, " data-booklet", &card)
    }

    /// A page of all puzzles.
    fn of_cards(&self, head: &str, site: &str, card: &dyn Fn(&SitePuzzle<'_>) -> Json) -> String {
        let cards: Vec<Json> = self.puzzles.iter().map(card).collect();
        let body = format!(
            "<script type=\"text/plain\" class=\"cards\">{}</script>\n<script src=\"player.js\"></script>\n",
            packed(&json!(cards).to_string())
        );
        whole(self.title, POLICY, head, &format!(" data-root=\"\"{site}"), &body)
    }

    fn page(&self, at: usize, one: &SitePuzzle<'_>) -> String {
        let root = "../".repeat(one.address.path.matches('/').count());
        let mut site = format!(" data-root=\"{root}\"");
        let others = [("before", at.checked_sub(1)), ("after", at.checked_add(1))];
        for (name, other) in others {
            let Some(other) = other.and_then(|at| self.puzzles.get(at)) else { continue };
            // Writing to a `String` cannot fail.
            let _ = write!(
                site,
                " data-{name}=\"{root}{}.html\" data-{name}-title=\"{}\"",
                other.address.path,
                escaped(&title(&other.puzzle.pictures))
            );
        }
        let name = title(&one.puzzle.pictures);
        let path = format!("{}.html", one.address.path);
        let card = one.card.as_ref().map(|_| format!("{}.png", one.address.path));
        let head = self.head(&root, (&name, description(one.puzzle)), &path, card.as_deref());
        let body = format!(
            "{}<script src=\"{root}player.js\"></script>\n",
            document(&one.address, one.puzzle, true)
        );
        whole(&format!("{name} · {}", self.title), POLICY, &head, &site, &body)
    }

    /// What links to a page show of it, and its style.
    fn head(&self, root: &str, (name, about): (&str, String), path: &str, card: Option<&str>) -> String {
        let mut head = format!(
            "<link rel=\"icon\" href=\"data:,\">\n<link rel=\"stylesheet\" href=\"{root}style.css\">\n"
        );
        let mut fields = vec![("name=\"description\"", about.clone())];
        // Links that are shared show what stands at whole addresses alone.
        if !self.address.is_empty() {
            let base = self.address;
            fields.extend([
                ("property=\"og:title\"", name.to_owned()),
                ("property=\"og:description\"", about),
                ("property=\"og:type\"", "website".to_owned()),
                ("property=\"og:site_name\"", self.title.to_owned()),
                ("property=\"og:url\"", format!("{base}{path}")),
            ]);
            if let Some(card) = card {
                fields.push(("property=\"og:image\"", format!("{base}{card}")));
                fields.push(("property=\"og:image:alt\"", "The board at the start".to_owned()));
                fields.push(("name=\"twitter:card\"", "summary".to_owned()));
            }
        }
        for (field, text) in fields {
            // Writing to a `String` cannot fail.
            let _ = writeln!(head, "<meta {field} content=\"{}\">", escaped(&text));
        }
        head
    }

    /// The puzzles that were changed last.
    fn feed(&self) -> String {
        let mut newest: Vec<&SitePuzzle<'_>> = self.puzzles.iter().collect();
        newest.sort_by(|a, b| b.changed.cmp(&a.changed));
        newest.truncate(MOST_FED);
        let changed = newest.first().map_or("1970-01-01T00:00:00Z", |one| one.changed.as_str());
        let (title, base) = (escaped(self.title), escaped(self.address));
        let mut feed = format!(
            "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\">\n<title>{title}</title>\n\
             <id>{}</id>\n<updated>{changed}</updated>\n<link rel=\"self\" href=\"{base}feed.xml\"/>\n\
             <link rel=\"alternate\" href=\"{base}index.html\"/>\n<author><name>{title}</name></author>\n",
            self.name("index.html")
        );
        for one in newest {
            let path = format!("{}.html", one.address.path);
            let author = one.puzzle.credits.author.as_ref();
            let author = author.map_or_else(String::new, |name| {
                format!("<author><name>{}</name></author>\n", escaped(name))
            });
            // Writing to a `String` cannot fail.
            let _ = write!(
                feed,
                "<entry>\n<title>{}</title>\n<id>{}</id>\n<updated>{}</updated>\n<link rel=\"alternate\" href=\"{base}{path}\"/>\n\
                 {author}<summary>{}</summary>\n</entry>\n",
                escaped(&super::title(&one.puzzle.pictures)),
                self.name(&path),
                one.changed,
                escaped(&description(one.puzzle))
            );
        }
        feed + "</feed>\n"
    }

    /// The name of a page in the feed: its address, or a number that stays the same.
    fn name(&self, path: &str) -> String {
        if !self.address.is_empty() {
            return escaped(&format!("{}{path}", self.address));
        }
        let bytes = self.title.bytes().chain([0]).chain(path.bytes());
        // FNV-1a.
        let hash = bytes.fold(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d_u128, |hash, byte| {
            (hash ^ u128::from(byte)).wrapping_mul(0x0100_0000_0000_0000_0000_013b)
        });
        // The form of a number of one's own making.
        let hash = (hash & !(0xf << 76)) | (0x8 << 76);
        let digits = format!("{:032x}", (hash & !(0x3 << 62)) | (0x2 << 62));
        let part = |from, to| digits.get(from..to).unwrap_or_default();
        format!("urn:uuid:{}-{}-{}-{}-{}", part(0, 8), part(8, 12), part(12, 16), part(16, 20), part(20, 32))
    }
}

/// The fields of a puzzle that these names have.
fn chosen(all: &Json, names: &[&str]) -> impl Iterator<Item = (String, Json)> {
    names.iter().filter_map(|name| Some(((*name).to_owned(), all.get(name)?.clone())))
}

/// What draws the start of a puzzle.
fn picture(all: &Json) -> Map<String, Json> {
    chosen(all, &PICTURE).collect()
}

/// The cells of a placement that is complete.
fn end(puzzle: &PublishedPuzzle) -> Option<Vec<u64>> {
    let solution =
        puzzle.solution.as_ref().filter(|solution| puzzle.game == GameKind::Place && !solution.cut)?;
    let mut end: Vec<u64> = puzzle.start.iter().map(|held| u64::from(*held)).collect();
    for (at, held) in solution.steps.iter().flat_map(|step| &step.changes) {
        if let Some(cell) = end.get_mut(*at) {
            *cell = u64::from(*held);
        }
    }
    Some(end)
}

/// A puzzle in a sentence or two.
fn description(puzzle: &PublishedPuzzle) -> String {
    let texts = [&puzzle.about, &puzzle.source];
    let text = texts.into_iter().flatten().find(|text| !text.trim().is_empty());
    let text = text.map_or("A puzzle to play in the browser.", String::as_str);
    let words: Vec<&str> = text.split_whitespace().collect();
    let text = words.join(" ");
    match text.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("{} …", text.get(..at).unwrap_or(&text).trim_end()),
        None => text,
    }
}
