// To the next sheet of the pile: a few letters of either pub, and Enter.

/** Listen to the field of the page, if it has one. `go(option)` is given the chosen option of its list. */
export function jumpFrom(field, go) {
  if (!field) return;
  field.closest("[hidden]").hidden = false;
  const options = [...field.list.options];
  const status = document.getElementById("jump-status");

  field.addEventListener("input", () => {
    status.textContent = "";
    const chosen = options.find((option) => option.value === field.value);
    if (chosen) leaveFor(chosen);
  });
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    const fitting = options.filter((option) => fits(option.value, field.value));
    if (fitting.length === 1) leaveFor(fitting[0]);
    else status.textContent = fitting.length ? `${fitting.length} matches fit: type on.` : "No match of this night fits.";
  });

  function leaveFor(option) {
    field.value = "";
    status.textContent = "";
    go(option);
  }
}

/** Whether a word of the match begins with what was typed: accents, signs and capitals do not matter. */
const fits = (match, typed) => plain(typed) !== "" && ` ${plain(match)}`.includes(` ${plain(typed)}`);
const plain = (text) =>
  text
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, " ")
    .trim();
