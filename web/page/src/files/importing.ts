// Files that are dropped or chosen: ours are opened, those of other tools translated.

import type { Engine } from "../engine/engine.js";
import { reasonOf } from "../engine/engine.js";
import { say } from "../ui/notice.js";
import { freeName, type Snapshot } from "./workspace.js";

/** The largest file that is read, in bytes. */
const MOST = 4 << 20;

export interface Imported {
  snapshot: Snapshot;
  remarks: string[];
}

/** Reads files; null if none of them is a puzzle. A certificate is handed to `certificate`. */
export async function importFiles(engine: Engine, list: readonly File[], certificate: (text: string) => void): Promise<Imported | null> {
  const files = new Map<string, string>();
  const remarks: string[] = [];
  for (const file of list) {
    if (file.size > MOST) {
      say(`${file.name} has more than 4 MiB.`);
      continue;
    }
    const bytes = new Uint8Array(await file.arrayBuffer());
    const text = decoded(bytes);
    if (text !== null && /\.(puzzle|rhai)$/.test(file.name)) files.set(freeName(file.name, files), text);
    else if (text !== null && /"(kind|format)"\s*:\s*"(puzzlec-world-)?certificate"/.test(text)) certificate(text);
    else if (text !== null && list.length > 1 && isDomain(text)) continue;
    else {
      try {
        const answer = await engine.request(text === null
          ? { do: "import", name: file.name, base64: base64(bytes) }
          : { do: "import", name: file.name, text });
        files.set(freeName(answer.name, files), answer.text);
        remarks.push(...answer.remarks);
      } catch (error) {
        // A game of PuzzleScript is also read in its own language.
        if (text !== null && file.name.endsWith(".txt")) files.set(freeName(file.name, files), text);
        else say(`${file.name}: ${reasonOf(error)}`);
      }
    }
  }
  const first = [...files.keys()].find((name) => !name.endsWith(".rhai")) ?? [...files.keys()][0];
  return first === undefined ? null : { snapshot: { file: first, files: Object.fromEntries(files) }, remarks };
}

/** Whether a text is a domain of PDDL: the predicates of the problem beside it tell the game. */
const isDomain = (text: string): boolean => /^\s*\(\s*define\s*\(\s*domain\b/im.test(text);

/** A text, unless the bytes are none. */
function decoded(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes).replace(/\r\n?/g, "\n");
  } catch {
    return null;
  }
}

function base64(bytes: Uint8Array): string {
  let letters = "";
  for (let at = 0; at < bytes.length; at += 4096) letters += String.fromCharCode(...bytes.subarray(at, at + 4096));
  return btoa(letters);
}

/** Takes files that are dropped anywhere on the page. */
export function acceptDrops(take: (files: readonly File[]) => void): void {
  const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") ?? false;
  let depth = 0;
  const mark = (by: number): void => {
    depth = Math.max(0, depth + by);
    document.body.classList.toggle("dropping", depth > 0);
  };
  window.addEventListener("dragenter", (event) => hasFiles(event) && mark(1));
  window.addEventListener("dragleave", (event) => hasFiles(event) && mark(-1));
  window.addEventListener("dragover", (event) => {
    if (hasFiles(event)) event.preventDefault();
  });
  // Before the editor, which would insert the text.
  window.addEventListener("drop", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    event.stopPropagation();
    mark(-depth);
    take([...(event.dataTransfer?.files ?? [])]);
  }, true);
}
