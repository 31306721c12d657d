// The program in a worker: one function for requests. The worker is loaded with the first request.
(function () {
  "use strict";

  const page = document.documentElement.dataset;
  let worker = null;
  let waiting = new Map();
  let number = 0;
  /** When the request that runs now began. */
  let since = 0;

  function start() {
    worker = new Worker(new URL(`${page.root}assets/worker.js`, location.href), { type: "module" });
    worker.postMessage({ module: new URL(page.root + page.engine, location.href).href });
    worker.onmessage = ({ data }) => {
      if (data.broken) return fail(data.broken);
      const { resolve, reject } = waiting.get(data.number) ?? {};
      waiting.delete(data.number);
      since = performance.now();
      if (!resolve) return undefined;
      return data.answer.ok !== undefined ? resolve(data.answer.ok) : reject(new Error(data.answer.failed?.why ?? "no answer"));
    };
    worker.onerror = () => fail("The program could not be loaded. It needs a web server: pages that are opened from a disk cannot load it.");
  }

  /** Ends the worker; all requests that wait fail. */
  function fail(why) {
    worker?.terminate();
    worker = null;
    const all = [...waiting.values()];
    waiting = new Map();
    for (const { reject } of all) reject(new Error(why));
  }

  globalThis.puzzleEngine = {
    /** Whether this site has the program. */
    here: Boolean(page.engine),
    request(object) {
      if (!worker) start();
      number += 1;
      if (waiting.size === 0) since = performance.now();
      return new Promise((resolve, reject) => {
        waiting.set(number, { resolve, reject });
        worker.postMessage({ number, request: object });
      });
    },
    stop: () => fail("stopped"),
    /** Ends what still runs for an older text; a new worker is there sooner than a long search ends. */
    overtake() {
      if (waiting.size > 0 && performance.now() - since > 1500) fail("stopped");
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
