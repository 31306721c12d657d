//! `puzzlec plugin`, and the search path for plugins.

mod list;
mod new;

use std::env;
use std::path::Path;

use clap::{Args, Subcommand};

use super::args::{CheckFormat, Format};
use super::exit::Exit;
use super::inputs::Inputs;
use super::limits::CheckWithin;
use super::output::{Failure, Output};
use super::test::TestHow;
use super::{check, test};
use puzzlec_model::project::{DiskFiles, FileSystem, SearchPath, unused_scripts};
use puzzlec_render::counted;

/// Further plugin folders, separated as in PATH.
const PATH: &str = "PUZZLE_PATH";

#[derive(Debug, Args)]
pub(super) struct PluginArgs {
    #[command(subcommand)]
    command: PluginCommand,
}

#[derive(Debug, Subcommand)]
enum PluginCommand {
    /// Write a starter plugin: a folder with a scripted rule, an example and a test.
    New(NewPlugin),
    /// List the games of puzzlec and of the plugins available to files here.
    List(ListPlugins),
    /// Find errors in a plugin: plugin.toml, modules, scripts, examples and tests.
    Check(CheckPlugin),
    /// Prove the expectations in the modules, examples and tests of a plugin.
    Test(TestPlugin),
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  puzzlec plugin new hops
  puzzlec plugin new puzzles/hops     available to files next to `puzzles`")]
struct NewPlugin {
    /// The plugin's name, or the path of a new folder for it.
    name: String,
}

#[derive(Debug, Args)]
struct ListPlugins {
    /// The output format.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

#[derive(Debug, Args)]
struct CheckPlugin {
    /// The plugin folder.
    #[arg(default_value = ".")]
    dir: String,
    #[command(flatten)]
    within: CheckWithin,
    /// The output format.
    #[arg(long, value_enum, default_value_t)]
    format: CheckFormat,
}

#[derive(Debug, Args)]
struct TestPlugin {
    /// The plugin folder.
    #[arg(default_value = ".")]
    dir: String,
    #[command(flatten)]
    how: TestHow,
}

/// The plugin search path of this process, with the folders from the command line.
pub(super) fn search(named: Vec<String>) -> SearchPath {
    let path = env::var_os(PATH).unwrap_or_default();
    let places = env::split_paths(&path).filter_map(|p| p.into_os_string().into_string().ok());
    SearchPath { plugins: named, path: places.filter(|p| !p.is_empty()).collect() }
}

pub(super) fn run(args: &PluginArgs, search: &SearchPath, output: &Output) -> Result<Exit, Failure> {
    match &args.command {
        PluginCommand::New(args) => new::run(&args.name, output),
        PluginCommand::List(args) => list::run(args.format, search, output),
        PluginCommand::Check(args) => {
            let limits = args.within.limits();
            let (inputs, search) = whole(&args.dir, search);
            let mut found = check::findings(&inputs, &limits, &search);
            if !inputs.paths.is_empty() {
                let unused = unused_scripts(&inputs, &args.dir, &mut found.sources);
                found.diagnostics.extend(unused);
            }
            // plugin.toml is one of the files.
            let files = counted(inputs.paths.len() as u64 + 1, "files");
            check::tell(args.format, &found, false, 0, &files, output)
        }
        PluginCommand::Test(args) => {
            let limits = args.how.limits();
            let (inputs, search) = whole(&args.dir, search);
            test::expectations(&inputs, &args.how, &limits, &search, output)
        }
    }
}

impl PluginArgs {
    /// The kind of the JSON document that is requested, if one is.
    pub(super) fn document(&self) -> Option<&'static str> {
        match &self.command {
            PluginCommand::New(_) => None,
            PluginCommand::List(args) => (args.format == Format::Json).then_some("plugins"),
            PluginCommand::Check(args) => (args.format == CheckFormat::Json).then_some("check"),
            PluginCommand::Test(args) => (args.how.format == Format::Json).then_some("test"),
        }
    }
}

/// All puzzle files of a plugin, and a search path on which it comes first.
fn whole(dir: &str, search: &SearchPath) -> (Inputs, SearchPath) {
    let path = |name: &str| match dir {
        "." => name.to_owned(),
        _ => format!("{}/{name}", dir.trim_end_matches('/')),
    };
    let modules = DiskFiles.entries(dir).into_iter().filter(|e| !e.is_folder && e.name.ends_with(".puzzle"));
    let mut paths: Vec<String> = modules.map(|e| path(&e.name)).collect();
    // Without a plugin.toml nothing there is a plugin's.
    if !DiskFiles.is_file(&path("plugin.toml")) {
        paths.clear();
    } else {
        paths.extend(["examples", "tests"].map(path).into_iter().filter(|p| Path::new(p).is_dir()));
    }
    let mut search = search.clone();
    search.plugins.insert(0, dir.to_owned());
    (Inputs::gather(&paths), search)
}
