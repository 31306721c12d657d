// Where a file of the repository is on the site, and links to the playground.

import { deflateRawSync } from "node:zlib";
import { existsSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** The top of the repository. */
export const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
export const SITE = fileURLToPath(new URL("../", import.meta.url));

export const read = (file) => readFileSync(path.join(ROOT, file), "utf8");

/** Documents beside those in `docs` and the pages of codes. */
const NAMED = new Map([
  ["README.md", "project/overview.html"],
  ["ARCHITECTURE.md", "project/architecture.html"],
  ["CONTRIBUTING.md", "project/contributing.html"],
  ["SECURITY.md", "project/security.html"],
  ["CHANGELOG.md", "project/changelog.html"],
  ["benches/peers/README.md", "project/races.html"],
  ["lsp/editors/vscode/README.md", "project/vscode.html"],
  ["lsp/editors/emacs/README.md", "project/emacs.html"],
  ["lsp/editors/neovim/README.md", "project/neovim.html"],
  ["lsp/editors/helix/README.md", "project/helix.html"],
  ["lsp/editors/zed/README.md", "project/zed.html"],
]);
export const PROJECT = [...NAMED.keys()];

const FOLDERS = new Map([
  ["docs", "docs/index.html"],
  ["examples", "examples/index.html"],
  ["stdlib", "stdlib/index.html"],
  ["crates/base/codes", "codes/index.html"],
]);

/** The endings of examples that have a page with their text. */
export const TEXTS = [".puzzle", ".rhai", ".txt", ".plan", ".toml"];

/**
 * The page of a file or folder of the repository; null if there is no such file. With `copy` the file itself is copied, and
 * `outside` is a folder that is no part of the site.
 */
export function pageOf(file) {
  const clean = file.replace(/\/$/, "");
  if (NAMED.has(clean)) return { url: NAMED.get(clean) };
  if (FOLDERS.has(clean)) return { url: FOLDERS.get(clean) };
  const ending = path.extname(clean);
  const bare = clean.slice(0, clean.length - ending.length);
  if (clean.startsWith("docs/") && ending === ".md") return { url: `${bare}.html` };
  if (clean.startsWith("crates/base/codes/") && ending === ".md") return { url: `codes/${path.basename(bare)}.html` };
  const full = path.join(ROOT, clean);
  if (!existsSync(full)) return null;
  const folder = statSync(full).isDirectory();
  if (clean.startsWith("examples/")) {
    if (folder) return { url: `${clean}/index.html` };
    if (ending === ".puzzle") return { url: `${bare}/index.html` };
    if (TEXTS.includes(ending)) return { url: `${clean}.html` };
  }
  if (clean.startsWith("stdlib/") && ending === ".puzzle") return { url: `${bare}.html` };
  if (folder) return { outside: true };
  return { url: clean.startsWith("docs/") ? clean : `files/${clean}`, copy: clean };
}

/** The playground: its folder, since that is the address that it keeps for use without a network. */
export const PLAY = "play/";
/** The frame in which the playground and the tour play a puzzle. */
export const BOARD = `${PLAY}board.html`;

/** The way from one page to another. */
export function relative(from, to) {
  const [page, fragment] = to.split("#");
  const found = path.posix.relative(path.posix.dirname(from), page) || path.posix.basename(page);
  const way = page.endsWith("/") ? `${found}/` : found;
  return fragment === undefined ? way : `${way}#${fragment}`;
}

/** The fragment with which the playground opens these files. */
export function fragmentOf(file, files) {
  return `#text=${deflateRawSync(JSON.stringify({ file, files }), { level: 9 }).toString("base64url")}`;
}

/** A file of the repository with the files beside it that it uses, by their names. */
export function withUsed(file) {
  const folder = path.posix.dirname(file);
  const files = {};
  const add = (name) => {
    const full = path.posix.join(folder, name);
    if (name in files || name.startsWith("..") || !existsSync(path.join(ROOT, full))) return;
    files[name] = read(full);
    const beside = path.posix.dirname(name);
    for (const [, quoted] of files[name].matchAll(/(?:\buse|\bscript)\s+"([^"\n]+)"/g)) add(path.posix.join(beside, quoted));
    for (const [, module] of files[name].matchAll(/^use\s+(\w+)/gm)) add(path.posix.join(beside, `${module}.puzzle`));
  };
  add(path.posix.basename(file));
  return { file: path.posix.basename(file), files };
}
