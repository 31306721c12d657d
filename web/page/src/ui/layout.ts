// The parts of the page: their widths on a large screen, and which one is shown on a small one.

import { find } from "./dom.js";

type View = "text" | "board" | "answers";

const small = matchMedia("(max-width: 60rem)");

/** Shows a part on a small screen. */
export function showView(view: View): void {
  document.body.dataset["view"] = view;
  for (const other of ["text", "board", "answers"]) {
    find(`view-${other}`).setAttribute("aria-pressed", String(other === view));
  }
}

/** Whether one part is shown at a time. */
export const isSmall = (): boolean => small.matches;

export function layOut(): void {
  for (const view of ["text", "board", "answers"] as const) find(`view-${view}`).addEventListener("click", () => showView(view));
  showView("text");
  const main = find("main").getBoundingClientRect.bind(find("main"));
  divide("split", "--text-width", ["ArrowLeft", "ArrowRight"], ({ clientX }) => ((clientX - main().left) / main().width) * 100);
  divide("split-row", "--board-height", ["ArrowUp", "ArrowDown"], ({ clientY }) => ((clientY - main().top) / main().height) * 100);
}

/** A line between two parts that is moved by pointer or arrow keys; its place is kept on this device. */
function divide(id: string, property: string, [less, more]: [string, string], percentAt: (event: PointerEvent) => number): void {
  const line = find(id);
  const value = (name: string): number => Number(line.getAttribute(`aria-value${name}`));
  const set = (percent: number): void => {
    const place = Math.round(Math.max(value("min"), Math.min(value("max"), percent)));
    find("main").style.setProperty(property, `${place}%`);
    line.setAttribute("aria-valuenow", String(place));
    try {
      localStorage.setItem(`puzzlec.${id}`, String(place));
    } catch {
      // It lasts as long as the page.
    }
  };
  let kept: string | null = null;
  try {
    kept = localStorage.getItem(`puzzlec.${id}`);
  } catch {
    // The usual place.
  }
  if (kept !== null && Number(kept) > 0) set(Number(kept));
  line.addEventListener("keydown", (event) => {
    const step = { [less]: -2, [more]: 2 }[event.key];
    if (step === undefined) return;
    set(value("now") + step);
    event.preventDefault();
  });
  line.addEventListener("pointerdown", (event) => {
    line.setPointerCapture(event.pointerId);
    line.classList.add("held");
    // A frame takes the pointer's events.
    document.body.classList.add("dragging");
    event.preventDefault();
  });
  line.addEventListener("pointermove", (event) => {
    if (line.hasPointerCapture(event.pointerId)) set(percentAt(event));
  });
  const end = (): void => {
    line.classList.remove("held");
    document.body.classList.remove("dragging");
  };
  line.addEventListener("pointerup", end);
  line.addEventListener("pointercancel", end);
}
