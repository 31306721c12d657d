//! User settings.

use std::time::Duration;

use puzzlec_model::project::SearchPath;
use serde::Deserialize;
use serde_json::Value;

/// The section of the settings in clients.
pub(crate) const SECTION: &str = "puzzlec";

/// Settings; each has a default.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct Settings {
    /// Folders of plugins that come first.
    pub(crate) plugins: Vec<String>,
    /// Folders in which plugins are looked for last; without it those of `PUZZLE_PATH`.
    pub(crate) path: Option<Vec<String>>,
    /// Delay before diagnostics, in milliseconds without edits.
    pub(crate) delay: u64,
    /// Whether there are lenses.
    pub(crate) lenses: bool,
    /// Whether there are hints in the text.
    pub(crate) hints: bool,
    /// Time limit of a search in seconds; 0 for none.
    pub(crate) timeout: u64,
    /// Memory limit of a search in MiB; 0 for three quarters of the free memory.
    pub(crate) memory: u64,
}

impl Default for Settings {
    fn default() -> Self {
        let (plugins, path) = (Vec::new(), None);
        Settings { plugins, path, delay: 10, lenses: true, hints: true, timeout: 0, memory: 0 }
    }
}

impl Settings {
    /// The settings that a client sent, by themselves or in their section; none if they make no sense.
    pub(crate) fn read(sent: &Value) -> Option<Settings> {
        let own = sent.get(SECTION).unwrap_or(sent);
        if !own.is_object() {
            return None;
        }
        serde_json::from_value(own.clone()).ok()
    }

    pub(crate) fn delay(&self) -> Duration {
        Duration::from_millis(self.delay.min(5000))
    }

    pub(crate) fn search(&self) -> SearchPath {
        let path = self.path.clone().unwrap_or_else(|| {
            let folders = std::env::var_os("PUZZLE_PATH").unwrap_or_default();
            std::env::split_paths(&folders)
                .filter_map(|p| Some(p.to_str()?.replace('\\', "/")))
                .filter(|p| !p.is_empty())
                .collect()
        });
        SearchPath { plugins: self.plugins.clone(), path }
    }
}
