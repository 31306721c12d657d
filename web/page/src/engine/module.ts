// The engine of a static site: modules in workers of this page. The small one is loaded first and answers what writing and
// playing needs; the whole one is loaded at the first interaction, or when it is needed.

import type { Long, Name, Request, Value } from "../../../api.js";
import type { Engine, Options } from "./engine.js";
import { Lane } from "./lane.js";

/** Requests about the board, which must not hold up those about the text. */
const VIEWS: ReadonlySet<Name> = new Set<Name>(["board", "render", "painted", "paint"]);
const LONG: ReadonlySet<Name> = new Set<Long>(["solve", "count", "analyze", "generate", "test", "verify", "publish"]);

/** Fetches and compiles a module once, and says when it is there; after a failure, again at the next call. */
function compiled(address: string, loaded: () => void = () => undefined): () => Promise<WebAssembly.Module> {
  let known: Promise<WebAssembly.Module> | null = null;
  const compile = async (): Promise<WebAssembly.Module> => {
    let response: Response;
    try {
      response = await fetch(address);
    } catch {
      throw new Error("The engine cannot be loaded: there is no network.");
    }
    if (!response.ok) throw new Error(`The engine cannot be loaded (${response.status}).`);
    // Not every host names the type that streaming needs.
    if (response.headers.get("content-type") === "application/wasm") return WebAssembly.compileStreaming(response);
    return WebAssembly.compile(await response.arrayBuffer());
  };
  return () => (known ??= compile().then((module) => {
    loaded();
    return module;
  }).catch((error: unknown) => {
    known = null;
    throw error;
  }));
}

export class ModuleEngine implements Engine {
  readonly kind = "module";
  private files: ReadonlyMap<string, string> = new Map();
  private readonly editor = compiled("editor.wasm");
  private isWhole = false;
  private readonly whole = compiled("puzzlec.wasm", () => (this.isWhole = true));
  private readonly text = this.lane(this.editor, 15_000);
  private readonly view = this.lane(this.editor, 15_000);
  private readonly long = this.lane(this.whole, 90_000);
  /** For descriptions, once it is loaded: theories have a line in them. */
  private readonly told = this.lane(this.whole, 15_000);
  /** The checker keeps no files: a request has them with it. */
  private readonly checker = new Lane(compiled("checker.wasm"), () => new Map(), 90_000);

  prepare(): void {
    // Without a network it is asked for again when it is needed.
    this.whole().catch(() => undefined);
  }

  setFiles(files: ReadonlyMap<string, string>): void {
    this.files = new Map(files);
    for (const lane of [this.text, this.view, this.long, this.told, this.checker]) lane.changed();
  }

  request<N extends Name>(request: Request<N>, options: Options = {}): Promise<Value<N>> {
    const name = request.do;
    if (name === "verify") return this.checker.request({ ...request, files: Object.fromEntries(this.files) } as Request<N>, options);
    if (name === "hover" && this.isWhole) return this.told.request(request, options);
    const lane = LONG.has(name) ? this.long : VIEWS.has(name) ? this.view : this.text;
    return lane.request(request, options);
  }

  private lane(module: () => Promise<WebAssembly.Module>, patience: number): Lane {
    return new Lane(module, () => this.files, patience);
  }
}
