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

const { Board, Evaluator, Game, Opponent } = programs();
const status = (page) => page.locator("#status").textContent();
const FILES = ["moves/nim", "counters/partisans", "removal/games", "players/lines", "players/drop", "players/hex"];

/** The value of a position for its player, by plain recursion: 1 is won, -1 is lost, 0 neither. */
function value(evaluator, end, position, known) {
  const key = evaluator.key(position);
  if (known.has(key)) return known.get(key);
  const moves = evaluator.moves(position);
  const best = moves.reduce((most, { after }) => Math.max(most, 0 - value(evaluator, end, after, known)), -1);
  const found = moves.length === 0 ? 0 - end(position) : best;
  known.set(key, found);
  return found;
}

test("the strong player never gives a value away", () => {
  let games = 0;
  for (const file of FILES) {
    for (const puzzle of puzzlesOf(publish([`examples/${file}.puzzle`], "--timeout", "5s").text)) {
      if (!puzzle.task || !puzzle.game.startsWith("last_")) continue;
      const evaluator = new Evaluator(puzzle.task);
      const game = new Game(puzzle, "", new Board(puzzle));
      const end = (position) => game.end(position);
      const opponent = new Opponent(evaluator, end, evaluator.start);
      while (!opponent.decide(1000));
      assert.ok(opponent.values, puzzle.name);
      const known = new Map();
      opponent.positions.forEach((position, at) => {
        const best = value(evaluator, end, position, known);
        assert.equal(opponent.values[at], best, puzzle.name);
        const id = opponent.choose(position, "strong");
        if (id !== null) assert.equal(0 - value(evaluator, end, evaluator.play(id, position), known), best);
      });
      games += 1;
    }
  }
  assert.ok(games >= 14, `${games} games`);
});

/** Plays a whole game by hints against the program. */
async function byHints(page) {
  for (let moves = 0; moves < 20; moves += 1) {
    await page.waitForFunction(() => /You move|No move is left|The goal is reached|is to move/.test(document.querySelector("#status").textContent));
    if (/No move is left|The goal is reached/.test(await status(page))) return status(page);
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

test("tic-tac-toe is a draw against the program, and Notakto is won at a goal that loses", async () => {
  const { address } = publish(["examples/players/lines.puzzle"], "--timeout", "5s");
  const page = await open(instance, `${address}#p=TicTacToe`);
  await page.locator("#against").selectOption("strong");
  assert.match(await byHints(page), /No move is left: neither player wins/);
  assert.deepEqual(await faults(page), []);
  const other = await open(instance, `${address}#p=Notakto`);
  await other.locator("#against").selectOption("strong");
  assert.match(await byHints(other), /The goal is reached: you win/);
  for (const one of [page, other]) assert.deepEqual(one.problems, []);
});
