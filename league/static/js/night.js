/* A night by keyboard: arrows move between its matches, Enter opens one, Esc closes it. */

const rows = [...document.querySelectorAll(".opens > details > summary")];

document.querySelector("[data-by-script]").hidden = false;
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select")) return;
  const row = event.target.closest(".opens")?.querySelector("summary");
  const moves = { ArrowDown: 1, ArrowUp: -1 };
  if (event.key in moves) {
    event.preventDefault();
    const place = row ? rows.indexOf(row) + moves[event.key] : 0;
    rows[Math.max(0, Math.min(rows.length - 1, place))].focus();
  } else if (event.key === "Escape" && row) {
    row.parentElement.open = false;
    row.focus();
  }
});
