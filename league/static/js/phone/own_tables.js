// The tables of one's own on this phone: which games, between whom. Their hands lie in the store, one log a table.
// Nothing of them leaves the phone.

import { freshId } from "./shelf.js";

const NAME = "pegboard own tables";
const MOST = 8;
// The letters of a button, by the number of sides.
const LONGEST = { 2: 8, 3: 8, 4: 6 };

/** The tables, the one used last first: {id, address, title, names}. */
export function ownTables() {
  try {
    return JSON.parse(localStorage.getItem(NAME)) ?? [];
  } catch {
    return [];
  }
}

/** Put a table first. A new one needs no id. Returns it. */
export function useTable({ id = freshId(), ...table }) {
  const first = { ...table, id };
  const tables = [first, ...ownTables().filter((other) => other.id !== id)].slice(0, MOST);
  try {
    localStorage.setItem(NAME, JSON.stringify(tables));
  } catch {
    // A phone that keeps nothing scores as long as the page is open.
  }
  return first;
}

/** What a side is called on a button: "The Dyers’ & Finishers’ Arms" is "Dyers’". `others` are the other sides. */
export function buttonName(name, others) {
  const longest = LONGEST[others.length + 1];
  const words = name.replace(/^the\s+/i, "").split(/\s+/);
  const [first] = words;
  if (words.join(" ").length <= longest) return words.join(" ");
  const isShared = others.some((other) => other.replace(/^the\s+/i, "").split(/\s+/)[0] === first);
  if (!isShared) return first.slice(0, longest);
  return `${first.slice(0, longest - 3)} ${words[words.length - 1].slice(0, 2)}`;
}
