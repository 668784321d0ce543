// The hands of a game, the latest first: the last ones under the board, all of them behind one tap. While one is
// edited or removed, or one inserted, they show what follows from it.

import { SIDE, SIDE_NAMES, scoreAt } from "./game.js";
import { besideWords, homeAway } from "./words.js";

/** Put the hands under the board; a tap on one opens it, and one on "All" shows them all. */
export function listenToHands(table) {
  const { page } = table;
  page.querySelector(".reading > [data-hand-asked]").before(page.querySelector("[data-so-far]"));
  page.querySelector("[data-hands]").addEventListener("click", ({ target }) => target.closest("a") ?? target.closest("tr").querySelector("a")?.click());
  page.querySelector("[data-preview]")?.remove();
  page.querySelector("[data-all-hands]").addEventListener("click", () => table.sheet.open("[data-so-far]"));
}

/** Draw the hands. `after` is the game as it would be with the hand edited, removed or inserted, or as it is. */
export function drawHands(table, game, after) {
  const { page } = table;
  page.body.classList.toggle("changing", table.isCorrection);
  page.querySelector("[data-so-far]").hidden = !game.hands.length;
  const all = page.querySelector("[data-all-hands]");
  all.hidden = table.isCorrection;
  all.textContent = "All hands";
  const lines = rowsOf(table, game.hands.length).map((numbers) => line(table, game, after, numbers)).reverse();
  page.querySelector("[data-hands]").replaceChildren(...lines.flat());
}

/** The number of each hand as it was and as it would be: {was, now}, null where there is none. */
function rowsOf({ change, hand }, count) {
  const rows = Array.from({ length: count }, (_, at) => ({ was: at + 1, now: at + 1 }));
  const moved = { remove: -1, insert: 1 }[change] ?? 0;
  for (const row of rows) if (row.was > hand || (row.was === hand && moved > 0)) row.now += moved;
  if (change === "remove") rows[hand - 1].now = null;
  if (change === "insert") rows.splice(hand - 1, 0, { was: null, now: hand });
  return rows;
}

function line(table, game, after, { was, now }) {
  const { page, words } = table;
  const body = now ? after.hands[now - 1] : game.hands[was - 1];
  const isCurrent = table.isCorrection && (now ?? was) === table.hand && (!now || table.change !== "remove");
  // What is still being answered is no fault.
  const here = after.refusals.filter(({ hand, code }) => hand === now && !(isCurrent && code.endsWith("_missing")));
  const faults = here.map(({ sentence }) => sentence);
  const row = page.createElement("tr");
  row.className = [isCurrent ? "current" : faults.length ? "wrong" : "", now ? "" : "removed"].join(" ").trim();
  row.append(
    Object.assign(page.createElement("th"), { scope: "row", textContent: now ?? was }),
    ...words.rules.awards.map(({ name }) => cell(page, mark(page, body[name] === "-" ? "nobody" : SIDE_NAMES[SIDE[body[name]]]))),
    figure(table, game, after, { was, now, beside: besideWords(body) }),
    cell(page, was ? putRight(table, was) : ""),
  );
  return [row, ...[...new Set(faults)].map((sentence) => why(page, sentence, words))];
}

function figure(table, game, after, { was, now, beside }) {
  const score = now ? homeAway(scoreAt(after, now)) : homeAway(scoreAt(game, was));
  const before = was ? homeAway(scoreAt(game, was)) : score;
  const made = cell(table.page, score);
  made.className = "figure";
  const isOver = now && after.ending?.hand === now;
  const notes = [beside, before === score ? "" : `was ${before}`, isOver ? "won" : ""].filter(Boolean);
  for (const words of notes) made.append(" ", Object.assign(table.page.createElement("span"), { className: "was under", textContent: words }));
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
