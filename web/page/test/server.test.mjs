// The page of `puzzlec serve`: the files of a folder, saving, changes by other programs.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { board, launch, open, says, textOf, write } from "./browser.mjs";
import { folderOf, serveFolder } from "./program.mjs";

const LINE = `edition 2
use peg

puzzle Line {
    title  "A line of pegs"
    board  line 4
    rules  peg.jump
    start  row oo..
    goal   row ..o.
    expect solvable in 1 move
}
`;

let browser;
before(async () => {
  browser = await launch();
});
after(async () => {
  await browser.close();
});

test("the program embeds the page of this tree", () => {
  const here = import.meta.dirname;
  const made = join(folderOf({}), "page.html");
  execFileSync(process.execPath, [join(here, "../build.mjs"), "--serve", made]);
  const embedded = readFileSync(join(here, "../../../src/cli/serve/page.html"), "utf8");
  assert.ok(readFileSync(made, "utf8") === embedded, "node web/page/build.mjs --serve src/cli/serve/page.html");
});

test("files of the folder are edited, solved and saved", async () => {
  const folder = folderOf({ "line.puzzle": LINE, "other.puzzle": LINE.replaceAll("Line", "Other").replace("A line", "Another line") });
  const site = await serveFolder(folder);
  const page = await open(browser, site.address);
  // The token is not in the address any more.
  assert.equal(new URL(page.url()).hash, "");
  await says(page, "#puzzle-title", "A line of pegs");
  await page.locator("#prove").click();
  await says(page, "#answer h2", "1 move");
  await says(page, "#proof-verdict", "Accepted");
  await says(board(page), "#status", "Step 0 of 1");
  await write(page, LINE.replace("A line", "My line"));
  await says(page, "#tabs", "line.puzzle •");
  await says(page, "#puzzle-title", "My line");
  await page.keyboard.press("ControlOrMeta+s");
  await says(page, "#notice", "Saved");
  assert.match(readFileSync(join(folder, "line.puzzle"), "utf8"), /My line/);
  await page.locator("#open").click();
  await page.locator("dialog input").fill("another");
  await page.keyboard.press("Enter");
  await says(page, "#puzzle-title", "Another line");
  assert.deepEqual(page.faults, []);
  await page.context().close();
  await site.close();
});

test("changes on the disk are shown, and a text that changed on both sides is not lost", async () => {
  const folder = folderOf({ "line.puzzle": LINE });
  const site = await serveFolder(folder);
  const page = await open(browser, site.address);
  await says(page, "#puzzle-title", "A line of pegs");
  writeFileSync(join(folder, "line.puzzle"), LINE.replace("A line", "A new line"));
  await says(page, "#puzzle-title", "A new line");
  await write(page, LINE.replace("A line", "My line"));
  await says(page, "#puzzle-title", "My line");
  writeFileSync(join(folder, "line.puzzle"), LINE.replace("A line", "Their line"));
  await says(page, "#notice", "has changed on the disk and here");
  assert.match(await textOf(page), /My line/);
  await page.locator("#notice .offer").click();
  await says(page, "#puzzle-title", "Their line");
  await page.context().close();
  await site.close();
});
