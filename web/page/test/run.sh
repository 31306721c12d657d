#!/usr/bin/env bash
# Tests the page in Chromium. Installs what it needs: npm packages and, as root on Debian, Chromium.
# Ends with 3 if something cannot be had here. PUZZLEC names a program other than the
# release of this tree, PUZZLEC_MODULES the folder with the modules.
set -euo pipefail
cd "$(dirname "$0")/.."

. ../../tests/browser/chromium.sh
root=$(cd ../.. && pwd)
export PUZZLEC=${PUZZLEC:-${CARGO_TARGET_DIR:-$root/target}/release/puzzlec} PUZZLEC_MODULES=${PUZZLEC_MODULES:-$PWD/../dist}
for name in editor.wasm puzzlec.wasm checker.wasm; do
    [ -f "$PUZZLEC_MODULES/$name" ] || missing "$name is not built: web/build.sh"
done
npm ci --no-audit --no-fund
npm run build
npm test
