// Answers requests with the module. A failure of the module ends the worker: the page starts another one.

import { load } from "./client.js";

let module = null;

self.onmessage = async ({ data }) => {
  if (data.module) {
    module = fetch(data.module).then((response) => {
      if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
      return load(response, { progress: () => true });
    });
    module.catch((error) => self.postMessage({ broken: `The program could not be loaded: ${error.message}` }));
    return;
  }
  try {
    self.postMessage({ number: data.number, answer: (await module).request(data.request) });
  } catch (error) {
    self.postMessage({ broken: `The program ended: ${error.message}` });
  }
};
