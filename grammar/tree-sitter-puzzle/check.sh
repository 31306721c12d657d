#!/usr/bin/env bash
# Generates the parser, runs its tests, and parses every puzzle that `puzzlec check` finds clean.
# Exits with 3 where there is no tree-sitter.
# PUZZLEC names the program; without it all examples and the standard library are taken to be clean.
set -euo pipefail
cd "$(dirname "$0")"
root=$PWD/../..
cache=${XDG_CACHE_HOME:-$HOME/.cache}/puzzlec-editors
mkdir -p "$cache" build

if ! command -v tree-sitter >/dev/null; then
    PATH=$cache/npm/node_modules/.bin:$cache/cargo/bin:$PATH
fi
if ! tree-sitter --version >/dev/null 2>&1; then
    # The package on npm loads a program from elsewhere, which not every machine may reach.
    (timeout 90 npm install --prefix "$cache/npm" --no-audit --no-fund --allow-scripts=tree-sitter-cli tree-sitter-cli \
        && tree-sitter --version) >"$cache/npm.log" 2>&1 \
        || CARGO_PROFILE_RELEASE_OPT_LEVEL=1 cargo install --quiet --locked --no-default-features \
            --root "$cache/cargo" tree-sitter-cli \
        || { echo "tree-sitter is not here and cannot be installed"; exit 3; }
    hash -r
fi

tree-sitter generate --abi 14
tree-sitter test

library=$PWD/build/puzzle.so
cc -O1 -shared -fPIC -Wall -Wextra -Wno-unused-parameter -Isrc -o "$library" src/scanner.c -x c src/parser.c
for query in queries/*.scm; do
    tree-sitter query --lib-path "$library" --lang-name puzzle "$query" "$root/stdlib/peg.puzzle" >/dev/null
done

mapfile -t files < <(find "$root/examples" "$root/stdlib" "$root/tests/fixtures" -name '*.puzzle' | sort)
rm -rf build/manual && mkdir -p build/manual
# The puzzle of the tutorial has a mistake on purpose.
mapfile -t pages < <(find "$root/docs" -name '*.md' ! -name tutorial.md | sort)
awk '/^```puzzle *$/ { n++; file = sprintf("build/manual/%s-%03d.puzzle", name(FILENAME), n); next }
     /^```/ { file = "" }
     file { print > file }
     function name(path) { gsub(/.*\//, "", path); return path }' "${pages[@]}"
if [ -n "${PUZZLEC:-}" ]; then
    clean=()
    for file in "${files[@]}"; do
        "$PUZZLEC" check "$file" >/dev/null 2>&1 && clean+=("$file")
    done
    files=("${clean[@]}")
fi
[ "${#files[@]}" -gt 50 ] || { echo "only ${#files[@]} puzzles are clean"; exit 1; }
tree-sitter parse --quiet --stat --lib-path "$library" --lang-name puzzle "${files[@]}" build/manual/*.puzzle
