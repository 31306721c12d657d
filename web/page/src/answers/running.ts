// One long request at a time, with its progress and a button that stops it.

import type { Name, Progress, Request, Value } from "../../../api.js";
import type { Engine } from "../engine/engine.js";
import { find } from "../ui/dom.js";

const number = new Intl.NumberFormat("en");

/** Progress in words. */
export function wordsOf({ positions, depth, at_least: atLeast }: Progress): string {
  const parts = [`${number.format(positions)} position${positions === 1 ? "" : "s"}`];
  if (depth !== undefined) parts.push(`depth ${number.format(depth)}`);
  if (atLeast !== undefined) parts.push(`at least ${number.format(atLeast)}`);
  return parts.join(", ");
}

export class Running {
  private stopper: AbortController | null = null;
  /** The last progress, for the words of a search that was stopped. */
  last: Progress | null = null;

  constructor(private readonly engine: Engine) {
    find("stop").addEventListener("click", () => this.stop());
  }

  get busy(): boolean {
    return this.stopper !== null;
  }

  stop(): void {
    this.stopper?.abort();
  }

  async run<N extends Name>(label: string, request: Request<N>): Promise<Value<N>> {
    this.stop();
    const stopper = (this.stopper = new AbortController());
    this.last = null;
    const began = performance.now();
    const told = find("progress-text");
    const focused = document.activeElement;
    const show = (): void => {
      const seconds = (performance.now() - began) / 1000;
      const words = this.last ? `: ${wordsOf(this.last)}` : "…";
      told.textContent = `${label}${words} (${seconds.toFixed(seconds < 10 ? 1 : 0)} s)`;
    };
    show();
    find("running").hidden = false;
    document.body.classList.add("busy");
    const timer = setInterval(show, 200);
    try {
      return await this.engine.request(request, { signal: stopper.signal, onprogress: (progress) => (this.last = progress) });
    } finally {
      clearInterval(timer);
      if (this.stopper === stopper) {
        this.stopper = null;
        const inside = document.activeElement === find("stop");
        find("running").hidden = true;
        document.body.classList.remove("busy");
        if (inside && focused instanceof HTMLElement) focused.focus();
      }
    }
  }
}
