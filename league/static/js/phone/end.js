// The end of a match on the page of all tables: the result, the signatures, what can be shared. The league draws who
// has signed; the phone draws the result itself while the league does not know all of it.

import { drawPins, emptyPin, isPinTyped, listenToPins } from "./pin.js";
import { countMatch, figureAt, halves, hasWon, isMatchOver, readTables } from "./result.js";
import { listenToShare } from "./share.js";

const NO_SIGNAL = "No signal: nobody can sign with a PIN now. Nothing is lost. Sign here when there is signal, or each captain on their own page.";
const SENDING = "Signing waits until everything is sent …";
const NO_ANSWER = "Nothing was signed: there is no signal, and a PIN is not kept. Enter it again when there is signal, or sign on your own page.";
const ON_ITS_WAY = "It is being sent …";
const WILL_BE_SENT = "It will be sent when there is a signal.";
const STAY = "It will be sent when there is a signal. Leave this page open until then: this phone cannot save.";
const AGAIN = 5000;
const LOOK = 20000;

export class MatchEnd {
  #triedAt = -AGAIN;
  #unanswered = 0;
  /** Counted up by all that makes an answer on its way an old one. */
  #turn = 0;
  #failed = "";
  #drawn;

  constructor(page, store, words, signature) {
    Object.assign(this, { page, store, words, signature });
    this.#drawn = drawingOf(this.#box);
    page.addEventListener("submit", (event) => this.#sign(event));
    listenToPins(page, () => (this.#turn += 1));
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
    this.signature.dropUnless(scoreOf(match));
    const isWaiting = Boolean(this.signature.waiting) && !this.#isAgreed;
    if (isOver && !isCurrent) {
      this.#draw(match);
      if (!unsent) this.#load(this.words.base);
    }
    this.page.querySelector("[data-end-signing]").hidden = !isOver || !isCurrent || isWaiting;
    const canSign = isOver && !isCurrent && !isWaiting && trouble === "no-signal" && !this.#differs;
    const isOffered = this.#showOwn(match, isWaiting, canSign);
    this.#say(this.signature.refusal || (isOver && !isCurrent && !isWaiting ? this.#whyNot({ unsent, trouble }, isOffered) : this.#failed));
  }

  get #differs() {
    return [...this.store.stands().values()].some(({ differs }) => differs);
  }

  /** Why nobody signs yet; nothing while the league is asked. */
  #whyNot({ unsent, trouble }, isOffered) {
    if (trouble === "no-signal") return isOffered ? "" : NO_SIGNAL;
    return unsent ? SENDING : "";
  }

  /** Draw the signature of the captain whose phone this is: given and not yet sent, or asked without signal. Whether it is. */
  #showOwn(match, isWaiting, canSign) {
    const own = this.page.querySelector("[data-own]");
    if (!own) return false;
    own.querySelector("[data-own-given]").hidden = !isWaiting;
    own.querySelector("[data-own-sign]").hidden = !canSign;
    own.querySelector("[data-own-figures]").textContent = figuresOf(match);
    if (!isWaiting) return canSign;
    own.querySelector("[data-own-signed]").textContent = this.signature.waiting.figures;
    const isOnItsWay = this.store.state().trouble === "";
    own.querySelector("[data-own-sending]").textContent = this.signature.isKept ? (isOnItsWay ? ON_ITS_WAY : WILL_BE_SENT) : STAY;
    return canSign;
  }

