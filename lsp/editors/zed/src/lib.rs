//! Finds the language server for Zed, `puzzlec lsp`: the program is on the path of the worktree, or in cargo's
//! folder. An extension cannot look into folders: a program that is not there is named by Zed when it cannot start it.

use zed_extension_api as zed;

struct Puzzle;

impl zed::Extension for Puzzle {
    fn new() -> Self {
        Puzzle
    }

    fn language_server_command(
        &mut self,
        _server: &zed::LanguageServerId,
        worktree: &zed::Worktree,
    ) -> zed::Result<zed::Command> {
        let env = worktree.shell_env();
        let value = |name: &str| env.iter().find(|(n, _)| n == name).map(|(_, v)| v.clone());
        let cargo = || {
            let home = value("CARGO_HOME").or_else(|| Some(format!("{}/.cargo", value("HOME")?)))?;
            Some(format!("{home}/bin/puzzlec"))
        };
        let command = worktree
            .which("puzzlec")
            .or_else(cargo)
            .ok_or("puzzlec is not on the path: install it with cargo")?;
        Ok(zed::Command { command, args: vec!["lsp".to_owned()], env })
    }
}

zed::register_extension!(Puzzle);
