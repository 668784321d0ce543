// The end of a match on the page of all tables: the result, the signatures, what can be shared. The league draws who
// has signed; the phone draws the result itself while the league does not know all of it.

import { countMatch, figureAt, halves, isMatchOver, readTables, winnerOf } from "./result.js";
import { listenToShare } from "./share.js";

const NO_SIGNAL = "Signing needs signal. Nothing is lost: what was entered is kept on this phone and sent by itself.";
const SENDING = "Signing waits until everything is sent …";
const NO_ANSWER = "Nothing was signed: there is no signal. Nothing is lost. Try again when there is signal.";
const AGAIN = 5000;
const LOOK = 20000;

export class MatchEnd {
  #triedAt = -AGAIN;
  #isBusy = false;
  #failed = "";

  constructor(page, store, words) {
    Object.assign(this, { page, store, words });
    page.addEventListener("submit", (event) => this.#sign(event));
    page.addEventListener("input", (event) => fillPin(event.target.closest("[data-pin]")));
    page.addEventListener("focusin", ({ target }) => target.closest("[data-pin]")?.closest("form").scrollIntoView({ block: "start" }));
    page.addEventListener("click", (event) => this.#follow(event));
    page.addEventListener("visibilitychange", () => this.#look());
    setInterval(() => this.#look(), LOOK);
    listenToShare(page, () => this.told());
    drawPins(page);
  }

  get #box() {
    return this.page.querySelector("[data-end]");
  }

  get #isAgreed() {
    return this.#box.hasAttribute("data-agreed");
  }

  /** The match as it can be shared. */
  told() {
    const tables = readTables(this.store.stands(), this.words);
    return { tables, ...countMatch(tables, this.words.end.format), words: this.words, isProvisional: !this.#isAgreed };
  }

  show() {
    const match = this.told();
    const isOver = this.#isAgreed || isMatchOver(match.tables, this.words);
    this.page.querySelector("[data-title]").textContent = isOver ? "Match finished" : "Score match";
    for (const [what, isShown] of [["end-result", isOver], ["end-signing", isOver], ["end-share", isOver], ["when-over", isOver], ["while-open", !isOver]]) {
      this.page.querySelector(`[data-${what}]`).hidden = !isShown;
    }
    this.page.querySelector("[data-share-provisional]").hidden = this.#isAgreed;
    const { unsent, seen, trouble } = this.store.state();
    const isCurrent = this.#isAgreed || (!unsent && seen <= Number(this.#box.dataset.last) && this.#isDrawn);
    if (isOver && !isCurrent) {
      this.#draw(match);
      this.page.querySelector("[data-end-signing]").hidden = true;
      if (!unsent) this.#load(this.words.base);
    }
    this.#say(isOver && !isCurrent ? (trouble === "no-signal" || !unsent ? NO_SIGNAL : SENDING) : this.#failed, isOver && !isCurrent && !unsent && !trouble);
  }

  /** Whether the league has drawn who has signed. */
  get #isDrawn() {
    return Boolean(this.page.querySelector("[data-end-signing]").firstElementChild);
  }

  #say(sentence, isQuiet = false) {
    const waits = this.page.querySelector("[data-end-waits]");
    waits.hidden = !sentence || isQuiet;
    waits.textContent = sentence;
  }

  #draw({ tables, points, forTotal, total, winner }) {
    for (const [side, letter] of ["h", "a"].entries()) {
      const figure = this.page.querySelector(`[data-end-figure="${letter}"]`);
      const row = this.page.querySelector(`[data-end-side="${letter}"]`);
      write(figure, halves(points[side]), winner === side);
      this.page.querySelector(`[data-end-team="${letter}"]`).classList.toggle("winner", winner === side);
      for (const table of tables) write(row.querySelector(`[data-end-cell="${table.number}"]`), figureAt(table, side), table.isPlayed && winnerOf(table) === side);
      write(row.querySelector("[data-end-total]"), String(total[side]), total[side] > total[1 - side]);
      const rest = halves(points[side] - forTotal[side]);
      write(row.querySelector("[data-end-points]"), forTotal[side] ? `${rest} + ${halves(forTotal[side])}` : rest, winner === side);
    }
  }

  async #sign(event) {
    const form = event.target.closest("[data-end-sign]");
    if (!form) return;
    event.preventDefault();
    const fields = new URLSearchParams(new FormData(form));
    const button = form.querySelector("button");
    if (button.name) fields.set(button.name, button.value);
    button.disabled = true;
    const isDone = await this.#take(form.action, { method: "POST", body: fields });
    button.disabled = false;
    this.#failed = isDone ? "" : NO_ANSWER;
    this.show();
    if (!isDone) return;
    const next = this.page.querySelector("[data-end-signing] [aria-invalid], [data-end-signing] .end-head");
    next?.focus?.();
    this.page.querySelector("[data-end-signing]").scrollIntoView({ block: "nearest" });
  }

  #follow(event) {
    const link = event.target.closest("[data-end-first]");
    if (!link) return;
    event.preventDefault();
    this.#take(link.href);
  }

  /** See whether the other captain has signed meanwhile, but not while somebody types. */
  #look() {
    const isTyping = this.#box.contains(document.activeElement) || [...this.page.querySelectorAll("[data-pin] input")].some(({ value }) => value);
    if (document.hidden || isTyping || this.#isAgreed || this.page.querySelector("[data-end-signing]").hidden) return;
    this.#load(this.words.base);
  }

  async #load(address) {
    const now = performance.now();
    if (this.#isBusy || now - this.#triedAt < AGAIN) return;
    this.#triedAt = now;
    if (await this.#take(address)) this.show();
  }

  /** Take the league's drawing of the end out of a page. Whether there was one. */
  async #take(address, request = {}) {
    this.#isBusy = true;
    try {
      const answer = await fetch(address, { cache: "no-store", ...request });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const box = page.querySelector("[data-end]");
      if (!box) return false;
      this.#box.replaceWith(document.adoptNode(box));
      drawPins(this.page);
      return true;
    } catch {
      return false;
    } finally {
      this.#isBusy = false;
    }
  }
}

function write(place, text, isWinner) {
  if (!place) return;
  place.textContent = text;
  place.classList.toggle("winner", isWinner);
}

/** With script the PIN is four boxes over one field. */
function drawPins(page) {
  for (const pin of page.querySelectorAll("[data-pin]")) {
    pin.classList.add("drawn");
    fillPin(pin);
  }
}

function fillPin(pin) {
  if (!pin) return;
  const field = pin.querySelector("input");
  field.value = field.value.replace(/\D/g, "").slice(0, 4);
  pin.querySelectorAll("i").forEach((box, at) => {
    box.classList.toggle("filled", at < field.value.length);
    box.classList.toggle("next", at === Math.min(field.value.length, 3));
  });
}
