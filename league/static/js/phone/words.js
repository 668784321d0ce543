// What the scoring page says, in words. The page without script says the same.

import { dealerOf, leaderOf } from "../entry/opening.js";
import { MARKED } from "../entry/score.js";
import { LETTERS, SIDE, winnerOf } from "./game.js";
import { saysTheSame } from "./log.js";

const BEGGED = { "-": "stood", g: "given one", r: "run" };

/** A score, home on the left. */
export const homeAway = (score) => [...score].join("–");

export const difference = (before, after) => after.map((points, side) => points - before[side]);

/** Who opens a hand and who deals, as far as it is known: hand "Hand 7.", opens "Joan pitches,", deals "Derek deals",
 * where ", on Joan’s right". */
export function leadIn(hand, first, pairs, words) {
  const lead = { hand: `Hand ${hand}.`, opens: "", deals: "", where: "" };
  if (first === null) return hand === 1 ? lead : { ...lead, opens: `Who ${words.verbs[0]}?` };
  const { begs } = words.rules;
  const names = pairs.map((pair) => pair.map((entered) => nameOf(entered, words)));
  if (names.flat().some((name) => !name)) {
    const eldest = leaderOf(hand, first, words.rules);
    const [opener, dealer] = [words.words[eldest], words.words[dealerOf(eldest, words.rules)]];
    const [opens, deals] = words.isSingles ? [words.verbs[0], "deals"] : [words.verbs[1], "deal"];
    if (begs) return { ...lead, opens: `${dealer} ${deals}.`, deals: `${opener} may beg` };
    return { ...lead, opens: `${opener} ${opens},`, deals: `${dealer} ${deals}` };
  }
  const order = seating(first, names);
  const [opener, dealer] = [1, 2].map((back) => called(order[(hand - back + order.length) % order.length], order));
  if (begs) return { ...lead, opens: `${dealer} deals.`, deals: `${opener} may beg` };
  const where = `, on ${possessive(opener)} ${words.dealer}`;
  return { ...lead, opens: `${opener} ${words.verbs[0]},`, deals: `${dealer} deals`, where };
}

/** What is done with an earlier hand: "Remove hand 5, the same as hand 4. Hand 6 becomes hand 5." */
export function changeWords({ change, hand }, { hands }) {
  if (change === "edit") return `Change hand ${hand}.`;
  if (change === "insert") return `Insert a hand before hand ${hand}.`;
  const isSame = hand > 1 && saysTheSame(hands[hand - 1], hands[hand - 2]);
  const same = isSame ? `, the same as hand ${hand - 1}` : "";
  return `Remove hand ${hand}${same}.${hand < hands.length ? ` Hand ${hand + 1} becomes hand ${hand}.` : ""}`;
}

/** "The phone of The Fleece", by whose captain's link an entry came; by the match's code "Another phone". */
export const phoneWords = (side, { teams }) => (side in SIDE ? `The phone of ${teams[SIDE[side]]}` : "Another phone");

/** "Hand 5. Who pitches?" */
export const openingWords = (hand, { verbs }) => `Hand ${hand}. Who ${verbs[0]}?`;

/** Who deals hand 1: "Curtis deals", "Maraval deal", or "". */
export function dealerWords(first, pairs, words) {
  const { deals, opens } = leadIn(1, first, pairs, words);
  return (words.rules.begs ? opens : deals).replace(/[.,]$/, "");
}

/** What was answered last, for the button that takes it back: "Jack, hung"; "" if nothing was. */
export function answeredWords(before, after, words) {
  const isOther = (name) => before[name] !== after[name] || (name === "jack" && before.hung !== after.hung);
  const name = ["game", "jack", "low", "high", "beg", "turnup"].find(isOther);
  if (!name) return "";
  if (name === "turnup") return "turn-up";
  if (name === "beg") return { "-": "stood", g: "begged, gift", r: "begged, ran" }[after.beg] ?? "beg";
  const award = words.rules.awards.find((one) => one.name === name);
  const taker = words.words[SIDE[after[name]]] ?? "nobody";
  return `${award.words}, ${name === "jack" && after.hung ? "hung" : taker}`;
}

/** Why a final score cannot be, in words: "Dyers’ had 3 after hand 2." */
export function refusalWords({ side, had }, game, { words, rules }) {
  if (side !== undefined) return `${words[side]} had ${had} after hand ${game.hands.length}.`;
  const most = rules.overshoot ? ` to ${rules.target + rules.overshoot}` : "";
  return `One side finishes on ${rules.target}${most}, the other on less.`;
}

