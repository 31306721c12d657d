// A browser, and a server of the site's files, in a folder of the host as well as at its top.

import http from "node:http";
import { existsSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { chromium } from "playwright-core";
import { OUT } from "./made.mjs";

const TYPES = { ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml",
  ".wasm": "application/wasm", ".png": "image/png", ".jpg": "image/jpeg", ".json": "application/json" };

/** The site below `/some/folder/` of a host. */
export const FOLDER = "/some/folder/";

/** Serves the site: its address, the names of the files that were requested, and a function that ends it. */
export async function serve() {
  const requested = [];
  const server = http.createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://host");
    requested.push(path.posix.basename(pathname));
    let file = pathname.startsWith(FOLDER) ? path.join(OUT, decodeURIComponent(pathname.slice(FOLDER.length))) : null;
    if (file && existsSync(file) && statSync(file).isDirectory()) file = path.join(file, "index.html");
    if (!file || !existsSync(file)) return response.writeHead(404).end("not found");
    return response.writeHead(200, { "content-type": TYPES[path.extname(file)] ?? "application/octet-stream" }).end(readFileSync(file));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { address: `http://127.0.0.1:${server.address().port}${FOLDER}`, requested, close: () => server.close() };
}

export const launch = () => chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox"] });

/** A page that keeps what goes wrong, and every address outside of the host. */
export async function openPage(browser, options = {}) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const wrong = [];
  page.on("pageerror", (error) => wrong.push(error.message));
  page.on("console", (message) => { if (message.type() === "error") wrong.push(message.text()); });
  page.on("request", (request) => {
    if (!/^(http:\/\/127\.0\.0\.1:|data:|blob:)/.test(request.url())) wrong.push(`a request to ${request.url()}`);
  });
  return { page, wrong, close: () => context.close() };
}
