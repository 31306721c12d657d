// Frames while pieces glide on a board of 20 by 20 cells. What is measured is the work of the page: the processor time of
// its main thread in each frame, which is the same on a machine that is busy with other programs.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { join } from "node:path";
import { browser, open, publish, scratch } from "./pages.mjs";

let instance;
before(async () => {
  instance = await browser();
});
after(async () => {
  await instance.close();
});

/** Time of a frame at 60 frames a second, in milliseconds. */
const FRAME = 1000 / 60;
const MOVES = 12;

const row = (marks) => `        ${marks.map((mark) => mark.padStart(2)).join(" ")}\n`;
/** Nineteen tiles in the top row, which a move pushes all at once, above 380 stones. */
const PUSHED = `edition 2
piece tile { members 1..19 }
piece stone "o"
rule push(x: tile, d: direction, k in 1..) {
    when occupied(run(x, d, k)) and step(x, d, k) is empty
    move run(x, d, k) to run(step(x, d), d, k)
}
puzzle Rows {
    board square 20 by 20
    rules push
    start """
${row([...Array.from({ length: 19 }, (_, at) => String(at + 1)), "."])}${row(Array(20).fill("o")).repeat(19)}    """
    goal tile 1 at b1
    expect solvable in 1 move
}
`;

/** The processor time of the main thread in each frame of a trace, in milliseconds: from one mark "frame" to the next. */
function frames(trace) {
  const { traceEvents: events } = JSON.parse(trace);
  const marks = events.filter(({ cat, name }) => /blink\.user_timing/.test(cat) && name === "frame");
  const { pid, tid } = marks[0];
  const tasks = events.filter((event) => event.name === "RunTask" && event.ph === "X" && event.pid === pid && event.tid === tid);
  tasks.sort((a, b) => a.ts - b.ts);
  assert.ok(tasks.every(({ tdur }) => tdur !== undefined), "tasks have processor times");
  const begins = marks.map(({ ts }) => tasks.findLastIndex((task) => task.ts <= ts));
  const work = (first, next) => tasks.slice(first, next).reduce((sum, { tdur }) => sum + tdur / 1000, 0);
  return begins.slice(0, -1).map((first, at) => work(first, begins[at + 1]));
}

test("a frame of a glide takes less than a sixtieth of a second of the main thread", async (context) => {
  const folder = scratch({ "rows.puzzle": PUSHED });
  const { address } = publish([join(folder, "rows.puzzle")], "--timeout", "60s");
  const page = await open(instance, address);
  const all = [];
  for (let move = 0; move < MOVES; move += 1) {
    await instance.startTracing(page, { categories: ["blink.user_timing", "disabled-by-default-devtools.timeline"] });
    const gliding = await page.evaluate(() => {
      const changed = ({ after }) => after.filter((held, at) => held !== player.position[at]).length;
      const pushes = player.choice.moves.toSorted((a, b) => changed(b) - changed(a));
      player.play(pushes[0].id);
      const count = document.getAnimations().filter((one) => one.effect.target.closest(".pieces")).length;
      return new Promise((done) => {
        const frame = () => {
          performance.mark("frame");
          if (document.getAnimations().length > 0) requestAnimationFrame(frame);
          else done(count);
        };
        // The move was played in the frame that ends now.
        requestAnimationFrame(frame);
      });
    });
    assert.equal(gliding, 19);
    const trace = await instance.stopTracing();
    all.push(...frames(trace.toString()));
  }
  all.sort((a, b) => a - b);
  const [middle, most] = [0.5, 0.95].map((part) => all[Math.floor(all.length * part)]);
  context.diagnostic(`${all.length} frames: ${middle.toFixed(1)} ms in the middle, ${most.toFixed(1)} ms at the 95th percentile`);
  assert.ok(all.length >= 3 * MOVES, `${all.length} frames`);
  assert.ok(most < FRAME, `${most} ms`);
  assert.deepEqual(page.problems, []);
});
