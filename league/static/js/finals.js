/* Final scores in the order of the pile. One number and one letter a table: "9h" is nine for the losers, home won.
   Without this file the same form works by hand; it only saves keys, saves the draft and shows what it gives. */

import { jumpFrom } from "./entry/jump.js";
import { Pile, gamesOf, select } from "./finals/pile.js";
import { readings, sayAt, unfinished } from "./finals/refusals.js";
import { Saving } from "./finals/saving.js";
import * as scores from "./finals/scores.js";

const form = document.querySelector("form[data-finals]");
const status = document.getElementById("kept");
const jump = document.getElementById("jump");
const pile = new Pile(form);
const slips = new Set(); // games whose sentence is about a key: the server knows nothing of it
const saving = new Saving(form, status, (prefix, summary) => {
  const match = document.getElementById(prefix);
  pile.show(match, summary);
  match.querySelector("[data-behind]")?.remove();
  match.insertAdjacentHTML("beforeend", summary.behind);
  for (const game of gamesOf(match).filter((each) => !slips.has(each))) {
    const refusals = summary.refusals.filter((each) => each.row === game.id);
    if (scores.isUnfinished(game)) sayUnfinished(game);
    else sayAt(game, refusals.map((each) => each.sentence).join(" "));
  }
});
const UNSENT = "Not sent: the league cannot be reached. What you typed stays here; press again when it can.";

// --- What a key does in a table ----------------------------------------------------------------

const keys = {
  h: (game, side) => setWinner(game, "home", side),
  a: (game, side) => setWinner(game, "away", side),
  n: toggleNotPlayed,
  m: () => jump.focus(),
  r: openReceived,
  "-": (game) => select(game, "away"),
  enter(game, side) {
    const isTarget = scores.target(game) !== null && scores.number(scores.inputOf(game, side)) === scores.target(game);
    if (isTarget && scores.losersScore(game, side) === null) return select(game, scores.other(side));
    scores.complete(game, side);
    finished(game);
    next(game);
  },
  arrowdown: (game, side) => beside(game, side, 1),
  arrowup: (game, side) => beside(game, side, -1),
  arrowleft: back,
  arrowright: (game, side) => (side === "home" ? select(game, "away") : next(game)),
  backspace: back,
};

const isMarked = (input) => input.selectionStart === 0 && input.selectionEnd === input.value.length;

/* Keys that also move or delete within what is typed: they act where there is nothing left to do so. */
const isAtEdge = {
  arrowleft: (input) => input.selectionEnd === 0 || isMarked(input),
  arrowright: (input) => input.selectionStart === input.value.length || isMarked(input),
  backspace: ({ value }) => value === "",
};

function setWinner(game, side, typedFor) {
  const most = scores.target(game);
  const score = scores.losersScore(game, side);
  const input = scores.inputOf(game, typedFor);
  const typed = scores.number(input);
  const isUnreadable = typed === null && input.value.trim() !== "";
  if (isUnreadable || (most !== null && typed > most)) {
    const right = most === null ? "" : ` Type the loser’s score, fewer than ${most}.`;
    const sentence = isUnreadable ? `“${input.value}” is no score.` : `nobody has ${typed} in a game to ${most}.`;
    saySlip(game, `${game.dataset.label}: ${sentence}${right}`);
    select(game, typedFor);
    return;
  }
  const [winner, loser] = [side, scores.other(side)].map((each) => scores.inputOf(game, each));
  if (most === null || score === null) {
    winner.value = scores.numbers(game).find((each) => each !== null) ?? most ?? "";
    loser.value = "";
    scores.show(game);
    select(game, scores.other(side));
    return;
  }
  winner.value = most;
  loser.value = score;
  finished(game);
  next(game);
}

