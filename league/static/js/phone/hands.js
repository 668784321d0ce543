// The hands so far, the latest first; while one is put right, what follows from it.

import { SIDE, SIDE_NAMES, scoreAt } from "./game.js";
import { besideWords, homeAway } from "./words.js";

/** Draw the hands. `changed` is the game as it would be with an earlier hand put right, or null. */
export function drawHands(table, game, changed) {
  const { page } = table;
  page.querySelector("[data-so-far]").hidden = !game.hands.length;
  const lines = game.hands.map((_, at) => line(table, game, changed, at + 1)).reverse();
  page.querySelector("[data-hands]").replaceChildren(...lines.flat());
}

function line(table, game, changed, number) {
  const { page, words } = table;
  const now = changed ?? game;
  const body = changed && number === table.hand ? changed.body : game.hands[number - 1];
  const faults = now.refusals.filter(({ hand }) => hand === number).map(({ sentence }) => sentence);
  const row = page.createElement("tr");
  row.className = table.isCorrection && number === table.hand ? "current" : faults.length ? "wrong" : "";
  row.append(
    Object.assign(page.createElement("th"), { scope: "row", textContent: number }),
    ...words.rules.awards.map(({ name }) => cell(page, mark(page, body[name] === "-" ? "nobody" : SIDE_NAMES[SIDE[body[name]]]))),
    figure(table, game, now, number, besideWords(body)),
    cell(page, putRight(table, number)),
  );
  return [row, ...[...new Set(faults)].map((sentence) => why(page, sentence, words))];
}

function figure(table, game, now, number, beside) {
  const [after, was] = [now, game].map((one) => homeAway(scoreAt(one, number)));
  const made = cell(table.page, after);
  made.className = "figure";
  const isOver = now.ending?.hand === number;
  const notes = [beside, was === after ? "" : `was ${was}`, isOver ? "won" : ""].filter(Boolean);
  for (const words of notes) made.append(" ", Object.assign(table.page.createElement("span"), { className: "was", textContent: words }));
  return made;
}

function putRight(table, number) {
  const { page } = table;
  const link = Object.assign(page.createElement("a"), { href: table.address({ hand: number }), textContent: "change" });
  link.dataset.putRight = number;
  link.append(Object.assign(page.createElement("span"), { className: "visually-hidden", textContent: ` hand ${number}` }));
  return link;
}

function why(page, sentence, { rules }) {
  const row = page.createElement("tr");
  row.className = "wrong-why";
  const said = cell(page, sentence);
  said.colSpan = rules.awards.length + 3;
  row.append(said);
  return row;
}

function cell(page, content) {
  const made = page.createElement("td");
  if (content) made.append(content);
  return made;
}

/** A copy of a drawn mark. */
function mark(page, name) {
  return name ? page.getElementById("phone-marks").content.querySelector(`.mark-${name}`).cloneNode(true) : "";
}
