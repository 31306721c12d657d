// Pieces that are dragged, that glide, and that arrow keys and swipes walk; boards without an end.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { browser, cell, faults, open, publish, puzzlesOf } from "./pages.mjs";

let instance;
before(async () => {
  instance = await browser();
});
after(async () => {
  await instance.close();
});

const status = (page) => page.locator("#status").textContent();

/** The middle of a cell on the screen. */
async function middle(page, name) {
  const { x, y, width, height } = await cell(page, name).boundingBox();
  return [x + width / 2, y + height / 2];
}

/** Drags from one point to another. */
async function drag(page, [ax, ay], [bx, by]) {
  await page.mouse.move(ax, ay);
  await page.mouse.down();
  await page.mouse.move(bx, by, { steps: 5 });
  await page.mouse.up();
}

/** Plays a move by clicks: its piece, its target, and its name where they have several moves. */
async function click(page, id) {
  const [from, to, name] = await page.evaluate((move) => {
    const { choice, game, position, board } = player;
    const after = game.evaluator.play(move, position);
    const { from, to, main } = choice.moves.find((one) => same(one.after, after));
    const ends = main || [from[0], to.find((cell) => !from.includes(cell))];
    return [...ends.map((cell) => board.names[cell]), game.name(move, position, after)];
  }, id);
  await cell(page, from).click();
  await cell(page, to).click();
  if (await page.locator("#menu").isVisible()) await page.locator("#menu button", { hasText: name }).first().click();
}

/** The directions in which the steps of a solution lead. */
function directions(puzzle) {
  const at = new Map(puzzle.cells.map(([name, x, y]) => [name, [x, y]]));
  return puzzle.solution.names.map((name) => {
    const [from, to] = name.split("-").map((end) => at.get(end));
    return [Math.sign(to[0] - from[0]), Math.sign(to[1] - from[1])];
  });
}

test("Sokoban is walked with the arrow keys, and by swipes on a phone", async () => {
  const { address, text } = publish(["examples/variants/sokoban.puzzle"], "--timeout", "60s");
  const puzzle = puzzlesOf(text).find(({ name }) => name === "Cellar");
  const keys = { "1,0": "ArrowRight", "-1,0": "ArrowLeft", "0,1": "ArrowDown", "0,-1": "ArrowUp" };
  const page = await open(instance, `${address}#p=Cellar`);
  for (const step of directions(puzzle)) await page.keyboard.press(keys[String(step)]);
  assert.match(await status(page), /Solved!/);
  await page.keyboard.press("z");
  assert.doesNotMatch(await status(page), /Solved!/);
  await page.keyboard.press("r");
  assert.equal(await page.locator("#undo").isEnabled(), false);
  assert.deepEqual(page.problems, []);
  const phone = await open(instance, `${address}#p=Cellar`, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const touch = await phone.context().newCDPSession(phone);
  const { x, y, width, height } = await phone.locator("#board svg").boundingBox();
  const [cx, cy] = [x + width / 2, y + height / 2];
  for (const [dx, dy] of directions(puzzle)) {
    await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x: cx, y: cy }] });
    await touch.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [{ x: cx + 40 * dx, y: cy + 40 * dy }] });
    await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  }
  assert.match(await status(phone), /Solved!/);
  assert.deepEqual(phone.problems, []);
});

test("games of keys on hexagons and rings are played by letters, arrows and swipes", async () => {
  const letters = { right: "ArrowRight", left: "ArrowLeft", "up-left": "i", "up-right": "o", "down-left": "k", "down-right": "l", action: "x" };
  const ways = { right: [1, 0], left: [-1, 0], "up-left": [-0.5, -0.87], "up-right": [0.5, -0.87], "down-left": [-0.5, 0.87], "down-right": [0.5, 0.87] };
  for (const [file, name] of [["beetles", "Three"], ["shunting", "Circle"]]) {
    const { address, text } = publish([`examples/keys/${file}.puzzle`], "--timeout", "10s");
    const { solution } = puzzlesOf(text).find((puzzle) => puzzle.name === name);
    const page = await open(instance, `${address}#p=${name}`);
    for (const key of solution.names) await page.keyboard.press(letters[key]);
    assert.match(await status(page), /Solved!/);
    assert.deepEqual(page.problems, []);
    if (file === "shunting") continue;
    const phone = await open(instance, `${address}#p=${name}`, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    const touch = await phone.context().newCDPSession(phone);
    const { x, y, width, height } = await phone.locator("#board svg").boundingBox();
    const [cx, cy] = [x + width / 2, y + height / 2];
    for (const key of solution.names) {
      const [dx, dy] = ways[key];
      await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x: cx, y: cy }] });
      await touch.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [{ x: cx + 40 * dx, y: cy + 40 * dy }] });
      await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    }
    assert.match(await status(phone), /Solved!/);
    assert.deepEqual(phone.problems, []);
  }
});

