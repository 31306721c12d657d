// The Test Explorer: files, their puzzles, and what these expect. The server tests and keeps the results.

import * as vscode from "vscode";
import type { LanguageClient, Range } from "vscode-languageclient/node";

/** A puzzle of the answer to `puzzlec/expectations`. */
interface ExpectingPuzzle {
  puzzle: string;
  range: Range;
  /** Whether the puzzle has changed since its last test. */
  outdated: boolean;
  expectations: { text: string; range: Range; outcome: "held" | "failed" | "undecided" | null; why: string | null }[];
}

const FILES = "**/*.puzzle";

export class Tests {
  private readonly controller = vscode.tests.createTestController("puzzlec", "Puzzles");
  /** The runs that wait for the end of a test, by file and puzzle. */
  private readonly waiting = new Map<string, (label: string) => void>();
  /** The puzzles whose results are known to be old. */
  private readonly old = new Set<string>();

  constructor(private readonly client: () => LanguageClient | undefined) {
    this.controller.resolveHandler = async (item) => {
      if (item === undefined) await this.discover();
      else await this.read(item);
    };
    this.controller.refreshHandler = () => this.discover();
    this.controller.createRunProfile("Test", vscode.TestRunProfileKind.Run, (request, token) => this.run(request, token), true);
  }

  /** What ends with the extension. */
  watch(): vscode.Disposable[] {
    const watcher = vscode.workspace.createFileSystemWatcher(FILES);
    return [
      this.controller,
      watcher,
      watcher.onDidCreate((uri) => this.file(uri)),
      watcher.onDidDelete((uri) => this.controller.items.delete(uri.toString())),
    ];
  }

  /** Reads the tests of a file again, if they were read before or it is open. */
  async update(document: vscode.TextDocument): Promise<void> {
    if (document.languageId !== "puzzle" || document.uri.scheme !== "file") return;
    await this.read(this.file(document.uri));
  }

  /** Takes over that a job of a puzzle has ended. */
  ended(uri: string, puzzle: string, label: string): void {
    this.waiting.get(keyOf(vscode.Uri.parse(uri), puzzle))?.(label);
  }

  private async discover(): Promise<void> {
    const found = await vscode.workspace.findFiles(FILES);
    const known = new Set(found.map((uri) => uri.toString()));
    this.controller.items.forEach((item) => {
      if (!known.has(item.id)) this.controller.items.delete(item.id);
    });
    for (const uri of found) this.file(uri);
  }

  private file(uri: vscode.Uri): vscode.TestItem {
    const known = this.controller.items.get(uri.toString());
    if (known !== undefined) return known;
    const item = this.controller.createTestItem(uri.toString(), vscode.workspace.asRelativePath(uri), uri);
    item.canResolveChildren = true;
    this.controller.items.add(item);
    return item;
  }

  /** Reads the puzzles and expectations of a file, and which results are old. */
  private async read(file: vscode.TestItem): Promise<ExpectingPuzzle[]> {
    const { uri } = file;
    if (uri === undefined || !this.controller.items.get(file.id)) return [];
    const found = (await this.client()?.sendRequest<ExpectingPuzzle[]>("puzzlec/expectations", { uri: uri.toString() })) ?? [];
    file.children.replace(found.map((one) => {
      const puzzle = this.item(file, keyOf(uri, one.puzzle), one.puzzle, one.range);
      puzzle.children.replace(one.expectations.map(({ text, range }, at) => this.item(puzzle, `${puzzle.id}#${at}`, text, range)));
      if (one.outdated && !this.old.has(puzzle.id)) this.controller.invalidateTestResults(puzzle);
      if (one.outdated) this.old.add(puzzle.id);
      else this.old.delete(puzzle.id);
      return puzzle;
    }));
    return found;
  }

  private item(parent: vscode.TestItem, id: string, label: string, range: Range): vscode.TestItem {
    // The same item, so that it stays open in the view.
    const item = parent.children.get(id) ?? this.controller.createTestItem(id, label, parent.uri);
    item.label = label;
    item.range = new vscode.Range(range.start.line, range.start.character, range.end.line, range.end.character);
    return item;
  }

  private async run(request: vscode.TestRunRequest, token: vscode.CancellationToken): Promise<void> {
    const run = this.controller.createTestRun(request);
    try {
      for (const [file, puzzles] of await this.chosen(request)) {
        for (const puzzle of puzzles) {
          if (token.isCancellationRequested) return;
          await this.test(run, file, puzzle, token);
        }
      }
    } finally {
      run.end();
    }
  }

  /** The puzzles of a request by file: the server tests a puzzle as a whole. */
  private async chosen(request: vscode.TestRunRequest): Promise<Map<vscode.TestItem, Set<vscode.TestItem>>> {
    const found = new Map<vscode.TestItem, Set<vscode.TestItem>>();
    if (request.include === undefined) await this.discover();
    const wanted = request.include ?? [...this.controller.items].map(([, item]) => item);
    const left = new Set(request.exclude ?? []);
    for (const item of wanted) {
      const file = item.parent?.parent ?? item.parent ?? item;
      if (item === file) await this.read(file);
      const puzzles = item === file ? [...file.children].map(([, puzzle]) => puzzle) : [item.parent === file ? item : item.parent];
      const all = found.get(file) ?? new Set();
      for (const puzzle of puzzles) if (puzzle !== undefined && !left.has(puzzle)) all.add(puzzle);
      found.set(file, all);
    }
    return found;
  }

  private async test(run: vscode.TestRun, file: vscode.TestItem, puzzle: vscode.TestItem, token: vscode.CancellationToken): Promise<void> {
    const uri = file.uri?.toString() ?? "";
    const begun = Date.now();
    puzzle.children.forEach((item) => run.started(item));
    const ended = new Promise<string | undefined>((resolve) => {
      this.waiting.set(puzzle.id, resolve);
      token.onCancellationRequested(() => {
        void vscode.commands.executeCommand("puzzlec.stop", uri, puzzle.label);
        resolve(undefined);
      });
    });
    try {
      await vscode.commands.executeCommand("puzzlec.test", uri, puzzle.label);
      const label = await ended;
      const found = (await this.read(file)).find((one) => one.puzzle === puzzle.label);
      const time = Date.now() - begun;
      // The items may be others now, if the text has changed.
      file.children.get(puzzle.id)?.children.forEach((item) => {
        const result = found?.expectations.find((_, at) => item.id === `${puzzle.id}#${at}`);
        if (label === undefined) return run.skipped(item);
        if (found === undefined || found.outdated || !result?.outcome) return run.errored(item, message(item, label));
        const why = result.why ?? "";
        if (result.outcome === "held") run.passed(item, time);
        else if (result.outcome === "failed") run.failed(item, message(item, why), time);
        else run.errored(item, message(item, why), time);
      });
    } finally {
      this.waiting.delete(puzzle.id);
    }
  }
}

const keyOf = (uri: vscode.Uri, puzzle: string): string => `${uri.toString()}#${puzzle}`;

/** What is wrong, at the expectation. */
function message(item: vscode.TestItem, text: string): vscode.TestMessage {
  const found = new vscode.TestMessage(text);
  if (item.uri !== undefined && item.range !== undefined) found.location = new vscode.Location(item.uri, item.range);
  return found;
}
