// A game of the pile: two inputs in one box, and what their numbers say. `game` is the box.

export const SIDES = ["home", "away"];
export const other = (side) => (side === "home" ? "away" : "home");
export const inputOf = (game, side) => game.querySelector(`input[data-side=${side}]`);
export const target = (game) => (game.dataset.target ? Number(game.dataset.target) : null);
export const number = (input) => (/^\d{1,3}$/.test(input.value.trim()) ? Number(input.value) : null);
export const numbers = (game) => SIDES.map((side) => number(inputOf(game, side)));
export const isEmpty = (game) => SIDES.every((side) => !inputOf(game, side).value) && !notPlayed(game)?.checked;
export const notPlayed = (game) => game.closest("td").querySelector("input[type=checkbox]");
export const gamesOfTable = (game) => [...game.closest("td").querySelectorAll("[data-game]")];

/** Two scores of which neither reaches the target: the game is unfinished, or one of them is a slip. */
export const isUnfinished = (game) => {
  const most = target(game);
  return most !== null && numbers(game).every((score) => score !== null && score < most);
};

/** The loser's score if this side won: what was typed since the box was entered comes before what stood there, and
 * the other side's number before the winner's own. */
export function losersScore(game, winningSide) {
  const most = target(game);
  const inputs = [other(winningSide), winningSide].map((side) => inputOf(game, side));
  const typed = inputs.filter((input) => input.dataset.typed);
  const scores = [...typed, ...inputs].map(number);
  return scores.find((score) => score !== null && (most === null || score < most)) ?? null;
}

/** The box is left: what stands in it now is no longer what is being typed. */
export const leave = (game) => SIDES.forEach((side) => delete inputOf(game, side).dataset.typed);

/** Mark the winner's score. */
export function show(game) {
  const [home, away] = numbers(game);
  const isWon = home !== null && away !== null && home !== away && !isUnfinished(game) && !notPlayed(game)?.checked;
  game.dataset.won = isWon ? (home > away ? "home" : "away") : "";
}

/** The winner's score follows from the loser's, where nobody has typed another. */
export function complete(game, typedFor) {
  const score = number(inputOf(game, typedFor));
  const most = target(game);
  const opposite = inputOf(game, other(typedFor));
  const isFree = !opposite.value.trim() || opposite.dataset.follows;
  delete inputOf(game, typedFor).dataset.follows;
  if (score === null || most === null || !isFree) return;
  opposite.value = score < most ? most : "";
  if (score < most) opposite.dataset.follows = "yes";
}
