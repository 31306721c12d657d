// A collection as a site: its pages, its search, what it keeps, and what it gives to other pages.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { browser, cell, faults, open, scratch, site } from "./pages.mjs";

let instance;
before(async () => {
  instance = await browser();
});
after(async () => {
  await instance.close();
});

/** Games of every kind, and one that is not solved in time. */
const FOLDERS = ["peg/central.puzzle", "placing", "lights", "moves", "counters/partisans.puzzle", "layers", "sliding/alternate.puzzle"];

/** Where a site will be, for links that are shared. */
const ADDRESS = "https://example.org/games/";

const said = (page, words) => page.waitForFunction((text) => document.querySelector("#status").textContent.includes(text), words);

test("every puzzle of a site has a page, and the first picture is there within half a second", async () => {
  const { address, target } = site(FOLDERS.map((name) => `examples/${name}`), "--timeout", "2s", "--title", "Games", "--address", ADDRESS);
  const times = [];
  let links = [];
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const page = await open(instance, `${address}/index.html`);
    times.push(await page.evaluate(() => performance.getEntriesByName("first-picture")[0].startTime));
    links = await page.locator(".cards a").evaluateAll((all) => all.map((link) => [link.href, link.querySelector(".name").textContent]));
    if (attempt === 0) {
      assert.deepEqual(await faults(page), []);
      await page.locator("#by").selectOption("difficulty");
      assert.ok((await page.locator("#groups h2").allTextContents()).includes("For two players"));
      await page.locator("#by").selectOption("length");
      assert.equal((await page.locator("#groups h2").allTextContents()).at(-1), "Without a known solution");
    }
    assert.deepEqual(page.problems, []);
    await page.context().close();
  }
  assert.ok(Math.min(...times) < 500, `first picture after ${times.map(Math.round).join(", ")} ms`);
  assert.ok(links.length > 40, `${links.length} puzzles`);
  assert.equal(new Set(links.map(([link]) => link.toLowerCase())).size, links.length, "an address for each puzzle");
  const page = await open(instance, links[0][0]);
  for (const [link, title] of links) {
    await page.goto(link);
    await page.waitForFunction((text) => document.querySelector("#title")?.textContent === text, title);
    assert.ok(await page.locator("#board svg").isVisible(), link);
    const card = await page.locator('meta[property="og:image"]').getAttribute("content");
    assert.ok(card.startsWith(ADDRESS) && existsSync(join(target, card.slice(ADDRESS.length))), card);
    assert.ok((await page.locator('meta[name="description"]').getAttribute("content")).length > 0);
  }
  assert.deepEqual(await faults(page), []);
  assert.deepEqual(page.problems, []);
  await page.goto(`${address}/booklet.html`);
  await page.waitForFunction(() => document.querySelectorAll(".solutions article").length > 0);
  assert.equal(await page.locator(".booklet:not(.solutions) article").count(), links.length);
  assert.deepEqual(await faults(page), []);
  assert.deepEqual(page.problems, []);
  const feed = readFileSync(join(target, "feed.xml"), "utf8");
  const told = await page.evaluate((text) => {
    const parsed = new DOMParser().parseFromString(text, "application/xml");
    return [parsed.querySelectorAll("parsererror").length, parsed.querySelectorAll("entry").length];
  }, feed);
  assert.deepEqual(told, [0, Math.min(50, links.length)]);
  await page.context().close();
});

test("a site of all examples is small, and its first picture is soon there", async () => {
  const { address, target } = site(["examples"], "--states", "300k", "--title", "Examples");
  const files = readdirSync(target, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const bytes = files.reduce((sum, file) => sum + statSync(join(file.parentPath, file.name)).size, 0);
  assert.ok(bytes < 3_000_000, `${bytes} bytes`);
  const times = [];
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const page = await open(instance, `${address}/index.html`);
    times.push(await page.evaluate(() => performance.getEntriesByName("first-picture")[0].startTime));
    assert.ok((await page.locator(".cards a").count()) > 400);
    await page.context().close();
  }
  assert.ok(Math.min(...times) < 500, `first picture after ${times.map(Math.round).join(", ")} ms`);
});

