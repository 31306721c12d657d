// The built page behind a small server, and a browser that shows it.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { extname, join } from "node:path";
import { chromium } from "playwright-core";

export const dist = join(import.meta.dirname, "../dist");
export const root = join(import.meta.dirname, "../../..");
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const kinds = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm" };

/**
 * Serves the page on this machine: its address, a function that ends it, the paths of all requests, and a set of paths that
 * are refused.
 */
export function serve(folder = dist) {
  const [requested, refused] = [[], new Set()];
  const server = createServer((request, response) => {
    const path = new URL(request.url, "http://localhost").pathname;
    requested.push(path);
    try {
      if (refused.has(path)) throw new Error("refused");
      const body = readFileSync(join(folder, path.endsWith("/") ? `${path}index.html` : path));
      response.writeHead(200, { "content-type": kinds[extname(path)] ?? "text/html" });
      response.end(body);
    } catch {
      response.writeHead(404);
      response.end();
    }
  });
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const close = () => {
        server.closeAllConnections();
        return new Promise((done) => server.close(done));
      };
      resolve({ address: `http://127.0.0.1:${server.address().port}/`, close, requested, refused });
    });
  });
}

export const launch = () => chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });

/** Opens the page in a profile of its own. Errors and requests to elsewhere are collected in `page.faults`. */
export async function open(browser, address, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, acceptDownloads: true, ...options });
  return openIn(context, address);
}

export async function openIn(context, address) {
  const page = await context.newPage();
  page.faults = [];
  const own = new URL(address).origin;
  page.on("pageerror", (error) => page.faults.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") page.faults.push(message.text());
  });
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (/^https?:$/.test(url.protocol) && url.origin !== own) page.faults.push(`a request to ${url.origin}`);
  });
  await page.goto(address);
  await page.waitForSelector("body.loaded", { timeout: 60_000 });
  return page;
}

/** The board's frame. */
export const board = (page) => page.frameLocator("#board");

/** A cell of the board. */
export const cell = (page, name) => board(page).locator(`.hit[aria-label="${name}"], .hit[aria-label^="${name}:"], .hit[aria-label^="${name},"]`);

/** Replaces the text of the editor as a user would. */
export async function write(page, text) {
  await page.locator(".cm-content").click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("Delete");
  await page.keyboard.insertText(text);
}

/** The text of the editor, as it is kept. */
export const textOf = (page) => page.evaluate(() => {
  const view = document.querySelector("#editor").shadowRoot.querySelector(".cm-content").cmTile?.view ?? document.querySelector("#editor").shadowRoot.querySelector(".cm-content").cmView?.view;
  return view.state.doc.toString();
});

/** Opens an example by the list. */
export async function example(page, words) {
  await page.locator("#open").click();
  await page.locator("dialog input").fill(words);
  await page.keyboard.press("Enter");
  await page.waitForSelector("dialog", { state: "detached" });
  await says(page, "#tabs", words.split("/").pop());
}

/** Waits for words in an element. */
export async function says(page, selector, words, timeout = 60_000) {
  const place = page.locator(selector);
  const end = Date.now() + timeout;
  for (;;) {
    const text = (await place.allTextContents()).join(" ");
    if (typeof words === "string" ? text.includes(words) : words.test(text)) return text;
    if (Date.now() > end) throw new Error(`${selector} says “${text}”, not ${words}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Faults of accessibility, in the page and in the board's frame. */
export async function axeFaults(page) {
  const found = [];
  for (const frame of page.frames()) {
    await frame.evaluate(axe);
    const { violations } = await frame.evaluate(() => window.axe.run(document, { iframes: false }));
    found.push(...violations.filter(({ impact }) => impact !== "minor").map(({ id, impact, nodes }) => `${impact} ${id}: ${nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`).join("; ")}`));
  }
  return found;
}
