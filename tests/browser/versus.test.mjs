// Games for two players against the program.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { browser, cell, faults, open, programs, publish, puzzlesOf } from "./pages.mjs";

let instance;
before(async () => {
  instance = await browser();
});
after(async () => {
  await instance.close();
});

const { Evaluator, Opponent } = programs();
const status = (page) => page.locator("#status").textContent();
const FILES = ["moves/nim", "counters/partisans", "removal/games"];

/** Whether the player of a position wins, by plain recursion. */
function wins(evaluator, position, lastWins, known) {
  const key = evaluator.key(position);
  if (known.has(key)) return known.get(key);
  const moves = evaluator.moves(position);
  const won = moves.length === 0 ? !lastWins : moves.some(({ after }) => !wins(evaluator, after, lastWins, known));
  known.set(key, won);
  return won;
}

test("the strong player never gives a won game away", () => {
  let games = 0;
  for (const file of FILES) {
    for (const puzzle of puzzlesOf(publish([`examples/${file}.puzzle`], "--timeout", "5s").text)) {
      const lastWins = puzzle.game === "last_wins";
      if (!puzzle.task || !["last_wins", "last_loses"].includes(puzzle.game)) continue;
      const evaluator = new Evaluator(puzzle.task);
      const opponent = new Opponent(evaluator, lastWins, evaluator.start);
      while (!opponent.decide(1000));
      assert.ok(opponent.values, puzzle.name);
      const known = new Map();
      opponent.positions.forEach((position, at) => {
        const won = wins(evaluator, position, lastWins, known);
        assert.equal(opponent.values[at], won ? 1 : -1, puzzle.name);
        const id = opponent.choose(position, "strong");
        if (won && id !== null) assert.equal(wins(evaluator, evaluator.play(id, position), lastWins, known), false);
      });
      games += 1;
    }
  }
  assert.ok(games >= 10, `${games} games`);
});

/** Plays a whole game by hints against the program. */
async function byHints(page) {
  for (let moves = 0; moves < 20; moves += 1) {
    await page.waitForFunction(() => /You move|No move is left|is to move/.test(document.querySelector("#status").textContent));
    if (/No move is left/.test(await status(page))) return status(page);
    await page.locator("#hint").click();
    await page.waitForFunction(() => document.querySelector("#status").textContent.startsWith("Hint"));
    const hint = await status(page);
    const name = /^Hint: (.*?)( loses| wins|, and)/.exec(hint)[1];
    await page.locator("#moves").evaluate((details) => { details.open = true; });
    await page.locator("#move-list button", { hasText: new RegExp(`^${name}$`) }).first().click();
  }
  return status(page);
}

test("nim is played against the program: who follows the hints wins, also as the second player", async () => {
  const { address } = publish(["examples/moves/nim.puzzle"], "--timeout", "5s");
  const page = await open(instance, `${address}#p=Nim`);
  await page.locator("#against").selectOption("strong");
  assert.match(await byHints(page), /you win/);
  assert.deepEqual(await faults(page), []);
  // Undo takes the answer back, too.
  await page.locator("#restart").click();
  await page.locator("#moves").evaluate((details) => { details.open = true; });
  await page.locator("#move-list button").first().click();
  await page.waitForFunction(() => document.querySelector("#status").textContent.includes("You move"));
  await page.locator("#undo").click();
  assert.equal(await page.locator("#undo").isEnabled(), false);
  // In the lost position the first player loses against the program; after a change of sides the program does.
  const lost = await open(instance, `${address}#p=Lost`);
  await lost.locator("#against").selectOption("strong");
  assert.match(await byHints(lost), /the program wins/);
  await lost.locator("#restart").click();
  await lost.locator("#sides").click();
  assert.match(await byHints(lost), /you win/);
  for (const strength of ["easy", "medium"]) {
    await lost.locator("#against").selectOption(strength);
    await lost.locator("#restart").click();
    await byHints(lost);
  }
  for (const one of [page, lost]) assert.deepEqual(one.problems, []);
});
