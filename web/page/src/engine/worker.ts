// The worker: a module and its requests.

import type { Answer, Module, Name } from "../../../api.js";
import { load } from "../../../module/client.js";
import type { FromWorker, ToWorker } from "./lane.js";

let module: Promise<Module> | undefined;
let current = 0;

const send = (message: FromWorker): void => postMessage(message);

/** A trap in words. */
function wordsOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const memory = /memory|allocation/i.test(text) || error instanceof RangeError;
  return memory ? "The memory is full: the engine was ended." : `The engine ended unexpectedly (${text}). It is started again when it is needed.`;
}

async function answer(message: Exclude<ToWorker, { module: WebAssembly.Module }>): Promise<void> {
  current = message.id;
  try {
    if (module === undefined) throw new Error("no module");
    const loaded = await module;
    let last: Answer<Name> = { ok: {} };
    for (const request of message.requests) last = loaded.request(request);
    send({ id: message.id, answer: last });
  } catch (error) {
    send({ id: message.id, crashed: wordsOf(error) });
  }
}

addEventListener("message", ({ data }: MessageEvent<ToWorker>) => {
  if ("module" in data) {
    const loading = load(data.module, {
      progress(progress) {
        send({ id: current, progress });
        return true;
      },
    });
    loading.catch(() => undefined);
    module = loading;
  } else {
    void answer(data);
  }
});
