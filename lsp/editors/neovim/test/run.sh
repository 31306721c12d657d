#!/usr/bin/env bash
# Runs the client against the server (PUZZLEC_LSP), without a screen.
set -euo pipefail
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export XDG_CONFIG_HOME=$work XDG_DATA_HOME=$work XDG_STATE_HOME=$work XDG_CACHE_HOME=$work PUZZLE_WORK=$work
status=0
timeout 120 nvim --headless -u NONE --cmd "set runtimepath^=$PWD" --cmd 'filetype plugin on' --cmd 'syntax on' \
    -c 'runtime! plugin/puzzlec.lua' -c "luafile test/client.lua" >"$work/out" 2>&1 || status=$?
cat "$work/out"
if [ $status -ne 0 ] && [ -f "$work/nvim/lsp.log" ]; then tail -20 "$work/nvim/lsp.log"; fi
exit $status
