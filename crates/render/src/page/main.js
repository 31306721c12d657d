// The list of puzzles, and links.

const puzzles = [...document.querySelectorAll("script.puzzle")].map((script) => ({
  text: script.textContent,
  get puzzle() {
    const value = JSON.parse(this.text);
    Object.defineProperty(this, "puzzle", { value });
    return value;
  },
  player: null,
}));

/** The values of a link's fragment. */
const valuesOf = (fragment) => new URLSearchParams(fragment.replace(/^#/, ""));

function open(at, values) {
  if (player) player.close();
  const entry = puzzles[at];
  if (!entry.player) {
    const board = new Board(entry.puzzle);
    entry.player = new Player(new Game(entry.puzzle, version(entry.text), board));
  }
  player = entry.player;
  player.onchange = keep;
  player.built = null;
  const restored = player.game.restore(values);
  player.open();
  if (player.game.shown !== null) find("solution").open = true;
  if (!restored) player.say("The link belongs to another version of this page; this is the start.");
  document.querySelectorAll("#list a").forEach((link, number) => {
    if (number === at) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  });
}

/** Keeps the position in the address. */
function keep() {
  const fragment = player.game.fragment();
  // Browsers limit the rate of changes, and some files have no address.
  try {
    history.replaceState(null, "", fragment);
  } catch {
    // The position stays on the page.
  }
}

/** Opens what the address says. */
function follow() {
  const values = valuesOf(location.hash);
  const at = puzzles.findIndex((entry) => values.get("p") === entry.puzzle.name);
  open(Math.max(at, 0), at < 0 ? new Map() : values);
}

function list() {
  if (puzzles.length < 2) {
    // The title of the page is that of the puzzle.
    const [{ puzzle }] = puzzles;
    const heading = document.querySelector("h1");
    heading.classList.add("only");
    find("title").hidden = heading.textContent === (puzzle.title || puzzle.name);
    return;
  }
  const items = html("ol");
  for (const { puzzle } of puzzles) {
    const item = html("li");
    item.append(html("a", puzzle.title || puzzle.name, { href: `#p=${encodeURIComponent(puzzle.name)}` }));
    items.append(item);
  }
  find("list").append(items);
  find("list").hidden = false;
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

act("share", share);
act("print", () => window.print());
window.addEventListener("hashchange", () => {
  follow();
  find("title").focus();
});

list();
follow();
performance.mark("first-picture");
