// Speed against the program with one thread, and of diagnostics while typing.

import assert from "node:assert/strict";
import path from "node:path";
import { test } from "node:test";

import { ask, command, module, program, root, texts } from "./support.mjs";

const folder = path.join(root, "examples");
const files = texts(folder);

/** Files whose puzzles take longest. */
const FILES = [
  "gourds/hardness/formulas.puzzle",
  "moves/knights-tour.puzzle",
  "consequences/fire.puzzle",
  "scripts/flip-two.puzzle",
  "layers/bloxorz.puzzle",
  "consequences/gravity_sokoban.puzzle",
  "layers/doors.puzzle",
  "layers/ice.puzzle",
  "variants/klotski-steps.puzzle",
  "research/seven-at-a-time.puzzle",
];
/** The module may take so much longer than the program. */
const FACTOR = Number(process.env.PUZZLEC_FACTOR ?? 3);

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

test("ten files", { timeout: 600_000 }, async (context) => {
  const made = await module();
  ask(made, { do: "files", files });
  // The program runs on one processor, so it takes one thread. Its own start does not count.
  const alone = (words) => command("taskset", ["-c", "0", program, ...words], { cwd: folder });
  const start = await least(5, () => alone(["--version"]));
  let slow = 0;
  for (const file of FILES) {
    const { puzzles } = ask(made, { do: "check", file });
    const native = (await least(3, () => alone(["solve", file]))) - start;
    const ours = await least(3, () => {
      for (const { name } of puzzles) ask(made, { do: "solve", file, puzzle: name });
    });
    slow += ours > FACTOR * native + 20 ? 1 : 0;
    context.diagnostic(
      `${file}: program ${native.toFixed(0)} ms, module ${ours.toFixed(0)} ms, ${(ours / native).toFixed(1)} times`,
    );
  }
  assert.equal(slow, 0);
});

test("diagnostics while typing in 2,000 lines", async (context) => {
  const made = await module("editor");
  const one = (number) => `
/// A comment on the puzzle.
puzzle P${number} {
    title "Number ${number}"
    board peg.English
    rules peg.jump
    start """
            o o o
            o o o
        o o o o o o o
        o o o . o o o
        o o o o o o o
            o o o
            o o o
    """
    goal only peg at c
}
`;
  let text = `edition 2\nuse peg\n${Array.from({ length: 120 }, (_, number) => one(number)).join("")}`;
  assert.ok(text.split("\n").length >= 2000);
  ask(made, { do: "files", files: { "a.puzzle": text } });
  assert.deepEqual(ask(made, { do: "check", file: "a.puzzle" }).diagnostics, []);
  const times = [];
  for (let key = 0; key < 60; key += 1) {
    const at = text.indexOf("board", Math.floor((text.length * key) / 64)) + 5;
    text = `${text.slice(0, at)}x${text.slice(at)}`;
    const begun = performance.now();
    ask(made, { do: "change", file: "a.puzzle", text });
    const { diagnostics } = ask(made, { do: "check", file: "a.puzzle" });
    times.push(performance.now() - begun);
    assert.ok(diagnostics.length > 0);
    text = `${text.slice(0, at)}${text.slice(at + 1)}`;
    ask(made, { do: "change", file: "a.puzzle", text });
    ask(made, { do: "check", file: "a.puzzle" });
  }
  times.sort((one, other) => one - other);
  const [median, most] = [times[30], times[57]];
  context.diagnostic(`a key: ${median.toFixed(1)} ms in the median, ${most.toFixed(1)} ms for 95 of 100`);
  assert.ok(median < 50);
});
