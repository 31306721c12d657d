// The panels that show boards: live while the text changes, with the plan of the last search, played and painted.

import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import * as vscode from "vscode";
import type { LanguageClient, WorkspaceEdit } from "vscode-languageclient/node";
import { page } from "./page.js";

/** What the server answers to `puzzlec/board`; its page reads the rest. */
interface BoardAnswer {
  board: { answer?: string; solution?: unknown } | null;
}

/** What the page of a board asks for. */
type Wish =
  | { kind: "ready" | "solve" | "stop" }
  | { kind: "paint"; picture: "start" | "goal"; cells: string[]; mark: string };

interface Shown {
  panel: vscode.WebviewPanel;
  uri: string;
  puzzle: string;
  /** Whether the page listens. */
  ready: boolean;
  /** Whether the next answer opens the solution. */
  solution: boolean;
  asking?: vscode.CancellationTokenSource;
}

/** One panel for each puzzle. */
const panels = new Map<string, Shown>();

const keyOf = (uri: string, puzzle: string): string => `${uri}#${puzzle}`;

/** Whether the board of a puzzle is on the screen. */
export function isShown(uri: string, puzzle: string): boolean {
  return panels.has(keyOf(uri, puzzle));
}

/** Shows the board of a puzzle; with `solution` its solution, if there is one. */
export function showBoard(
  client: () => LanguageClient | undefined,
  extension: vscode.Uri,
  [uri, puzzle]: [string, string],
  solution: boolean,
): void {
  const known = panels.get(keyOf(uri, puzzle));
  if (known !== undefined) {
    known.solution ||= solution;
    known.panel.reveal(undefined, true);
    return void refresh(client, known);
  }
  const dist = vscode.Uri.joinPath(extension, "dist");
  const place = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
  const options = { enableScripts: true, retainContextWhenHidden: true, localResourceRoots: [dist] };
  const panel = vscode.window.createWebviewPanel("puzzlec.board", puzzle, place, options);
  const shown: Shown = { panel, uri, puzzle, ready: false, solution };
  panels.set(keyOf(uri, puzzle), shown);
  panel.iconPath = vscode.Uri.joinPath(extension, "icon.png");
  panel.onDidDispose(() => {
    shown.asking?.cancel();
    panels.delete(keyOf(uri, puzzle));
  });
  panel.webview.onDidReceiveMessage((wish: Wish) => void fulfil(client, shown, wish));
  const style = readFileSync(vscode.Uri.joinPath(dist, "board.css").fsPath, "utf8");
  const script = panel.webview.asWebviewUri(vscode.Uri.joinPath(dist, "board.js")).toString();
  panel.webview.html = page(puzzle, style, script, randomBytes(16).toString("base64url"));
}

/** Draws all boards again. */
export function refreshBoards(client: () => LanguageClient | undefined): void {
  for (const shown of panels.values()) void refresh(client, shown);
}

async function refresh(client: () => LanguageClient | undefined, shown: Shown): Promise<void> {
  const { panel, uri, puzzle } = shown;
  const server = client();
  if (server === undefined || !shown.ready) return;
  // The answer to an older text is of no use.
  shown.asking?.cancel();
  const asking = (shown.asking = new vscode.CancellationTokenSource());
  try {
    const answer = await server.sendRequest<BoardAnswer>("puzzlec/board", { uri, puzzle }, asking.token);
    if (asking.token.isCancellationRequested || !panels.has(keyOf(uri, puzzle))) return;
    void panel.webview.postMessage({ kind: "board", ...answer, open: shown.solution });
    if (answer.board?.solution) shown.solution = false;
  } catch (error) {
    if (!asking.token.isCancellationRequested) {
      void panel.webview.postMessage({ kind: "board", board: null, why: String(error) });
    }
  }
}

async function fulfil(client: () => LanguageClient | undefined, shown: Shown, wish: Wish): Promise<void> {
  switch (wish.kind) {
    case "ready":
      shown.ready = true;
      return refresh(client, shown);
    case "solve":
    case "stop":
      shown.solution = wish.kind === "solve";
      await vscode.commands.executeCommand(`puzzlec.${wish.kind}`, shown.uri, shown.puzzle);
      return refresh(client, shown);
    case "paint":
      return paint(client, shown, wish);
  }
}

/** Writes marks into the text of a picture. */
async function paint(
  client: () => LanguageClient | undefined,
  { panel, uri, puzzle }: Shown,
  { picture, cells, mark }: { picture: string; cells: string[]; mark: string },
): Promise<void> {
  // The text may change before the answer comes.
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const server = client();
    if (server === undefined) return;
    let why = "the text is changing";
    try {
      const edit = await server.sendRequest<WorkspaceEdit>("puzzlec/paint", { uri, puzzle, picture, cells, mark });
      const changed = await server.protocol2CodeConverter.asWorkspaceEdit(edit);
      if (isCurrent(edit)) {
        if (changed.size > 0) await vscode.workspace.applyEdit(changed);
        return;
      }
    } catch (error) {
      why = error instanceof Error ? error.message : String(error);
      if (!why.includes("has changed")) attempt = 5;
    }
    if (attempt >= 4) void panel.webview.postMessage({ kind: "refused", why });
  }
}

/** Whether an edit is of the texts as they are now. */
function isCurrent({ documentChanges = [] }: WorkspaceEdit): boolean {
  return documentChanges.every((change) => {
    if (!("textDocument" in change)) return true;
    const { textDocument } = change;
    const open = vscode.workspace.textDocuments.find((d) => d.uri.toString() === vscode.Uri.parse(textDocument.uri).toString());
    return textDocument.version === null || open === undefined || open.version === textDocument.version;
  });
}
