// The extension in VS Code itself: what its users see and click.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { eventually, hands, skip, start } from "./editor.mjs";

const examples = join(import.meta.dirname, "../../../../../examples");

const FOUR = `edition 1
use peg

/// A peg goes one step.
rule walk { [ peg.peg | empty ] -> [ empty | peg.peg ] }

puzzle Quartet {
    board  line 4
    rules  peg.jump, walk
    start  row oo..
    goal   only peg.peg at d1
    expect solvable
}
`;

const LONG = `edition 1
use tiles

puzzle Long {
    board  tiles.Fifteen
    rules  tiles.slide
    start  """
        F E 8 C
        B A 9 D
        2 6 5 1
        3 7 4 .
    """
    goal   """
        1 2 3 4
        5 6 7 8
        9 A B C
        D E F .
    """
}
`;

/** A picture with tabs, a wide mark, and lines that end as on Windows. */
const PAINT = `edition 1

piece o "o"
piece 猫 "猫"
rule hop { [ o | empty ] -> [ empty | o ] }

puzzle Picture {
\tboard  square 3 by 2
\trules  hop
\tstart  """
\t\to 猫 .
\t\t. o .
\t"""
\tgoal   """
\t\t? ? o
\t\t? ? ?
\t"""
}
`.replaceAll("\n", "\r\n");

/** A text, and what is typed below it; the editor itself indents and writes the last bracket. */
const HALF = `edition 1

piece o "oxbr"
rule hop { [ o | empty ] -> [ empty | o ] }
`;
const TYPED = [
  "puzzle Typed {",
  "board  square 4 by 3",
  "rules  hop",
  'start  """',
  "oo.o",
  ". .o",
  "....",
  '"""',
  'goal   """',
  "o . ? .",
  "b x r .",
  ". . . o",
  '"""',
  "measure m = actions",
  "start row o.ooob.x.r",
  "goal row oo.b or row ..r",
];
const SPEEDS = { fast: 0, steady: 30, brisk: 120, slow: 180 };

let editor, page, hand;

before(
  async () => {
    if (skip) return;
    editor = await start({
      "four.puzzle": FOUR,
      "wrong.puzzle": FOUR.replace("peg.jump", "peg.jmp"),
      "long.puzzle": LONG,
      ...Object.fromEntries(Object.keys(SPEEDS).map((speed) => [`${speed}.puzzle`, HALF])),
      "klotski.puzzle": join(examples, "variants/klotski.puzzle"),
      "paint.puzzle": PAINT,
      "fifteen.puzzle": join(examples, "variants/fifteen-puzzle.puzzle"),
    });
    page = editor.page;
    hand = hands(page);
  },
  { timeout: 180_000 },
);

after(() => editor?.stop());

/** A test that leaves a picture of what failed where PUZZLEC_PICTURES says. */
let broken = false;
function see(name, body) {
  test(name, { skip, timeout: 120_000 }, async (t) => {
    if (broken) return t.skip("what came before fails");
    try {
      await body();
    } catch (error) {
      const folder = process.env.PUZZLEC_PICTURES;
      if (folder) await page.screenshot({ path: join(folder, `${name}.png`) });
      error.message += `\n${editor.log().split("\n").slice(-5).join("\n")}`;
      broken = true;
      throw error;
    }
  });
}

see("a puzzle is known by its name and coloured", async () => {
  await hand.open("four.puzzle");
  await page.locator("#status\\.editor\\.mode").filter({ hasText: "Puzzle" }).waitFor();
  const colour = (word) => hand.code(word).evaluate((e) => getComputedStyle(e).color);
  await eventually("a keyword has a colour of its own", async () => (await colour("puzzle")) !== (await colour("Quartet")));
});

see("the server starts and puts lenses over a puzzle", async () => {
  for (const title of ["▶ Solve", "∑ Count", "✓ Test"]) await hand.lens(title).waitFor();
});

