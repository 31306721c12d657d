// Puzzles played in a browser.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { browser, cell, faults, keysOf, open, publish, puzzlesOf } from "./pages.mjs";

let instance;
before(async () => {
  instance = await browser();
});
after(async () => {
  await instance.close();
});

const status = (page) => page.locator("#status").textContent();
const said = (page, words) => page.waitForFunction(
  (text) => document.querySelector("#status").textContent.includes(text), words, { timeout: 20000 });

test("the English board is played by clicks to the end", async () => {
  const { first, text } = publish(["examples/peg/central.puzzle"], "--timeout", "120s");
  const [puzzle] = puzzlesOf(text);
  const page = await open(instance, first);
  assert.deepEqual(await faults(page), []);
  assert.ok(puzzle.solution.names.length === 31, "a solution of 31 jumps");
  for (const name of puzzle.solution.names) {
    const [from, to] = name.split("-");
    await cell(page, from).click();
    assert.match(await cell(page, to).getAttribute("aria-label"), /can go here/);
    await cell(page, to).click();
    assert.ok((await status(page)).startsWith(`${name}.`), `${name}: ${await status(page)}`);
  }
  assert.match(await status(page), /Solved!/);
  assert.equal(await page.locator("#undo").isEnabled(), true);
  await page.locator("#undo").click();
  await page.locator("#hint").click();
  assert.match(await status(page), new RegExp(`Hint: ${puzzle.solution.names[30]}`));
  await page.locator("#redo").click();
  assert.match(await status(page), /Solved!/);
  // A move that the rules forbid.
  await page.locator("#restart").click();
  await cell(page, "a3").click();
  assert.match(await status(page), /No move begins at a3/);
  assert.deepEqual(await faults(page), []);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("a hint is found off the known solution, or it is proved that there is none", async () => {
  const { first } = publish(["examples/peg/triangle.puzzle"], "--timeout", "60s");
  const page = await open(instance, first);
  // Hints lead from any first move to the end, or say that it cannot be solved.
  await page.locator("#moves").evaluate((details) => { details.open = true; });
  await page.locator("#move-list button").last().click();
  for (let moves = 0; moves < 40; moves += 1) {
    await page.locator("#hint").click();
    await page.waitForFunction(() => !document.querySelector("#status").textContent.startsWith("Searching"));
    const text = await status(page);
    if (text.includes("cannot be solved")) break;
    const name = /Hint: (\S+), the next move/.exec(text);
    assert.ok(name, text);
    const [from, to] = name[1].split("-");
    await cell(page, from).click();
    await cell(page, to).click();
    if ((await status(page)).includes("Solved!")) break;
  }
  assert.match(await status(page), /Solved!|cannot be solved/);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("Klotski is stepped through with the slider", async () => {
  const { first, text } = publish(["examples/variants/klotski.puzzle"], "--timeout", "120s");
  const [puzzle] = puzzlesOf(text);
  const last = puzzle.solution.names.length;
  const page = await open(instance, first);
  await page.locator("#solution summary").click();
  await page.locator("#step").fill(String(last));
  assert.match(await status(page), /Solved\./);
  assert.match(await page.locator("#board").getAttribute("class"), /solved/);
  assert.equal(await page.locator("#board .arrows line").count(), 1, "an arrow of the last move");
  await page.locator("#step").focus();
  await page.keyboard.press("ArrowLeft");
  assert.match(await status(page), new RegExp(`Step ${last - 1} of ${last}`));
  await page.locator("#step").fill("1");
  await page.locator("#take").click();
  assert.match(await page.locator("#score").textContent(), /: 1 /);
  await page.locator("#run").click();
  await said(page, "Step 2 of");
  await page.locator("#run").click();
  assert.deepEqual(await faults(page), []);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("gourds are played on a phone", async () => {
  const { address, text } = publish(["examples/gourds/seven.puzzle"], "--timeout", "60s");
  const puzzle = puzzlesOf(text).find((one) => one.solution && one.solution.names.length > 1);
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
  const page = await open(instance, `${address}#p=${puzzle.name}`, phone);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 390, `the page is ${wide} pixels wide`);
  for (const name of puzzle.solution.names) {
    const [from, to] = name.split("-");
    await cell(page, from).tap();
    await cell(page, to).tap();
    if (await page.locator("#menu").isVisible()) {
      await page.locator("#hint").tap();
      assert.fail(`${name} is not one move: ${await page.locator("#menu").textContent()}`);
    }
  }
  assert.match(await status(page), /Solved!/);
  assert.deepEqual(await faults(page), []);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("a link restores the position", async () => {
  const { first, text } = publish(["examples/peg/triangle.puzzle"], "--timeout", "60s");
  const [puzzle] = puzzlesOf(text);
  const page = await open(instance, first);
  for (const name of puzzle.solution.names.slice(0, 3)) {
    const [from, to] = name.split("-");
    await cell(page, from).click();
    await cell(page, to).click();
  }
  const labels = (one) => one.locator("#board [role=button]").evaluateAll(
    (cells) => cells.map((hit) => hit.getAttribute("aria-label")));
  await page.locator("#share").click();
  const link = await page.locator("#link").inputValue();
  const other = await open(instance, link);
  assert.deepEqual(await labels(other), await labels(page));
  await other.locator("#undo").click();
  await other.locator("#redo").click();
  assert.deepEqual(await labels(other), await labels(page));
  // A link of another version, as earlier pages gave them, whose moves are still allowed.
  const earlier = await open(instance, link.replace(/v=[^&]*/, "v=0"));
  assert.match(await status(earlier), /another version of this page; its moves were played again/);
  assert.deepEqual(await labels(earlier), await labels(page));
  // A link with a move that is not allowed shows the start.
  const broken = await open(instance, link.replace(/m=.*/, "m=zz.zz"));
  assert.match(await status(broken), /another version/);
  assert.equal(await broken.locator("#undo").isEnabled(), false);
  for (const one of [page, other, earlier, broken]) {
    assert.deepEqual(one.problems, []);
    await one.context().close();
  }
});

test("the keyboard is enough", async () => {
  const { address, text } = publish(["examples/variants/lights-out.puzzle", "examples/variants/knights.puzzle"], "--timeout", "60s");
  const page = await open(instance, `${address}#p=${keysOf(text)[0]}`);
  const pressed = async () => page.evaluate(() => document.activeElement.getAttribute("aria-label"));
  for (let keys = 0; keys < 20 && !/: /.test((await pressed()) || ""); keys += 1) await page.keyboard.press("Tab");
  const first = await pressed();
  await page.keyboard.press("ArrowRight");
  const second = await pressed();
  assert.notEqual(first, second);
  await page.keyboard.press("Enter");
  assert.match(await page.locator("#score").textContent(), /: 1/);
  await page.keyboard.press("Control+z");
  assert.match(await page.locator("#score").textContent(), /: 0/);
  await page.keyboard.press("Control+y");
  assert.match(await page.locator("#score").textContent(), /: 1/);
  await page.locator("#board [tabindex='0']").focus();
  await page.keyboard.press("z");
  assert.match(await page.locator("#score").textContent(), /: 0/);
  await page.keyboard.press("Control+y");
  await page.keyboard.press("r");
  assert.match(await page.locator("#score").textContent(), /: 0/);
  // The next puzzle.
  await page.locator("#after").focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction((key) => player.game.key === key, keysOf(text)[1]);
  assert.deepEqual(await faults(page), []);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("pieces are laid and taken back", async () => {
  const { first } = publish(["examples/placing/queens.puzzle"], "--timeout", "60s");
  const page = await open(instance, first);
  const laid = page.locator('#board [aria-label*="queen"]');
  for (let hints = 0; hints < 20 && !(await status(page)).includes("Solved!"); hints += 1) {
    await page.locator("#hint").click();
    const found = /Hint: .* on (\w+),/.exec(await status(page));
    assert.ok(found, await status(page));
    await cell(page, found[1]).click();
  }
  assert.match(await status(page), /Solved!/);
  const count = await laid.count();
  await laid.first().click();
  assert.equal(await laid.count(), count - 1);
  assert.deepEqual(await faults(page), []);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("light, dark and reduced motion are respected, and the board is printed", async () => {
  const { first } = publish(["examples/peg/triangle.puzzle"], "--timeout", "60s");
  for (const colorScheme of ["light", "dark"]) {
    const page = await open(instance, first, { colorScheme, reducedMotion: "reduce" });
    assert.deepEqual(await faults(page), []);
    const light = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const channel = Number(/\d+/.exec(light)[0]);
    assert.ok(colorScheme === "light" ? channel > 200 : channel < 60, light);
    await page.emulateMedia({ media: "print" });
    assert.equal(await page.locator("#tools").isVisible(), false);
    assert.equal(await page.locator("#board svg").isVisible(), true);
    assert.deepEqual(page.problems, []);
    await page.context().close();
  }
});
