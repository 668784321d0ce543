// The night a match is played on: last or next week's page, opened by mistake, says so.

// A match may last past midnight: until five in the morning it is still the day before.
const NIGHT_ENDS = 5 * 60 * 60 * 1000;

/** "This match is on Thu 26 Nov, not today. Today: The Fleece v The Ram.", or "" on its day. */
export function otherDay({ date, words, others }, now = new Date()) {
  const today = isoDay(new Date(now.getTime() - NIGHT_ENDS));
  if (!date || date === today) return "";
  return `This match is on ${words}, not today.${others[today] ? ` Today: ${others[today]}.` : ""}`;
}

/** "This match has been moved to Thu 3 Dec." while the page is of another date, or "". */
function movedTo(date, { date: was }) {
  if (date === undefined || date === was) return "";
  if (!date) return "This match has been postponed. It has no new date yet.";
  const day = new Date(`${date}T12:00`).toLocaleDateString("en-GB", { weekday: "short", day: "numeric", month: "short" });
  return `This match has been moved to ${day.replace(",", "")}.`;
}

/** Draw the notice of a match of another day, or of one that was moved to `date`, until it is closed. */
export function showDay(page, day, date) {
  const box = page.querySelector("[data-other-day]");
  const words = movedTo(date, day) || otherDay(day);
  const sentence = box.dataset.closed === words ? "" : words;
  if (box.dataset.sentence === sentence) return;
  box.dataset.sentence = sentence;
  box.hidden = !sentence;
  const close = Object.assign(page.createElement("button"), { type: "button", className: "button small", textContent: "OK" });
  close.setAttribute("aria-label", "OK, score this match");
  close.addEventListener("click", () => {
    box.dataset.closed = words;
    box.hidden = true;
  });
  box.replaceChildren(Object.assign(page.createElement("span"), { textContent: sentence }), close);
}

function isoDay(day) {
  const two = (number) => String(number).padStart(2, "0");
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}
