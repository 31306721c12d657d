// The start of the page.

import { App } from "./app.js";
import { say } from "./ui/notice.js";

window.addEventListener("unhandledrejection", (event) => {
  say(`Something went wrong: ${event.reason instanceof Error ? event.reason.message : String(event.reason)}`);
});

const app = new App();
void app.start();
