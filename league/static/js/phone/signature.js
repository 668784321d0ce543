// The signature of the captain whose phone this is: kept before the tap is over, and sent when there is signal, once. The
// league takes it only for the result that was signed. A PIN is never kept: four figures are guessed from any copy.

const AGAIN = 4000;
const PATIENCE = 15000;
const ANSWERS = [200, 409, 422];
const CHANGED = "The score changed after you signed, so your signature was not taken. Check the result, then sign again.";

/** The signature of a match, as it was left when the page was last open. */
export async function openSignature(store, words) {
  return new OwnSignature(store, words.base, await store.shelf.readSignature());
}

class OwnSignature {
  /** The one that waits to be sent: {fields, figures, score}, or null. */
  waiting;
  /** Why the last one was not taken, or "". */
  refusal = "";
  /** Whether it stays on this phone when the page is closed. */
  isKept = true;
  #store;
  #base;
  #isBusy = false;
  #triedAt = -AGAIN;
  #listeners = new Set();

  constructor(store, base, waiting) {
    this.#store = store;
    this.#base = base;
    this.waiting = waiting;
    store.onChange(() => this.#send());
  }

  /** `listener(page)` is called after every change, with the league's page if there is a new one. */
  onChange(listener) {
    this.#listeners.add(listener);
  }

  /** Sign: `fields` name what is signed, `figures` is its result in words, `score` that of each game. */
  async give(fields, figures, score) {
    this.refusal = "";
    this.#triedAt = -AGAIN;
    await this.#keep({ fields, figures, score });
    await this.#send();
  }

  /** Forget a signature that waits if the score is no longer the one that was signed. */
  dropUnless(score) {
    if (!this.waiting || this.waiting.score === score) return;
    this.refusal = CHANGED;
    this.#keep(null);
  }

  async #keep(waiting, page = null) {
    this.waiting = waiting;
    this.isKept = await this.#store.shelf.keepSignature(waiting);
    for (const listener of this.#listeners) listener(page);
  }

  async #send() {
    const { unsent, trouble } = this.#store.state();
    const now = performance.now();
    if (!this.waiting || this.#isBusy || unsent || !["", "storage"].includes(trouble) || now - this.#triedAt < AGAIN) return;
    this.#isBusy = true;
    this.#triedAt = now;
    const { waiting } = this;
    const page = await post(this.#base, waiting.fields);
    this.#isBusy = false;
    if (!page || this.waiting !== waiting) return;
    const why = page.getElementById("end-refusal");
    this.refusal = why?.textContent.trim() ?? "";
    why?.remove();
    await this.#keep(null, page);
  }
}

/** The league's page with what became of it, or null if it has not answered. */
async function post(base, fields) {
  const patience = new AbortController();
  const end = setTimeout(() => patience.abort(), PATIENCE);
  const token = document.cookie.match(/(?:^|; )csrftoken=([^;]+)/);
  try {
    const headers = token ? { "X-CSRFToken": token[1] } : {};
    const answer = await fetch(base, { method: "POST", headers, body: new URLSearchParams(fields), cache: "no-store", signal: patience.signal });
    // Neither a public network's welcome page nor our own sign-in is an answer to it.
    const isOurs = answer.headers.has("X-Pegboard-Page") && new URL(answer.url).pathname === base;
    if (!isOurs || !ANSWERS.includes(answer.status)) return null;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    return page.querySelector("[data-end]") && page;
  } catch {
    return null;
  } finally {
    clearTimeout(end);
  }
}
