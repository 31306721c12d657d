// The rules of games with keys in the page beside PuzzleScript's own boards, and beside the positions of the program.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { programs, publish, puzzlec, puzzlesOf, root } from "./pages.mjs";

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

/** The levels of a breadth-first search in the page. */
function levels(evaluator, depth) {
  const seen = new Set([evaluator.key(evaluator.start)]);
  const all = [];
  for (let level = [evaluator.start]; level.length > 0 && all.length < depth;) {
    const next = [];
    let stuck = 0;
    for (const position of level) {
      const moves = evaluator.moves(position);
      if (moves.length === 0 && !evaluator.goal(position)) stuck += 1;
      for (const { after } of moves) {
        const key = evaluator.key(after);
        if (seen.has(key)) continue;
        seen.add(key);
        next.push(after);
      }
    }
    all.push({ positions: level.length, goals: level.filter((position) => evaluator.goal(position)).length, stuck });
    level = next;
  }
  return all;
}

test("the page reaches the positions that the program reaches, and its solutions win", () => {
  let compared = 0;
  for (const file of ["examples/keys", "examples/puzzlescript"].flatMap((folder) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`))) {
    for (const puzzle of puzzlesOf(publish([file], "--timeout", "5s").text)) {
      let told;
      try {
        told = JSON.parse(puzzlec("explore", file, puzzle.name, "--format", "json", "--states", String(MOST))).report;
      } catch (error) {
        // A limit is an exit code.
        told = JSON.parse(error.stdout).report;
      }
      const expanded = told.levels.filter((level) => level.moves);
      const expected = expanded.map(({ positions, goals, moves }) => ({ positions, goals, stuck: moves.stuck }));
      assert.deepEqual(levels(new KeyEvaluator(puzzle), expected.length), expected, `${puzzle.name} in ${file}`);
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
