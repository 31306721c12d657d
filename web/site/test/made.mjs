// The built site that the tests look at: that of `SITE`, or a new one.

import { existsSync, mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { build } from "../build.mjs";
import { PROGRAM } from "./program.mjs";

function fresh() {
  const out = mkdtempSync(path.join(tmpdir(), "puzzlec-site-"));
  build(out, { program: PROGRAM });
  return out;
}
export const OUT = process.env.SITE ? path.resolve(process.env.SITE) : fresh();

/** All files of the site, by their paths. */
export const files = readdirSync(OUT, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => path.relative(OUT, path.join(entry.parentPath, entry.name)).split(path.sep).join("/"))
  .sort();

export const text = (file) => readFileSync(path.join(OUT, file), "utf8");

/** Whether the site has the playground, and its module is one. */
export const ENGINE = existsSync(path.join(OUT, "play/puzzlec.wasm"));

/** The pages that the builder writes itself; those of the collection and the playground are tested where they are made. */
export const isOwn = (file) => text(file).includes("<link rel=\"stylesheet\" href=\"") && text(file).includes("class=\"skip\"");
export const pages = files.filter((file) => file.endsWith(".html"));
export const own = pages.filter(isOwn);
