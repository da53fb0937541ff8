// Keeps every file of these pages, so they work without a network after the first visit.
"use strict";
const KEPT = "pitboss-alone-@VERSION@";
const FILES = [
  "@FILES@"
];

self.addEventListener("install", (event) => {
  const keep = async () => {
    const kept = await caches.open(KEPT);
    // A few at a time: a host may refuse many requests at once.
    for (let first = 0; first < FILES.length; first += 8) await kept.addAll(FILES.slice(first, first + 8));
    await self.skipWaiting();
  };
  event.waitUntil(keep());
});
self.addEventListener("activate", (event) => {
  const clean = async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name.startsWith("pitboss-alone-") && name !== KEPT).map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(clean());
});

/** The kept file of an address; a page of the lab that has no file of its own is the page itself. */
async function find(request) {
  const { pathname } = new URL(request.url);
  const kept = await caches.open(KEPT);
  const file = await kept.match(pathname);
  if (file) return file;
  const isPage = request.mode === "navigate" && !pathname.startsWith("/docs/");
  if (isPage) return (await kept.match(pathname + "/")) ?? (await kept.match("/"));
  try {
    const answer = await fetch(request);
    // The manual is kept page by page, as it is read.
    if (answer.ok && pathname.startsWith("/docs/")) await kept.put(request, answer.clone());
    return answer;
  } catch (error) {
    const seen = await kept.match(request, { ignoreSearch: true });
    if (seen) return seen;
    if (request.mode === "navigate") return (await kept.match("/offline.html")) ?? Response.error();
    throw error;
  }
}
self.addEventListener("fetch", (event) => {
  if (event.request.method === "GET" && new URL(event.request.url).origin === self.location.origin)
    event.respondWith(find(event.request));
});
