#!/usr/bin/env bash
# Plays published pages in Chromium. Installs what it needs: npm packages and, as root on Debian, Chromium.
# Ends with 3 if it cannot be had here. PUZZLEC names a program other than the release of this tree.
set -euo pipefail
cd "$(dirname "$0")"
root=$(cd ../.. && pwd)

. ./chromium.sh
if [ -z "${PUZZLEC:-}" ]; then
    (cd "$root" && cargo build --release --package puzzlec)
    PUZZLEC=${CARGO_TARGET_DIR:-$root/target}/release/puzzlec
fi
export PUZZLEC
npm ci --no-audit --no-fund
npm test
