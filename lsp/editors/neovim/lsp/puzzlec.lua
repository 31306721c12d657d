-- Neovim 0.11 and later: `vim.lsp.enable('puzzlec')`.
return {
  cmd = { 'puzzlec-lsp' },
  filetypes = { 'puzzle', 'rhai' },
  root_markers = { 'plugin.toml', '.git' },
}