function toggleNotPlayed(game) {
  const box = scores.notPlayed(game);
  if (!box) return;
  box.checked = !box.checked;
  for (const each of scores.gamesOfTable(game)) {
    if (box.checked) scores.SIDES.forEach((side) => (scores.inputOf(each, side).value = ""));
    finished(each);
  }
  if (box.checked) next(scores.gamesOfTable(game).at(-1));
}

function openReceived(game) {
  const details = game.closest("tr").querySelector("details");
  details.open = true;
  details.querySelector("input").focus();
}

// --- Where the cursor goes ---------------------------------------------------------------------

/* On in the sheet; from its last table to the next sheet of the pile. */
function next(game) {
  const games = gamesOf(game.closest("tbody"));
  const following = games[games.indexOf(game) + 1];
  if (following) select(following);
  else if (pile.waiting.length) jump.focus();
  else pile.confirmButton.focus();
}

function back(game, side) {
  const games = gamesOf(game.closest("tbody"));
  const before = games[games.indexOf(game) - 1];
  if (side === "away") select(game);
  else if (before) select(before);
}

/* The same table of the sheet above or below. */
function beside(game, side, by) {
  const match = game.closest("tbody");
  const there = pile.matches[pile.matches.indexOf(match) + by];
  if (!there) return;
  const games = gamesOf(there);
  select(games[Math.min(gamesOf(match).indexOf(game), games.length - 1)], side);
}

form.addEventListener("keydown", (event) => {
  const input = event.target.closest("input[data-side]");
  const key = event.key.toLowerCase();
  if (!input || !keys[key] || event.ctrlKey || event.metaKey || event.altKey) return;
  if (isAtEdge[key] && (event.shiftKey || !isAtEdge[key](input))) return;
  event.preventDefault();
  keys[key](input.closest("[data-game]"), input.dataset.side);
});

// A telephone's keyboard sends no keys, only what it would write; and a slip beside h or a is said, not written.
form.addEventListener("beforeinput", (event) => {
  const input = event.target.closest("input[data-side]");
  if (!input || event.inputType !== "insertText" || !/\D/.test(event.data ?? "")) return;
  event.preventDefault();
  const game = input.closest("[data-game]");
  const act = keys[event.data.toLowerCase()];
  if (act) act(game, input.dataset.side);
  else saySlip(game, `“${event.data}” is no key here: h home won, a away won, n not played.`);
});

// Enter in the fields of a receipt goes back to the scores: it would send the form.
form.addEventListener("keydown", (event) => {
  if (!event.target.name?.includes("received-") || !["Enter", "Escape"].includes(event.key)) return;
  event.preventDefault();
  const match = event.target.closest("[data-match]");
  if (match) match.querySelector("details").open = false;
  const at = match && pile.open(match);
  if (at) select(at);
  else jump.focus();
});

// The button stands in the bar, outside the form: after the last table the cursor is there.
document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    form.requestSubmit(pile.confirmButton);
  } else if (event.key === "m" && !event.ctrlKey && !event.metaKey && !event.target.closest("input, select")) {
    event.preventDefault();
    jump.focus();
  }
});

// "Hand by hand" leads to the sheet one is at.
form.addEventListener("focusin", (event) => {
  const match = event.target.closest("[data-match]");
  if (match) document.querySelector("[data-by-hand]").href = match.dataset.entry;
});

// --- The next sheet ------------------------------------------------------------------------------

const matchOf = (option) => document.getElementById(option.dataset.to);
jumpFrom(jump, (option) => select(pile.open(matchOf(option))), {
  isToEnter: (option) => pile.waiting.includes(matchOf(option)),
  takes: (text) => /^\d{1,2}$/.test(text),
});

