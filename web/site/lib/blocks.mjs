// Blocks of code: highlighted, and whole puzzles with buttons that solve them here or open them in the playground.

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import "../assets/highlight.js";
import { escaped } from "./layout.mjs";
import { fragmentOf, PLAY, read, relative } from "./places.mjs";

const grammar = (name) => JSON.parse(read(`grammar/textmate/${name}.tmLanguage.json`));
export const GRAMMARS = [grammar("puzzle"), grammar("rhai")];
export const highlight = globalThis.puzzleHighlighter(GRAMMARS);

/** The scope of a block by its first word. */
const SCOPES = { puzzle: "source.puzzle", rhai: "source.rhai" };

/**
 * The blocks of a document that are puzzles, with the files that they are with. A fence may name its file for the whole
 * document; or the text after a block says under which name it is saved, and later blocks find it.
 */
export function puzzlesOf(markdown) {
  const found = [];
  const named = {};
  const files = {};
  const lines = markdown.split("\n");
  for (let i = 0; i < lines.length; i += 1) {
    const opened = /^```(.*)$/.exec(lines[i]);
    if (!opened) continue;
    const words = opened[1].split(/\s+/).filter(Boolean);
    const start = i + 1;
    for (i += 1; i < lines.length && !lines[i].startsWith("```"); i += 1);
    const text = `${lines.slice(start, i).join("\n")}\n`;
    const after = lines.slice(i + 1).join("\n").split("```")[0];
    const name = words[1] === "file" ? words[2] : /\.\w+$/.test(words[1] ?? "") ? words[1] : null;
    const saved = /Save it as `([\w.-]+)`/.exec(after)?.[1];
    if (name) named[name] = text;
    else if (words[0] === "puzzle") {
      const file = saved ?? "example.puzzle";
      found.push({ line: start, words, text, file, files: { ...files, [file]: text } });
    }
    if (saved) files[saved] = text;
  }
  return found.map((puzzle) => ({ ...puzzle, files: { ...named, ...puzzle.files } }));
}

/** Checks puzzles by the program, all at once; gives the codes of the errors of each. */
export function check(puzzles, program) {
  const folder = mkdtempSync(path.join(tmpdir(), "puzzlec-site-"));
  puzzles.forEach((puzzle, number) => {
    for (const [name, text] of Object.entries(puzzle.files)) {
      const full = path.join(folder, String(number), name);
      mkdirSync(path.dirname(full), { recursive: true });
      writeFileSync(full, text);
    }
  });
  let output;
  try {
    output = execFileSync(program, ["check", "--format", "json", "."], { cwd: folder, maxBuffer: 1 << 28 });
  } catch (ended) {
    if (ended.status !== 1) throw ended;
    output = ended.stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
  const codes = puzzles.map(() => []);
  for (const problem of JSON.parse(output).diagnostics) {
    const [number, ...file] = (problem.primary?.file ?? "").replace(/^\.\//, "").split("/");
    if (file.join("/") !== puzzles[number]?.file) continue;
    codes[number].push({ code: problem.code, severity: problem.severity });
  }
  return codes;
}

/** Whether a block is a whole puzzle. */
export const isWhole = ({ words }) => words[0] === "puzzle" && words[1] !== "fragment" && words[1] !== "error";

/** The HTML of a block. `puzzle` has its files if it can be opened, and `runs` if it has no errors. */
export function block({ text, words }, puzzle, url, site) {
  const scope = SCOPES[words[0]];
  const code = scope ? highlight(text.replace(/\n$/, ""), scope) : escaped(text.replace(/\n$/, ""));
  const pre = `<pre tabindex="0"><code${words[0] ? ` class="language-${escaped(words[0])}"` : ""}>${code}\n</code></pre>`;
  if (!puzzle || !site.engine) return `<div class="code">${pre}</div>\n`;
  const open = relative(url, PLAY) + fragmentOf(puzzle.file, puzzle.files);
  const run = puzzle.runs ? `<button type="button" class="run" hidden>Solve here</button>` : "";
  return `<div class="code">${pre}<div class="tools">${run}<a href="${open}">Open in the playground</a></div></div>\n`;
}
