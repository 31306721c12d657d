-- The client for every Neovim from 0.7 on, and the commands that the server has for puzzles.
local M = {}

--- The program: on the path, or in cargo's folder, which an editor's path often lacks.
local function program()
  local cargo = (vim.env.CARGO_HOME or (vim.env.HOME or vim.env.USERPROFILE or '') .. '/.cargo') .. '/bin/puzzlec'
  if vim.fn.executable('puzzlec') == 0 and vim.fn.executable(cargo) == 1 then
    return cargo
  end
  return 'puzzlec'
end

--- Says in one sentence, when the first puzzle is opened, that the server cannot be run.
local function missing(program)
  local why = "puzzlec: %s is neither on the path nor in cargo's folder: install it, or give setup another cmd"
  vim.api.nvim_create_autocmd('FileType', {
    pattern = { 'puzzle', 'rhai' },
    once = true,
    callback = function()
      vim.notify(why:format(program), vim.log.levels.ERROR)
    end,
  })
end

local defaults = {
  cmd = { program(), 'lsp' },
  settings = {},
  on_attach = nil,
  capabilities = nil,
}

M.options = defaults

--- The folder that holds a plugin or a repository, or that of the file.
local function root(file)
  local folder = vim.fn.fnamemodify(file, ':p:h')
  for _, marker in ipairs({ 'plugin.toml', '.git' }) do
    local found = vim.fn.findfile(marker, folder .. ';')
    if found == '' then
      found = vim.fn.finddir(marker, folder .. ';')
    end
    if found ~= '' then
      return vim.fn.fnamemodify(found, ':p:h' .. (vim.fn.isdirectory(found) == 1 and ':h' or ''))
    end
  end
  return folder
end

--- The clients of this server, for a buffer or for all.
function M.clients(buffer)
  if vim.lsp.get_clients then
    return vim.lsp.get_clients({ name = 'puzzlec', bufnr = buffer })
  end
  local found = {}
  for _, client in pairs(vim.lsp.get_active_clients()) do
    local attached = buffer == nil or vim.lsp.buf_is_attached(buffer, client.id)
    if client.name == 'puzzlec' and attached then
      table.insert(found, client)
    end
  end
  return found
end

local function send(client, method, params, handler)
  if vim.fn.has('nvim-0.11') == 1 then
    return client:request(method, params, handler)
  end
  return client.request(method, params, handler)
end

--- The puzzle around the cursor: the last that begins at or above its line, or else the first.
function M.puzzle_at_cursor()
  local name
  local last = vim.fn.line('.')
  for number, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
    local found = line:match('^%s*puzzle%s+([^%s({]+)')
    if found and (number <= last or not name) then
      name = found
    end
  end
  return name
end

--- Runs `puzzlec.COMMAND` for the puzzle around the cursor, or for the one named.
function M.run(command, puzzle)
  local client = M.clients(vim.api.nvim_get_current_buf())[1]
  puzzle = puzzle or M.puzzle_at_cursor()
  if not client or not puzzle then
    return vim.notify('puzzlec: no puzzle here', vim.log.levels.WARN)
  end
  local uri = vim.uri_from_bufnr(0)
  if command == 'showSolution' then
    return M.show(client, uri, puzzle)
  end
  send(client, 'workspace/executeCommand', { command = 'puzzlec.' .. command, arguments = { uri, puzzle } }, function(err)
    if err then
      vim.notify('puzzlec: ' .. err.message, vim.log.levels.ERROR)
    end
  end)
end

--- Opens the solution of a puzzle as a text.
function M.show(client, uri, puzzle)
  send(client, 'puzzlec/solution', { uri = uri, puzzle = puzzle }, function(err, solution)
    if solution and solution ~= vim.NIL and #solution.start == 0 then
      return vim.notify('puzzlec: ' .. puzzle .. ': ' .. solution.label)
    end
    if err or not solution or solution == vim.NIL then
      return vim.notify('puzzlec: ' .. (err and err.message or puzzle .. ' has no solution yet'))
    end
    local lines = { solution.title, solution.label, '' }
    vim.list_extend(lines, solution.start)
    for number, step in ipairs(solution.steps) do
      vim.list_extend(lines, { '', number .. '. ' .. step.notation })
      vim.list_extend(lines, step.after)
    end
    vim.cmd('new')
    vim.api.nvim_buf_set_lines(0, 0, -1, false, lines)
    vim.bo.buftype = 'nofile'
    vim.bo.bufhidden = 'wipe'
    vim.bo.modifiable = false
  end)
end

--- What came of the last search: its puzzle and label.
M.last = nil

local function solved(_, params)
  M.last = params
  vim.api.nvim_exec_autocmds('User', { pattern = 'PuzzleSolved', modeline = false })
end

local function shown(command, context)
  local client = vim.lsp.get_client_by_id(context.client_id)
  if client and command.arguments then
    M.show(client, command.arguments[1], command.arguments[2])
  end
end

--- Starts the server for a buffer, or attaches the running one of the same folder.
function M.attach(buffer)
  local file = vim.api.nvim_buf_get_name(buffer)
  if file == '' or vim.bo[buffer].buftype ~= '' then
    return
  end
  local folder = root(file)
  for _, client in ipairs(M.clients()) do
    if client.config.root_dir == folder then
      return vim.lsp.buf_attach_client(buffer, client.id)
    end
  end
  local options = M.options
  local config = {
    name = 'puzzlec',
    cmd = options.cmd,
    root_dir = folder,
    workspace_folders = { { uri = vim.uri_from_fname(folder), name = folder } },
    settings = options.settings,
    capabilities = options.capabilities or vim.lsp.protocol.make_client_capabilities(),
    on_attach = options.on_attach,
    handlers = { ['puzzlec/solved'] = solved },
    commands = { ['puzzlec.showSolution'] = shown },
  }
  local id = vim.lsp.start_client(config)
  if id then
    vim.lsp.buf_attach_client(buffer, id)
  end
end

--- What Neovim 0.11 and later keep under `vim.lsp.config.puzzlec`.
function M.config()
  return {
    cmd = M.options.cmd,
    filetypes = { 'puzzle', 'rhai' },
    root_markers = { 'plugin.toml', '.git' },
    settings = M.options.settings,
    capabilities = M.options.capabilities,
    on_attach = M.options.on_attach,
    handlers = { ['puzzlec/solved'] = solved },
    commands = { ['puzzlec.showSolution'] = shown },
  }
end

--- Starts the server for every puzzle that is opened.
function M.setup(options)
  M.options = vim.tbl_extend('force', defaults, options or {})
  local cmd = M.options.cmd
  if type(cmd) == 'table' and vim.fn.executable(cmd[1]) == 0 then
    return missing(cmd[1])
  end
  if vim.lsp.config and vim.lsp.enable then
    vim.lsp.config('puzzlec', M.config())
    return vim.lsp.enable('puzzlec')
  end
  local group = vim.api.nvim_create_augroup('puzzlec', {})
  vim.api.nvim_create_autocmd('FileType', {
    group = group,
    pattern = { 'puzzle', 'rhai' },
    callback = function(event)
      M.attach(event.buf)
    end,
  })
end

return M
