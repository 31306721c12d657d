// A step of the tour: an editor with highlighting, problems while typing, the board, the task.
(function () {
  "use strict";

  const engine = globalThis.puzzleEngine;
  const step = document.querySelector(".step");
  const task = JSON.parse(step.dataset.task);
  const find = (id) => document.getElementById(id);
  const area = find("text");
  const behind = area.previousElementSibling;
  const first = area.value;
  const key = `puzzlec-tour-${step.dataset.step}`;
  const highlight = globalThis.puzzleHighlighter(globalThis.puzzleGrammars);
  const { file } = task;

  const kept = {
    read(name) {
      try { return localStorage.getItem(name); } catch { return null; }
    },
    write(name, text) {
      try { localStorage.setItem(name, text); } catch { /* Nothing may be kept here. */ }
    },
  };

  function paint() {
    behind.innerHTML = `${highlight(area.value, "source.puzzle")}\n`;
    behind.style.transform = `translate(${-area.scrollLeft}px, ${-area.scrollTop}px)`;
  }
  area.addEventListener("scroll", paint);

  /** Requests about the text as it is now. */
  function requests() {
    const files = { [file]: area.value };
    return (object) => engine.request(object, files);
  }

  /** Each run of requests belongs to one text: answers for an older text are dropped. */
  let run = 0;
  let timer = 0;
  function changed(wait) {
    paint();
    kept.write(key, area.value);
    clearTimeout(timer);
    run += 1;
    relink();
    if (engine.here) timer = setTimeout(() => look().catch(trouble), wait);
  }
  area.addEventListener("input", () => changed(400));
  area.addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key === "Enter") look(true).catch(trouble);
  });

  function trouble(error) {
    if (error.message === "stopped") return;
    find("verdict").textContent = error.message;
    find("verdict").className = "not-yet";
  }

  const lineOf = (at) => area.value.slice(0, at).split("\n").length;

  function show(diagnostics) {
    find("problems").replaceChildren(...diagnostics.map((problem) => {
      const item = document.createElement("li");
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = `Line ${lineOf(problem.start)}: ${problem.headline}`;
      button.addEventListener("click", () => {
        area.focus();
        area.setSelectionRange(problem.start, problem.end);
      });
      item.className = problem.severity;
      item.append(button);
      if (problem.help) item.append(` ${problem.help}`);
      return item;
    }));
  }

  /** The frame in which the first puzzle is played, and what it shows. */
  const board = find("board");
  let shown = null;
  let ready = false;
  function play(puzzle) {
    shown = puzzle;
    board.hidden = shown === null;
    if (ready) board.contentWindow.postMessage({ kind: "board", board: shown }, "*");
  }
  addEventListener("message", ({ source, data }) => {
    if (source !== board?.contentWindow || data.kind !== "ready") return;
    ready = true;
    play(shown);
  });

  /** The first puzzle as a board to play, the others, and those that are not played here, as pictures. */
  async function draw(puzzles, broken, own, request) {
    const pictures = [];
    let played = null;
    for (const puzzle of puzzles) {
      const { board } = pictures.length > 0 || played !== null ? {} : await request({ do: "board", file, puzzle: puzzle.name }).catch(() => ({}));
      if (own !== run) return;
      if (board) {
        played = board;
        continue;
      }
      const { svg } = await request({ do: "render", file, puzzle: puzzle.name }).catch(() => ({}));
      if (own !== run) return;
      if (!svg) continue;
      const figure = document.createElement("figure");
      const image = new Image();
      image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
      image.alt = `${puzzle.title ?? puzzle.name}: the board at the start, and the goal if it is drawn`;
      figure.append(image, Object.assign(document.createElement("figcaption"), { textContent: puzzle.title ?? puzzle.name }));
      pictures.push(figure);
    }
    find("pictures").replaceChildren(...pictures);
    // The last board stays while the text has an error.
    if (played !== null || !broken) play(played);
  }

  const squeezed = (text) => text.replace(/\s+/g, " ").trim();
  const bare = (text) => text.replace(/\/\/.*$/gm, "");

  /** What is missing; the empty text if the task is done. */
  function missing(results) {
    const failed = results.filter((r) => !r.passed);
    if (failed.length > 0) {
      const { puzzle, expectation, undecided, text } = failed[0];
      const why = undecided ? "not decided in time" : squeezed(text).replace(/\.$/, "") || "this does not hold";
      return `${puzzle}, “${squeezed(expectation)}”: ${why}.`;
    }
    const alike = (claim) => squeezed(claim).replace(/^expect /, "").replace(/\b(move|placement)s\b/, "$1");
    const held = results.map((r) => alike(r.expectation));
    const claims = task.claims.filter((claim) => !held.includes(alike(claim)));
    if (claims.length > 0) return "All that the text states holds, but the task wants something else.";
    if (task.matches.some((m) => !new RegExp(m).test(bare(area.value)))) return "What the text states is right, but this is another puzzle than the task wants.";
    return "";
  }

  /** Whether the task was checked by the button: then it is said what is missing, also of the text as it was. */
  let asked = false;
  async function look(said = false) {
    run += 1;
    const own = run;
    asked ||= said;
    if (said) find("verdict").textContent = "…";
    engine.overtake();
    const request = requests();
    const { diagnostics, puzzles } = await request({ do: "check", file });
    if (own !== run) return;
    show(diagnostics);
    const errors = diagnostics.filter((d) => d.severity === "error").length;
    await draw(puzzles, errors > 0, own, request);
    if (own !== run) return;
    // The text as it is given is tested when that is asked for.
    const verdict = find("verdict");
    if (!asked && area.value === first) return void (verdict.textContent = "");
    const { results } = errors > 0 ? { results: [] } : await request({ do: "test", file, limits: { seconds: 10 } });
    if (own !== run) return;
    const left = errors > 0 ? `${errors} ${errors === 1 ? "error" : "errors"} in the text.` : missing(results);
    verdict.className = left ? "not-yet" : "held";
    verdict.textContent = left ? `Not yet. ${left}` : "Done: everything that the task wants is proved.";
    if (left) return;
    step.classList.add("done");
    const done = new Set(JSON.parse(kept.read("puzzlec-tour") ?? "[]"));
    kept.write("puzzlec-tour", JSON.stringify([...done.add(step.dataset.step)]));
  }

  async function solve() {
    const output = find("output");
    output.hidden = false;
    output.textContent = "…";
    const texts = [];
    engine.overtake();
    const request = requests();
    const { puzzles } = await request({ do: "check", file });
    for (const { name } of puzzles) {
      const { text } = await request({ do: "solve", file, puzzle: name, limits: { seconds: 15 } });
      texts.push(text.trimEnd());
    }
    engine.print(output, texts.join("\n\n") || "There is no puzzle in this text.");
  }

  /** The link to the playground holds the text as it is now. */
  const link = step.querySelector(".open");
  async function relink() {
    if (!link || !globalThis.CompressionStream) return;
    const text = JSON.stringify({ file, files: { [file]: area.value } });
    const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
    const packed = btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
    link.href = `${link.href.split("#")[0]}#text=${packed}`;
  }

  function set(text) {
    area.value = text;
    changed(0);
  }

  find("check").addEventListener("click", () => look(true).catch(trouble));
  find("solve").addEventListener("click", () => solve().catch((error) => {
    find("output").textContent = error.message === "stopped" ? "" : error.message;
  }));
  find("again").addEventListener("click", () => {
    asked = false;
    find("output").hidden = true;
    set(first);
  });
  find("take").addEventListener("click", () => {
    set(step.querySelector("details.answer code").textContent.replace(/\n+$/, "\n"));
    area.scrollIntoView({ block: "nearest" });
  });
  if (engine.here) {
    find("take").hidden = false;
    step.classList.add("live");
  } else {
    for (const id of ["check", "solve"]) find(id).hidden = true;
  }
  set(kept.read(key) ?? first);
})();
