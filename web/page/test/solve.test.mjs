// Searches: known games, one that is stopped, proofs that are checked.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { board, cell, example, launch, open, says, serve, textOf, write } from "./browser.mjs";

let browser, site;
before(async () => {
  [browser, site] = [await launch(), await serve()];
});
after(async () => {
  await browser.close();
  await site.close();
});

/** A search that takes minutes. */
const FAR = `edition 2
use tiles

puzzle Far {
    title  "Fifteen, far away"
    board  tiles.Fifteen
    rules  tiles.slide
    start  """
        F E 8 C
        B A 9 D
        2 6 5 1
        3 7 4 .
    """
    goal   """
        1 2 3 4
        5 6 7 8
        9 A B C
        D E F .
    """
}
`;

test("the central game of peg solitaire is solved, stepped through, and played from the middle", async () => {
  const page = await open(browser, site.address);
  await example(page, "peg/central.puzzle");
  await says(page, "#puzzle-title", "The central game");
  await page.locator("#solve").click();
  await says(page, "#answer h2", "31 moves");
  const frame = board(page);
  await says(frame, "#status", "Step 0 of 31");
  await frame.locator("#next").click();
  await frame.locator("#next").click();
  await says(frame, "#status", "Step 2 of 31");
  await frame.locator("#take").click();
  const names = await frame.locator("#step-list button").allTextContents();
  const [from, to] = names[2].split("-");
  await cell(page, from).click();
  await cell(page, to).click();
  await says(frame, "#status", `${names[2]}.`);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("Klotski is solved", async () => {
  const page = await open(browser, site.address);
  await example(page, "variants/klotski.puzzle");
  await says(page, "#puzzle-title", "Klotski");
  await page.locator("#solve").click();
  await says(page, "#answer h2", "81 moves");
  await says(board(page), "#status", "Step 0 of 118");
  await page.context().close();
});

test("a long search shows its progress and is stopped; the page works on", async () => {
  const page = await open(browser, site.address);
  await write(page, FAR);
  await says(page, "#puzzle-title", "far away");
  await page.locator("#seconds").selectOption("600");
  await page.locator("#solve").click();
  await says(page, "#progress-text", /\d position/, 90_000);
  await page.locator("#stop").click();
  await says(page, "#answer h2", "Stopped");
  assert.equal(await page.locator("#running").isVisible(), false);
  // The text is checked while a search runs, and the next search has an engine again.
  await example(page, "peg/central.puzzle");
  await says(page, "#puzzle-title", "The central game");
  await page.locator("#solve").click();
  await says(page, "#answer h2", "31 moves");
  await page.context().close();
});

test("the limit of time ends a search in words", async () => {
  const page = await open(browser, site.address);
  await write(page, FAR);
  await says(page, "#puzzle-title", "far away");
  await page.locator("#seconds").selectOption("10");
  await page.locator("#solve").click();
  await says(page, "#answer h2", /not decided|time limit/i, 90_000);
  await page.context().close();
});

test("a certificate is accepted by the checker, and refused after one change", async () => {
  const page = await open(browser, site.address);
  await example(page, "peg/central.puzzle");
  await says(page, "#puzzle-title", "The central game");
  await page.locator("#prove").click();
  await says(page, "#proof-verdict", "Accepted");
  const box = page.locator("#certificate");
  const text = await box.inputValue();
  await box.fill(text.replace('"length": 31', '"length": 30'));
  await says(page, "#proof-verdict", "Changed");
  await page.locator("#check-certificate").click();
  await says(page, "#proof-verdict", "Refused");
  await box.fill("{");
  await page.locator("#check-certificate").click();
  await says(page, "#proof-verdict", /refused|not accepted/i);
  await box.fill(text);
  await page.locator("#check-certificate").click();
  await says(page, "#proof-verdict", "Accepted");
  const [file] = await Promise.all([page.waitForEvent("download"), page.locator("#save-certificate").click()]);
  assert.match(file.suggestedFilename(), /\.json$/);
  await page.context().close();
});

test("count and analyze answer in words", async () => {
  const page = await open(browser, site.address);
  await example(page, "marks/maze.puzzle");
  await says(page, "#puzzle-title, #puzzle option", /./);
  await page.locator("#count").click();
  await says(page, "#answer pre", /positions/);
  await example(page, "peg/central.puzzle");
  await says(page, "#puzzle-title", "The central game");
  await page.locator("#analyze").click();
  await says(page, "#answer pre", /peg solitaire/);
  await page.context().close();
});

test("parameters change the board, and an older answer is marked", async () => {
  const page = await open(browser, site.address);
  await says(page, "#puzzle-title", "Frogs and toads");
  await page.locator("#solve").click();
  await says(page, "#answer h2", "8 moves");
  await page.locator("#params input").fill("3");
  await says(page, "#stale:not([hidden])", "has changed");
  const hits = board(page).locator(".hit");
  for (let wait = 0; (await hits.count()) !== 7 && wait < 100; wait += 1) await page.waitForTimeout(50);
  assert.equal(await hits.count(), 7);
  await page.locator("#solve").click();
  await says(page, "#answer h2", "15 moves");
  await page.context().close();
});

test("a puzzle with a script has both files, and errors of the script are shown", async () => {
  const page = await open(browser, site.address);
  await example(page, "scripts/jumps.puzzle");
  await says(page, "#tabs", "jumps.rhai");
  await says(page, "#puzzle-title, #puzzle option", /./);
  await page.getByRole("button", { name: "jumps.rhai" }).click();
  const text = await textOf(page);
  await write(page, `${text}\nfn broken( {`);
  await says(page, "#problem-count", /error/);
  await page.context().close();
});

test("a puzzle with holes makes others, each in place of the last", async () => {
  const page = await open(browser, site.address);
  await write(page, `edition 2
piece digit "1234"
puzzle Small {
    board square """
        AABB
        AABB
        CCDD
        CCDD
    """
    place digit * 16
    goal  where all line in rows, columns, regions: different(line)
    clues
    wish  minimal
}
`);
  await page.locator("#generate").click();
  await says(page, "#answer h2", "Generated with seed 1");
  await says(page, "#puzzle-title", "Small1");
  assert.match(await textOf(page), /seed 1[^]*expect 1 placement/);
  await says(page, "#generate", "⚄ Another");
  await page.locator("#generate").click();
  await says(page, "#answer h2", "Generated with seed 2");
  assert.match(await textOf(page), /seed 2/);
  assert.equal(await page.locator("#tabs li").count(), 2);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});
