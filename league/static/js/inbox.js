/* The inbox by keyboard: arrows move the marked question, figures press its buttons, U undoes the last decision. */

const items = [...document.querySelectorAll("[data-item]")];
let current = items.findIndex((item) => "open" in item.dataset);

function mark(place) {
  if (!items.length) return;
  current = Math.max(0, Math.min(items.length - 1, place));
  const isWide = matchMedia("(min-width: 45rem)").matches;
  items.forEach((item, index) => item.classList.toggle("is-current", isWide && index === current));
  items[current].scrollIntoView({ block: "nearest" });
}

/* On a phone one question is open at a time; without script its link opens it. */
function open(item) {
  for (const other of items) other.toggleAttribute("data-open", other === item);
  history.replaceState(null, "", `?open=${encodeURIComponent(item.id)}`);
  item.scrollIntoView({ block: "nearest" });
}

for (const item of items)
  item.querySelector("h2 a").addEventListener("click", (event) => {
    event.preventDefault();
    open(item);
    mark(items.indexOf(item));
  });

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select")) return;
  const moves = { ArrowDown: 1, ArrowUp: -1 };
  if (event.key in moves) {
    event.preventDefault();
    mark(current + moves[event.key]);
  } else if (/^[1-9]$/.test(event.key) && current >= 0) {
    const choice = items[current].querySelectorAll("[data-choice]")[Number(event.key) - 1];
    if (!choice) return;
    event.preventDefault();
    choice.click();
    const reason = choice.parentElement.querySelector("input[name=reason]");
    if (reason && choice.parentElement.open) reason.focus();
  } else if (event.key.toLowerCase() === "u") {
    document.getElementById("undo-last")?.requestSubmit();
  }
});

if (matchMedia("(min-width: 45rem)").matches) mark(Math.max(current, 0));
