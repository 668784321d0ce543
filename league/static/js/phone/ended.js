// The page of a code or a link that has ended: which hands of it this phone has not sent.

import { openShelf } from "./shelf.js";

const place = document.querySelector("[data-unsent]");
const [base] = location.pathname.match(/^.*\/(?:s\/[^/]+|c\/[^/]+\/matches\/[^/]+)\//) ?? [];
if (base) {
  const { entries } = await (await openShelf(`${base}log/`)).read();
  const number = ({ place: name }) => Number(name.slice(1));
  const unsent = entries.filter(({ n, place: name }) => n === null && /^h\d/.test(name));
  unsent.sort((one, other) => one.table - other.table || number(one) - number(other));
  const hands = [...new Set(unsent.map(({ table, place: name }) => `table ${table}, hand ${name.slice(1)}`))];
  place.hidden = !hands.length;
  place.textContent = `Not sent from this phone: ${hands.join("; ")}.`;
}
