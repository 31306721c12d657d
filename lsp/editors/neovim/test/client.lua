-- The client against the real server: what it is told must come of what is typed.
local work = vim.env.PUZZLE_WORK
local program = vim.env.PUZZLEC

local TEXT = [[
edition 1
use peg

/// A peg goes one step.
rule walk { [ peg.peg | empty ] -> [ empty | peg.peg ] }

puzzle Four {
  board  line 4
    rules  peg.jump, walk
    start  row oo..
    goal   only peg.peg at d1
    expect solvable
}
]]

local count = 0
local function ok(holds, what)
  count = count + 1
  if not holds then
    error('fails: ' .. what, 2)
  end
  io.stdout:write('ok ' .. what .. '\n')
end

local function eventually(what, test, seconds)
  ok(vim.wait((seconds or 20) * 1000, test, 20), what)
end

local function lines()
  return vim.api.nvim_buf_get_lines(0, 0, -1, false)
end

local function find(text)
  for number, line in ipairs(lines()) do
    local column = line:find(text, 1, true)
    if column then
      return number, column - 1
    end
  end
  error('no ' .. text)
end

local function params(text, by)
  local number, column = find(text)
  vim.api.nvim_win_set_cursor(0, { number, column + (by or 0) })
  return vim.lsp.util.make_position_params(0, 'utf-16')
end

local function ask(method, parameters)
  local answers, failed = vim.lsp.buf_request_sync(0, method, parameters, 20000)
  assert(not failed, failed)
  for _, answer in pairs(answers) do
    assert(not answer.error, answer.error and method .. ': ' .. answer.error.message)
    return answer.result
  end
end

local function items(result)
  return result and (result.items or result) or {}
end

local function test()
  local file = work .. '/four.puzzle'
  local out = assert(io.open(file, 'w'))
  out:write(TEXT)
  out:close()
  local solved = false
  vim.api.nvim_create_autocmd('User', {
    pattern = 'PuzzleSolved',
    callback = function()
      solved = true
    end,
  })
  if vim.env.PUZZLE_ENABLE then
    vim.lsp.enable('puzzlec')
  else
    require('puzzlec').setup({ cmd = { program, 'lsp' } })
  end
  vim.cmd('edit ' .. file)
  ok(vim.bo.filetype == 'puzzle', 'the type of the file is known')
  local group = vim.fn.synIDattr(vim.fn.synID(7, 1, 1), 'name')
  ok(group == 'puzzleItem', 'the syntax colours `puzzle`: ' .. group)
  eventually('the server attaches', function()
    local client = require('puzzlec').clients(0)[1]
    return client ~= nil and client.server_capabilities ~= nil
  end)

  -- Diagnostics come and go.
  local number = find('goal')
  vim.api.nvim_buf_set_lines(0, number - 1, number, false, { '    goal   only peg.pgg at d1' })
  eventually('a mistake is told', function()
    return #vim.diagnostic.get(0, { severity = vim.diagnostic.severity.ERROR }) == 1
  end)
  local found = vim.diagnostic.get(0)[1]
  ok(found.code == 'P0201' and found.lnum == number - 1, 'with its code and place: ' .. tostring(found.code))
  vim.api.nvim_buf_set_lines(0, number - 1, number, false, { '    goal   only peg.peg at d1' })
  eventually('and taken back', function()
    return #vim.diagnostic.get(0, { severity = vim.diagnostic.severity.ERROR }) == 0
  end)

  local labels = {}
  for _, item in ipairs(items(ask('textDocument/completion', params('jump', 0)))) do
    labels[item.label] = true
  end
  ok(labels['jump'], 'completion offers a rule of the module')
  local hover = ask('textDocument/hover', params('walk {'))
  ok(hover and vim.inspect(hover.contents):find('one step'), 'hover shows the documentation')

  local edit = ask('textDocument/rename', vim.tbl_extend('force', params('walk {'), { newName = 'stroll' }))
  vim.lsp.util.apply_workspace_edit(edit, 'utf-16')
  ok(find('rule stroll') and find('peg.jump, stroll'), 'rename changes the rule and where it is used')

  local edits = ask('textDocument/formatting', vim.lsp.util.make_formatting_params({ tabSize = 4 }))
  vim.lsp.util.apply_text_edits(edits, vim.api.nvim_get_current_buf(), 'utf-16')
  ok(lines()[find('board')]:match('^    board'), 'formatting indents')

  local lenses = ask('textDocument/codeLens', { textDocument = vim.lsp.util.make_text_document_params() })
  local solve
  for _, lens in ipairs(lenses) do
    if lens.command and lens.command.command == 'puzzlec.solve' then
      solve = lens.command
    end
  end
  ok(solve, 'there is a lens to solve')
  ask('workspace/executeCommand', { command = solve.command, arguments = solve.arguments })
  eventually('the search ends and says so', function()
    return solved and require('puzzlec').last.puzzle == 'Four'
  end, 60)
  vim.cmd('Puzzle showSolution')
  eventually('its solution opens', function()
    return vim.bo.buftype == 'nofile' and table.concat(lines(), '\n'):find('\n1%. ')
  end)
  vim.cmd('bwipeout')

  local client = require('puzzlec').clients()[1]
  client.stop()
  eventually('the server ends', function()
    return #require('puzzlec').clients() == 0
  end)
end

local good, failure = xpcall(test, debug.traceback)
if not good then
  io.stdout:write(tostring(failure) .. '\n')
  vim.cmd('cquit 1')
end
io.stdout:write(count .. ' checks hold\n')
vim.cmd('qall!')
