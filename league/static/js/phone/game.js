// A game at a table as its log has it, pegged by the engine of the entry page; and a hand tried before it is
// pegged. Pure: knows no page.

import { readTurned } from "../entry/opening.js";
import { LETTERS, MARKED, SIDE, pegGame } from "../entry/score.js";

export { LETTERS, SIDE };
/** The sides as marks, boards and places of a log name them. */
export const SIDE_NAMES = ["home", "away", "third", "fourth"];
const BEFORE_AWARDS = ["turnup", "beg"];

// Each game as it was last read, by the page's words, with the entries of its table it was read from: pegging all
// tables anew with every tap would cost more than the tap.
const lastRead = new WeakMap();
const spelt = new WeakMap();

/** The game as it stands: its hands, the score after each, who plays and opened, a final score given whole.
 *
 * `final` is what was said, `finished` whether it counts: it ends a game whose hands do not. `walkover` is the sentence of a
 * table given without play, or "". `first` is the side that
 * opened; `isFollowed` if nobody said so and it follows from the game before. */
export function readGame(stands, table, number, words) {
  if (!lastRead.has(words)) lastRead.set(words, new Map());
  const games = lastRead.get(words);
  const entries = entriesOf(stands, table);
  const read = games.get(`${table}/${number}`);
  if (read?.entries === entries) return read.game;
  const game = gameFrom(stands, table, number, words);
  games.set(`${table}/${number}`, { entries, game });
  return game;
}

/** The entries of a table in one text, spelt once for all that stands. */
function entriesOf(stands, table) {
  if (!spelt.has(stands)) {
    const texts = new Map();
    for (const [key, { body }] of stands) {
      const [of] = key.split("/", 1);
      texts.set(of, `${texts.get(of) ?? ""}${key}${JSON.stringify(body)}`);
    }
    spelt.set(stands, texts);
  }
  return spelt.get(stands).get(String(table)) ?? "";
}

function gameFrom(stands, table, number, words) {
  const at = (place, game = number) => stands.get(`${table}/${game}/${place}`);
  const body = (place, game = number) => at(place, game)?.body ?? {};
  const hands = [];
  for (let hand = words.hands; hand > 0; hand -= 1) {
    if (hands.length || Object.keys(body(`h${hand}`)).length) hands.unshift(body(`h${hand}`));
  }
  const said = SIDE[body("pitch")["first-pitch"]] ?? null;
  const before = said === null && number > 1 ? readGame(stands, table, number - 1, words) : null;
  const followed = before ? followOn(before, words) : null;
  const first = said ?? followed?.first ?? null;
  const names = words.rules.sides.map((_, side) => SIDE_NAMES[side]);
  const pairs = names.map((side) => namesOf(side, body, number, words));
  const isNamed = names.some((side) => Object.keys(body(side)).length);
  const game = {
    table,
    number,
    hands,
    first,
    isFollowed: Boolean(followed),
    pairs: followed && !isNamed ? followed.pairs : pairs,
    notes: body("notes", 1),
    final: body("final"),
    ...pegged(hands, first, words.rules),
  };
  const whole = game.ending || aheadAtTheEnd(game, words.rules);
  const isPart = game.refusals.some(({ code }) => code === "award_missing");
  const final = whole && !isPart && !isFoot(game) ? null : countingFinal(game, words.rules);
  return {
    ...game,
    refusals: saidFinal(game, words.rules) ? game.refusals.filter(({ code }) => !isOnSheet(code, game)) : game.refusals,
    score: final ?? game.score,
    before: final ? game.before.map(() => null) : game.before,
    recorded: game.score,
    isOver: Boolean(whole || final),
    finished: Boolean(final),
    isNotPlayed: Boolean(words.walkovers?.[table] || game.notes["not-played"]),
    walkover: words.walkovers?.[table] ?? "",
  };
}

/** Whether points depend on who opened: then the game cannot be scored before it is said. */
export const needsOpener = ({ begs, turnups }) => Boolean(begs || Object.keys(turnups ?? {}).length);

/** The side that opened the game if `side` opens hand `number`: the deal passes on with every hand. */
export const firstIf = (side, number, { sides }) => (((side - number + 1) % sides.length) + sides.length) % sides.length;

