// What a match gives each side, counted as the league counts it: for the phone that has no signal. Pure.

import { isDecided, readGame } from "./game.js";

/** Every table with its games: {number, games, isPlayed, isOver, given}. */
export function readTables(stands, words) {
  const tables = words.games.map((most, at) => {
    const games = Array.from({ length: most }, (_, game) => readGame(stands, at + 1, game + 1, words));
    const isPlayed = !games[0].isNotPlayed;
    const over = games.filter(({ isOver }) => isOver);
    const won = [0, 1].map((side) => over.filter(({ score }) => ahead(score) === side).length);
    const isOver = !isPlayed || over.length === most || isDecided(won, at + 1, words);
    return { number: at + 1, games: over, isPlayed, isOver, given: null };
  });
  for (const table of tables) table.given = givenAt(table.number, tables, words);
  return tables;
}

/** How a table counts that a ruling gave to a side; in a race it gives no more games than are missing. */
function givenAt(number, tables, { end, race }) {
  const ruled = end?.given?.[number];
  if (!ruled) return null;
  const missing = race ? Math.max(race - gamesWon(counting(tables), ruled.side), 0) : ruled.games;
  const games = Array.from({ length: Math.min(ruled.games, missing) }, () => ({ score: ruled.score }));
  return { ...ruled, isPlayed: true, games };
}

/** The tables that count: those played and those given. */
const counting = (tables) => tables.map((table) => table.given ?? table).filter(({ isPlayed, games }) => isPlayed && games.length);

/** Whether nothing more is to be played. */
export function isMatchOver(tables, { race }) {
  if (!tables.some(({ games }) => games.length)) return false;
  if (race) return Math.max(...[0, 1].map((side) => gamesWon(tables, side))) >= race || tables.every(({ isOver }) => isOver);
  return tables.every(({ isOver }) => isOver);
}

/** {points, forTotal, total, winner}: points in halves; the winner's side, or null. */
export function countMatch(tables, form) {
  const counted = counting(tables);
  const winners = counted.map(winnerOf);
  const tablesWon = [0, 1].map((side) => winners.filter((one) => one === side).length);
  const drawn = winners.filter((one) => one === null).length;
  const won = [0, 1].map((side) => gamesWon(counted, side));
  const pegged = counted.filter(({ in_aggregate: inAggregate = true }) => inAggregate);
  const total = [0, 1].map((side) => pegged.flatMap(({ games }) => games).reduce((sum, { score }) => sum + score[side], 0));
  const forTotal = pegged.length ? totalPoints(total, form) : [0, 0];
  const points = [0, 1].map((side) => form.table_won * tablesWon[side] + form.table_drawn * drawn + form.game_won * won[side] + forTotal[side]);
  const deciding = { match_points: points, tables: tablesWon, games: won, aggregate: total }[form.decided_by];
  const winner = ahead(deciding);
  return { points: points.map((one, side) => one + bonus(deciding, side, winner, form)), forTotal, total, winner };
}

/** The side that won a table, by its game or more of its games; null if neither. */
function winnerOf({ games }) {
  if (games.length === 1) return ahead(games[0].score);
  return ahead([0, 1].map((side) => games.filter(({ score }) => ahead(score) === side).length));
}

/** Whether a side won a table, or was given it. */
export function hasWon(table, side) {
  return table.given ? table.given.side === side : table.isPlayed && winnerOf(table) === side;
}

/** A side's figure at a table: its score, or of several games those it won. */
export function figureAt({ games, isPlayed, given }, side) {
  if (given) return given.figures[side];
  if (!isPlayed || !games.length) return "–";
  return String(games.length === 1 ? games[0].score[side] : games.filter(({ score }) => ahead(score) === side).length);
}

/** Half points in words: 13 is "6½". */
export function halves(number) {
  const whole = Math.floor(number / 2);
  return `${whole || (number % 2 ? "" : 0)}${number % 2 ? "½" : ""}`;
}

const ahead = ([home, away]) => (home === away ? null : home > away ? 0 : 1);

const gamesWon = (tables, side) => tables.flatMap(({ games }) => games).filter(({ score }) => ahead(score) === side).length;

function totalPoints(total, form) {
  const leader = ahead(total);
  if (leader !== null) return [0, 1].map((side) => (side === leader ? form.aggregate : 0));
  const each = { none: 0, one_each: form.aggregate / 2, two_each: form.aggregate }[form.aggregate_tie];
  return [each, each];
}

function bonus(deciding, side, winner, form) {
  if (winner === null) return form.match_draw;
  if (side === winner) return side ? form.match_win_away : form.match_win;
  const isNarrow = form.close_loss_by > 0 && deciding[winner] - deciding[side] <= form.close_loss_by;
  return form.match_loss + (isNarrow ? form.close_loss : 0);
}
