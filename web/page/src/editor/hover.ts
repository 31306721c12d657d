// What is under the pointer, in words and as a picture.

import type { Extension } from "@codemirror/state";
import { hoverTooltip, type Tooltip } from "@codemirror/view";
import type { Ask } from "./editor.js";
import { make } from "../ui/dom.js";
import { markdown } from "../ui/markdown.js";

/** A drawing as an image: its text cannot do anything on the page. */
export function pictureOf(svg: string, words: string): HTMLImageElement {
  return make("img", { src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`, alt: words });
}

export function hovers(ask: Ask): Extension {
  return hoverTooltip(async (view, at): Promise<Tooltip | null> => {
    const { doc } = view.state;
    const found = await ask({ do: "hover", file: ask.file(), at }).catch(() => null);
    if (found === null || view.state.doc !== doc) return null;
    const dom = make("div", { class: "tip" }, found.svg ? pictureOf(found.svg, "The board") : null, ...markdown(found.markdown));
    return { pos: found.start, end: found.end, above: true, create: () => ({ dom }) };
  }, { hoverTime: 350 });
}
