// What stands over the score: where two phones differ, that another one scores here too, what the league refused.

import { tryHand, whyNotFinal } from "./game.js";
import { saysTheSame } from "./log.js";
import { bodyWords, difference, homeAway, phoneWords, placeWords, refusalWords } from "./words.js";

const TITLES = { home: "Who plays", away: "Who plays", pitch: "Who opened", final: "The final score", notes: "The remark" };

/** Draw the notices of a table anew. */
export function drawNotices(table, game, tried) {
  const { page, store } = table;
  const here = [...store.stands()].filter(([key]) => key.startsWith(`${table.table}/${game.number}/`));
  const refused = store.state().refused.filter((one) => one.table === table.table && one.game === game.number);
  const notices = [
    ...refused.map((one) => refusal(page, one)),
    begunBefore(table, game),
    meanwhile(table, game),
    doubted(table, game, tried),
    lostFinal(table, game),
    ...here.filter(([, one]) => one.differs).map(([key, one]) => differing(table, game, key, one)),
  ];
  const place = page.querySelector("[data-notices]");
  place.replaceChildren(...notices.filter(Boolean));
  const company = page.querySelector("[data-company]");
  company.hidden = !table.isScoredElsewhere(game);
  company.textContent = table.isWatching(game) ? "You are watching" : "Two phones score here";
}

function refusal(page, { place, sentence }) {
  const box = text(page, "div", "refusal", `${title(place)}: ${sentence} Put it right, and it is sent again.`);
  box.setAttribute("role", "alert");
  return box;
}

/** Somebody else pegged the very hand that is being tapped here: once, or are these two hands? */
function meanwhile(table, game) {
  const theirs = table.overtaken(game);
  if (!theirs) return null;
  if (saysTheSame(theirs, table.draft)) {
    queueMicrotask(() => table.settle(true));
    return null;
  }
  const { page, words } = table;
  const box = text(page, "div", "question", "");
  box.append(text(page, "p", "", `${table.phoneOf(table.hand)} has just pegged hand ${table.hand}: ${bodyWords(theirs, words)}.`));
  box.append(button(page, "That is the hand I mean", () => table.settle(true)));
  box.append(button(page, "Mine is the next hand", () => table.settle(false)));
  return box;
}

/** A table begun before the match was moved: where does it go on? */
function begunBefore(table, game) {
  if (!table.isBegunBefore(game)) return null;
  const box = text(table.page, "div", "question", "");
  const score = homeAway(game.score);
  box.append(text(table.page, "p", "", `This table was begun before the match was moved: ${score}. Continue, or begin again?`));
  box.append(button(table.page, `Continue from ${score}`, () => table.continueBegun()));
  box.append(button(table.page, `Begin again from ${homeAway(game.score.map(() => 0))}`, () => table.beginAgain()));
  return box;
}

/** Another phone has just pegged the same: once, or twice? */
function doubted(table, game, tried) {
  if (!table.isDoubted || !tried || table.overtaken(game)) return null;
  const box = text(table.page, "div", "question", "");
  box.dataset.doubted = "";
  const words = bodyWords(tried.body, table.words);
  box.append(text(table.page, "p", "", `${table.phoneOf(game.hands.length)} has just pegged the same as hand ${game.hands.length}: ${words}. The same hand, or the next one?`));
  box.append(button(table.page, `Same hand. The score stays ${homeAway(game.score)}`, () => table.settle(true)));
  box.append(button(table.page, `Next hand. ${homeAway(tried.before)} becomes ${homeAway(tried.after)}`, () => table.pegNext()));
  return box;
}

/** What can count where the hands do not give the final score. */
const COUNTS = { hands: "Count the hands", foot: "Count the final score", disputed: "Count the final score, mark the match as disputed" };

/** A final score that does not count: hands that came in later do not fit it. */
function lostFinal(table, game) {
  const totals = ["home-final", "away-final"].map((name) => game.final[name] ?? "");
  const isSame = game.isOver && totals.every((points, side) => points === "" || Number(points) === game.score[side]);
  if (game.finished || isSame || !totals.some(Boolean) || game.final.contradiction) return null;
  const { page, words } = table;
  const why = totals.every(Boolean) && whyNotFinal(totals.map(Number), game, words.rules);
  const because = why && why.side !== undefined ? refusalWords(why, game, words) : "The hands say otherwise.";
  const box = text(page, "div", "question", "");
  box.append(text(page, "p", "", `The final score ${totals.map((points) => points || "?").join("–")} does not count. ${because}`));
  for (const [contradiction, counts] of Object.entries(COUNTS)) box.append(button(page, counts, () => table.say("final", { ...game.final, contradiction })));
  box.append(button(page, "Delete final score", () => table.say("final", {})));
  return box;
}

function differing(table, game, key, { versions }) {
  const { page, store, words } = table;
  const place = key.split("/")[2];
  const box = text(page, "div", "question", "");
  box.dataset.differs = place;
  box.append(text(page, "p", "", `${title(place)}: two phones differ. Which is right?`));
  for (const { id, body, mine, side } of versions) {
    const said = `${placeWords(place, body, words)}${pointsOf(place, body, game, words)}`;
    const by = mine ? "This phone" : phoneWords(side, words);
    box.append(button(page, `${by}: ${said}`, () => store.accept(key, id)));
  }
  return box;
}

/** What a version of a hand pegs, ": 3–1"; "" where nothing is pegged. */
function pointsOf(place, body, game, { rules }) {
  if (!/^h\d/.test(place) || !Object.keys(body).length) return "";
  const tried = tryHand(game, Number(place.slice(1)), body, rules);
  return `: ${homeAway(difference(tried.before, tried.after))}`;
}

const title = (place) => (/^h\d/.test(place) ? `Hand ${place.slice(1)}` : TITLES[place]);

function button(page, words, act) {
  const made = Object.assign(page.createElement("button"), { type: "button", className: "button", textContent: words });
  made.addEventListener("click", act);
  return made;
}

function text(page, tag, className, words) {
  return Object.assign(page.createElement(tag), { className, textContent: words });
}
