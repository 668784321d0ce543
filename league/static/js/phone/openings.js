// The answers of a hand before its play, and a jack that may be hung: the card turned up with its points, the begging,
// the jack with five answers. They write into the fields of the plain form, so that everything behind it is the same.

import { dealerOf, giftedBy, leaderOf } from "../entry/opening.js";
import { needsOpener } from "./game.js";

const OTHER = "-";
const ORDER = "23456789TJQKA";
const LAST_ONLY = "final_only";

export class Openings {
  constructor(table) {
    const { page, form, words } = table;
    Object.assign(this, { table, page, rules: words.rules });
    this.turned = [""];
    page.body.classList.toggle("has-openings", needsOpener(this.rules));
    this.row = form.querySelector("[data-row=turnup]");
    // Where a card of the refused suit counts for nothing, suits have to be typed.
    if (this.row && this.rules.turnup_when_run !== "not_repeat_suit") this.#makeTurnup();
    else this.row = null;
    this.beg = form.querySelector("[data-row=beg]");
    for (const input of this.beg?.querySelectorAll("input") ?? []) this.#addPoints(input.closest("label"));
    if (this.beg) onTwoLines(this.beg.querySelector("[value=r]").closest("label"));
    if (this.rules.hung) fiveAnswers(page, form.querySelector("[data-row=jack]"), this.rules);
    form.querySelector("[data-row=hung]")?.remove();
  }

  /** Take over a hand; of one that is corrected the card turned up was another if it is not there. */
  fill({ turnup = "", beg }, isCorrection) {
    this.turned = turnup.split(/\s+/).filter(Boolean);
    while (this.turned.length < (beg === "r" ? 2 : 1)) this.turned.push(isCorrection ? OTHER : "");
  }

  /** Draw the rows as far as the hand goes. */
  draw(game, tried) {
    const eldest = leaderOf(this.table.hand, game.first, this.rules);
    if (this.row) this.#drawTurnup(eldest);
    if (this.beg) this.#drawBeg(eldest, tried);
  }

  /** The row to answer next while no award is taken: "turnup", "beg", or null. */
  next(body, { idle, question }) {
    if (question === "first" || Object.keys(body).some((name) => ["high", "low", "jack", "game"].includes(name))) return null;
    if (this.row && !this.turned[this.turned.length - 1]) return "turnup";
    return this.beg && !body.beg && !idle.includes("beg") ? "beg" : null;
  }

  #makeTurnup() {
    const { page, row } = this;
    row.classList.add("by-cards");
    for (const part of row.querySelectorAll(".turned, .hint")) part.hidden = true;
    const label = Object.assign(page.createElement("span"), { className: "asked-what", id: "turnup-asked", textContent: "Turn-up" });
    row.querySelector("label").replaceWith(label);
    const cards = Object.keys(this.rules.turnups).sort((one, other) => ORDER.indexOf(one) - ORDER.indexOf(other));
    this.choices = Object.assign(page.createElement("div"), { className: "answers answers-4" });
    this.choices.setAttribute("role", "radiogroup");
    this.choices.setAttribute("aria-labelledby", "turnup-asked");
    this.choices.append(...[...cards, OTHER].map((card) => this.#card(card)));
    this.folded = Object.assign(page.createElement("p"), { className: "folded", hidden: true });
    label.after(this.choices);
    row.prepend(this.folded);
    this.field = page.getElementById("turnup");
    this.choices.addEventListener("input", ({ target }) => {
      this.turned[this.turned.length - 1] = target.value;
      this.#write();
    });
    this.table.form.addEventListener("input", ({ target }) => target.name === "beg" && this.#begged(target.value), { capture: true });
  }

  #card(card) {
    const label = this.page.createElement("label");
    const input = Object.assign(this.page.createElement("input"), { type: "radio", name: "turned-now", value: card });
    const name = Object.assign(this.page.createElement("span"), { textContent: this.rules.turnup_words[card] ?? "Other" });
    label.append(input, tick(this.page), name);
    this.#addPoints(label);
    return label;
  }

  #addPoints(label) {
    label.append(Object.assign(this.page.createElement("small"), { className: "points" }));
  }

