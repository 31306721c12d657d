// Packs the extension with the program `puzzlec` of a platform: `npm run package -- [PROGRAM] [PLATFORM] [TARGET]`.
// Without PROGRAM it builds the one of this system.
import { execFileSync } from "node:child_process";
import { createWriteStream, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";

const here = import.meta.dirname;
const root = join(here, "../../..");
const windows = process.platform === "win32";
const [given, platform = `${process.platform}-${process.arch}`, named] = process.argv.slice(2);
const manifest = JSON.parse(readFileSync(join(here, "package.json"), "utf8"));
const target = named ?? join(here, `puzzlec-${platform}-${manifest.version}.vsix`);

function built() {
  execFileSync("cargo", ["build", "--release", "--package", "puzzlec"], { cwd: root, stdio: "inherit" });
  const folder = process.env.CARGO_TARGET_DIR ?? join(root, "target");
  return join(folder, "release", windows ? "puzzlec.exe" : "puzzlec");
}
const program = given ?? built();
if (!existsSync(program)) throw new Error(`there is no program ${program}`);
if (!existsSync(join(here, "dist/extension.js"))) throw new Error("run `npm run build` first");

const escape = (text) => String(text).replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
const property = (id, value) => `<Property Id="Microsoft.VisualStudio.Code.${id}" Value="${escape(value)}"/>`;
const asset = (type, path) => `<Asset Type="Microsoft.VisualStudio.${type}" Path="extension/${path}" Addressable="true"/>`;
const description = `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
<Metadata>
<Identity Language="en-US" Id="${manifest.name}" Version="${manifest.version}" Publisher="${manifest.publisher}" TargetPlatform="${escape(platform)}"/>
<DisplayName>${escape(manifest.displayName)}</DisplayName>
<Description xml:space="preserve">${escape(manifest.description)}</Description>
<Tags>${escape(manifest.keywords.join(","))}</Tags>
<Categories>${escape(manifest.categories.join(","))}</Categories>
<GalleryFlags>Public</GalleryFlags>
<Properties>
${property("Engine", manifest.engines.vscode)}
${property("ExtensionKind", manifest.extensionKind.join(","))}
<Property Id="Microsoft.VisualStudio.Services.Branding.Color" Value="${manifest.galleryBanner.color}"/>
<Property Id="Microsoft.VisualStudio.Services.Branding.Theme" Value="${manifest.galleryBanner.theme}"/>
</Properties>
<License>extension/LICENSE.txt</License>
<Icon>extension/${manifest.icon}</Icon>
</Metadata>
<Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
<Dependencies/>
<Assets>
${asset("Code.Manifest", "package.json")}
${asset("Services.Content.Details", "README.md")}
${asset("Services.Content.License", "LICENSE.txt")}
${asset("Services.Icons.Default", manifest.icon)}
</Assets>
</PackageManifest>
`;
const types = { js: "application/javascript", json: "application/json", css: "text/css", png: "image/png", md: "text/markdown", txt: "text/plain", vsixmanifest: "text/xml", exe: "application/octet-stream" };
const content = `<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
${Object.entries(types).map(([extension, type]) => `<Default Extension=".${extension}" ContentType="${type}"/>`).join("\n")}
</Types>
`;

const zip = new ZipFile();
// One date, so that the same files make the same package.
const mtime = new Date(Date.UTC(2020, 0, 1));
const text = (name, value) => zip.addBuffer(Buffer.from(value), name, { mtime });
const file = (path, name, mode = 0o100644) => zip.addFile(path, `extension/${name}`, { mtime, mode });
text("extension.vsixmanifest", description);
text("[Content_Types].xml", content);
// What is needed to build it is of no use to its users.
const { scripts: _, devDependencies: __, ...published } = manifest;
text("extension/package.json", JSON.stringify(published, null, 2));
const licences = ["LICENSE-MIT", "LICENSE-APACHE"].map((name) => readFileSync(join(root, name), "utf8"));
text("extension/LICENSE.txt", licences.join("\n"));
const copied = ["README.md", "language-configuration.json", "puzzlescript-configuration.json", manifest.icon, "picture.png"];
for (const name of copied) file(join(here, name), name);
const made = readdirSync(join(here, "dist"), { withFileTypes: true }).filter((entry) => entry.isFile());
for (const { name } of made) file(join(here, "dist", name), `dist/${name}`);
file(program, `server/puzzlec${program.endsWith(".exe") ? ".exe" : ""}`, 0o100755);
zip.end();
await pipeline(zip.outputStream, createWriteStream(target));
console.log(target);
