// Dialogs.

import { button, make } from "./dom.js";

/** Opens a dialog with a heading; `fill` adds its content and may close it. It is removed when it closes. */
export function openDialog(title: string, fill: (body: HTMLElement, close: () => void) => void, kind = ""): HTMLDialogElement {
  const body = make("div", { class: "body" });
  const heading = make("h2", { id: "dialog-title" }, title);
  const dialog = make("dialog", { "aria-labelledby": "dialog-title", class: kind });
  const close = (): void => dialog.close();
  const head = make("div", { class: "head" }, heading, button("×", close, { class: "close", "aria-label": "Close" }));
  dialog.append(head, body);
  const before = document.activeElement;
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (before instanceof HTMLElement && before.isConnected) before.focus();
  });
  // A click beside the dialog closes it.
  dialog.addEventListener("pointerdown", (event) => {
    if (event.target !== dialog) return;
    const { left, right, top, bottom } = dialog.getBoundingClientRect();
    const inside = event.clientX >= left && event.clientX <= right && event.clientY >= top && event.clientY <= bottom;
    if (!inside) close();
  });
  document.body.append(dialog);
  fill(body, close);
  dialog.showModal();
  return dialog;
}

/** Requests one line of text; null if the dialog is closed. `fault` gives the reason why a text does not do. */
export function enterLine(title: string, label: string, value: string, fault: (text: string) => string | null): Promise<string | null> {
  return new Promise((resolve) => {
    let result: string | null = null;
    const dialog = openDialog(title, (body, close) => {
      const input = make("input", { id: "line", type: "text", autocomplete: "off", spellcheck: "false", value });
      const why = make("p", { class: "fault", role: "alert" });
      const form = make("form", {
        onsubmit: (event) => {
          event.preventDefault();
          const found = fault(input.value.trim());
          why.textContent = found ?? "";
          if (found !== null) return;
          result = input.value.trim();
          close();
        },
      }, make("label", { for: "line" }, label), input, why, make("div", { class: "actions" }, make("button", { type: "submit", class: "main" }, "OK")));
      body.append(form);
      queueMicrotask(() => input.select());
    }, "small");
    dialog.addEventListener("close", () => resolve(result));
  });
}
