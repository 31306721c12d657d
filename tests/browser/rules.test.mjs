// The rules of the page beside those of the program: the positions of each level, goals and ends among them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { explored, levels, programs, publish, puzzlesOf } from "./pages.mjs";

const { Evaluator, Board, Game } = programs();
/** Maximum number of positions of a puzzle that is compared. */
const MOST = 4000;
const FILES = [
  "peg/triangle", "peg/figures", "variants/frogs-and-toads", "variants/knights", "variants/lights-out", "variants/within",
  "variants/sokoban", "variants/klotski-named", "variants/eight-puzzle", "marks/hanoi", "marks/maze", "moves/nim", "moves/robots",
  "moves/key-and-door", "moves/cube", "moves/atomix", "moves/rolling-ball", "moves/push-and-pull", "classics/wolf",
  "classics/bridge", "classics/missionaries", "layers/doors", "layers/ice", "layers/sokoban", "layers/bloxorz",
  "consequences/ice", "consequences/fire", "consequences/tilting_board", "consequences/vanishing_lines",
  "consequences/gravity_sokoban", "gourds/small", "gourds/seven", "removal/rings", "removal/games", "coins/square",
  "counters/jugs", "counters/desert", "counters/partisans",
];

test("the page reaches the positions that the program reaches", () => {
  let compared = 0;
  for (const name of FILES) {
    const file = `examples/${name}.puzzle`;
    for (const puzzle of puzzlesOf(publish([file], "--timeout", "1s").text)) {
      if (!puzzle.task || puzzle.game === "place") continue;
      const expected = explored(file, puzzle.name, MOST);
      assert.deepEqual(levels(new Evaluator(puzzle.task), expected.length), expected, `${puzzle.name} in ${file}`);
      compared += 1;
    }
  }
  assert.ok(compared >= FILES.length, `${compared} puzzles were compared`);
});

test("published solutions lead to the goal, and the page names their moves as the program does", () => {
  let followed = 0;
  for (const name of [...FILES, "placing/queens", "placing/pentominoes", "placing/dominoes", "peg/sweeps"]) {
    for (const puzzle of puzzlesOf(publish([`examples/${name}.puzzle`], "--timeout", "3s").text)) {
      if (!puzzle.solution || !puzzle.task || puzzle.solution.cut) continue;
      assert.ok(puzzle.solution.actions, `the steps of ${puzzle.name} are moves`);
      const game = new Game(puzzle, "", new Board(puzzle));
      puzzle.solution.actions.forEach((id, at) => {
        assert.ok(game.play(id), `${puzzle.name}, step ${at + 1}`);
        if (!game.placing) assert.equal(game.lastName(), puzzle.solution.names[at], puzzle.name);
      });
      assert.ok(game.isSolved(), puzzle.name);
      if (!game.placing) assert.equal(game.length(), puzzle.solution.length, puzzle.name);
      assert.equal(game.restore(new URLSearchParams(game.fragment().slice(1))), "all", puzzle.name);
      followed += 1;
    }
  }
  assert.ok(followed >= 20, `${followed} solutions were followed`);
});