see("a mistake is underlined and listed, and its fix takes it away", async () => {
  await hand.open("wrong.puzzle");
  await page.locator(".squiggly-error").first().waitFor();
  await hand.command("Problems: Focus on Problems View");
  const problems = page.locator(".markers-panel .monaco-list-row");
  const told = await problems.filter({ hasText: "P0201" }).first().innerText();
  assert.match(told, /jmp/);
  await hand.open("wrong.puzzle");
  await hand.line(9);
  await page.keyboard.press("F8");
  await page.locator(".zone-widget").filter({ hasText: "jmp" }).waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+.");
  await page.locator(".action-widget .monaco-list-row").filter({ hasText: "jump" }).waitFor();
  await page.keyboard.press("Enter");
  await page.locator(".squiggly-error").waitFor({ state: "detached" });
  await hand.lens("▶ Solve").waitFor();
  await hand.command("View: Toggle Panel Visibility");
});

see("completion offers what may stand there", async () => {
  await hand.open("four.puzzle");
  await hand.line(12);
  await page.keyboard.type("\nex");
  await page.keyboard.press("Control+Space");
  const offered = page.locator(".suggest-widget.visible .monaco-list-row");
  await offered.filter({ hasText: "expect" }).first().waitFor();
  await page.keyboard.press("Escape");
  for (let i = 0; i < 2; i++) await page.keyboard.press("Control+Z");
});

for (const [speed, delay] of Object.entries(SPEEDS)) {
  see(`pictures typed with ${delay} ms a key stay what was typed`, async () => {
    await hand.open(`${speed}.puzzle`);
    await hand.line(5);
    for (const line of TYPED) {
      await page.keyboard.press("Enter");
      await page.keyboard.type(line, { delay });
      if (delay > 0) await page.waitForTimeout(delay);
    }
    await page.keyboard.press("Control+S");
    const words = (text) => text.split("\n").map((line) => line.trim()).filter((line) => line !== "");
    const wanted = [...words(HALF), ...TYPED];
    let saved = [];
    // The editor also saves by itself while somebody types, and closes the bracket of the puzzle unless it is too busy.
    const whole = () => {
      saved = words(editor.saved(`${speed}.puzzle`, HALF) ?? "");
      if (saved.length > wanted.length && saved.at(-1) === "}") saved.pop();
      return saved.join("\n") === wanted.join("\n");
    };
    await eventually("it is saved", whole).catch(() => {});
    assert.deepEqual(saved, wanted);
  });
}

see("hovering tells what something is", async () => {
  await hand.open("four.puzzle");
  await hand.code("walk").hover();
  await page.locator(".monaco-hover:not(.hidden)").filter({ hasText: "A peg goes one step." }).first().waitFor();
  await page.mouse.move(0, 0);
});

/** The page of the board on the screen. */
const board = () => page.frameLocator("iframe.webview").last().frameLocator("iframe");

const inSight = (e) => {
  const { top, bottom, left, right } = e.getBoundingClientRect();
  return top >= 0 && left >= 0 && bottom <= innerHeight + 1 && right <= innerWidth + 1 && bottom > top;
};

see("a click on the lens solves the puzzle, another shows the solution", async () => {
  await hand.open("fifteen.puzzle");
  await hand.lens("▶ Solve").click();
  await hand.lens("☰ ").click({ timeout: 60_000 });
  await page.locator(".tab").filter({ hasText: "Eighteen" }).waitFor();
  const inner = board();
  const score = (text) => inner.locator("#score").filter({ hasText: text }).waitFor();
  await score("step 0 of 18");
  await inner.locator("#next").click();
  await score("step 1 of 18");
  assert.equal(await inner.locator("#board .arrows line").count(), 1, "an arrow of the move");
  await inner.locator("#step").fill("18");
  await score("step 18 of 18");
  assert.match(await inner.locator("#board").getAttribute("class"), /solved/);
  await inner.locator("#back").click();
  await score("step 17 of 18");
  await inner.locator("#step-list button").nth(4).click();
  await score("step 5 of 18");
  await inner.locator("#step-list button").nth(4).press("ArrowLeft");
  await score("step 4 of 18");
  await inner.locator("#run").click();
  await score("step 6 of 18");
  await inner.locator("#run").click();
  await hand.close("Eighteen");
});

