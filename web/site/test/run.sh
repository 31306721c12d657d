#!/usr/bin/env bash
# Builds the site and tests it, also in Chromium. Installs what it needs: npm packages and, as root on Debian, Chromium.
# Ends with 3 if it cannot be had here. PUZZLEC names a program other than the release of this tree; MODULES and PAGE name
# folders with the modules and the playground other than those of this tree.
set -euo pipefail
cd "$(dirname "$0")/.."
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
export CHROMIUM PUZZLEC=${PUZZLEC:-${CARGO_TARGET_DIR:-$root/target}/release/puzzlec}
npm ci --no-audit --no-fund
SITE=$(mktemp -d)
export SITE
trap 'rm -rf "$SITE"' EXIT
node build.mjs "$SITE" --puzzlec "$PUZZLEC" ${MODULES:+--module "$MODULES"} ${PAGE:+--play "$PAGE"} ${CLIENT:+--client "$CLIENT"}
npm test
