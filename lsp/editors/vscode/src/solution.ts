// The panel that shows a solution.

import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import { page, type Solution } from "./page.js";

/** One panel for each puzzle. */
const panels = new Map<string, { panel: vscode.WebviewPanel; uri: string; puzzle: string }>();

/** Whether the solution of a puzzle is on the screen. */
export function isShown(uri: string, puzzle: string): boolean {
  return panels.has(`${uri}#${puzzle}`);
}

function ask(client: LanguageClient, uri: string, puzzle: string): Promise<Solution | null> {
  return client.sendRequest<Solution | null>("puzzlec/solution", { uri, puzzle });
}

/** Asks the server for the solution of a puzzle and shows it. `told` says that the answer was announced already. */
export async function showSolution(client: LanguageClient, uri: string, puzzle: string, told = false): Promise<void> {
  const solution = await ask(client, uri, puzzle);
  const key = `${uri}#${puzzle}`;
  if (solution === null || solution.start.length === 0) {
    panels.get(key)?.panel.dispose();
    const why = solution === null ? "no solution yet, solve it first" : solution.label;
    if (!told) void vscode.window.showInformationMessage(`${puzzle}: ${why}`);
    return;
  }
  let panel = panels.get(key)?.panel;
  if (panel === undefined) {
    const place = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    panel = vscode.window.createWebviewPanel("puzzlec.solution", puzzle, place, { enableScripts: true });
    panel.onDidDispose(() => panels.delete(key));
    panels.set(key, { panel, uri, puzzle });
  } else {
    panel.reveal(undefined, true);
  }
  panel.title = solution.title;
  panel.webview.html = page(solution, randomBytes(16).toString("base64url"));
}

/** Has each solution on the screen say whether its puzzle has changed. */
export async function lookAgain(client: LanguageClient): Promise<void> {
  for (const { panel, uri, puzzle } of panels.values()) {
    const solution = await ask(client, uri, puzzle);
    if (solution !== null) void panel.webview.postMessage({ label: solution.label });
  }
}