  /** Running the pack turns another card; standing or a gift leaves the first. */
  #begged(call) {
    if (call === "r" && this.turned.length === 1) this.turned.push("");
    if (call !== "r") this.turned.length = 1;
    this.#write();
  }

  #write() {
    const known = this.turned.filter((card) => card && card !== OTHER);
    const last = this.turned[this.turned.length - 1];
    const counts = this.rules.turnup_when_run !== LAST_ONLY || (last && last !== OTHER) || this.turned.length === 1;
    this.field.value = counts ? known.join(" ") : "";
  }

  #drawTurnup(eldest) {
    const now = this.turned[this.turned.length - 1];
    const to = eldest === null ? "" : ` ${this.table.words.words[dealerOf(eldest, this.rules)]}`;
    for (const input of this.choices.querySelectorAll("input")) {
      input.checked = now !== "" && (input.value === OTHER ? now === OTHER : now[0] === input.value);
      const points = this.rules.turnups[input.value] ?? 0;
      input.closest("label").querySelector(".points").textContent = points ? `+${points}${input.checked ? to : ""}` : "0";
    }
    const earlier = this.turned.slice(0, -1);
    this.folded.hidden = !earlier.length;
    this.folded.textContent = earlier.map((card, at) => `${ordinal(at + 1)} turn-up: ${this.#cardWords(card, to)}`).join("; ");
    this.row.querySelector("#turnup-asked").textContent = earlier.length ? `${ordinal(this.turned.length)} turn-up` : "Turn-up";
  }

  #cardWords(card, to) {
    const points = this.rules.turnups[card[0]] ?? 0;
    if (!points) return card ? "another card" : "not said";
    const counts = this.rules.turnup_when_run !== LAST_ONLY;
    return `${this.rules.turnup_words[card[0]].toLowerCase()}${counts ? `, +${points}${to}` : ""}`;
  }

  #drawBeg(eldest, { idle, wins }) {
    const { words } = this.table.words;
    const gift = this.beg.querySelector("[value=g]").closest("label").querySelector(".points");
    const isToOne = eldest !== null && giftedBy(eldest, this.rules).length === 1;
    gift.textContent = isToOne ? `+1 ${words[eldest]}` : this.rules.sides.length > 2 ? "+1 each" : "+1";
    const isIdle = idle.includes("beg");
    this.beg.classList.toggle("idle", isIdle);
    if (!this.notAsked) this.notAsked = this.beg.appendChild(Object.assign(this.page.createElement("p"), { className: "not-counted" }));
    this.notAsked.hidden = !isIdle;
    this.notAsked.textContent = isIdle ? `Not needed: ${words[wins.side]} are out.` : "";
  }
}

/** Kept or hung by either side, or nobody's: one tap each. A capital letter says hung. */
function fiveAnswers(page, row, { awards, hung }) {
  const { points } = awards.find((award) => award.name === "jack");
  const group = row.querySelector(".answers");
  group.className = "answers answers-5";
  const labels = Object.fromEntries(["h", "-", "a"].map((letter) => [letter, group.querySelector(`[value="${letter}"]`).closest("label")]));
  for (const letter of ["h", "a"]) {
    const team = labels[letter].querySelector("span").textContent;
    const other = labels[letter].cloneNode(true);
    other.querySelector("input").value = letter.toUpperCase();
    name(labels[letter], team, `kept ${points}`);
    name(other, team, `hung ${hung}`);
    if (letter === "h") labels.h.after(other);
    else labels.a.before(other);
  }
  function name(label, team, words) {
    const span = label.querySelector("span");
    const side = Object.assign(page.createElement("span"), { className: "visually-hidden", textContent: `${team} ` });
    span.replaceChildren(side, words);
  }
}

/** "Begged," over "ran the pack". */
function onTwoLines(label) {
  const words = label.querySelector("span");
  const [first, rest] = words.textContent.split(", ");
  words.textContent = `${first},`;
  label.querySelector(".points").textContent = rest;
}

const ordinal = (number) => ({ 1: "1st", 2: "2nd", 3: "3rd" })[number] ?? `${number}th`;

function tick(page) {
  return page.querySelector(".answers .mark-tick").cloneNode(true);
}
