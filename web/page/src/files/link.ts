// Links that hold the whole text: `#text=` and the files as JSON, compressed, in base64url. Nothing is sent anywhere.

import { isSnapshot, type Snapshot } from "./workspace.js";

/** The largest text that a link may unfold to, in bytes. */
const MOST = 8 << 20;

async function through(bytes: Uint8Array<ArrayBuffer>, change: CompressionStream | DecompressionStream): Promise<Uint8Array<ArrayBuffer>> {
  const reader = new Blob([bytes]).stream().pipeThrough(change as ReadableWritablePair<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>).getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > MOST) {
      await reader.cancel();
      throw new Error("The link unfolds to more than 8 MiB.");
    }
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** The fragment that holds these files. */
export async function pack(snapshot: Snapshot): Promise<string> {
  const text = new TextEncoder().encode(JSON.stringify({ file: snapshot.file, files: snapshot.files }));
  const packed = await through(text as Uint8Array<ArrayBuffer>, new CompressionStream("deflate-raw"));
  let letters = "";
  for (let at = 0; at < packed.length; at += 4096) letters += String.fromCharCode(...packed.subarray(at, at + 4096));
  return `#text=${btoa(letters).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "")}`;
}

/** The files that a fragment holds; null if it is of another kind. Rejects what is damaged. */
export async function unpack(fragment: string): Promise<Snapshot | null> {
  const packed = /^#text=(.*)$/s.exec(fragment)?.[1];
  if (packed === undefined) return null;
  let value: unknown;
  try {
    const letters = atob(decodeURIComponent(packed).replace(/-/g, "+").replace(/_/g, "/"));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    const text = await through(bytes, new DecompressionStream("deflate-raw"));
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(text));
  } catch (error) {
    const long = error instanceof Error && error.message.includes("MiB");
    throw new Error(long ? error.message : "The link is damaged: part of it may be missing.", { cause: error });
  }
  if (!isSnapshot(value)) throw new Error("The link holds no puzzle.");
  return value;
}
