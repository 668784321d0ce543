// One table on the page: taps become a hand, a hand becomes an entry of the log, and what stands is drawn again.
// A kept page of one table serves for all of them: which one it is, the address says.

import { drawAsked, drawPegs, drawScore } from "./asked.js";
import { drawBar, thumbBar } from "./bar.js";
import { feelPeg, feelRefusal, keepAwake, offerVibration } from "./comfort.js";
import { makeCounter } from "./counter.js";
import { openDrafts } from "./drafts.js";
import { Ending } from "./ending.js";
import { listenToForms } from "./forms.js";
import { LETTERS, SIDE_NAMES, needsOpener, readGame, tryHand, withHands } from "./game.js";
import { fillHand, readHand, spareRow } from "./hand_form.js";
import { drawHands, listenToHands } from "./hands.js";
import { keyOf, saysTheSame } from "./log.js";
import { gameNow } from "./match.js";
import { drawNotices } from "./notices.js";
import { Openings } from "./openings.js";
import { painted } from "./paint.js";
import { makeSheet } from "./sheet.js";
import { drawSides } from "./sides.js";
import { drawWays, listenToSwipes } from "./ways.js";
import { answeredWords, phoneWords } from "./words.js";

const TREMBLE = 600;
const [EDIT, REMOVE, INSERT] = ["edit", "remove", "insert"];
const UNDO = { [EDIT]: ["Undo", "edit, hand"], [REMOVE]: ["Restore", "hand"], [INSERT]: ["Remove", "hand"] };
// A hand takes longer to play: one that is pegged the same so soon after another phone's may be that very hand.
const SAME_HAND = 120000;

export class TableOnPage {
  /** `draw()` draws the whole page, this table with it, after the next frame. */
  constructor(page, store, words, draw) {
    Object.assign(this, { page, store, words, draw, drafts: openDrafts(words.log) });
    this.form = page.getElementById("hand");
    this.bar = thumbBar(page);
    this.sheet = makeSheet(page);
    this.ending = page.querySelector("[data-ending]") ? new Ending(this) : null;
    this.openings = new Openings(this);
    this.counter = page.querySelector("[data-counter]") ? makeCounter(page, this.sheet) : null;
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
    listenToHands(this);
    listenToForms(this);
    for (const points of this.form.querySelectorAll("[name$=-points]")) points.dataset.ready = points.defaultValue;
    this.#arrive();
  }

  /** Draw what stands, with what is tapped and not yet pegged. */
  show() {
    const { words, game } = this.#read();
    const asked = this.#asks(game);
    const tried = asked ? this.#try(game) : null;
    drawNotices(this, game, tried);
    this.page.body.classList.toggle("watching", this.isWatching(game));
    drawSides(this, game, asked && !this.isCorrection ? this.hand : null);
    drawWays(this);
    drawScore(this, game, tried);
    drawAsked(this, game, asked, tried);
    if (tried && this.change !== REMOVE) this.openings.draw(game, tried);
    this.ending?.show(game, this.isEnding);
    this.counter?.draw(game, asked ? this.hand : null, words);
    this.isFinished = game.isOver || game.isNotPlayed;
    this.stayAwake();
    drawHands(this, game, this.isCorrection ? tried : game);
    // Last: a button that is hidden under the thumb has the browser lay out the page at once.
    drawBar(this, game, tried);
  }

  /** Where the page is: another table, another game, or an earlier hand to put right. */
  go(address) {
    this.sheet.go(address);
    this.#arrive();
  }

