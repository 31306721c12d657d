#!/usr/bin/env bash
# Installs VS Code (as code-server) and the driver of the browser into the folder named.
set -euo pipefail
from=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
cd "$1"
cmp -s "$from/package.json" installed.json && exit
cp "$from/package.json" package.json
npm install --ignore-scripts --no-audit --no-fund
# What the scripts would do: the packages of VS Code itself, without its terminals and logs, which are compiled.
cd node_modules/code-server/lib/vscode
npm install --omit=dev --ignore-scripts --no-audit --no-fund
ln -sfn node_modules node_modules.asar
cp "$from/package.json" "$OLDPWD/installed.json"
