// The list of puzzles, and links.

const puzzles = [...document.querySelectorAll("script.puzzle")].map((script) => ({
  key: script.dataset.key,
  group: script.dataset.group,
  title: script.dataset.title,
  link: `#p=${encodeURIComponent(script.dataset.key)}`,
  get puzzle() {
    const text = script.textContent;
    const value = JSON.parse("packed" in script.dataset ? unpack(text) : text);
    Object.defineProperty(this, "puzzle", { value });
    return value;
  },
  player: null,
}));

// Where nothing may be kept, the storage itself throws.
const progress = new Progress(() => window.localStorage);
const home = puzzles.length > 1 ? new Home(puzzles, progress) : null;

/** The values of a link's fragment. */
const valuesOf = (fragment) => new URLSearchParams(fragment.replace(/^#/, ""));

/** Opens a puzzle at the position of a link; `told` is said of it. */
function open(at, values, told = "") {
  if (player) player.close();
  const entry = puzzles[at];
  if (!entry.player) {
    const board = new Board(entry.puzzle);
    const game = new Game(entry.puzzle, gameOf(entry.puzzle), board);
    game.key = entry.key;
    entry.player = new Player(game);
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
  if (!home) return;
  document.title = `${entry.title} · ${heading}`;
  for (const [id, other] of [["before", puzzles[at - 1]], ["after", puzzles[at + 1]]]) {
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
function follow() {
  const values = valuesOf(location.hash);
  const key = values.get("p");
  const at = puzzles.findIndex((entry) => entry.key === key);
  if (at >= 0) return open(at, values);
  // Links of earlier pages have names, which several puzzles may have.
  const named = key === null ? [] : puzzles.flatMap((entry, number) => (entry.key.split("/").pop() === key ? [number] : []));
  if (named.length > 0) {
    const several = named.length > 1 ? `${named.length} puzzles have the name of this link; this is the first.` : "";
    return open(named[0], values, several);
  }
  const missing = key === null ? "" : "This page has no puzzle of the name in the link.";
  return home ? showHome(missing) : open(0, new Map(), missing);
}

const heading = document.querySelector("h1").textContent;

function list() {
  if (home) {
    home.fill();
    return;
  }
  // The title of the page is that of the puzzle.
  document.querySelector("h1").classList.add("only");
  find("title").hidden = heading === puzzles[0].title;
}

/** Shows a link to the position. */
function share() {
  const link = find("link");
  link.value = `${location.href.split("#")[0]}${player.game.fragment()}`;
  find("shared").hidden = false;
  link.focus();
  link.select();
  const copied = navigator.clipboard ? navigator.clipboard.writeText(link.value) : Promise.reject(new Error("no clipboard"));
  copied.then(() => player.say("The link is copied."), () => player.say("Copy the link."));
}

// Keys work without a focus, too.
document.addEventListener("keydown", (event) => {
  if (event.target === document.body && pressedKey(event)) event.preventDefault();
});

act("share", share);
act("print", () => window.print());
window.addEventListener("hashchange", () => {
  follow();
  find(player ? "title" : "words").focus({ preventScroll: player === null });
});

list();
follow();
// The first page draws what is in sight later.
if (player) performance.mark("first-picture");
