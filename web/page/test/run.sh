#!/usr/bin/env bash
# Tests the page in Chromium. Installs what it needs: npm packages and, as root on Debian, Chromium.
# Ends with 3 if something cannot be had here. PUZZLEC_MODULES names the folder with puzzlec.wasm and checker.wasm.
set -euo pipefail
cd "$(dirname "$0")/.."

missing() {
    printf 'left out: %s\n' "$1"
    exit 3
}

command -v npm >/dev/null || missing "no npm"
for name in chromium chromium-browser google-chrome; do
    [ -n "${CHROMIUM:-}" ] || CHROMIUM=$(command -v "$name" || true)
done
if [ -z "${CHROMIUM:-}" ]; then
    [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || missing "no Chromium"
    {
        apt-get install -y --no-install-recommends chromium \
            || { apt-get update && apt-get install -y --no-install-recommends chromium; }
    } >/dev/null 2>&1 || missing "Chromium cannot be installed"
    CHROMIUM=$(command -v chromium)
fi
export CHROMIUM PUZZLEC_MODULES=${PUZZLEC_MODULES:-$PWD/../dist}
for name in puzzlec.wasm checker.wasm; do
    [ -f "$PUZZLEC_MODULES/$name" ] || missing "$name is not built: web/build.sh"
done
npm ci --no-audit --no-fund
npm run build
npm test
