// The screen on which a table is finished by its final score: who won, and what the other side finished on. Recorded
// hands stay. It has an address of its own, so that the phone's way back leaves it.

import { drawBoard } from "./board.js";
import { scoreAt, whyNotFinal } from "./game.js";
import { homeAway, refusalWords } from "./words.js";

const LETTERS = ["h", "a"];
const MARKS = { h: "home", a: "away", "-": "nobody" };

export class Ending {
  constructor(table) {
    const { page } = table;
    this.table = table;
    this.place = page.querySelector("[data-ending]");
    this.bar = page.querySelector("[data-ending-bar]");
    this.finish = this.bar.querySelector("[data-finish]");
    this.place.addEventListener("input", ({ target }) => this.#answered(target));
    this.finish.addEventListener("click", () => this.#finish());
    this.place.querySelector("[data-lower]").addEventListener("click", () => {
      this.isLower = true;
      this.show(this.game, true);
      this.place.querySelector("[name=finished-on]").focus();
    });
  }

  /** Begin anew: nothing is chosen. */
  begin() {
    this.winner = null;
    this.isLower = false;
    this.totals = [null, null];
    for (const field of this.place.querySelectorAll("[data-total]")) field.value = "";
  }

  /** Draw the screen if the page is there; the score and the board show what is chosen. */
  show(game, isOpen) {
    const { page, words } = this.table;
    page.body.classList.toggle("ending-open", isOpen);
    page.querySelector("[data-final-link]").href = this.table.address({ final: "yes" });
    this.bar.querySelector("[data-cancel]").href = words.rules.scores_only ? words.base : this.table.address();
    this.place.hidden = this.bar.hidden = !isOpen;
    if (!isOpen) return;
    this.game = game;
    page.querySelector("[data-title]").textContent = `${this.#title()}: final score`;
    const asksBoth = words.rules.target === null || !words.rules.cap;
    this.place.querySelector("[data-winner]").hidden = asksBoth;
    this.place.querySelector("[data-totals]").hidden = !asksBoth;
    this.#drawKept(game);
    this.#drawWinner();
    this.#drawNumbers(asksBoth);
    this.#drawScore(asksBoth);
  }

  #title() {
    const { table, number, words } = this.table;
    const [tableWord, gameWord] = words.called ?? ["table", "game"];
    const at = `${tableWord[0].toUpperCase()}${tableWord.slice(1)} ${table}`;
    return `${at}${Math.max(...words.games) > 1 ? `, ${gameWord} ${number}` : ""}`;
  }

  get #score() {
    return this.totals.includes(null) ? null : this.totals;
  }