// A number instead of letters: the pile lies in the order of the list, and this is the first score of its next match.
const isFirstScore = () => /^\d{1,2}$/.test(jump.value) && pile.waiting.length > 0;
function typeFirstScore() {
  const game = pile.open(pile.waiting[0]);
  scores.inputOf(game, "home").value = jump.value;
  jump.value = "";
  return game;
}
jump.addEventListener("beforeinput", (event) => {
  if (!/^[ha]$/i.test(event.data ?? "") || !isFirstScore()) return;
  event.preventDefault();
  keys[event.data.toLowerCase()](typeFirstScore(), "home");
});
jump.addEventListener("keydown", (event) => {
  if (event.key !== "Tab" || event.shiftKey || !isFirstScore()) return;
  event.preventDefault();
  select(typeFirstScore(), "away");
});

// What is typed replaces what stands in a field: a click marks it, as the keys do.
form.addEventListener("click", (event) => {
  if (event.target.dataset.side) event.target.select();
});
form.addEventListener("focusout", (event) => {
  const game = event.target.closest("[data-game]");
  if (game && !game.contains(event.relatedTarget)) scores.leave(game);
});

// A match that is typed where it waits joins the pile once it is left.
form.addEventListener("focusout", (event) => {
  const match = event.target.closest("[data-match]");
  if (!match || match.contains(event.relatedTarget) || gamesOf(match).every(scores.isEmpty)) return;
  pile.open(match);
});

// --- What was typed ------------------------------------------------------------------------------

function finished(game) {
  scores.show(game);
  if (scores.isUnfinished(game)) sayUnfinished(game);
  else if (slips.has(game)) saySlip(game, "");
  pile.count();
  saving.add(game.closest("tbody").id);
}

function sayUnfinished(game) {
  const choices = readings(game, (key) => keys[key](game, "home"));
  saySlip(game, unfinished(game), choices);
}

function saySlip(game, sentence, choices = []) {
  if (sentence) slips.add(game);
  else slips.delete(game);
  sayAt(game, sentence, choices);
}

form.addEventListener("input", (event) => {
  const game = event.target.closest("[data-game]");
  if (!game) return;
  saySlip(game, "");
  event.target.dataset.typed = "yes";
  const box = scores.notPlayed(game);
  if (event.target.value && box) box.checked = false;
  scores.show(game);
});

form.addEventListener("change", (event) => {
  const match = event.target.closest("[data-match]");
  const game = event.target.closest("td")?.querySelector("[data-game]");
  if (event.target.dataset.side) {
    const typedIn = event.target.closest("[data-game]");
    scores.complete(typedIn, event.target.dataset.side);
    finished(typedIn);
  } else if (event.target.type === "checkbox" && game) {
    scores.gamesOfTable(game).forEach(finished);
  } else if (match) {
    saving.add(match.id);
  } else if (event.target.name.startsWith("received-")) {
    saving.add(...pile.matches.filter((each) => !gamesOf(each).every(scores.isEmpty)).map((each) => each.id));
  }
});

// What is under way goes first: a draft that arrived after its match was confirmed would lie there for good. And if
// the session has ended or the league cannot be reached, that is said here and the page stays.
let isReady = false;
addEventListener("pageshow", () => (isReady = false));
form.addEventListener("submit", (event) => {
  if (isReady) return;
  event.preventDefault();
  const pressed = event.submitter;
  saving
    .finish()
    .then(() => {
      isReady = true;
      form.requestSubmit(pressed);
    })
    .catch(() => (status.textContent = UNSENT));
});

// --- At the start --------------------------------------------------------------------------------

if (pile.matches.length === 1) pile.open(pile.matches[0]);
const begun = pile.sheets.flatMap(gamesOf);
begun.forEach(scores.show);
begun.filter(scores.isUnfinished).forEach(sayUnfinished);
document.querySelector("button[name=save]").hidden = true;
// The keys do what these would: the cursor need not stop at them on its way.
form.querySelectorAll(".not-played input, .by-hands a, .received-at summary").forEach((each) => (each.tabIndex = -1));
const refused = form.querySelector("input[data-side][aria-invalid=true]");
const open = begun.find(scores.isEmpty);
if (refused) select(refused.closest("[data-game]"), refused.dataset.side);
else if (open) select(open);
else jump.focus();
