// A penalty is written with its hand, the side it goes to, its points and what it was for.

/** Open an empty line for a penalty in this hand and put the cursor into it. Enter in its last field goes back;
 * Escape goes back and leaves the line empty. */
export function addPenalty(game, hand, changed) {
  const back = document.activeElement;
  game.place.querySelector("details").open = true;
  const rows = [...game.place.querySelectorAll("[data-penalty]")];
  const row = rows.find((one) => !part(one, "side").value && !part(one, "reason").value) ?? another(rows.at(-1));
  part(row, "hand").value = String(hand);
  const kind = part(row, "kind");
  if (kind) kind.onchange = propose;
  if (!part(row, "points").value) propose();
  (kind ?? part(row, "side")).focus();
  const order = ["hand", "kind", "side", "points", "reason"].map((name) => part(row, name)).filter(Boolean);
  order.forEach((field, at) => {
    field.onkeydown = (event) => {
      if (event.key === "Enter") (order[at + 1] ?? back).focus();
      else if (event.key === "Escape") takeBack();
      else return;
      event.preventDefault();
    };
  });
  changed();

  /** The points this kind of penalty gives; none stand for the whole game. */
  function propose() {
    const points = kind?.value ? game.rules.kinds[kind.value].points : (game.rules.penalty ?? 1);
    part(row, "points").value = points ?? "";
    changed();
  }

  function takeBack() {
    order.forEach((field) => (field.value = ""));
    back.focus();
    changed();
  }
}

const part = (row, name) => row.querySelector(`[data-part="${name}"]`);

function another(row) {
  const copy = row.cloneNode(true);
  for (const field of copy.querySelectorAll("[name]")) {
    field.name = field.name.replace(/-p(\d+)-/, (_, number) => `-p${Number(number) + 1}-`);
    field.id = field.name;
    field.value = "";
    field.removeAttribute("aria-describedby");
    field.setAttribute("aria-label", field.getAttribute("aria-label").replace(/penalty (\d+)/, (_, number) => `penalty ${Number(number) + 1}`));
  }
  row.after(copy);
  return copy;
}
