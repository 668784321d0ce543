// Opens the scoring pages and a captain's pages where there is no signal: only those, and what they are made of.
// Nothing is sent from here.
//
// A page and its files are replaced together: a page is only put when everything it names is kept, and what a kept
// page names is not thrown away. Only pages with our mark are stored, so that no hotel's sign-in page takes their
// place.
//
// Served as /sw.js, so that it may answer for pages anywhere below the root. Not a module: older phones know none
// here.
"use strict";

const PAGES = "pegboard pages 1";
// Opened with an account: emptied by forget.js when somebody signs out.
const ACCOUNT_PAGES = "pegboard account pages 1";
const PARTS = "pegboard parts 1";
// Past these the oldest go: what a season of matches and of new versions of the site leaves behind.
const MOST = { [PAGES]: 120, [ACCOUNT_PAGES]: 120, [PARTS]: 400 };
// After so long a page that is kept is better than one that may still come.
const PATIENCE = 3000;
// So long after somebody has sent a form, the page from before would say that nothing came of it.
const AFTER_A_FORM = 60000;
let formSentAt = -AFTER_A_FORM;
// A page kept so lately is not fetched again only because another page names it.
const FRESH = 600000;

// Where the site stands on its host: "/", or a path such as "/league/".
const ROOT = location.pathname.replace("sw.js", "");
const OF_A_CAPTAIN = "(matches/[^/]+/((squad|line-up|postpone)/|score/(tables/\\d+/)?)?)?$";
const BY_CODE = new RegExp(`^${ROOT}s/[^/]+/(tables/\\d+/|photographs/)?$`);
const OF_ONES_OWN = new RegExp(`^${ROOT}table/([^/]+/\\d+/\\d+/\\d+/)?$`);
const BY_LINK = new RegExp(`^${ROOT}c/[^/]+/${OF_A_CAPTAIN}`);
const BY_ACCOUNT = new RegExp(`^${ROOT}[^/]+/captain/[^/]+/${OF_A_CAPTAIN}`);
const SIGN_IN = `${ROOT}sign-in/`;
const STATIC = `${ROOT}static/`;
const MARK = "X-Pegboard-Page";
const KEPT_AT = "X-Pegboard-Kept";
// A part under a name made from what is in it never changes.
const FOR_GOOD = /\.[0-9a-f]{12}\.\w+$/;
const NAMED = new RegExp(`(?:href|src)="(${STATIC}[^"]+\\.(?:js|css|woff2))"`, "g");

addEventListener("install", () => self.skipWaiting());

addEventListener("activate", (event) => event.waitUntil(Promise.all([forgetEarlierCaches(), self.clients.claim()])));

addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method === "POST" && !url.pathname.endsWith("/log/")) formSentAt = performance.now();
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate" && cacheOf(url)) event.respondWith(page(event, url));
  else if (url.pathname.startsWith(STATIC)) event.respondWith(part(event, url));
});

/* A page says which fonts it used, and which pages belong to it. It is told whether all of it is kept. */
addEventListener("message", (event) => {
  const [port] = event.ports;
  const urls = event.data.keep.map((one) => new URL(one, location.origin));
  const kept = Promise.all(urls.map(keep));
  event.waitUntil(kept.then(() => port.postMessage(true)).catch(() => port.postMessage(false)));
});

async function keep(url) {
  if (url.pathname.startsWith(STATIC)) return keepPart(url.pathname);
  if (!cacheOf(url)) return null;
  const kept = await keptPage(url);
  if (kept && Math.abs(Date.now() - Date.parse(kept.headers.get(KEPT_AT))) < FRESH) return null;
  const answer = await fetch(url);
  if (!isPage(answer)) throw new Error(`answer ${answer.status}`);
  return replace(url, answer);
}

/* From the network, if it is ours and whole; the kept one if not, or if that takes too long. */
async function page(event, url) {
  const kept = await keptPage(url);
  const coming = fetch(event.request);
  const judged = coming.then(async (answer) => ((await isToBeShown(url, answer.clone())) ? answer : kept)).catch(() => kept);
  event.waitUntil(judged);
  if (!kept) return coming;
  if (performance.now() - formSentAt < AFTER_A_FORM) return judged;
  const late = new Promise((done) => setTimeout(() => done(kept), PATIENCE));
  return Promise.race([judged, late]);
}

async function isToBeShown(url, answer) {
  if (answer.type === "opaqueredirect") return leadsToUs(url);
  if (!isOurs(answer) || answer.status >= 500 || answer.status === 429) return false;
  if (answer.status === 403) await forgetAccount(url);
  if (!isPage(answer)) return true;
  return replace(url, answer).then(
    () => true,
    () => false,
  );
}

