// Loads a module. The types are in ../api.d.ts.

/** A text whose surrogates are pairs, of the same length; JSON has no others. */
const whole = (value) => (typeof value === "string" && value.toWellFormed ? value.toWellFormed() : value);

/**
 * Loads a module from its bytes, a compiled module or a response.
 *
 * @param {BufferSource | WebAssembly.Module | Response} source
 * @param {import("../api.js").Host} [host]
 * @returns {Promise<import("../api.js").Module>}
 */
export async function load(source, host = {}) {
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  let memory;
  const read = (at, length) => decoder.decode(new Uint8Array(memory.buffer, at, length));
  const env = {
    progress(at, length) {
      if (!host.progress) return 0;
      return host.progress(JSON.parse(read(at, length))) ? 0 : 1;
    },
    clock: () => performance.now(),
  };
  const bytes = typeof Response !== "undefined" && source instanceof Response ? await source.arrayBuffer() : source;
  const made = await WebAssembly.instantiate(bytes, { env });
  const { exports } = made.instance ?? made;
  memory = exports.memory;
  return {
    request(request) {
      const text = encoder.encode(JSON.stringify(request, (_, value) => whole(value)));
      const at = exports.reserve(text.length) >>> 0;
      new Uint8Array(memory.buffer, at, text.length).set(text);
      const answer = exports.request(at, text.length) >>> 0;
      const length = new DataView(memory.buffer).getUint32(answer, true);
      return JSON.parse(read(answer + 4, length));
    },
  };
}
