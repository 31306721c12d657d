// A solution as a page: the position, the steps, buttons to go through them.

/** One step: how it is written, and the position after it. */
export interface Step {
  notation: string;
  after: string[];
}

/** What the server answers to `puzzlec/solution`. */
export interface Solution {
  title: string;
  label: string;
  start: string[];
  steps: Step[];
  /** Whether the puzzle has changed since. */
  outdated: boolean;
}

/** A text that stands for itself in HTML. */
export function escape(text: string): string {
  return text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
}

/** Data inside a script element: nothing in it may end the element. */
function data(value: unknown): string {
  return JSON.stringify(value).replace(/[<\u2028\u2029]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** The rows of a position in HTML; what differs from the position before is marked. */
export function position(rows: string[], before: string[] | undefined): string {
  const line = (row: string, y: number): string => {
    const marks = [...row];
    const old = before === undefined ? marks : [...(before[y] ?? "")];
    return marks.map((m, x) => (m === old[x] ? escape(m) : `<b>${escape(m)}</b>`)).join("");
  };
  return rows.map(line).join("\n");
}

/** The whole page; `nonce` allows its one script and its style. */
export function page(solution: Solution, nonce: string): string {
  const positions = [solution.start, ...solution.steps.map((s) => s.after)];
  const drawn = positions.map((rows, i) => position(rows, positions[i - 1]));
  const steps = solution.steps.map((s, i) => `<li><button data-at="${i + 1}">${escape(s.notation)}</button></li>`);
  const policy = `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${escape(solution.title)}</title>
<style nonce="${nonce}">
html, body { height: 100%; margin: 0; overflow: hidden; }
body { box-sizing: border-box; display: flex; flex-direction: column; font-family: var(--vscode-font-family); padding: 0 1em; }
h2, p, nav { flex: none; }
ol { flex: 1 1 30%; min-height: 4em; overflow-y: auto; margin: 0; }
pre { flex: 0 1 auto; max-height: 70%; overflow-y: auto; font-family: var(--vscode-editor-font-family); font-size: 1.6em; line-height: 1.2; overflow-x: auto; }
pre b { color: var(--vscode-charts-orange); }
nav button { min-width: 2.5em; }
button { font: inherit; color: var(--vscode-button-foreground); background: var(--vscode-button-background); border: 0; padding: .3em .6em; }
button:disabled { opacity: .5; }
li button { background: none; color: var(--vscode-foreground); text-align: left; padding: .1em .4em; }
li button[aria-current] { background: var(--vscode-list-activeSelectionBackground); color: var(--vscode-list-activeSelectionForeground); }
</style>
</head>
<body>
<h2>${escape(solution.title)}</h2>
<p id="label">${escape(solution.label)}</p>
<nav>
<button id="first" title="Start">|◀</button>
<button id="back" title="One step back">◀</button>
<button id="next" title="One step on">▶</button>
<button id="last" title="End">▶|</button>
<span id="place" aria-live="polite"></span>
</nav>
<pre id="position"></pre>
<ol>${steps.join("")}</ol>
<script nonce="${nonce}">
const drawn = ${data(drawn)};
const element = (id) => document.getElementById(id);
let at = 0;
function show(to) {
  at = Math.max(0, Math.min(drawn.length - 1, to));
  element("position").innerHTML = drawn[at];
  element("place").textContent = at + " / " + (drawn.length - 1);
  element("first").disabled = element("back").disabled = at === 0;
  element("last").disabled = element("next").disabled = at === drawn.length - 1;
  for (const button of document.querySelectorAll("li button")) {
    const here = Number(button.dataset.at) === at;
    button.toggleAttribute("aria-current", here);
    if (here) button.scrollIntoView({ block: "nearest" });
  }
}
element("first").onclick = () => show(0);
element("back").onclick = () => show(at - 1);
element("next").onclick = () => show(at + 1);
element("last").onclick = () => show(drawn.length - 1);
document.querySelector("ol").onclick = (e) => { if (e.target.dataset.at) show(Number(e.target.dataset.at)); };
document.onkeydown = (e) => {
  if (e.key === "ArrowRight") show(at + 1);
  if (e.key === "ArrowLeft") show(at - 1);
};
window.addEventListener("message", (e) => { element("label").textContent = e.data.label; });
show(0);
</script>
</body>
</html>`;
}
