-- Neovim 0.11 and later: `vim.lsp.enable('puzzlec')`.
return require('puzzlec').config()
