// What needs no editor: which puzzle is meant, the page of a board, where the program is.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { escape, page } from "../dist/test/page.mjs";
import { puzzleAt, puzzles } from "../dist/test/puzzles.mjs";
import { find, missing, packaged } from "../dist/test/server.mjs";

const TEXT = "use peg\npuzzle A {\n    title \"puzzle B\"\n}\n  puzzle Größe(n: int) {\n}\n";

test("puzzles are found by their heads", () => {
  assert.deepEqual(puzzles(TEXT).map((p) => p.name), ["A", "Größe"]);
});

test("the puzzle around the cursor", () => {
  assert.equal(puzzleAt(TEXT, 0), "A");
  assert.equal(puzzleAt(TEXT, TEXT.indexOf("title")), "A");
  assert.equal(puzzleAt(TEXT, TEXT.indexOf("Größe")), "Größe");
  assert.equal(puzzleAt(TEXT, TEXT.length), "Größe");
  assert.equal(puzzleAt("use peg", 3), undefined);
});

test("a page lets nothing out of its texts and runs only its own program", () => {
  assert.equal(escape(`<"'>`), "&#60;&#34;&#39;&#62;");
  const html = page("</title><script>", "p { margin: 0 }", 'a".js', "abc");
  assert.equal(html.match(/<script/g).length, 1);
  assert.match(html, /script-src &#39;nonce-abc&#39;/);
  assert.match(html, /<script nonce="abc" src="a&#34;.js">/);
  assert.match(html, /<style nonce="abc">\np { margin: 0 }/);
});

test("the page has every element that its programs look for", () => {
  const html = page("t", "", "s", "n");
  const program = readFileSync(join(import.meta.dirname, "../dist/board.js"), "utf8");
  const wanted = new Set([...program.matchAll(/find\("([a-z-]+)"\)/g), ...program.matchAll(/\b(?:act|tell)\("([a-z-]+)"/g)].map((found) => found[1]));
  assert.ok(wanted.size > 30);
  for (const id of wanted) assert.ok(html.includes(`id="${id}"`), id);
});

/** A machine with these files. */
function machine(files, environment = {}, windows = false) {
  const isFile = (path) => files.includes(path);
  return { environment: { PATH: "", ...environment }, home: join("/home/me"), windows, isFile };
}

test("the program is looked for on the path and in cargo's folder", () => {
  const cargo = join("/home/me", ".cargo", "bin", "puzzlec");
  const usual = join("/usr/bin", "puzzlec");
  assert.equal(find("puzzlec", machine([cargo, usual], { PATH: "/usr/bin" })), usual);
  assert.equal(find("puzzlec", machine([cargo], { PATH: "/usr/bin" })), cargo);
  const moved = join("/opt/cargo", "bin", "puzzlec");
  assert.equal(find("puzzlec", machine([moved], { CARGO_HOME: "/opt/cargo" })), moved);
  assert.equal(find("puzzlec", machine([`${cargo}.exe`], {}, true)), `${cargo}.exe`);
  assert.equal(find("/my/server", machine(["/my/server"])), "/my/server");
  assert.equal(find("/my/server", machine([cargo])), undefined);
});

test("the extension may have a program of its own", () => {
  const own = join("/extensions/puzzlec", "server", "puzzlec");
  assert.equal(packaged("/extensions/puzzlec", machine([own])), own);
  assert.equal(packaged("/extensions/puzzlec", machine([`${own}.exe`], {}, true)), `${own}.exe`);
  assert.equal(packaged("/extensions/puzzlec", machine([])), undefined);
});

test("a missing program is reported in one sentence", () => {
  const folder = join("/home/me", ".cargo", "bin");
  assert.equal(
    missing("puzzlec", machine([])),
    `The program puzzlec is neither on the path nor in ${folder}: install it, or name it in the setting puzzlec.server.path.`,
  );
  assert.equal(missing("/my/server", machine([])), "There is no program /my/server: correct the setting puzzlec.server.path.");
});
