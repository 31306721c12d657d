// The steps of the tour: every start is a puzzle whose task is not done, and every answer does it.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { check } from "../lib/blocks.mjs";
import { steps } from "../lib/tour.mjs";
import { PROGRAM } from "./program.mjs";

/** The claims that hold, and whether all do. */
function proved(text) {
  const folder = mkdtempSync(path.join(tmpdir(), "puzzlec-tour-"));
  writeFileSync(path.join(folder, "a.puzzle"), text);
  const { stdout, status } = spawnSync(PROGRAM, ["test", "--verbose", "a.puzzle"], { cwd: folder, encoding: "utf8" });
  rmSync(folder, { recursive: true });
  return { all: status === 0, claims: [...stdout.matchAll(/^ok a\.puzzle: [^:]*: (.*)$/gm)].map(([, claim]) => claim) };
}

const matches = (step, text) => step.task.matches.every((m) => new RegExp(m).test(text.replace(/\/\/.*$/gm, "")));

test("there are twelve steps", () => assert.equal(steps().length, 12));

for (const step of steps()) {
  test(`${step.name}: ${step.title}`, () => {
    for (const text of [step.start, step.answer]) {
      const [problems] = check([{ file: "a.puzzle", files: { "a.puzzle": text } }], PROGRAM);
      assert.deepEqual(problems, [], text);
    }
    const answer = proved(step.answer);
    assert.ok(answer.all && matches(step, step.answer));
    for (const claim of step.task.claims) assert.ok(answer.claims.includes(claim), `${claim} is not among ${answer.claims}`);
    const start = proved(step.start);
    const done = start.all && matches(step, step.start) && step.task.claims.every((claim) => start.claims.includes(claim));
    assert.ok(!done, "the task is done at the start");
    assert.ok(start.all || step.name === "11-proofs", "the start states something that does not hold");
  });
}