/** Why a final score cannot be: {side, had} for one below its hands, {winner: true}, or null. */
export function whyNotFinal(score, game, rules) {
  const side = rules.auction ? -1 : score.findIndex((points, at) => points < game.recorded[at]);
  if (side >= 0) return { side, had: game.recorded[side] };
  if (rules.target === null) return null;
  const won = score.filter((points) => points >= rules.target);
  return won.length === 1 && won[0] <= rules.target + rules.overshoot ? null : { winner: true };
}

/** The side that opens the next game and its pairs, in the order of play from there: the deal goes on round. */
function followOn(game, { players }) {
  if (game.first === null || !game.isOver || game.finished) return null;
  const sides = game.pairs.length;
  const seats = sides * players;
  const turn = game.hands.length % seats;
  const order = Array.from({ length: seats }, (_, at) => (at + turn) % seats);
  const seated = order.map((at) => ({ side: (game.first + at) % sides, name: game.pairs[(game.first + at) % sides][Math.floor(at / sides)] }));
  return { first: seated[0].side, pairs: game.pairs.map((_, side) => seated.filter((seat) => seat.side === side).map(({ name }) => name)) };
}

/** The side with the most points, or null where two have as many. */
export function winnerOf(score) {
  const most = Math.max(...score);
  return score.indexOf(most) === score.lastIndexOf(most) ? score.indexOf(most) : null;
}

/** The games won at a table by each side. */
export function gamesWon(stands, table, words) {
  const games = Array.from({ length: words.games[table - 1] }, (_, at) => readGame(stands, table, at + 1, words));
  const finals = games.filter(({ isOver }) => isOver).map(({ score }) => score);
  return words.rules.sides.map((_, side) => finals.filter((score) => winnerOf(score) === side).length);
}

/** Whether a table that stops once it is decided is decided. */
export const isDecided = (won, table, { games, stops }) => Boolean(stops) && 2 * Math.max(...won) > games[table - 1];

/** The game as it would be with these hands. */
export const withHands = (game, hands, rules) => ({ ...game, hands, ...pegged(hands, game.first, rules) });

/** A hand in its place, new or put right: what it pegs, what is still to be asked, what cannot be. */
export function tryHand(game, number, body, rules) {
  const jackTurned = isJackTurned(body, rules);
  if (jackTurned) body = { ...withoutHung(body), jack: "-" };
  const tried = (one) => pegged(Object.assign([...game.hands], { [number - 1]: one }), game.first, rules);
  const idle = unpeggedIn(tried(body), number, body, rules);
  const ended = tried(body).ending?.hand === number && !isThrownIn(body, rules);
  const stays = (name) => !idle.includes(name) || (ended && name !== "beg");
  const counted = Object.fromEntries(Object.entries(body).filter(([name]) => stays(name)));
  const after = tried(counted);
  const openings = Object.fromEntries(Object.entries(counted).filter(([name]) => BEFORE_AWARDS.includes(name)));
  const asked = rules.awards.find(({ name }) => !idle.includes(name) && !counted[name]);
  const refusal = after.refusals.find(({ hand, code }) => hand === number && !code.endsWith("_missing"));
  const before = scoreAt(after, number - 1);
  return {
    ...after,
    body: counted,
    idle,
    jackTurned,
    question: questionBefore(body, game, rules) ?? asked?.words ?? null,
    asked: asked?.name ?? null,
    refusal: refusal?.sentence ?? "",
    before,
    opened: scoreAt(tried(openings), number),
    after: scoreAt(after, number),
    wins: after.ending?.hand === number ? after.ending : null,
  };
}

/** The score after a hand, as far as the hands go. */
export function scoreAt({ running, score }, hand) {
  return running[Math.min(hand, running.length) - 1] ?? score.map(() => 0);
}

function pegged(hands, first, rules) {
  const found = pegGame(hands.map(marksOf), hands.flatMap((body, at) => penaltiesIn(body, at + 1, rules)), rules, first);
  return { running: found.running, score: found.score, before: found.before, ending: found.ending, refusals: found.refusals };
}

