// The program: that of `PUZZLEC`, or the release of this tree.

import path from "node:path";
import { ROOT } from "../lib/places.mjs";

export const PROGRAM = path.resolve(process.env.PUZZLEC ?? path.join(ROOT, "target/release/puzzlec"));
