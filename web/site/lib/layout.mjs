// The frame of every page: head, header, footer.

import { PLAY, relative } from "./places.mjs";

export const escaped = (text) =>
  String(text).replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;" })[c]);

/** Scripts and styles are files of the site; `'wasm-unsafe-eval'` lets the module in. Pictures of boards are data. */
const POLICY = [
  "default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "style-src 'self'", "img-src 'self' data:",
  "connect-src 'self'", "worker-src 'self'", "frame-src 'self'", "base-uri 'none'", "form-action 'none'",
].join("; ");

const PARTS = [
  ["tour/index.html", "Tour"], ["examples/index.html", "Examples"], ["docs/index.html", "Documents"],
  [PLAY, "Playground"],
];

/**
 * A page.
 *
 * @param {{ url: string, title: string, body: string, part?: string, about?: string, scripts?: string[], side?: string,
 *   wide?: boolean }} page
 * @param {{ engine: boolean, version: string }} site
 */
export function layout(page, site) {
  const to = (url) => relative(page.url, url);
  const root = "../".repeat(page.url.split("/").length - 1);
  const links = PARTS.filter(([url]) => site.engine || url !== PLAY).map(([url, name]) => {
    const current = page.url === url ? ` aria-current="page"` : page.part === name ? ` aria-current="true"` : "";
    return `<a href="${to(url)}"${current}>${name}</a>`;
  });
  const scripts = ["assets/site.js", ...(page.scripts ?? [])].map((s) => `<script defer src="${to(s)}"></script>`);
  const title = page.url === "index.html" ? page.title : `${page.title} · puzzlec`;
  return `<!doctype html>
<html lang="en" data-root="${root}"${site.engine ? ` data-engine="play/"` : ""}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)}</title>
<meta name="description" content="${escaped(page.about ?? page.title)}">
<link rel="icon" href="${to("assets/icon.svg")}" type="image/svg+xml">
<link rel="stylesheet" href="${to("assets/site.css")}">
${scripts.join("\n")}
</head>
<body>
<a class="skip" href="#site-content">Skip to the text</a>
<header class="top">
<a class="brand" href="${to("index.html")}"><img src="${to("assets/icon.svg")}" alt="" width="26" height="26">puzzlec</a>
<nav aria-label="Site">${links.join("\n")}</nav>
<button type="button" id="site-search" hidden aria-keyshortcuts="/">Search <kbd>/</kbd></button>
</header>
<div class="${page.side ? "with-side" : page.wide ? "wide" : "plain"}">
${page.side ?? ""}
<main id="site-content">
${page.body}
</main>
</div>
<footer>
<p>puzzlec ${escaped(site.version)} · <a href="${to("project/overview.html")}">about the project</a> ·
<a href="${to("docs/playground.html")}">how this page works</a></p>
</footer>
</body>
</html>
`;
}
