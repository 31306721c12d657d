// Short messages at the foot of the page, also for screen readers.

import { button, find, make } from "./dom.js";

let timer = 0;

export interface Offer {
  label: string;
  action: () => void;
}

/** Says something; with an offer it stays until it is closed. */
export function say(text: string, offer?: Offer): void {
  const notice = find("notice");
  clearTimeout(timer);
  const close = (): void => {
    notice.replaceChildren();
    notice.classList.remove("shown");
  };
  const parts = [make("span", {}, text)];
  if (offer) {
    parts.push(button(offer.label, () => {
      close();
      offer.action();
    }, { class: "offer" }));
  }
  parts.push(button("×", close, { class: "close", "aria-label": "Close this message" }));
  notice.replaceChildren(...parts);
  notice.classList.add("shown");
  if (!offer) timer = window.setTimeout(close, 6000);
}
