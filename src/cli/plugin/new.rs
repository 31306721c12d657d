//! `puzzlec plugin new`.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use crate::cli::exit::Exit;
use crate::cli::output::{Failure, Output};
use crate::cli::write;
use puzzlec_base::FileId;
use puzzlec_model::project::{is_name, module_names};
use puzzlec_syntax as syntax;

/// The files, with the names that they get. `NAME` stands for the plugin, `MODULE` for its module.
const FILES: [(&str, &str); 5] = [
    ("plugin.toml", include_str!("../scaffold/plugin/plugin.toml")),
    ("MODULE.puzzle", include_str!("../scaffold/plugin/module.puzzle")),
    ("MODULE.rhai", include_str!("../scaffold/plugin/module.rhai")),
    ("examples/first.puzzle", include_str!("../scaffold/plugin/example.puzzle")),
    ("tests/moves.puzzle", include_str!("../scaffold/plugin/test.puzzle")),
];

pub(super) fn run(path: &str, output: &Output) -> Result<Exit, Failure> {
    let path = path.trim_end_matches(['/', '\\']);
    let name = Path::new(path).file_name().and_then(|n| n.to_str()).unwrap_or("");
    if !is_name(name) {
        let why = "a name starts with a letter and consists of letters, digits, `_` and `-`";
        return Err(Failure::Usage(format!("`{path}` is not a valid plugin name; {why}")));
    }
    let module = name.replace('-', "_");
    if module_names().any(|m| m == module) {
        return Err(Failure::Usage(format!(
            "a module `{module}` would hide the library module; choose another name"
        )));
    }
    let filled = |text: &str| text.replace("NAME", name).replace("MODULE", &module);
    let sound = |text: &str| syntax::parse(FileId(0), &filled(text)).diagnostics.is_empty();
    if !FILES.iter().filter(|f| f.0.ends_with(".puzzle")).all(|f| sound(f.1)) {
        return Err(Failure::Usage(format!("`{module}` is a keyword of the language; choose another name")));
    }
    fs::create_dir(path).map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => Failure::Other(format!("`{path}` already exists and was not changed")),
        ErrorKind::NotFound => Failure::Other(format!("there is no directory for `{path}`")),
        _ => Failure::Other(format!("cannot create `{path}`: {error}")),
    })?;
    let mut written = String::new();
    for (file, text) in FILES {
        let file = format!("{path}/{}", filled(file));
        let made = match Path::new(&file).parent() {
            Some(folder) => fs::create_dir_all(folder),
            None => Ok(()),
        };
        made.and_then(|()| write::text(Path::new(&file), &filled(text)))
            .map_err(|error| Failure::Other(format!("cannot write `{file}`: {error}")))?;
        written.push_str(&format!("wrote {file}\n"));
    }
    output.print(&format!("{written}\n  puzzlec plugin check {path}\n  puzzlec plugin test {path}\n"))?;
    Ok(Exit::Clean)
}
