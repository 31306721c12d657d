// Keeps the page and its modules on this device. The build puts the lists of files and their version here.

const VERSION = "{{version}}";
/** What writing and playing needs. */
const FIRST = ["./", {{first}}];
/** What solves and proves: kept when the page says so, or at once if an earlier version of it is here. */
const REST = [{{rest}}];

/** The caches of other versions. */
const others = async () => (await caches.keys()).filter((name) => name.startsWith("puzzlec-page-") && name !== VERSION);

/** Keeps files. The server confirms the copies of the browser's own cache, so that all files are of one version. */
async function keep(files) {
  const cache = await caches.open(VERSION);
  const kept = await Promise.all(files.map((file) => cache.match(file)));
  await cache.addAll(files.filter((_, at) => !kept[at]).map((file) => new Request(file, { cache: "no-cache" })));
}

async function install() {
  const earlier = await Promise.all((await others()).map((name) => caches.open(name).then((cache) => cache.match(REST[0] ?? "./"))));
  await keep(earlier.some(Boolean) ? [...FIRST, ...REST] : FIRST);
  await self.skipWaiting();
}

async function activate() {
  await Promise.all((await others()).map((name) => caches.delete(name)));
  await self.clients.claim();
}

async function answer(request, name) {
  const cache = await caches.open(VERSION);
  return (await cache.match(name)) ?? fetch(request);
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
// Without a network the next visit keeps the rest.
self.addEventListener("message", (event) => event.waitUntil(keep(REST).catch(() => undefined)));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== self.location.origin) return;
  // Only what lies in this folder; a site around it has files of its own.
  const name = address.href.split(/[?#]/)[0].slice(self.registration.scope.length);
  const known = name === "" || FIRST.includes(name) || REST.includes(name);
  if (!address.href.startsWith(self.registration.scope) || !known) return;
  event.respondWith(answer(request, name === "" ? "./" : name));
});
