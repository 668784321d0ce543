// The paper's own scores as a check on the hands: do the totals agree, and if not, where is the slip?
// One running score of the sheet is asked for at a time, halving the distance, until one hand is left.

import { saidScore } from "./said.js";
import { readMark } from "./sheet.js";

/** What "Sheet says" and the hands have to say to each other: null, or {agrees, sentence}. */
export function compare(game) {
  const said = saidScore(game);
  const isPart = game.game.refusals.some(({ code }) => code === "award_missing");
  if (!said || !game.game.running.length || isPart) return null;
  const given = game.game.score;
  const agrees = Boolean(game.game.ending) && said.every((score, side) => score === given[side]);
  return { agrees, said, sentence: agrees ? "so do the hands" : `hands give ${given.join("–")}` };
}

/** Which running score to ask for next, between the last hand known to agree and the first known not to. */
export function nextQuestion(known, game) {
  const { from, to } = gap(known, game);
  return to - from > 1 ? Math.floor((from + to) / 2) : null;
}

/** The hand in which the sheet and the hands part, once the gap is closed. */
export function partingHand(known, game) {
  const { from, to } = gap(known, game);
  return to - from === 1 ? to : null;
}

function gap(known, game) {
  const { running } = game.game;
  let from = 0;
  let to = running.length;
  for (const [hand, score] of known) {
    const agrees = score.every((points, side) => points === running[hand - 1]?.[side]);
    if (agrees) from = Math.max(from, hand);
    else to = Math.min(to, hand);
  }
  return { from, to };
}

/** Changes of one mark in a hand after which the game agrees with every score the sheet is known to have. */
export function singleSlips(hand, known, said, game) {
  return [...changes(hand, game)].filter(({ award, mark, hung }) => {
    const hands = game.hands.slice(0, game.game.running.length);
    hands[hand - 1] = { ...hands[hand - 1], [award.name]: mark, hung };
    const tried = game.peg(hands);
    const canBe = !tried.refusals.some((one) => one.hand === hand);
    const fits = [...known].every(([k, score]) => sameScore(tried.running[k - 1], score));
    return canBe && fits && sameScore(tried.score, said);
  });
}

/** Every other mark in a hand; where a hung jack counts apart, hung or not. */
function* changes(hand, game) {
  const { hung } = game.hands[hand - 1];
  for (const [at, award] of game.rules.awards.entries()) {
    const cell = game.cells[hand - 1][at];
    const was = readMark(cell.value);
    const canHang = award.name === "jack" && Boolean(game.rules.hung);
    if (canHang && was && was !== "-") yield { cell, award, mark: was, hung: !hung };
    for (const mark of award.nobody ? ["h", "a", "-"] : ["h", "a"]) {
      if (mark === was) continue;
      if (!canHang) yield { cell, award, mark, hung };
      else for (const now of mark === "-" ? [false] : [false, true]) yield { cell, award, mark, hung: now };
    }
  }
}

const sameScore = (one, other) => Boolean(one) && one.every((points, side) => points === other[side]);
