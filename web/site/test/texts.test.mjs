// The puzzles of all documents, the commands of the site's own texts, and the words.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { isWhole, puzzlesOf } from "../lib/blocks.mjs";
import { checkAll, documents } from "../lib/documents.mjs";
import { SITE } from "../lib/places.mjs";
import { PROGRAM } from "./program.mjs";
import { follow } from "./shell.mjs";

const list = documents(PROGRAM);
checkAll(list, PROGRAM);

/** Blocks that are whole puzzles by their mark, but need a file that is not in the document, or have a mistake on purpose. */
const EXCEPTIONS = new Map([
  ["docs/tutorial.md", ["P0102"]],
  ["docs/scripting.md", ["P0801", "P0806", "P0802", "P0608", "P0601"]],
]);

/** Some codes are found by a search only. */
function printed({ file, files }) {
  const folder = mkdtempSync(path.join(tmpdir(), "puzzlec-code-"));
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  const run = (...words) => spawnSync(PROGRAM, [...words, file], { cwd: folder, encoding: "utf8" });
  const all = [run("test", "--timeout", "1s"), run("test", "--states", "1"), run("solve", "--timeout", "5s")].map(({ stdout, stderr }) => stdout + stderr).join("");
  rmSync(folder, { recursive: true });
  return all;
}

test("the puzzles of all documents have no errors, or those that they name", () => {
  const wrong = [];
  let whole = 0;
  for (const { source, puzzles } of list) {
    for (const puzzle of puzzles) {
      const codes = puzzle.problems.map((p) => p.code);
      const errors = puzzle.problems.filter((p) => p.severity === "error").map((p) => p.code);
      if (puzzle.words[1] === "error") {
        if (!codes.includes(puzzle.words[2]) && !printed(puzzle).includes(puzzle.words[2])) wrong.push(`${source}:${puzzle.line}: ${puzzle.words[2]} is named, ${codes} found`);
      } else if (isWhole(puzzle)) {
        whole += 1;
        if (errors.some((code) => !(EXCEPTIONS.get(source) ?? []).includes(code))) wrong.push(`${source}:${puzzle.line}: ${errors}`);
      }
    }
  }
  assert.ok(whole > 120, `only ${whole} whole puzzles`);
  assert.deepEqual(wrong, []);
});

test("every code has a page", () => {
  const codes = list.filter((d) => d.code);
  assert.ok(codes.length > 100);
  for (const document of codes) assert.match(document.text, new RegExp(`^# ${document.code}: `));
});

test("the commands of the site's own texts print what is shown", () => {
  for (const name of readdirSync(path.join(SITE, "texts")).filter((f) => f.endsWith(".md"))) {
    const { wrong, ran } = follow(readFileSync(path.join(SITE, "texts", name), "utf8"), PROGRAM);
    assert.deepEqual(wrong, [], name);
    assert.ok(ran > 0, name);
  }
});

test("a file is found by the blocks after it", () => {
  const found = puzzlesOf("```puzzle\na\n```\nSave it as `x.puzzle`.\n\n```puzzle\nuse \"./x.puzzle\"\n```\n");
  assert.deepEqual(found.map((p) => Object.keys(p.files)), [["x.puzzle"], ["x.puzzle", "example.puzzle"]]);
});

/** The phrases that no text of the project has; the list is that of `tests/tidy/words.rs`. */
test("the words are those of the house", () => {
  const rules = readFileSync(new URL("../../../tests/tidy/words.rs", import.meta.url), "utf8").split("const PHRASES")[1].split("];")[0];
  const phrases = [...rules.matchAll(/\("([^"]+)", /g)].map(([, phrase]) => phrase);
  assert.ok(phrases.length > 10);
  const wrong = [];
  for (const folder of ["tour", "texts", "../../docs"]) {
    const names = readdirSync(path.join(SITE, folder)).filter((f) => folder !== "../../docs" || f === "playground.md");
    for (const name of names) {
      const text = readFileSync(path.join(SITE, folder, name), "utf8");
      const lower = text.toLowerCase();
      for (const phrase of phrases) if (new RegExp(`(?<![\\p{L}_])${phrase}(?![\\p{L}_])`, "u").test(lower)) wrong.push(`${name}: ${phrase}`);
      for (const [sentence] of text.matchAll(/(^|[.:] |\n)What [^.?!|"]*[.!|"]/g)) wrong.push(`${name}: ${sentence}`);
    }
  }
  assert.deepEqual(wrong, []);
});
