// The view for the table: the phone lies between the players, each half turned to its reader, the board between them.

import { standPegs } from "../entry/board.js";
import { offerCounter } from "./offer.js";

/** Make the view, opened from the sheet or where it is offered. Returns {draw, isOpen}. */
export function makeCounter(page, sheet) {
  const view = page.querySelector("[data-counter]");
  const openers = page.querySelectorAll("[data-counter-open]");
  const board = page.querySelector("[data-board] svg")?.cloneNode(true);
  if (board) view.querySelector("[data-counter-board]").append(board);
  const plans = view.querySelectorAll("[data-counter-plan]");
  for (const place of plans) place.append(page.querySelector("[data-seat-plan]").cloneNode(true));

  function show(isOpen) {
    view.hidden = !isOpen;
    page.body.classList.toggle("counter-open", isOpen);
    if (isOpen) view.querySelector("[data-counter-score]").focus();
  }

  for (const opener of openers) {
    opener.hidden = false;
    opener.addEventListener("click", () => {
      sheet.close();
      show(true);
    });
  }
  offerCounter(page, () => view.hidden && !sheet.isOpen);
  for (const button of view.querySelectorAll("button")) button.addEventListener("click", () => show(false));
  page.addEventListener("keydown", ({ key }) => key === "Escape" && show(false));

  return {
    get isOpen() {
      return !view.hidden;
    },
    /** Draw a game as it stands; `hand` is the one to be played, or null. */
    draw(game, hand, words) {
      for (const [side, letter] of ["h", "a"].entries()) {
        for (const figure of view.querySelectorAll(`[data-counter-points="${letter}"]`)) figure.textContent = game.score[side];
      }
      if (board) standPegs(board, game.score, game.hands.length ? game.before : [null, null]);
      for (const lead of view.querySelectorAll("[data-counter-lead]")) {
        const [now, deal] = ["[data-lead-now]", "[data-lead-deal]"].map((part) => page.querySelector(`[data-lead] ${part}`));
        const dealing = Object.assign(page.createElement("span"), { className: "counter-deal", textContent: plain(deal), hidden: deal.hidden });
        lead.replaceChildren(Object.assign(page.createElement("b"), { textContent: plain(now) }), " ", dealing);
        lead.hidden = hand === null;
      }
      view.querySelector("[data-counter-needs]").textContent = game.isOver ? page.querySelector("[data-outcome]").textContent.trim() : needs(game, words);
      view.querySelector("[data-counter-score]").textContent = hand === null ? "Back to the table" : `Score hand ${hand}`;
    },
  };
}

const plain = ({ textContent }) => textContent.replace(/\s+/g, " ").trim();

/** "Dyers’ need 1, Crowther need 5.", or "" where no number wins. */
function needs({ score }, { rules, words }) {
  if (!rules.target) return "";
  return `${words.map((name, side) => `${name} need ${Math.max(0, rules.target - score[side])}`).join(", ")}.`;
}
