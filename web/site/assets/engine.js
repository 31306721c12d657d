// The program in workers: one for texts and boards, and one, with a larger module, that solves and tests. Each is loaded with
// its first request.
(function () {
  "use strict";

  const page = document.documentElement.dataset;
  /** Requests that need the larger module. */
  const LONG = new Set(["solve", "count", "analyze", "test", "verify", "publish"]);
  /** A worker with a module. */
  class Part {
    worker = null;
    waiting = new Map();
    number = 0;
    /** When the request that runs now began. */
    since = 0;
    /** The files that the worker has. */
    sent = null;

    constructor(module) {
      this.module = module;
    }

    start() {
      const worker = new Worker(new URL(`${page.root}assets/worker.js`, location.href), { type: "module" });
      [this.worker, this.sent] = [worker, null];
      worker.postMessage({ module: new URL(page.root + page.engine + this.module, location.href).href });
      worker.onmessage = ({ data }) => {
        if (data.broken) return this.fail(data.broken);
        const { resolve, reject } = this.waiting.get(data.number) ?? {};
        this.waiting.delete(data.number);
        this.since = performance.now();
        if (!resolve) return undefined;
        return data.answer.ok !== undefined ? resolve(data.answer.ok) : reject(new Error(data.answer.failed?.why ?? "no answer"));
      };
      worker.onerror = () => this.fail("The program could not be loaded. It needs a web server: pages that are opened from a disk cannot load it.");
    }

    /** Ends the worker; all requests that wait fail. */
    fail(why) {
      this.worker?.terminate();
      this.worker = null;
      const all = [...this.waiting.values()];
      this.waiting = new Map();
      for (const { reject } of all) reject(new Error(why));
    }

    request(object, files) {
      if (!this.worker) this.start();
      if (this.waiting.size === 0) this.since = performance.now();
      if (this.sent !== files) this.worker.postMessage({ number: 0, request: { do: "files", files } });
      this.sent = files;
      this.number += 1;
      return new Promise((resolve, reject) => {
        this.waiting.set(this.number, { resolve, reject });
        this.worker.postMessage({ number: this.number, request: object });
      });
    }
  }

  const [editor, whole] = [new Part("editor.wasm"), new Part("puzzlec.wasm")];

  globalThis.puzzleEngine = {
    /** Whether this site has the program. */
    here: Boolean(page.engine),
    /** The answer to a request about these files. */
    request: (object, files) => (LONG.has(object.do) ? whole : editor).request(object, files),
    /** Ends what still runs for an older text; a new worker is there sooner than a long search ends. */
    overtake() {
      for (const part of [editor, whole]) {
        if (part.waiting.size > 0 && performance.now() - part.since > 1500) part.fail("stopped");
      }
    },
    /** Shows an answer: sentences are wrapped, and lines with columns, such as boards side by side, are not. */
    print(place, text) {
      place.replaceChildren(...text.split("\n").flatMap((line) => {
        const part = document.createElement("span");
        part.textContent = line;
        part.className = /\S {2,}\S/.test(line) ? "" : "sentence";
        return [part, "\n"];
      }));
    },
  };
})();