see("the panel steps to move 60 of Klotski with board and buttons in sight", async () => {
  await hand.open("klotski.puzzle");
  await hand.lens("▦ Board").click();
  await page.locator(".tab").filter({ hasText: "HuaRongDao" }).waitFor();
  const inner = board();
  await inner.locator("#solve").click();
  await inner.locator("#steps").waitFor({ timeout: 90_000 });
  for (let step = 1; step <= 60; step += 1) {
    await inner.locator("#next").click();
    await inner.locator("#score").filter({ hasText: `step ${step} of ` }).waitFor();
  }
  for (const id of ["#board svg", "#back", "#next", "#run", "#step", "#step-list [aria-current]"]) {
    assert.ok(await inner.locator(id).evaluate(inSight), `${id} is in sight`);
  }
  // The picture of the extension's page.
  const picture = process.env.PUZZLEC_PAGE_PICTURE;
  if (picture) await page.screenshot({ path: picture });
  await hand.close("HuaRongDao");
});

see("a move by mouse is played, counted and taken back", async () => {
  await hand.open("four.puzzle");
  await hand.lens("▦ Board").click();
  const inner = board();
  const cell = (name) => inner.locator(`#board .hit[aria-label^="${name}:"]`);
  await cell("a1").waitFor();
  await cell("a1").click();
  await inner.locator("#status").filter({ hasText: "a1 is selected" }).waitFor();
  await cell("c1").click();
  await inner.locator("#score").filter({ hasText: ": 1" }).waitFor();
  assert.match(await cell("c1").getAttribute("aria-label"), /peg/);
  await cell("c1").click();
  await cell("d1").click();
  await inner.locator("#status").filter({ hasText: "Solved!" }).waitFor();
  await inner.locator("#undo").click();
  await inner.locator("#score").filter({ hasText: ": 1" }).waitFor();
});

see("the board follows the text, and stays while the text has an error", async () => {
  await hand.back("four.puzzle");
  const inner = board();
  await hand.line(10);
  for (let i = 0; i < 4; i++) await page.keyboard.press("Backspace");
  await inner.locator("#why").filter({ hasText: "last board" }).waitFor();
  assert.match(await inner.locator("#stage").getAttribute("class"), /stale/);
  await page.keyboard.type("o.o.");
  await inner.locator("#why").waitFor({ state: "hidden" });
  await inner.locator('#board .hit[aria-label^="a1: peg"]').waitFor();
  await inner.locator('#board .hit[aria-label^="c1: peg"]').waitFor();
  for (let i = 0; i < 4; i++) await page.keyboard.press("Backspace");
  await page.keyboard.type("oo..");
  await inner.locator('#board .hit[aria-label^="b1: peg"]').waitFor();
  await hand.close("Quartet");
});

see("a cell is painted, a stroke too, and the editor takes it back", async () => {
  await hand.open("paint.puzzle");
  await hand.lens("▦ Board").click();
  const inner = board();
  await inner.locator("#brush").click();
  const cell = (name) => inner.locator(`#canvas .hit[aria-label^="${name}:"]`);
  await inner.locator("#marks button").filter({ hasText: "猫" }).click();
  await cell("c2").click();
  await inner.locator('#canvas .hit[aria-label="c2: 猫"]').waitFor();
  await inner.locator("#paint-goal").click();
  await inner.locator("#marks button").filter({ hasText: "o" }).click();
  await cell("a2").hover();
  await page.mouse.down();
  await cell("b2").hover();
  await page.mouse.up();
  await inner.locator('#canvas .hit[aria-label="b2: o"]').waitFor();
  await hand.back("paint.puzzle");
  await page.keyboard.press("Control+S");
  const painted = PAINT.replace("\t\t. o .", "\t\t. o 猫").replace("\t\t? ? ?", "\t\to o ?");
  await eventually("it is saved as painted", () => editor.saved("paint.puzzle", PAINT) === painted);
  for (let i = 0; i < 2; i++) await page.keyboard.press("Control+Z");
  await eventually("both strokes are taken back", async () => {
    // An edit of an extension is taken back a moment after the key.
    await page.keyboard.press("Control+S");
    return editor.saved("paint.puzzle", painted) === PAINT;
  });
  await hand.close("Picture");
});

