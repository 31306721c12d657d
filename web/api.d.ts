// The requests and answers of the module `puzzlec.wasm`, of the checker `checker.wasm` and of `puzzlec serve`. The module
// `editor.wasm` answers the same requests but those of `Long`, and its descriptions of puzzles
// have no line of a theory.
//
// Offsets count UTF-16 code units from the start of a file's text, as JavaScript strings do.

/** A range of a file's text; `end` is exclusive. */
export interface Range { start: number; end: number }
/** A range of a named file. A file whose name begins with `stdlib:` belongs to the standard library and is not in the session. */
export interface Place extends Range { file: string }
/** Replaces a range of a file by a text. The edits of one answer do not overlap. */
export interface Edit extends Place { text: string }

export interface Fix { title: string; edits: Edit[]; safe: boolean }
export interface Diagnostic extends Range {
  code: string;
  severity: "error" | "warning" | "hint";
  headline: string;
  /** Words for the place itself. */
  label?: string;
  notes: string[];
  help?: string;
  related: Edit[];
  fixes: Fix[];
  /** The file, if the place is not in the requested file but in one that it uses. */
  file?: string;
}
export interface Parameter { name: string; /** Its default, if it has one. */ value: number | null }
export interface Puzzle extends Range {
  name: string;
  title?: string;
  params: Parameter[];
  expectations: number;
  /** Whether the puzzle is played by keys (PuzzleScript and puzzles with keys). */
  keys: boolean;
  /** Whether it has holes, which `generate` fills. */
  holes: boolean;
}

export type TokenClass =
  | "keyword" | "comment" | "doccomment" | "text" | "number" | "operator" | "board" | "piece" | "configuration"
  | "rule" | "puzzle" | "parameter" | "variable" | "cell" | "direction" | "module" | "mark" | "function" | "property";
export type SymbolKind =
  | "board" | "piece" | "configuration" | "set" | "counter" | "rule" | "puzzle" | "parameter" | "theory" | "import"
  | "function";
export type CompletionKind =
  | "keyword" | "board" | "piece" | "configuration" | "rule" | "puzzle" | "parameter" | "variable" | "module" | "cell"
  | "direction" | "function" | "property" | "snippet" | "mark" | "file";

export interface Symbol extends Range {
  name: string;
  kind: SymbolKind;
  detail?: string;
  /** The place of the name. */
  nameStart: number;
  nameEnd: number;
  children: Symbol[];
}
export interface Completion {
  label: string;
  kind: CompletionKind;
  detail?: string;
  /** Markdown. */
  documentation?: string;
  /** The text that replaces the range from `from` to `to`. */
  insert: string;
  /** Whether `insert` has places to fill in: `${1:name}`, `$0`. */
  snippet: boolean;
  from: number;
  to: number;
  /** Additional edits, such as the import that the name needs. */
  also: Edit[];
}

/**
 * Limits of each computation of a long request: of every expectation of `test`, of every puzzle of `publish`. Without
 * `seconds` the time is not limited; `bytes` is 1 GiB by default.
 */
export interface Limits { states?: number; seconds?: number; bytes?: number }
export type Settings = Record<string, number>;
export type Picture = "start" | "goal";
/** `auto`, `breadth`, `bidirectional`, `depth`, `astar`, `deepening`, `greedy`, or a method of a theory. */
export type Method = string;

/** Progress of a long request. */
export interface Progress { positions: number; depth?: number; at_least?: number; elapsed?: number }

