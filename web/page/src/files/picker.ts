// The system's dialog for files.

import { find } from "../ui/dom.js";

/** Lets the user choose files. */
export function pickFiles(take: (files: readonly File[]) => void): () => void {
  const input = find<HTMLInputElement>("file");
  input.addEventListener("change", () => {
    take([...(input.files ?? [])]);
    input.value = "";
  });
  return () => input.click();
}
