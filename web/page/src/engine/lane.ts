// A worker with the module, which answers one request after another and can be ended at any time.

import type { Answer, Name, Request, Value } from "../../../api.js";
import { Ended, type Options, Refused, Stopped } from "./engine.js";

/** A message to the worker: the module first, then batches of requests, of which the last one is answered. */
export type ToWorker = { module: WebAssembly.Module } | { id: number; requests: Request[] };

export type FromWorker =
  | { id: number; progress: import("../../../api.js").Progress }
  | { id: number; answer: Answer<Name> }
  | { id: number; crashed: string };

interface Job {
  id: number;
  request: Request;
  options: Options;
  resolve: (value: never) => void;
  reject: (error: Error) => void;
}

export class Lane {
  private worker: Worker | null = null;
  private readonly queue: Job[] = [];
  private running: Job | null = null;
  private timer = 0;
  private count = 0;
  /** The texts that the worker has. */
  private sent = new Map<string, string>();
  /** Requests that ended the worker; they are not repeated until a text changes. */
  private readonly fatal = new Map<string, string>();

  /** `patience` is the time without a sign of life, in milliseconds, after which the worker is ended. */
  constructor(
    private readonly module: () => Promise<WebAssembly.Module>,
    private readonly files: () => ReadonlyMap<string, string>,
    private readonly patience: number,
  ) {}

  request<N extends Name>(request: Request<N>, options: Options = {}): Promise<Value<N>> {
    return new Promise<Value<N>>((resolve, reject) => {
      if (options.signal?.aborted) return reject(new Stopped("Stopped."));
      const job: Job = { id: (this.count += 1), request: request as Request, options, resolve: resolve as Job["resolve"], reject };
      options.signal?.addEventListener("abort", () => this.stop(job), { once: true });
      this.queue.push(job);
      void this.next();
    });
  }

  /** A text changed: requests that failed may work now. */
  changed(): void {
    this.fatal.clear();
  }

  /** Ends the worker. */
  close(): void {
    this.end();
  }

  private async next(): Promise<void> {
    if (this.running !== null) return;
    const job = this.queue.shift();
    if (job === undefined) return;
    const known = this.fatal.size > 0 ? this.fatal.get(keyOf(job.request)) : undefined;
    if (known !== undefined) {
      job.reject(new Ended(known));
      return this.next();
    }
    this.running = job;
    let module: WebAssembly.Module;
    try {
      module = await this.module();
    } catch (error) {
      this.finish(job);
      job.reject(error instanceof Error ? error : new Error(String(error)));
      return;
    }
    // It may have been stopped meanwhile.
    if (this.running !== job) return;
    const worker = this.worker ?? this.start(module);
    const requests = [...this.updates(), job.request];
    worker.postMessage({ id: job.id, requests } satisfies ToWorker);
    this.watch();
  }

  private start(module: WebAssembly.Module): Worker {
    const worker = new Worker("worker.js");
    this.worker = worker;
    this.sent = new Map();
    worker.addEventListener("message", ({ data }: MessageEvent<FromWorker>) => this.receive(data));
    worker.addEventListener("error", (event) => this.crash(event.message || "The engine does not start."));
    worker.postMessage({ module } satisfies ToWorker);
    return worker;
  }

  /** The requests that bring the worker's texts up to date. */
  private updates(): Request[] {
    const files = this.files();
    const updates: Request[] = [];
    for (const file of this.sent.keys()) if (!files.has(file)) updates.push({ do: "remove", file });
    for (const [file, text] of files) if (this.sent.get(file) !== text) updates.push({ do: "change", file, text });
    this.sent = new Map(files);
    return updates;
  }

  private receive(message: FromWorker): void {
    const job = this.running;
    if (job === null || message.id !== job.id) return;
    if ("progress" in message) {
      this.watch();
      job.options.onprogress?.(message.progress);
    } else if ("crashed" in message) {
      this.crash(message.crashed);
    } else {
      this.finish(job);
      if ("ok" in message.answer) job.resolve(message.answer.ok as never);
      else job.reject(new Refused(message.answer.failed.why));
    }
  }

  private watch(): void {
    clearTimeout(this.timer);
    const late = "This took too long and was ended. Change the text to try again.";
    this.timer = window.setTimeout(() => this.crash(late), this.patience);
  }

  private crash(why: string): void {
    const job = this.running;
    this.end();
    if (job === null) return;
    this.fatal.set(keyOf(job.request), why);
    this.finish(job);
    job.reject(new Ended(why));
  }

  private stop(job: Job): void {
    const at = this.queue.indexOf(job);
    if (at >= 0) this.queue.splice(at, 1);
    else if (this.running === job) {
      this.end();
      this.finish(job);
    } else return;
    job.reject(new Stopped("Stopped."));
  }

  private finish(job: Job): void {
    clearTimeout(this.timer);
    if (this.running === job) this.running = null;
    void this.next();
  }

  private end(): void {
    clearTimeout(this.timer);
    this.worker?.terminate();
    this.worker = null;
  }
}

const keyOf = (request: Request): string => JSON.stringify(request);
