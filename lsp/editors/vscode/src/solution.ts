// The panel that shows a solution.

import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import { page, type Solution } from "./page.js";

/** One panel for each puzzle. */
const panels = new Map<string, vscode.WebviewPanel>();

/** Whether the solution of a puzzle is on the screen. */
export function isShown(uri: string, puzzle: string): boolean {
  return panels.has(`${uri}#${puzzle}`);
}

/** Asks the server for the solution of a puzzle and shows it. */
export async function showSolution(client: LanguageClient, uri: string, puzzle: string): Promise<void> {
  const solution = await client.sendRequest<Solution | null>("puzzlec/solution", { uri, puzzle });
  if (solution === null) {
    void vscode.window.showInformationMessage(`${puzzle} has no solution yet: solve it first`);
    return;
  }
  const key = `${uri}#${puzzle}`;
  let panel = panels.get(key);
  if (panel === undefined) {
    const place = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    panel = vscode.window.createWebviewPanel("puzzlec.solution", puzzle, place, { enableScripts: true });
    panel.onDidDispose(() => panels.delete(key));
    panels.set(key, panel);
  } else {
    panel.reveal(undefined, true);
  }
  panel.title = solution.title;
  panel.webview.html = page(solution, randomBytes(16).toString("base64url"));
}
