// Whatever is sent, the module answers or its worker can be ended.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { Worker } from "node:worker_threads";
import { fileURLToPath, pathToFileURL } from "node:url";

import { ask, dist, module, root } from "./support.mjs";

const puzzle = `edition 2
use peg
puzzle P {
    board peg.English
    rules peg.jump
    start full except c
    goal only peg at c
}
`;

/** The fifteen puzzle, too far from its goal for a search level by level. */
const long = `edition 2
use tiles
puzzle Long {
    board tiles.Fifteen
    rules tiles.slide
    start """
        F E 8 C
        A B 9 D
        2 6 5 1
        3 7 4 .
    """
    goal """
        1 2 3 4
        5 6 7 8
        9 A B C
        D E F .
    """
}
`;

test("only the clock and the progress are imported", () => {
  for (const name of ["editor", "puzzlec", "checker"]) {
    const made = new WebAssembly.Module(fs.readFileSync(path.join(dist, `${name}.wasm`)));
    const imports = WebAssembly.Module.imports(made).map((one) => `${one.module}.${one.name}`);
    assert.deepEqual(imports.filter((one) => !["env.clock", "env.progress"].includes(one)), []);
    const exports = WebAssembly.Module.exports(made).map((one) => one.name);
    for (const one of ["memory", "request", "reserve"]) assert.ok(exports.includes(one), one);
  }
});

test("a request that makes no sense fails in a sentence", async () => {
  for (const name of ["editor", "puzzlec", "checker"]) {
    const made = await module(name);
    const requests = [null, 1, "x", [], {}, { do: 1 }, { do: "nothing" }, { do: "verify" }, { do: "__proto__" }];
    for (const request of requests) {
      const { failed } = made.request(request);
      assert.ok(failed.why.length > 5, JSON.stringify(request));
    }
  }
  const made = await module();
  ask(made, { do: "files", files: { "a.puzzle": puzzle } });
  const wrong = [
    { do: "check" },
    { do: "check", file: "b.puzzle" },
    { do: "hover", file: "a.puzzle", at: -1 },
    { do: "hover", file: "a.puzzle", at: "1" },
    { do: "solve", file: "a.puzzle", puzzle: "Q" },
    { do: "solve", file: "a.puzzle", puzzle: "P", method: "magic" },
    { do: "solve", file: "a.puzzle", puzzle: "P", limits: { states: -1 } },
    { do: "solve", file: "a.puzzle", puzzle: "P", set: { n: 1.5 } },
    { do: "paint", file: "a.puzzle", puzzle: "P", picture: "middle", cells: [], mark: "o" },
    { do: "paint", file: "a.puzzle", puzzle: "P", picture: "start", cells: ["zz"], mark: "o" },
    { do: "example", path: "../Cargo.toml" },
    { do: "codes", code: "P9999" },
    { do: "import", name: "x.txt", base64: "***" },
    { do: "import", name: "x.txt", text: "nothing of the kind" },
  ];
  for (const request of wrong) {
    const answer = made.request(request);
    assert.ok(answer.failed, `${JSON.stringify(request)} answers ${JSON.stringify(answer)}`);
  }
  // Settings of a parameter that there is not are an error of the puzzle.
  assert.equal(ask(made, { do: "solve", file: "a.puzzle", puzzle: "P", set: { n: 1 } }).report, null);
});

test("places count units of UTF-16", async () => {
  const made = await module();
  const text = `// 𝔘𝔫𝔦 é\n${puzzle.replace("goal", "gaol")}`;
  ask(made, { do: "files", files: { "a.puzzle": text } });
  const [found] = ask(made, { do: "check", file: "a.puzzle" }).diagnostics;
  assert.equal(text.slice(found.start, found.end), "gaol");
  const [edit] = found.fixes[0].edits;
  assert.equal(text.slice(0, edit.start) + edit.text + text.slice(edit.end), text.replace("gaol", "goal"));
  const marked = `\ufeff${text}`;
  ask(made, { do: "change", file: "a.puzzle", text: marked });
  const [again] = ask(made, { do: "check", file: "a.puzzle" }).diagnostics;
  assert.equal(marked.slice(again.start, again.end), "gaol");
  assert.ok(ask(made, { do: "hover", file: "a.puzzle", at: marked.indexOf("board") + 1 }).markdown);
  for (const [start, end, kind] of ask(made, { do: "tokens", file: "a.puzzle" }).tokens) {
    if (kind === "puzzle") assert.equal(marked.slice(start, end), "P");
  }
  // Inside of a pair, and far behind the end.
  ask(made, { do: "hover", file: "a.puzzle", at: 5 });
  ask(made, { do: "complete", file: "a.puzzle", at: 4294967295 });
});

