// The built modules and the program, for tests that compare them.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { load } from "../module/client.js";

const here = path.dirname(fileURLToPath(import.meta.url));
export const root = path.join(here, "../..");
export const dist = process.env.PUZZLEC_DIST ?? path.join(here, "../dist");
export const program = process.env.PUZZLEC ?? path.join(root, "target/release/puzzlec");

const compiled = new Map();

/** A new module of this name. */
export async function module(name = "puzzlec", host = {}) {
  if (!compiled.has(name)) compiled.set(name, new WebAssembly.Module(fs.readFileSync(path.join(dist, `${name}.wasm`))));
  return load(compiled.get(name), host);
}

/** The value of a request that must not fail. */
export function ask(made, request) {
  const answer = made.request(request);
  if (!("ok" in answer)) throw new Error(`${request.do}: ${answer.failed.why}`);
  return answer.ok;
}

/** What the program prints; it may end with any code. */
export const run = (words, options) => command(program, words, options);

/** What a command prints. */
export function command(name, words, options = {}) {
  return new Promise((resolve) => {
    // Results of earlier runs change statistics.
    const env = { ...process.env, PUZZLEC_CACHE: "" };
    execFile(name, words, { maxBuffer: 1 << 30, env, ...options }, (error, stdout, stderr) => {
      resolve({ code: error ? error.code : 0, stdout, stderr });
    });
  });
}

/** The files of a folder and its folders that puzzles use, by their paths from there. */
export function texts(folder) {
  const found = {};
  for (const entry of fs.readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(puzzle|rhai|toml|txt)$/.test(entry.name)) continue;
    const file = path.join(entry.parentPath ?? entry.path, entry.name);
    found[path.relative(folder, file).replaceAll(path.sep, "/")] = fs.readFileSync(file, "utf8");
  }
  return found;
}

/** A report without what depends on the size of addresses. */
export function comparable(report) {
  const { statistics, ...rest } = report;
  return { ...rest, statistics: { states: statistics.states, expanded: statistics.expanded } };
}

/** The UTF-16 units before a byte of a text. */
export function units(text, byte) {
  return Buffer.from(text, "utf8").subarray(0, byte).toString("utf8").length;
}

/** Whether two values are equal in depth; differences are collected and shown together. */
export class Differences {
  #found = [];

  compare(actual, expected, where) {
    try {
      assert.deepEqual(actual, expected);
    } catch (error) {
      this.#found.push(`${where}\n${error.message}`);
    }
  }

  none() {
    assert.equal(this.#found.length, 0, this.#found.slice(0, 12).join("\n\n"));
  }
}

/** Calls `each` for all items, some at the same time. */
export async function together(items, each, at_once = 2) {
  const open = [...items];
  await Promise.all(
    Array.from({ length: at_once }, async () => {
      while (open.length > 0) await each(open.shift());
    }),
  );
}
