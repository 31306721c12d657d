// The search of every page. The index is loaded when it is opened for the first time.
(function () {
  "use strict";

  const root = document.documentElement.dataset.root;
  const button = document.getElementById("site-search");
  let index = null;

  const load = (name) => new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = `${root}assets/${name}`;
    script.onload = resolve;
    script.onerror = () => reject(new Error(`${name} cannot be loaded`));
    document.head.append(script);
  });

  async function ready() {
    index ??= (async () => {
      await Promise.all([load("minisearch.js"), load("index.js")]);
      const { options, text } = globalThis.puzzleIndex;
      return globalThis.MiniSearch.loadJSON(text, options);
    })();
    return index;
  }

  const made = (tag, properties = {}) => Object.assign(document.createElement(tag), properties);

  const dialog = made("dialog", { className: "search" });
  dialog.setAttribute("aria-label", "Search");
  const input = made("input", { type: "text", enterKeyHint: "search", placeholder: "Search all pages", autocomplete: "off", spellcheck: false });
  input.setAttribute("role", "searchbox");
  input.setAttribute("aria-label", "Search all pages");
  input.setAttribute("aria-controls", "site-found");
  const close = made("button", { type: "button", textContent: "Close" });
  const told = made("p", { className: "told" });
  told.setAttribute("role", "status");
  const list = made("ol", { id: "site-found" });
  const bar = made("div", { className: "bar" });
  bar.append(input, close);
  dialog.append(bar, told, list);
  document.body.append(dialog);

  function result(found) {
    const link = made("a", { href: root + found.url });
    link.append(made("strong", { textContent: found.title }));
    if (found.page !== found.title) link.append(made("span", { className: "page", textContent: ` ${found.page}` }));
    if (found.start) link.append(made("span", { className: "start", textContent: found.start }));
    link.addEventListener("click", () => dialog.close());
    const item = made("li");
    item.append(link);
    return item;
  }

  /** Texts for readers come before lists: what is meant is more often the manual than a code. */
  const RANKS = [["tour/", 1.5], ["docs/", 1.6], ["codes/", 0.8], ["examples/", 0.8], ["project/", 0.4]];
  const rank = (id, term, { url }) => RANKS.find(([part]) => url.startsWith(part))?.[1] ?? 1;
  const HOW = { boost: { title: 4, page: 2 }, prefix: true, fuzzy: (term) => (term.length > 4 ? 0.2 : false), combineWith: "AND", boostDocument: rank };

  async function look() {
    const words = input.value.trim();
    if (words === "") {
      list.replaceChildren();
      told.textContent = "";
      return;
    }
    try {
      const search = await ready();
      if (words !== input.value.trim()) return;
      const found = search.search(words, HOW);
      told.textContent = found.length === 0 ? "Nothing found." : `${found.length} ${found.length === 1 ? "section" : "sections"}`;
      list.replaceChildren(...found.slice(0, 30).map(result));
    } catch (error) {
      told.textContent = error.message;
    }
  }

  function open() {
    if (dialog.open) return;
    dialog.showModal();
    input.select();
    ready().catch((error) => { told.textContent = error.message; });
  }

  button.hidden = false;
  button.addEventListener("click", open);
  close.addEventListener("click", () => dialog.close());
  input.addEventListener("input", look);
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
  dialog.addEventListener("keydown", (event) => {
    const links = [...list.querySelectorAll("a")];
    const at = links.indexOf(document.activeElement);
    if (event.key === "ArrowDown" && links.length > 0) links[Math.min(at + 1, links.length - 1)].focus();
    else if (event.key === "ArrowUp" && at >= 0) (links[at - 1] ?? input).focus();
    else if (event.key === "Enter" && document.activeElement === input && links.length > 0) links[0].click();
    else return;
    event.preventDefault();
  });
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest?.("input, textarea, select, [contenteditable]");
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || typing) return;
    event.preventDefault();
    open();
  });

  // On a small screen the list of headings begins closed.
  const side = document.querySelector(".side details");
  if (side && matchMedia("(max-width: 60rem)").matches) side.open = false;
})();