  address({ table = this.table, game = this.number, hand = null, change = null, final = null } = {}) {
    const asked = new URLSearchParams();
    if (this.words.isOwn || Math.max(...this.words.games) > 1) asked.set("game", game);
    if (hand) asked.set("hand", hand);
    if (change) asked.set("change", change);
    if (final) asked.set("final", final);
    const query = asked.toString();
    return `${this.words.base}${this.words.isOwn ? "" : `tables/${table}/`}${query ? `?${query}` : ""}`;
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
    const isThere = wanted > 0 && wanted <= game.hands.length;
    this.change = isThere ? ([REMOVE, INSERT].find((change) => change === asked.get("change")) ?? EDIT) : "";
    this.changes = game.hands[wanted - 1];
    const isAsked = asked.has("final") || (this.words.rules.scores_only && !game.isOver && !this.isCorrection);
    this.isEnding = Boolean(this.ending) && isAsked && !game.isNotPlayed;
    if (this.isEnding) this.ending.begin();
    this.asksOpener = false;
    const tapped = this.drafts.get(this.#key);
    this.hand = isThere ? wanted : (tapped?.hand ?? game.hands.length + 1);
    this.#take({ [EDIT]: this.changes, "": tapped?.body }[this.change] ?? {});
    this.names = null;
    this.show();
    this.page.querySelector(".hands-so-far .current")?.scrollIntoView({ block: "nearest" });
  }

  /** Whether a hand that is there is edited or removed, or one inserted before it. */
  get isCorrection() {
    return this.change !== "";
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
    const next = game.hands.length + 1;
    this.hand = Object.keys(this.draft).length ? Math.min(this.hand, next) : next;
    return !(game.isOver || game.isNotPlayed || this.isWatching(game));
  }

  /** Whether another phone pegged the last hand of a game that goes on. */
  isScoredElsewhere({ hands, isOver, isNotPlayed }) {
    const goesOn = hands.length > 0 && !isOver && !isNotPlayed;
    return goesOn && Boolean(this.store.stands().get(this.#lastKey(hands))?.isTheirs);
  }

  /** Whether another phone scores this table, and nothing is tapped here. */
  isWatching(game) {
    const isIdle = !this.isCorrection && !this.isEnding && !Object.keys(this.draft).length;
    return isIdle && this.isScoredElsewhere(game);
  }

  /** Which phone said this hand: "The phone of The Fleece", or "Another phone". */
  phoneOf(hand) {
    return phoneWords(this.store.stands().get(this.#lastKey({ length: hand }))?.side, this.words);
  }

  #lastKey({ length }) {
    return keyOf({ table: this.table, game: this.number, place: `h${length}` });
  }

  /** The game as it would be with what is tapped, and what that hand pegs. */
  #try(game) {
    const { hand, change, draft, words } = this;
    if (!this.isCorrection) return tryHand(game, hand, draft, words.rules);
    const hands = [...game.hands];
    if (change === REMOVE) hands.splice(hand - 1, 1);
    if (change === INSERT) hands.splice(hand - 1, 0, {});
    const base = withHands(game, hands, words.rules);
    const tried = change === REMOVE ? base : tryHand(base, hand, draft, words.rules);
    if (change !== REMOVE) hands[hand - 1] = tried.body;
    return { ...tried, hands, refusal: this.#whyNot(game, hands) || tried.refusal };
  }

  /** Why this change cannot be saved now, or "". */
  #whyNot({ hands }, changed) {
    const differing = [...this.store.stands()].find(([key, { differs }]) => {
      const [table, game, place] = key.split("/");
      return differs && Number(table) === this.table && Number(game) === this.number && Number(place.slice(1)) >= this.hand;
    });
    if (!saysTheSame(hands[this.hand - 1] ?? {}, this.changes)) return "This hand has changed meanwhile. Cancel, and look again.";
    if (changed.length > this.words.hands) return `There is room for ${this.words.hands} hands.`;
    return this.change !== EDIT && differing ? "Two phones differ in a later hand. Choose there first." : "";
  }

  /** The hand somebody else has pegged while this one was being tapped, or null. */
  overtaken(game) {
    return !this.isCorrection && this.hand <= game.hands.length ? game.hands[this.hand - 1] : null;
  }

  /** Mine is the hand after what has come in, or it is the same hand and goes. */
  settle(isSame) {
    if (isSame) this.#take({});
    this.isDoubted = false;
    this.hand = this.#read().game.hands.length + 1;
    this.drafts.set(this.#key, this.hand, this.draft);
    this.show();
  }

  /** Peg what is tapped as a hand of its own, though another phone has just pegged the same. */
  pegNext() {
    this.#peg(true);
  }

  /** Whether the last hand is another phone's, has just come in, and is the same. */
  #isJustPegged({ hands }, { body }) {
    const last = this.store.stands().get(this.#lastKey(hands));
    return !this.isCorrection && Boolean(last) && Date.now() - last.heard < SAME_HAND && saysTheSame(last.body, body);
  }

  #take(body) {
    this.draft = body;
    this.steps = [];
    this.isDoubted = false;
    fillHand(this.form, body);
    this.openings.fill(body, this.isCorrection);
  }

  #tapped() {
    const was = this.draft;
    this.draft = readHand(this.form);
    this.isDoubted = false;
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

  async #peg(isNext = false) {
    const { game } = this.#read();
    if (this.isWatching(game)) {
      this.store.takeOver(this.#lastKey(game.hands));
      return;
    }
    if (!this.#asks(game) || this.overtaken(game) || this.isBegunBefore(game)) return;
    const tried = this.#try(game);
    if (this.isCorrection && saysTheSame(tried.hands, game.hands)) return;
    if (tried.question || tried.refusal) {
      feelRefusal();
      this.#pointAt(tried);
      return;
    }
    if (!isNext && this.#isJustPegged(game, tried)) {
      this.isDoubted = true;
      this.show();
      this.page.querySelector("[data-doubted] button").focus();
      return;
    }
    const { hand } = this;
    if (game.isFollowed) this.#sayWhoFollows(game);
    const isStored = this.isCorrection ? this.#rewrite(game.hands, tried.hands) : this.say(`h${hand}`, tried.body);
    if (this.isCorrection) {
      const [does, what] = UNDO[this.change];
      this.corrected = { key: this.#key, undo: [does, `${what} ${hand}`], was: game.hands, now: tried.hands };
      this.go(this.address());
    } else {
      // The pegs at once: what else follows from the hand is drawn after the frame that shows them.
      drawPegs(this, tried, null, tried.ending?.side);
      this.#take({});
      this.drafts.set(this.#key, hand, {});
      this.hand = hand + 1;
      this.corrected = null;
    }
    this.draw();
    painted().then(feelPeg);
    await isStored;
  }

  /** Whether this table was begun before the match was moved, and nobody has said how it goes on. */
  isBegunBefore({ hands, isOver }) {
    return Boolean(this.words.begun?.includes(this.table)) && hands.length > 0 && !isOver;
  }

  continueBegun() {
    this.words.begun = this.words.begun.filter((table) => table !== this.table);
    this.draw();
  }

  /** The hands that are there stay in the log, and Undo brings them back. */
  beginAgain() {
    const { game } = this.#read();
    this.corrected = { key: this.#key, undo: ["Restore", "old hands"], was: game.hands, now: [] };
    this.#rewrite(game.hands, []);
    this.#take({});
    this.draw();
  }

  /** Say all hands of this game that are others than they were. */
  #rewrite(was, now) {
    const places = Array.from({ length: Math.max(was.length, now.length) }, (_, at) => at);
    const bodies = places.filter((at) => !saysTheSame(was[at] ?? {}, now[at] ?? {})).map((at) => [`h${at + 1}`, now[at] ?? {}]);
    return this.store.sayAll(this.table, this.number, Object.fromEntries(bodies));
  }

  /** Who opens a later game follows from the one before; with its first hand it is said, for everybody else. */
  #sayWhoFollows({ first, pairs }) {
    this.say("pitch", { "first-pitch": LETTERS[first] });
    for (const [side, names] of pairs.entries()) {
      if (names.some(Boolean)) this.say(SIDE_NAMES[side], Object.fromEntries(names.map((name, at) => [at + 1, name])));
    }
  }

  #askOpener() {
    this.asksOpener = !this.isCorrection;
    this.show();
    this.page.querySelector("[data-opening] button")?.focus();
  }

  /** The change made last, if the hands are still what it made of them: that is what Undo takes back. */
  get correctedLast() {
    const isLast = this.corrected?.key === this.#key && saysTheSame(this.corrected.now, this.#read().game.hands);
    return isLast ? this.corrected : null;
  }

  /** Take back the last hand: its marks stand in the form again, to be put right. */
  #undo(at) {
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
      this.say("final", {});
      return;
    }
    if (this.correctedLast) {
      this.#rewrite(game.hands, this.corrected.was);
      this.corrected = null;
      return;
    }
    if (!last) return;
    const body = game.hands[last - 1];
    this.hand = last;
    this.#take(body);
    this.drafts.set(this.#key, last, body);
    this.say(`h${last}`, {});
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

  /** Links to another table, game or hand are followed without loading. */
  #followLink(event) {
    const link = event.target.closest("a[href]");
    if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const address = new URL(link.href);
    if (!address.pathname.startsWith(`${this.words.base}${this.words.isOwn ? "" : "tables/"}`)) return;
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
