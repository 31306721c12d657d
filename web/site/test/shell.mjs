// Runs the commands of a document as they are shown, and compares their output.

import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** The differences between what a document shows and what its commands print. */
export function follow(markdown, program) {
  const folder = mkdtempSync(path.join(tmpdir(), "puzzlec-text-"));
  const tools = mkdtempSync(path.join(tmpdir(), "puzzlec-tools-"));
  symlinkSync(program, path.join(tools, "puzzlec"));
  const env = { ...process.env, PATH: `${tools}:${process.env.PATH}`, NO_COLOR: "1" };
  const wrong = [];
  let printed = null;
  let ran = 0;
  const blocks = [...markdown.matchAll(/^```(\w*)[^\n]*\n([^]*?)^```$([^]*?)(?=^```|$(?![^]))/gm)];
  for (const [, word, text, after] of blocks) {
    const saved = /Save it as `([\w./-]+)`/.exec(after)?.[1];
    if (saved) {
      mkdirSync(path.dirname(path.join(folder, saved)), { recursive: true });
      writeFileSync(path.join(folder, saved), text);
    }
    if (word === "console") {
      const { stdout, stderr } = spawnSync("sh", ["-c", text], { cwd: folder, env, encoding: "utf8" });
      printed = `${stdout}${stderr}`;
      ran += 1;
    }
    if (word === "text" && printed.trim() !== text.trim()) wrong.push({ shown: text, printed });
  }
  rmSync(folder, { recursive: true });
  rmSync(tools, { recursive: true });
  return { wrong, ran };
}
