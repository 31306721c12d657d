// The rules of the page beside those of the program: the positions of each level, goals and ends among them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { programs, publish, puzzlec, puzzlesOf } from "./pages.mjs";

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

/** The levels of a breadth-first search in the page's own evaluator. */
function levels(evaluator, depth) {
  const seen = new Set([evaluator.key(evaluator.start)]);
  const all = [];
  for (let level = [evaluator.start]; level.length > 0 && all.length < depth;) {
    const next = [];
    let stuck = 0;
    for (const position of level) {
      const moves = evaluator.moves(position);
      if (moves.length === 0) stuck += 1;
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

test("the page reaches the positions that the program reaches", () => {
  let compared = 0;
  for (const name of FILES) {
    const file = `examples/${name}.puzzle`;
    for (const puzzle of puzzlesOf(publish([file], "--timeout", "1s").text)) {
      if (!puzzle.task || puzzle.game === "place") continue;
      const words = ["explore", file, puzzle.name, "--format", "json"];
      let told;
      try {
        told = JSON.parse(puzzlec(...words, "--states", String(MOST))).report;
      } catch (error) {
        // A limit is an exit code.
        told = JSON.parse(error.stdout).report;
      }
      // The last level may not be expanded.
      const expanded = told.levels.filter((level) => level.moves);
      const expected = expanded.map(({ positions, goals, moves }) => ({ positions, goals, stuck: moves.stuck }));
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
