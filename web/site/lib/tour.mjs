// The tour: twelve steps, each a text, a puzzle to change, a task that is checked, and an answer.

import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { block, GRAMMARS } from "./blocks.mjs";
import { escaped, layout } from "./layout.mjs";
import { render } from "./markdown.mjs";
import { BOARD, fragmentOf, PLAY, relative, SITE } from "./places.mjs";

/** The steps, in order. */
export function steps() {
  const folder = path.join(SITE, "tour");
  return readdirSync(folder).filter((f) => f.endsWith(".md")).sort().map((name) => {
    const text = readFileSync(path.join(folder, name), "utf8");
    const part = (words) => new RegExp(`^\`\`\`${words}\\n([^]*?)^\`\`\`$`, "m").exec(text)?.[1];
    const [, title] = /^# (.*)$/m.exec(text);
    return {
      name: path.basename(name, ".md"),
      source: `web/site/tour/${name}`,
      title,
      text,
      start: part("puzzle start"),
      answer: part("puzzle answer"),
      task: JSON.parse(part("json task")),
    };
  });
}

/** The texts of a step: before the puzzle, the task, and afterwards. */
function partsOf(text) {
  const bare = text.replace(/^# .*\n/, "").replace(/^```[^]*?^```$/gm, "");
  const [before, rest] = bare.split("## Task");
  const [task, after] = rest.split("## Afterwards");
  return { before, task, after };
}

/** The first page of the tour and its steps. */
export function writeTour(site) {
  const all = steps();
  all.forEach((step, i) => writeStep(step, all, i, site));
  const url = "tour/index.html";
  const items = all.map((s) => `<li data-step="${s.name}"><a href="${s.name}.html">${escaped(s.title)}</a></li>`);
  site.write(url, layout({ url, title: "Tour", part: "Tour", scripts: ["assets/ticks.js"],
    about: "Twelve steps from a line of pegs to a script, each with a puzzle to change.",
    body: `<h1>Tour</h1>
<p>Twelve steps, each with a puzzle to change and a task. A task is done when the program has proved what you state about your
puzzle. Together they take about an hour, and you can stop after any of them: the steps that you have done are kept in this browser.</p>
<ol class="steps">${items.join("\n")}</ol>
<p><a class="button" href="${all[0].name}.html">Begin</a></p>` }, site));
}

function writeStep(step, all, at, site) {
  const url = `tour/${step.name}.html`;
  const hooks = {
    code: (found) => block(found, null, url, site),
    copy: (file, to) => site.copy(file, to),
    has: (to) => site.has(to),
    missing: (link) => site.missing.push(`${step.source}: ${link}`),
  };
  const parts = partsOf(step.text);
  const html = (text) => render(text, step.source, url, hooks).html;
  const file = `${step.name.replace(/^\d+-/, "")}.puzzle`;
  const play = site.engine
    ? `<a class="open" href="${relative(url, PLAY)}${fragmentOf(file, { [file]: step.start })}">Open in the playground</a>` : "";
  const before = all[at - 1] ? `<a rel="prev" href="${all[at - 1].name}.html">Back: ${escaped(all[at - 1].title)}</a>` : "<span></span>";
  const next = all[at + 1] ? `<a rel="next" href="${all[at + 1].name}.html">Next: ${escaped(all[at + 1].title)}</a>` : `<a rel="next" href="index.html">All steps</a>`;
  const missing = site.engine ? "" : `<p class="note">This copy of the site was built without the playground, so the task is not checked here. <code>puzzlec test</code> checks it.</p>`;
  const board = site.engine ? `<iframe id="board" src="${relative(url, BOARD)}" title="The puzzle to play" sandbox="allow-scripts" hidden></iframe>\n` : "";
  const data = escaped(JSON.stringify({ ...step.task, file }));
  const answer = block({ text: step.answer, words: ["puzzle"] }, null, url, site);
  const body = `<p class="crumb"><a href="index.html">Tour</a> · step ${at + 1} of ${all.length}</p>
<h1>${escaped(step.title)}</h1>
<div class="step" data-step="${step.name}" data-task="${data}">
<div class="words">
${html(parts.before)}
<section class="task" aria-labelledby="task"><h2 id="task">Task</h2>
${html(parts.task)}
<p id="verdict" role="status"></p>
</section>
${missing}
${board}<div id="pictures"></div>
<details class="answer"><summary>Show an answer</summary>
${answer}
<button type="button" id="take" hidden>Put this into the editor</button>
</details>
<section id="after" class="after"><h2>Afterwards</h2>
${html(parts.after)}
</section>
</div>
<div class="work">
<div class="editor"><pre aria-hidden="true"></pre><textarea id="text" aria-label="The text of the puzzle" spellcheck="false" autocapitalize="off" autocomplete="off" wrap="off" rows="${step.start.split("\n").length + 2}">
${escaped(step.start)}</textarea></div>
<div class="tools"><button type="button" id="check">Check</button> <button type="button" id="solve">Solve</button> <button type="button" id="again">Start again</button> ${play}</div>
<ul id="problems" aria-label="Problems"></ul>
<pre id="output" tabindex="0" role="status" aria-label="Answer" hidden></pre>
</div>
</div>
<nav class="along" aria-label="Steps">${before} ${next}</nav>`;
  site.write(url, layout({ url, title: step.title, part: "Tour", wide: true, body,
    about: `Step ${at + 1} of the tour.`, scripts: ["assets/highlight.js", "assets/grammars.js", "assets/engine.js", "assets/tour.js"] }, site));
  const words = parts.before + parts.task + parts.after;
  site.index(url, `Tour: ${step.title}`, [{ id: "", title: "", text: words }]);
}

/** The grammars as a script, for the editor of the tour. */
export const grammarsScript = () => `globalThis.puzzleGrammars = ${JSON.stringify(GRAMMARS)};\n`;
