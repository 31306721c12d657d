// Solve, prove, test, count, analyze: the answers in words.

import type { Limits, Value } from "../../../api.js";
import { type Engine, reasonOf, Stopped } from "../engine/engine.js";
import type { Workspace } from "../files/workspace.js";
import type { Selected, Selection } from "../board/selection.js";
import { find, make } from "../ui/dom.js";
import { CertificateBox } from "./certificate.js";
import { Generating } from "./generating.js";
import { Running, wordsOf } from "./running.js";

export interface AnswersHost {
  /** Draws the board with the plan; with `go` the board is shown where it is not on the screen. */
  planned(go: boolean): void;
  verdicts(file: string, results: Value<"test">["results"]): void;
  go(file: string, start: number, end: number): void;
}

/** A plan, and the state of the text that it belongs to. */
export interface Plan {
  key: string;
  version: number;
  plan: string[];
  /** The answer in words, and whether none is shorter. */
  answer: string;
  least: boolean;
}

export class Answers {
  readonly running: Running;
  readonly certificate: CertificateBox;
  readonly generating: Generating;
  private plan: Plan | null = null;

  constructor(engine: Engine, private readonly workspace: Workspace, private readonly selection: Selection, private readonly host: AnswersHost) {
    this.running = new Running(engine);
    this.certificate = new CertificateBox(engine, this.running);
    this.generating = new Generating(workspace, selection);
    find("solve").addEventListener("click", () => void this.solve());
    find("prove").addEventListener("click", () => void this.prove());
    find("test").addEventListener("click", () => void this.test());
    find("count").addEventListener("click", () => void this.report("count"));
    find("analyze").addEventListener("click", () => void this.report("analyze"));
    find("generate").addEventListener("click", () => void this.generate());
  }

  /** The plan of the last answer, if neither text nor parameters have changed since. */
  planOf(selected: Selected): Plan | undefined {
    const { plan } = this;
    return plan && plan.version === this.workspace.version && plan.key === JSON.stringify(selected) ? plan : undefined;
  }

  /** The text has changed: the answer is that of the earlier one. */
  changed(): void {
    const answer = find("answer");
    if (answer.childElementCount > 0) answer.classList.add("stale");
    find("stale").hidden = answer.childElementCount === 0;
  }

  solve(): Promise<void> {
    const wanted = find<HTMLSelectElement>("wanted").value === "any" ? "any" : "least";
    return this.attempt("Searching", async (selected) => {
      const value = await this.running.run("Searching", { do: "solve", ...selected, wanted, limits: this.limits() });
      this.show(value, selected);
    });
  }

  /** Solves, and has the certificate checked by the checker. */
  prove(): Promise<void> {
    return this.attempt("Searching", async (selected) => {
      const wanted = find<HTMLSelectElement>("wanted").value === "any" ? "any" : "least";
      const value = await this.running.run("Proving", { do: "solve", ...selected, wanted, limits: this.limits(), certificate: true });
      this.show(value, selected);
      if (value.certificate !== undefined) {
        this.certificate.show(selected.file, selected.puzzle, value.certificate);
        const accepted = await this.certificate.check();
        const go = make("button", { type: "button", class: "code-link", onclick: () => find("proof").scrollIntoView({ block: "start" }) }, "Show the certificate");
        find("answer").querySelector("h2")?.after(make("p", { class: accepted ? "accepted" : "refused" }, accepted ? "✓ The checker accepts the proof." : "✗ The checker does not accept the proof.", go));
      } else {
        find("answer").append(make("p", {}, value.uncertified ? `No certificate: ${value.uncertified}` : "There is no certificate of this answer."));
      }
    });
  }

  report(kind: "count" | "analyze"): Promise<void> {
    const label = kind === "count" ? "Counting" : "Analyzing";
    return this.attempt(label, async (selected) => {
      const { text } = await this.running.run(label, { do: kind, ...selected, limits: this.limits() });
      this.tell("neutral", kind === "count" ? "Counted" : "Analysis", text);
    });
  }

