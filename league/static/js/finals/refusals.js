// What is refused, under its match: the reason, and the possible readings as buttons. Their keys work in the fields.

import { SIDES, inputOf, notPlayed, numbers, target } from "./scores.js";

/** Say a sentence about a game under its match, or nothing. Choices: {side, text, key, act} each. */
export function sayAt(game, sentence, choices = []) {
  const id = `${game.id}-refusal`;
  const inputs = SIDES.map((side) => inputOf(game, side));
  inputs.forEach((input) => input.setAttribute("aria-invalid", String(sentence !== "")));
  const row = document.getElementById(id)?.closest("tr") ?? null;
  if (sentence === "") {
    row?.remove();
    inputs.forEach((input) => input.removeAttribute("aria-describedby"));
    return;
  }
  const box = (row ?? addRow(game, id)).querySelector(".refusal");
  const alert = box.querySelector("[role=alert]");
  if (alert.textContent.trim() !== sentence) alert.textContent = sentence;
  box.querySelectorAll(".readings, .note").forEach((each) => each.remove());
  if (choices.length) box.append(note("Your figures stay as typed. What does the sheet say?"), buttons(choices));
  inputs.forEach((input) => input.setAttribute("aria-describedby", id));
}

/** Why two losing scores cannot be. */
export function unfinished(game) {
  const [home, away] = numbers(game);
  return `${game.dataset.label} cannot be ${home}–${away}: one side must reach ${target(game)}.`;
}

/** What two losing scores can mean: the game as either side won it, or no game. `act(key)` does what a key does. */
export function readings(game, act) {
  const [home, away] = numbers(game);
  const choices = [
    { side: "home", text: `${target(game)}–${away}`, key: "H" },
    { side: "away", text: `${home}–${target(game)}`, key: "A" },
    ...(notPlayed(game) ? [{ text: "Not played", key: "N" }] : []),
  ];
  return choices.map((choice) => ({ ...choice, act: () => act(choice.key.toLowerCase()) }));
}

function addRow(game, id) {
  const row = document.createElement("tr");
  row.className = "refusal-row";
  row.innerHTML = '<td></td><td><div class="refusal"><p role="alert"></p></div></td>';
  row.cells[1].colSpan = game.closest("tr").cells.length - 1;
  const alert = row.querySelector("p");
  alert.id = id;
  alert.setAttribute("aria-describedby", inputOf(game, "home").id);
  game.closest("tbody").append(row);
  return row;
}

function note(text) {
  const place = document.createElement("p");
  place.className = "note";
  place.textContent = text;
  return place;
}

function buttons(choices) {
  const place = document.createElement("p");
  place.className = "readings line";
  for (const { side, text, key, act } of choices) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "button small";
    button.tabIndex = -1; // its key does the same from the fields
    const cap = document.createElement("kbd");
    cap.textContent = key;
    if (side) button.append(document.querySelector(`.side.of-${side} .mark`).cloneNode(true));
    button.append(`${text} `, cap);
    button.addEventListener("click", act);
    place.append(button);
  }
  return place;
}
