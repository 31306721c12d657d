// Finds the program that runs the language server.

import { delimiter, join } from "node:path";

/** The name of the program. */
export const PROGRAM = "puzzlec";

/** Its command that runs the language server. */
export const ARGUMENTS = ["lsp"];

/** What is known of the machine. */
export interface Machine {
  environment: Record<string, string | undefined>;
  home: string;
  windows: boolean;
  isFile(path: string): boolean;
}

/** Where cargo puts programs. */
export function cargoFolder({ environment, home }: Machine): string {
  return join(environment["CARGO_HOME"] || join(home, ".cargo"), "bin");
}

/** The program inside the extension's package, if it has one. */
export function packaged(extension: string, { windows, isFile }: Machine): string | undefined {
  return [join(extension, "server", windows ? `${PROGRAM}.exe` : PROGRAM)].find(isFile);
}

/** The path of a program: as named, on the path, or in cargo's folder, which an editor's path often lacks. */
export function find(program: string, machine: Machine): string | undefined {
  const { environment, windows, isFile } = machine;
  const names = windows && !program.endsWith(".exe") ? [`${program}.exe`, program] : [program];
  if (/[\\/]/.test(program)) return names.find(isFile);
  const path = environment["PATH"] ?? environment["Path"] ?? "";
  const folders = [...path.split(delimiter).filter((folder) => folder !== ""), cargoFolder(machine)];
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isFile);
}

/** What to tell where there is none. */
export function missing(program: string, machine: Machine): string {
  if (/[\\/]/.test(program)) return `There is no program ${program}: correct the setting puzzlec.server.path.`;
  const folder = cargoFolder(machine);
  return `The program ${program} is neither on the path nor in ${folder}: install it, or name it in the setting puzzlec.server.path.`;
}