function marksOf(body) {
  const { high = "", low = "", jack = "", game = "" } = body;
  const marked = MARKED.map((name) => body[name]);
  return { high, low, jack, game, turned: readTurned(body.turnup ?? ""), said: body.beg ?? "", hung: Boolean(body.hung), marked: marked.some(Boolean) ? marked.map((points) => (points ? Number(points) || 0 : null)) : null };
}

/** Penalties as they peg; one without points gives what its kind gives, which may be the whole game. */
function penaltiesIn(body, hand, rules) {
  return (body.penalties ?? [])
    .map(({ side, points, kind }) => ({
      hand,
      side: SIDE[side],
      kind,
      points: points ? Number(points) : kind ? rules.kinds[kind]?.points : 0,
    }))
    .filter(({ side, points }) => side !== undefined && points !== 0);
}

/** Awards that cannot count in this hand: the game is won before them, or the hand was thrown in. */
function unpeggedIn({ ending }, number, body, rules) {
  if (isThrownIn(body, rules)) return rules.awards.map(({ name }) => name);
  if (ending?.hand !== number) return [];
  const unpegged = ending.unpegged.map(({ name }) => name);
  // Out on the card turned up, before anybody could beg.
  return ending.award === null && isOutOnTurnup(ending, body) ? ["beg", ...unpegged] : unpegged;
}

const isThrownIn = (body, rules) => Boolean(rules.gift_ends_hand) && body.beg === "g";

const isOutOnTurnup = ({ words }, { turnup = "" }) => words === "a turnup" && !readTurned(turnup).includes(" ");

/** What must be known before the awards: who opened where that decides whose points they are. */
function questionBefore(body, game, rules) {
  if (game.first === null && needsOpener(rules)) return "first";
  const odd = (body.penalties ?? []).find(({ side, reason, kind }) => !side || !(reason || kind));
  if (odd) return odd.side ? "reason" : "penalty";
  if (rules.marks.length && !MARKED.every((name) => /^\d{1,3}$/.test(body[name] ?? ""))) return "marks";
  return null;
}

/** Who plays: a later game without names is played by those of the game before. */
function namesOf(side, body, number, words) {
  for (let game = number; game > 0; game -= 1) {
    const names = body(side, game);
    if (Object.keys(names).length) return seats(words).map((seat) => names[seat] ?? "");
  }
  return seats(words).map(() => "");
}

const seats = ({ players }) => Array.from({ length: players }, (_, at) => String(at + 1));

/** The final score that was said; the winner's follows from the loser's. */
function saidFinal(game, rules) {
  const given = ["home-final", "away-final"].map((name) => (game.final[name] ? Number(game.final[name]) : null));
  if (given.every((points) => points === null)) return null;
  const follows = rules.target !== null && rules.cap && given.some((points) => points !== null && points < rules.target);
  const score = follows ? given.map((points) => points ?? rules.target) : given;
  return score.includes(null) ? null : score;
}

/** The final score that was said, if it can follow from the hands. */
function countingFinal(game, rules) {
  const score = saidFinal(game, rules);
  const recorded = isFoot(game) ? [0, 0] : game.score;
  return score && !whyNotFinal(score, { ...game, recorded }, rules) ? score : null;
}

/** What of the hands is no fault beside a final score: what is not recorded, and hands after the end once it is said what counts. */
const isOnSheet = (code, { final }) => ["award_missing", "marks_missing"].includes(code) || (code === "after_the_end" && Boolean(final.contradiction));

/** Whether the final score counts although the hands differ. */
const isFoot = ({ final }) => ["foot", "disputed"].includes(final.contradiction);

/** Whether a game of a fixed number of hands is over: somebody is ahead then, or after an opening apiece more. */
function aheadAtTheEnd({ hands, score }, { fixed, awards }) {
  if (!fixed || hands.length < fixed || (hands.length - fixed) % score.length || winnerOf(score) === null) return false;
  return awards.every(({ name }) => hands[hands.length - 1][name]);
}

/** Whether the jack was turned up and the card stood, so that nobody can take it. */
function isJackTurned({ turnup = "", beg = "" }, rules) {
  return Boolean(rules.jack_turned) && /^J[SHDC]?$/.test(readTurned(turnup)) && ["-", "g"].includes(beg);
}

function withoutHung(body) {
  return Object.fromEntries(Object.entries(body).filter(([name]) => name !== "hung"));
}
