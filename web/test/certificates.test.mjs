// Certificates of the module are confirmed by the program, and those of the program by the checker alone.

import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "node:test";

import { ask, module, root, run, texts } from "./support.mjs";

const folder = path.join(root, "examples");
const files = texts(folder);
const puzzles = Object.keys(files).filter((name) => name.endsWith(".puzzle") || name.endsWith(".txt"));
const limits = { states: 20000, seconds: 5 };

test("certificates are confirmed by each other's checker", { timeout: 1_800_000 }, async (context) => {
  const [made, checker] = [await module(), await module("checker")];
  ask(made, { do: "files", files });
  const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "puzzlec-web-"));
  const kept = path.join(scratch, "certificate.json");
  let [ours, theirs] = [0, 0];
  for (const file of puzzles) {
    // The first two puzzles of each file.
    for (const { name } of ask(made, { do: "check", file }).puzzles.slice(0, 2)) {
      const answer = ask(made, { do: "solve", file, puzzle: name, limits, certificate: true });
      if (!answer.certificate) continue;
      fs.writeFileSync(kept, answer.certificate);
      const verified = await run(["verify", file, kept, "--timeout", "60s"], { cwd: folder });
      assert.equal(verified.code, 0, `${file}: ${name}: ${verified.stdout}${verified.stderr}`);
      ours += 1;
      fs.rmSync(kept);
      const words = ["solve", file, name, "--states", `${limits.states}`, "--timeout", "20s", "--certificate", kept];
      await run(words, { cwd: folder });
      if (!fs.existsSync(kept)) continue;
      const certificate = fs.readFileSync(kept, "utf8");
      const told = ask(checker, { do: "verify", files, file, certificate, puzzle: name });
      assert.ok(told.accepted, `${file}: ${name}: ${told.text}`);
      assert.deepEqual(ask(made, { do: "verify", file, certificate, puzzle: name }), told);
      theirs += 1;
    }
  }
  fs.rmSync(scratch, { recursive: true });
  context.diagnostic(`${ours} of the module and ${theirs} of the program are confirmed`);
  assert.ok(ours > 80 && theirs > 80);
});

test("a changed certificate is refused", async () => {
  const [made, checker] = [await module(), await module("checker")];
  const file = "peg/central.puzzle";
  const name = file;
  ask(made, { do: "files", files });
  const { name: puzzle } = ask(made, { do: "check", file: name }).puzzles[0];
  const { certificate } = ask(made, { do: "solve", file: name, puzzle, certificate: true });
  const whole = { do: "verify", files, file: name };
  assert.ok(ask(checker, { ...whole, certificate }).accepted);
  const document = JSON.parse(certificate);
  let changed = 0;
  const refuse = (text) => {
    const told = ask(checker, { ...whole, certificate: text });
    assert.equal(told.accepted, false, text.slice(0, 400));
    assert.match(told.text, /^rejected: /);
    changed += 1;
  };
  refuse(JSON.stringify({ ...document, puzzle: "Other" }));
  refuse(certificate.slice(0, -20));
  refuse("{}");
  // A plan without one of its steps.
  const plan = JSON.stringify(document);
  const steps = document.proof.steps ?? document.proof.plan?.steps;
  assert.ok(steps.length > 1);
  for (const at of steps.keys()) {
    const copy = JSON.parse(plan);
    (copy.proof.steps ?? copy.proof.plan.steps).splice(at, 1);
    refuse(JSON.stringify(copy));
  }
  const told = ask(checker, { ...whole, certificate, puzzle: "Other" });
  assert.equal(told.accepted, false);
  assert.ok(changed > 5);
});
