// What needs no editor: which puzzle is meant, and the page of a solution.
import assert from "node:assert/strict";
import { test } from "node:test";
import { escape, page, position } from "../dist/test/page.mjs";
import { puzzleAt, puzzles } from "../dist/test/puzzles.mjs";

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
  };
  const html = page(solution, "abc");
  assert.match(html, /data-at="1">a1 → b1</);
  assert.match(html, /1 move, least/);
  assert.equal(html.match(/<\/script>/g).length, 1);
  assert.match(html, /script-src 'nonce-abc'/);
});
