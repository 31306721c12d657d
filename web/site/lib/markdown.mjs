// Markdown to HTML: headings with anchors, links between documents, blocks of puzzles.

import path from "node:path";
import { Marked } from "marked";
import { escaped } from "./layout.mjs";
import { pageOf, relative } from "./places.mjs";

/** The anchor of a heading, as in the links of the documents: letters, digits, `-` and `_`. */
export function anchors() {
  const taken = new Map();
  return (heading) => {
    const slug = heading.toLowerCase().replace(/[^\p{L}\p{N}\p{M} _-]/gu, "").replace(/ /g, "-");
    const count = taken.get(slug) ?? 0;
    taken.set(slug, count + 1);
    return count === 0 ? slug : `${slug}-${count}`;
  };
}

/** The text of inline tokens, without marks. */
const plain = (tokens) => tokens.map((t) => (t.tokens ? plain(t.tokens) : t.type === "escape" ? t.text : t.text ?? "")).join("");
const unescaped = (text) =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name) => ({ amp: "&", lt: "<", gt: ">", quot: "\"", "#39": "'" })[name]);

/**
 * Renders a document.
 *
 * @param {string} text
 * @param {string} source its path in the repository, from which its links go
 * @param {string} url its page
 * @param {{ code: (block: { text: string, words: string[] }) => string,
 *   copy: (file: string, url: string) => void, has: (url: string) => boolean, missing: (link: string) => void }} hooks
 * @returns {{ html: string, title: string, headings: { depth: number, id: string, text: string }[],
 *   sections: { id: string, title: string, text: string }[] }}
 */
export function render(text, source, url, hooks) {
  const slug = anchors();
  const headings = [];
  const sections = [{ id: "", title: "", text: "" }];

  const target = (href) => {
    // A page of the site that is no document of the repository; texts of the site name it so.
    if (href.startsWith("site:")) return hooks.has(href.slice(5)) ? { href: relative(url, href.slice(5)) } : null;
    if (/^[a-z]+:/.test(href)) return { href, away: true };
    if (href.startsWith("#")) return { href };
    const [file, fragment] = href.split("#");
    const full = path.posix.normalize(path.posix.join(path.posix.dirname(source), file));
    const page = full.startsWith("..") ? null : pageOf(full);
    if (!page) {
      hooks.missing(full);
      return null;
    }
    if (page.outside) return null;
    if (page.copy) hooks.copy(page.copy, page.url);
    return { href: relative(url, fragment === undefined ? page.url : `${page.url}#${fragment}`) };
  };

  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const heading = unescaped(plain(tokens));
        const id = slug(heading);
        headings.push({ depth, id, text: heading });
        const mark = depth > 1 ? ` <a class="anchor" href="#${id}" aria-label="Link to: ${escaped(heading)}">#</a>` : "";
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}${mark}</h${depth}>\n`;
      },
      code({ text: block, lang }) {
        return hooks.code({ text: block, words: (lang ?? "").split(/\s+/).filter(Boolean) });
      },
      table(token) {
        const cell = (c, tag) => `<${tag}${tag === "th" ? " scope=\"col\"" : ""}>${this.parser.parseInline(c.tokens)}</${tag}>`;
        const head = token.header.every((c) => c.text === "") ? "" : `<thead><tr>${token.header.map((c) => cell(c, "th")).join("")}</tr></thead>`;
        const rows = token.rows.map((row) => `<tr>${row.map((c) => cell(c, "td")).join("")}</tr>`);
        return `<div class="table" tabindex="0" role="group" aria-label="Table"><table>${head}<tbody>${rows.join("\n")}</tbody></table></div>\n`;
      },
      link({ href, tokens }) {
        const to = target(href);
        const inner = this.parser.parseInline(tokens);
        if (!to) return inner;
        return `<a href="${escaped(to.href)}"${to.away ? " rel=\"noreferrer external\"" : ""}>${inner}</a>`;
      },
      image({ href, text: alt }) {
        const to = target(href);
        return `<img src="${escaped(to?.href ?? href)}" alt="${escaped(unescaped(alt))}" loading="lazy">`;
      },
      html({ text: raw }) {
        return escaped(raw);
      },
    },
  });
  const tokens = marked.lexer(text);
  const seen = anchors();
  for (const token of tokens) {
    if (token.type === "heading") {
      const heading = unescaped(plain(token.tokens));
      sections.push({ id: seen(heading), title: heading, text: "" });
    } else {
      sections[sections.length - 1].text += `${token.type === "code" ? "" : token.raw} `;
    }
  }
  const html = marked.parser(tokens);
  const title = headings[0]?.text ?? path.basename(source);
  return { html, title, headings, sections };
}

/** The list of the headings of a page; the empty text if they are few. */
export function contents(headings, name = "On this page") {
  const shown = headings.filter((h) => h.depth === 2 || h.depth === 3);
  if (shown.length < 2) return "";
  const items = shown.map((h) => `<li class="depth-${h.depth}"><a href="#${h.id}">${escaped(h.text)}</a></li>`);
  return `<aside class="side"><details open><summary>${name}</summary><nav aria-label="${name}"><ul>${items.join("\n")}</ul></nav></details></aside>`;
}