test("deep and large texts", async () => {
  const made = await module();
  const deep = 20000;
  const large = [
    `puzzle P { goal ${"(".repeat(deep)}one peg${")".repeat(deep)} }`,
    `puzzle P ${"{".repeat(deep)}`,
    `rule r { test ${"not ".repeat(deep)} x }`,
    `rule r { when ${"1 + (".repeat(deep)}1${")".repeat(deep)} > 0 }`,
    `script """\nfn f() { ${"if true { ".repeat(5000)} ${"}".repeat(5000)} }\n"""`,
    `puzzle P { start """\n${"o".repeat(2_000_000)}\n""" }`,
    `${"puzzle P { }\n".repeat(20000)}`,
    "\u0000".repeat(100000),
    "\ud800".repeat(1000),
  ];
  for (const text of large) {
    ask(made, { do: "files", files: { "a.puzzle": text } });
    assert.ok(ask(made, { do: "check", file: "a.puzzle" }).diagnostics.length > 0, text.slice(0, 30));
    for (const name of ["tokens", "folds", "outline", "format"]) ask(made, { do: name, file: "a.puzzle" });
  }
  const brackets = "[".repeat(100000) + "]".repeat(100000);
  assert.ok(made.request({ do: "verify", file: "a.puzzle", certificate: brackets }).ok.accepted === false);
});

test("a search is stopped by its host, its limits and its time", async () => {
  let reports = 0;
  const made = await module("puzzlec", { progress: (report) => (reports += 1) < 3 && report.elapsed >= 0 });
  ask(made, { do: "files", files: { "a.puzzle": long } });
  const request = { do: "solve", file: "a.puzzle", puzzle: "Long", method: "breadth" };
  const stopped = ask(made, request);
  assert.equal(stopped.report.answer.reason.limit, "cancelled");
  assert.equal(reports, 3);
  reports = -1e9;
  const few = ask(made, { ...request, limits: { states: 1000 } });
  assert.equal(few.report.answer.reason.limit, "states");
  const begun = performance.now();
  const short = ask(made, { ...request, limits: { seconds: 0.5 } });
  assert.equal(short.report.answer.reason.limit, "time");
  assert.ok(performance.now() - begun < 3000);
  const small = ask(made, { ...request, limits: { bytes: 1 << 20 } });
  assert.equal(small.report.answer.reason.limit, "memory");
});

test("a script that never ends is ended", async () => {
  const made = await module();
  const read = (name) => fs.readFileSync(path.join(root, "examples/scripts", name), "utf8");
  const endless = read("leaps.rhai").replaceAll(/^(fn .*)\{$/gm, "$1{ loop { }");
  ask(made, { do: "files", files: { "leaps.puzzle": read("leaps.puzzle"), "leaps.rhai": endless } });
  const begun = performance.now();
  const { diagnostics } = ask(made, { do: "check", file: "leaps.puzzle" });
  assert.ok(diagnostics.some((one) => one.severity === "error"));
  assert.ok(performance.now() - begun < 15000);
});

test("a worker that is ended ends at once", async () => {
  const client = pathToFileURL(fileURLToPath(new URL("../module/client.js", import.meta.url)));
  const code = `
    import { parentPort, workerData } from "node:worker_threads";
    import { load } from ${JSON.stringify(client.href)};
    const made = await load(workerData.bytes);
    made.request({ do: "files", files: { "a.puzzle": workerData.text } });
    parentPort.postMessage("ready");
    made.request({ do: "solve", file: "a.puzzle", puzzle: "Long", method: "breadth" });
    parentPort.postMessage("answered");`;
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`), {
    workerData: { bytes: fs.readFileSync(path.join(dist, "puzzlec.wasm")), text: long },
  });
  const [message] = await new Promise((resolve, reject) => {
    worker.once("message", (message) => resolve([message]));
    worker.once("error", reject);
  });
  assert.equal(message, "ready");
  await new Promise((resolve) => setTimeout(resolve, 300));
  const begun = performance.now();
  await worker.terminate();
  assert.ok(performance.now() - begun < 2000);
});
