// Which puzzle of a text is meant.

const HEAD = /^[ \t]*puzzle[ \t]+([_\p{L}][\p{L}\p{N}_]*)/gmu;

/** The names of the puzzles of a text, with the offsets of their heads. */
export function puzzles(text: string): { name: string; offset: number }[] {
  return [...text.matchAll(HEAD)].map((found) => ({ name: found[1] ?? "", offset: found.index }));
}

/** The puzzle around an offset: the last one that begins before it, or else the first. */
export function puzzleAt(text: string, offset: number): string | undefined {
  const all = puzzles(text);
  const line = text.indexOf("\n", offset);
  const end = line < 0 ? text.length : line;
  return (all.filter((p) => p.offset <= end).at(-1) ?? all[0])?.name;
}
