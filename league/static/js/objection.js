// What follows from a changed hand, while one taps. Without this script "Show what follows" shows the same.

const form = document.getElementById("objection");
const hands = [...document.querySelectorAll("[data-hand]")];
let sent = 0;

document.getElementById("look").hidden = true;
form.addEventListener("change", ({ target }) => {
  // A figure is shown as it is typed: once more as it is left would take the button from under the finger.
  if (target.type !== "text") show();
});
form.addEventListener("input", ({ target }) => {
  if (target.type === "text") show();
});
for (const hand of hands) hand.querySelector("summary").addEventListener("click", () => closeOthers(hand));
// For tests: from here on taps are the page's own.
document.body.dataset.ready = "yes";

async function show() {
  sent += 1;
  const turn = sent;
  const send = document.getElementById("send");
  // What is sent is what was seen.
  send.disabled = true;
  const page = await pageOf(new FormData(form));
  if (turn !== sent) return;
  if (!page) {
    document.getElementById("follows").textContent = "No signal. Tap an answer again to see what follows.";
    return;
  }
  for (const { id } of [...document.querySelectorAll("[id^=row-]"), document.getElementById("follows")]) {
    document.getElementById(id).replaceChildren(...page.getElementById(id).childNodes);
  }
  for (const hand of hands) {
    const fresh = page.querySelector(`[data-hand="${hand.dataset.hand}"]`);
    for (const name of ["changed", "to-ask"]) hand.classList.toggle(name, fresh.classList.contains(name));
    if (fresh.classList.contains("to-ask")) hand.open = true;
  }
  send.disabled = page.getElementById("send").disabled;
}

// The page as the server shows it for these answers; nothing if it does not answer with one.
async function pageOf(body) {
  body.set("look", "yes");
  try {
    const answer = await fetch(location.href, { method: "POST", body });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    return page.getElementById("send") && page;
  } catch {
    return null;
  }
}

// One hand at a time is open, and those somebody has to look at.
function closeOthers(opened) {
  for (const hand of hands) {
    if (hand !== opened && !hand.classList.contains("to-ask")) hand.open = false;
  }
}
