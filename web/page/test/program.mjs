// `puzzlec serve` over a folder.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A folder with these files. */
export function folderOf(files) {
  const folder = mkdtempSync(join(tmpdir(), "served-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

/** Serves a folder; its address with the token, and a function that ends it. */
export function serveFolder(folder) {
  const child = spawn(process.env.PUZZLEC, ["serve", folder], { stdio: ["ignore", "pipe", "ignore"] });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.stdout.once("data", (text) => resolve({ address: String(text).trim(), close: async () => void child.kill() }));
  });
}
