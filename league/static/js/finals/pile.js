// The matches of the night in the order of the pile: those begun, and the row that asks for the next.

import { SIDES, inputOf, isEmpty, isUnfinished } from "./scores.js";

const plural = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;

export class Pile {
  constructor(form) {
    this.table = form.querySelector("table.finals");
    this.end = this.table.querySelector("[data-end]");
    this.confirmButton = document.querySelector("button[name=confirm][value=yes]");
    this.count();
  }

  get matches() {
    return [...this.table.querySelectorAll("[data-match]")];
  }

  /** The matches still to enter, which stand under the row that asks. */
  get waiting() {
    return this.matches.filter((match) => this.end.compareDocumentPosition(match) & Node.DOCUMENT_POSITION_FOLLOWING);
  }

  /** The sheets in the order of the pile. */
  get sheets() {
    return this.matches.slice(0, this.matches.length - this.waiting.length);
  }

  /** Put a match at the end of the pile, if it is not in it; return the game to type next. */
  open(match) {
    if (this.waiting.includes(match)) {
      this.end.before(match);
      this.count();
    }
    const games = gamesOf(match);
    return games.find((game) => isEmpty(game) || isUnfinished(game)) ?? games[0];
  }

  /** Number the sheets, count them, and say what Confirm will do. */
  count() {
    const { sheets, waiting } = this;
    [...sheets, this.end].forEach((each, index) => {
      each.querySelector("[data-place]").textContent = index + 1;
    });
    const begun = this.matches.filter((match) => !gamesOf(match).every(isEmpty));
    const finished = begun.filter((match) => match.dataset.complete === "yes");
    const entered = document.querySelector("[data-entered]");
    entered.textContent = Number(entered.dataset.settled) + begun.length;
    const still = document.querySelector("[data-still]");
    still.textContent = `Still to enter: ${this.matches.length - begun.length}`;
    still.hidden = this.matches.length === begun.length;
    this.table.querySelector("#still").hidden = !waiting.length;
    this.confirmButton.textContent = finished.length ? `Confirm ${plural(finished.length, "result")}` : "Confirm results";
    this.confirmButton.classList.toggle("not-ready", !finished.length);
    const drafts = sheets.filter((match) => begun.includes(match) && !finished.includes(match));
    document.querySelector("[data-drafts]").textContent = stay(drafts.map((match) => sheets.indexOf(match) + 1));
  }

  /** Show what a match gives. */
  show(match, summary) {
    match.dataset.complete = summary.is_complete ? "yes" : "no";
    match.dataset.winner = summary.winner;
    match.querySelector("[data-game-points]").textContent = summary.game_points || "–";
    for (const side of SIDES) match.querySelector(`[data-points] .of-${side}`).textContent = summary[`${side}_points`];
    match.querySelector("[data-state]").textContent = summary.state;
    const received = match.querySelector("[data-received]");
    received.textContent = summary.received || "as the pile";
    received.classList.toggle("differs", summary.received_differs);
    this.count();
  }
}

export const gamesOf = (match) => [...match.querySelectorAll("[data-game]")];
export const select = (game, side = "home") => {
  inputOf(game, side).focus();
  inputOf(game, side).select();
};

function stay(drafts) {
  if (!drafts.length) return "";
  if (drafts.length === 1) return `Sheet ${drafts[0]} stays a draft.`;
  return `Sheets ${drafts.slice(0, -1).join(", ")} and ${drafts.at(-1)} stay drafts.`;
}
