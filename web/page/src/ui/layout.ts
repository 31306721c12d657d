// The parts of the page: their widths on a large screen, and which one is shown on a small one.

import { find } from "./dom.js";

type View = "text" | "board" | "answers";

const PLACE = "puzzlec.width";
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
  const split = find("split");
  const main = find("main");
  const set = (percent: number): void => {
    const width = Math.round(Math.max(25, Math.min(70, percent)));
    main.style.setProperty("--text-width", `${width}%`);
    split.setAttribute("aria-valuenow", String(width));
    try {
      localStorage.setItem(PLACE, String(width));
    } catch {
      // The width lasts as long as the page.
    }
  };
  const now = (): number => Number(split.getAttribute("aria-valuenow"));
  let kept: string | null = null;
  try {
    kept = localStorage.getItem(PLACE);
  } catch {
    // The usual width.
  }
  if (kept !== null && Number(kept) > 0) set(Number(kept));
  split.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -2, ArrowRight: 2 }[event.key];
    if (step === undefined) return;
    set(now() + step);
    event.preventDefault();
  });
  split.addEventListener("pointerdown", (event) => {
    split.setPointerCapture(event.pointerId);
    // A frame takes the pointer's events.
    document.body.classList.add("dragging");
    event.preventDefault();
  });
  split.addEventListener("pointermove", (event) => {
    if (!split.hasPointerCapture(event.pointerId)) return;
    const { left, width } = main.getBoundingClientRect();
    set(((event.clientX - left) / width) * 100);
  });
  const end = (): void => document.body.classList.remove("dragging");
  split.addEventListener("pointerup", end);
  split.addEventListener("pointercancel", end);
}
