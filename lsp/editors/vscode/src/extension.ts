// The client of the language server, and what this editor adds to it.

import { statSync } from "node:fs";
import { homedir } from "node:os";
import * as vscode from "vscode";
import { LanguageClient, State, type LanguageClientOptions, type MessageSignature, type ServerOptions } from "vscode-languageclient/node";
import { isShown, refreshBoards, showBoard } from "./board.js";
import { puzzleAt } from "./puzzles.js";
import { ARGUMENTS, find, missing, packaged, PROGRAM, type Machine } from "./server.js";
import { Tests } from "./tests.js";

/** What the server says when a search has ended. */
interface Solved {
  uri: string;
  puzzle: string;
  /** The answer in a few words. */
  label: string;
}

/** A client that is silent about requests that meet a stop or a restart: the editor asks again. */
class Client extends LanguageClient {
  override handleFailedRequest<T>(
    type: MessageSignature,
    token: vscode.CancellationToken | undefined,
    error: unknown,
    otherwise: T,
    show?: boolean,
    throwOnCancel?: boolean,
  ): T {
    if (this.state !== State.Running) return otherwise;
    return super.handleFailedRequest(type, token, error, otherwise, show, throwOnCancel);
  }
}

let client: LanguageClient | undefined;
/** The start of the server, or its last restart: the next one waits for its end. */
let begun: Promise<void> = Promise.resolve();
let tests: Tests | undefined;

/** Starts the server when the first puzzle is opened. */
export async function activate(context: vscode.ExtensionContext): Promise<void> {
  let soon: NodeJS.Timeout | undefined;
  tests = new Tests(running);
  context.subscriptions.push(
    vscode.commands.registerCommand("puzzlec.restart", () => (begun = begun.then(() => restart(context)))),
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (document.languageId !== "puzzle" && document.languageId !== "rhai") return;
      clearTimeout(soon);
      soon = setTimeout(() => {
        refreshBoards(running);
        void tests?.update(document);
      }, QUIET);
    }),
    vscode.workspace.onDidOpenTextDocument((document) => void tests?.update(document)),
    ...tests.watch(),
  );
  await (begun = begin(context));
}

/** Starts the server again. The client reports, and kills, one that does not end by itself. */
async function restart(context: vscode.ExtensionContext): Promise<void> {
  const old = client;
  if (old?.isRunning()) await old.stop().catch(() => undefined);
  await begin(context);
}

/** Milliseconds without a change before the boards on the screen are drawn again. */
const QUIET = 150;

const running = (): LanguageClient | undefined => client;

const machine: Machine = {
  environment: process.env,
  home: homedir(),
  windows: process.platform === "win32",
  isFile: (path) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false,
};

/** Looks for the program and starts its server: the one of the setting, then that of the package, then that of the path. */
async function begin(context: vscode.ExtensionContext): Promise<void> {
  const settings = vscode.workspace.getConfiguration("puzzlec.server");
  const set = settings.get<string>("path");
  const own = set ? undefined : packaged(context.extensionPath, machine);
  const named = set || PROGRAM;
  const command = own ?? find(named, machine);
  if (command === undefined) {
    client = undefined;
    void trouble(missing(named, machine));
    return;
  }
  const args = (set && settings.get<string[]>("arguments")) || ARGUMENTS;
  client = makeClient({ command, args }, context);
  await start(client, context);
  refreshBoards(running);
  for (const document of vscode.workspace.textDocuments) void tests?.update(document);
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

function makeClient(server: ServerOptions, { extensionUri }: vscode.ExtensionContext): LanguageClient {
  const options: LanguageClientOptions = {
    documentSelector: [{ language: "puzzle" }, { language: "rhai" }, { language: "puzzlescript" }],
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
        if (command === "puzzlec.showBoard") return showBoard(running, extensionUri, puzzle, false);
        if (command === "puzzlec.showSolution") return showSolution(puzzle, extensionUri);
        return next(command, puzzle);
      },
    },
  };
  return new Client("puzzlec", "Puzzle language", server, options);
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
    started.onNotification("puzzlec/solved", (solved: Solved) => tell(solved, context.extensionUri)),
  );
  try {
    await started.start();
  } catch (error) {
    void trouble(`The language server did not start: ${String(error)}`);
  }
}

/** Opens the board of a puzzle at its solution. `told` says that the answer was announced already. */
async function showSolution([uri, puzzle]: [string, string], extension: vscode.Uri, told = false): Promise<void> {
  const known = await client?.sendRequest<{ label: string; start: string[] } | null>("puzzlec/solution", { uri, puzzle });
  if (known == null || known.start.length === 0) {
    const why = known == null ? "no solution yet, solve it first" : known.label;
    if (!told) void vscode.window.showInformationMessage(`${puzzle}: ${why}`);
    return;
  }
  showBoard(running, extension, [uri, puzzle], true);
}

/** The server itself says what came of a search; here it is drawn, where that is wanted. */
function tell({ uri, puzzle, label }: Solved, extension: vscode.Uri): void {
  tests?.ended(uri, puzzle, label);
  if (isShown(uri, puzzle)) refreshBoards(running);
  if (vscode.workspace.getConfiguration("puzzlec").get<boolean>("solution.open")) void showSolution([uri, puzzle], extension, true);
}
