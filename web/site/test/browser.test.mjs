// The site in a browser: the first page, the search, the tour to its end, accessibility, pictures of pages.

import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { after, before, test } from "node:test";
import { steps } from "../lib/tour.mjs";
import { launch, openPage, serve } from "./browser.mjs";
import { ENGINE, OUT } from "./made.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const skip = process.env.CHROMIUM ? false : "CHROMIUM names no browser";
const noEngine = skip || (ENGINE ? false : "the site was built without the playground");
let browser;
let server;
before(async () => {
  if (skip) return;
  [browser, server] = [await launch(), await serve()];
});
after(async () => {
  await browser?.close();
  server?.close();
});

test("the puzzle of the first page is played", { skip }, async () => {
  const { page, wrong, close } = await openPage(browser);
  await page.goto(server.address);
  const frame = page.frameLocator("iframe");
  await frame.locator(".hit.start").first().waitFor();
  await frame.getByRole("button", { name: "Hint" }).click();
  await frame.locator(".hit.start").first().click();
  await frame.locator(".hit.target-cell").first().click();
  await frame.locator("#score", { hasText: "moves: 1" }).waitFor();
  assert.deepEqual(wrong, []);
  await close();
});

test("search by keyboard alone", { skip }, async () => {
  const { page, wrong, close } = await openPage(browser);
  await page.goto(`${server.address}tour/index.html`);
  await page.keyboard.press("/");
  await page.keyboard.type("two players");
  await page.locator("#site-found li").first().waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await page.waitForURL(/docs\/.*#two-players$/);
  await page.keyboard.press("/");
  await page.keyboard.type("P0102");
  await page.locator("#site-found a[href$='P0102.html'], #site-found a[href*='P0102.html#']").first().waitFor();
  await page.keyboard.press("Escape");
  assert.equal(await page.locator("dialog[open]").count(), 0);
  assert.deepEqual(wrong, []);
  await close();
});

test("pages open from a disk", { skip }, async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const wrong = [];
  page.on("pageerror", (error) => wrong.push(error.message));
  await page.goto(`file://${path.join(OUT, "docs/language.html")}`);
  await page.keyboard.press("/");
  await page.keyboard.type("gravity");
  await page.locator("#site-found li").first().waitFor();
  assert.deepEqual(wrong, []);
  await context.close();
});

test("a collection's page leads to its text", { skip }, async () => {
  const { page, wrong, close } = await openPage(browser);
  await page.goto(`${server.address}examples/peg/central/Central.html`);
  await page.getByRole("link", { name: "The text of this puzzle" }).click();
  await page.getByRole("heading", { name: "central.puzzle" }).waitFor();
  await page.getByRole("link", { name: "The central game" }).click();
  await page.locator(".hit.start").first().waitFor();
  assert.deepEqual(wrong, []);
  await close();
});

test("the tour to its end", { skip: noEngine }, async () => {
  const { page, wrong, close } = await openPage(browser);
  await page.goto(`${server.address}tour/index.html`);
  await page.getByRole("link", { name: "Begin" }).click();
  for (const step of steps()) {
    await page.getByRole("heading", { name: step.title, level: 1 }).waitFor();
    await page.locator("#board:not([hidden]), #pictures img, #problems li").first().waitFor({ timeout: 30_000 });
    assert.equal(await page.locator("#after").isVisible(), false, step.name);
    await page.getByRole("textbox", { name: "The text of the puzzle" }).fill(step.answer);
    await page.getByText("Done: everything that the task wants is proved.").waitFor({ timeout: 30_000 });
    assert.equal(await page.locator("#after").isVisible(), true);
    await page.locator(".along a[rel=next]").click();
  }
  await page.getByRole("heading", { name: "Tour", level: 1 }).waitFor();
  assert.equal(await page.locator(".steps .done").count(), 12);
  assert.deepEqual(wrong, []);
  await close();
});

test("the puzzle of a step is played in its place, and only a task that is checked loads what solves", { skip: noEngine }, async () => {
  const { page, wrong, close } = await openPage(browser);
  const before = server.requested.length;
  const loads = (name) => server.requested.slice(before).includes(name);
  await page.goto(`${server.address}tour/01-pegs.html`);
  const frame = page.frameLocator("#board");
  const cell = (name) => frame.locator(`.hit[aria-label^="${name}"]`);
  for (const name of ["b1", "d1", "e1", "g1"]) await cell(name).click({ timeout: 30_000 });
  await frame.locator("#status", { hasText: "Solved!" }).waitFor();
  assert.ok(loads("editor.wasm") && !loads("puzzlec.wasm"));
  const text = page.getByRole("textbox", { name: "The text of the puzzle" });
  await text.fill((await text.inputValue()).replace(".oo.oo.", "ooo...."));
  await frame.locator("#status", { hasText: "Solved!" }).waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Start again" }).click();
  await page.getByRole("button", { name: "Check" }).click();
  await page.getByText("Not yet.").waitFor({ timeout: 30_000 });
  assert.ok(loads("puzzlec.wasm"));
  assert.deepEqual(wrong, []);
  await close();
});

