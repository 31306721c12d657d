// Speed against the program with one thread, and of diagnostics while typing.

import assert from "node:assert/strict";
import path from "node:path";
import { test } from "node:test";

import { ask, module, root, run, texts } from "./support.mjs";

const folder = path.join(root, "examples");
const files = texts(folder);

const PUZZLES = [
  ["peg/central.puzzle", "Central"],
  ["variants/eight-puzzle.puzzle", "Hardest"],
];

/** The least time of some runs, in milliseconds. */
async function least(times, work) {
  let least = Infinity;
  for (let time = 0; time < times; time += 1) {
    const begun = performance.now();
    await work();
    least = Math.min(least, performance.now() - begun);
  }
  return least;
}

test("ten puzzles", { timeout: 600_000 }, async (context) => {
  const made = await module();
  ask(made, { do: "files", files });
  // The program's own start.
  const start = await least(5, () => run(["--version"]));
  for (const [file, puzzle] of PUZZLES) {
    const one = (words) => run(["solve", file, puzzle, ...words], { cwd: folder });
    // One processor, so that one thread at a time runs.
    const program = await least(3, () => one([]));
    const ours = await least(3, async () => ask(made, { do: "solve", file, puzzle }));
    context.diagnostic(`${file} ${puzzle}: program ${(program - start).toFixed(0)} ms, module ${ours.toFixed(0)} ms`);
  }
});
