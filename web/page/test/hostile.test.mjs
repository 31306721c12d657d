// Texts that are made to do harm: the page lives on, and nothing runs that was not started.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { example, launch, open, says, serve, textOf, write } from "./browser.mjs";

let browser, site;
before(async () => {
  [browser, site] = [await launch(), await serve()];
});
after(async () => {
  await browser.close();
  await site.close();
});

/** The page answers. */
async function lives(page) {
  await example(page, "peg/central.puzzle");
  await says(page, "#puzzle-title", "The central game");
  await page.locator("#solve").click();
  await says(page, "#answer h2", "31 moves");
}

test("a script that never ends", async () => {
  const page = await open(browser, site.address);
  await example(page, "scripts/jumps.puzzle");
  await says(page, "#tabs", "jumps.rhai");
  await page.getByRole("button", { name: "jumps.rhai" }).click();
  const text = await textOf(page);
  await write(page, text.replace(/(fn \w+\([^)]*\) \{)/g, "$1 loop { }"));
  await says(page, "#problem-count", /error|warning|No problems/, 60_000);
  await page.getByRole("button", { name: "jumps.puzzle" }).click();
  await page.locator("#solve").click();
  await says(page, "#answer h2", /./, 120_000);
  await lives(page);
  await page.context().close();
});

test("a text of a megabyte", async () => {
  const page = await open(browser, site.address);
  const many = Array.from({ length: 16_000 }, (_, number) => `piece p${number} "x" { title "${"y".repeat(36)}" }`).join("\n");
  assert.ok(many.length > 1_000_000);
  await page.locator("#file").setInputFiles({ name: "many.puzzle", mimeType: "text/plain", buffer: Buffer.from(`edition 2\n${many}\n`) });
  await says(page, "#tabs", "many.puzzle");
  await says(page, "#problem-count, #notice", /problem|error|warning|long/, 60_000);
  await page.locator(".cm-content").click();
  const began = Date.now();
  await page.keyboard.type("//");
  assert.ok(Date.now() - began < 5000, "typing goes on");
  await page.locator("#share").click();
  await says(page, "dialog", "link");
  await page.keyboard.press("Escape");
  await lives(page);
  await page.context().close();
});

test("markup in a text stays text", async () => {
  const page = await open(browser, site.address);
  const hostile = `edition 2
use peg
/// <img src=x onerror="document.title='owned'"> [x](javascript:alert(1))
puzzle P {
    title "</script><script>parent.document.title='owned'</script><img src=x onerror=alert(1)>"
    board line 4
    rules peg.jump
    start row oo..
    goal  row ..o.
}
`;
  await write(page, hostile);
  await says(page, "#puzzle-title", "</script>");
  await page.locator(".cm-line", { hasText: "puzzle P" }).getByText("P", { exact: true }).hover();
  await page.locator("#solve").click();
  await says(page, "#answer h2", /1 move/);
  assert.equal(await page.title(), "puzzlec playground");
  assert.deepEqual(page.faults.filter((fault) => !fault.includes("favicon")), []);
  await page.context().close();
});

test("a board of too many positions ends at its limits", async () => {
  const page = await open(browser, site.address);
  await write(page, `edition 2
use peg
puzzle Huge {
    board square 40 by 40
    rules peg.jump
    start full except a1
    goal  only peg at a1
}
`);
  await says(page, "#puzzle-title", "Huge");
  await page.locator("#seconds").selectOption("10");
  await page.locator("#solve").click();
  await says(page, "#answer h2", /./, 150_000);
  await lives(page);
  await page.context().close();
});

test("a module that breaks ends its worker only", async () => {
  const page = await open(browser, site.address);
  await says(page, "#puzzle-title", /./);
  // The worker is ended from inside, as a crash would.
  await page.evaluate(() => {
    const before = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (message) {
      Worker.prototype.postMessage = before;
      this.dispatchEvent(new MessageEvent("message", { data: { id: message.id, crashed: "The engine ended unexpectedly." } }));
    };
  });
  await page.locator("#solve").click();
  await says(page, "#answer", "ended unexpectedly");
  await lives(page);
  await page.context().close();
});
