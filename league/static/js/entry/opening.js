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

/** The pegs before High, in order. The dealer's side is not the one that leads; `first` led hand 1. */
export function openingPegs(marks, penalties, first, hand, rules) {
  const eldest = first === null ? null : (first + hand - 1) % 2;
  const misdeals = penalties.filter(({ kind }) => kind === "misdeal").map(({ side, points }) => ({ side: side ?? eldest, points, what: "misdeal" }));
  const known = misdeals.filter(({ side }) => side !== null);
  if (eldest === null) return known;
  const turned = counting(marks.turned ? marks.turned.split(" ") : [], rules).filter((card) => rules.turnups[card[0]]);
  const turnups = turned.map((card) => ({ side: 1 - eldest, points: rules.turnups[card[0]], what: "turnup" }));
  const gift = marks.said === "g" && rules.begs ? [{ side: eldest, points: 1, what: "gift" }] : [];
  return [...known, ...turnups, ...gift];
}

/** The cards that count when the pack was run. */
function counting(turned, rules) {
  if (rules.turnup_when_run === "final_only") return turned.slice(-1);
  if (rules.turnup_when_run !== "not_repeat_suit") return turned;
  return turned.filter((card, at) => !at || !card[1] || card[1] !== turned[0][1]);
}
