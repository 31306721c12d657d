// The puzzles of a page, and links.

/** What a page of a site says of itself: its way to the first page, and the pages before and after it. */
const site = document.body.dataset;
const embedded = "root" in site && location.search === "?embed";

/** A puzzle of this page, which is read when it is needed. */
function entryOf(script) {
  let puzzle = null;
  return {
    ...script.dataset,
    link: `#p=${encodeURIComponent(script.dataset.key)}`,
    player: null,
    async load() {
      puzzle ??= JSON.parse("packed" in script.dataset ? await unpack(script.textContent) : script.textContent);
      return puzzle;
    },
  };
}

/** The puzzles of this page, or of a site whose first page this is. */
let puzzles = [...document.querySelectorAll("script.puzzle")].map(entryOf);
// Where nothing may be kept, the storage itself throws.
const progress = new Progress(() => window.localStorage);
let home = null;
/** The number of pages that were opened: what was opened last is shown. */
let opened = 0;

/** The values of a link's fragment. */
const valuesOf = (fragment) => new URLSearchParams(fragment.replace(/^#/, ""));

/** Opens a puzzle at the position of a link; `told` is said of it. */
async function open(at, values, told = "") {
  const entry = puzzles[at];
  const own = opened;
  const puzzle = await entry.load();
  if (own !== opened) return;
  if (player) player.close();
  if (!entry.player) {
    const game = new Game(puzzle, gameOf(puzzle), new Board(puzzle));
    game.key = entry.key;
    entry.player = new Versus(game, progress);
  }
  player = entry.player;
  player.onchange = keep;
  player.built = null;
  const restored = player.game.restore(values);
  find("home").hidden = true;
  find("one").hidden = false;
  player.open();
  if (player.game.shown !== null) find("solution").open = true;
  const said = {
    replayed: "The link is from another version of this page; its moves were played again.",
    none: "The link belongs to another version of this page; this is the start.",
  };
  const words = [told, said[restored]].filter((text) => text);
  if (words.length > 0) player.say(words.join(" "));
  if (home) {
    document.title = `${entry.title} · ${heading}`;
    neighbours(puzzles[at - 1], puzzles[at + 1]);
  }
  player.fit();
  performance.mark("first-picture");
}

let wide = window.innerWidth;
// The height alone changes when a phone hides its address bar.
window.addEventListener("resize", () => {
  if (window.innerWidth === wide) return;
  wide = window.innerWidth;
  if (player) player.fit();
});

/** Links to the puzzles before and after this one. */
function neighbours(before, after) {
  for (const [id, other] of [["before", before], ["after", after]]) {
    find(id).hidden = !other;
    if (!other) continue;
    find(id).href = other.link;
    find(id).textContent = id === "before" ? `← ${other.title}` : `${other.title} →`;
  }
  find("list").hidden = false;
}

/** Shows all puzzles. */
function showHome(told = "") {
  if (player) player.close();
  player = null;
  document.title = heading;
  find("one").hidden = true;
  find("list").hidden = true;
  find("home").hidden = false;
  home.show();
  if (told) find("found").textContent = told;
}

/** Keeps the position in the address, and what was solved. */
function keep() {
  const { game } = player;
  if (game.shown === null && game.isSolved()) progress.solved(Progress.key(game.puzzle), game.length());
  // Browsers limit the rate of changes, and some files have no address.
  try {
    history.replaceState(null, "", game.fragment());
  } catch {
    // The position stays on the page.
  }
}

/** Opens what the address says. */
async function follow() {
  opened += 1;
  const values = valuesOf(location.hash);
  const key = values.get("p");
  // Links of earlier pages have names, which several puzzles may have.
  const named = key === null ? [] : puzzles.flatMap((entry, number) => (entry.key.split("/").pop() === key ? [number] : []));
  const exact = puzzles.findIndex((entry) => entry.key === key);
  const at = exact >= 0 ? exact : named[0];
  const missing = key === null ? "" : "This page has no puzzle of the name in the link.";
  if (at === undefined) return home ? showHome(missing) : open(0, new Map(), missing);
  // A link to a collection that has become a site.
  if (home && "root" in site) return location.replace(`${puzzles[at].link}${location.hash}`);
  const several = exact < 0 && named.length > 1 ? `${named.length} puzzles have the name of this link; this is the first.` : "";
  return open(at, values, several);
}

const heading = document.querySelector("h1").textContent;

/** The parts of the page that are on it because it is one of several, or the only one. */
async function begin() {
  const cards = document.querySelector("script.cards");
  if (cards) {
    puzzles = JSON.parse(await unpack(cards.textContent)).map((card) => ({ ...card, load: async () => card.puzzle }));
    if ("booklet" in site) {
      find("all").href = "index.html";
      neighbours(null, null);
      return fillBooklet(puzzles);
    }
    find("more-pages").hidden = false;
  }
  if (cards || puzzles.length > 1) {
    home = new Home(puzzles, progress);
  } else if ("root" in site) {
    find("all").href = `${site.root}index.html`;
    const other = (link, title) => (link ? { link, title } : null);
    neighbours(other(site.before, site.beforeTitle), other(site.after, site.afterTitle));
    document.body.classList.toggle("embedded", embedded);
    find("whole").hidden = !embedded;
    find("whole").firstChild.href = location.pathname;
    find("embed").hidden = embedded;
  } else {
    // The title of the page is that of the puzzle.
    document.querySelector("h1").classList.add("only");
    find("title").hidden = heading === puzzles[0].title;
  }
  return follow();
}

/** Shows a text to copy. */
function offer(label, text, copied) {
  const link = find("link");
  find("shared").querySelector("label").textContent = label;
  link.value = text;
  find("shared").hidden = false;
  link.focus();
  link.select();
  const done = navigator.clipboard ? navigator.clipboard.writeText(text) : Promise.reject(new Error("no clipboard"));
  done.then(() => player.say(copied), () => player.say("Copy the text."));
}

// Keys work without a focus, too; on a button arrows have no meaning of their own.
document.addEventListener("keydown", (event) => {
  const free = event.target === document.body || (event.key in ARROWS && event.target.matches("button"));
  if (free && pressedKey(event)) event.preventDefault();
});

const addressOf = () => location.href.split(/[?#]/)[0];
act("share", () => offer("Link to this position", `${addressOf()}${player.game.fragment()}`, "The link is copied."));
act("embed", () => {
  const quoted = (text) => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
  const fields = { src: `${addressOf()}?embed`, title: find("title").textContent, width: "480", height: "640", style: "border: 0" };
  const words = Object.entries(fields).map(([name, value]) => `${name}="${quoted(value)}"`);
  offer("Code for another page", `<iframe ${words.join(" ")}></iframe>`, "The code is copied.");
});
act("print", () => window.print());
act("sides", () => player.sides());
find("against").addEventListener("change", () => player.meet(find("against").value));
window.addEventListener("hashchange", async () => {
  await follow();
  find(player ? "title" : "words").focus({ preventScroll: player === null });
});

begin();
