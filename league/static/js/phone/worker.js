// Opens the scoring pages where there is no signal: only those, and what they are made of. Nothing is sent from here.
//
// Served as /sw.js, so that it may answer for pages anywhere below the root. Not a module: older phones know none
// here.
"use strict";

const PAGES = "pegboard pages 1";
const PARTS = "pegboard parts 1";
// Past these the oldest go: what a season of matches and of new versions of the site leaves behind.
const MOST = { [PAGES]: 60, [PARTS]: 400 };
// After so long a page that is kept is better than one that may still come.
const PATIENCE = 3000;

const SCORING = [
  /^\/s\/[^/]+\/(tables\/\d+\/)?$/,
  /^\/(c\/[^/]+|[^/]+\/captain\/[^/]+)\/matches\/[^/]+\/score\/(tables\/\d+\/)?$/,
];
const STATIC = "/static/";
// A part under a name made from what is in it never changes.
const FOR_GOOD = /\.[0-9a-f]{12}\.\w+$/;

addEventListener("install", () => self.skipWaiting());

addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([forgetEarlierCaches(), self.clients.claim()]));
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate" && isScoring(url)) event.respondWith(newest(event, PAGES));
  else if (url.pathname.startsWith(STATIC)) event.respondWith(part(event, url));
});

/* A page says what it is made of, and which pages belong to it. It is told whether all of it is kept. */
addEventListener("message", (event) => {
  const [port] = event.ports;
  const urls = event.data.keep.map((one) => new URL(one, location.origin));
  const kept = Promise.all(urls.map(keep)).then(
    () => port.postMessage(true),
    () => port.postMessage(false),
  );
  event.waitUntil(kept);
});

async function keep(url) {
  const isPart = url.pathname.startsWith(STATIC);
  if (!isPart && !isScoring(url)) return;
  const cache = await caches.open(isPart ? PARTS : PAGES);
  if (FOR_GOOD.test(url.pathname) && (await cache.match(url))) return;
  const answer = await fetch(url);
  if (!isKeepable(answer)) throw new Error(`answer ${answer.status}`);
  await put(isPart ? PARTS : PAGES, url, answer);
}

async function part(event, url) {
  const kept = FOR_GOOD.test(url.pathname) && (await caches.match(event.request, { cacheName: PARTS }));
  return kept || newest(event, PARTS);
}

/* From the network; from what is kept if that fails, or takes too long. */
async function newest(event, name) {
  const coming = fetch(event.request);
  event.waitUntil(coming.then((answer) => isKeepable(answer) && put(name, event.request.url, answer.clone())).catch(() => {}));
  const kept = await keptAs(name, event.request.url);
  if (!kept) return coming;
  const orKept = coming.then((answer) => (answer.status < 500 ? answer : kept)).catch(() => kept);
  const late = new Promise((done) => setTimeout(() => done(kept), PATIENCE));
  return Promise.race([orKept, late]);
}

async function keptAs(name, url) {
  const cache = await caches.open(name);
  // The same page with another question in its address still scores.
  return (await cache.match(url)) ?? cache.match(url, { ignoreSearch: true });
}

async function put(name, url, answer) {
  const cache = await caches.open(name);
  await cache.put(url, answer);
  const keys = await cache.keys();
  await Promise.all(keys.slice(0, -MOST[name]).map((key) => cache.delete(key)));
}

async function forgetEarlierCaches() {
  const names = await caches.keys();
  const earlier = names.filter((name) => name.startsWith("pegboard ") && !(name in MOST));
  await Promise.all(earlier.map((name) => caches.delete(name)));
}

const isScoring = ({ pathname }) => SCORING.some((pattern) => pattern.test(pathname));

const isKeepable = (answer) => answer.ok && answer.type === "basic" && !answer.redirected;
