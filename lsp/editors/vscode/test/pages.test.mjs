// What needs no editor: which puzzle is meant, and the page of a solution.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { escape, page, position } from "../dist/test/page.mjs";
import { puzzleAt, puzzles } from "../dist/test/puzzles.mjs";
import { find, missing } from "../dist/test/server.mjs";

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

test("what changed is marked, and marks stand for themselves", () => {
  assert.equal(position(["o<", ". "], ["..", ". "]), "<b>o</b><b>&#60;</b>\n. ");
  assert.equal(position(["&"], undefined), "&#38;");
  assert.equal(escape(`<"'>`), "&#60;&#34;&#39;&#62;");
});

test("a page has every step and lets nothing out of its script", () => {
  const solution = {
    title: "</script><b>",
    label: "1 move, least",
    start: ["o."],
    steps: [{ notation: "a1 → b1", after: ["</script>"] }],
    outdated: false,
  };
  const html = page(solution, "abc");
  assert.match(html, /data-at="1">a1 → b1</);
  assert.match(html, /1 move, least/);
  assert.equal(html.match(/<\/script>/g).length, 1);
  assert.match(html, /script-src 'nonce-abc'/);
});

/** A machine with these files. */
function machine(files, environment = {}, windows = false) {
  const isFile = (path) => files.includes(path);
  return { environment: { PATH: "", ...environment }, home: join("/home/me"), windows, isFile };
}

test("the server is looked for on the path and in cargo's folder", () => {
  const cargo = join("/home/me", ".cargo", "bin", "puzzlec-lsp");
  const usual = join("/usr/bin", "puzzlec-lsp");
  assert.equal(find("puzzlec-lsp", machine([cargo, usual], { PATH: "/usr/bin" })), usual);
  assert.equal(find("puzzlec-lsp", machine([cargo], { PATH: "/usr/bin" })), cargo);
  const moved = join("/opt/cargo", "bin", "puzzlec-lsp");
  assert.equal(find("puzzlec-lsp", machine([moved], { CARGO_HOME: "/opt/cargo" })), moved);
  assert.equal(find("puzzlec-lsp", machine([`${cargo}.exe`], {}, true)), `${cargo}.exe`);
  assert.equal(find("/my/server", machine(["/my/server"])), "/my/server");
  assert.equal(find("/my/server", machine([cargo])), undefined);
});

test("a server that is missing is said in one sentence", () => {
  const folder = join("/home/me", ".cargo", "bin");
  assert.equal(
    missing("puzzlec-lsp", machine([])),
    `The program puzzlec-lsp is neither on the path nor in ${folder}: install it, or name it in the setting puzzlec.server.path.`,
  );
  assert.equal(missing("/my/server", machine([])), "There is no program /my/server: correct the setting puzzlec.server.path.");
});
