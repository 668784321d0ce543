// Who plays: the names over the score, whoever opens the hand marked; and the fields of the line-ups.

import { LETTERS, SIDE_NAMES } from "./game.js";
import { nameOf, openerOf, seatOf } from "./words.js";

/** Draw the names; `hand` is the hand that is asked for, or null. */
export function drawSides(table, game, hand) {
  const { page, words } = table;
  const opener = hand ? openerOf(hand, game.first, words) : null;
  game.pairs.forEach((pair, side) => {
    const seats = pair.map((entered, place) => seat(page, nameOf(entered, words), opener?.side === side && opener.place === place));
    page.querySelector(`[data-side="${LETTERS[side]}"] .seats`).replaceChildren(...seats.filter(Boolean));
  });
  const [opening, dealing] = [0, 1].map((back) => (hand ? seatOf(hand - back, game.first, words) : null));
  for (const plan of page.querySelectorAll("[data-seat-plan]")) drawSeats(plan, opening, dealing);
  for (const button of page.querySelectorAll("[data-names-of-table] [name=first-pitch]")) {
    button.classList.toggle("primary", LETTERS[game.first] === button.value);
  }
  if (!words.isOwn) drawFields(table, game);
}

/** The fields follow what stands until somebody changes them. */
function drawFields(table, game) {
  const stands = JSON.stringify([table.table, game.number, game.pairs]);
  if (table.names === stands) return;
  table.names = stands;
  game.pairs.forEach((pair, side) => {
    const name = SIDE_NAMES[side];
    pair.forEach((entered, place) => {
      const field = table.page.getElementById(`${name}-${place + 1}`);
      if (entered && ![...field.options].some(({ value }) => value === entered)) field.add(new Option(nameOf(entered, table.words), entered));
      field.value = entered;
      table.page.getElementById(`${name}-${place + 1}-other`).value = "";
    });
  });
}

function drawSeats(plan, opening, dealing) {
  plan.toggleAttribute("hidden", opening === null);
  [...plan.querySelectorAll("circle")].forEach((place, at) => {
    place.setAttribute("class", at === opening ? "opens" : at === dealing ? "deals" : "");
    place.setAttribute("r", at === opening ? 3.6 : 2.6);
  });
}

function seat(page, name, opens) {
  if (!name) return null;
  return Object.assign(page.createElement("li"), { textContent: name, className: opens ? "opens" : "" });
}
