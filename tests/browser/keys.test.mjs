// The rules of games with keys in the page beside PuzzleScript's own boards, and beside the positions of the program.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { explored, levels, programs, publish, puzzlesOf, root, scratch } from "./pages.mjs";

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

/** Boards as they are drawn, with `o` for cells. */
const BOARDS = [
  ["hex side 2", " o o/o o o/ o o"],
  ["hex side 3", "  o o o/ o o o o/o o o o o/ o o o o/  o o o"],
  ["hex 3 by 3", "o o o/ o o o/  o o o"],
  ["triangle side 4", "   o/  o o/ o o o/o o o o"],
  ["line 7", "o o o o o o o"],
  ["ring 6", "o o o o o o"],
  ["square", "o o   o/o o o o/o   o o/  o o"],
];
const RULES = [
  "[ > man | box ] -> [ > man | > box ]", "[ < man | box ] -> [ < man | < box ]", "[ > man | .. | box ] -> [ > man | .. | > box ]",
  "[ > man | .. | gem | .. | box ] -> [ > man | .. | > gem | .. | > box ]", "[ > man | ice ] -> [ man | ice ]",
  "[ > man | ? | ? | box ] -> [ > man | ? | ? | empty ]", "[ box | box ] -> [ > box | box ]", "[ man | gem ] -> [ man | > gem ]",
  "[ moving man | gem ] -> [ moving man | moving gem ]", "[ parallel man | box ] -> [ parallel man | parallel box ]",
  "[ action man | empty ] -> [ man | box ]", "[ > box | man ] -> cancel", "[ > man ] [ gem ] -> [ > man ] [ > gem ]",
  "[ gem and ice ] -> [ ice ]", "[ > man | gem ] -> [ > man | > gem ], again", "rigid [ > man | box | box ] -> [ > man | > box | > box ]",
  "[ still box | gem ] -> [ > box | > gem ] along right", "[ ^ man | box ] -> [ ^ man | v box ]", "[ v man | gem ] -> [ man | > gem ]",
];

test("the page plays random games on hexagons, rings and boards with gaps as the program does", () => {
  let state = 7;
  const below = (count) => (state = (state * 48271) % 2147483647) % count;
  let [compared, positions] = [0, 0];
  for (const [words, drawn] of BOARDS.flatMap((board) => Array(6).fill(board))) {
    const rows = drawn.split("/");
    const row = /^(line|ring)/.test(words);
    const hex = /^(hex|triangle)/.test(words);
    const keys = row ? "right, left" : hex ? "right, up-right, up-left, left, down-left, down-right" : "up, down, left, right";
    const fit = RULES.filter((rule) => !row || !/\bv\b|\^/.test(rule));
    const rules = Array.from({ length: 1 + below(3) }, () => fit[below(fit.length)]);
    const picture = (cell) => rows.map((line) => `        ${line.replaceAll("o", cell)}`).join("\n");
    const board = words === "square" ? `square """\n${picture(".")}\n    """` : words;
    const text = `edition 2
piece man "m"
piece box "b"
piece gem "g" { layer 3 }
piece ice "i" { floor }
rule rules { ${rules.join("\n    ")} }
puzzle Random {
    board ${board}
    keys ${keys}, action move man
    rules rules
    start """
${picture(() => "....mbbgi"[below(9)])}
    """
    goal all box on ice and no gem
}
`;
    const file = join(scratch({ "random.puzzle": text }), "random.puzzle");
    const [puzzle] = puzzlesOf(publish([file], "--timeout", "5s", "--states", "1000").text);
    const expected = explored(file, puzzle.name, 400);
    const evaluator = new KeyEvaluator(puzzle);
    assert.deepEqual(levels(evaluator, expected.length, (position) => !evaluator.goal(position)), expected, text);
    compared += 1;
    positions += expected.reduce((sum, level) => sum + level.positions, 0);
  }
  assert.ok(compared === 42 && positions > 1000, `${compared} games with ${positions} positions`);
});