/** The requests, by the value of `do`: what each takes and what it answers. */
export interface Requests {
  /** Replaces all files of the session. */
  files: { takes: { files: Record<string, string> }; gives: {} };
  /** Sets the text of a file, which may be new. */
  change: { takes: { file: string; text: string }; gives: {} };
  remove: { takes: { file: string }; gives: {} };
  check: { takes: { file: string }; gives: { diagnostics: Diagnostic[]; puzzles: Puzzle[] } };
  tokens: { takes: { file: string }; gives: { tokens: [number, number, TokenClass][] } };
  folds: { takes: { file: string }; gives: { folds: [number, number][] } };
  outline: { takes: { file: string }; gives: { symbols: Symbol[] } };
  complete: {
    takes: { file: string; at: number; /** Whether a character such as `.` was typed. */ typed?: boolean };
    gives: { from: number; items: Completion[] };
  };
  hover: {
    takes: { file: string; at: number };
    gives: null | (Range & { markdown: string; svg?: string });
  };
  signature: {
    takes: { file: string; at: number };
    /** `parameters` are ranges of `label`. */
    gives: null | { label: string; parameters: [number, number][]; active: number; documentation?: string };
  };
  /** A place in the standard library has a file such as `stdlib:coins.puzzle`; `source` gives its text. */
  definition: { takes: { file: string; at: number }; gives: null | Place };
  references: { takes: { file: string; at: number }; gives: { places: Place[] } };
  rename: { takes: { file: string; at: number; name: string }; gives: { edits: Edit[] } };
  /** The text laid out; the text as it is if it cannot be read. */
  format: { takes: { file: string }; gives: { text: string } };
  /** The text of a file, also of the standard library. */
  source: { takes: { file: string }; gives: { text: string } };
  codes: { takes: { code: string }; gives: { markdown: string } };
  board: {
    takes: { file: string; puzzle: string; set?: Settings; plan?: string[] };
    /** `board` is what the programs of the published pages take; with a plan it has the plan as its solution. If only the plan does not fit, there are both `board` and `why`. */
    gives: { board: unknown; why?: string };
  };
  render: { takes: { file: string; puzzle: string; set?: Settings; dark?: boolean }; gives: { svg: string } };
  painted: {
    takes: { file: string; puzzle: string; picture: Picture };
    gives: null | { cells: [cell: string, mark: string][]; marks: [mark: string, meaning: string][] };
  };
  paint: {
    takes: { file: string; puzzle: string; picture: Picture; cells: string[]; mark: string };
    gives: { edits: Edit[] };
  };
  solve: {
    takes: {
      file: string; puzzle: string; set?: Settings; method?: Method; wanted?: "least" | "any"; limits?: Limits;
      certificate?: boolean;
    };
    gives: {
      /** The puzzle's object in `reports` of `puzzlec solve --format json`; null if the puzzle has errors. */
      report: any;
      /** What `puzzlec solve` prints. */
      text: string;
      /** The steps, one a move, as the `plan` of `board` takes them. */
      plan?: string[];
      /** The text of the certificate file, if it was requested and there is one. */
      certificate?: string;
      /** Why there is no certificate. */
      uncertified?: string;
    };
  };
  count: {
    takes: { file: string; puzzle: string; set?: Settings; limits?: Limits };
    gives: { report: any; text: string };
  };
  analyze: {
    takes: { file: string; puzzle: string; set?: Settings; limits?: Limits };
    gives: { report: any; text: string };
  };
  /** A puzzle of one with holes. */
  generate: {
    takes: { file: string; puzzle: string; set?: Settings; seed: number; limits?: Limits };
    gives: {
      /** A file with it; null if no try fits its wish, at a limit, or if the puzzle has errors. */
      made: { name: string; text: string } | null;
      /** What `puzzlec generate` prints, or the errors. */
      text: string;
    };
  };
  test: {
    takes: { file: string; limits?: Limits };
    gives: {
      results: (Range & {
        puzzle: string;
        /** The expectation as it is written. */
        expectation: string;
        passed: boolean;
        /** Whether a limit came before the answer. */
        undecided: boolean;
        /** Why it does not hold; empty if it holds. */
        text: string;
      })[];
      text: string;
    };
  };
  verify: {
    takes: { file: string; certificate: string; puzzle?: string; limits?: Limits };
    gives: { accepted: boolean; text: string };
  };
  /** A puzzle of another tool: PuzzleScript, XSB, PDDL, peg and Rush Hour boards. */
  import: {
    takes: { name: string } & ({ text: string } | { base64: string });
    gives: { name: string; text: string; remarks: string[] };
  };
  publish: { takes: { file: string; puzzle?: string; limits?: Limits }; gives: { html: string } };
  examples: { takes: {}; gives: { examples: { path: string; title: string; group: string }[] } };
  example: { takes: { path: string }; gives: { files: Record<string, string>; file: string } };
  version: { takes: {}; gives: { version: string } };
}

/** The requests of the checker module: `verify` takes the files with it. */
export interface CheckerRequests {
  verify: {
    takes: { files: Record<string, string>; file: string; certificate: string; puzzle?: string };
    gives: { accepted: boolean; text: string };
  };
  version: { takes: {}; gives: { version: string } };
}

export type Name = keyof Requests;
/** The requests for answers and proofs, which report progress. */
export type Long = "solve" | "count" | "analyze" | "generate" | "test" | "verify" | "publish";
export type Request<N extends Name = Name> = { [K in N]: { do: K } & Requests[K]["takes"] }[N];
export type Value<N extends Name> = Requests[N]["gives"];
export type Answer<N extends Name> = { ok: Value<N> } | { failed: { why: string } };

/** What the module calls during long requests. */
export interface Host {
  /** Whether to go on; a request that is stopped answers with a "stopped" report. */
  progress?(progress: Progress): boolean;
}
/** A loaded module. After an exception it must not be used again. */
export interface Module {
  request<N extends Name>(request: Request<N>): Answer<N>;
}
/** Loads a module from its bytes, a compiled module or a response. */
export function load(source: BufferSource | WebAssembly.Module | Response, host?: Host): Promise<Module>;
