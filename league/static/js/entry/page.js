// The entry page, put together: marks, boards, names, checks and the draft.

import { keepDraft, restoreUnsent } from "./draft.js";
import { jumpFrom } from "./jump.js";
import { listenToKeys } from "./keys.js";
import { suggestNames } from "./names.js";
import { addPenalty } from "./penalties.js";
import { GameOnPage } from "./sheet.js";
import { lookForSlip } from "./slip.js";

const form = document.getElementById("entry");
const rules = JSON.parse(document.getElementById("entry-words").textContent);
const confirmButton = document.querySelector("button[name=confirm]");
const reason = document.getElementById("reason"); // wanted only for a result that changes
const wasUnsent = restoreUnsent(form);
const games = [...form.querySelectorAll("[data-game]")].map((place) => new GameOnPage(place, rules));
const slips = new Map();
const keep = keepDraft(form, showAnswer);

const page = {
  changed(game) {
    dropServerRefusals(game.place);
    game.show();
    slips.get(game)();
    keep();
  },
  nextGame(game) {
    const following = games[games.indexOf(game) + 1];
    if (following) start(following);
    else if (reason && !reason.value.trim()) reason.focus();
    else confirmButton.focus();
  },
  finalOf(game) {
    selectFinal(game);
  },
  penaltyAt(game, hand) {
    addPenalty(game, hand, () => page.changed(game));
  },
};

for (const game of games) {
  slips.set(game, lookForSlip(game, ({ cell, mark, hung }) => {
    game.mark(cell, mark, hung);
    page.changed(game);
    cell.focus();
  }));
  listenToKeys(game, page);
  game.place.addEventListener("change", () => page.changed(game));
  for (const final of game.finals) final.addEventListener("keydown", (event) => onEnter(event, () => afterFinal(game)));
  game.show();
  slips.get(game)();
}
form.addEventListener("input", (event) => {
  if (!event.target.closest("[data-game]")) keep();
});
reason?.addEventListener("keydown", (event) => onEnter(event, () => confirmButton.focus()));
suggestNames([...form.querySelectorAll("input[data-name]")], afterName);
form.addEventListener("keydown", keepEnterFromSending);
const jump = document.getElementById("jump");
jumpFrom(jump, (option) => location.assign(option.dataset.to));
form.addEventListener("keydown", (event) => {
  if (event.key.toLowerCase() !== "m" || !jump || !event.target.matches("input[data-award]")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  jump.focus();
}, { capture: true });
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  form.requestSubmit(confirmButton);
});
// The draft keeps itself: the button is for those without script.
document.querySelector("button[name=save]").hidden = true;
document.getElementById("keys").hidden = false;
showReadiness();
if (wasUnsent) keep();
begin();

/** Where the hand lies first: at what was refused, at the first table still to finish, or, to correct a whole
 * sheet, at its first score. */
function begin() {
  if (document.activeElement !== document.body) return;
  if (document.querySelector("[role=alert]")) {
    form.querySelector("[aria-invalid=true]")?.focus();
    return;
  }
  const open = games.find((game) => !game.isSettled);
  if (open) start(open);
  else if (games[0].game.running.length) games[0].boxes[0][0].focus();
  else selectFinal(games[0]);
}

/** At the first name that is missing; once hands are written, at the next of those. */
function start(game) {
  if (isFolded(game)) return selectFinal(game);
  const names = [...game.place.querySelectorAll("input[data-name]")];
  const name = game.game.running.length ? null : names.find((one) => !one.value);
  return (name ?? firstOpenCell(game)).focus();
}

/** Whether the rows of hands are folded away, for a score alone is corrected, or there are none. */
function isFolded(game) {
  return !game.cells.length || game.place.querySelector("details.entry-hands:not([open])") !== null;
}

/** The score at the foot of the sheet: the one that is there, or else home's. */
function selectFinal(game) {
  const final = game.finals.find((one) => one.value.trim()) ?? game.finals[0];
  final.focus();
  final.select();
}

/** On from the score at the foot: to the question about a slip if the hands differ, or else to the next table. */
function afterFinal(game) {
  const question = game.place.querySelector("[data-slip]:not([hidden]) :is(input, button)");
  if (question) question.focus();
  else page.nextGame(game);
}

function firstOpenCell(game) {
  return game.boxes.flat().find((box) => !box.value) ?? game.boxes[0][0];
}

function afterName(field) {
  const game = games.find((one) => one.place.contains(field));
  const names = [...game.place.querySelectorAll("input[data-name]")];
  const name = names[names.indexOf(field) + 1];
  if (!name && isFolded(game)) selectFinal(game);
  else (name ?? firstOpenCell(game)).focus();
}

function onEnter(event, act) {
  if (event.key !== "Enter") return;
  event.preventDefault();
  act();
}

/** Enter moves on; only a button sends. */
function keepEnterFromSending(event) {
  if (event.key === "Enter" && event.target.matches("input, select")) event.preventDefault();
}

function dropServerRefusals(place) {
  const changed = document.activeElement;
  if (!changed?.id || !place.contains(changed)) return;
  const said = document.getElementById(`${changed.id}-refusal`);
  (said?.closest("tr.refusal-row") ?? said)?.remove();
  changed.removeAttribute("aria-invalid");
}

function showAnswer(answer) {
  document.getElementById("kept").textContent = answer.sentence;
  document.getElementById("other-draft").innerHTML = answer.both ?? "";
  if (answer.summary === undefined) return;
  document.getElementById("summary").innerHTML = answer.summary;
  showOddities(answer.oddities);
  showReadiness();
}

function showReadiness() {
  const ready = document.querySelector("[data-complete]")?.dataset.complete === "yes";
  confirmButton.classList.toggle("not-ready", !ready);
  confirmButton.classList.toggle("primary", ready);
}

function showOddities(oddities) {
  for (const said of form.querySelectorAll("[data-oddities] > *")) said.remove();
  for (const name of form.querySelectorAll("input[data-name], input[data-award]")) {
    const sentence = oddities[name.name];
    const id = `${name.id}-oddity`;
    if (sentence) {
      const said = document.createElement("p");
      said.id = id;
      said.className = "note";
      said.textContent = sentence;
      name.closest("[data-game]").querySelector("[data-oddities]").append(said);
      name.title = sentence;
      name.setAttribute("aria-describedby", id);
    } else if (name.getAttribute("aria-describedby") === id) {
      name.removeAttribute("title");
      name.removeAttribute("aria-describedby");
    }
  }
}
