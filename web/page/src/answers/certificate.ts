// The certificate of an answer: shown, changed, downloaded, and checked by the checker alone.

import { type Engine, reasonOf, Stopped } from "../engine/engine.js";
import { download, find, make } from "../ui/dom.js";
import type { Running } from "./running.js";

/** Shows a certificate and checks it. `checked` is called with each verdict. */
export class CertificateBox {
  private file = "";
  private puzzle = "";

  constructor(private readonly engine: Engine, private readonly running: Running) {
    find("check-certificate").addEventListener("click", () => void this.check());
    find("save-certificate").addEventListener("click", () => download(`${this.puzzle || "certificate"}.json`, this.text.value, "application/json"));
    this.text.addEventListener("input", () => this.verdict("changed", "Changed. Check it again."));
  }

  private get text(): HTMLTextAreaElement {
    return find<HTMLTextAreaElement>("certificate");
  }

  show(file: string, puzzle: string, certificate: string): void {
    this.file = file;
    this.puzzle = puzzle;
    this.text.value = certificate;
    find("proof").hidden = false;
    this.verdict("", "");
  }

  hide(): void {
    find("proof").hidden = true;
  }

  /** Whether the checker accepts the certificate. */
  async check(): Promise<boolean> {
    const who = this.engine.kind === "module" ? "the checker, a second module that shares no code with the search" : "the checker of the program";
    try {
      const { accepted, text } = await this.running.run("Checking", { do: "verify", file: this.file, certificate: this.text.value, puzzle: this.puzzle });
      this.verdict(accepted ? "accepted" : "refused", accepted ? `Accepted by ${who}.` : "Refused by the checker.", text);
      return accepted;
    } catch (error) {
      if (error instanceof Stopped) this.verdict("", "Stopped.");
      else this.verdict("refused", "Not accepted.", reasonOf(error));
    }
    return false;
  }

  private verdict(kind: string, headline: string, text = ""): void {
    const place = find("proof-verdict");
    place.className = kind;
    place.replaceChildren(make("strong", {}, headline), ...(text ? [make("span", {}, text.trim())] : []));
  }
}
