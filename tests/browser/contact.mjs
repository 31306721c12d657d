// A contact sheet: thirty puzzles, one of each kind, as a desktop and a phone show them, light and dark.
// `CHROMIUM=… PUZZLEC=… node contact.mjs FOLDER` writes the four pictures.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { browser, keysOf, open, publish, scratch } from "./pages.mjs";

const PUZZLES = [
  "peg/central Central", "variants/peg-triangle Triangle", "variants/klotski HuaRongDao", "variants/rush-hour Card",
  "moves/hexagons Hexagons", "variants/sokoban Cellar", "layers/ice Pond", "layers/doors Cell", "layers/bloxorz Bridge",
  "placing/sudoku Sudoku", "placing/queens Queens", "placing/pentominoes Six", "placing/petersen Three", "placing/dominoes Whole",
  "lights/states ThreeStates", "variants/lights-out LightsOut", "variants/fifteen-puzzle Eighteen", "marks/hanoi ThreePegs",
  "marks/maze Meeting", "variants/frogs-and-toads FrogsAndToads", "variants/knights Guarini", "moves/robots Ricochet",
  "moves/atomix Water", "moves/nim Nim", "moves/cube", "coins/triangular RhombusToRing", "sliding/alternate Alternate",
  "removal/rows", "gourds/seven SevenCells", "classics/missionaries Missionaries",
].map((line) => line.split(" "));
const SIZES = {
  desktop: { viewport: { width: 1280, height: 800 }, columns: 5, width: 420 },
  phone: { viewport: { width: 390, height: 844 }, columns: 10, width: 210 },
};

const folder = process.argv[2] || "contact";
mkdirSync(folder, { recursive: true });
const instance = await browser();
for (const [size, { viewport, columns, width }] of Object.entries(SIZES)) {
  for (const colorScheme of ["light", "dark"]) {
    const shots = [];
    for (const [file, name] of PUZZLES) {
      const { address, text } = publish([`examples/${file}.puzzle`], "--timeout", "10s");
      const key = keysOf(text).find((one) => !name || one.split("/").pop() === name);
      const page = await open(instance, `${address}#p=${key}`, { viewport, colorScheme });
      shots.push([file, (await page.screenshot({ type: "jpeg", quality: 85 })).toString("base64")]);
      await page.context().close();
    }
    const pictures = shots.map(([file, shot]) => `<figure><img width="${width}" src="data:image/jpeg;base64,${shot}"><figcaption>${file}</figcaption></figure>`);
    const style = `body { margin: 12px; display: grid; grid-template-columns: repeat(${columns}, ${width}px); gap: 12px; background: #777 }
      figure { margin: 0 } figcaption { font: 13px system-ui, sans-serif; color: #fff } img { display: block }`;
    const sheet = join(scratch({ "sheet.html": `<!doctype html><style>${style}</style>${pictures.join("")}` }), "sheet.html");
    const wide = { width: columns * (width + 12) + 12, height: 800 };
    const page = await open(instance, pathToFileURL(sheet).href, { viewport: wide, marks: false });
    await page.screenshot({ path: join(folder, `${size}-${colorScheme}.jpg`), type: "jpeg", quality: 75, fullPage: true });
    await page.context().close();
  }
}
await instance.close();
