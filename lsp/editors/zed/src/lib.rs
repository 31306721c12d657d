//! Finds the language server for Zed: `puzzlec-lsp` on the path of the worktree.

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
        let command = worktree.which("puzzlec-lsp").ok_or("puzzlec-lsp is not on the path")?;
        Ok(zed::Command { command, args: Vec::new(), env: worktree.shell_env() })
    }
}

zed::register_extension!(Puzzle);
