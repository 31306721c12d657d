#!/usr/bin/env bash
# Builds the modules of the playground into web/dist: editor.wasm, puzzlec.wasm, checker.wasm and client.js, and prints their sizes.
# Needs rustup's target wasm32-unknown-unknown, and uses `wasm-opt` of binaryen, if it is there, for smaller modules.
set -euo pipefail
cd "$(dirname "$0")"
dist=$PWD/dist
target=${PUZZLEC_WEB_TARGET:-$PWD/../target/web}

if ! rustup target list --installed 2>/dev/null | grep -q wasm32-unknown-unknown; then
    rustup target add wasm32-unknown-unknown || exit 3
fi
(cd module && CARGO_TARGET_DIR=$target cargo build --release --locked)
mkdir -p "$dist"
# What the compiler of Rust 1.95 may emit.
features=(--enable-bulk-memory --enable-mutable-globals --enable-sign-ext --enable-nontrapping-float-to-int
    --enable-reference-types --enable-multivalue)
for module in editor puzzlec checker; do
    built=$target/wasm32-unknown-unknown/release/$module.wasm
    if command -v wasm-opt >/dev/null; then
        wasm-opt -O2 "${features[@]}" "$built" -o "$dist/$module.wasm"
    else
        cp "$built" "$dist/$module.wasm"
    fi
done
cp module/client.js "$dist/client.js"
node - "$dist" <<'END'
const fs = require("node:fs"), path = require("node:path"), zlib = require("node:zlib");
for (const name of ["editor.wasm", "puzzlec.wasm", "checker.wasm"]) {
  const bytes = fs.readFileSync(path.join(process.argv[2], name));
  const { BROTLI_PARAM_QUALITY: quality, BROTLI_PARAM_SIZE_HINT: hint } = zlib.constants;
  const brotli = zlib.brotliCompressSync(bytes, { params: { [quality]: 11, [hint]: bytes.length } });
  const sizes = [bytes, zlib.gzipSync(bytes, { level: 9 }), brotli].map((part) => `${(part.length / 1e6).toFixed(2)} MB`);
  console.log(`${name}: ${sizes[0]}, gzip ${sizes[1]}, brotli ${sizes[2]}`);
  const imports = WebAssembly.Module.imports(new WebAssembly.Module(bytes)).map((one) => `${one.module}.${one.name}`);
  const others = imports.filter((one) => !["env.progress", "env.clock"].includes(one));
  if (others.length > 0) throw new Error(`${name} imports ${others.join(", ")}`);
}
END
