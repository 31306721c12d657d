// Markdown as elements: paragraphs, headings, lists, blocks of code, emphasis, code and links. Nothing is read as HTML.

import { make } from "./dom.js";

/** The parts of a line: code, emphasis, links. */
function inline(text: string): (Node | string)[] {
  const parts: (Node | string)[] = [];
  const form = /(`+)(.+?)\1|\*\*(.+?)\*\*|\*([^*\s][^*]*?)\*|_([^_\s][^_]*?)_(?!\w)|\[([^\]]+)\]\(([^)\s]+)\)/g;
  let end = 0;
  for (const found of text.matchAll(form)) {
    const [whole, , code, strong, star, under, label, address] = found;
    parts.push(text.slice(end, found.index));
    end = found.index + whole.length;
    if (code !== undefined) parts.push(make("code", {}, code.trim()));
    else if (strong !== undefined) parts.push(make("strong", {}, ...inline(strong)));
    else if (label !== undefined && address !== undefined) {
      const outside = /^https?:/.test(address);
      parts.push(outside ? make("a", { href: address, target: "_blank", rel: "noopener noreferrer" }, label) : make("span", {}, label));
    } else parts.push(make("em", {}, star ?? under ?? ""));
  }
  parts.push(text.slice(end));
  return parts;
}

/** A sentence with code in backquotes. */
export function coded(text: string): (Node | string)[] {
  return text.split(/`([^`]+)`/).map((part, at) => (at % 2 === 1 ? make("code", {}, part) : part));
}

/** The elements of a Markdown text. */
export function markdown(text: string): HTMLElement[] {
  const blocks: HTMLElement[] = [];
  const lines = text.split("\n");
  let paragraph: string[] = [];
  let list: HTMLUListElement | null = null;
  const finish = (): void => {
    if (paragraph.length > 0) blocks.push(make("p", {}, ...inline(paragraph.join(" "))));
    paragraph = [];
    list = null;
  };
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    const fence = /^\s*(```+|~~~+)/.exec(line)?.[1];
    const heading = /^(#{1,6})\s+(.*)$/.exec(line);
    const item = /^\s*(?:[-*]|\d+\.)\s+(.*)$/.exec(line);
    if (fence !== undefined) {
      finish();
      const code: string[] = [];
      for (at += 1; at < lines.length && !(lines[at] ?? "").trim().startsWith(fence); at += 1) code.push(lines[at] ?? "");
      blocks.push(make("pre", { tabindex: "0" }, make("code", {}, code.join("\n"))));
    } else if (heading) {
      finish();
      blocks.push(make("h3", {}, ...inline(heading[2] ?? "")));
    } else if (/^\s*---+\s*$/.test(line)) {
      finish();
      blocks.push(make("hr"));
    } else if (item) {
      if (paragraph.length > 0) finish();
      if (list === null) blocks.push((list = make("ul")));
      list.append(make("li", {}, ...inline(item[1] ?? "")));
    } else if (line.trim() === "") finish();
    else if (list !== null && /^\s+/.test(line)) (list as HTMLUListElement).lastElementChild?.append(" ", ...inline(line.trim()));
    else {
      if (list !== null) finish();
      paragraph.push(line.trim());
    }
  }
  finish();
  return blocks;
}
