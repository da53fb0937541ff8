// Shows a page of its own where the server cannot be reached. Nothing else is kept: cards and money come from the server.
"use strict";
const KEPT = "pitboss-offline-1";
const FILES = ["/offline.html", "/offline.css", "/icon.svg"];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll(FILES)));
  self.skipWaiting();
});
self.addEventListener("activate", (event) => {
  const old = caches.keys().then((names) => names.filter((name) => name !== KEPT));
  event.waitUntil(old.then((names) => Promise.all(names.map((name) => caches.delete(name)))));
});
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { pathname } = new URL(request.url);
  const find = () => caches.match(request.mode === "navigate" ? "/offline.html" : pathname);
  if (request.mode === "navigate" || FILES.includes(pathname)) event.respondWith(fetch(request).catch(find));
});