/** Who opens this hand: his side and his place in the pair, or null. */
export function openerOf(hand, first, { players, rules }) {
  if (first === null) return null;
  const places = rules.sides.map((_, side) => Array.from({ length: players }, (__, place) => ({ side, place })));
  const order = seating(first, places);
  return order[(hand - 1) % order.length];
}

/** Which of the four seats opens a hand, clockwise from the home side's at the top; null with more or fewer. */
export function seatOf(hand, first, { players, dealer, rules }) {
  if (first === null || players !== 2 || rules.sides.length !== 2) return null;
  const step = dealer === "right" ? 1 : -1;
  return (((first === 0 ? 0 : -step) + step * (hand - 1)) % 4 + 4) % 4;
}

/** The name of a player picked from a squad; what was typed stands for itself. */
export const nameOf = (entered, { names }) => names[entered] ?? entered;

/** "High Fleece, Low Ram, Jack nobody, Game Fleece; 4 to Ram (peeked)". */
export function bodyWords(body, words) {
  const side = { ...Object.fromEntries(words.words.map((word, at) => [LETTERS[at], word])), "-": "nobody" };
  const taken = words.rules.awards.filter(({ name }) => body[name]).map((award) => `${award.words} ${side[body[award.name]]}`);
  const given = (body.penalties ?? []).map((one) => `${one.points || "game"} to ${side[one.side]} (${one.reason || one.kind})`);
  return [besideWords(body), taken.join(", "), given.join(", ")].filter(Boolean).join("; ") || "taken back";
}

/** "turned 6, run, jack hung". */
export function besideWords(body) {
  const marks = MARKED.map((name) => body[name] ?? "");
  const marked = marks.some(Boolean) ? `marked ${homeAway(marks.map((points) => points || "?"))}` : "";
  return [body.turnup ? `turned ${body.turnup}` : "", BEGGED[body.beg] ?? "", body.hung ? "jack hung" : "", marked].filter(Boolean).join(", ");
}

/** What stands at a place, for somebody who has to choose between two versions of it. */
export function placeWords(place, body, words) {
  if (/^h\d/.test(place)) return bodyWords(body, words);
  if (place === "final") return ["home-final", "away-final"].map((name) => body[name] ?? "?").join("–");
  return Object.values(body).map((text) => (place === "pitch" ? words.words[SIDE[text]] : nameOf(text, words))).join(", ") || "nothing";
}

/** What the big button says: the next question, or exactly what it will do. */
export function pegWords(tried, { number }, words) {
  const asks = { first: `Who ${words.verbs[0]} first?`, marks: "What did each side mark?", penalty: "Who gets the penalty?", reason: "What was the penalty for?" };
  if (tried.refusal) return "This cannot be";
  if (tried.question) return asks[tried.question] ?? `Who took ${tried.question}?`;
  const points = homeAway(difference(tried.before, tried.after));
  if (!tried.wins) return `Peg ${points}`;
  if (Math.max(...words.games) > 1 || words.rules.sides.length > 2) return `Peg and finish game ${number}: ${words.words[tried.wins.side]} ${winnerFirst(tried.wins.side, tried.after)}`;
  return `Peg ${points} and finish: ${words.words[tried.wins.side]} win ${homeAway(tried.after)}`;
}

/** "Not counted: Fleece go out on Jack." */
export function notCounted(tried, words) {
  if (!tried.wins) return "Not counted: the hand was thrown in.";
  return `Not counted: ${words.words[tried.wins.side]} go out on ${ENDS[tried.wins.words] ?? tried.wins.words}.`;
}

/** "The Fleece won 15–13, after 9 hands." */
export function outcomeWords(game, words) {
  const winner = winnerOf(game.score);
  return `${words.teams[winner]} won ${winnerFirst(winner, game.score)}${game.hands.length && !game.finished ? `, after ${game.hands.length} hands` : ""}.`;
}

const ENDS = { "a turnup": "the turn-up", "a gift": "the gift" };

/** The winner's points and then those of the others, as they sit: "11–7–5". */
const winnerFirst = (side, score) => homeAway([score[side], ...score.filter((_, other) => other !== side)]);

/** Partners sit opposite each other: a player of the first pitcher's side, one of the next, and so round the table. */
function seating(first, pairs) {
  const sides = pairs.map((_, at) => pairs[(first + at) % pairs.length]);
  return pairs[first].flatMap((_, place) => sides.map((pair) => pair[place]));
}

function called(name, others) {
  const [first] = name.split(/\s+/);
  return others.filter((one) => one.split(/\s+/)[0] === first).length < 2 ? first : name;
}

const possessive = (name) => (name.endsWith("s") ? `${name}’` : `${name}’s`);
