// A VS Code of its own, with the extension installed as its users install it, and a browser that shows it.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

const extension = join(import.meta.dirname, "../..");

/** Where `install.sh` put VS Code and the browser. */
export const installed = process.env.PUZZLEC_VSCODE;
const program = process.env.PUZZLEC;
const browsers = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const executablePath = browsers.find((path) => path && existsSync(path));

/** Why there can be no test; `false` if there can. */
export const skip =
  (!installed && "PUZZLEC_VSCODE names no folder of install.sh") ||
  (!program && "PUZZLEC names no program") ||
  (!executablePath && "no Chromium");

const quiet = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

async function freePort() {
  const listener = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => listener.once("listening", resolve));
  const { port } = listener.address();
  await new Promise((resolve) => listener.close(resolve));
  return port;
}

/** Starts VS Code on a folder with these files. */
export async function start(files) {
  const home = mkdtempSync(join(tmpdir(), "puzzle-"));
  const folder = join(home, "puzzles");
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(folder, { recursive: true });
    if (existsSync(text)) cpSync(text, join(folder, name));
    else writeFileSync(join(folder, name), text);
  }
  const settings = {
    "puzzlec.lenses": true,
    "puzzlec.memory": 1024,
    "security.workspace.trust.enabled": false,
    "workbench.startupEditor": "none",
    "telemetry.telemetryLevel": "off",
    "extensions.autoCheckUpdates": false,
    "editor.minimap.enabled": false,
  };
  mkdirSync(join(home, "data/User"), { recursive: true });
  writeFileSync(join(home, "data/User/settings.json"), JSON.stringify(settings));

  const require = createRequire(join(installed, "package.json"));
  const package_ = join(home, "puzzlec.vsix");
  const silent = { stdio: "pipe" };
  const platform = `${process.platform}-${process.arch}`;
  execFileSync(process.execPath, [join(extension, "package.mjs"), program, platform, package_], silent);
  const port = await freePort();
  const own = ["--user-data-dir", join(home, "data"), "--extensions-dir", join(home, "extensions")];
  const listen = ["--auth", "none", "--bind-addr", `127.0.0.1:${port}`, "--config", join(home, "config.yaml")];
  const code = join(installed, "node_modules/code-server/out/node/entry.js");
  const env = { ...process.env, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home };
  delete env.PORT;
  delete env.VSCODE_IPC_HOOK_CLI;
  const still = ["--disable-telemetry", "--disable-update-check", "--disable-workspace-trust"];
  execFileSync(process.execPath, [code, ...own, "--install-extension", package_], { ...silent, env });
  const child = spawn(process.execPath, [code, ...own, ...listen, ...still], { env, stdio: ["ignore", "pipe", "pipe"] });
  let log = "";
  const listening = new Promise((resolve, reject) => {
    const take = (piece) => {
      log += piece;
      if (log.includes("HTTP server listening")) resolve();
    };
    child.stdout.on("data", take);
    child.stderr.on("data", take);
    child.once("exit", () => reject(new Error(`code-server ended:\n${log}`)));
  });
  let browser;
  const stop = async () => {
    await browser?.close();
    child.kill();
    if (child.exitCode === null) await new Promise((resolve) => child.once("exit", resolve));
    rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  };
  try {
    await listening;
    const { chromium } = require("playwright-core");
    browser = await chromium.launch({ executablePath, args: quiet });
    const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
    page.setDefaultTimeout(30_000);
    await page.goto(`http://127.0.0.1:${port}/?folder=${encodeURIComponent(folder)}`);
    await page.waitForSelector(".monaco-workbench", { timeout: 60_000 });
    /** The text of a file once it is not what it was. */
    const saved = (name, before) => {
      const text = readFileSync(join(folder, name), "utf8");
      return text === before ? undefined : text;
    };
    return { page, settings, saved, stop, log: () => log };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** What a person does at the keyboard. */
export function hands(page) {
  return {
    /** Opens a file from the list of files. */
    async open(name) {
      await page.locator(".explorer-folders-view .monaco-list-row").filter({ hasText: name }).dblclick();
      await page.locator(".tab.active").filter({ hasText: name }).waitFor();
      await page.locator(".editor-group-container.active .monaco-editor.focused").waitFor();
    },
    /** Goes from a panel back to a text that is open. */
    async back(name) {
      await page.locator(".tab").filter({ hasText: name }).click();
      await page.locator(".editor-group-container.active .monaco-editor").click();
      await page.locator(".editor-group-container.active .monaco-editor.focused").waitFor();
    },
    async close(title) {
      const tab = page.locator(".tab").filter({ hasText: title });
      await tab.click();
      await tab.locator(".codicon-close").click();
      await tab.waitFor({ state: "detached" });
    },
    async command(title) {
      await page.keyboard.press("F1");
      await page.locator(".quick-input-widget input").waitFor();
      await page.keyboard.type(title);
      await page.locator(".quick-input-list .monaco-list-row.focused").filter({ hasText: title }).waitFor();
      await page.keyboard.press("Enter");
      await page.locator(".quick-input-widget").waitFor({ state: "hidden" });
    },
    /** Puts the cursor at the end of a line. */
    async line(number) {
      await page.keyboard.press("Control+G");
      await page.locator(".quick-input-widget input").waitFor();
      await page.keyboard.type(String(number));
      await page.keyboard.press("Enter");
      await page.locator(".quick-input-widget").waitFor({ state: "hidden" });
      await page.keyboard.press("End");
    },
    /** A lens that says something. */
    lens: (text) => page.locator(".editor-group-container.active .codelens-decoration a").filter({ hasText: text }).first(),
    /** Code with these words, as the editor shows it. */
    code: (text) => page.locator(".editor-group-container.active .view-line span > span").filter({ hasText: text }).first(),
  };
}

/** Waits until a function gives something. */
export async function eventually(what, ask, seconds = 30) {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    const found = await ask();
    if (found) return found;
    assert.ok(Date.now() < end, what);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
