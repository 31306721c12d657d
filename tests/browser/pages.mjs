// Pages that the program publishes, and a browser that shows them.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { inflateRawSync } from "node:zlib";
import { chromium } from "playwright-core";

export const root = join(import.meta.dirname, "../..");
const program = process.env.PUZZLEC;
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const folder = mkdtempSync(join(tmpdir(), "pages-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

/** Runs the program. */
export function puzzlec(...words) {
  return execFileSync(program, words, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], maxBuffer: 1 << 28 });
}

let pages = 0;

/** A folder with these files. */
export function scratch(files) {
  pages += 1;
  const target = join(folder, `files-${pages}`);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(target, name)), { recursive: true });
    writeFileSync(join(target, name), text);
  }
  return target;
}

/** Publishes files; the address of the page and of its first puzzle, and its text. */
export function publish(files, ...options) {
  pages += 1;
  const target = join(folder, String(pages));
  puzzlec("publish", ...files, "-o", target, ...options);
  const file = join(target, "index.html");
  const [address, text] = [pathToFileURL(file).href, readFileSync(file, "utf8")];
  return { address, first: `${address}#p=${keysOf(text)[0]}`, text };
}

/** Publishes files as a site; its address and its folder. */
export function site(files, ...options) {
  pages += 1;
  const target = join(folder, `site-${pages}`);
  puzzlec("publish", ...files, "-o", `${target}/`, ...options);
  return { address: pathToFileURL(target).href, target };
}

/** The puzzles of a page. */
export function puzzlesOf(text) {
  const scripts = text.matchAll(/<script type="[^"]*"( data-packed)? class="puzzle"[^>]*>(.*?)<\/script>/gs);
  const unpacked = (packed) => inflateRawSync(Buffer.from(packed, "base64")).toString();
  return [...scripts].map(([, packed, data]) => JSON.parse(packed ? unpacked(data) : data));
}

/** The addresses of the puzzles of a page. */
export function keysOf(text) {
  return [...text.matchAll(/class="puzzle" data-key="([^"]*)"/g)].map((match) => match[1]);
}

/** The programs of the page, as a value with its classes. */
export function programs() {
  const names = ["evaluator", "turns", "keys", "hint", "opponent", "choice", "board", "game"];
  const text = names.map((name) => readFileSync(join(root, `crates/render/src/page/${name}.js`), "utf8")).join("");
  return new Function(`${text}; return { Evaluator, KeyEvaluator, KeyContents, HintSearch, Opponent, Choice, Board, Game, same };`)();
}

export async function browser() {
  return chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox", "--disable-gpu"] });
}

/** Opens a page of the program, which marks its first picture, or another one; fails on an error of its programs, and on a request to elsewhere. */
export async function open(instance, address, { marks = true, ...options } = {}) {
  const context = await instance.newContext({ viewport: { width: 1200, height: 900 }, ...options });
  const page = await context.newPage();
  page.problems = [];
  page.on("pageerror", (error) => page.problems.push(String(error)));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) page.problems.push(message.text());
  });
  page.on("request", (request) => {
    if (!/^(file|data|about):/.test(request.url())) page.problems.push(`request to ${request.url()}`);
  });
  await page.goto(address);
  if (marks) await page.waitForFunction(() => performance.getEntriesByName("first-picture").length > 0);
  return page;
}

/** A cell of the board. */
export function cell(page, name) {
  return page.locator(`#board [role=button][aria-label^="${name}:"]`);
}

/** Faults that axe finds, without minor ones. */
export async function faults(page) {
  // The policy of the page allows no other programs; this one is run by the debugger.
  await page.evaluate(axe);
  // It would fetch the style of a site, which needs none of that and forbids it.
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"], preload: false }));
  return violations.filter(({ impact }) => impact !== "minor").map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).slice(0, 3).join(" | ")}`);
}

/** The levels of positions that the program finds from a start, as far as they were expanded. */
export function explored(file, name, most) {
  let told;
  try {
    told = JSON.parse(puzzlec("explore", file, name, "--format", "json", "--states", String(most))).report;
  } catch (error) {
    // A limit is an exit code.
    told = JSON.parse(error.stdout).report;
  }
  const expanded = told.levels.filter((level) => level.moves);
  return expanded.map(({ positions, goals, moves }) => ({ positions, goals, stuck: moves.stuck }));
}

/** The levels of a breadth-first search in the page's own evaluator. Positions without moves are stuck if `counts` says so. */
export function levels(evaluator, depth, counts = () => true) {
  const seen = new Set([evaluator.key(evaluator.start)]);
  const all = [];
  for (let level = [evaluator.start]; level.length > 0 && all.length < depth;) {
    const next = [];
    let stuck = 0;
    for (const position of level) {
      const moves = evaluator.moves(position);
      if (moves.length === 0 && counts(position)) stuck += 1;
      for (const { after } of moves) {
        const key = evaluator.key(after);
        if (seen.has(key)) continue;
        seen.add(key);
        next.push(after);
      }
    }
    all.push({ positions: level.length, goals: level.filter((position) => evaluator.goal(position)).length, stuck });
    level = next;
  }
  return all;
}
