// Elements of the page.

type Child = Node | string | null | undefined | false;
type Attributes = Record<string, string | boolean | ((event: Event) => void)>;

/** Makes an element. `on…` attributes are listeners; `false` leaves an attribute out. */
export function make<K extends keyof HTMLElementTagNameMap>(name: K, attributes: Attributes = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(key.slice(2), value);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false) made.setAttribute(key, value);
  }
  made.append(...children.filter((child): child is Node | string => typeof child === "string" || child instanceof Node));
  return made;
}

/** The element of the page with this id. */
export function find<T extends HTMLElement = HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`the page has no ${id}`);
  return found as T;
}

/** A button with a listener. */
export function button(label: string, action: () => void, attributes: Attributes = {}): HTMLButtonElement {
  return make("button", { type: "button", onclick: () => action(), ...attributes }, label);
}

/** Whether keys have the names of a Mac. */
export const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

/** A shortcut as this machine's keys are labelled: `Mod-Shift-F`. */
export function keyName(keys: string): string {
  const names: Record<string, string> = isMac
    ? { Mod: "⌘", Shift: "⇧", Alt: "⌥", Enter: "↩" }
    : { Mod: "Ctrl" };
  return keys.split("-").map((key) => names[key] ?? key).join(isMac ? "" : "+");
}

/** Saves a text as a file. */
export function download(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = make("a", { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** A function that runs once, some time after its last call. */
export function delayed(milliseconds: number, action: () => void): () => void {
  let timer = 0;
  return () => {
    clearTimeout(timer);
    timer = window.setTimeout(action, milliseconds);
  };
}
