// One table on the page: taps become a hand, a hand becomes an entry of the log, and what stands is drawn again.
// A kept page of one table serves for all of them: which one it is, the address says.

import { drawBoard } from "./board.js";
import { feelPeg, feelRefusal, keepAwake, offerVibration } from "./comfort.js";
import { makeCounter } from "./counter.js";
import { openDrafts } from "./drafts.js";
import { Ending } from "./ending.js";
import { listenToForms } from "./forms.js";
import { gamesWon, isDecided, needsOpener, readGame, tryHand } from "./game.js";
import { fillHand, readHand, spareRow } from "./hand_form.js";
import { drawHands } from "./hands.js";
import { gameNow } from "./match.js";
import { drawNotices } from "./notices.js";
import { Openings } from "./openings.js";
import { makeSheet } from "./sheet.js";
import { drawSides } from "./sides.js";
import { drawWays, listenToSwipes } from "./ways.js";
import { isMatchOver, readTables } from "./result.js";
import { answeredWords, dealerWords, difference, homeAway, leadIn, notCounted, openingWords, outcomeWords, pegWords } from "./words.js";

const TREMBLE = 600;

export class TableOnPage {
  constructor(page, store, words) {
    Object.assign(this, { page, store, words, drafts: openDrafts(words.log) });
    this.form = page.getElementById("hand");
    this.bar = thumbBar(page);
    this.sheet = makeSheet(page);
    this.ending = new Ending(this);
    this.openings = new Openings(this);
    this.counter = makeCounter(page, this.sheet);
    this.stayAwake = keepAwake(() => !this.isFinished);
    offerVibration(page);
    this.form.addEventListener("input", () => this.#tapped());
    this.form.addEventListener("submit", (event) => this.#send(event, () => this.#peg()));
    this.bar.peg.addEventListener("click", (event) => this.#send(event, () => this.#peg()));
    this.bar.undo.addEventListener("click", (event) => this.#send(event, () => this.#undo(event.timeStamp)));
    page.addEventListener("click", (event) => this.#followLink(event));
    addEventListener("popstate", () => this.sheet.wentBack() || this.#arrive());
    listenToSwipes(page.getElementById("main"), (step) => this.#swipe(step));
    listenToLead(page.querySelector("[data-lead]"), () => this.#askOpener());
    page.querySelector("[data-name-players]").addEventListener("click", () => this.sheet.open("[data-names-of-table]"));
    listenToForms(this);
    for (const points of this.form.querySelectorAll("[name$=-points]")) points.dataset.ready = points.defaultValue;
    this.#arrive();
  }

  /** Draw what stands, with what is tapped and not yet pegged. */
  show() {
    const { words, game } = this.#read();
    const asked = this.#asks(game);
    const tried = asked ? tryHand(game, this.hand, this.draft, words.rules) : null;
    drawNotices(this, game);
    drawSides(this, game, asked && !this.isCorrection ? this.hand : null);
    drawWays(this);
    this.#drawScore(game, tried);
    this.#drawAsked(game, asked, tried);
    this.#drawBar(game, tried);
    if (tried) this.openings.draw(game, tried);
    this.ending.show(game, this.isEnding);
    this.counter.draw(game, asked ? this.hand : null, words);
    this.isFinished = game.isOver || game.isNotPlayed;
    this.stayAwake();
    drawHands(this, game, this.isCorrection && tried ? tried : null);
  }

  /** Where the page is: another table, another game, or an earlier hand to put right. */
  go(address) {
    this.sheet.go(address);
    this.#arrive();
  }

  address({ table = this.table, game = this.number, hand = null, final = null } = {}) {
    const asked = new URLSearchParams();
    if (Math.max(...this.words.games) > 1) asked.set("game", game);
    if (hand) asked.set("hand", hand);
    if (final) asked.set("final", final);
    const query = asked.toString();
    return `${this.words.base}tables/${table}/${query ? `?${query}` : ""}`;
  }

  say(place, body, game = this.number) {
    return this.store.say(this.table, game, place, body);
  }

  #arrive() {
    const asked = new URLSearchParams(location.search);
    this.table = Number(location.pathname.match(/tables\/(\d+)\//)?.[1] ?? 1);
    this.number = Number(asked.get("game")) || gameNow(this.store.stands(), this.table, this.words);
    const { game } = this.#read();
    const wanted = Number(asked.get("hand"));
    this.isCorrection = wanted > 0 && wanted <= game.hands.length;
    this.isEnding = asked.has("final") && !game.isNotPlayed && (!game.isOver || game.finished);
    if (this.isEnding) this.ending.begin();
    this.asksOpener = false;
    const tapped = this.drafts.get(this.#key);
    this.hand = this.isCorrection ? wanted : (tapped?.hand ?? game.hands.length + 1);
    this.#take(this.isCorrection ? game.hands[wanted - 1] : (tapped?.body ?? {}));
    this.names = null;
    this.show();
  }

  get #key() {
    return `${this.table}/${this.number}`;
  }

  #read() {
    return { words: this.words, game: readGame(this.store.stands(), this.table, this.number, this.words) };
  }

  /** Whether a hand is asked for. Untouched, it is always the one after the last. */
  #asks(game) {
    if (this.isCorrection) return true;
    if (!Object.keys(this.draft).length) this.hand = game.hands.length + 1;
    return !(game.isOver || game.isNotPlayed);
  }

  /** The hand somebody else has pegged while this one was being tapped, or null. */
  overtaken(game) {
    return !this.isCorrection && this.hand <= game.hands.length ? game.hands[this.hand - 1] : null;
  }

  /** Mine is the hand after what has come in, or it is the same hand and goes. */
  settle(isSame) {
    if (isSame) this.#take({});
    this.hand = this.#read().game.hands.length + 1;
    this.drafts.set(this.#key, this.hand, this.draft);
    this.show();
  }

  #take(body) {
    this.draft = body;
    this.steps = [];
    fillHand(this.form, body);
    this.openings.fill(body, this.isCorrection);
  }

  #tapped() {
    const was = this.draft;
    this.draft = readHand(this.form);
    const words = needsOpener(this.words.rules) ? answeredWords(was, this.draft, this.words) : "";
    if (words) this.steps.push({ body: was, words });
    spareRow(this.form);
    if (!this.isCorrection) this.drafts.set(this.#key, this.hand, this.draft);
    this.show();
  }

  #send(event, act) {
    event.preventDefault();
    act();
  }

  async #peg() {
    const { words, game } = this.#read();
    if (!this.#asks(game) || this.overtaken(game)) return;
    const tried = tryHand(game, this.hand, this.draft, words.rules);
    if (tried.question || tried.refusal) {
      feelRefusal();
      this.#pointAt(tried);
      return;
    }
    feelPeg();
    const [place, body, hand] = [`h${this.hand}`, tried.body, this.hand];
    if (this.isCorrection) {
      this.go(this.address());
      this.corrected = { key: this.#key, hand, was: game.hands[hand - 1] };
    } else {
      this.drafts.set(this.#key, this.hand, {});
      this.#take({});
      this.corrected = null;
    }
    if (game.isFollowed) await this.#sayWhoFollows(game);
    await this.say(place, body);
    this.show();
  }

  /** Who opens a later game follows from the one before; with its first hand it is said, for everybody else. */
  async #sayWhoFollows({ first, pairs }) {
    await this.say("pitch", { "first-pitch": "ha"[first] });
    for (const [side, names] of pairs.entries()) {
      if (names.some(Boolean)) await this.say(["home", "away"][side], Object.fromEntries(names.map((name, at) => [at + 1, name])));
    }
  }

  #askOpener() {
    this.asksOpener = !this.isCorrection;
    this.show();
    this.page.querySelector("[data-opening] button")?.focus();
  }

  /** The hand put right last, if nothing was pegged at this table since: that is what Undo takes back. */
  get #corrected() {
    return this.corrected?.key === this.#key ? this.corrected : null;
  }

  /** Take back the last hand: its marks stand in the form again, to be put right. */
  async #undo(at) {
    // A thumb that trembles takes back one hand, not two.
    const isAgain = at - this.undoneAt < TREMBLE;
    this.undoneAt = at;
    if (isAgain) return;
    if (this.isCorrection) {
      this.go(this.address());
      return;
    }
    const { game } = this.#read();
    const last = game.hands.length;
    if (this.steps.length) {
      const { body } = this.steps[this.steps.length - 1];
      const steps = this.steps.slice(0, -1);
      this.#take(body);
      this.steps = steps;
      this.drafts.set(this.#key, this.hand, body);
      this.show();
      return;
    }
    if (game.finished) {
      await this.say("final", {});
      return;
    }
    if (this.#corrected) {
      const { hand, was } = this.corrected;
      this.corrected = null;
      await this.say(`h${hand}`, was);
      return;
    }
    if (!last) return;
    const body = game.hands[last - 1];
    this.hand = last;
    this.#take(body);
    this.drafts.set(this.#key, last, body);
    await this.say(`h${last}`, {});
    this.show();
  }

  #pointAt({ asked, question }) {
    if (["penalty", "reason"].includes(question)) {
      this.sheet.open("[data-penalties]");
      return;
    }
    const row = this.form.querySelector(`[data-row="${asked}"]`) ?? this.form;
    row.scrollIntoView({ block: "nearest" });
    row.querySelector("input")?.focus();
  }

  #drawScore(game, tried) {
    const label = this.page.querySelector("[data-title]");
    label.textContent = `Table ${this.table}${Math.max(...this.words.games) > 1 ? `, game ${this.number}` : ""}`;
    const shown = this.isCorrection && tried ? tried : game;
    const now = tried && !this.isCorrection && !this.overtaken(game) ? opened(game, tried) : game;
    for (const [side, letter] of ["h", "a"].entries()) {
      const figure = this.page.querySelector(`[data-points="${letter}"]`);
      figure.textContent = now.score[side];
      figure.classList.toggle("winner", game.isOver && game.score[side] > game.score[1 - side]);
    }
    const board = this.page.querySelector("[data-board] svg");
    if (board) drawBoard(board, { ...game, before: game.hands.length ? game.before : [null, null] }, tried ? shown.score : null, label.textContent);
    if (board && tried && !this.isCorrection) drawBoard(board, now, tried.after, label.textContent);
    const outcome = this.page.querySelector("[data-outcome]");
    outcome.hidden = !game.isOver;
    if (game.isOver) outcome.querySelector("span").textContent = outcomeWords(game, this.words);
  }

  #drawAsked(game, asked, tried) {
    for (const place of this.page.querySelectorAll("[data-hand-asked]")) place.hidden = !asked;
    if (!asked) return;
    const lead = this.isCorrection
      ? { hand: `Hand ${this.hand} corrected.`, opens: "", deals: "", where: "" }
      : leadIn(this.hand, game.first, game.pairs, this.words);
    for (const [part, text] of Object.entries(lead)) this.page.querySelector(`[data-lead-${part}]`).textContent = text;
    this.page.querySelector("[data-lead-deal]").hidden = !lead.deals;
    const opening = this.page.querySelector("[data-opening]");
    const isUnknown = game.first === null && (this.hand === 1 || tried.question === "first");
    this.page.querySelector("[data-lead]").classList.toggle("unknown", game.first === null);
    opening.hidden = this.isCorrection || !(isUnknown || this.asksOpener);
    opening.querySelector("[data-opening-words]").textContent = openingWords(this.hand, this.words);
    opening.querySelector("[data-name-players]").hidden = !this.asksOpener && game.pairs.flat().some(Boolean);
    const before = this.openings.next(this.draft, tried);
    for (const name of ["turnup", "beg"]) this.form.querySelector(`[data-row="${name}"]`)?.classList.toggle("now", before === name);
    for (const { name } of this.words.rules.awards) {
      const row = this.form.querySelector(`[data-row="${name}"]`);
      const isIdle = tried.idle.includes(name);
      row.classList.toggle("now", !before && tried.asked === name && !tried.question?.match(/^(first|penalty|reason)$/));
      row.classList.toggle("idle", isIdle);
      const said = row.querySelector("[data-not-counted]");
      said.hidden = !isIdle;
      said.textContent = isIdle ? notCounted(tried, this.words) : "";
    }
    const hung = this.form.querySelector("[data-row=hung]");
    if (hung) hung.hidden = !["h", "a"].includes(tried.body.jack);
    const refusal = this.form.querySelector("[data-impossible]");
    refusal.hidden = !tried.refusal;
    refusal.textContent = tried.refusal;
  }

  #drawBar(game, tried) {
    const { peg, undo, next } = this.bar;
    const last = game.hands.length;
    undo.hidden = !last && !this.isCorrection && !game.finished && !this.steps.length;
    const [does, to] = this.#undoWords(game, last);
    undo.replaceChildren(does, Object.assign(this.page.createElement("small"), { textContent: to }));
    peg.hidden = !tried;
    next.hidden = Boolean(tried);
    if (tried) {
      const isReady = !tried.question && !tried.refusal && !this.overtaken(game);
      peg.textContent = pegWords(tried, this, this.words);
      peg.dataset.hand = `Hand ${this.hand}: `;
      peg.classList.toggle("primary", isReady);
      peg.classList.toggle("not-ready", !isReady);
      return;
    }
    const won = gamesWon(this.store.stands(), this.table, this.words);
    const more = this.number < this.words.games[this.table - 1] && !isDecided(won, this.table, this.words) && !this.#isMatchOver;
    next.textContent = more ? `Start game ${this.number + 1}` : this.#isMatchOver ? "Match" : "All tables";
    if (more) next.append(this.#nextDealer());
    next.href = more ? this.address({ game: this.number + 1 }) : this.words.base;
  }

  get #isMatchOver() {
    return isMatchOver(readTables(this.store.stands(), this.words), this.words);
  }

  /** Who deals first in the next game, as far as that is known. */
  #nextDealer() {
    const { first, pairs } = readGame(this.store.stands(), this.table, this.number + 1, this.words);
    return Object.assign(this.page.createElement("small"), { textContent: dealerWords(first, pairs, this.words) });
  }

  /** What Undo does, and to which hand. */
  #undoWords(game, last) {
    if (this.isCorrection) return ["Cancel", "correction"];
    if (this.steps.length) return ["Undo", this.steps[this.steps.length - 1].words];
    if (game.finished) return ["Undo", "final score"];
    if (this.#corrected) return ["Undo", `hand ${this.corrected.hand} corrected`];
    if (!last) return ["Undo", ""];
    const before = game.running[last - 2] ?? [0, 0];
    return ["Undo", `hand ${last}, ${homeAway(difference(before, game.running[last - 1]))}`];
  }

  /** Links to another table, game or hand are followed without loading. */
  #followLink(event) {
    const link = event.target.closest("a[href]");
    if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const address = new URL(link.href);
    if (!address.pathname.startsWith(`${this.words.base}tables/`)) return;
    event.preventDefault();
    this.go(address.pathname + address.search);
  }

  #swipe(step) {
    const table = this.table + step;
    if (table >= 1 && table <= this.words.games.length) this.go(`${this.words.base}tables/${table}/`);
  }
}

/** The line of who opens can be tapped to say it anew. */
function listenToLead(line, tapped) {
  line.setAttribute("role", "button");
  line.tabIndex = 0;
  line.addEventListener("click", tapped);
  line.addEventListener("keydown", ({ key }) => key === "Enter" && tapped());
}

/** The game with the points that counted before the play: a card turned up, a gift. */
function opened(game, { before, opened: score }) {
  const backs = game.before.map((back, side) => (score[side] === before[side] ? back : before[side]));
  return { ...game, score, before: backs };
}

/** The bar under the thumb as the script uses it: one button takes back, one pegs, one leads on. */
function thumbBar(page) {
  const make = (tag, className) => Object.assign(page.createElement(tag), { className });
  const [undo, peg, next] = [make("button", "button"), make("button", "button"), make("a", "button primary")];
  undo.type = peg.type = "button";
  undo.dataset.undo = peg.dataset.pegIt = next.dataset.next = "";
  page.querySelector(".thumb-bar").replaceChildren(undo, peg, next);
  return { undo, peg, next };
}
