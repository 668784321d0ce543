// The ways to the other games and tables: links at the foot, and a swipe.

import { gamesWon } from "./game.js";
import { homeAway } from "./words.js";

const SWIPE = 70;

/** Draw the links to the games of this table, and mark where the page is. */
export function drawWays(table) {
  const { page, words } = table;
  drawGamesWon(table);
  const games = page.querySelector("[data-games]");
  const numbers = Array.from({ length: words.games[table.table - 1] }, (_, at) => at + 1);
  games?.replaceChildren(...numbers.map((number) => way(table, number)));
  for (const link of page.querySelectorAll("[data-go]")) mark(link, Number(link.dataset.go) === table.table);
}

/** `swiped(1)` for a swipe to what lies on the right. */
export function listenToSwipes(place, swiped) {
  let from = null;
  place.addEventListener("touchstart", ({ touches }) => {
    from = touches.length === 1 ? [touches[0].clientX, touches[0].clientY] : null;
  }, { passive: true });
  place.addEventListener("touchend", ({ changedTouches: [end] }) => {
    if (!from) return;
    const [across, down] = [end.clientX - from[0], end.clientY - from[1]];
    if (Math.abs(across) > SWIPE && Math.abs(across) > 3 * Math.abs(down)) swiped(across < 0 ? 1 : -1);
  });
}

/** Beside the name of a table of several games: "games 1–0". */
function drawGamesWon({ page, store, table, words }) {
  if (Math.max(...words.games) === 1) return;
  page.body.classList.add("several-games");
  const place = page.querySelector(".games-won") ?? Object.assign(page.createElement("span"), { className: "games-won" });
  place.textContent = `games ${homeAway(gamesWon(store.stands(), table, words))}`;
  page.querySelector(".strip h1").after(place);
}

function way(table, number) {
  const item = table.page.createElement("li");
  const link = Object.assign(table.page.createElement("a"), { href: table.address({ game: number }), textContent: `Game ${number}` });
  mark(link, number === table.number);
  item.append(link);
  return item;
}

function mark(link, isHere) {
  if (isHere) link.setAttribute("aria-current", "page");
  else link.removeAttribute("aria-current");
}
