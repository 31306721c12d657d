// The examples as a collection that is played, and the texts of examples and of the standard library.

import { execFileSync } from "node:child_process";
import { appendFileSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { block } from "./blocks.mjs";
import { escaped, layout } from "./layout.mjs";
import { contents } from "./markdown.mjs";
import { fragmentOf, pageOf, PLAY, read, relative, ROOT, TEXTS, withUsed } from "./places.mjs";

/** Publishes files as a site below the output. Its feed and the pictures of shared links need the address of the site. */
export function publish(files, out, title, program, site) {
  const options = ["-o", `${path.join(site.out, out)}/`, "--title", title, "--states", "300000"];
  if (site.address) options.push("--address", `${site.address.replace(/\/?$/, "/")}${out}/`);
  execFileSync(program, ["publish", ...files, ...options], { cwd: ROOT, stdio: ["ignore", "ignore", "ignore"] });
}

const STYLE = `
.site { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin: 0 0 1rem; }
.embedded .site { display: none; }
`;

/** The player puts its page before everything else; the links go to the top again. */
const FIRST = `document.body.prepend(document.querySelector("nav.site"));\n`;

/** Puts the ways to the rest of the site on the pages of the collection; gives the number of its puzzles. */
export function linkCollection(site) {
  let played = 0;
  const folder = path.join(site.out, "examples");
  appendFileSync(path.join(folder, "style.css"), STYLE);
  writeFileSync(path.join(folder, "links.js"), FIRST);
  for (const page of pagesBelow(folder)) {
    const url = `examples/${path.relative(folder, page).split(path.sep).join("/")}`;
    const source = `${path.posix.dirname(url)}.puzzle`;
    const links = [["index.html", "puzzlec"], ["examples/index.html", "Examples"]];
    if (existsSync(path.join(ROOT, source))) {
      played += 1;
      links.push([pageOf(source).url, "The text of this puzzle"]);
      if (site.engine) {
        const { file, files } = withUsed(source);
        links.push([`${PLAY}${fragmentOf(file, files)}`, "Open and change this"]);
      }
    } else {
      links.push(["examples/texts.html", "All texts"], ["examples/puzzlescript/index.html", "PuzzleScript games"],
        ["examples/keys/index.html", "Puzzles with keys"]);
    }
    const shown = links.filter(([to]) => to !== url).map(([to, name]) => `<a href="${relative(url, to)}">${name}</a>`);
    const nav = `<nav class="site" aria-label="Site">${shown.join(" ")}</nav>`;
    const script = `<script src="${relative(url, "examples/links.js")}"></script>`;
    writeFileSync(page, readFileSync(page, "utf8").replace("<noscript>", `${nav}\n<noscript>`).replace("</body>", `${script}\n</body>`));
  }
  return played;
}

function pagesBelow(folder) {
  return readdirSync(folder, { recursive: true }).filter((f) => f.endsWith(".html")).map((f) => path.join(folder, f)).sort();
}

/** All files of a folder of the repository that have a page with their text. */
function textsBelow(folder) {
  return readdirSync(path.join(ROOT, folder), { recursive: true })
    .map((f) => `${folder}/${f.split(path.sep).join("/")}`)
    .filter((f) => TEXTS.includes(path.extname(f)) && statSync(path.join(ROOT, f)).size < 200_000)
    .sort();
}

/** The comment on a file. */
const aboutFile = (text) =>
  text.split("\n").filter((line) => /^\/\/!/.test(line)).map((line) => line.slice(3).trim()).join("\n").trim();

/** The published pages of the puzzles of a file. */
function playedOf(source, site) {
  const folder = path.join(site.out, source.replace(/\.puzzle$/, ""));
  if (!existsSync(folder)) return [];
  return readdirSync(folder).filter((f) => f.endsWith(".html") && f !== "index.html" && !f.includes(".rhai")).sort().map((name) => {
    const title = /<title>(.*?) · /.exec(readFileSync(path.join(folder, name), "utf8"))?.[1];
    return title ? { url: `${source.replace(/\.puzzle$/, "")}/${name}`, title } : null;
  }).filter(Boolean);
}

function writeText(source, site) {
  const { url } = pageOf(source);
  const text = read(source);
  const ending = path.extname(source);
  const puzzle = ending === ".puzzle" || (ending === ".txt" && source.includes("puzzlescript"));
  const opened = puzzle && !source.startsWith("stdlib/") ? { ...withUsed(source), runs: false } : null;
  const words = ending === ".puzzle" ? ["puzzle"] : ending === ".rhai" ? ["rhai"] : [];
  const about = aboutFile(text);
  const played = ending === ".puzzle" ? playedOf(source, site) : [];
  const list = played.map((p) => `<li><a href="${relative(url, p.url)}">${p.title}</a></li>`).join("\n");
  const folder = path.posix.dirname(source);
  const body = `<p class="crumb"><a href="${relative(url, pageOf(folder).url)}">${escaped(folder)}</a></p>
<h1>${escaped(path.posix.basename(source))}</h1>
${about.split("\n\n").map((p) => `<p>${escaped(p)}</p>`).join("\n")}
${list ? `<h2 id="play">Play</h2><ul class="many">${list}</ul><h2 id="text">Text</h2>` : ""}
${block({ text, words }, opened, url, site)}`;
  const part = source.startsWith("stdlib") ? "Documents" : "Examples";
  site.write(url, layout({ url, title: source, about: about.split("\n\n")[0] || source, part, body, scripts: [] }, site));
  const words2 = `${about} ${played.map((p) => p.title).join(", ")}`;
  if (puzzle) site.index(url, source, [{ id: "", title: "", text: words2 }]);
}

function writeFolder(folder, files, site) {
  const top = folder === "examples";
  const url = top ? "examples/texts.html" : pageOf(folder).url;
  const item = (file) => {
    const about = path.extname(file) === ".puzzle" ? aboutFile(read(file)).split("\n\n")[0].split(/(?<=\.)\s/)[0].replace(/\s*\n\s*/g, " ") : "";
    return `<li><a href="${relative(url, pageOf(file).url)}">${escaped(file.slice(folder.length + 1))}</a>${about ? ` – ${escaped(about)}` : ""}</li>`;
  };
  const sections = new Map();
  for (const file of files) {
    const inner = top ? path.posix.dirname(file).slice(folder.length + 1).split("/")[0] : "";
    sections.set(inner, [...(sections.get(inner) ?? []), file]);
  }
  const lists = [...sections].map(([name, members]) =>
    `${name ? `<h2 id="${name}">${name}</h2>` : ""}<ul>${members.map(item).join("\n")}</ul>`);
  const side = contents([...sections.keys()].filter(Boolean).map((name) => ({ depth: 2, id: name, text: name })));
  const above = path.posix.dirname(folder);
  const up = folder === "stdlib" ? ["docs/index.html", "Documents"] : top ? ["examples/index.html", "Examples"]
    : above === "examples" ? ["examples/texts.html", "examples"] : [pageOf(above).url, above];
  const title = folder === "stdlib" ? "The standard library" : top ? "The texts of the examples" : folder;
  site.write(url, layout({ url, title, part: folder === "stdlib" ? "Documents" : "Examples",
    body: `<p class="crumb"><a href="${relative(url, up[0])}">${up[1]}</a></p><h1>${escaped(title)}</h1>${lists.join("\n")}`, side }, site));
}

/** Writes the texts of the examples and of the standard library, with a page for each folder. */
export function writeTexts(site) {
  for (const top of ["examples", "stdlib"]) {
    const files = textsBelow(top);
    for (const file of files) writeText(file, site);
    const folders = new Set(files.flatMap((file) => {
      const parts = path.posix.dirname(file).split("/");
      return parts.map((_, i) => parts.slice(0, i + 1).join("/"));
    }));
    for (const folder of folders) writeFolder(folder, files.filter((f) => f.startsWith(`${folder}/`)), site);
  }
}

