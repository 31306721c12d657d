local names = { 'solve', 'shortest', 'any', 'count', 'test', 'analyze', 'generate', 'stop', 'showSolution', 'showBoard' }

-- `:Puzzle solve`: what the server does for the puzzle around the cursor, or for the one named after it.
vim.api.nvim_create_user_command('Puzzle', function(arguments)
  require('puzzlec').run(arguments.fargs[1], arguments.fargs[2])
end, {
  nargs = '+',
  complete = function(lead)
    return vim.tbl_filter(function(name)
      return vim.startswith(name, lead)
    end, names)
  end,
})