  /** Whether the league has drawn who has signed. */
  get #isDrawn() {
    return Boolean(this.page.querySelector("[data-end-signing]").firstElementChild);
  }

  #say(sentence) {
    const waits = this.page.querySelector("[data-end-waits]");
    waits.hidden = !sentence;
    if (waits.textContent !== sentence) waits.textContent = sentence;
  }

  #draw({ tables, points, forTotal, total, winner }) {
    this.#drawn = "";
    for (const [side, letter] of ["h", "a"].entries()) {
      const figure = this.page.querySelector(`[data-end-figure="${letter}"]`);
      const row = this.page.querySelector(`[data-end-side="${letter}"]`);
      write(figure, halves(points[side]), winner === side);
      this.page.querySelector(`[data-end-team="${letter}"]`).classList.toggle("winner", winner === side);
      for (const table of tables) write(row.querySelector(`[data-end-cell="${table.number}"]`), figureAt(table, side), hasWon(table, side));
      write(row.querySelector("[data-end-total]"), String(total[side]), total[side] > total[1 - side]);
      const rest = halves(points[side] - forTotal[side]);
      write(row.querySelector("[data-end-points]"), forTotal[side] ? `${rest} + ${halves(forTotal[side])}` : rest, winner === side);
    }
  }

  async #sign(event) {
    const form = event.target.closest("[data-end-sign]");
    if (!form) return;
    event.preventDefault();
    const fields = Object.fromEntries(new FormData(form));
    const button = form.querySelector("[type=submit]");
    if (button.name) {
      this.#signOwn({ ...fields, [button.name]: button.value });
      return;
    }
    button.disabled = true;
    const isDone = await this.#ask(form.action, { method: "POST", body: new URLSearchParams(fields) });
    button.disabled = false;
    emptyPin(form);
    this.#failed = isDone ? "" : NO_ANSWER;
    this.show();
    if (isDone) this.#showNext();
  }

  /** The captain's own is kept first: what was drawn by the league it knows by its number, what the phone has drawn by itself. */
  async #signOwn(fields) {
    const match = this.told();
    // It may be old when the signature is sent; that of the moment goes in the header.
    delete fields.csrfmiddlewaretoken;
    const stands = [...this.store.stands()].map(([key, { body }]) => [key, body]).filter(([, body]) => Object.keys(body).length);
    const seen = fields.entries ? {} : { seen: JSON.stringify(Object.fromEntries(stands)), version: this.#box.dataset.version };
    await this.signature.give({ ...fields, ...seen }, figuresOf(match), scoreOf(match));
    this.#showNext();
  }

  /** Whoever is asked next, or what became of it, comes into sight and is read out. */
  #showNext() {
    const next = this.page.querySelector("[data-end-signing] [data-pin] input, [data-end-signing] .end-head");
    next?.focus?.({ preventScroll: true });
    this.page.querySelector("[data-end-signing]").scrollIntoView({ block: "nearest" });
  }

  #follow(event) {
    const link = event.target.closest("[data-end-first]");
    if (!link) return;
    event.preventDefault();
    this.#ask(link.href);
  }

  /** See whether the other captain has signed meanwhile, but not while somebody types. */
  #look() {
    if (document.hidden || isPinTyped(this.page) || this.#isAgreed || this.page.querySelector("[data-end-signing]").hidden) return;
    this.#load(this.words.base);
  }

  async #load(address) {
    const now = performance.now();
    if (this.#unanswered || now - this.#triedAt < AGAIN) return;
    this.#triedAt = now;
    if (await this.#ask(address)) this.show();
  }

  /** Ask the league for the end of the match. Whether it has answered; an answer that came too late is not drawn. */
  async #ask(address, request = {}) {
    this.#unanswered += 1;
    const turn = ++this.#turn;
    try {
      const answer = await fetch(address, { cache: "no-store", ...request });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      return turn === this.#turn ? this.take(page) : true;
    } catch {
      return false;
    } finally {
      this.#unanswered -= 1;
    }
  }

  /** Take the league's drawing of the end out of its page. Whether there was one. */
  take(page) {
    const box = page.querySelector("[data-end]");
    if (!box) return false;
    this.#turn += 1;
    const drawn = drawingOf(box);
    // Drawn alike, it is left alone: somebody may be reading it, or about to type.
    if (drawn === this.#drawn && box.dataset.last === this.#box.dataset.last) return true;
    const isAsked = Boolean(document.activeElement?.closest("[data-pin]"));
    this.#drawn = drawn;
    this.#box.replaceWith(document.adoptNode(box));
    drawPins(this.page);
    if (isAsked) this.#box.querySelector("[data-pin] input")?.focus({ preventScroll: true });
    return true;
  }
}

/** What the league has drawn; its token is another in every answer. */
function drawingOf(box) {
  const drawn = box.cloneNode(true);
  for (const token of drawn.querySelectorAll("[name=csrfmiddlewaretoken]")) token.remove();
  return drawn.innerHTML;
}

const scoreOf = ({ tables }) => JSON.stringify(tables.map(({ games, isPlayed }) => isPlayed && games.map(({ score }) => score)));

const figuresOf = ({ points }) => points.map(halves).join("–");

function write(place, text, isWinner) {
  if (!place) return;
  place.textContent = text;
  place.classList.toggle("winner", isWinner);
}
