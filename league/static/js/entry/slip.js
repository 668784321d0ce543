// Under a table whose totals differ: asks for running scores of the sheet and offers the one change that mends it.

import { compare, nextQuestion, partingHand, singleSlips } from "./paper.js";
import { readMark } from "./sheet.js";

const TAKERS = { h: (rules) => `to ${rules.sides[0]}`, a: (rules) => `to ${rules.sides[1]}`, "-": () => "to nobody" };

/** Returns `show`, to be called after every change of the game. `mend(slip)` carries out a change. */
export function lookForSlip(game, mend) {
  const place = game.place.querySelector("[data-slip]");
  const agrees = game.place.querySelector("[data-agrees]");
  const choice = game.place.querySelector("[data-contradiction]");
  const usual = agrees.textContent;
  const known = new Map();
  let asked = "";

  function show() {
    const compared = compare(game);
    agrees.textContent = compared ? compared.sentence : game.game.running.length ? "as written at the foot" : usual;
    agrees.className = !compared ? "note" : compared.agrees ? "agrees" : "trouble";
    place.hidden = !compared || compared.agrees;
    choice.hidden = place.hidden && !choice.querySelector(":checked");
    if (place.hidden) {
      known.clear();
      asked = "";
      return;
    }
    const question = nextQuestion(known, game);
    const state = JSON.stringify([question, [...known], game.hands, compared.said]);
    if (state === asked) return;
    asked = state;
    if (question === null) propose(compared.said);
    else ask(question);
  }

  function ask(hand) {
    const field = document.createElement("input");
    field.setAttribute("aria-label", `The sheet’s score after hand ${hand}`);
    field.placeholder = "10-6";
    field.className = "slip-score";
    const answered = () => {
      const read = /^\s*(\d{1,3})\s*[-–:\s]\s*(\d{1,3})\s*$/.exec(field.value);
      if (!read) return;
      known.set(hand, [Number(read[1]), Number(read[2])]);
      show();
      (place.querySelector("input, button") ?? game.boxes[(partingHand(known, game) ?? hand) - 1][0]).focus();
    };
    field.addEventListener("change", answered);
    field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      answered();
    });
    // Not a field of the sheet: typing here changes nothing that is kept.
    field.addEventListener("input", (event) => event.stopPropagation());
    place.replaceChildren(`What does the sheet say after hand ${hand}? `, field);
  }

  function propose(said) {
    const hand = partingHand(known, game);
    const slips = hand === null ? [] : singleSlips(hand, known, said, game);
    const [home, away] = game.game.running[hand - 1] ?? game.game.score;
    const head = `The slip is in hand ${hand}: the hands give ${home}–${away} after it. `;
    if (!slips.length) {
      place.replaceChildren(head, "No single mark explains it; compare the hand with the paper.");
      return;
    }
    place.replaceChildren(head, ...slips.flatMap((slip) => [offer(hand, slip), " "]));
  }

  function offer(hand, slip) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "linklike";
    button.textContent = inWords(hand, slip, game.rules);
    button.addEventListener("click", () => mend(slip));
    return button;
  }

  return show;
}

function inWords(hand, { cell, award, mark, hung }, rules) {
  const canHang = award.name === "jack" && rules.hung && mark !== "-";
  if (canHang && mark === readMark(cell.value)) return `The jack was ${hung ? "hung" : "not hung"} in hand ${hand}`;
  const how = canHang ? (hung ? ", hung" : ", not hung") : "";
  return `Change ${award.words} in hand ${hand} ${TAKERS[mark](rules)}${how}`;
}
