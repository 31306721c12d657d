// A page of many puzzles: its size, and the time to its first picture.
import assert from "node:assert/strict";
import { test } from "node:test";
import { browser, faults, open, publish, puzzlesOf } from "./pages.mjs";

/** Folders with puzzles of every game. */
const FOLDERS = ["peg", "gourds/seven.puzzle", "gourds/small.puzzle", "coins", "lights", "marks", "moves", "classics", "layers", "consequences", "variants"];

test("fifty puzzles are a page of less than a megabyte, and the first picture is there within a second", async () => {
  const { address, text } = publish(FOLDERS.map((name) => `examples/${name}`), "--states", "20000");
  const puzzles = puzzlesOf(text);
  assert.ok(puzzles.length >= 50, `${puzzles.length} puzzles`);
  const size = Buffer.byteLength(text) / puzzles.length;
  assert.ok(size * 50 < 1_000_000, `${Math.round(size)} bytes a puzzle`);
  const instance = await browser();
  try {
    // The best of a few, since other programs use the machine.
    const times = [];
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const page = await open(instance, address);
      times.push(await page.evaluate(() => performance.getEntriesByName("first-picture")[0].startTime));
      if (attempt === 0) {
        for (const { name } of puzzles) {
          await page.evaluate((fragment) => { location.hash = fragment; }, `#p=${encodeURIComponent(name)}`);
          await page.waitForFunction((title) => document.querySelector("#list [aria-current]").href.endsWith(title), `#p=${encodeURIComponent(name)}`);
          assert.ok(await page.locator("#board svg").isVisible(), name);
        }
        assert.deepEqual(await faults(page), []);
      }
      assert.deepEqual(page.problems, []);
      await page.context().close();
    }
    assert.ok(Math.min(...times) < 1000, `first picture after ${times.map(Math.round).join(", ")} ms`);
  } finally {
    await instance.close();
  }
});
