#!/usr/bin/env bash
# Draws icon.png from icon.svg with Chromium.
set -euo pipefail
cd "$(dirname "$0")"
page=$(mktemp --suffix .html)
trap 'rm -f "$page"' EXIT
printf '<!doctype html><style>body{margin:0}svg{display:block;width:128px;height:128px}</style>%s' "$(cat icon.svg)" >"$page"
"${CHROMIUM:-chromium}" --headless --no-sandbox --disable-gpu --hide-scrollbars --force-device-scale-factor=1 \
    --default-background-color=00000000 --window-size=128,128 --screenshot="$PWD/icon.png" "file://$page" >/dev/null 2>&1
