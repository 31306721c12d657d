// Answers requests with the module. A failure of the module ends the worker: the page starts another one.

import { load } from "./client.js";

let module = null;

/** The module, compiled while it is loaded: browsers then keep the result. A host with another type for it sends bytes. */
async function compiled(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
  const kind = response.headers.get("content-type") ?? "";
  return kind.startsWith("application/wasm") ? WebAssembly.compileStreaming(response) : response.arrayBuffer();
}

self.onmessage = async ({ data }) => {
  if (data.module) {
    module = compiled(data.module).then((source) => load(source, { progress: () => true }));
    module.catch((error) => self.postMessage({ broken: `The program could not be loaded: ${error.message}` }));
    return;
  }
  try {
    self.postMessage({ number: data.number, answer: (await module).request(data.request) });
  } catch (error) {
    self.postMessage({ broken: `The program ended: ${error.message}` });
  }
};
