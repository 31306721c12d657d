// What the page loads before the first interaction, and what it can do with that alone.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { brotliCompressSync, constants } from "node:zlib";
import { board, cell, dist, launch, open, says, serve, textOf, write } from "./browser.mjs";

/** Bytes of the first load, compressed. */
const MOST = 2_000_000;

let browser;
before(async () => {
  browser = await launch();
});
after(async () => {
  await browser.close();
});

/** The bytes of a file with brotli. */
function compressed(name) {
  const bytes = readFileSync(join(dist, name));
  return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }).length;
}

const fileOf = (path) => (path === "/" ? "index.html" : path.slice(1));

test("the first load is small, and the first interaction loads the rest", async () => {
  const site = await serve();
  const page = await open(browser, site.address);
  await board(page).locator(".hit").first().waitFor();
  // The service worker keeps the same files, and nothing else.
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.waitForTimeout(1000);
  const first = [...new Set(site.requested.map(fileOf))];
  const sizes = first.map((name) => [name, compressed(name)]);
  const sum = sizes.reduce((all, [, size]) => all + size, 0);
  console.log(`first load: ${sum} bytes with brotli: ${sizes.map(([name, size]) => `${name} ${size}`).join(", ")}`);
  assert.ok(sum <= MOST, `${sum} bytes`);
  assert.ok(first.includes("editor.wasm") && !first.includes("puzzlec.wasm") && !first.includes("checker.wasm"), first.join(", "));
  await page.keyboard.press("Shift");
  for (let wait = 0; !["/puzzlec.wasm", "/checker.wasm"].every((path) => site.requested.includes(path)) && wait < 200; wait += 1) await page.waitForTimeout(50);
  assert.ok(site.requested.includes("/puzzlec.wasm") && site.requested.includes("/checker.wasm"));
  assert.deepEqual(page.faults, []);
  await page.context().close();
  await site.close();
});

test("texts are written, checked, completed, explained and played without what solves", async () => {
  const site = await serve();
  for (const path of ["/puzzlec.wasm", "/checker.wasm"]) site.refused.add(path);
  const page = await open(browser, site.address);
  await write(page, "edition 2\nuse peg\n\npuzzle Line {\n    bord   line 4\n    rules  peg.jump\n    start  row oo..\n    goal   row ..o.\n}\n");
  await says(page, "#problem-count", /1 error/);
  await page.locator("#problems summary").click();
  await page.locator("#problem-list .fix").first().click();
  await says(page, "#problem-count", "No problems");
  await page.locator(".cm-line", { hasText: "puzzle Line" }).getByText("Line", { exact: true }).hover();
  await page.locator(".cm-tooltip-hover img").waitFor();
  await page.mouse.move(0, 0);
  await page.locator(".cm-content").focus();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type("puz");
  await says(page, ".cm-tooltip-autocomplete", "puzzle");
  await page.keyboard.press("Escape");
  for (let key = 0; key < 3; key += 1) await page.keyboard.press("Backspace");
  await says(page, "#problem-count", "No problems");
  await cell(page, "a1").click();
  await cell(page, "c1").click();
  await says(board(page), "#status", "Solved!");
  await page.locator("#solve").click();
  await says(page, "#answer", "cannot be loaded");
  // It is loaded as soon as it can be.
  site.refused.clear();
  await page.locator("#solve").click();
  await says(page, "#answer h2", /1 move/);
  assert.match(await textOf(page), /board {3}line 4/);
  await page.context().close();
  await site.close();
});
