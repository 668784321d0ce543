// A game pegged from its marks, by the rules and in the words the server gave. Pure: knows no page.
//
// Marks are the letter of a side, "-" or "" (not typed). A hand is an object {high, low, jack, game}, and where the
// game has them {turned: "6S K", said: "g", "r" or "-", hung, marked: [points or null, points or null]}; a penalty is {hand, side, points, kind}, hands counting
// from 1, sides from 0: home, away and, at a table of one's own, a third and a fourth. `first` is the side that led
// the first hand, or null.

import { openingPegs } from "./opening.js";

/** The letters of the sides, in the order of play. */
export const LETTERS = ["h", "a", "c", "d"];
export const SIDE = Object.fromEntries(LETTERS.map((letter, side) => [letter, side]));

/** The fields of what each side marked as its cards were won. */
export const MARKED = ["home-marks", "away-marks"];

/** Peg the hands in order. Nothing is refused: what cannot be is listed in `refusals`, each with its place. */
export function pegGame(hands, penalties, rules, first = null) {
  const game = {
    running: [],
    opened: [],
    score: rules.sides.map(() => 0),
    before: rules.sides.map(() => null),
    ending: null,
    refusals: [],
  };
  let carried = 0;
  hands.forEach((marks, index) => {
    const hand = index + 1;
    for (const [code, side, params] of wronglyMarked(game, marks, hand === hands.length, rules)) {
      game.refusals.push({ hand, award: MARKED[side], code, sentence: say(code, { hand, ...params }, rules) });
    }
    if (game.ending) {
      refuseLate(game, marks, hand, rules);
      return;
    }
    const now = carried ? withCarried(rules, carried) : rules;
    const was = [...game.score];
    const given = penaltiesOf(penalties, hand);
    const opening = openingPegs(marks, given, first, hand, rules);
    game.opened.push(opening);
    if (isGiftBarred(game, opening, rules)) {
      game.refusals.push({ hand, award: "beg", code: "gift_not_allowed", sentence: say("gift_not_allowed", {}, rules) });
    }
    for (const event of pegsOf(marks, given, opening, now, was)) {
      if (!game.ending) pegOne(game, event, hand, now);
    }
    const together = marks.marked?.includes(null) ? null : marks.marked?.reduce((one, other) => one + other);
    if (rules.all_marked && Number.isInteger(together) && !game.ending && together !== rules.all_marked) {
      const sentence = say("marks_not_all", { hand, received: together, right: rules.all_marked }, rules);
      game.refusals.push({ hand, award: MARKED[0], code: "marks_not_all", sentence });
    }
    game.before = game.before.map((back, side) => (game.score[side] === was[side] ? back : was[side]));
    refuseHand(game, marks, given, hand, hand === hands.length, now);
    game.running.push([...game.score]);
    carried = rules.carries && marks.game === "-" ? carried + 1 : 0;
  });
  return game;
}

/** A sentence of the server's with its particulars filled in. */
export function say(code, params, rules) {
  return rules.sentences[code].replace(/\{(\w+)\}/g, (_, key) => params[key]);
}

/** Why a mark at this place cannot be, or null. `before` is the game without the mark. */
export function whyNot(game, award, mark, hand, rules) {
  if (game.ending && hand > game.ending.hand) return endingSentence(game.ending, rules);
  const refused = mark === "-" && !award.nobody;
  return refused ? { code: `${award.name}_nobody`, sentence: say(`${award.name}_nobody`, {}, rules) } : null;
}

/** "Away reached 15 on Low in hand 9; Jack and Game are not pegged." */
export function endingSentence(ending, rules) {
  const code = ending.unpegged.length ? "game_ended_unpegged" : "game_ended";
  const params = {
    side: rules.sides[ending.side],
    target: rules.target,
    award: ending.words,
    hand: ending.hand,
    unpegged: listed(ending.unpegged.map((award) => award.words)),
    verb: ending.unpegged.length === 1 ? "is" : "are",
  };
  return { code, sentence: say(code, params, rules) };
}

/** The number of hands up to the last that holds a mark or a penalty. */
export function handsPlayed(hands, penalties) {
  const marked = hands.map((marks, index) => (Object.values(marks).some(Boolean) ? index + 1 : 0));
  return Math.max(0, ...marked, ...penalties.map((penalty) => penalty.hand));
}

function* pegsOf(marks, penalties, opening, rules, was) {
  yield* opening;
  for (const { side, points, kind } of penalties) if (kind !== "misdeal") yield { side, points, what: "penalty" };
  const marked = (marks.marked ?? []).map((points, side) => ({ side, points, what: "mark" }));
  // Whoever goes out by it marked last.
  yield* marked.filter(({ points }) => points !== null).sort((one, other) => was[one.side] + one.points - was[other.side] - other.points);
  if (isGivenUp(marks, rules)) return;
  for (const award of rules.awards) {
    // Points are pegged in order: past a gap nobody can say what counted.
    if (!marks[award.name]) return;
    const side = SIDE[marks[award.name]];
    const hung = award.name === "jack" && marks.hung && rules.hung;
    if (side !== undefined) yield { side, points: hung || award.points, award };
  }
}

/** The rules of a hand after so many with a level Game, whose points are carried over. */
function withCarried(rules, hands) {
  const awards = rules.awards.map((award) => (award.name === "game" ? { ...award, points: award.points * (hands + 1) } : award));
  return { ...rules, awards };
}

