//! The table of the examples: their paths and texts.

use std::error::Error;
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::{env, fs};

/// The files that puzzles use.
const KINDS: [&str; 4] = ["puzzle", "rhai", "toml", "txt"];

fn main() -> Result<(), Box<dyn Error>> {
    let root = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("examples");
    // A package does not print, and a build script reports to Cargo.
    writeln!(io::stdout(), "cargo::rerun-if-changed={}", root.display())?;
    let mut open = vec![root.clone()];
    let mut files: Vec<PathBuf> = Vec::new();
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            let is_ours =
                path.extension().and_then(|end| end.to_str()).is_some_and(|end| KINDS.contains(&end));
            if path.is_dir() {
                open.push(path);
            } else if is_ours {
                files.push(path);
            }
        }
    }
    files.sort();
    let mut table = "&[\n".to_owned();
    for file in files {
        let name = file.strip_prefix(&root)?.to_string_lossy().replace('\\', "/");
        writeln!(table, "    ({name:?}, include_str!({:?})),", fs::canonicalize(&file)?)?;
    }
    table.push_str("]\n");
    fs::write(Path::new(&env::var("OUT_DIR")?).join("examples.rs"), table)?;
    Ok(())
}
