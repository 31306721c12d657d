// A text is written, fixed, solved, stepped through and played.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { board, cell, launch, open, says, serve, textOf, write } from "./browser.mjs";

let browser, site;
before(async () => {
  [browser, site] = [await launch(), await serve()];
});
after(async () => {
  await browser.close();
  await site.close();
});

const JUMP = `edition 2
use peg

puzzle Line {
    title  "A line of pegs"
    bord   line 4
    rules  peg.jump
    start  row oo..
    goal   row ..o.
    expect solvable in 1 move
}
`;

test("a mistake is shown and fixed, the puzzle solved, stepped through and played", async () => {
  const page = await open(browser, site.address);
  await write(page, JUMP);
  await says(page, "#problem-count", /1 error/);
  await page.locator("#problems summary").click();
  const fix = page.locator("#problem-list .fix").first();
  assert.match(await fix.textContent(), /board/);
  // The code leads to its explanation.
  await page.locator("#problem-list .code-link").first().click();
  await says(page, "dialog h2", "explained");
  await page.keyboard.press("Escape");
  await fix.click();
  await says(page, "#problem-count", "No problems");
  assert.match(await textOf(page), /board {3}line 4/);
  await says(page, "#puzzle-title", "A line of pegs");

  await page.locator("#solve").click();
  await says(page, "#answer h2", /1 move/);
  const frame = board(page);
  await frame.locator("#steps").waitFor();
  await says(frame, "#status", "Step 0 of 1");
  await frame.locator("#next").click();
  await says(frame, "#status", "Step 1 of 1");

  await frame.locator("#leave").click();
  await cell(page, "a1").click();
  await cell(page, "c1").click();
  await says(frame, "#status", "Solved!");
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("the last good board stays while the text has an error", async () => {
  const page = await open(browser, site.address);
  await write(page, JUMP.replace("bord ", "board"));
  const frame = board(page);
  await says(page, "#puzzle-title", "A line of pegs");
  await frame.locator(".hit").first().waitFor();
  assert.equal(await frame.locator(".hit").count(), 4);
  await write(page, JUMP.replace("bord   line 4", "board  lin 5"));
  await says(page, "#board-note", "last board");
  assert.equal(await frame.locator(".hit").count(), 4);
  await write(page, JUMP.replace("bord   line 4", "board  line 5").replaceAll("..\n", "...\n").replace("..o.", "..o.."));
  await says(page, "#board-note", /^$/);
  await page.waitForFunction(() => true);
  for (let wait = 0; (await frame.locator(".hit").count()) !== 5 && wait < 100; wait += 1) await page.waitForTimeout(50);
  assert.equal(await frame.locator(".hit").count(), 5);
  await page.context().close();
});

test("expectations have their results beside them", async () => {
  const page = await open(browser, site.address);
  await write(page, JUMP.replace("bord ", "board").replace("in 1 move", "in 2 moves"));
  await says(page, "#puzzle-title", "A line of pegs");
  await page.locator("#test").click();
  await says(page, "#answer h2", "0 of 1");
  await says(page, ".verdict", "✗ a shortest solution has 1 move");
  await page.context().close();
});

test("completion, hover, rename, definition and format", async () => {
  const page = await open(browser, site.address);
  await write(page, JUMP.replace("bord ", "board"));
  await says(page, "#problem-count", "No problems");
  // Rename the puzzle.
  await page.evaluate(() => 0);
  await page.keyboard.press("ControlOrMeta+Home");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  for (let step = 0; step < 9; step += 1) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("F2");
  await page.getByLabel("New name").fill("Row");
  await page.keyboard.press("Enter");
  await says(page, "#notice", "Renamed");
  assert.match(await textOf(page), /puzzle Row \{/);
  // The definition of a rule of the library is shown.
  await page.keyboard.press("ControlOrMeta+End");
  await write(page, JUMP.replace("bord ", "board"));
  await page.keyboard.press("ControlOrMeta+Home");
  for (let step = 0; step < 6; step += 1) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("F12");
  await says(page, "dialog h2", "peg.puzzle");
  await page.keyboard.press("Escape");
  // Hover.
  await page.locator(".cm-line", { hasText: "peg.jump" }).getByText("jump").hover();
  await says(page, ".cm-tooltip-hover", /jump/i);
  // Completion.
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type("puz");
  await says(page, ".cm-tooltip-autocomplete", "puzzle");
  await page.keyboard.press("Escape");
  // Format.
  await write(page, JUMP.replace("bord ", "board").replace("    title  ", " title "));
  await says(page, "#problem-count", "No problems");
  await page.keyboard.press("Shift+Alt+f");
  for (let wait = 0; !(await textOf(page)).includes("    title  ") && wait < 100; wait += 1) await page.waitForTimeout(50);
  assert.match(await textOf(page), /\n {4}title {2}"A line/);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("a stroke of the painter is written into the text", async () => {
  const page = await open(browser, site.address);
  await write(page, JUMP.replace("bord ", "board"));
  await says(page, "#puzzle-title", "A line of pegs");
  const frame = board(page);
  await frame.locator("#brush:enabled").click();
  await frame.locator("#marks button", { hasText: "o" }).click();
  await frame.locator("#canvas .hit").nth(3).click();
  for (let wait = 0; !(await textOf(page)).includes("row oo.o") && wait < 100; wait += 1) await page.waitForTimeout(50);
  assert.match(await textOf(page), /start {2}row oo\.o/);
  await page.context().close();
});

test("the page works by keyboard alone", async () => {
  const page = await open(browser, site.address);
  await says(page, "#puzzle-title", /./);
  await page.keyboard.press("F6");
  await page.keyboard.press("ControlOrMeta+k");
  await page.waitForSelector("dialog[open]");
  await page.keyboard.type("solve");
  await page.keyboard.press("Enter");
  await says(page, "#answer h2", /moves/);
  await page.keyboard.press("ControlOrMeta+o");
  await page.waitForSelector("dialog[open]");
  await page.keyboard.type("central");
  await page.keyboard.press("Enter");
  await says(page, "#puzzle-title", "The central game");
  await page.locator("#solve").focus();
  // Escape and then Tab leave the editor.
  await page.locator(".cm-content").focus();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.id === "editor"), false);
  await page.context().close();
});
