// The board and its tools on one screen of a desktop and of a phone, for the puzzles of the contact sheets.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { browser, keysOf, open, publish, root } from "./pages.mjs";

const list = /const PUZZLES = \[(.*?)\]\.map/s.exec(readFileSync(join(root, "tests/browser/contact.mjs"), "utf8"))[1];
const PUZZLES = [...list.matchAll(/"([^"]*)"/g)].map(([, line]) => line.split(" "));

test("the board and its tools are on one screen", async () => {
  const files = [...new Set(PUZZLES.map(([file]) => `examples/${file}.puzzle`))];
  const { address, text } = publish(files, "--timeout", "1s");
  const keys = keysOf(text);
  const instance = await browser();
  try {
    const low = [];
    for (const viewport of [{ width: 1280, height: 800 }, { width: 390, height: 844 }]) {
      const page = await open(instance, address, { viewport });
      for (const [file, name] of PUZZLES) {
        const wanted = name || /^puzzle (\w+)/m.exec(readFileSync(join(root, `examples/${file}.puzzle`), "utf8"))[1];
        const key = keys.find((one) => one === wanted || one === `${file}/${wanted}`);
        await page.evaluate((fragment) => { location.hash = fragment; }, `#p=${encodeURIComponent(key)}`);
        await page.waitForFunction((one) => player && player.game.key === one, key);
        const [board, tools] = await page.evaluate(() => ["#board svg", "#tools"].map((id) => {
          const { top, bottom, height } = document.querySelector(id).getBoundingClientRect();
          return { top: top + scrollY, bottom: bottom + scrollY, height };
        }));
        if (board.top < 0 || tools.bottom > viewport.height) low.push(`${key} at ${viewport.width}: ${Math.round(tools.bottom)}, board ${Math.round(board.height)}`);
      }
      // A screen that is turned.
      await page.setViewportSize({ width: viewport.height, height: viewport.width });
      await page.setViewportSize(viewport);
      const bottom = await page.evaluate(() => new Promise((done) => {
        requestAnimationFrame(() => requestAnimationFrame(() => done(document.querySelector("#tools").getBoundingClientRect().bottom)));
      }));
      assert.ok(bottom <= viewport.height, `${bottom} after turns`);
      assert.deepEqual(page.problems, []);
      await page.context().close();
    }
    assert.deepEqual(low, []);
  } finally {
    await instance.close();
  }
});
