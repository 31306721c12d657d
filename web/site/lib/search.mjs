// The index of the search: every section of every page.

import MiniSearch from "minisearch";

/** What the index and the page's script agree on. */
const OPTIONS = { fields: ["title", "page", "text"], storeFields: ["title", "page", "url", "start"] };

/** Collects sections, and gives the index as a script: pages that are opened from a disk may load scripts only. */
export function searchIndex() {
  const sections = [];
  const bare = (text) => text.replace(/\]\([^)]*\)/g, "]").replace(/[`*#|[\]!]|-{3,}/g, " ").replace(/\s+/g, " ").trim();
  return {
    add(url, page, parts) {
      for (const { id, title, text } of parts) {
        const words = bare(text);
        if (!title && !words) continue;
        const start = words.length > 140 ? `${words.slice(0, 140).replace(/\s\S*$/, "")} …` : words;
        sections.push({ id: sections.length, url: id ? `${url}#${id}` : url, page, title: title || page, text: words, start });
      }
    },
    script() {
      const index = new MiniSearch(OPTIONS);
      index.addAll(sections);
      const text = JSON.stringify(JSON.stringify(index)).replace(/\u2028|\u2029/g, " ");
      return `globalThis.puzzleIndex = { options: ${JSON.stringify(OPTIONS)}, text: ${text} };\n`;
    },
    get size() {
      return sections.length;
    },
  };
}
