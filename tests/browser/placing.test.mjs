// Pieces that are laid: number keys, pencil marks, turning, conflicts.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { browser, cell, faults, open, publish, puzzlec } from "./pages.mjs";

let instance;
before(async () => {
  instance = await browser();
});
after(async () => {
  await instance.close();
});

const status = (page) => page.locator("#status").textContent();

/** The open part of the known arrangement: the cells and the mark of each piece, and its move. */
const arrangement = (page) =>
  page.evaluate(() => player.game.puzzle.solution.actions.map((id) => {
    const laid = player.game.evaluator.actions[id].assign.filter(([, , map]) => map === undefined);
    return { id, cell: player.board.names[laid[0][0]], mark: player.board.look(laid[0][1]).m };
  }));

test("a sudoku is played by number keys, with a pencil mark and a conflict on the way", async () => {
  const { address } = publish(["examples/placing/sudoku.puzzle"], "--timeout", "20s");
  const page = await open(instance, address);
  const open81 = await arrangement(page);
  assert.equal(open81.length, 51, "thirty digits are given");
  assert.deepEqual(await page.locator("#tray button").count(), 9);
  await cell(page, "a1").focus();
  await page.keyboard.press("9");
  assert.match(await status(page), /a1 is given/);
  const [first] = open81;
  await cell(page, first.cell).focus();
  await page.keyboard.press("p");
  await page.keyboard.press("2");
  assert.deepEqual(await page.locator(".notes text").allTextContents(), ["2"]);
  await page.keyboard.press("p");
  // The first row has a 7.
  await page.keyboard.press("7");
  assert.match(await status(page), /Conflict: .*It breaks “where all line in rows, columns, regions: different\(line\)”/);
  assert.match(await cell(page, first.cell).getAttribute("aria-label"), /conflict/);
  assert.deepEqual(await faults(page), []);
  for (const { cell: name, mark } of open81) {
    await cell(page, name).focus();
    await page.keyboard.press(mark);
  }
  assert.match(await status(page), /Solved!/);
  assert.deepEqual(page.problems, []);
});

test("pentominoes are turned and laid", async () => {
  const { address } = publish(["examples/placing/pentominoes.puzzle"], "--timeout", "20s");
  const page = await open(instance, `${address}#p=Six`);
  assert.equal(await page.locator("#tray button").count(), 12, "a button for each shape");
  for (const { id } of await arrangement(page)) {
    const [at, first] = await page.evaluate((move) => {
      const left = player.tray.filter(({ counter }) => player.position[counter] > 0);
      const entry = left.findIndex(({ poses }) => poses.some(({ actions }) => actions.includes(move)));
      return [entry, player.board.names[player.game.evaluator.actions[move].binding[0]]];
    }, id);
    await page.locator("#tray button").nth(at).click();
    const fits = () => page.evaluate((move) => {
      const entry = player.chosen();
      return entry.poses[entry.pose].actions.includes(move);
    }, id);
    for (let turns = 0; turns < 8 && !(await fits()); turns += 1) {
      if (turns === 4) await page.locator("#flip").click();
      else await page.locator("#turn").click();
    }
    assert.ok(await fits(), "all poses are reached");
    await cell(page, first).click();
  }
  assert.match(await status(page), /Solved!/);
  assert.deepEqual(page.problems, []);
});

test("a hint says why a piece follows, or where only one fits", async () => {
  const { address } = publish(["examples/placing/sudoku.puzzle"], "--timeout", "20s");
  const page = await open(instance, address);
  let forced = 0;
  let reasoned = 0;
  for (let hints = 0; hints < 51; hints += 1) {
    await page.locator("#hint").click();
    const [text, mark, name, why] = /^Hint: digit (\d) on (\w+), (.*)\.$/.exec(await status(page));
    if (why.startsWith(`because ${name} is ${mark}: `)) reasoned += 1;
    // The page without the deductions of the program.
    await page.evaluate(() => {
      player.game.puzzle.reasons = [];
    });
    if (why === "the only piece that fits there without a conflict") {
      const others = [..."123456789"].filter((digit) => digit !== mark);
      const fit = await page.evaluate(([at, digits]) => digits.filter((digit) => {
        const place = player.board.names.indexOf(at);
        const { actions } = player.tray.find((entry) => entry.mark === digit).poses[0];
        const id = actions.find((one) => player.game.evaluator.actions[one].binding[0] === place);
        return new Conflicts(player.game).of(player.game.evaluator.play(id, player.position)).size === 0;
      }), [name, others]);
      assert.deepEqual(fit, [], text);
      forced += 1;
    }
    await cell(page, name).focus();
    await page.keyboard.press(mark);
  }
  assert.match(await status(page), /Solved!/);
  assert.ok(forced > 25 && reasoned === 1, `${forced} and ${reasoned} of 51 hints`);
  assert.deepEqual(page.problems, []);
});

