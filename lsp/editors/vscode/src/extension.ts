// The client of the language server, and what this editor adds to it.

import { statSync } from "node:fs";
import { homedir } from "node:os";
import * as vscode from "vscode";
import { LanguageClient, type LanguageClientOptions, type ServerOptions } from "vscode-languageclient/node";
import { puzzleAt } from "./puzzles.js";
import { find, missing, SERVER, type Machine } from "./server.js";
import { isShown, lookAgain, showSolution } from "./solution.js";

/** What the server says when a search has ended. */
interface Solved {
  uri: string;
  puzzle: string;
}

let client: LanguageClient | undefined;

/** Starts the server when the first puzzle is opened. */
export async function activate(context: vscode.ExtensionContext): Promise<void> {
  let soon: NodeJS.Timeout | undefined;
  context.subscriptions.push(
    vscode.commands.registerCommand("puzzlec.restart", async () => {
      await client?.stop();
      await begin(context);
    }),
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (document.languageId !== "puzzle" && document.languageId !== "rhai") return;
      clearTimeout(soon);
      soon = setTimeout(() => client && void lookAgain(client), QUIET);
    }),
  );
  await begin(context);
}

/** So many milliseconds after a change the solutions on the screen are looked at again. */
const QUIET = 200;

const machine: Machine = {
  environment: process.env,
  home: homedir(),
  windows: process.platform === "win32",
  isFile: (path) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false,
};

/** Looks for the server and starts it. */
async function begin(context: vscode.ExtensionContext): Promise<void> {
  const named = vscode.workspace.getConfiguration("puzzlec").get<string>("server.path") || SERVER;
  const command = find(named, machine);
  if (command === undefined) {
    client = undefined;
    return trouble(missing(named, machine));
  }
  client = makeClient(command);
  await start(client, context);
}

/** Says why there is no server, and where to set another. */
async function trouble(why: string): Promise<void> {
  const choice = await vscode.window.showErrorMessage(why, "Settings");
  if (choice !== undefined) {
    await vscode.commands.executeCommand("workbench.action.openSettings", "puzzlec.server");
  }
}

/** Stops the server. */
export async function deactivate(): Promise<void> {
  await client?.stop();
}

function makeClient(command: string): LanguageClient {
  const args = vscode.workspace.getConfiguration("puzzlec").get<string[]>("server.arguments") ?? [];
  const server: ServerOptions = { command, args };
  const options: LanguageClientOptions = {
    documentSelector: [{ language: "puzzle" }, { language: "rhai" }],
    synchronize: {
      configurationSection: "puzzlec",
      fileEvents: vscode.workspace.createFileSystemWatcher("**/{*.puzzle,*.rhai,plugin.toml}"),
    },
    middleware: {
      executeCommand: async (command, args, next) => {
        const puzzle = chosen(args);
        if (puzzle === undefined) {
          void vscode.window.showInformationMessage("open a puzzle and put the cursor into it");
          return undefined;
        }
        if (command === "puzzlec.showSolution" && client !== undefined) {
          return showSolution(client, puzzle[0], puzzle[1]);
        }
        return next(command, puzzle);
      },
    },
  };
  return new LanguageClient("puzzlec", "Puzzle language", server, options);
}

/** The address and puzzle that a command is about: as it was called, or where the cursor is. */
function chosen(args: unknown[]): [string, string] | undefined {
  const [uri, puzzle] = args;
  if (typeof uri === "string" && typeof puzzle === "string") return [uri, puzzle];
  const editor = vscode.window.activeTextEditor;
  if (editor?.document.languageId !== "puzzle") return undefined;
  const { document, selection } = editor;
  const name = puzzleAt(document.getText(), document.offsetAt(selection.active));
  return name === undefined ? undefined : [document.uri.toString(), name];
}

async function start(started: LanguageClient, context: vscode.ExtensionContext): Promise<void> {
  context.subscriptions.push(
    started.onNotification("puzzlec/solved", (solved: Solved) => void tell(started, solved)),
  );
  try {
    await started.start();
  } catch (error) {
    return trouble(`The language server did not start: ${String(error)}`);
  }
  const known = started.initializeResult?.capabilities.executeCommandProvider?.commands ?? [];
  if (!known.includes("puzzlec.showSolution")) {
    const show = async (...args: unknown[]) => {
      const puzzle = chosen(args);
      if (puzzle !== undefined) await showSolution(started, ...puzzle);
    };
    context.subscriptions.push(vscode.commands.registerCommand("puzzlec.showSolution", show));
  }
}

/** The server itself says what came of a search; here it is shown, where that is wanted. */
async function tell(started: LanguageClient, { uri, puzzle }: Solved): Promise<void> {
  const open = vscode.workspace.getConfiguration("puzzlec").get<boolean>("solution.open");
  if (open || isShown(uri, puzzle)) await showSolution(started, uri, puzzle, true);
}
