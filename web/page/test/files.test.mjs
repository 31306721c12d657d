// Links, drafts, files that are dropped, downloads, work without a network.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { board, example, launch, open, openIn, root, says, serve, textOf, write } from "./browser.mjs";

let browser, site;
before(async () => {
  [browser, site] = [await launch(), await serve()];
});
after(async () => {
  await browser.close();
  await site.close();
});

/** The link of the dialog. */
async function linkOf(page) {
  await page.locator("#share").click();
  const link = await page.locator("#link").inputValue();
  await page.keyboard.press("Escape");
  return link;
}

test("a link holds the whole text, also of several files, and shows the same elsewhere", async () => {
  const page = await open(browser, site.address);
  await example(page, "scripts/jumps.puzzle");
  await says(page, "#tabs", "jumps.rhai");
  await page.locator(".cm-content").click();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.insertText("// Größe 🧩 <b>\n");
  const text = await textOf(page);
  const link = await linkOf(page);
  assert.ok(link.startsWith(`${site.address}#text=`));
  const other = await open(browser, link);
  assert.equal(await textOf(other), text);
  await says(other, "#tabs", "jumps.rhai");
  await says(other, "#puzzle-title, #puzzle option", /./);
  // What is typed next is not in the address.
  assert.equal(other.url(), site.address);
  assert.deepEqual([...page.faults, ...other.faults], []);
  await page.context().close();
  await other.context().close();
});

test("a link does not overwrite the draft", async () => {
  const page = await open(browser, site.address);
  await write(page, "edition 2\n// my own work\n");
  await page.waitForTimeout(700);
  const other = await open(browser, site.address);
  await example(other, "peg/central.puzzle");
  const link = await linkOf(other);
  const again = await openIn(page.context(), link);
  assert.match(await textOf(again), /puzzle Central/);
  await says(again, "#notice", "kept");
  await again.locator("#notice .offer").click();
  assert.match(await textOf(again), /my own work/);
  await page.context().close();
  await other.context().close();
});

test("the draft is there at the next visit, and earlier ones are in the list", async () => {
  const page = await open(browser, site.address);
  await write(page, "edition 2\n// first draft\n");
  await page.waitForTimeout(700);
  await page.reload();
  await page.waitForSelector("body.loaded");
  assert.match(await textOf(page), /first draft/);
  await example(page, "variants/klotski.puzzle");
  await says(page, "#notice", "kept");
  await page.locator("#open").click();
  await says(page, "[role=listbox]", "Your drafts");
  await page.keyboard.press("Escape");
  await page.context().close();
});

test("damaged links say so, and nothing is lost", async () => {
  const context = await browser.newContext();
  const first = await openIn(context, site.address);
  await write(first, "edition 2\n// still here\n");
  await first.waitForTimeout(700);
  for (const end of ["#text=", "#text=%%%", "#text=AAAA", "#text=q1YqSyzKTlWyUlAqLU5VslIoSk0BAA", "#example=../../etc/passwd", `#text=${"A".repeat(200_000)}`]) {
    const page = await openIn(context, site.address + end);
    await says(page, "#notice", /./);
    assert.match(await textOf(page), /still here/);
    await page.close();
  }
  await context.close();
});

test("files of other tools are dropped or chosen", async () => {
  const page = await open(browser, site.address);
  const chosen = (name, text) => page.locator("#file").setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
  await chosen("level.xsb", "#####\n#@$.#\n#####\n");
  await says(page, "#tabs", "level.puzzle");
  await says(page, "#problem-count", /No problems|warning/);
  await chosen("ice.txt", readFileSync(join(root, "examples/puzzlescript/ice.txt"), "utf8"));
  await says(page, "#tabs", "ice");
  // A problem of PDDL beside its domain.
  const problem = `(define (problem one) (:domain pegs)
    (:objects pos-0-0 pos-1-0 pos-2-0 - location)
    (:init (IN-LINE pos-0-0 pos-1-0 pos-2-0) (IN-LINE pos-2-0 pos-1-0 pos-0-0) (occupied pos-0-0) (occupied pos-1-0) (free pos-2-0))
    (:goal (and (free pos-0-0) (free pos-1-0) (occupied pos-2-0))))`;
  const pair = { "domain.pddl": "; pegs\n(define (domain pegs) (:requirements :typing))", "one.pddl": problem };
  await page.locator("#file").setInputFiles(Object.entries(pair).map(([name, text]) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) })));
  await says(page, "#tabs", "one.puzzle");
  await says(page, "#problem-count", /No problems|warning/);
  assert.equal(await page.locator("#notice", { hasText: "domain" }).count(), 0);
  // A drop on the editor.
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File(["edition 2\n// dropped\n"], "dropped.puzzle"));
    document.querySelector("#editor").dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true, composed: true }));
  });
  await says(page, "#tabs", "dropped.puzzle");
  assert.match(await textOf(page), /dropped/);
  // A file that is none.
  await page.locator("#file").setInputFiles({ name: "photo.png", mimeType: "image/png", buffer: Buffer.from([137, 80, 78, 71, 0, 255]) });
  await says(page, "#notice", "photo.png");
  await page.context().close();
});

test("text, page and picture are downloaded", async () => {
  const page = await open(browser, site.address);
  await example(page, "peg/central.puzzle");
  await says(page, "#puzzle-title", "The central game");
  for (const [words, form] of [["The text", /central\.puzzle$/], ["A page", /central\.html$/], ["A picture", /Central\.svg$/]]) {
    await page.locator("#download").click();
    const [file] = await Promise.all([page.waitForEvent("download", { timeout: 60_000 }), page.getByRole("option", { name: words }).click()]);
    assert.match(file.suggestedFilename(), form);
    assert.ok(readFileSync(await file.path()).length > 100);
  }
  await page.context().close();
});

test("the page works without a network after the first visit", async () => {
  const page = await open(browser, site.address);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await example(page, "peg/central.puzzle");
  await page.waitForTimeout(700);
  // The first key has loaded what solves and proves.
  await page.waitForFunction(async () => {
    const kept = await Promise.all(["editor.wasm", "puzzlec.wasm", "checker.wasm"].map((name) => caches.match(name)));
    return kept.every(Boolean);
  });
  await page.context().setOffline(true);
  await page.reload();
  await page.waitForSelector("body.loaded");
  await says(page, "#puzzle-title", "The central game");
  await page.locator("#prove").click();
  await says(page, "#answer h2", "31 moves");
  await says(page, "#proof-verdict", "Accepted");
  await board(page).locator(".hit").first().waitFor();
  await page.context().close();
});
