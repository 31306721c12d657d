// The page of a board. Its programs draw what the extension sends.

/** A text that stands for itself in HTML. */
export function escape(text: string): string {
  return text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
}

/** The page, with its style and the address of its script; `nonce` allows both. */
export function page(title: string, style: string, script: string, nonce: string): string {
  const policy = `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escape(policy)}">
<title>${escape(title)}</title>
<style nonce="${nonce}">
${style}</style>
</head>
<body>
<h2 id="title">${escape(title)}</h2>
<p id="why" role="status" hidden></p>
<div id="play" hidden>
<section id="stage" aria-label="Board">
<p id="score"></p>
<div id="board"></div>
<div id="canvas" hidden></div>
<div id="tray" role="group" aria-label="Pieces to lay" hidden></div>
<div id="poses" role="group" aria-label="The chosen piece" hidden>
<button type="button" id="turn">Turn</button>
<button type="button" id="flip">Turn over</button>
<button type="button" id="pencil" aria-pressed="false">Pencil</button>
</div>
<div id="menu" role="group" aria-label="Which move?" hidden></div>
<p id="status" role="status" aria-live="polite"></p>
<div id="tools" role="group" aria-label="Game">
<button type="button" id="undo">Undo</button>
<button type="button" id="redo">Redo</button>
<button type="button" id="restart">Start again</button>
<button type="button" id="hint">Hint</button>
<button type="button" id="brush" aria-pressed="false">Paint</button>
<label class="check"><input type="checkbox" id="names"> Names of cells</label>
</div>
<div id="paint" hidden>
<div role="group" aria-label="Picture" id="pictures">
<button type="button" id="paint-start" aria-pressed="true">Start</button>
<button type="button" id="paint-goal" aria-pressed="false">Goal</button>
</div>
<div role="group" aria-label="Marks" id="marks"></div>
</div>
<div id="steps" hidden>
<div role="group" aria-label="Steps">
<button type="button" id="back" aria-label="Step back" title="Step back">◀</button>
<button type="button" id="run" aria-pressed="false">Run</button>
<button type="button" id="next" aria-label="Step on" title="Step on">▶</button>
<button type="button" id="leave">Back to my game</button>
<button type="button" id="take">Play from here</button>
</div>
<input type="range" id="step" min="0" value="0" aria-label="Step of the solution">
</div>
</section>
<section id="more" aria-label="Solution and puzzle">
<p id="before" hidden></p>
<div id="ask"><button type="button" id="solve">Solve</button><button type="button" id="stop" hidden>Stop the search</button></div>
<div id="solution" hidden>
<p id="answer"></p>
<p id="proof" hidden><a id="certificate">Certificate</a></p>
<ol id="step-list"></ol>
</div>
<div id="goal" hidden><h3>Goal</h3><div id="goal-picture"></div></div>
<p id="about"></p>
<div id="task" hidden><h3>Task</h3><ul id="task-list"></ul></div>
<div id="rules" hidden><h3>Rules</h3><dl id="rule-list"></dl></div>
<p id="source"></p>
<p id="how"></p>
<ul id="notes" hidden></ul>
<details id="moves" hidden><summary>All moves</summary><ul id="move-list"></ul></details>
<p id="shared" hidden></p>
</section>
</div>
<script nonce="${nonce}" src="${escape(script)}"></script>
</body>
</html>`;
}
