// Keeps the page and its modules on this device. The build puts the list of files and their version here.

const VERSION = "{{version}}";
const FILES = ["./", {{files}}];

self.addEventListener("install", (event) => {
  // Past the browser's own cache, so that all files are of one version.
  const fetched = FILES.map((file) => new Request(file, { cache: "reload" }));
  event.waitUntil(caches.open(VERSION).then((cache) => cache.addAll(fetched)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const old = (names) => names.filter((name) => name.startsWith("puzzlec-page-") && name !== VERSION);
  const dropped = caches.keys().then((names) => Promise.all(old(names).map((name) => caches.delete(name))));
  event.waitUntil(dropped.then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== self.location.origin) return;
  // Only what lies in this folder; a site around it has files of its own.
  const name = address.href.split(/[?#]/)[0].slice(self.registration.scope.length);
  if (!address.href.startsWith(self.registration.scope) || (name !== "" && !FILES.includes(name))) return;
  event.respondWith(
    caches.open(VERSION).then((cache) => cache.match(name === "" ? "./" : name)).then((kept) => kept || fetch(request)),
  );
});
