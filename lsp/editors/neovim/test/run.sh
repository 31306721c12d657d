#!/usr/bin/env bash
# Runs the client against the server of the program that PUZZLEC names, without a screen: by `setup`, and, from Neovim
# 0.11 on, by `vim.lsp.enable` with the program on the path.
set -euo pipefail
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export XDG_CONFIG_HOME=$work XDG_DATA_HOME=$work XDG_STATE_HOME=$work XDG_CACHE_HOME=$work PUZZLE_WORK=$work
mkdir "$work/bin"
ln -s "$PUZZLEC" "$work/bin/puzzlec"
export PATH=$work/bin:$PATH

run() {
    local status=0
    timeout 120 nvim --headless -u NONE --cmd "set runtimepath^=$PWD" --cmd 'filetype plugin on' --cmd 'syntax on' \
        -c 'runtime! plugin/puzzlec.lua' -c "luafile test/client.lua" >"$work/out" 2>&1 || status=$?
    cat "$work/out"
    if [ $status -ne 0 ] && [ -f "$work/nvim/lsp.log" ]; then tail -20 "$work/nvim/lsp.log"; fi
    return $status
}

nvim --version | head -1
run
if nvim --headless -u NONE --cmd "if !has('nvim-0.11') | cquit | endif" -c 'qall!' 2>"$work/out"; then
    printf '\nvim.lsp.enable\n'
    PUZZLE_ENABLE=1 run
fi
