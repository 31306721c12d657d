#!/usr/bin/env bash
# Plays published pages in Chromium. Installs what it needs: npm packages and, as root on Debian, Chromium.
# Ends with 3 if it cannot be had here. PUZZLEC names a program other than the release of this tree.
set -euo pipefail
cd "$(dirname "$0")"
root=$(cd ../.. && pwd)

missing() {
    printf 'left out: %s\n' "$1"
    exit 3
}

command -v npm >/dev/null || missing "no npm"
for name in chromium chromium-browser google-chrome; do
    [ -n "${CHROMIUM:-}" ] || CHROMIUM=$(command -v "$name" || true)
done
if [ -z "$CHROMIUM" ]; then
    [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || missing "no Chromium"
    {
        apt-get install -y --no-install-recommends chromium \
            || { apt-get update && apt-get install -y --no-install-recommends chromium; }
    } >/dev/null 2>&1 || missing "Chromium cannot be installed"
    CHROMIUM=$(command -v chromium)
fi
if [ -z "${PUZZLEC:-}" ]; then
    (cd "$root" && cargo build --release --package puzzlec)
    PUZZLEC=${CARGO_TARGET_DIR:-$root/target}/release/puzzlec
fi
export CHROMIUM PUZZLEC
npm ci --no-audit --no-fund
npm test
