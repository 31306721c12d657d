// The documents: `docs`, the pages of codes, those of the project, and the texts of the site itself.

import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { block, check, isWhole, puzzlesOf } from "./blocks.mjs";
import { escaped, layout } from "./layout.mjs";
import { contents, render } from "./markdown.mjs";
import { pageOf, PROJECT, read, relative, ROOT, SITE } from "./places.mjs";

/** The groups of the page of all documents. What is in no group is in the last one. */
const GROUPS = [
  ["Write puzzles", ["tutorial", "language", "constructs", "scripting"]],
  ["Come from another tool", ["from-puzzlescript", "from-pddl", "importing", "collection"]],
  ["Teach", ["classroom", "playground"]],
  ["Play, draw, publish", ["playing", "pictures", "publishing", "gallery"]],
  ["Prove and count", ["certificates", "theories", "sequences", "long-runs", "scale", "performance"]],
  ["Papers, statement by statement", []],
  ["Programs and editors", ["editors", "json", "pddl", "plugins"]],
  ["The project", []],
];

/** Texts that are written for the site, read as if they were in `docs`. */
const OWN = ["classroom"];

/** All documents: their path in the repository and their text. */
export function documents(program) {
  const folder = (name) => readdirSync(path.join(ROOT, name)).filter((f) => f.endsWith(".md")).sort().map((f) => `${name}/${f}`);
  const all = [...folder("docs"), ...folder("docs/papers"), ...PROJECT.filter((f) => existsSync(path.join(ROOT, f)))];
  const found = all.map((source) => ({ source, text: read(source) }));
  for (const name of OWN) {
    found.push({ source: `docs/${name}.md`, text: readFileSync(path.join(SITE, `texts/${name}.md`), "utf8") });
  }
  const codes = execFileSync(program, ["explain"], { encoding: "utf8" }).split("\n").filter((line) => /^P\d{4} /.test(line));
  for (const line of codes) {
    const [code, severity] = line.split(/\s+/);
    const source = `crates/base/codes/${code}.md`;
    found.push({ source, text: read(source), code, severity });
  }
  return found.map((document) => ({
    ...document,
    url: pageOf(document.source).url,
    puzzles: puzzlesOf(document.text),
  }));
}

/** Adds to every puzzle of the documents the problems that `puzzlec check` finds. */
export function checkAll(list, program) {
  const puzzles = list.flatMap((document) => document.puzzles);
  check(puzzles, program).forEach((problems, i) => {
    puzzles[i].problems = problems;
    puzzles[i].runs = isWhole(puzzles[i]) && problems.every((p) => p.severity !== "error");
  });
}

/** Writes the page of a document; gives what the search needs. */
export function writeDocument(document, site) {
  const left = [...document.puzzles];
  const code = (found) => {
    const at = left.findIndex((p) => p.text.trim() === found.text.trim());
    const puzzle = at < 0 ? null : left.splice(at, 1)[0];
    const opens = puzzle && (puzzle.runs || puzzle.words[1] === "error");
    return block(found, opens ? puzzle : null, document.url, site);
  };
  const page = render(document.text, document.source, document.url, {
    code,
    copy: (file, url) => site.copy(file, url),
    has: (url) => site.has(url),
    missing: (link) => site.missing.push(`${document.source}: ${link}`),
  });
  const [part, way, name] = document.code
    ? ["Documents", "codes/index.html", "Codes"]
    : ["Documents", "docs/index.html", "Documents"];
  const crumb = `<p class="crumb"><a href="${relative(document.url, way)}">${name}</a></p>\n`;
  const about = page.sections.find((s) => s.text.trim())?.text.replace(/[`*\[\]]|\([^)]*\)/g, "").trim().slice(0, 150);
  site.write(document.url, layout({
    url: document.url, title: page.title, about, part, side: contents(page.headings), body: crumb + page.html,
    scripts: left.length < document.puzzles.length ? ["assets/engine.js", "assets/run.js"] : [],
  }, site));
  document.title = document.source === "README.md" ? "Overview" : page.title;
  site.index(document.url, page.title, page.sections);
}

/** Writes the page that lists all documents, and that of the codes. */
export function writeLists(list, site) {
  const url = "docs/index.html";
  const nameOf = (d) => (d.source.startsWith("docs/") ? path.basename(d.source, ".md") : null);
  const link = (from) => (d) => `<li><a href="${relative(from, d.url)}">${escaped(d.title)}</a></li>`;
  const open = list.filter((d) => !d.code);
  const groups = GROUPS.map(([heading, names]) => {
    const inGroup = (d) => names.includes(nameOf(d))
      || (heading.startsWith("Papers") && d.source.startsWith("docs/papers/"))
      || (heading.startsWith("The project") && !d.source.startsWith("docs/"));
    const members = open.filter(inGroup);
    members.sort((a, b) => names.indexOf(nameOf(a)) - names.indexOf(nameOf(b)));
    return [heading, members];
  });
  const listed = new Set(groups.flatMap(([, members]) => members));
  groups[groups.length - 1][1].push(...open.filter((d) => !listed.has(d)));
  const extra = { "Programs and editors": `<li><a href="${relative(url, "codes/index.html")}">Codes of errors and warnings</a></li>`,
    "Write puzzles": `<li><a href="${relative(url, "stdlib/index.html")}">The standard library</a></li>
<li><a href="${relative(url, "examples/texts.html")}">The texts of the examples</a></li>` };
  const body = groups.map(([heading, members]) =>
    `<section><h2>${heading}</h2><ul>${members.map(link(url)).join("\n")}${extra[heading] ?? ""}</ul></section>`);
  site.write(url, layout({ url, title: "Documents", part: "Documents", wide: true,
    body: `<h1>Documents</h1>\n<div class="columns">${body.join("\n")}</div>` }, site));

  const codes = list.filter((d) => d.code);
  const rows = codes.map((d) => `<tr><td><a href="${d.code}.html">${d.code}</a></td><td>${d.severity}</td><td>${escaped(d.title.replace(/^P\d+: /, ""))}</td></tr>`);
  site.write("codes/index.html", layout({ url: "codes/index.html", title: "Codes", part: "Documents",
    body: `<p class="crumb"><a href="../docs/index.html">Documents</a></p><h1>Codes</h1>
<p>Every error and warning has a code. <code>puzzlec explain CODE</code> prints the same pages.</p>
<div class="table" tabindex="0" role="group" aria-label="Table"><table><thead><tr><th scope="col">code</th><th scope="col">severity</th><th scope="col">title</th></tr></thead><tbody>${rows.join("\n")}</tbody></table></div>` }, site));
}
