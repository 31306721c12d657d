// The module answers like the program on all examples.

import assert from "node:assert/strict";
import path from "node:path";
import { test } from "node:test";

import { Differences, ask, comparable, module, root, run, texts, units } from "./support.mjs";

const folder = path.join(root, "examples");
const files = texts(folder);
const puzzles = Object.keys(files).filter((name) => name.endsWith(".puzzle") || name.endsWith(".txt"));
const STATES = 20000;
/** The time for all puzzles of a file, in seconds. A puzzle whose time is over in the program is not compared. */
const SECONDS = 20;

test("checks, of both modules", async () => {
  const both = [await module(), await module("editor")];
  const differences = new Differences();
  for (const made of both) ask(made, { do: "files", files });
  for (const file of puzzles) {
    const { stdout } = await run(["check", "--format", "json", file], { cwd: folder });
    const expected = JSON.parse(stdout).diagnostics.map((one) => [
      one.code,
      one.headline,
      units(files[file], one.primary.start.offset),
      units(files[file], one.primary.end.offset),
    ]);
    const [whole, editor] = both.map((made) => ask(made, { do: "check", file }));
    differences.compare(whole.diagnostics.map((one) => [one.code, one.headline, one.start, one.end]), expected, file);
    differences.compare(editor, whole, `${file}, editor.wasm`);
  }
  differences.none();
});

test("boards and texts, of both modules", { timeout: 600_000 }, async (context) => {
  const [whole, editor] = [await module(), await module("editor")];
  const differences = new Differences();
  let compared = 0;
  const compare = (request) => {
    const [of_whole, of_editor] = [whole, editor].map((made) => ask(made, request));
    // The line of a theory is the last one of a description.
    if (of_whole?.markdown) of_whole.markdown = of_whole.markdown.replace(/\n\ntheory `[^]*$/, "");
    differences.compare(of_editor, of_whole, JSON.stringify(request).slice(0, 200));
    compared += 1;
    return of_whole;
  };
  compare({ do: "files", files });
  for (const file of puzzles) {
    for (const name of ["tokens", "folds", "outline", "format"]) compare({ do: name, file });
    for (const { name, start } of compare({ do: "check", file }).puzzles) {
      compare({ do: "board", file, puzzle: name });
      compare({ do: "hover", file, at: start });
      compare({ do: "complete", file, at: start });
    }
  }
  differences.none();
  for (const name of ["solve", "count", "analyze", "test", "verify", "publish"]) assert.ok(editor.request({ do: name }).failed, name);
  context.diagnostic(`${compared} answers are equal`);
});

test("solves", { timeout: 1_800_000 }, async (context) => {
  const made = await module();
  const differences = new Differences();
  ask(made, { do: "files", files });
  let [compared, left] = [0, 0];
  for (const file of puzzles) {
    const words = ["solve", file, "--states", `${STATES}`, "--timeout", `${SECONDS}s`, "--format", "json"];
    const { stdout } = await run(words, { cwd: folder });
    const document = JSON.parse(stdout);
    assert.ok(document.reports, file);
    const names = ask(made, { do: "check", file }).puzzles.map((one) => one.name);
    for (const report of document.reports) {
      if (report.answer.verdict === "stopped" && report.answer.reason.limit === "time") {
        left += 1;
        continue;
      }
      assert.ok(names.includes(report.puzzle), `${file}: ${report.puzzle}`);
      const limits = { states: STATES, seconds: 5 * SECONDS };
      const answer = ask(made, { do: "solve", file, puzzle: report.puzzle, limits });
      if (answer.report?.answer.reason?.limit === "time") {
        left += 1;
        continue;
      }
      differences.compare(comparable(answer.report), comparable(report), `${file}: ${report.puzzle}`);
      compared += 1;
    }
  }
  differences.none();
  context.diagnostic(`${compared} answers are equal; ${left} were not compared, as the time was over`);
  assert.ok(compared > 200);
});

test("tests", { timeout: 1_800_000 }, async (context) => {
  const made = await module();
  const differences = new Differences();
  ask(made, { do: "files", files });
  let [compared, left] = [0, 0];
  for (const file of puzzles) {
    const words = ["test", file, "--states", `${STATES}`, "--timeout", `${SECONDS}s`, "--format", "json"];
    const { stdout } = await run(words, { cwd: folder });
    const expected = JSON.parse(stdout).results;
    if (expected.some((one) => one.outcome === "undecided" && /time limit/.test(one.diagnostic.headline))) {
      left += expected.length;
      continue;
    }
    const { results } = ask(made, { do: "test", file, limits: { states: STATES, seconds: 5 * SECONDS } });
    const outcome = (one) => (one.passed ? "held" : one.undecided ? "undecided" : "failed");
    differences.compare(
      results.map((one) => [one.puzzle, one.expectation, outcome(one)]),
      expected.map((one) => [one.puzzle, one.expectation, one.outcome]),
      file,
    );
    for (const one of results) {
      assert.match(files[file].slice(one.start, one.end), /^(expect|\w+)/, `${file}: ${one.expectation}`);
    }
    compared += expected.length;
  }
  differences.none();
  context.diagnostic(`${compared} outcomes are equal; ${left} were not compared, as the time was over`);
  assert.ok(compared > 200);
});

test("every example has its files", async () => {
  const made = await module();
  const { examples } = ask(made, { do: "examples" });
  assert.ok(examples.length > 90);
  for (const { path: example } of examples) {
    const { files, file } = ask(made, { do: "example", path: example });
    ask(made, { do: "files", files });
    const { diagnostics, puzzles } = ask(made, { do: "check", file });
    assert.deepEqual(diagnostics.filter((one) => one.severity === "error"), [], example);
    assert.ok(puzzles.length > 0, example);
  }
});
