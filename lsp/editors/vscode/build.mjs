// Bundles the extension and copies the grammars, whose one place is `grammar/textmate`.
import { build } from "esbuild";
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";

const common = { bundle: true, platform: "node", target: "node18", logLevel: "warning" };

await build({
  ...common,
  entryPoints: ["src/extension.ts"],
  outfile: "dist/extension.js",
  format: "cjs",
  external: ["vscode"],
  minify: true,
});
// What needs no editor, for the tests.
await build({
  ...common,
  entryPoints: ["src/page.ts", "src/puzzles.ts", "src/server.ts"],
  outdir: "dist/test",
  format: "esm",
  outExtension: { ".js": ".mjs" },
});
mkdirSync("dist", { recursive: true });
for (const name of ["puzzle", "rhai"]) {
  const file = `${name}.tmLanguage.json`;
  copyFileSync(`../../../grammar/textmate/${file}`, `dist/${file}`);
}
// The page of a board: the programs of published pages, whose one place is `crates/render/src/page`, and those of the panel.
const pages = "../../../crates/render/src/page";
const shared = ["evaluator", "turns", "keys", "hint", "choice", "board", "arrows", "motion", "game", "view", "placing", "player", "input"];
const read = (path) => readFileSync(path, "utf8");
const programs = [...shared.map((name) => `${pages}/${name}.js`), "webview/paint.js", "webview/panel.js"];
writeFileSync("dist/board.js", programs.map(read).join(""));
const dark = `@media (prefers-color-scheme: dark) {\n${read(`${pages}/ground-dark.css`)}}\n`;
const style = read(`${pages}/style.css`) + read(`${pages}/ground.css`) + dark;
writeFileSync("dist/board.css", style + read("webview/panel.css"));
