// Work without a network, after the first visit.

import { say } from "./ui/notice.js";

export function workOffline(): void {
  if (!("serviceWorker" in navigator) || !/^https?:$/.test(location.protocol)) return;
  const hadOne = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.register("sw.js").catch(() => undefined);
  let told = false;
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    if (!hadOne || told) return;
    told = true;
    say("There is a new version of this page.", { label: "Load it", action: () => location.reload() });
  });
}
