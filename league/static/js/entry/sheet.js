// One game on the page: reads its marks out of the fields, and shows what they make as somebody types.

import { standPegs } from "./board.js";
import { readTurned } from "./opening.js";
import { saidScore } from "./said.js";
import { MARKED, handsPlayed, pegGame } from "./score.js";

const MARKS = { h: "h", a: "a", "-": "-", n: "-", "–": "-", "—": "-" };
const SIDES = ["home", "away"];
const SAID = { g: "g", r: "r", "-": "-", n: "-", "–": "-", "—": "-" };

/** A typed text as a mark: "h", "a", "-", or "" for anything else. */
export const readMark = (text) => MARKS[text.trim().toLowerCase()] ?? "";

export class GameOnPage {
  constructor(place, rules) {
    this.place = place;
    this.rules = rules;
    this.prefix = place.dataset.game;
    this.rows = [...place.querySelectorAll("tr[data-hand]")];
    this.cells = this.rows.map((row) => [...row.querySelectorAll("input[data-award]")]);
    this.beside = this.rows.map(fieldsBeside);
    // Everything that is typed in a row, from left to right.
    this.boxes = this.rows.map((row, at) => [...MARKED.flatMap((name) => this.beside[at][name] ?? []), ...this.cells[at]]);
    this.first = place.querySelector(`[name="${this.prefix}-first-pitch"]`);
    this.board = place.querySelector("svg.pegboard");
    if (this.board) this.board.dataset.label = labelOf(this.board);
    this.finals = SIDES.map((side) => place.querySelector(`[name="${this.prefix}-${side}-final"]`));
  }

  get hands() {
    const marks = (cells) => Object.fromEntries(cells.map((cell) => [cell.dataset.award, readMark(cell.value)]));
    return this.cells.map((cells, at) => ({ ...marks(cells), ...marksBeside(this.beside[at]) }));
  }

  get penalties() {
    return [...this.place.querySelectorAll("[data-penalty]")].map(readPenalty(this.rules)).filter(Boolean);
  }

  /** The game as it pegs now. */
  peg(hands = this.hands) {
    const penalties = this.penalties;
    const first = { h: 0, a: 1 }[this.first?.value] ?? null;
    return pegGame(hands.slice(0, handsPlayed(hands, penalties)), penalties, this.rules, first);
  }

  /** Put a mark in a cell; in that of a jack also whether it was hung. */
  mark(cell, mark, isHung) {
    cell.value = mark;
    const { hung } = this.beside[handOf(cell) - 1];
    if (hung && cell.dataset.award === "jack") hung.checked = isHung;
  }

  /** Nothing is left to type: it was won, its final score is there, or it was not played. */
  get isSettled() {
    return this.isNotPlayed || Boolean(this.game.ending) || (!this.game.running.length && saidScore(this) !== null);
  }

  /** Draw everything that follows from the marks. */
  show() {
    this.game = this.peg();
    const { ending } = this.game;
    this.rows.forEach((row, index) => this.#showRow(row, index));
    this.#showState();
    if (this.board) standPegs(this.board, this.#shownScore(), this.game.before);
    this.#showRefusals();
    this.place.classList.toggle("is-over", Boolean(ending));
  }

  #showRow(row, index) {
    const { ending, running } = this.game;
    const hand = index + 1;
    const isOver = ending && hand > ending.hand;
    row.classList.toggle("last", Boolean(ending) && hand === ending.hand);
    row.classList.toggle("after", Boolean(isOver));
    SIDES.forEach((side, at) => {
      const score = isOver || !running[index] ? "" : String(running[index][at]);
      row.querySelector(`[data-running="${side}"]`).textContent = score;
    });
    const opened = row.querySelector("[data-before]");
    if (opened) showOpened(opened, this.game.opened[index] ?? []);
    for (const cell of this.cells[index]) {
      const unpegged = ending && hand === ending.hand && ending.unpegged.some((one) => one.name === cell.dataset.award);
      const mark = readMark(cell.value) || (unpegged && !cell.value ? "x" : "");
      if (mark) cell.parentElement.dataset.award = mark;
      else delete cell.parentElement.dataset.award;
    }
  }

  #shownScore() {
    if (this.game.running.length) return this.game.score;
    return saidScore(this) ?? this.finals.map((final) => Number.parseInt(final.value, 10) || 0);
  }

  get isNotPlayed() {
    return Boolean(this.place.closest("[data-table]").querySelector('input[name$="-not-played"]:checked'));
  }

