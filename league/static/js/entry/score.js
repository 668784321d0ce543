// A game pegged from its marks, by the rules and in the words the server gave. Pure: knows no page.
//
// Marks are "h", "a", "-" or "" (not typed). A hand is an object {high, low, jack, game}; a penalty is
// {hand, side, points}, hands counting from 1, sides 0 (home) and 1 (away).

const SIDE = { h: 0, a: 1 };

/** Peg the hands in order. Nothing is refused: what cannot be is listed in `refusals`, each with its place. */
export function pegGame(hands, penalties, rules) {
  const game = { running: [], score: [0, 0], before: [null, null], ending: null, refusals: [] };
  hands.forEach((marks, index) => {
    const hand = index + 1;
    if (game.ending) {
      refuseLate(game, marks, hand, rules);
      return;
    }
    const was = [...game.score];
    for (const event of pegsOf(marks, penaltiesOf(penalties, hand), rules)) {
      if (!game.ending) pegOne(game, event, hand, rules);
    }
    game.before = game.before.map((back, side) => (game.score[side] === was[side] ? back : was[side]));
    refuseHand(game, marks, hand, hand === hands.length, rules);
    game.running.push([...game.score]);
  });
  return game;
}

/** A sentence of the server's with its particulars filled in. */
export function say(code, params, rules) {
  return rules.sentences[code].replace(/\{(\w+)\}/g, (_, key) => params[key]);
}

/** Why a mark at this place cannot be, or null. `before` is the game without the mark. */
export function whyNot(game, award, mark, hand, rules) {
  if (game.ending && isPast(game.ending, award, hand)) return endingSentence(game.ending, rules);
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

function* pegsOf(marks, penalties, rules) {
  for (const penalty of penalties) yield { side: penalty.side, points: penalty.points, award: null };
  for (const award of rules.awards) {
    // Points are pegged in order: past a gap nobody can say what counted.
    if (!marks[award.name]) return;
    const side = SIDE[marks[award.name]];
    if (side !== undefined) yield { side, points: award.points, award };
  }
}

function pegOne(game, { side, points, award }, hand, rules) {
  game.score[side] += points;
  if (rules.target === null || game.score[side] < rules.target) return;
  if (rules.cap) game.score[side] = rules.target;
  const rest = award ? rules.awards.slice(rules.awards.indexOf(award) + 1) : rules.awards;
  game.ending = { side, hand, award: award ? award.name : null, words: award ? award.words : "a penalty", unpegged: rest };
}

function refuseHand(game, marks, hand, isLast, rules) {
  const counted = rules.awards.filter((award) => !game.ending || !game.ending.unpegged.includes(award));
  for (const award of counted) {
    const refusal = whyNot({ ending: null }, award, marks[award.name], hand, rules);
    if (refusal) game.refusals.push({ hand, award: award.name, ...refusal });
  }
  const missing = counted.filter((award) => !marks[award.name]);
  if (missing.length && !isLast) {
    const params = { hand, awards: listed(missing.map((award) => award.words)) };
    const sentence = say("award_missing", params, rules);
    game.refusals.push({ hand, award: missing[0].name, code: "award_missing", sentence });
  }
  const late = game.ending && game.ending.unpegged.find((award) => marks[award.name]);
  if (late) game.refusals.push({ hand, award: late.name, ...endingSentence(game.ending, rules) });
}

function refuseLate(game, marks, hand, rules) {
  const { side, hand: last } = game.ending;
  game.running.push([...game.score]);
  const params = { hand, side: rules.sides[side], target: rules.target, last };
  const award = rules.awards.find((one) => marks[one.name]) ?? rules.awards[0];
  const sentence = say("after_the_end", params, rules);
  game.refusals.push({ hand, award: award.name, code: "after_the_end", sentence });
}

function isPast(ending, award, hand) {
  return hand > ending.hand || (hand === ending.hand && ending.unpegged.includes(award));
}

function penaltiesOf(penalties, hand) {
  return penalties.filter((penalty) => penalty.hand === hand);
}

function listed(words) {
  return words.length > 1 ? `${words.slice(0, -1).join(", ")} and ${words.at(-1)}` : words.join("");
}
