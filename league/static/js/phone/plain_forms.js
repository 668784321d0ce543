// The plain forms of a captain's pages where there is no signal: the browser would leave the page for its own error, and
// what was typed with it. Here the league is asked first whether it is there; if not, everything stays as it is.

const PATIENCE = 8000;
const NOT_SENT = "Not sent: there is no signal. What you entered is still here. Leave this page open, and press again when there is signal.";

/** Hold every plain form of a page that cannot be sent. Forms that a script sends by itself are left to it. */
export function holdPlainForms(page) {
  let isAsking = false;
  page.addEventListener("submit", async (event) => {
    const { target: form, submitter } = event;
    if (event.defaultPrevented || form.method !== "post") return;
    event.preventDefault();
    if (isAsking) return;
    isAsking = true;
    const isThere = await isLeagueThere();
    isAsking = false;
    say(form, isThere ? "" : NOT_SENT);
    if (isThere) send(form, submitter);
  });
}

/** Whether it is the league that answers, and not nobody, nor a public network. */
async function isLeagueThere() {
  const patience = new AbortController();
  const end = setTimeout(() => patience.abort(), PATIENCE);
  try {
    const answer = await fetch(location.pathname, { method: "HEAD", cache: "no-store", signal: patience.signal });
    return answer.headers.has("X-Pegboard-Page");
  } catch {
    return false;
  } finally {
    clearTimeout(end);
  }
}

/** As the browser would have sent it, with the button that was pressed. */
function send(form, button) {
  if (button?.name) {
    const pressed = Object.assign(document.createElement("input"), { type: "hidden", name: button.name, value: button.value });
    form.append(pressed);
    addEventListener("pageshow", () => pressed.remove(), { once: true });
  }
  HTMLFormElement.prototype.submit.call(form);
}

function say(form, sentence) {
  let box = form.querySelector("[data-not-sent]");
  if (!box && sentence) {
    box = Object.assign(document.createElement("p"), { className: "notice warning" });
    box.setAttribute("role", "alert");
    box.dataset.notSent = "";
    form.append(box);
  }
  if (box) box.hidden = !sentence;
  if (box && sentence) box.textContent = sentence;
}