see("the Test Explorer runs expectations and shows where one fails", async () => {
  await hand.open("four.puzzle");
  await hand.command("Test: Run Tests in Current File");
  await hand.code("✓").waitFor();
  await hand.command("Testing: Focus on Test Explorer View");
  const row = (text) => page.locator(".test-explorer .monaco-list-row").filter({ hasText: text });
  const opened = async (text, inner) => {
    await row(text).first().waitFor();
    await eventually(`${text} is open`, async () => {
      if (await row(inner).count() > 0) return true;
      await row(text).first().click();
      await page.keyboard.press("ArrowRight");
      return false;
    });
  };
  await opened("four.puzzle", "Quartet");
  await opened("Quartet", "expect solvable");
  await row("expect solvable").locator(".codicon-testing-passed-icon").waitFor();
  await hand.back("four.puzzle");
  await hand.line(12);
  for (let i = 0; i < "solvable".length; i++) await page.keyboard.press("Backspace");
  await page.keyboard.type("unsolvable");
  await page.keyboard.press("Escape");
  // A puzzle whose text has an error meanwhile is closed in the view.
  await opened("Quartet", "expect unsolvable");
  await hand.back("four.puzzle");
  await hand.command("Test: Run Tests in Current File");
  await row("expect unsolvable").locator(".codicon-testing-failed-icon").waitFor();
  await hand.code("does not hold").waitFor();
  // Another start: the result is that of an older text.
  await hand.line(10);
  await page.keyboard.press("Backspace");
  await page.keyboard.type("o");
  await hand.code("before the change").waitFor();
  for (let i = 0; i < 2; i++) await page.keyboard.press("Control+Z");
  await hand.line(12);
  for (let i = 0; i < "unsolvable".length; i++) await page.keyboard.press("Backspace");
  await page.keyboard.type("solvable");
  await page.keyboard.press("Escape");
  await hand.command("View: Show Explorer");
});

see("a long search shows that it goes on, and is stopped", async () => {
  await hand.open("long.puzzle");
  await hand.lens("▶ Shortest").click();
  await hand.lens("⏹ Stop").waitFor();
  await page.locator(".statusbar-item").filter({ hasText: "Long" }).waitFor();
  await hand.lens("⏹ Stop").click();
  await hand.lens("▶ Shortest").waitFor();
});

see("commands find the puzzle around the cursor", async () => {
  await hand.open("four.puzzle");
  await hand.line(10);
  await hand.command("Puzzle: Solve");
  await hand.lens("☰ ").waitFor();
  await hand.command("Puzzle: Show the Solution");
  const before = board().locator("#before");
  await board().locator("#steps").waitFor();
  assert.ok(await before.isHidden());
  await hand.open("four.puzzle");
  await hand.line(11);
  await page.keyboard.press("Backspace");
  await page.keyboard.type("o");
  await before.filter({ hasText: "has changed since" }).waitFor();
  for (let i = 0; i < 2; i++) await page.keyboard.press("Control+Z");
  await before.waitFor({ state: "hidden" });
  await hand.close("Quartet");
});

see("the server is started anew and answers", async () => {
  await hand.open("four.puzzle");
  for (let i = 0; i < 4; i++) {
    // Each waits for the one before; the editor asks about the word at the cursor meanwhile.
    await hand.line(5 + i);
    await hand.command("Puzzle: Restart the Server");
  }
  await hand.lens("☰ ").waitFor({ state: "detached" });
  await hand.lens("▶ Solve").click();
  await hand.lens("☰ ").waitFor();
  await hand.command("Puzzle: Show the Solution");
  const toasts = page.locator(".notification-toast").filter({ hasText: /error|exists|fail/i });
  assert.deepEqual(await toasts.allInnerTexts(), []);
});

see("a setting holds at once", async () => {
  const lenses = async (shown) => {
    await hand.command("Preferences: Open User Settings (JSON)");
    await page.locator(".tab.active").filter({ hasText: "settings.json" }).waitFor();
    await page.locator(".editor-group-container.active .monaco-editor.focused").waitFor();
    await page.keyboard.press("Control+A");
    await page.keyboard.insertText(JSON.stringify({ ...editor.settings, "puzzlec.lenses": shown }));
    await page.keyboard.press("Control+S");
    await hand.open("four.puzzle");
    // The editor shows old lenses until it has asked.
    await page.waitForTimeout(2000);
  };
  await lenses(false);
  await hand.lens("▶ Solve").waitFor({ state: "detached" });
  assert.equal(await hand.lens("▶ Solve").count(), 0);
  await lenses(true);
  await hand.lens("▶ Solve").waitFor();
});
