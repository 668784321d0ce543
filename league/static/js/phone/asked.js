// The score of a table and the hand that is asked for, as they stand and as they would be.

import { drawBoard } from "./board.js";
import { LETTERS, SIDE, winnerOf } from "./game.js";
import { changeWords, leadIn, notCounted, openingWords, outcomeWords } from "./words.js";

/** Draw the score, the pegs and who won. */
export function drawScore(table, game, tried) {
  table.page.querySelector("[data-title]").textContent = titleOf(table);
  const isNext = tried && !table.isCorrection;
  const now = isNext && !table.overtaken(game) ? opened(game, tried) : game;
  drawPegs(table, now, isNext ? tried.after : tried?.score, game.isOver ? winnerOf(game.score) : null);
  const outcome = table.page.querySelector("[data-outcome]");
  outcome.hidden = !(game.isOver || game.walkover);
  if (!outcome.hidden) outcome.querySelector("span").textContent = game.walkover || outcomeWords(game, table.words);
}

/** Draw the figures and the pegs; `following` is the score as it would be, if anything is chosen. */
export function drawPegs(table, { score, before }, following, winner) {
  for (const [side, points] of score.entries()) {
    const figure = table.page.querySelector(`[data-points="${LETTERS[side]}"]`);
    figure.textContent = points;
    figure.classList.toggle("winner", winner === side);
  }
  const board = table.page.querySelector("[data-board] svg");
  if (board) drawBoard(board, { score, before }, following, titleOf(table));
}

/** Draw the hand that is asked for: who opens it, its answers, what does not count. */
export function drawAsked(table, game, asked, tried) {
  for (const place of table.page.querySelectorAll("[data-hand-asked]")) place.hidden = !asked;
  if (!asked) return;
  const lead = table.isCorrection
    ? { hand: changeWords(table, game), opens: "", deals: "", where: "" }
    : leadIn(table.hand, game.first, game.pairs, table.words);
  for (const [part, text] of Object.entries(lead)) table.page.querySelector(`[data-lead-${part}]`).textContent = text;
  table.page.querySelector("[data-lead-deal]").hidden = !lead.deals;
  const opening = table.page.querySelector("[data-opening]");
  const isUnknown = game.first === null && (table.hand === 1 || tried.question === "first");
  table.page.querySelector("[data-lead]").classList.toggle("unknown", game.first === null);
  opening.hidden = table.isCorrection || !(isUnknown || table.asksOpener);
  opening.querySelector("[data-opening-words]").textContent = openingWords(table.hand, table.words);
  opening.querySelector("[data-name-players]").hidden = !table.asksOpener && game.pairs.flat().some(Boolean);
  drawChanges(table);
  table.form.hidden = table.change === "remove";
  if (table.form.hidden) return;
  const before = table.openings.next(table.draft, tried);
  for (const name of ["turnup", "beg"]) table.form.querySelector(`[data-row="${name}"]`)?.classList.toggle("now", before === name);
  for (const { name } of table.words.rules.awards) {
    const row = table.form.querySelector(`[data-row="${name}"]`);
    const isIdle = tried.idle.includes(name);
    row.classList.toggle("now", !before && tried.asked === name && !tried.question?.match(/^(first|penalty|reason|marks)$/));
    row.classList.toggle("idle", isIdle);
    const said = row.querySelector("[data-not-counted]");
    said.hidden = !isIdle;
    said.textContent = isIdle ? notCounted(tried, table.words) : "";
  }
  const hung = table.form.querySelector("[data-row=hung]");
  if (hung) hung.hidden = !(tried.body.jack in SIDE);
  const refusal = table.form.querySelector("[data-impossible]");
  refusal.hidden = !tried.refusal;
  refusal.textContent = tried.refusal;
}

/** What can be done with the hand that is edited, other than answering anew. */
function drawChanges(table) {
  const { page, hand } = table;
  const place = page.querySelector("[data-changes]");
  place.hidden = table.change !== "edit";
  const links = Object.entries({ remove: `Remove hand ${hand}`, insert: "Insert before" }).map(([change, textContent]) => {
    const link = Object.assign(page.createElement("a"), { className: "button", href: table.address({ hand, change }), textContent });
    link.dataset[change] = "";
    return link;
  });
  place.replaceChildren(...links);
}

/** "Table 2, game 1"; at a table of one's own, "Game 1". */
export function titleOf({ table, number, words }) {
  if (words.isOwn) return `Game ${number}`;
  const [tableWord, gameWord] = words.called ?? ["table", "game"];
  const at = `${tableWord[0].toUpperCase()}${tableWord.slice(1)} ${table}`;
  return `${at}${Math.max(...words.games) > 1 ? `, ${gameWord} ${number}` : ""}`;
}

/** The game with the points that counted before the play: a card turned up, a gift. */
function opened(game, { before, opened: score }) {
  const backs = game.before.map((back, side) => (score[side] === before[side] ? back : before[side]));
  return { ...game, score, before: backs };
}
