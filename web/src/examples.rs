//! The examples, which are inside.

use std::collections::BTreeMap;

use puzzlec_model::project::{MemoryFiles, STDLIB_PREFIX, SearchPath, load};
use puzzlec_render::page::readable;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::session::Session;
use crate::{Answer, Call};

/// Paths and texts.
const EXAMPLES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/examples.rs"));

fn folder(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// The name of a file in words.
fn title(path: &str) -> String {
    let name = path.rsplit('/').next().unwrap_or(path);
    readable(name.split('.').next().unwrap_or(name))
}

/// The examples with puzzles.
pub(crate) fn list(_: &mut Session, _: &Call) -> Answer {
    let has_puzzles = |(path, text): &&(&str, &str)| match path.rsplit('.').next() {
        Some("puzzle") => text.lines().any(|line| line.starts_with("puzzle ")),
        Some("txt") => true,
        _ => false,
    };
    let one = |(path, _): &(&str, &str)| {
        let group = path.split('/').next().unwrap_or("");
        json!({ "path": path, "title": title(path), "group": readable(group) })
    };
    let all: Vec<Value> = EXAMPLES.iter().filter(has_puzzles).map(one).collect();
    Ok(json!({ "examples": all }))
}

/// An example with the files that it uses. Their paths begin at the folder that has all of them.
pub(crate) fn one(_: &mut Session, call: &Call) -> Answer {
    #[derive(Deserialize)]
    struct Example {
        path: String,
    }
    let Example { path } = call.read()?;
    if !EXAMPLES.iter().any(|(known, _)| *known == path) {
        return Err(format!("there is no example `{path}`"));
    }
    let text = |path: &str| EXAMPLES.iter().find(|(known, _)| *known == path).map(|(_, text)| *text);
    let all = MemoryFiles(EXAMPLES.iter().map(|(path, text)| ((*path).into(), (*text).into())).collect());
    let mut used: Vec<&str> = Vec::new();
    if path.ends_with(".puzzle") {
        let project = load(&all, std::slice::from_ref(&path), &SearchPath::default());
        let names = project.sources.iter().map(|(_, source)| source.name.as_str());
        let names: Vec<String> =
            names.filter(|name| !name.starts_with(STDLIB_PREFIX)).map(str::to_owned).collect();
        used.extend(
            EXAMPLES.iter().map(|(known, _)| *known).filter(|known| names.iter().any(|n| n == known)),
        );
    }
    if !used.contains(&path.as_str()) {
        used.extend(EXAMPLES.iter().map(|(known, _)| *known).filter(|known| *known == path));
    }
    // A module of a plugin needs the plugin's manifest.
    let manifests = EXAMPLES.iter().map(|(known, _)| *known).filter(|known| {
        let root = folder(known);
        known.ends_with("/plugin.toml") && used.iter().any(|file| file.starts_with(&format!("{root}/")))
    });
    used.extend(manifests.collect::<Vec<_>>());
    let mut root = folder(&path);
    while !root.is_empty() && !used.iter().all(|file| file.starts_with(&format!("{root}/"))) {
        root = folder(root);
    }
    let inside = |file: &str| file.strip_prefix(root).unwrap_or(file).trim_start_matches('/').to_owned();
    let files: BTreeMap<String, &str> =
        used.iter().filter_map(|file| Some((inside(file), text(file)?))).collect();
    Ok(json!({ "files": files, "file": inside(&path) }))
}