test("a dragged piece follows the pointer, and its targets are marked", async () => {
  const { address } = publish(["examples/peg/central.puzzle"], "--timeout", "1s");
  const page = await open(instance, address);
  const [ax, ay] = await middle(page, "d2");
  const [bx, by] = await middle(page, "d4");
  await page.mouse.move(ax, ay);
  await page.mouse.down();
  await page.mouse.move((ax + bx) / 2, (ay + by) / 2, { steps: 5 });
  assert.match(await page.locator(".pieces > [transform]").getAttribute("transform"), /translate\(/);
  assert.match(await cell(page, "d4").getAttribute("aria-label"), /can go here/);
  // Laid down where it was.
  await page.mouse.move(ax + 3, ay, { steps: 5 });
  await page.mouse.up();
  assert.equal(await page.locator(".pieces > [transform]").count(), 0);
  assert.equal(await page.locator("#undo").isEnabled(), false);
  await drag(page, [ax, ay], [bx, by]);
  assert.match(await status(page), /^d2-d4\./);
  assert.deepEqual(page.problems, []);
});

test("Klotski is played by dragging, from the start to the end of a shortest plan", async () => {
  const { address, text } = publish(["examples/variants/klotski.puzzle"], "--timeout", "120s");
  const [{ solution }] = puzzlesOf(text);
  assert.ok(solution.least && solution.length === 81, `a plan of ${solution.length} moves`);
  const page = await open(instance, address);
  for (const name of solution.names) {
    const [from, to] = name.split("-");
    await drag(page, await middle(page, from), await middle(page, to));
    assert.ok((await status(page)).startsWith(`${name}.`), `${name}: ${await status(page)}`);
  }
  assert.match(await status(page), /Solved! moves: 81\. None is shorter\./);
  assert.deepEqual(page.problems, []);
});

test("pieces glide, unless the reader wants no motion", async () => {
  const { address, text } = publish(["examples/variants/klotski.puzzle"], "--timeout", "20s");
  const [puzzle] = puzzlesOf(text);
  const id = puzzle.solution.actions[0];
  for (const [reducedMotion, moving] of [["no-preference", 1], ["reduce", 0]]) {
    const page = await open(instance, address, { reducedMotion });
    const running = await page.evaluate((move) => {
      player.play(move);
      return document.getAnimations().filter((one) => one.effect.target.closest(".pieces")).length;
    }, id);
    assert.equal(running, moving, reducedMotion);
    assert.deepEqual(page.problems, []);
  }
});

test("what a piece pushes glides with it", async () => {
  const { address } = publish(["examples/variants/sokoban.puzzle"], "--timeout", "20s");
  const page = await open(instance, `${address}#p=Cellar`);
  const running = await page.evaluate(() => {
    const changed = ({ after }) => after.filter((held, cell) => held !== player.position[cell]).length;
    while (player.choice.moves.every((move) => changed(move) < 3)) player.play(player.game.known().id);
    player.play(player.choice.moves.find((move) => changed(move) === 3).id);
    return document.getAnimations().filter((one) => one.effect.target.closest(".pieces")).length;
  });
  assert.ok(running >= 2, `${running} pieces glide`);
  assert.deepEqual(page.problems, []);
});

test("coins on a board without an end are moved by clicks, and the board grows with them", async () => {
  const { address, text } = publish(["examples/sliding/alternate.puzzle", "examples/coins/triangular.puzzle"], "--timeout", "20s");
  const puzzles = puzzlesOf(text);
  for (const name of ["Alternate", "RhombusToRing"]) {
    const puzzle = puzzles.find((one) => one.name === name);
    assert.ok(puzzle.task && puzzle.endless, name);
    const page = await open(instance, `${address}#p=${name}`);
    for (const id of puzzle.solution.actions) await click(page, id);
    assert.match(await status(page), /Solved!/, name);
    const width = async () => Number((await page.locator("#board svg").getAttribute("viewBox")).split(" ")[2]);
    await page.locator("#restart").click();
    const first = await width();
    // To the farthest cell that is seen, again and again.
    for (let moves = 0; moves < 3; moves += 1) {
      await page.evaluate(() => {
        const shown = (cell) => player.cells[cell] !== undefined;
        const far = (cell) => player.centres[cell][0];
        const moves = player.choice.moves.filter(({ to }) => to.length > 0 && to.every(shown));
        moves.sort((a, b) => Math.max(...b.to.map(far)) - Math.max(...a.to.map(far)));
        player.play(moves[0].id);
      });
    }
    if (name === "Alternate") assert.ok((await width()) > first, `${await width()} after ${first}`);
    assert.deepEqual(await faults(page), []);
    assert.deepEqual(page.problems, []);
  }
});

test("a hint names the move that lost the solution", async () => {
  const { address } = publish(["examples/variants/sokoban.puzzle"], "--timeout", "20s");
  const page = await open(instance, `${address}#p=Cellar`);
  // Pushes boxes until a hint finds that the position is lost.
  const name = await page.evaluate(() => {
    const boxes = (position) => [...position].map((held) => (held > 1 ? held : 0)).join();
    for (let number = 0; number < 60; number += 1) {
      const { moves } = player.choice;
      const pushes = moves.filter(({ after }) => boxes(after) !== boxes(player.position));
      const open = pushes.length > 0 ? pushes : moves;
      player.play(open[(number * number) % open.length].id);
      const found = player.game.search().search(10000);
      if (found.none === "searched") return player.game.lastName();
    }
    return "";
  });
  assert.notEqual(name, "");
  for (let moves = 0; moves < 3; moves += 1) await page.evaluate(() => player.play(player.choice.moves[0].id));
  await page.locator("#hint").click();
  await page.waitForFunction(() => !/Searching/.test(document.querySelector("#status").textContent), null, { timeout: 60000 });
  const told = await status(page);
  assert.ok(told.includes(`${name}, there is no solution: take back 4 moves.`), told);
  assert.deepEqual(page.problems, []);
});