test("a step of the tour says what is missing", { skip: noEngine }, async () => {
  const { page, wrong, close } = await openPage(browser);
  await page.goto(`${server.address}tour/01-pegs.html`);
  const text = page.getByRole("textbox", { name: "The text of the puzzle" });
  await page.frameLocator("#board").locator(".hit").first().waitFor({ timeout: 30_000 });
  await text.fill((await text.inputValue()).replace("line 7", "lime 7"));
  await page.locator("#problems .error").first().waitFor();
  await page.evaluate(AXE);
  await faultless(page, "a step with a problem");
  await page.getByRole("button", { name: "Start again" }).click();
  await text.fill((await text.inputValue()).replace("2 moves", "3 moves"));
  await page.getByText("Not yet.").waitFor({ timeout: 30_000 });
  await page.getByRole("button", { name: "Solve" }).click();
  await page.getByText("least: 2 moves (proved)").waitFor({ timeout: 30_000 });
  await faultless(page, "a step with an answer");
  await page.getByText("Show an answer").click();
  await page.getByRole("button", { name: "Put this into the editor" }).click();
  await page.getByText("Done: everything").waitFor({ timeout: 30_000 });
  assert.deepEqual(wrong, []);
  await close();
});

test("a long search does not keep a step from answering", { skip: noEngine }, async () => {
  const { page, wrong, close } = await openPage(browser);
  await page.goto(`${server.address}tour/09-placement.html`);
  const text = page.getByRole("textbox", { name: "The text of the puzzle" });
  await page.frameLocator("#board").locator(".hit").first().waitFor({ timeout: 30_000 });
  const queens = (size, count) => steps()[8].start.replace("4 by 4", `${size} by ${size}`).replace("queen * 4", `queen * ${size}`).replace("2 placements", `${count} placements`);
  await text.fill(queens(16, 14772512));
  await page.waitForTimeout(3000);
  const another = page.waitForEvent("worker");
  await text.fill(steps()[8].answer);
  await another;
  await page.getByText("Done: everything").waitFor({ timeout: 30_000 });
  assert.deepEqual(wrong, []);
  await close();
});

test("puzzles of a document are solved in place and opened in the playground", { skip: noEngine }, async () => {
  const { page, wrong, close } = await openPage(browser);
  await page.goto(`${server.address}docs/tutorial.html`);
  const line = page.locator(".code", { hasText: "expect unsolvable" });
  await line.getByRole("button", { name: "Solve here" }).click();
  await line.getByText("impossible: the start has a dead end").waitFor({ timeout: 30_000 });
  await line.getByRole("link", { name: "Open in the playground" }).click();
  await page.waitForURL(/\/play\//);
  await page.getByText("Two engines without a siding").first().waitFor({ timeout: 30_000 });
  await page.getByRole("link", { name: "puzzlec" }).click();
  await page.getByRole("heading", { name: "A language for puzzles" }).waitFor();
  assert.deepEqual(wrong, []);
  await close();
});

const LOOKED_AT = ["index.html", "tour/index.html", "tour/07-walls.html", "docs/index.html", "docs/tutorial.html", "docs/classroom.html",
  "docs/from-puzzlescript.html", "docs/gallery.html", "docs/papers/coin-removal.html", "codes/index.html", "codes/P0102.html",
  "examples/peg/central/index.html", "examples/peg/central/Central.html", "examples/texts.html", "project/overview.html"];
const SIZES = [["desktop", { width: 1280, height: 900 }], ["phone", { width: 390, height: 844 }]];

async function faultless(page, name) {
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { iframes: false }));
  const bad = violations.filter((v) => ["moderate", "serious", "critical"].includes(v.impact));
  assert.deepEqual(bad.map((v) => `${name}: ${v.id}: ${v.nodes.map((n) => n.html.slice(0, 120)).slice(0, 3).join(" | ")}`), []);
}

for (const colorScheme of ["light", "dark"]) {
  for (const [size, viewport] of SIZES) {
    test(`pages without serious faults: ${size}, ${colorScheme}`, { skip }, async () => {
      const { page, wrong, close } = await openPage(browser, { viewport, colorScheme });
      for (const name of LOOKED_AT) {
        await page.goto(server.address + name);
        if (name.startsWith("tour/0")) await page.waitForTimeout(500);
        if (process.env.SHOTS) {
          mkdirSync(process.env.SHOTS, { recursive: true });
          await page.screenshot({ path: path.join(process.env.SHOTS, `${name.replace(/\W/g, "-")}-${size}-${colorScheme}.png`) });
        }
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wide <= 0, `${name} is ${wide} pixels too wide`);
        // The policy of a page allows no program of the test; this way it is no part of the page.
        await page.evaluate(AXE);
        await faultless(page, name);
      }
      await page.goto(`${server.address}index.html`);
      await page.keyboard.press("/");
      await page.keyboard.type("sokoban");
      await page.locator("#site-found li").first().waitFor();
      if (process.env.SHOTS) await page.screenshot({ path: path.join(process.env.SHOTS, `search-${size}-${colorScheme}.png`) });
      await page.evaluate(AXE);
      await faultless(page, "the search");
      assert.deepEqual(wrong, []);
      await close();
    });
  }
}
