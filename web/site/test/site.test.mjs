// The pages of the site: well-formed, all links lead somewhere, nothing comes from elsewhere, sizes.

import assert from "node:assert/strict";
import { statSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { gzipSync, inflateRawSync } from "node:zlib";
import { parse } from "parse5";
import { ENGINE, files, OUT, own, pages, text } from "./made.mjs";

/** The elements of a page. */
function* elements(node) {
  if (node.tagName) yield node;
  for (const child of node.childNodes ?? []) yield* elements(child);
}
const attribute = (node, name) => node.attrs.find((a) => a.name === name)?.value;
const parsed = new Map();
function page(file) {
  if (!parsed.has(file)) {
    const errors = [];
    const document = parse(text(file), { sourceCodeLocationInfo: true, onParseError: (e) => errors.push(`${e.code} in line ${e.startLine}`) });
    const all = [...elements(document)];
    const ids = all.map((e) => attribute(e, "id")).filter((id) => id !== undefined);
    parsed.set(file, { all, ids, errors });
  }
  return parsed.get(file);
}

test("pages are well-formed", () => {
  assert.ok(own.length > 200, `only ${own.length} pages`);
  const wrong = [];
  for (const file of own) {
    const { all, ids, errors } = page(file);
    wrong.push(...errors.map((e) => `${file}: ${e}`));
    const twice = ids.filter((id, i) => ids.indexOf(id) !== i);
    if (twice.length > 0) wrong.push(`${file}: two elements are called ${twice}`);
    if (all.filter((e) => e.tagName === "h1").length !== 1) wrong.push(`${file}: not one h1`);
    if (all.some((e) => e.tagName === "img" && attribute(e, "alt") === undefined)) wrong.push(`${file}: a picture without a description`);
  }
  assert.deepEqual(wrong, []);
});

/** The file to which a link without its fragment leads. */
function targetOf(file, way) {
  const bare = decodeURIComponent(way.split("?")[0]);
  if (bare === "") return file;
  const target = path.posix.join(path.posix.dirname(file), bare);
  return target.endsWith("/") ? `${target}index.html` : target;
}

test("links to the playground hold the texts that they open", { skip: ENGINE ? false : "the site was built without the playground" }, () => {
  let count = 0;
  for (const file of pages.filter((f) => !f.startsWith("play/"))) {
    for (const element of page(file).all) {
      const packed = /#text=(.*)$/.exec(attribute(element, "href") ?? "")?.[1];
      if (!packed) continue;
      const { file: first, files: opened } = JSON.parse(inflateRawSync(Buffer.from(packed, "base64url")).toString());
      assert.ok(first in opened, file);
      count += 1;
    }
  }
  assert.ok(count > 600, `only ${count} links`);
});

/** Fragments that are read by scripts. */
const isState = (fragment) => /^(text|p|example)=/.test(fragment);

test("links lead to pages and anchors", () => {
  const known = new Set(files);
  const wrong = [];
  let count = 0;
  for (const file of pages.filter((f) => !f.startsWith("play/"))) {
    for (const element of page(file).all) {
      for (const name of ["href", "src"]) {
        const value = attribute(element, name);
        if (value === undefined || /^(https?:|mailto:|data:)/.test(value)) continue;
        count += 1;
        const [way, fragment] = value.split("#");
        const target = targetOf(file, way);
        if (value.startsWith("/") || !known.has(target)) wrong.push(`${file}: ${value.slice(0, 100)}`);
        else if (fragment && !isState(fragment) && !page(target).ids.includes(decodeURIComponent(fragment))) wrong.push(`${file}: ${value}`);
      }
    }
  }
  assert.ok(count > 2000, `only ${count} links`);
  assert.deepEqual(wrong, []);
});

test("every page can be reached from the first one", () => {
  const seen = new Set(["index.html"]);
  const open = ["index.html"];
  while (open.length > 0) {
    const file = open.pop();
    for (const element of page(file).all) {
      const value = attribute(element, "href") ?? attribute(element, "src");
      if (!value || /^[a-z]+:/.test(value)) continue;
      const target = targetOf(file, value.split("#")[0]);
      if (seen.has(target) || !target.endsWith(".html")) continue;
      seen.add(target);
      open.push(target);
    }
  }
  assert.deepEqual(own.filter((file) => !seen.has(file)), []);
});

test("nothing comes from elsewhere", () => {
  const wrong = [];
  for (const file of own) {
    const { all } = page(file);
    const policy = all.find((e) => attribute(e, "http-equiv") === "Content-Security-Policy");
    const content = policy ? attribute(policy, "content") : "";
    if (!content.startsWith("default-src 'none'") || content.includes("unsafe-inline") || /https?:/.test(content)) wrong.push(`${file}: ${content}`);
    for (const element of all) {
      const inline = element.attrs.some((a) => a.name === "style" || a.name.startsWith("on"))
        || (element.tagName === "script" && attribute(element, "src") === undefined) || element.tagName === "style";
      if (inline) wrong.push(`${file}: ${element.tagName} inside the page`);
      const loaded = attribute(element, "src") ?? (element.tagName === "link" ? attribute(element, "href") : undefined);
      if (loaded && /^(https?:)?\/\//.test(loaded)) wrong.push(`${file}: ${loaded}`);
    }
  }
  assert.deepEqual(wrong, []);
});

const size = (file) => statSync(path.join(OUT, file)).size;
const packed = (file) => gzipSync(text(file)).length;

test("sizes", () => {
  const total = files.filter((f) => !f.startsWith("play/")).reduce((sum, file) => sum + size(file), 0);
  assert.ok(total < 16e6, `the site without the playground has ${total} bytes`);
  const loads = (file) => {
    const found = page(file).all.filter((e) => (e.tagName === "script" || e.tagName === "link") && attribute(e, "rel") !== "alternate")
      .map((e) => attribute(e, "src") ?? attribute(e, "href")).filter((f) => f && !f.startsWith("data:"));
    return [file, ...found.map((f) => path.posix.join(path.posix.dirname(file), f))];
  };
  const sum = (list) => list.reduce((all, file) => all + packed(file), 0);
  const home = sum(loads("index.html")) + sum(loads("home/home/Twelve.html"));
  const tour = sum(loads("tour/01-pegs.html"));
  const manual = sum(loads("docs/language.html"));
  const search = packed("assets/index.js") + packed("assets/minisearch.js");
  console.log(`compressed: home ${home}, step of the tour ${tour}, manual ${manual}, search ${search}; in all ${total} bytes plain`);
  assert.ok(home < 60_000 && tour < 25_000 && manual < 120_000 && search < 300_000);
});
