// The choice of a game: what was played last is chosen already, names stay on this phone, and a table that was begun
// is gone on with.

import { ROOT, keepPages } from "./keep.js";
import { ownTables, useTable } from "./own_tables.js";

const form = document.querySelector("[data-own-form]");
const { game, target } = form.elements;
const names = [...form.querySelectorAll("[data-own-names] input")];
const tables = ownTables();
const asked = new URLSearchParams(location.search).get("variant");

listTables();
choose();
form.querySelector("[data-own-names]").hidden = false;
game.addEventListener("change", showNames);
form.addEventListener("submit", start);
document.body.dataset.ready = "yes";

function listTables() {
  document.querySelector("[data-own-tables]").hidden = !tables.length;
  document.querySelector("[data-own-list]").replaceChildren(...tables.map(line));
}

function line(table) {
  const item = document.createElement("li");
  const link = Object.assign(document.createElement("a"), { href: table.address });
  const words = [table.title, table.names.join(", ")].map((text) => Object.assign(document.createElement("span"), { textContent: text }));
  words[0].className = "table-name";
  words[1].className = "table-names";
  link.append(...words);
  link.addEventListener("click", () => useTable(table));
  item.append(link);
  return item;
}

function choose() {
  const [last] = tables;
  const options = [...game.options].map(({ value }) => value);
  const lastGame = !asked && last && options.find((value) => last.address.startsWith(`${ROOT}table/${value}/`));
  const usual = options.filter((value) => value.startsWith(`${form.dataset.usual}/`));
  // Most play four to a table.
  game.value = lastGame || usual.find((value) => value.includes("/4/")) || usual[0] || options[0];
  if (lastGame) target.value = last.address.split("/").at(-2).replace(/^0$/, "");
  if (lastGame) names.forEach((field, at) => { field.value = last.names[at] ?? ""; });
  showNames();
}

function showNames() {
  const sides = Number(game.value.split("/")[2]);
  names.forEach((field, at) => { field.closest(".field").hidden = at >= sides; });
  // So that the game opens where there is no signal.
  keepPages([`${location.pathname}${game.value}/0/`]);
}

/** The names go no further than this phone; of the rest, the address is made here, for where there is no signal. */
function start(event) {
  event.preventDefault();
  const [, players, sides] = game.value.split("/");
  const noun = players === sides ? "Player" : "Side";
  const called = names.slice(0, Number(sides)).map((field, at) => field.value.trim() || `${noun} ${at + 1}`);
  const address = `${location.pathname}${game.value}/${Number(target.value)}/`;
  const [option] = game.selectedOptions;
  useTable({ address, title: option.textContent, names: called });
  location.assign(address);
}
