// The parts of the page, and how they hang together.

import type { Edit } from "../../api.js";
import { Answers } from "./answers/answers.js";
import { BoardPane } from "./board/board.js";
import { Selection } from "./board/selection.js";
import { Commands } from "./commands.js";
import { addCommands } from "./commands-list.js";
import { EditorActions } from "./editor/actions.js";
import { type Ask, Editor } from "./editor/editor.js";
import type { ProblemActions } from "./editor/problems.js";
import { setVerdicts } from "./editor/verdicts.js";
import type { Engine } from "./engine/engine.js";
import { ModuleEngine } from "./engine/module.js";
import { ServerEngine } from "./engine/server.js";
import { Disk } from "./files/disk.js";
import { Drafts } from "./files/drafts.js";
import { FileMenus } from "./files/menus.js";
import { Opening } from "./files/opening.js";
import { showTabs } from "./files/tabs.js";
import { faultOfName, Workspace } from "./files/workspace.js";
import { keepAll, workOffline } from "./offline.js";
import { Pulse } from "./pulse.js";
import { enterLine } from "./ui/dialog.js";
import { delayed, find } from "./ui/dom.js";
import { isSmall, layOut, showView } from "./ui/layout.js";
import { say } from "./ui/notice.js";

/** The token in the address, which is then taken out of it. */
function takeToken(): string {
  const token = new URLSearchParams(location.hash.slice(1)).get("token") ?? location.hash.slice(1);
  history.replaceState(null, "", location.pathname + location.search);
  return token;
}

export class App {
  readonly server = document.querySelector('meta[name="puzzlec-engine"][content="server"]') ? new ServerEngine(takeToken()) : null;
  readonly engine: Engine = this.server ?? new ModuleEngine();
  readonly workspace = new Workspace();
  readonly disk = this.server ? new Disk(this.server, this.workspace) : null;
  readonly drafts = new Drafts(() => localStorage, () => sessionStorage);
  readonly selection = new Selection();
  readonly commands = new Commands();
  readonly opening = new Opening(this);
  readonly menus = new FileMenus(this.engine, this.workspace, this.drafts, this.opening);
  readonly edit: EditorActions;
  readonly editor: Editor;
  readonly board: BoardPane;
  readonly answers: Answers;
  readonly pulse: Pulse;
  private readonly drawTabs: () => void;
  private settled = false;

  constructor() {
    const { engine, workspace, selection } = this;
    const ask = Object.assign(
      ((request) => engine.request(request)) as Ask,
      { file: () => workspace.file },
    );
    this.edit = new EditorActions(workspace, () => this.editor, ask);
    addCommands(this);
    this.editor = new Editor(workspace, ask, this.commands.bindings());
    this.answers = new Answers(engine, workspace, selection, {
      planned: (go) => {
        void this.board.refresh(true);
        if (go && isSmall()) showView("board");
      },
      verdicts: (file, results) => {
        if (file === workspace.file) this.editor.view.dispatch({ effects: setVerdicts.of(results) });
      },
      go: (file, start, end) => this.go(file, start, end),
    });
    this.board = new BoardPane(engine, workspace, selection, {
      plan: (selected) => this.answers.planOf(selected),
      broken: () => this.pulse.broken,
      apply: (edits) => this.editor.apply(edits),
      key: (pressed) => void this.commands.press(pressed),
      moved: () => undefined,
    });
    this.pulse = new Pulse(engine, workspace, this.editor, selection, this.problemActions());
    this.pulse.onchecked = () => {
      this.menus.prepare().catch(() => undefined);
      find("test").toggleAttribute("disabled", selection.expectations === 0 && !selection.keyed);
      this.answers.generating.offer();
      void this.board.refresh().then(() => this.settle());
    };
    selection.onchange = () => {
      this.answers.changed();
      this.answers.generating.offer();
      void this.board.refresh();
    };
    this.drawTabs = showTabs(workspace, {
      remove: (file) => this.remove(file),
      rename: (file) => void this.rename(file),
      isUnsaved: (file) => this.disk?.isUnsaved(file) ?? false,
      closes: this.disk !== null,
    });
    if (this.disk) this.disk.onsaved = this.drawTabs;
    this.connect();
  }

  /** Opens what the address says, or the last draft. */
  async start(): Promise<void> {
    document.body.dataset["engine"] = this.engine.kind;
    if (this.disk) {
      try {
        await this.disk.open(new URLSearchParams(location.search).get("file") ?? "");
      } catch (error) {
        say(error instanceof Error ? error.message : String(error));
      }
    } else {
      await this.opening.first();
    }
  }

  /** What is loaded once the first board is there: nothing of it is needed before. */
  private settle(): void {
    if (this.settled || this.server) return;
    this.settled = true;
    workOffline();
    const rest = (): void => {
      events.forEach((name) => removeEventListener(name, rest, true));
      this.engine.prepare();
      keepAll();
    };
    // The focus leaves the page for the frame of the board.
    const events = ["pointerdown", "keydown", "wheel", "touchstart", "blur"];
    events.forEach((name) => addEventListener(name, rest, { capture: true, passive: true }));
  }

  /** Saves: on the disk with a server, otherwise on this device. */
  save(): void {
    if (this.disk) void this.disk.save();
    else if (this.keep()) say("Kept on this device. “Download” makes a file of it.");
  }

  /** Keeps the draft; says so if there is no room. */
  keep(): boolean {
    const kept = this.drafts.keep(this.workspace.snapshot());
    if (!kept) say("This device has no room for the draft. Download the file to keep it.");
    return kept;
  }

  go(file: string, start: number, end: number): void {
    if (isSmall()) showView("text");
    this.editor.go(file, start, end);
  }

  async addFile(): Promise<void> {
    const name = await enterLine("Add a file", "Name", "", (text) => faultOfName(text, this.workspace.files));
    if (name !== null) this.workspace.add(name, name.endsWith(".puzzle") ? "edition 2\n\n" : "");
    this.editor.view.focus();
  }

  async rename(file: string): Promise<void> {
    if (this.disk) return;
    const name = await enterLine("Rename the file", "Name", file, (text) => (text === file ? null : faultOfName(text, this.workspace.files)));
    if (name !== null && name !== file) this.workspace.rename(file, name);
  }

  private remove(file: string): void {
    const text = this.workspace.files.get(file) ?? "";
    this.workspace.remove(file);
    say(`${file} is removed.`, { label: "Put it back", action: () => this.workspace.add(file, text) });
  }

  private problemActions(): ProblemActions {
    return {
      apply: (edits: readonly Edit[]) => {
        this.editor.apply(edits);
        if (!isSmall()) this.editor.view.focus();
      },
      explain: (code) => void this.edit.explain(code),
      go: (file, start, end) => this.go(file, start, end),
    };
  }

  private connect(): void {
    const keep = delayed(400, () => this.keep());
    this.workspace.listen((change) => {
      this.engine.setFiles(this.workspace.files);
      this.pulse.later();
      if (change !== "shown") this.answers.changed();
      if (this.disk) this.drawTabs();
      else keep();
    });
    window.addEventListener("pagehide", () => {
      if (!this.disk && this.workspace.files.size > 0) this.drafts.keep(this.workspace.snapshot());
    });
    this.editor.oncursor = (at) => this.selection.follow(this.workspace.file, at);
    this.commands.listen();
    layOut();
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => void this.board.refresh());
    window.addEventListener("hashchange", () => void this.opening.follow());
  }
}
