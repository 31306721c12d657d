// The engine: what answers requests, wherever it runs.

import type { Name, Progress, Request, Value } from "../../../api.js";

export type { Name, Progress, Request, Value };

export interface Options {
  onprogress?: (progress: Progress) => void;
  /** Ends the request; it is then rejected with a `Stopped`. */
  signal?: AbortSignal;
}

export interface Engine {
  readonly kind: "module" | "server";
  /** Sets the texts that requests are about. */
  setFiles(files: ReadonlyMap<string, string>): void;
  /** Loads what solves, ahead of the first request that needs it. */
  prepare(): void;
  request<N extends Name>(request: Request<N>, options?: Options): Promise<Value<N>>;
}

/** A request that was refused, with the reason in words. */
export class Refused extends Error {}

/** A request that was stopped by the user. */
export class Stopped extends Error {}

/** An engine that ended while it worked. */
export class Ended extends Error {}

/** The reason of a failure in words. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
