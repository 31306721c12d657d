// Builds the site: static files for any host.
//
//   node build.mjs OUT [--puzzlec PROGRAM] [--play FOLDER] [--module FOLDER] [--client FILE]
//
// `--play` is the playground as `web/page/build.mjs` makes it, and `--module` has `puzzlec.wasm` and `checker.wasm`; without
// them the site has no playground, and the tour does not check its tasks.

import { execFileSync } from "node:child_process";
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { checkAll, documents, writeDocument, writeLists } from "./lib/documents.mjs";
import { linkCollection, publish, writeTexts } from "./lib/examples.mjs";
import { PUZZLE, writeHome } from "./lib/home.mjs";
import { ROOT, SITE } from "./lib/places.mjs";
import { searchIndex } from "./lib/search.mjs";
import { grammarsScript, writeTour } from "./lib/tour.mjs";

const WANTED = ["puzzlec.wasm", "checker.wasm"];

/** The folder in which a part of the site is, if it has been built. */
const built = (folders, name) => folders.find((folder) => folder && existsSync(path.join(folder, name))) ?? null;

/** Builds the site into `out`; gives what the tests look at. */
export function build(out, { program, play, module, client }) {
  const pages = new Map();
  const index = searchIndex();
  const page = built([play, path.join(ROOT, "web/page/dist")], "index.html");
  const modules = built([module, page, path.join(ROOT, "web/dist"), path.join(ROOT, "target/web")], "puzzlec.wasm");
  const loader = [client, path.join(ROOT, "web/module/client.js")].find((file) => file && existsSync(file)) ?? null;
  const site = {
    out,
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
    index: index.add,
  };

  mkdirSync(path.join(out, "assets"), { recursive: true });
  const assets = readdirSync(path.join(SITE, "assets"));
  for (const name of assets) copyFileSync(path.join(SITE, "assets", name), path.join(out, "assets", name));
  copyFileSync(path.join(SITE, "node_modules/minisearch/dist/umd/index.js"), path.join(out, "assets/minisearch.js"));
  writeFileSync(path.join(out, "assets/grammars.js"), grammarsScript());
  if (site.engine) {
    cpSync(page, path.join(out, "play"), { recursive: true });
    for (const name of WANTED) {
      const file = path.join(modules, name);
      if (existsSync(file)) copyFileSync(file, path.join(out, "play", name));
    }
    copyFileSync(loader, path.join(out, "assets/client.js"));
  }

  publish([PUZZLE], "home", "puzzlec", program, site);
  publish(["examples"], "examples", "Examples", program, site);
  linkCollection(site);
  writeTexts(site);
  const list = documents(program);
  checkAll(list, program);
  for (const document of list) writeDocument(document, site);
  writeLists(list, site);
  writeTour(site);
  writeHome(site);
  writeFileSync(path.join(out, "assets/index.js"), index.script());
  return { engine: site.engine, pages, documents: list, missing: site.missing, sections: index.size };
}

if (process.argv[1] === import.meta.filename) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { puzzlec: { type: "string" }, play: { type: "string" }, module: { type: "string" }, client: { type: "string" } },
  });
  if (positionals.length !== 1) {
    console.error("usage: node build.mjs OUT [--puzzlec PROGRAM] [--play FOLDER] [--module FOLDER] [--client FILE]");
    process.exit(2);
  }
  const program = path.resolve(values.puzzlec ?? path.join(ROOT, "target/release/puzzlec"));
  const made = build(path.resolve(positionals[0]), { ...values, program });
  console.log(`wrote ${made.pages.size} pages, ${made.sections} sections in the search, ${made.engine ? "with" : "without"} the playground`);
}