const row = (name, title, start, end) => `
/// A jump.
///
/// author: ${name} & Company
puzzle ${name} {
    title "${title}"
    board line 3
    rules peg.jump
    start row ${start}
    goal  only peg at ${end}
}
`;
const HEAD = "edition 2\n//! Rows.\n//! source: A <book>\nuse peg\n";

test("search, progress, back and forward, links of the page that it was, and an embedded puzzle", async () => {
  const files = scratch({
    "first/a.puzzle": HEAD + row("One", "To the right", "oo.", "c1") + row("one", "Small letters", "oo.", "c1"),
    "second/b.puzzle": HEAD + row("One", "To the left", ".oo", "a1"),
  });
  const { address } = site([files], "--timeout", "20s", "--title", "Three");
  const page = await open(instance, `${address}/index.html`);
  await page.locator("#words").fill("LEFT company");
  assert.equal(await page.locator(".cards li:visible").count(), 1);
  await page.locator(".cards a:visible").click();
  await page.waitForFunction(() => document.querySelector("#title")?.textContent === "To the left");
  assert.match(page.url(), /second\/b\/One\.html$/);
  assert.equal(await page.locator("#credits").textContent(), "By One & Company · Source: A <book>");
  assert.equal(await page.locator("#about").textContent(), "A jump.");
  await cell(page, "c1").click();
  await cell(page, "a1").click();
  await said(page, "Solved! moves: 1");
  assert.match(await page.locator("#status").textContent(), /Time: 0:\d\d/);
  await page.locator("#before").click();
  await page.waitForFunction(() => document.querySelector("#title")?.textContent === "Small letters");
  await page.goBack();
  await page.waitForFunction(() => document.querySelector("#title")?.textContent === "To the left");
  await page.goForward();
  await page.waitForFunction(() => document.querySelector("#title")?.textContent === "Small letters");
  await page.locator("#all").click();
  await page.waitForFunction(() => document.querySelectorAll(".state")[2]?.textContent.includes("Solved"));
  assert.deepEqual(await page.locator(".state").allTextContents(), ["", "", "Solved · moves: 1"]);
  // A link to the collection as one page.
  const old = await open(instance, `${address}/index.html#p=${encodeURIComponent("second/b/One")}`);
  await old.waitForURL(/second\/b\/One\.html#p=/);
  await old.waitForFunction(() => document.querySelector("#title")?.textContent === "To the left");
  await old.locator("#embed").click();
  const code = await old.locator("#link").inputValue();
  const outer = scratch({ "outer.html": `<!doctype html><title>Outer</title><p>${code}</p>` });
  const other = await open(instance, pathToFileURL(join(outer, "outer.html")).href, { marks: false });
  const frame = other.frameLocator("iframe");
  await frame.locator('#board [role=button][aria-label^="c1:"]').click();
  await frame.locator('#board [role=button][aria-label^="a1:"]').click();
  await frame.locator("#status", { hasText: "Solved!" }).waitFor();
  assert.equal(await frame.locator("#more").isVisible(), false);
  assert.equal(await frame.locator("#whole a").isVisible(), true);
  for (const one of [page, old, other]) assert.deepEqual(one.problems, []);
});

test("a site is as usable on a phone and in the dark", async () => {
  const { address } = site(["examples/moves/nim.puzzle", "examples/placing/queens.puzzle"], "--timeout", "5s");
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme: "dark" };
  for (const name of ["index.html", "moves/nim/Nim.html", "booklet.html"]) {
    const page = await open(instance, `${address}/${name}`, phone);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 390, `${name} is ${wide} pixels wide`);
    assert.deepEqual(await faults(page), []);
    assert.deepEqual(page.problems, []);
    await page.context().close();
  }
});
