//! The registry of games: built-in ones and those of plugins.

use serde::Serialize;

use puzzlec_base::Sources;
use puzzlec_base::diag::Diagnostic;
use puzzlec_model::project::{self, FileSystem, Plugin, SearchPath};
use puzzlec_theory::Recognizer;

/// The origin of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Origin {
    /// The program: the name is that of a theory.
    Native,
    /// A plugin.
    Plugin,
}

/// A game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Game {
    /// Its name; empty if the plugin does not state it.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Its origin.
    pub kind: Origin,
    /// The modules that `use` finds.
    pub modules: Vec<String>,
    /// The plugin's folder; `None` for a built-in game.
    pub folder: Option<String>,
    /// A one-line description.
    pub description: String,
    /// The source of its theorems, for a built-in game.
    pub paper: Option<String>,
}

/// Games by origin. Built-in games are registered in the same way as those of plugins.
#[derive(Clone, Debug, Default)]
pub struct Registry {
    games: Vec<Game>,
}

impl Registry {
    /// The games of the program.
    pub fn native() -> Self {
        let mut registry = Registry::default();
        for theory in puzzlec_theories::GAMES.all().map(Recognizer::info) {
            registry.register(Game {
                name: theory.name.to_owned(),
                version: env!("CARGO_PKG_VERSION").to_owned(),
                kind: Origin::Native,
                modules: vec![theory.module.to_owned()],
                folder: None,
                description: theory.title.to_owned(),
                paper: Some(theory.paper.to_owned()),
            });
        }
        registry
    }

    /// The games of the program and of the plugins that a file at this path may use, with what is wrong
    /// with those.
    pub fn of(
        files: &dyn FileSystem,
        search: &SearchPath,
        file: &str,
        sources: &mut Sources,
    ) -> (Self, Vec<Diagnostic>) {
        let mut registry = Registry::native();
        let mut diagnostics = Vec::new();
        for folder in project::plugins(files, search, file) {
            let (plugin, wrong) = project::plugin(files, &folder, sources);
            diagnostics.extend(wrong);
            if let Some(plugin) = plugin {
                registry.register(of_plugin(plugin));
            }
        }
        (registry, diagnostics)
    }

    /// Adds a game.
    pub fn register(&mut self, game: Game) {
        self.games.push(game);
    }

    /// All games, in order of registration.
    pub fn games(&self) -> &[Game] {
        &self.games
    }
}

fn of_plugin(plugin: Plugin) -> Game {
    Game {
        name: plugin.manifest.name,
        version: plugin.manifest.version,
        kind: Origin::Plugin,
        modules: plugin.modules,
        folder: Some(if plugin.folder.is_empty() { ".".to_owned() } else { plugin.folder }),
        description: plugin.manifest.description,
        paper: None,
    }
}
