// The keyboard: four keys a hand, the cursor runs on by itself.

import { readMark } from "./sheet.js";
import { whyNot } from "./score.js";

const MARKS = { h: "h", a: "a", n: "-", "-": "-" };
const SAYINGS = ["", "g", "r", "-"];
const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

/** Listen at one game. `page` offers changed(game), nextGame(game), finalOf(game), penaltyAt(game, hand). */
export function listenToKeys(game, page) {
  game.place.querySelector("table.entry-grid")?.addEventListener("keydown", (event) => {
    const cell = event.target;
    if (!cell.dataset?.award || event.ctrlKey || event.metaKey || event.altKey) return;
    if (takeKey(event.key, cell, game, page)) event.preventDefault();
  });
  // A telephone's keyboard sends no keys, only the changed field.
  for (const [hand, { turnup, beg }] of game.beside.entries()) {
    for (const field of [turnup, beg]) field?.addEventListener("keydown", (event) => onEnter(event, () => game.boxes[hand][0].focus()));
  }
  for (const box of game.boxes.flat().filter(({ dataset }) => dataset.beside)) {
    box.addEventListener("keydown", (event) => onEnter(event, () => (box.value ? next(...placeOf(box, game), game)?.focus() : page.nextGame(game))));
  }
  game.place.addEventListener("input", ({ target }) => {
    if (target.dataset.award) readTyped(target, game, page);
    else page.changed(game);
  });
}

function takeKey(key, cell, game, page) {
  const mark = MARKS[key.toLowerCase()];
  if (mark) setMark(cell, mark, game, page);
  else if (key === "Backspace") goBack(cell, game, page);
  else if (key === "Delete") clear(cell, game, page);
  else if (STEPS[key]) move(cell, STEPS[key], game);
  else if (key === "Enter") page.nextGame(game);
  else if (key.toLowerCase() === "s") page.finalOf(game);
  else if (key.toLowerCase() === "p") page.penaltyAt(game, placeOf(cell, game)[0] + 1);
  else if (game.rules.turnup_keys[key.toLowerCase()]) turnUp(cell, game.rules.turnup_keys[key.toLowerCase()], game, page);
  else if (key.toLowerCase() === "t" && besides(cell, game).turnup) besides(cell, game).turnup.select();
  else if (key.toLowerCase() === "b" && besides(cell, game).beg) sayNext(cell, game, page);
  else if (key.toLowerCase() === "x" && besides(cell, game).hung) hang(cell, game, page);
  else if (key.length === 1) game.refuse(cell, `“${key}” is no mark: h for home, a for away, n for nobody.`);
  else return false;
  return true;
}

function setMark(cell, mark, game, page) {
  const [hand, at] = placeOf(cell, game);
  const award = game.rules.awards.find(({ name }) => name === cell.dataset.award);
  const hands = game.hands;
  const { hung } = game.beside[hand];
  hands[hand] = { ...hands[hand], [award.name]: "" };
  const refusal = whyNot(game.peg(hands), award, mark, hand + 1, game.rules);
  if (refusal) {
    game.refuse(cell, refusal.sentence);
    cell.select();
    return;
  }
  cell.value = mark;
  if (award.name === "jack" && mark === "-" && hung) hung.checked = false;
  page.changed(game);
  next(hand, at, game)?.focus();
}

function readTyped(cell, game, page) {
  const mark = readMark(cell.value.slice(-1));
  cell.value = "";
  if (mark) setMark(cell, mark, game, page);
  else page.changed(game);
}

/** Note a card turned up in the row of the cell; one more after those that are there. */
function turnUp(cell, rank, game, page) {
  const { turnup } = besides(cell, game);
  turnup.value = `${turnup.value} ${rank}`.trim();
  page.changed(game);
}

/** What was said to the card turned up: given a point, run, stood, and round again. */
function sayNext(cell, game, page) {
  const { beg } = besides(cell, game);
  beg.value = SAYINGS[(SAYINGS.indexOf(beg.value.trim().toLowerCase()) + 1) % SAYINGS.length];
  page.changed(game);
}

function hang(cell, game, page) {
  const { hung } = besides(cell, game);
  const jack = game.cells[placeOf(cell, game)[0]].find(({ dataset }) => dataset.award === "jack");
  if (!hung.checked && !["h", "a"].includes(readMark(jack.value))) {
    game.refuse(cell, "Type who took the Jack, h or a; then X says that it was hung.");
    return;
  }
  hung.checked = !hung.checked;
  page.changed(game);
}

function besides(cell, game) {
  return game.beside[placeOf(cell, game)[0]];
}

function onEnter(event, act) {
  if (event.key !== "Enter") return;
  event.preventDefault();
  act();
}

function goBack(cell, game, page) {
  const [hand, at] = placeOf(cell, game);
  const back = cell.value ? cell : (game.boxes[hand][at - 1] ?? game.boxes[hand - 1]?.at(-1));
  if (back) clear(back, game, page);
}

function clear(cell, game, page) {
  cell.value = "";
  cell.focus();
  page.changed(game);
}

function move(cell, [down, right], game) {
  const [hand, at] = placeOf(cell, game);
  const row = game.boxes[hand + down];
  if (down) row?.[at].focus();
  else (row[at + right] ?? (right > 0 ? game.boxes[hand + 1]?.[0] : game.boxes[hand - 1]?.at(-1)))?.focus();
}

function next(hand, at, game) {
  return game.boxes[hand][at + 1] ?? game.boxes[hand + 1]?.[0];
}

function placeOf(cell, game) {
  const hand = game.boxes.findIndex((boxes) => boxes.includes(cell));
  return [hand, game.boxes[hand].indexOf(cell)];
}