/** What is wrong with the marks of a hand, and at which side: one that is missing, more than the cards make, both
 * sides out by them, so that nothing says which was first. */
function* wronglyMarked({ score: was, ending }, { marked }, isLast, { marks: honours, target }) {
  if (!honours.length) return;
  const points = [0, 1].map((side) => marked?.[side] ?? 0);
  const missing = [0, 1].find((side) => (marked?.[side] ?? null) === null);
  if (missing !== undefined && (marked || !isLast)) yield [marked ? "mark_missing" : "marks_missing", missing, {}];
  if (!marked || ending) return;
  if (!sumsOf(honours).has(String(points))) yield ["marks_not_possible", 0, { received: points.join("-") }];
  if (was.every((score, side) => score + points[side] >= target)) yield ["marks_of_both", 0, { target }];
}

const sums = new Map();

/** What two sides can mark together, where cards can stay out of play. */
function sumsOf(honours) {
  if (!sums.has(honours)) {
    let pairs = [[0, 0]];
    for (const points of honours) {
      const more = pairs.flatMap(([one, other]) => [[one, other], [one + points, other], [one, other + points]]);
      pairs = [...new Map(more.map((pair) => [String(pair), pair])).values()];
    }
    sums.set(honours, new Set(pairs.map(String)));
  }
  return sums.get(honours);
}

/** Whether a gift would win the game for a side that did not beg, where that is not allowed. */
function isGiftBarred({ score }, opening, rules) {
  if (rules.gift_cannot_win_for !== "non_beggar") return false;
  const [, ...others] = opening.filter(({ what }) => what === "gift");
  const had = (side) => opening.filter((peg) => peg.side === side && peg.what !== "gift").reduce((sum, { points }) => sum + points, score[side]);
  return others.some(({ side }) => had(side) + 1 >= rules.target);
}

/** In the oldest game the hand is thrown in after a gift. */
function isGivenUp(marks, rules) {
  return Boolean(rules.gift_ends_hand) && marks.said === "g";
}

function pegOne(game, { side, points, award, what }, hand, rules) {
  // Points of a penalty that costs the whole game: what the other side was short of.
  game.score[side] += points ?? Math.max(rules.target - game.score[side], 1);
  if (rules.target === null || game.score[side] < rules.target) return;
  if (rules.cap) game.score[side] = rules.target;
  const rest = award ? rules.awards.slice(rules.awards.indexOf(award) + 1) : rules.awards;
  game.ending = { side, hand, award: award ? award.name : null, words: award ? award.words : `a ${what}`, unpegged: rest };
}

function refuseHand(game, marks, penalties, hand, isLast, rules) {
  const counted = rules.awards.filter((award) => !game.ending || !game.ending.unpegged.includes(award));
  for (const [code, award, params] of impossible(marks, penalties, rules)) {
    game.refusals.push({ hand, award, code, sentence: say(code, params, rules) });
  }
  for (const award of counted) {
    const refusal = whyNot({ ending: null }, award, marks[award.name], hand, rules);
    if (refusal) game.refusals.push({ hand, award: award.name, ...refusal });
  }
  const missing = isGivenUp(marks, rules) ? [] : counted.filter((award) => !marks[award.name]);
  if (missing.length && !isLast) {
    const params = { hand, awards: listed(missing.map((award) => award.words)) };
    const sentence = say("award_missing", params, rules);
    game.refusals.push({ hand, award: missing[0].name, code: "award_missing", sentence });
  }
}

/** What cannot go together in one hand: a code, the field it is shown at, its particulars. */
function* impossible(marks, penalties, rules) {
  const isASide = (mark) => mark in SIDE;
  const trumpless = rules.awards.some(({ name, nobody }) => nobody && ["high", "low"].includes(name) && marks[name] === "-");
  if (trumpless && (isASide(marks.high) || isASide(marks.low))) yield ["high_without_low", "high", {}];
  if (trumpless && isASide(marks.jack)) yield ["jack_without_trump", "jack", {}];
  if (marks.hung && marks.jack === "-") yield ["hung_without_jack", "hung", {}];
  const typed = rules.awards.find(({ name }) => marks[name]);
  if (isGivenUp(marks, rules) && typed) yield ["awards_after_gift", typed.name, {}];
  const game = SIDE[marks.game];
  const barred = penalties.some(({ side, kind }) => rules.kinds?.[kind]?.bars && 1 - side === game);
  if (barred) yield ["game_barred", "game", { side: rules.sides[game] }];
}

function refuseLate(game, marks, hand, rules) {
  const { side, hand: last } = game.ending;
  game.running.push([...game.score]);
  const params = { hand, side: rules.sides[side], target: rules.target, last };
  const award = (rules.awards.find((one) => marks[one.name]) ?? rules.awards[0])?.name ?? MARKED[0];
  const sentence = say("after_the_end", params, rules);
  game.refusals.push({ hand, award, code: "after_the_end", sentence });
}

function penaltiesOf(penalties, hand) {
  return penalties.filter((penalty) => penalty.hand === hand);
}

function listed(words) {
  return words.length > 1 ? `${words.slice(0, -1).join(", ")} and ${words.at(-1)}` : words.join("");
}