  #showState() {
    const state = this.place.querySelector("[data-state]");
    if (this.isNotPlayed) {
      state.textContent = "not played";
      state.className = "state";
      return;
    }
    const { ending, running, score } = this.game;
    const final = ending ? score : running.length ? null : saidScore(this);
    state.textContent = final ? wonInWords(final) : running.length ? `hand ${this.#nextHand()}` : "";
    state.className = final ? "state agrees" : "state now";
  }

  #nextHand() {
    const open = this.boxes.findIndex((boxes) => boxes.some((box) => !isFilled(box)));
    return open === -1 ? this.boxes.length : open + 1;
  }

  /** Refusals the marks bring with them; the server's own go as soon as the field they name changes. */
  #showRefusals() {
    for (const row of this.place.querySelectorAll("tr.refusal-row.by-script")) row.remove();
    for (const cell of this.boxes.flat()) {
      if (document.getElementById(`${cell.id}-refusal`)) continue; // the server's: it stays until the cell changes
      const refusal = this.game.refusals.find((one) => this.#isAt(one, cell));
      cell.closest("td").classList.toggle("refused", Boolean(refusal));
      cell.toggleAttribute("aria-invalid", Boolean(refusal));
      if (refusal) refuseAt(cell, refusal.sentence);
      else cell.removeAttribute("aria-describedby");
    }
  }

  /** With a final score what is missing in a hand is not recorded on the sheet, which is no fault. */
  #isAt({ hand, award, code }, cell) {
    if (["award_missing", "marks_missing"].includes(code) && saidScore(this)) return false;
    return hand === handOf(cell) && cellOf({ award }) === partOf(cell);
  }

  /** A sentence at a cell, for a key that was not taken. */
  refuse(cell, sentence) {
    this.#showRefusals();
    cell.closest("td").classList.add("refused");
    refuseAt(cell, sentence);
  }
}

function labelOf(board) {
  const [label, rest] = board.querySelector("title").textContent.split(": ");
  return rest ? label : "";
}

function wonInWords([home, away]) {
  return home === away ? `drawn ${home}–${away}` : `${home > away ? "home" : "away"} won ${home}–${away}`;
}

const partOf = ({ dataset }) => dataset.award ?? dataset.beside;

const isFilled = (box) => (box.dataset.award ? readMark(box.value) : box.value.trim());

// Whether a jack was hung is said at the jack.
const cellOf = (refusal) => (refusal.award === "hung" ? "jack" : refusal.award);

const handOf = (cell) => Number(cell.closest("tr").dataset.hand);

function readPenalty(rules) {
  return (place) => {
    const part = (name) => place.querySelector(`[data-part="${name}"]`).value.trim();
    const hand = Number.parseInt(part("hand"), 10);
    const side = { h: 0, a: 1 }[part("side")];
    const kind = place.querySelector('[data-part="kind"]')?.value ?? "";
    const proposed = kind ? rules.kinds[kind].points : rules.penalty;
    const points = part("points") ? Number.parseInt(part("points"), 10) : proposed;
    const isWhole = points > 0 || (points === null && kind !== "");
    return hand && isWhole && (side !== undefined || kind === "misdeal") ? { hand, side, points, kind } : null;
  };
}

/** The fields of a row beside its awards: the cards turned up, what was said, whether the jack was hung. */
function fieldsBeside(row) {
  return Object.fromEntries([...row.querySelectorAll("[data-beside]")].map((field) => [field.dataset.beside, field]));
}

function marksBeside({ turnup, beg, hung, ...rest }) {
  const marked = MARKED.map((name) => rest[name]?.value.trim() ?? "");
  return {
    turned: readTurned(turnup?.value ?? ""),
    said: SAID[beg?.value.trim().toLowerCase()] ?? "",
    hung: hung?.checked ?? false,
    marked: marked.some(Boolean) ? marked.map((points) => (points ? Number.parseInt(points, 10) || 0 : null)) : null,
  };
}

function showOpened(place, pegs) {
  const ofSide = (side) => pegs.filter((peg) => peg.side === side).reduce((sum, { points }) => sum + points, 0);
  const shown = [0, 1].filter(ofSide).map((side) => {
    const peg = document.createElement("span");
    const words = document.createElement("span");
    peg.dataset.to = "ha"[side];
    words.className = "visually-hidden";
    words.textContent = ` ${SIDES[side]}`;
    peg.append(`+${ofSide(side)}`, words);
    return peg;
  });
  place.replaceChildren(...shown);
}

function refuseAt(cell, sentence) {
  const id = `${cell.id}-refusal`;
  document.getElementById(id)?.closest("tr").remove();
  const row = document.createElement("tr");
  row.className = "refusal-row by-script";
  const box = document.createElement("div");
  box.id = id;
  box.className = "refusal";
  box.setAttribute("role", "alert");
  box.setAttribute("aria-describedby", cell.id);
  const words = document.createElement("p");
  words.textContent = sentence;
  box.append(words);
  const place = document.createElement("td");
  place.colSpan = cell.closest("tr").children.length;
  place.append(box);
  row.append(place);
  cell.closest("tr").after(row);
  cell.setAttribute("aria-describedby", id);
  cell.setAttribute("aria-invalid", "true");
}
