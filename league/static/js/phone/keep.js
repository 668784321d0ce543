// Has pages kept on the phone, so that they open again where there is no signal.

/** Where the site stands on its host: "/", or a path such as "/league/". */
export const ROOT = new URL(import.meta.url).pathname.replace(/static\/js\/.*/, "");

const BELOW = new RegExp(`^${ROOT}(?:s|c|table|[^/]+/captain)/`);

/** Keep this scoring page and those of its match. Resolves to "ready" or "not-yet", or to "cannot" where browsers
 * forbid it: over plain http, in some private windows. */
export async function keepThisPage(log) {
  const match = log.replace(/log\/$/, "");
  if (!location.pathname.startsWith(match)) return "not-yet";
  return keepPages(pagesBelow(match));
}

/** Keep this page and others, by their paths; answers as `keepThisPage` does. */
export async function keepPages(paths) {
  const [scope] = location.pathname.match(BELOW) ?? [];
  if (!scope) return "not-yet";
  if (!navigator.serviceWorker) return "cannot";
  try {
    await loaded();
    const registration = await navigator.serviceWorker.register(`${ROOT}sw.js`, { scope });
    const worker = await active(registration);
    return (await keptBy(worker, [location.pathname, ...paths, ...parts()])) ? "ready" : "not-yet";
  } catch {
    // Without the network it cannot be registered anew; that it was before is what opened this page.
    return navigator.serviceWorker.controller ? "ready" : "cannot";
  }
}

/** The paths of our own pages that this one links to, below a path. */
export function pagesBelow(start) {
  const own = [...document.links].filter(({ origin }) => origin === location.origin).map(({ pathname }) => pathname);
  return [...new Set(own)].filter((path) => path.startsWith(start));
}

function loaded() {
  if (document.readyState === "complete") return null;
  return new Promise((done) => addEventListener("load", done, { once: true }));
}

function active({ installing, waiting, active: running }) {
  if (running) return running;
  const worker = installing ?? waiting;
  return new Promise((done, fail) => {
    worker.addEventListener("statechange", () => {
      if (worker.state === "activated") done(worker);
      if (worker.state === "redundant") fail(new Error("not installed"));
    });
  });
}

function parts() {
  return performance.getEntriesByType("resource").map(({ name }) => name).filter((name) => name.startsWith(`${location.origin}${ROOT}static/`));
}

function keptBy(worker, urls) {
  const { port1, port2 } = new MessageChannel();
  return new Promise((done) => {
    port1.onmessage = ({ data }) => done(data);
    worker.postMessage({ keep: [...new Set(urls)] }, [port2]);
  });
}
