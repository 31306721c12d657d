// The rules of games with keys in the page beside PuzzleScript's own boards, and beside the positions of the program.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { explored, levels, programs, publish, puzzlesOf, root } from "./pages.mjs";

const { KeyEvaluator, KeyContents, Board, Game } = programs();
const cases = join(root, "crates/worlds/tests/cases");
const WORDS = { U: "up", D: "down", L: "left", R: "right", X: "action", T: "wait" };
/** Maximum number of positions of a level that is compared. */
const MOST = 3000;

/** A position as rows of cells with the names of their objects. */
function rows(puzzle, evaluator, position) {
  const [width, height] = puzzle.keys.size;
  const name = (object) => puzzle.looks[puzzle.stacks.objects[object]].p;
  const cell = (at) => KeyContents.of(puzzle).sets[position[at]].map(name).sort().join(" ");
  return Array.from({ length: height }, (_, y) => Array.from({ length: width }, (_, x) => cell(y * width + x)));
}

test("each key gives the board that PuzzleScript gives", () => {
  let [compared, keys] = [0, 0];
  const names = readdirSync(cases).filter((name) => name.endsWith(".json")).map((name) => name.slice(0, -5)).sort();
  for (const name of names) {
    const told = JSON.parse(readFileSync(join(cases, `${name}.json`), "utf8"));
    if (told.refuse || told.chance) continue;
    const page = publish([`crates/worlds/tests/cases/${name}.txt`], "--states", "1");
    const level = told.levels.slice(0, told.level).filter((entry) => entry.startsWith("board")).length;
    const puzzle = puzzlesOf(page.text)[level];
    const evaluator = new KeyEvaluator(puzzle);
    let position = evaluator.start;
    assert.deepEqual(rows(puzzle, evaluator, position), told.start, `${name}, start`);
    for (const [number, after] of told.after.entries()) {
      const id = evaluator.names.indexOf(WORDS[after.input]);
      // Undo and restart belong to the page; a key that a game does not have does nothing.
      if (!(after.input in WORDS) || after.capped) break;
      const next = id < 0 ? null : evaluator.play(id, position);
      position = next ?? position;
      assert.deepEqual(rows(puzzle, evaluator, position), after.board, `${name}, key ${number + 1}`);
      assert.equal(evaluator.goal(position), after.won === true, `${name}, key ${number + 1}`);
      if (after.message) assert.equal(evaluator.message, after.message, name);
      keys += 1;
      if (after.won) break;
    }
    compared += 1;
  }
  assert.ok(compared >= 120 && keys >= 200, `${compared} games and ${keys} keys were compared`);
});

test("the page reaches the positions that the program reaches, and its solutions win", () => {
  let compared = 0;
  for (const file of ["examples/keys", "examples/puzzlescript"].flatMap((folder) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`))) {
    for (const puzzle of puzzlesOf(publish([file], "--timeout", "5s").text)) {
      const expected = explored(file, puzzle.name, MOST);
      const evaluator = new KeyEvaluator(puzzle);
      // A position that is won has no moves, but is not stuck.
      assert.deepEqual(levels(evaluator, expected.length, (position) => !evaluator.goal(position)), expected, `${puzzle.name} in ${file}`);
      compared += 1;
      if (!puzzle.solution) continue;
      const game = new Game(puzzle, "", new Board(puzzle));
      puzzle.solution.actions.forEach((id, at) => {
        assert.ok(game.play(id), `${puzzle.name}, step ${at + 1}`);
        assert.equal(game.lastName(), puzzle.solution.names[at]);
      });
      assert.ok(game.isSolved(), puzzle.name);
    }
  }
  assert.ok(compared >= 8, `${compared} levels were compared`);
});
