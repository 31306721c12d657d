// The engine of `puzzlec serve`: the program on this machine, and its files.

import type { Answer, Name, Progress, Request, Value } from "../../../api.js";
import { type Engine, type Options, Refused, Stopped } from "./engine.js";

type Line = { progress: Progress } | Answer<Name>;

/** The lines of a stream. */
async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    const parts = (rest + value).split("\n");
    rest = parts.pop() ?? "";
    yield* parts;
  }
  if (rest !== "") yield rest;
}

export class ServerEngine implements Engine {
  readonly kind = "server";
  private files = new Map<string, string>();
  /** The texts that the program has for this page; null before the first request. */
  private sent: Map<string, string> | null = null;
  /** Tells this page from others that are open. */
  private readonly client = crypto.randomUUID();
  /** Changes of texts, one after another. */
  private updates: Promise<unknown> = Promise.resolve();

  constructor(private readonly token: string) {}

  prepare(): void {
    // The program is there.
  }

  setFiles(files: ReadonlyMap<string, string>): void {
    this.files = new Map(files);
  }

  async request<N extends Name>(request: Request<N>, options: Options = {}): Promise<Value<N>> {
    this.updates = this.updates.catch(() => undefined).then(() => this.update());
    await this.updates;
    return this.send(request, options);
  }

  /** The files of the folder. */
  async readFiles(): Promise<Map<string, string>> {
    const response = await this.fetch("/files", {});
    const { files } = (await response.json()) as { files: Record<string, string> };
    return new Map(Object.entries(files));
  }

  async save(name: string, text: string): Promise<void> {
    await this.fetch(`/file?name=${encodeURIComponent(name)}`, { method: "PUT", body: text });
  }

  /** Listens to changes on the disk; calls `lost` when the program ends. */
  async listen(changed: (names: string[]) => void, lost: () => void): Promise<void> {
    try {
      const response = await this.fetch("/events", {});
      if (response.body === null) return;
      for await (const line of linesOf(response.body)) {
        if (!line.startsWith("data:")) continue;
        const data = JSON.parse(line.slice(5)) as { changed?: string[] };
        if (data.changed) changed(data.changed);
      }
    } catch {
      // The program has ended, or the machine slept.
    }
    lost();
  }

  /** Brings the program's texts up to date. */
  private async update(): Promise<void> {
    const files = new Map(this.files);
    if (this.sent === null) await this.send({ do: "files", files: Object.fromEntries(files) }, {});
    else {
      for (const [file, text] of files) if (this.sent.get(file) !== text) await this.send({ do: "change", file, text }, {});
      for (const file of this.sent.keys()) if (!files.has(file)) await this.send({ do: "remove", file }, {});
    }
    this.sent = files;
  }

  private async send<N extends Name>(request: Request<N>, { onprogress, signal }: Options): Promise<Value<N>> {
    const response = await this.fetch("/request", {
      method: "POST",
      body: JSON.stringify(request),
      ...(signal ? { signal } : {}),
    });
    if (response.body === null) throw new Error("The program sent no answer.");
    try {
      for await (const line of linesOf(response.body)) {
        if (line.trim() === "") continue;
        const message = JSON.parse(line) as Line;
        if ("progress" in message) onprogress?.(message.progress);
        else if ("ok" in message) return message.ok as Value<N>;
        else throw new Refused(message.failed.why);
      }
    } catch (error) {
      if (signal?.aborted) throw new Stopped("Stopped.");
      throw error;
    }
    throw new Error("The program ended before it answered.");
  }

  private async fetch(path: string, options: RequestInit): Promise<Response> {
    let response: Response;
    try {
      response = await fetch(path, { ...options, headers: { "x-puzzlec-token": this.token, "x-puzzlec-client": this.client } });
    } catch (error) {
      if (options.signal?.aborted) throw new Stopped("Stopped.");
      throw new Error("The program cannot be reached. Is “puzzlec serve” running?", { cause: error });
    }
    if (!response.ok) throw new Refused(refusal(await response.text()) ?? `The program refused this (${response.status}).`);
    return response;
  }
}

/** The reason in a refusal. */
function refusal(text: string): string | null {
  try {
    const { failed } = JSON.parse(text) as { failed?: { why?: string } };
    return failed?.why ?? null;
  } catch {
    return null;
  }
}
