// The post between a phone and the league: one message at a time, and again until it has come in.
//
// Nothing here trusts the browser's word that there is, or is no, network: every few seconds it is tried.

const AT_ONCE = 200;
const QUIET = 4000;
const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 15000;
const PATIENCE = 15000;
const AFTER_THE_END = 60000;
const A_MINUTE = 60;
// What a browser will still send while its page goes away.
const MOST_ON_LEAVING = 60000;

/** Keep in touch with the log at `url`. `letter()` says what is to be sent: {entries, since}; `heard(news)` is given
 * what came of it: {kind, sent, since, told, sentence}. Returns `wake`, to be called when there is something to send.
 *
 * Kinds: "told" (with the league's state), "same" (nothing new), "refused", "old-page", "ended", "signed-out",
 * "busy" (the league asks to wait), "no-signal". */
export function keepInTouch({ url, wire, phone, letter, heard }) {
  let timer = null;
  let isBusy = false;
  let isWoken = false;
  let failures = 0;
  let atOnce = AT_ONCE;
  let tag = "";

  async function talk() {
    clearTimeout(timer);
    isWoken = isBusy;
    if (isBusy) return;
    isBusy = true;
    const { entries, since } = letter();
    const sent = entries.slice(0, atOnce);
    const news = sent.length ? await send(sent, since) : await ask(since);
    // A message refused whole is sent in halves, so that one entry cannot hold up the others.
    const isWhole = news.kind !== "refused" || sent.length === 1;
    atOnce = ["refused", "busy"].includes(news.kind) ? Math.max(1, sent.length >> 1) : AT_ONCE;
    failures = news.kind === "no-signal" ? failures + 1 : 0;
    if (isWhole) await heard({ ...news, sent, since });
    isBusy = false;
    const pause = isWoken && news.kind !== "busy" ? 0 : pauseAfter(news);
    if (pause !== null) timer = setTimeout(talk, pause);
  }

  function pauseAfter({ kind, wait }) {
    const waits = letter().entries.length > 0;
    if (kind === "busy") return wait;
    if (kind === "no-signal") return Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (failures - 1));
    if (["old-page", "ended", "signed-out"].includes(kind)) return AFTER_THE_END;
    if (waits) return 0;
    return document.hidden ? null : QUIET;
  }

  async function send(entries, since) {
    const body = JSON.stringify({ v: wire, phone, since, brief: true, entries: entries.map(onTheWire) });
    const token = document.cookie.match(/(?:^|; )csrftoken=([^;]+)/);
    const headers = { "Content-Type": "application/json", ...(token && { "X-CSRFToken": token[1] }) };
    return answerTo(url, { method: "POST", headers, body, keepalive: body.length < MOST_ON_LEAVING });
  }

  async function ask(since) {
    const headers = since && tag ? { "If-None-Match": tag } : {};
    return answerTo(`${url}?since=${since}&phone=${phone.slice(0, 8)}`, { headers });
  }

  async function answerTo(address, request) {
    // AbortSignal.timeout is younger than many a phone.
    const patience = new AbortController();
    const end = setTimeout(() => patience.abort(), PATIENCE);
    try {
      const answer = await fetch(address, { ...request, cache: "no-store", signal: patience.signal });
      const news = await readAnswer(answer, wire);
      if (news.kind === "told") tag = answer.headers.get("ETag") ?? "";
      return news;
    } catch {
      return { kind: "no-signal" };
    } finally {
      clearTimeout(end);
    }
  }

  function wake() {
    failures = 0;
    talk();
  }

  for (const event of ["online", "focus"]) addEventListener(event, wake);
  addEventListener("pageshow", ({ persisted }) => persisted && wake());
  document.addEventListener("visibilitychange", wake);
  wake();
  return wake;
}

const onTheWire = ({ id, table, game, place, body, follows, at }) => ({ id, table, game, place, body, follows, at });

async function readAnswer(answer, wire) {
  if (answer.status === 304) return { kind: "same" };
  // A public network's welcome page also answers, with any status: only what has our mark is believed.
  if (!answer.headers.has("X-Pegboard-Page")) return { kind: "no-signal" };
  if (answer.status === 426) return { kind: "old-page" };
  if ([404, 410].includes(answer.status)) return { kind: "ended" };
  // Led on to the sign-in, or its token is old.
  if (answer.status === 403 || (answer.redirected && new URL(answer.url).origin === location.origin)) return { kind: "signed-out" };
  const told = await answer.json();
  if (typeof told?.v !== "number") return { kind: "no-signal" };
  if (told.v !== wire) return { kind: "old-page" };
  if ([429, 503].includes(answer.status)) return { kind: "busy", wait: 1000 * (Number(answer.headers.get("Retry-After")) || A_MINUTE) };
  if ([400, 409, 413].includes(answer.status)) return { kind: "refused", sentence: told.sentence };
  return answer.ok ? { kind: "told", told } : { kind: "no-signal" };
}
