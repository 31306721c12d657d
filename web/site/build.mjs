// Builds the site: static files for any host.
//
//   node build.mjs OUT [--puzzlec PROGRAM] [--address URL] [--play FOLDER] [--module FOLDER] [--client FILE]
//
// `--address` is where the site will be: the feed of the examples and the pictures of shared links need it. `--play` is the
// playground as `web/page/build.mjs` makes it, and `--module` has the modules; without them the site has
// no playground, and the tour does not check its tasks.

import { execFileSync } from "node:child_process";
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { checkAll, documents, writeDocument, writeLists } from "./lib/documents.mjs";
import { linkCollection, publish, writeTexts } from "./lib/examples.mjs";
import { PUZZLE, writeHome } from "./lib/home.mjs";
import { PLAY, ROOT, SITE } from "./lib/places.mjs";
import { searchIndex } from "./lib/search.mjs";
import { grammarsScript, writeTour } from "./lib/tour.mjs";

const WANTED = ["editor.wasm", "puzzlec.wasm", "checker.wasm"];

/** The folder in which a part of the site is, if it has been built. */
const built = (folders, name) => folders.find((folder) => folder && existsSync(path.join(folder, name))) ?? null;

/** Copies the playground; its name leads to the site. */
function copyPlayground(from, to) {
  cpSync(from, to, { recursive: true });
  const change = (name, old, now) => {
    const file = path.join(to, name);
    if (existsSync(file)) writeFileSync(file, readFileSync(file, "utf8").replace(old, now));
  };
  change("index.html", "<span>puzzlec</span></h1>", "<a href=\"../index.html\">puzzlec</a></h1>");
  change("page.css", /$/, "\n#brand a { color: inherit; text-decoration: none; }\n");
  // Its files are others than those of the page alone.
  change("sw.js", /"(puzzlec-page-\w+)"/, "\"$1-site\"");
}

/** Builds the site into `out`; gives what the tests look at. */
export function build(out, { program, play, module, client, address }) {
  const pages = new Map();
  const index = searchIndex();
  const page = built([play, path.join(ROOT, "web/page/dist")], "index.html");
  const modules = built([module, page, path.join(ROOT, "web/dist")], "puzzlec.wasm");
  const loader = [client, path.join(ROOT, "web/module/client.js")].find((file) => file && existsSync(file)) ?? null;
  const site = {
    out,
    address,
    engine: Boolean(page && modules && loader),
    version: execFileSync(program, ["--version"], { encoding: "utf8" }).trim().replace(/^\S+\s/, ""),
    missing: [],
    write(url, text) {
      if (pages.has(url)) throw new Error(`two pages are called ${url}`);
      pages.set(url, text);
      const file = path.join(out, url);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, text);
    },
    copy(file, url) {
      mkdirSync(path.dirname(path.join(out, url)), { recursive: true });
      copyFileSync(path.join(ROOT, file), path.join(out, url));
    },
    /** Pages that texts of the site may name: all but the playground are always there. */
    has: (url) => site.engine || url !== PLAY,
    index: index.add,
  };

  mkdirSync(path.join(out, "assets"), { recursive: true });
  const assets = readdirSync(path.join(SITE, "assets"));
  for (const name of assets) copyFileSync(path.join(SITE, "assets", name), path.join(out, "assets", name));
  copyFileSync(path.join(SITE, "node_modules/minisearch/dist/umd/index.js"), path.join(out, "assets/minisearch.js"));
  writeFileSync(path.join(out, "assets/grammars.js"), grammarsScript());
  copyFileSync(path.join(ROOT, "lsp/editors/vscode/icon.svg"), path.join(out, "assets/icon.svg"));
  if (site.engine) {
    copyPlayground(page, path.join(out, "play"));
    for (const name of WANTED) {
      const file = path.join(modules, name);
      if (existsSync(file)) copyFileSync(file, path.join(out, "play", name));
    }
    copyFileSync(loader, path.join(out, "assets/client.js"));
  }

  publish([PUZZLE], "home", "puzzlec", program, site);
  publish(["examples"], "examples", "Examples", program, site);
  site.played = linkCollection(site);
  writeTexts(site);
  const list = documents(program);
  checkAll(list, program);
  for (const document of list) writeDocument(document, site);
  writeLists(list, site);
  writeTour(site);
  writeHome(site);
  if (site.missing.length > 0) throw new Error(`links lead nowhere:\n${site.missing.join("\n")}`);
  writeFileSync(path.join(out, "assets/index.js"), index.script());
  return { engine: site.engine, pages, documents: list, sections: index.size };
}

if (process.argv[1] === import.meta.filename) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: Object.fromEntries(["puzzlec", "play", "module", "client", "address"].map((name) => [name, { type: "string" }])),
  });
  if (positionals.length !== 1) {
    console.error("usage: node build.mjs OUT [--puzzlec PROGRAM] [--address URL] [--play FOLDER] [--module FOLDER] [--client FILE]");
    process.exit(2);
  }
  const program = path.resolve(values.puzzlec ?? path.join(ROOT, "target/release/puzzlec"));
  const made = build(path.resolve(positionals[0]), { ...values, program });
  console.log(`wrote ${made.pages.size} pages, ${made.sections} sections in the search, ${made.engine ? "with" : "without"} the playground`);
}
