// A game at a table as its log has it, pegged by the engine of the entry page; and a hand tried before it is
// pegged. Pure: knows no page.

import { readTurned } from "../entry/opening.js";
import { pegGame } from "../entry/score.js";

export const SIDE = { h: 0, a: 1 };
const NOUGHT = [0, 0];

/** The game as it stands: its hands, the score after each, who plays and opened, a final score given whole. */
export function readGame(stands, table, number, words) {
  const at = (place, game = number) => stands.get(`${table}/${game}/${place}`);
  const body = (place, game) => at(place, game)?.body ?? {};
  const hands = [];
  for (let hand = words.hands; hand > 0; hand -= 1) {
    if (hands.length || Object.keys(body(`h${hand}`)).length) hands.unshift(body(`h${hand}`));
  }
  const first = SIDE[body("pitch")["first-pitch"]] ?? null;
  const game = {
    table,
    number,
    hands,
    first,
    pairs: ["home", "away"].map((side) => namesOf(side, body, number, words)),
    notes: body("notes", 1),
    final: body("final"),
    ...pegged(hands, first, words.rules),
  };
  const final = hands.length ? null : finalScore(game.final, words.rules);
  return { ...game, score: final ?? game.score, isOver: Boolean(game.ending || final), isNotPlayed: Boolean(game.notes["not-played"]) };
}

/** A hand in its place, new or put right: what it pegs, what is still to be asked, what cannot be. */
export function tryHand(game, number, body, rules) {
  const tried = (one) => pegged(Object.assign([...game.hands], { [number - 1]: one }), game.first, rules);
  const idle = unpeggedIn(tried(body), number, body, rules);
  const counted = Object.fromEntries(Object.entries(body).filter(([name]) => !idle.includes(name)));
  const after = tried(counted);
  const asked = rules.awards.find(({ name }) => !idle.includes(name) && !counted[name]);
  const refusal = after.refusals.find(({ hand, code }) => hand === number && code !== "award_missing");
  const before = scoreAt(after, number - 1);
  return {
    ...after,
    body: counted,
    idle,
    question: questionBefore(body, game) ?? asked?.words ?? null,
    asked: asked?.name ?? null,
    refusal: refusal?.sentence ?? "",
    before,
    after: scoreAt(after, number),
    wins: after.ending?.hand === number ? after.ending : null,
  };
}

/** The score after a hand, as far as the hands go. */
export function scoreAt({ running }, hand) {
  return running[Math.min(hand, running.length) - 1] ?? NOUGHT;
}

function pegged(hands, first, rules) {
  const found = pegGame(hands.map(marksOf), hands.flatMap((body, at) => penaltiesIn(body, at + 1, rules)), rules, first);
  return { running: found.running, score: found.score, before: found.before, ending: found.ending, refusals: found.refusals };
}

function marksOf(body) {
  const { high = "", low = "", jack = "", game = "" } = body;
  return { high, low, jack, game, turned: readTurned(body.turnup ?? ""), said: body.beg ?? "", hung: Boolean(body.hung) };
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
  if (rules.gift_ends_hand && body.beg === "g") return rules.awards.map(({ name }) => name);
  return ending?.hand === number ? ending.unpegged.map(({ name }) => name) : [];
}

/** What must be known before the awards: who opened where that decides whose points they are. */
function questionBefore(body, game) {
  const opens = readTurned(body.turnup ?? "") || body.beg === "g";
  if (opens && game.first === null) return "first";
  const odd = (body.penalties ?? []).find(({ side, reason, kind }) => !side || !(reason || kind));
  if (odd) return odd.side ? "reason" : "penalty";
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

function finalScore(final, { target, cap }) {
  const given = [final["home-final"], final["away-final"]].map((text) => (text ? Number(text) : null));
  if (given.every((points) => points === null)) return null;
  if (given.every((points) => points !== null)) return given;
  // The winner's score follows from the loser's where nobody passes the target.
  return target !== null && cap ? given.map((points) => points ?? target) : null;
}
