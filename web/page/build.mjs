// Builds the page. `node build.mjs` writes the static page into `dist`, with the modules beside it if they are built;
// `node build.mjs --serve FILE` writes the one file that `puzzlec serve` embeds.
import { build } from "esbuild";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const here = import.meta.dirname;
const root = join(here, "../..");
const read = (...path) => readFileSync(join(...path), "utf8");
const digest = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
/** A program that does not end its element. */
const inElement = (program) => program.replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");
/** Puts values for the names in braces; a text that has `$&` stays as it is. */
const filled = (text, values) => Object.entries(values).reduce((all, [name, value]) => all.replaceAll(`{{${name}}}`, () => value), text);

/** The module that writing and playing needs. */
const FIRST_MODULE = "editor.wasm";

const common = {
  bundle: true, write: false, minify: true, format: "iife", target: "es2022", charset: "utf8", legalComments: "none",
  logLevel: "warning", absWorkingDir: here,
};

/**
 * The frame of the board: the programs of published pages, whose one place is `crates/render/src/page`, and the panel's.
 * With a nonce, its program is allowed by that, and otherwise by its digest.
 */
async function boardPage(nonce) {
  const pages = join(root, "crates/render/src/page");
  const shared = ["evaluator", "turns", "keys", "hint", "choice", "board", "arrows", "motion", "game", "view", "placing", "player", "input"];
  const programs = [...shared.map((name) => read(pages, `${name}.js`)), read(root, "lsp/editors/vscode/webview/paint.js"), read(here, "board/panel.js")];
  const { transform } = await import("esbuild");
  const script = (await transform(`(() => {\n${programs.join("")}\n})();`, { minify: true, charset: "utf8", target: "es2022" })).code;
  const dark = `@media (prefers-color-scheme: dark) {\n${read(pages, "ground-dark.css")}}\n`;
  const sheet = read(pages, "style.css") + read(pages, "ground.css") + dark + read(here, "board/panel.css");
  const style = (await transform(sheet, { loader: "css", minify: true })).code;
  const program = inElement(script);
  const [allowed, attribute] = nonce ? [`'nonce-${nonce}'`, ` nonce="${nonce}"`] : [digest(program), ""];
  const policy = `default-src 'none'; script-src ${allowed}; style-src ${digest(style)}`;
  const page = filled(read(here, "board/page.html"), { policy, style, script: program, attribute });
  return { page, hashes: [digest(program), digest(style)] };
}

/** The starters of `puzzlec new`. */
function starters() {
  const folder = join(root, "src/cli/scaffold");
  const names = readdirSync(folder).filter((name) => name.endsWith(".puzzle")).sort();
  return names.map((name) => {
    const text = read(folder, name);
    const title = /title\s+"([^"]+)"/.exec(text)?.[1] ?? name.replace(/\.puzzle$/, "");
    return { name, title, text };
  });
}

const at = process.argv.indexOf("--serve");
// The server puts a number of its own there for each answer, and sends the policy.
const nonce = at >= 0 ? "{{nonce}}" : "";
const board = await boardPage(nonce);
const define = { BOARD_PAGE: JSON.stringify(board.page), STARTERS: JSON.stringify(starters()) };
const scripts = await build({ ...common, entryPoints: ["src/main.ts"], define });
const styles = await build({ ...common, entryPoints: ["style/page.css"], format: undefined });
const [script, style] = [scripts.outputFiles[0].text, styles.outputFiles[0].text];
const icon = `data:image/svg+xml,${encodeURIComponent(read(root, "lsp/editors/vscode/icon.svg").replace(/\s*\n\s*/g, " ").trim())}`;
// The hashes are those of the frame: its page has the policy of this one, too.
const [frameScript, frameStyle] = board.hashes;

/** The policy: nothing from elsewhere, no text becomes program or style. */
const policy = [
  "default-src 'none'", `script-src 'self' 'wasm-unsafe-eval' ${frameScript}`, `style-src 'self' ${frameStyle}`,
  "connect-src 'self'", "img-src 'self' data:", "worker-src 'self'", "base-uri 'none'", "form-action 'none'",
].join("; ");

if (at >= 0) {
  const file = process.argv[at + 1];
  if (file === undefined) throw new Error("--serve needs the name of a file");
  const program = inElement(script);
  writeFileSync(file, filled(read(here, "index.html"), {
    policy: "", engine: '<meta name="puzzlec-engine" content="server">\n', icon,
    style: `<style>${style}</style>`,
    script: `<script nonce="${nonce}">${program}</script>`,
  }));
} else {
  const dist = join(here, "dist");
  rmSync(dist, { recursive: true, force: true });
  mkdirSync(dist, { recursive: true });
  const worker = (await build({ ...common, entryPoints: ["src/engine/worker.ts"] })).outputFiles[0].text;
  const index = filled(read(here, "index.html"), {
    policy: `<meta http-equiv="Content-Security-Policy" content="${policy}">\n`, icon,
    // Loaded beside the program of the page.
    engine: `<link rel="preload" href="${FIRST_MODULE}" as="fetch" crossorigin>\n`,
    style: '<link rel="stylesheet" href="page.css">',
    script: '<script src="page.js" defer></script>',
  });
  const files = { "index.html": index, "page.js": script, "page.css": style, "worker.js": worker };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(dist, name), text);
  // The board by itself, for the tour of the site around the page.
  writeFileSync(join(dist, "board.html"), board.page);
  // The folder with the modules, as `web/build.sh` leaves them.
  const modules = process.env.PUZZLEC_MODULES ?? join(here, "../dist");
  const rest = ["puzzlec.wasm", "checker.wasm"];
  for (const name of [FIRST_MODULE, ...rest]) {
    if (!existsSync(join(modules, name))) continue;
    copyFileSync(join(modules, name), join(dist, name));
    files[name] = readFileSync(join(dist, name));
  }
  const hash = createHash("sha256");
  for (const [name, text] of Object.entries(files)) hash.update(name).update(text);
  const version = `puzzlec-page-${hash.digest("hex").slice(0, 16)}`;
  const kept = Object.keys(files).filter((name) => name !== "index.html");
  const list = (names) => names.map((name) => JSON.stringify(name)).join(", ");
  const [first, later] = [kept.filter((name) => !rest.includes(name)), kept.filter((name) => rest.includes(name))];
  writeFileSync(join(dist, "sw.js"), filled(read(here, "sw/sw.js"), { version, first: list(first), rest: list(later) }));
}