test("clues stand beside the board and are not laid; given digits are bold", async () => {
  const { address } = publish(["examples/placing/aquarium.puzzle"], "--timeout", "20s");
  const page = await open(instance, address);
  assert.equal(await page.locator("#board .paper").count(), 36);
  assert.deepEqual(await page.locator("#board text.heading").allTextContents(), [..."154313441215"]);
  assert.equal(await page.locator("#tray button").count(), 1, "water alone");
  await cell(page, "a2").click();
  assert.match(await status(page), /a2 is given/);
  for (let hints = 0; hints < 17; hints += 1) {
    await page.locator("#hint").click();
    await cell(page, /on (\w+),/.exec(await status(page))[1]).click();
  }
  assert.match(await status(page), /Solved!/);
  assert.deepEqual(await faults(page), []);
  assert.deepEqual(page.problems, []);
  const sudoku = await open(instance, publish(["examples/placing/sudoku.puzzle"], "--timeout", "20s").address);
  const digits = () => Promise.all([".digit.bold", ".digit", ".own"].map((kind) => sudoku.locator(`#board text${kind}`).count()));
  assert.deepEqual(await digits(), [30, 30, 0]);
  await cell(sudoku, "c1").focus();
  await sudoku.keyboard.press("4");
  assert.deepEqual(await digits(), [30, 30, 1]);
});

test("lines are laid on edges, and edges are crossed out", async () => {
  const { address } = publish(["examples/deduction/loops.puzzle"], "--timeout", "60s");
  const page = await open(instance, `${address}#p=Loopy`);
  assert.equal(await page.locator("#tray button").count(), 1, "lines alone");
  assert.equal(await page.locator("#board .paper").count(), 25);
  const drawn = () => page.locator("#board .pieces > g").count();
  const given = await drawn();
  const edge = cell(page, "a1-b1");
  await edge.click();
  assert.equal(await drawn(), given + 1);
  await edge.click();
  assert.equal(await drawn(), given);
  assert.deepEqual(await page.locator(".notes text").allTextContents(), ["×"]);
  await edge.click();
  assert.deepEqual(await page.locator(".notes text").allTextContents(), []);
  await edge.focus();
  await page.keyboard.press("x");
  assert.deepEqual(await page.locator(".notes text").allTextContents(), ["×"]);
  await cell(page, "a1").click();
  assert.match(await status(page), /does not fit at a1/);
  // A zero leaves no edge around it.
  await cell(page, "a4-b4").click();
  assert.match(await status(page), /Conflict/);
  await cell(page, "a4-b4").click();
  for (const { id } of await arrangement(page)) await page.evaluate((move) => player.play(move), id);
  assert.match(await status(page), /Solved!/);
  assert.deepEqual(await faults(page), []);
  assert.deepEqual(page.problems, []);
});

test("neighbours of one colour are a conflict", async () => {
  const { address } = publish(["examples/placing/petersen.puzzle"], "--timeout", "20s");
  const page = await open(instance, `${address}#p=Three`);
  for (const name of ["a", "b"]) {
    await cell(page, name).focus();
    await page.keyboard.press("r");
  }
  assert.match(await status(page), /Conflict: a, b\./);
  assert.equal(await page.locator(".hit.conflict").count(), 2);
  await page.keyboard.press("Delete");
  assert.equal(await page.locator(".hit.conflict").count(), 0);
  assert.deepEqual(page.problems, []);
});

test("the certificate of an answer is a file that the program verifies", async () => {
  const { address } = publish(["examples/variants/lights-out.puzzle"], "--timeout", "20s");
  const page = await open(instance, address);
  await page.locator("#solution summary").click();
  const [download] = await Promise.all([page.waitForEvent("download"), page.locator("#certificate").click()]);
  const file = await download.path();
  assert.match(puzzlec("verify", "examples/variants/lights-out.puzzle", file), /verified/);
  assert.deepEqual(page.problems.filter((problem) => !problem.startsWith("request to blob:")), []);
});
