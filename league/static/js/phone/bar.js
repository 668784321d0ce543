// The bar under the thumb: one button takes back, one pegs, one leads on.

import { gamesWon, isDecided, readGame, scoreAt } from "./game.js";
import { saysTheSame } from "./log.js";
import { isMatchOver, readTables } from "./result.js";
import { dealerWords, difference, homeAway, pegWords } from "./words.js";

const IDLE = 200;

/** Make the bar as the script uses it: {undo, peg, next}. */
export function thumbBar(page) {
  const make = (tag, className) => Object.assign(page.createElement(tag), { className });
  const [undo, peg, next] = [make("button", "button"), make("button", "button"), make("a", "button primary")];
  undo.type = peg.type = "button";
  undo.dataset.undo = peg.dataset.pegIt = next.dataset.next = "";
  page.querySelector(".thumb-bar").replaceChildren(undo, peg, next);
  return { undo, peg, next };
}

/** Draw the bar: what Undo takes back, what the big button does, or where it leads. */
export function drawBar(table, game, tried) {
  const { store, words } = table;
  const { peg, undo, next } = table.bar;
  const last = game.hands.length;
  undo.hidden = !last && !table.isCorrection && !game.finished && !table.steps.length && !table.correctedLast;
  const [does, to] = undoWords(table, game, last);
  const sign = table.page.getElementById("phone-marks").content.querySelector(".mark-undo").cloneNode(true);
  undo.replaceChildren(sign, does, Object.assign(table.page.createElement("small"), { textContent: to }));
  // Very large text leaves no room for what it is that is undone; it is said all the same.
  undo.setAttribute("aria-label", `${does} ${to}`.trim());
  const isWatching = table.isWatching(game);
  if (isWatching) {
    undo.hidden = true;
    peg.replaceChildren("Take over", Object.assign(table.page.createElement("small"), { textContent: `${table.phoneOf(last)} scores this table. You are watching.` }));
    peg.className = "button";
  }
  peg.hidden = !tried && !isWatching;
  next.hidden = !peg.hidden;
  if (isWatching) return;
  if (tried) {
    const isSame = table.isCorrection && saysTheSame(tried.hands, game.hands);
    const isReady = !tried.question && !tried.refusal && !isSame && !table.overtaken(game) && !table.isDoubted && !table.isBegunBefore(game);
    if (table.isCorrection && !tried.question && !tried.refusal) drawSave(table, game, tried);
    else peg.textContent = pegWords(tried, table, words);
    peg.dataset.hand = `Hand ${table.hand}: `;
    peg.classList.toggle("primary", isReady);
    peg.classList.toggle("not-ready", !isReady);
    readAhead(table);
    return;
  }
  const isOver = !words.isOwn && isMatchOver(readTables(store.stands(), words), words);
  const won = gamesWon(store.stands(), table.table, words);
  const isOn = table.number < words.games[table.table - 1] && !isDecided(won, table.table, words) && !isOver && !game.isNotPlayed;
  const more = words.isOwn || isOn;
  next.textContent = more ? `Start game ${table.number + 1}` : isOver ? "Match" : "All tables";
  if (more) next.append(nextDealer(table));
  next.href = more ? table.address({ game: table.number + 1 }) : words.base;
}

/** What saving does to the hand, and to the score. */
function drawSave({ bar: { peg }, page, change, hand }, game, tried) {
  const does = { edit: "Save", remove: "Remove", insert: "Insert" }[change];
  const isSame = saysTheSame(tried.hands, game.hands);
  peg.textContent = isSame ? "Nothing changed yet" : `${does} hand ${hand}`;
  const becomes = `${homeAway(game.score)} becomes ${homeAway(tried.score)}`;
  if (!isSame && !game.finished) peg.append(Object.assign(page.createElement("small"), { textContent: becomes }));
}

/** Read the tables while nobody taps: the hand that ends this one asks whether it ends the match. */
function readAhead(table) {
  clearTimeout(table.reading);
  table.reading = setTimeout(() => readTables(table.store.stands(), table.words), IDLE);
}

/** Who deals first in the next game, as far as that is known. */
function nextDealer(table) {
  const { first, pairs } = readGame(table.store.stands(), table.table, table.number + 1, table.words);
  return Object.assign(table.page.createElement("small"), { textContent: dealerWords(first, pairs, table.words) });
}

/** What Undo does, and to which hand. */
function undoWords(table, game, last) {
  if (table.isCorrection) return ["Cancel", ""];
  if (table.steps.length) return ["Undo", table.steps[table.steps.length - 1].words];
  if (game.finished) return ["Undo", "final score"];
  if (table.correctedLast) return table.corrected.undo;
  if (!last) return ["Undo", ""];
  return ["Undo", `hand ${last}, ${homeAway(difference(scoreAt(game, last - 1), scoreAt(game, last)))}`];
}
