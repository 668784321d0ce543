// The other forms of a table, kept without loading: who plays, who opens, a final score, a remark; and the keys
// for cards turned up.

import { LETTERS, SIDE, firstIf } from "./game.js";

/** Everything but the hand. What a form says goes to the log as the plain form would send it. */
export function listenToForms(table) {
  const { page } = table;
  const keep = { names: keepNames, pitch: keepPitch, final: keepFinal, notes: keepNotes };
  page.addEventListener("submit", (event) => {
    const act = keep[event.target.dataset.form];
    if (!act) return;
    event.preventDefault();
    act(table, new FormData(event.target, event.submitter), event.target);
    if (event.target.closest("details")) event.target.closest("details").open = false;
  });
  listenToRanks(page);
}

async function keepNames(table, said) {
  for (const side of ["home", "away"]) {
    const seats = Array.from({ length: table.words.players }, (_, at) => String(at + 1));
    const name = (seat) => said.get(`${side}-${seat}-other`).trim() || said.get(`${side}-${seat}`);
    await table.say(side, Object.fromEntries(seats.map((seat) => [seat, name(seat)])));
  }
}

/** Over the answers it is asked who opens this hand, which says who opened the first: the deal passes on. */
function keepPitch(table, said, form) {
  const hand = "opening" in form.dataset ? table.hand : 1;
  table.asksOpener = false;
  return table.say("pitch", { "first-pitch": LETTERS[firstIf(SIDE[said.get("first-pitch")], hand, table.words.rules)] });
}

const keepFinal = (table, said) => table.say("final", Object.fromEntries(["home-final", "away-final", "contradiction"].map((name) => [name, said.get(name) ?? ""])));

const keepNotes = (table, said) => table.say("notes", { remarks: said.get("remarks"), "not-played": said.get("not-played") ?? "" }, 1);

/** Each tap on a rank writes it down: the pack may have been run. */
function listenToRanks(page) {
  const ranks = page.querySelector("[data-ranks]");
  if (!ranks) return;
  ranks.hidden = false;
  page.querySelector("[data-ranks-hint]").className = "visually-hidden";
  ranks.addEventListener("click", ({ target }) => {
    const rank = target.closest("[data-rank]")?.dataset.rank;
    const field = page.getElementById("turnup");
    if (!rank) return;
    field.value = `${field.value} ${rank}`.trim();
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
}
