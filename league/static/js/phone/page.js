// The scoring page, put together. Everything said goes through the store, which keeps it before it sends it; the
// page draws what stands there, whether it came from this phone, from another, or from the league.

import { showDay } from "./day.js";
import { MatchEnd } from "./end.js";
import { showMatch } from "./match.js";
import { afterPaint } from "./paint.js";
import { opensWords, showSending, troubleWords } from "./sending.js";
import { openSignature } from "./signature.js";
import { openStore } from "./store.js";
import { TableOnPage } from "./table.js";

// The square on a slip of earlier years leads to the match and names its table behind the hash.
const slip = location.hash.match(/^#s(\d+)v\d+$/);
const words = JSON.parse(document.getElementById("phone-words").textContent);
const store = await openStore({ log: words.log, wire: words.wire, told: words.told });
const isMatch = Boolean(document.querySelector("[data-tables]"));
if (isMatch && slip && words.games[slip[1] - 1]) location.replace(`${words.base}tables/${Number(slip[1])}/`);
const signature = await openSignature(store, words);
const draw = afterPaint(show);
const table = isMatch ? null : new TableOnPage(document, store, words, draw);
const end = isMatch ? new MatchEnd(document, store, words, signature) : null;

store.onChange(draw);
signature.onChange((drawn) => {
  if (drawn) end?.take(drawn);
  draw();
});
show();
// For tests and the curious: from here on taps are the page's own.
document.body.dataset.ready = "yes";

function show() {
  const state = store.state();
  showSending(document, signature.waiting ? { ...state, unsent: state.unsent + 1 } : state);
  showDay(document, words.day, state.date);
  document.querySelector("[data-opens]").textContent = opensWords(state);
  showTrouble(troubleWords(state) || (table && signature.refusal));
  if (table) table.show();
  else {
    showMatch(document, store.stands(), words);
    end.show();
  }
}

function showTrouble(sentence) {
  let box = document.getElementById("trouble");
  if (box) box.hidden = !sentence;
  if (!sentence || box?.textContent === sentence) return;
  box ??= Object.assign(document.createElement("p"), { id: "trouble", className: "notice warning" });
  box.textContent = sentence;
  document.getElementById("main").prepend(box);
}