  #answered(field) {
    const { rules } = this.table.words;
    if (field.name === "winner") {
      const winner = LETTERS.indexOf(field.value);
      if (winner !== this.winner) this.totals = winner === 0 ? [rules.target, null] : [null, rules.target];
      this.winner = winner;
    } else if (field.name === "finished-on") {
      this.totals[1 - this.winner] = Number(field.value);
    } else {
      this.totals[LETTERS.indexOf(field.dataset.total)] = /^\d{1,3}$/.test(field.value.trim()) ? Number(field.value) : null;
    }
    this.show(this.game, true);
    if (field.name === "finished-on") this.place.querySelector(`[name=finished-on][value="${field.value}"]`).focus();
  }

  #finish() {
    const { table, game } = this;
    const score = this.#score;
    if (!score || whyNotFinal(score, game, table.words.rules)?.winner) {
      this.place.querySelector("[data-winner]:not([hidden]) input, [data-total]:invalid, [data-total]")?.focus();
      return;
    }
    table.say("final", { "home-final": String(score[0]), "away-final": String(score[1]) });
    table.go(table.address());
  }

  #drawKept(game) {
    const { page, words } = this.table;
    const kept = this.place.querySelector("[data-kept]");
    kept.hidden = !game.hands.length;
    const rows = game.hands.map((body, at) => {
      const row = page.createElement("tr");
      const name = Object.assign(page.createElement("th"), { scope: "row", textContent: `Hand ${at + 1}` });
      const marks = words.rules.awards.map((award) => cell(page, mark(page, MARKS[body[award.name]])));
      const score = cell(page, homeAway(scoreAt(game, at + 1)));
      score.className = "figure";
      row.append(name, ...marks, score);
      return row;
    });
    kept.querySelector("tbody").replaceChildren(...rows);
    const note = this.place.querySelector("[data-stays]");
    note.hidden = Boolean(words.rules.scores_only);
    note.textContent = game.hands.length
      ? `${handsInWords(game.hands.length)}. The rest of the table has a score but no hands. You can add the hands later from the slip.`
      : "You can add the hands later from the slip.";
  }

  #drawWinner() {
    const { words } = this.table;
    for (const input of this.place.querySelectorAll("[name=winner]")) {
      const side = LETTERS.indexOf(input.value);
      input.checked = side === this.winner;
      const points = side === this.winner ? ` ${words.rules.target}` : "";
      input.closest("label").querySelector("span").textContent = `${words.words[side]}${points}`;
    }
  }

  #drawNumbers(asksBoth) {
    const { page, words } = this.table;
    const place = this.place.querySelector("[data-numbers]");
    place.hidden = asksBoth || this.winner === null;
    if (place.hidden) return;
    const loser = 1 - this.winner;
    const had = this.game.recorded[loser];
    place.querySelector("[data-finished-on]").textContent = `${words.words[loser]} finished on`;
    const after = `they had ${had} after hand ${this.game.hands.length}`;
    const from = this.isLower || had >= words.rules.target ? 0 : had;
    place.querySelector("[data-because]").textContent = this.game.hands.length ? (from === had ? `${had} or more: ${after}` : after) : "";
    const numbers = Array.from({ length: words.rules.target - from }, (_, at) => choice(page, from + at, this.totals[loser]));
    place.querySelector("[data-choices]").replaceChildren(...numbers);
    const lower = place.querySelector("[data-lower]");
    lower.hidden = !from;
    lower.textContent = `The sheet says less than ${from}`;
  }

  #drawScore(asksBoth) {
    const { page, words } = this.table;
    const shown = this.game.recorded.map((points, side) => this.totals[side] ?? points);
    LETTERS.forEach((letter, side) => {
      const figure = page.querySelector(`[data-points="${letter}"]`);
      figure.textContent = shown[side];
      figure.classList.toggle("winner", Boolean(this.#score) && shown[side] > shown[1 - side]);
    });
    const board = page.querySelector("[data-board] svg");
    const there = { ...this.game, score: this.game.recorded, before: [null, null] };
    if (board) drawBoard(board, there, this.#score ? shown.map((points) => Math.min(points, words.rules.target)) : null, this.#title());
    const why = this.#score && whyNotFinal(this.#score, this.game, words.rules);
    const refusal = this.place.querySelector("[data-ending-refusal]");
    const asked = why?.winner ? "" : " You are asked what counts.";
    refusal.textContent = why ? `${refusalWords(why, this.game, words)}${asked}` : "";
    refusal.hidden = !why;
    const isReady = Boolean(this.#score) && !why?.winner;
    this.finish.textContent = this.#finishWords(asksBoth, why);
    this.finish.classList.toggle("primary", isReady);
    this.finish.classList.toggle("not-ready", !isReady);
  }

  #finishWords(asksBoth, why) {
    const { table, number, words } = this.table;
    const [tableWord, gameWord] = words.called ?? ["table", "game"];
    const game = Math.max(...words.games) > 1 ? `${gameWord} ${number}` : `${tableWord} ${table}`;
    if (why?.winner) return "This cannot be";
    if (this.#score) return `Finish ${game}: ${homeAway(this.#score)}`;
    if (asksBoth) return "What is the score?";
    return this.winner === null ? "Who won?" : `What did ${words.words[1 - this.winner]} finish on?`;
  }
}

const handsInWords = (count) => (count === 1 ? "Hand 1 stays" : `Hands 1 to ${count} stay`).replace("1 to 2", "1 and 2");

function choice(page, points, chosen) {
  const label = page.createElement("label");
  const input = Object.assign(page.createElement("input"), { type: "radio", name: "finished-on", value: points, checked: points === chosen });
  label.append(input, Object.assign(page.createElement("span"), { textContent: points }));
  return label;
}

function cell(page, content) {
  const made = page.createElement("td");
  if (content) made.append(content);
  return made;
}

function mark(page, name) {
  return name ? page.getElementById("phone-marks").content.querySelector(`.mark-${name}`).cloneNode(true) : "";
}
