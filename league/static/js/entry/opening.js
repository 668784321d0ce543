// What is pegged before the awards of a hand: misdeals, the cards turned up, the gift. Pure: knows no page.

const SUITS = "SHDC";
const RANKS = "23456789TJQKA";

/** The cards turned up as they are spelt, "6S K"; "" if one of them is no card. */
export function readTurned(text) {
  const words = text.toUpperCase().replace(/,/g, " ").split(/\s+/).filter(Boolean);
  const cards = words.map((word) => word.replace("10", "T").replace(/[♠♥♦♣]/, (suit) => SUITS["♠♥♦♣".indexOf(suit)]));
  const isCard = (card) => RANKS.includes(card[0]) && (card.length === 1 || (card.length === 2 && SUITS.includes(card[1])));
  return cards.every(isCard) ? cards.join(" ") : "";
}

/** The side that leads a hand, if `first` led hand 1: the deal passes on with every hand. */
export const leaderOf = (hand, first, { sides }) => (first === null ? null : (first + hand - 1) % sides.length);

/** The side that deals where `eldest` leads: the one before it. */
export const dealerOf = (eldest, { sides }) => (eldest + sides.length - 1) % sides.length;

/** The sides that score a gift, eldest's first: every one but the dealer's, or eldest's alone. */
export function giftedBy(eldest, { sides, gift_to }) {
  return sides.map((_, at) => (eldest + at) % sides.length).slice(0, gift_to === "eldest" ? 1 : -1);
}

/** The pegs before High, in order. `first` led hand 1. */
export function openingPegs(marks, penalties, first, hand, rules) {
  const eldest = leaderOf(hand, first, rules);
  const misdeals = penalties.filter(({ kind }) => kind === "misdeal").map(({ side, points }) => ({ side: side ?? eldest, points, what: "misdeal" }));
  const known = misdeals.filter(({ side }) => side !== null);
  if (eldest === null) return known;
  const turned = counting(marks.turned ? marks.turned.split(" ") : [], rules).filter((card) => rules.turnups[card[0]]);
  const turnups = turned.map((card) => ({ side: dealerOf(eldest, rules), points: rules.turnups[card[0]], what: "turnup" }));
  const gifted = marks.said === "g" && rules.begs ? giftedBy(eldest, rules) : [];
  return [...known, ...turnups, ...gifted.map((side) => ({ side, points: 1, what: "gift" }))];
}

/** The cards that count when the pack was run. */
function counting(turned, rules) {
  if (rules.turnup_when_run === "final_only") return turned.slice(-1);
  if (rules.turnup_when_run !== "not_repeat_suit") return turned;
  return turned.filter((card, at) => !at || !card[1] || card[1] !== turned[0][1]);
}
