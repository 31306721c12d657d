// "Solve here" under the puzzles of a text.
(function () {
  "use strict";

  /** The files of a link to the playground. */
  async function filesOf(link) {
    const packed = link.hash.slice("#text=".length).replace(/-/g, "+").replace(/_/g, "/");
    const bytes = Uint8Array.from(atob(packed), (c) => c.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return JSON.parse(await new Response(stream).text());
  }

  async function solve(block, output) {
    const { file, files } = await filesOf(block.querySelector(".tools a"));
    const request = (object) => globalThis.puzzleEngine.request(object, files);
    const { puzzles } = await request({ do: "check", file });
    if (puzzles.length === 0) return "There is no puzzle in this text.";
    const texts = [];
    for (const { name } of puzzles) {
      output.textContent = [...texts, `${name}: …`].join("\n\n");
      const { text } = await request({ do: "solve", file, puzzle: name, limits: { seconds: 15 } }).catch((e) => ({ text: `${name}: ${e.message}` }));
      texts.push(text.trimEnd());
    }
    return texts.join("\n\n");
  }

  if (!globalThis.puzzleEngine.here || !globalThis.DecompressionStream) return;
  for (const button of document.querySelectorAll(".code .run")) {
    const block = button.closest(".code");
    const output = document.createElement("pre");
    output.className = "output";
    output.tabIndex = 0;
    output.setAttribute("role", "status");
    output.setAttribute("aria-label", "Answer");
    output.hidden = true;
    block.append(output);
    button.hidden = false;
    button.addEventListener("click", async () => {
      button.disabled = true;
      output.hidden = false;
      output.textContent = "…";
      try {
        globalThis.puzzleEngine.print(output, await solve(block, output));
      } catch (error) {
        output.textContent = error.message;
      }
      button.disabled = false;
    });
  }
})();
