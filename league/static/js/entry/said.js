// What stands in the boxes "Sheet says": one score is enough if it is the loser's, the winner's is the target.

/** The final score of the sheet as [home, away], or null while it does not say enough. */
export function saidScore(game) {
  const { target, cap } = game.rules;
  const typed = game.finals.map((final) => (/^\d{1,3}$/.test(final.value.trim()) ? Number(final.value) : null));
  if (cap && target !== null) {
    if (typed[0] === null && typed[1] !== null && typed[1] < target) return [target, typed[1]];
    if (typed[1] === null && typed[0] !== null && typed[0] < target) return [typed[0], target];
  }
  return typed.includes(null) ? null : typed;
}
