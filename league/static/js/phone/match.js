// The page of all tables: each with its score, who plays and how it stands.

import { gamesWon, isDecided, readGame } from "./game.js";
import { homeAway, nameOf, outcomeWords } from "./words.js";

/** Draw every table as it stands. */
export function showMatch(page, stands, words) {
  for (const place of page.querySelectorAll("[data-table]")) {
    const table = Number(place.dataset.table);
    const game = readGame(stands, table, gameNow(stands, table, words), words);
    const differs = [...stands].some(([key, one]) => one.differs && key.startsWith(`${table}/`));
    place.querySelector("[data-figure]").textContent = figure(game);
    place.querySelector("[data-names]").textContent = pairs(game, words);
    const state = place.querySelector("[data-state]");
    state.textContent = differs ? "two phones differ" : stateOf(game, words);
    state.classList.toggle("trouble", differs);
  }
}

/** The game a table is at: the first that is not over. */
export function gameNow(stands, table, words) {
  const games = words.games[table - 1];
  for (let number = 1; number < games; number += 1) {
    if (!readGame(stands, table, number, words).isOver) {
      const isStopped = isDecided(gamesWon(stands, table, words), table, words);
      return isStopped ? Math.max(1, number - 1) : number;
    }
  }
  return games;
}

function figure(game) {
  if (game.isNotPlayed) return game.walkover ? "walkover" : "not played";
  return game.hands.length || game.isOver ? homeAway(game.score) : "–";
}

function stateOf(game, words) {
  if (game.isNotPlayed) return game.walkover;
  if (game.isOver) return outcomeWords(game, words);
  if (!game.hands.length && game.number === 1) return "nothing yet";
  return `hand ${game.hands.length + 1}${Math.max(...words.games) > 1 ? ` of game ${game.number}` : ""}`;
}

function pairs(game, words) {
  const names = game.pairs.map((pair) => pair.filter(Boolean).map((one) => nameOf(one, words)).join(", "));
  if (!names.some(Boolean)) return "";
  return names.join(" v ");
}
