// A stand-in for `puzzlec serve`: the same addresses, with the module under node. With PUZZLEC_SERVE the program itself.
import { execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, watch, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { load } from "../../module/client.js";

const here = import.meta.dirname;

/** A folder with these files. */
export function folderOf(files) {
  const folder = mkdtempSync(join(tmpdir(), "served-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

/** Serves a folder; its address with the token, and a function that ends it. */
export function serveFolder(folder) {
  return process.env.PUZZLEC_SERVE ? program(folder) : standIn(folder);
}

function program(folder) {
  const child = spawn(process.env.PUZZLEC_SERVE, ["serve", folder], { stdio: ["ignore", "pipe", "ignore"] });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.stdout.once("data", (text) => resolve({ address: String(text).trim(), close: async () => void child.kill() }));
  });
}

async function standIn(folder) {
  const token = randomBytes(16).toString("hex");
  const file = join(folder, "..", `page-${token}.html`);
  execFileSync(process.execPath, [join(here, "../build.mjs"), "--serve", file]);
  const page = readFileSync(file, "utf8");
  rmSync(file);
  let answer = null;
  const module = await load(readFileSync(join(here, "../dist/puzzlec.wasm")), {
    progress(progress) {
      answer?.write(`${JSON.stringify({ progress })}\n`);
      return true;
    },
  });
  const files = () => Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")]));
  const listeners = new Set();
  const watcher = watch(folder, (_, name) => listeners.forEach((one) => one.write(`data: ${JSON.stringify({ changed: [name] })}\n\n`)));
  const routes = {
    "/": (request, response) => {
      const nonce = randomBytes(16).toString("hex");
      response.writeHead(200, {
        "content-type": "text/html; charset=utf-8",
        "content-security-policy": `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'unsafe-inline'; img-src data: blob:; font-src data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
        "x-frame-options": "DENY",
        "referrer-policy": "no-referrer",
      });
      response.end(page.replaceAll("{{nonce}}", nonce));
    },
    "/files": (request, response) => response.end(JSON.stringify({ files: files() })),
    "/file": (request, response, body, query) => {
      writeFileSync(join(folder, query.get("name")), body);
      response.end('{"ok":{}}');
    },
    "/events": (request, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(": changes follow\n\n");
      listeners.add(response);
      response.on("close", () => listeners.delete(response));
    },
    "/request": (request, response, body) => {
      answer = response;
      response.end(`${JSON.stringify(module.request(JSON.parse(body)))}\n`);
    },
  };
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url, "http://localhost");
    let body = "";
    for await (const part of request) body += part;
    const route = routes[pathname];
    if (route === undefined || (pathname !== "/" && request.headers["x-puzzlec-token"] !== token)) {
      response.writeHead(403);
      response.end('{"failed":{"why":"The token is missing or wrong."}}');
    } else route(request, response, body, searchParams);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    address: `http://127.0.0.1:${server.address().port}/#token=${token}`,
    close: () => {
      watcher.close();
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
