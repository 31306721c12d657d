// The protocol library of the extension against the real server, of the program that PUZZLEC names.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";

const require = createRequire(import.meta.url);
const { StreamMessageReader, StreamMessageWriter, createProtocolConnection } = require("vscode-languageserver-protocol/node");

const TEXT = `edition 1
use peg

puzzle Four {
    board  line 4
    rules  peg.jump
    start  row oo..
    goal   only peg at c1
    expect solvable in 1 move
}
`;

const program = process.env.PUZZLEC;
const skip = program ? false : "PUZZLEC names no program";

test("a puzzle is opened, solved and shown", { skip, timeout: 120_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "puzzle-"));
  const child = spawn(program, ["lsp"], { stdio: ["pipe", "pipe", "inherit"] });
  const ended = once(child, "exit");
  try {
    const client = createProtocolConnection(new StreamMessageReader(child.stdout), new StreamMessageWriter(child.stdin));
    const published = new Promise((resolve) => client.onNotification("textDocument/publishDiagnostics", resolve));
    const solved = new Promise((resolve) => client.onNotification("puzzlec/solved", resolve));
    client.onRequest((method) => (method === "workspace/configuration" ? [null] : null));
    client.listen();
    const root = pathToFileURL(folder).href;
    const { capabilities } = await client.sendRequest("initialize", {
      processId: process.pid,
      rootUri: root,
      workspaceFolders: [{ uri: root, name: "test" }],
      capabilities: { textDocument: { publishDiagnostics: {} }, window: { workDoneProgress: true } },
    });
    for (const command of ["solve", "shortest", "any", "count", "test", "stop"]) {
      assert.ok(capabilities.executeCommandProvider.commands.includes(`puzzlec.${command}`), command);
    }
    await client.sendNotification("initialized", {});
    const file = join(folder, "four.puzzle");
    writeFileSync(file, TEXT);
    const uri = pathToFileURL(file).href;
    await client.sendNotification("textDocument/didOpen", {
      textDocument: { uri, languageId: "puzzle", version: 1, text: TEXT.replace("peg.jump", "peg.jmp") },
    });
    assert.deepEqual((await published).diagnostics.map((d) => d.code), ["P0201"]);
    await client.sendNotification("textDocument/didChange", {
      textDocument: { uri, version: 2 },
      contentChanges: [{ range: { start: { line: 5, character: 16 }, end: { line: 5, character: 16 } }, text: "u" }],
    });
    await client.sendRequest("workspace/executeCommand", { command: "puzzlec.solve", arguments: [uri, "Four"] });
    const told = await solved;
    assert.equal(told.puzzle, "Four");
    const solution = await client.sendRequest("puzzlec/solution", { uri, puzzle: "Four" });
    assert.equal(solution.steps.length, 1);
    assert.ok(solution.title && solution.label && solution.start.length > 0 && solution.steps[0].notation);
    assert.equal(await client.sendRequest("puzzlec/solution", { uri, puzzle: "Nobody" }), null);
    await client.sendRequest("shutdown");
    await client.sendNotification("exit");
    assert.equal((await ended)[0], 0);
  } finally {
    child.kill();
    rmSync(folder, { recursive: true, force: true });
  }
});
