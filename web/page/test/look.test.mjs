// Accessibility, light and dark, on a large and on a small screen; the first screen.
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { axeFaults, board, example, launch, open, says, serve, write } from "./browser.mjs";

let browser, site;
before(async () => {
  [browser, site] = [await launch(), await serve()];
});
after(async () => {
  await browser.close();
  await site.close();
});

const sizes = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };
/** Where pictures are kept, if anywhere. */
const shots = process.env.SHOTS ?? "";
if (shots !== "") mkdirSync(shots, { recursive: true });

for (const colorScheme of ["light", "dark"]) {
  for (const [size, viewport] of Object.entries(sizes)) {
    test(`no serious or moderate faults: ${size}, ${colorScheme}`, async () => {
      const page = await open(browser, site.address, { viewport, colorScheme, hasTouch: size === "phone" });
      const small = size === "phone";
      let count = 0;
      const look = async (what) => {
        count += 1;
        await page.waitForTimeout(250);
        if (shots !== "") await page.screenshot({ path: join(shots, `${size}-${colorScheme}-${count}-${what}.png`) });
        assert.deepEqual(await axeFaults(page), [], what);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
        assert.equal(wide, false, `${what} is wider than the screen`);
      };
      await says(page, "#puzzle-title", /./);
      await look("start");
      await example(page, "peg/central.puzzle");
      await says(page, "#puzzle-title", "The central game");
      await page.keyboard.press("Escape");
      if (small) await page.locator("#view-answers").click();
      await page.locator("#prove").click();
      await says(page, "#proof-verdict", "Accepted");
      await look("proved");
      if (small) await page.locator("#view-board").click();
      await says(board(page), "#status", "Step 0 of 31");
      await board(page).locator("#next").click();
      await look("board");
      if (small) await page.locator("#view-text").click();
      await write(page, "edition 2\nuse peg\npuzzle A {\n    bord line 4\n    rules peg.jump\n    start row oo..\n    goal row ..o.\n    expect solvable in 2 moves\n}\n");
      await says(page, "#problem-count", /error/);
      await page.locator("#problems summary").click();
      await look("problem");
      await page.locator("#problem-list .fix").first().click();
      await says(page, "#problem-count", /No problems|warning/);
      if (small) await page.locator("#view-answers").click();
      await page.locator("#test").click();
      await says(page, "#answer h2", "0 of 1");
      if (small) await page.locator("#view-text").click();
      await look("test");
      await page.locator("#open").click();
      await look("open");
      await page.keyboard.press("Escape");
      await page.locator("#commands").click();
      await look("commands");
      await page.keyboard.press("Escape");
      await page.locator("#share").click();
      await look("share");
      await page.context().close();
    });
  }
}

test("the first board comes soon, and typing in 2,000 lines is checked at once", async () => {
  const page = await open(browser, site.address);
  const first = await page.evaluate(() => performance.now());
  console.log(`loaded after ${Math.round(first)} ms`);
  // A busy machine takes a multiple of its usual second.
  assert.ok(first < 30_000, `loaded after ${first} ms`);
  const puzzle = (number) => `puzzle P${number} {\n    board line 4\n    rules peg.jump\n    start row oo..\n    goal  row ..o.\n    expect solvable in 1 move\n}\n\n`;
  const text = `edition 2\nuse peg\n\n${Array.from({ length: 250 }, (_, number) => puzzle(number)).join("")}`;
  await write(page, text);
  await says(page, "#puzzle option", "P249");
  await page.keyboard.press("ControlOrMeta+End");
  await page.waitForTimeout(500);
  const began = await page.evaluate(() => {
    window.changes = [];
    new MutationObserver(() => window.changes.push(performance.now())).observe(document.getElementById("problem-count"), { childList: true, characterData: true, subtree: true });
    return performance.now();
  });
  await page.keyboard.type("x");
  await says(page, "#problem-count", /error/);
  const [seen] = await page.evaluate(() => window.changes);
  console.log(`diagnostics after ${Math.round(seen - began)} ms in ${text.split("\n").length} lines`);
  assert.ok(seen - began < 3000);
  await page.context().close();
});
