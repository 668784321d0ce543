// The page of a table of one's own, put together: the table of a league match with as many sides as play, names that
// stay here, and a log that is not sent.

import { LETTERS, SIDE_NAMES, gamesWon, readGame } from "./game.js";
import { ROOT, keepPages } from "./keep.js";
import { buttonName, ownTables, useTable } from "./own_tables.js";
import { afterPaint } from "./paint.js";
import { openStore } from "./store.js";
import { TableOnPage } from "./table.js";

const CANNOT_KEEP = "This phone cannot save (a private window, or no room). Leave this page open until the game is over.";
const OPENS = {
  ready: "This page opens again on this phone without signal.",
  cannot: "This browser cannot open the page again without signal: leave it open until the game is over.",
};

const words = JSON.parse(document.getElementById("own-words").textContent);
const begun = ownTables().find(({ address }) => address === words.base);
let own = useTable(begun ?? { address: words.base, title: words.title, names: words.words });
call(own.names);
const store = await openStore({ log: `${words.log}${own.id}`, wire: null, keep: () => keepPages([`${ROOT}table/`]) });
Object.defineProperty(words, "games", { get: () => [lastGame()] });
const draw = afterPaint(show);
let table = null;
table = new (class extends TableOnPage {
  show() {
    super.show();
    showEnd(this);
  }
})(document, store, words, draw);

document.addEventListener("submit", (event) => {
  if (event.target.dataset.form !== "own-names") return;
  event.preventDefault();
  const said = new FormData(event.target);
  own = useTable({ ...own, names: own.names.map((name, side) => said.get(LETTERS[side]).trim() || name) });
  call(own.names);
  event.target.closest("details").open = false;
  show();
});
store.onChange(draw);
show();
document.body.dataset.ready = "yes";

/** Put the names wherever the page and its words name a side. */
function call(names) {
  words.teams = words.rules.sides = names;
  words.words = names.map((name, at) => buttonName(name, names.filter((_, other) => other !== at)));
  const board = document.querySelector("[data-board] svg");
  if (board) board.dataset.sides = JSON.stringify(names);
  names.forEach((name, side) => {
    const letter = LETTERS[side];
    const put = (selector, text) => {
      for (const place of document.querySelectorAll(selector)) place.textContent = text;
    };
    put(`[data-side="${letter}"] :is(.at-length, .in-short)`, name);
    put(`[data-side="${letter}"] .in-a-word`, words.words[side]);
    put(`.answers .to-${SIDE_NAMES[side]} > span`, words.words[side]);
    put(`.answers button[value="${letter}"] > span`, words.words[side]);
    put(`.answers label:has([name$="-side"][value="${letter}"]) > span`, words.words[side]);
    document.getElementById(`name-${letter}`).value = name;
  });
}

/** The last game with a hand, or the first. */
function lastGame() {
  const begunGames = [...store.stands()].filter(([, { body }]) => Object.keys(body).length).map(([key]) => Number(key.split("/")[1]));
  return Math.max(1, table?.number ?? 1, ...begunGames);
}

function show() {
  const { trouble, opens } = store.state();
  document.querySelector("[data-opens]").textContent = trouble === "storage" ? CANNOT_KEEP : (OPENS[opens] ?? "");
  table.show();
}

function showEnd({ number, isCorrection }) {
  const game = readGame(store.stands(), 1, number, words);
  const isOver = game.isOver && !isCorrection;
  document.querySelector("[data-own-end]").hidden = !isOver;
  if (isOver) document.querySelector("[data-share-text]").dataset.shareText = resultText(game);
}

/** "West Yorkshire All Fours: Ann 11, Bob 7, Cath 5. Games won: Ann 2, Bob 1, Cath 0." */
function resultText({ score }) {
  const listed = (numbers) => words.teams.map((name, side) => `${name} ${numbers[side]}`).join(", ");
  const won = gamesWon(store.stands(), 1, words);
  const several = lastGame() > 1 ? `\nGames won: ${listed(won)}.` : "";
  return `${words.title}: ${listed(score)}.${several}`;
}
