// The files of a package with their modes.
import { createRequire } from "node:module";
import { promisify } from "node:util";

const yauzl = createRequire(import.meta.url)("yauzl");

/** `{ name, mode, read }` for each file. */
export async function filesOf(path) {
  const zip = await promisify(yauzl.open)(path, { lazyEntries: true, autoClose: false });
  const found = [];
  await new Promise((resolve, reject) => {
    zip.on("entry", (entry) => {
      const read = () => promisify(zip.openReadStream.bind(zip))(entry);
      found.push({ name: entry.fileName, mode: entry.externalFileAttributes >>> 16, read });
      zip.readEntry();
    });
    zip.on("end", resolve);
    zip.on("error", reject);
    zip.readEntry();
  });
  return found;
}