/* Where a page is led on to cannot be read from a navigation: it is asked once more. */
async function leadsToUs(url) {
  const led = await fetch(url).catch(() => null);
  if (!led || !isOurs(led)) return false;
  if (new URL(led.url).pathname === SIGN_IN) await forgetAccount(url);
  return true;
}

/* What was kept stays as it is until everything the new page names is here. */
async function replace(url, answer) {
  const text = await answer.text();
  await Promise.all([...text.matchAll(NAMED)].map(([, path]) => keepPart(path)));
  const at = new Date().toISOString();
  const headers = new Headers(answer.headers);
  // The text is unpacked already.
  for (const name of ["Content-Encoding", "Content-Length"]) headers.delete(name);
  headers.set(KEPT_AT, at);
  const whole = new Response(text.replace("<html", `<html data-kept="${at}"`), { headers });
  const cache = await caches.open(cacheOf(url));
  await cache.put(url, whole);
  const keys = await cache.keys();
  await Promise.all(keys.slice(0, -MOST[cacheOf(url)]).map((key) => cache.delete(key)));
  await trimParts();
}

/* Pages that are kept at once share most parts: each is fetched once. */
const onTheWay = new Map();

function keepPart(path) {
  if (!onTheWay.has(path)) onTheWay.set(path, fetchPart(path).finally(() => onTheWay.delete(path)));
  return onTheWay.get(path);
}

async function fetchPart(path) {
  const cache = await caches.open(PARTS);
  if (FOR_GOOD.test(path) && (await cache.match(path))) return;
  const answer = await fetch(path);
  if (!isPart(answer)) throw new Error(`answer ${answer.status}`);
  await cache.put(path, answer);
}

async function part(event, { pathname }) {
  const cache = await caches.open(PARTS);
  const kept = await cache.match(pathname);
  if (kept && FOR_GOOD.test(pathname)) return kept;
  const coming = fetch(event.request);
  event.waitUntil(coming.then((answer) => isPart(answer) && cache.put(pathname, answer.clone())).catch(() => {}));
  if (!kept) return coming;
  const orKept = coming.then((answer) => (isPart(answer) ? answer : kept)).catch(() => kept);
  const late = new Promise((done) => setTimeout(() => done(kept), PATIENCE));
  return Promise.race([orKept, late]);
}

async function keptPage(url) {
  const cache = await caches.open(cacheOf(url));
  // The same page with another question in its address still scores.
  return (await cache.match(url)) ?? cache.match(url, { ignoreSearch: true });
}

/* The oldest go, but none that a kept page names; stylesheets name the fonts, which are few. */
async function trimParts() {
  const cache = await caches.open(PARTS);
  const keys = await cache.keys();
  const surplus = keys.length - MOST[PARTS];
  if (surplus <= 0) return;
  const named = await namedByKeptPages();
  const unnamed = keys.map(({ url }) => new URL(url).pathname).filter((path) => !path.endsWith(".woff2") && !named.has(path));
  await Promise.all(unnamed.slice(0, surplus).map((path) => cache.delete(path)));
}

async function namedByKeptPages() {
  const named = new Set();
  for (const name of [PAGES, ACCOUNT_PAGES]) {
    const cache = await caches.open(name);
    for (const key of await cache.keys()) {
      const text = (await (await cache.match(key))?.text()) ?? "";
      for (const [, path] of text.matchAll(NAMED)) named.add(path);
    }
  }
  return named;
}

async function forgetAccount(url) {
  if (cacheOf(url) === ACCOUNT_PAGES) await caches.delete(ACCOUNT_PAGES);
}

async function forgetEarlierCaches() {
  const names = await caches.keys();
  const earlier = names.filter((name) => name.startsWith("pegboard ") && !(name in MOST));
  await Promise.all(earlier.map((name) => caches.delete(name)));
}

function cacheOf({ pathname }) {
  if ([BY_CODE, BY_LINK, OF_ONES_OWN].some((kind) => kind.test(pathname))) return PAGES;
  return BY_ACCOUNT.test(pathname) ? ACCOUNT_PAGES : null;
}

const isOurs = (answer) => answer.headers.has(MARK);

const isOfType = (answer, type) => (answer.headers.get("Content-Type") ?? "").startsWith(type);

const isWhole = (answer) => answer.ok && answer.type === "basic" && !answer.redirected;

const isPage = (answer) => isWhole(answer) && isOurs(answer) && isOfType(answer, "text/html");

const isPart = (answer) => isWhole(answer) && !isOfType(answer, "text/html");
