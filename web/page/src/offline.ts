// Work without a network, after the first visit: the page and what is needed to write and play are kept at once, the rest at
// the first interaction.

import { say } from "./ui/notice.js";

const canKeep = (): boolean => "serviceWorker" in navigator && /^https?:$/.test(location.protocol);

/** Keeps the rest of the program, too. */
export function keepAll(): void {
  if (canKeep()) void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage("all"));
}

export function workOffline(): void {
  if (!canKeep()) return;
  const hadOne = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.register("sw.js").catch(() => undefined);
  let told = false;
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    if (!hadOne || told) return;
    told = true;
    say("There is a new version of this page.", { label: "Load it", action: () => location.reload() });
  });
}
