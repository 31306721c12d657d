#!/usr/bin/env bash
# Builds the site and tests it, also in Chromium. Installs what it needs: npm packages and, as root on Debian, Chromium.
# Ends with 3 if it cannot be had here. PUZZLEC names a program other than the release of this tree; MODULES and PAGE name
# folders with the modules and the playground other than those of this tree.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$(cd ../.. && pwd)

. "$root/tests/browser/chromium.sh"
export PUZZLEC=${PUZZLEC:-${CARGO_TARGET_DIR:-$root/target}/release/puzzlec}
npm ci --no-audit --no-fund
SITE=$(mktemp -d)
export SITE
trap 'rm -rf "$SITE"' EXIT
node build.mjs "$SITE" --puzzlec "$PUZZLEC" ${MODULES:+--module "$MODULES"} ${PAGE:+--play "$PAGE"} ${CLIENT:+--client "$CLIENT"}
npm test
