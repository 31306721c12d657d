// The module answers like the program on random puzzles, which the tests of the second interpreter write.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "node:test";

import { ask, comparable, module, root, run, texts, together, units } from "./support.mjs";

const count = Number(process.env.PUZZLEC_RANDOM ?? 200);
const STATES = 5000;

/** The tests with the generator, as the release build left them. */
function generator() {
  const folder = path.join(root, "target/release/deps");
  const all = fs.readdirSync(folder).filter((name) => /^language-[0-9a-f]+$/.test(name));
  const time = (name) => fs.statSync(path.join(folder, name)).mtimeMs;
  const [newest] = all.sort((one, other) => time(other) - time(one));
  return newest && path.join(folder, newest);
}

function written() {
  if (process.env.PUZZLEC_RANDOM_FOLDER) return process.env.PUZZLEC_RANDOM_FOLDER;
  const program = generator();
  if (!program) return undefined;
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "puzzlec-random-"));
  const env = { ...process.env, PUZZLEC_FUZZ: `${count}`, PUZZLEC_FUZZ_FOLDER: folder };
  execFileSync(program, ["random_puzzles_are_written"], { env, cwd: root, stdio: "ignore" });
  return folder;
}

test("random puzzles", { timeout: 3_600_000 }, async (context) => {
  const folder = written();
  if (!folder) return context.skip("there is no release build of the tests");
  const files = texts(folder);
  const chosen = Object.keys(files).slice(0, count);
  const [made, editor] = [await module(), await module("editor")];
  const verdicts = {};
  await together(chosen, async (file) => {
    const words = ["solve", file, "--states", `${STATES}`, "--format", "json"];
    const [checked, solved] = await Promise.all([
      run(["check", "--format", "json", file], { cwd: folder }),
      run(words, { cwd: folder }),
    ]);
    for (const one of [made, editor]) ask(one, { do: "files", files: { [file]: files[file] } });
    const { diagnostics, puzzles } = ask(made, { do: "check", file });
    assert.deepEqual(ask(editor, { do: "check", file }), { diagnostics, puzzles }, file);
    const expected = JSON.parse(checked.stdout).diagnostics;
    assert.deepEqual(
      diagnostics.map((one) => [one.code, one.headline, one.start, one.end]),
      expected.map(({ code, headline, primary: { start, end } }) => [
        code,
        headline,
        units(files[file], start.offset),
        units(files[file], end.offset),
      ]),
      file,
    );
    const reports = JSON.parse(solved.stdout).reports;
    const answers = puzzles.map((one) => ask(made, { do: "solve", file, puzzle: one.name, limits: { states: STATES } }));
    const found = answers.map((one) => one.report).filter((report) => report !== null);
    assert.deepEqual(found.map(comparable), reports.map(comparable), `${file}\n${files[file]}`);
    for (const { answer } of found) verdicts[answer.verdict] = (verdicts[answer.verdict] ?? 0) + 1;
  });
  if (!process.env.PUZZLEC_RANDOM_FOLDER) fs.rmSync(folder, { recursive: true });
  context.diagnostic(`${chosen.length} puzzles are answered alike: ${JSON.stringify(verdicts)}`);
  assert.equal(chosen.length, count);
});
