// The package of the extension with the program that PUZZLEC names: unpacked, and its server started.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { chmodSync, createWriteStream, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { test } from "node:test";
import { filesOf } from "./unpack.mjs";

const require = createRequire(import.meta.url);
const { StreamMessageReader, StreamMessageWriter, createProtocolConnection } = require("vscode-languageserver-protocol/node");

const program = process.env.PUZZLEC;
const skip = program ? false : "PUZZLEC names no program";
const extension = join(import.meta.dirname, "..");

test("a package has everything that it names, and a server that answers", { skip, timeout: 300_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "package-"));
  try {
    const file = join(folder, "puzzlec.vsix");
    execFileSync(process.execPath, [join(extension, "package.mjs"), program, "linux-x64", file], { stdio: "pipe" });
    for (const { name, mode, read } of await filesOf(file)) {
      const target = join(folder, "unpacked", name);
      mkdirSync(dirname(target), { recursive: true });
      await pipeline(await read(), createWriteStream(target));
      chmodSync(target, mode & 0o777);
    }
    const inside = (...path) => join(folder, "unpacked", ...path);
    const description = readFileSync(inside("extension.vsixmanifest"), "utf8");
    assert.match(description, /TargetPlatform="linux-x64"/);
    for (const [, path] of description.matchAll(/(?:Path="|<Icon>|<License>)([^"<]+)/g)) assert.ok(existsSync(inside(path)), path);
    const manifest = JSON.parse(readFileSync(inside("extension/package.json"), "utf8"));
    const grammars = manifest.contributes.grammars.map((grammar) => grammar.path);
    const languages = manifest.contributes.languages.map((language) => language.configuration);
    for (const path of [manifest.main, manifest.icon, ...grammars, ...languages, "dist/board.js", "dist/board.css"]) {
      assert.ok(existsSync(inside("extension", path)), path);
    }
    const readme = readFileSync(inside("extension/README.md"), "utf8");
    for (const [, path] of readme.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)) assert.ok(existsSync(inside("extension", path)), path);
    const child = spawn(inside("extension/server/puzzlec"), ["lsp"], { stdio: ["pipe", "pipe", "inherit"] });
    const client = createProtocolConnection(new StreamMessageReader(child.stdout), new StreamMessageWriter(child.stdin));
    client.listen();
    const answer = await client.sendRequest("initialize", { processId: null, rootUri: null, capabilities: {} });
    assert.equal(answer.serverInfo.name, "puzzlec");
    assert.equal(answer.serverInfo.version, manifest.version);
    await client.sendRequest("shutdown");
    await client.sendNotification("exit");
    await new Promise((resolve) => child.once("exit", resolve));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