  /** Makes a puzzle of the one with holes, each time with another seed, and opens its file. */
  generate(): Promise<void> {
    return this.attempt("Generating", async () => {
      const origin = this.generating.origin();
      if (origin === null) return this.tell("stopped", "This puzzle has no holes", "");
      const seed = this.generating.seed(origin);
      const { made, text } = await this.running.run("Generating", { do: "generate", ...origin, seed, limits: this.limits() });
      if (made !== null) this.generating.take(made, origin);
      this.tell("neutral", made === null ? "Not generated" : `Generated with seed ${seed}`, text);
    });
  }

  async test(): Promise<void> {
    const file = this.workspace.subject;
    return this.attempt("Testing", async () => {
      const { version } = this.workspace;
      const { results, text } = await this.running.run("Testing", { do: "test", file, limits: this.limits() });
      const failed = results.filter(({ passed }) => !passed);
      const said = results.length === 0 ? "The text has no expect." : failed.length === 0 ? (results.length === 1 ? "The expectation holds" : `All ${results.length} expectations hold`) : `${results.length - failed.length} of ${results.length} expectations hold`;
      this.tell(failed.length === 0 ? "solved" : "impossible", said, results.length === 0 ? "" : text);
      const rows = results.map((result) => {
        const mark = result.passed ? "✓" : result.undecided ? "…" : "✗";
        const state = result.passed ? "holds" : result.undecided ? "not decided" : "does not hold";
        const go = make("button", { type: "button", onclick: () => this.host.go(file, result.start, result.end) }, `${result.puzzle}: ${result.expectation}`);
        return make("li", { class: result.passed ? "passed" : result.undecided ? "open" : "failed" }, make("span", { "aria-label": state, role: "img" }, mark), go, result.text ? make("span", { class: "why" }, result.text) : null);
      });
      if (rows.length > 0) {
        find("answer").querySelector("pre")?.remove();
        find("answer").append(make("ul", { class: "results" }, ...rows));
      }
      if (version === this.workspace.version) this.host.verdicts(file, results);
    });
  }

  private limits(): Limits {
    return { seconds: Number(find<HTMLSelectElement>("seconds").value), bytes: 1 << 30 };
  }

  private show({ report, text, plan }: Value<"solve">, selected: Selected): void {
    const verdict = String(report?.answer?.verdict ?? "neutral");
    const [first = "", ...rest] = text.trim().split("\n");
    const headline = first.startsWith(`${selected.puzzle}`) ? rest.shift() ?? first : first;
    this.tell(verdict, headline, rest.join("\n"));
    const least = report?.answer?.optimality === "least";
    this.plan = plan ? { key: JSON.stringify(selected), version: this.workspace.version, plan, answer: headline, least } : null;
    if (plan && plan.length > 0) {
      const step = make("button", { type: "button", onclick: () => this.host.planned(true) }, "Step through on the board");
      find("answer").querySelector("h2")?.after(make("p", { class: "actions" }, step));
    }
    if (plan) this.host.planned(false);
  }

  /** Shows an answer: a headline and a text. */
  private tell(kind: string, headline: string, text: string): void {
    const answer = find("answer");
    answer.classList.remove("stale");
    find("stale").hidden = true;
    const parts: HTMLElement[] = [make("h2", { class: kind }, headline.charAt(0).toUpperCase() + headline.slice(1))];
    // Blank lines at the ends say nothing.
    const body = text.replace(/^(\s*\n)+/, "").trimEnd();
    if (body !== "") parts.push(make("pre", { tabindex: "0", "aria-label": "The answer in full" }, body));
    answer.replaceChildren(...parts);
    find("said").textContent = headline;
    find("answers-hint").hidden = true;
  }

  private async attempt(label: string, action: (selected: Selected) => Promise<void>): Promise<void> {
    const selected = this.selection.current;
    if (selected === null) return this.tell("stopped", "The text has no puzzle yet", "");
    this.certificate.hide();
    this.plan = null;
    document.dispatchEvent(new CustomEvent("puzzlec:answers"));
    try {
      await action(selected);
    } catch (error) {
      if (error instanceof Stopped) {
        const { last } = this.running;
        this.tell("stopped", "Stopped", last ? `${label} had reached ${wordsOf(last)}.` : "");
      } else this.tell("stopped", "No answer", reasonOf(error));
    }
  }
}
