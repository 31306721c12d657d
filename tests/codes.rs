//! Every page of a code has an example, and the example raises that code and no other.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::processes::empty_folder;
use puzzlec_base::diag::{CodeInfo, all_codes};

/// A fenced block of a page: what stands after the fence, and its text.
struct Block {
    tag: String,
    text: String,
}

fn blocks(page: &str) -> Vec<Block> {
    let mut found: Vec<Block> = Vec::new();
    let mut open = false;
    for line in page.lines() {
        if let Some(tag) = line.strip_prefix("```") {
            open = !open;
            if open {
                found.push(Block { tag: tag.trim().to_owned(), text: String::new() });
            }
        } else if open {
            let block = found.last_mut().unwrap();
            block.text.push_str(line);
            block.text.push('\n');
        }
    }
    assert!(!open, "a fence is not closed");
    found
}

/// A directory of this test's own, emptied.
fn scratch(name: &str) -> PathBuf {
    empty_folder(&format!("codes/{name}"))
}

/// The codes that a command finds in `example.puzzle`.
fn found(directory: &Path, arguments: &[&str]) -> Vec<String> {
    let output = Command::new(env!("CARGO_BIN_EXE_puzzlec"))
        .args(arguments)
        .args(["--format", "json", "example.puzzle"])
        .current_dir(directory)
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let document: serde_json::Value = serde_json::from_str(&text)
        .unwrap_or_else(|e| panic!("{e}\n{text}\n{}", String::from_utf8_lossy(&output.stderr)));
    let code = |d: &serde_json::Value| d["code"].as_str().unwrap().to_owned();
    let mut codes: Vec<String> = document["diagnostics"].as_array().unwrap().iter().map(code).collect();
    if let Some(results) = document["results"].as_array() {
        codes.extend(results.iter().filter(|r| r["diagnostic"].is_object()).map(|r| code(&r["diagnostic"])));
    }
    codes
}

fn arguments(code: &str) -> &'static [&'static str] {
    match code {
        "P0508" | "P0530" | "P0605" => &["solve"],
        "P0701" => &["test"],
        "P0702" => &["test", "--states", "10"],
        _ => &["check"],
    }
}

/// What is wrong with a page; nothing for a good one.
fn faults(info: &CodeInfo) -> Vec<String> {
    let mut faults = Vec::new();
    let all = blocks(info.page);
    let wrong = format!("puzzle error {}", info.number);
    let bad: Vec<&Block> = all.iter().filter(|b| b.tag == wrong).collect();
    if bad.is_empty() {
        if !all.iter().any(|b| b.tag == "console") {
            faults.push("has neither an example nor a command line".to_owned());
        }
        return faults;
    }
    for (i, block) in all.iter().enumerate() {
        let expected: &[&str] = match block.tag.as_str() {
            tag if tag == wrong => &[info.number],
            "puzzle" => &[],
            tag if tag == "console" || tag.starts_with("puzzle file ") || tag.starts_with("rhai ") => {
                continue;
            }
            tag => {
                faults.push(format!("has a block `{tag}` that nobody tests"));
                continue;
            }
        };
        let directory = scratch(&format!("{}-{i}", info.number));
        fs::write(directory.join("example.puzzle"), &block.text).unwrap();
        for other in &all {
            let name = other.tag.strip_prefix("puzzle file ").or(other.tag.strip_prefix("rhai "));
            if let Some(name) = name {
                fs::write(directory.join(name), &other.text).unwrap();
            }
        }
        let codes = found(&directory, arguments(info.number));
        if codes != expected {
            let tag = &block.tag;
            faults.push(format!("block {} `{tag}` raises {codes:?}, not {expected:?}", i + 1));
        }
    }
    faults
}

#[test]
fn every_example_raises_its_code_and_is_mended() {
    let codes = all_codes();
    let check = |part: &[puzzlec_base::diag::Code]| -> Vec<String> {
        let infos = part.iter().map(|c| c.info());
        infos
            .flat_map(|i| {
                faults(&i).into_iter().map(move |f| format!("crates/base/codes/{}.md {f}", i.number))
            })
            .collect()
    };
    let broken: Vec<String> = std::thread::scope(|scope| {
        let parts: Vec<_> =
            codes.chunks(codes.len().div_ceil(4)).map(|p| scope.spawn(move || check(p))).collect();
        parts.into_iter().flat_map(|p| p.join().unwrap()).collect()
    });
    assert!(broken.is_empty(), "\n{}\n", broken.join("\n"));
}
