// Posting what somebody types. When their session has ended the password is asked for in place, and the page stays.

const TOKEN = "csrfmiddlewaretoken";
const prompt = document.getElementById("session-ended");
let asked = null; // one prompt at a time, whatever is waiting for it

/** Post fields (FormData or URLSearchParams); returns the status and the JSON of the answer. Throws if none comes. */
export async function post(url, fields) {
  for (let renewed = false; ;) {
    fields.set(TOKEN, document.querySelector(`[name=${TOKEN}]`).value);
    const answer = await fetch(url, { method: "POST", body: fields, headers: { Accept: "application/json" } });
    if (!answer.headers.get("Content-Type")?.includes("json")) throw new Error(`answer ${answer.status}`);
    const content = await answer.json();
    if (content.token && !renewed) {
      useToken(content.token);
      renewed = true;
    } else if (content.signed_out) {
      const typed = await askToSignIn(content);
      for (const name of ["username", "password", "code"]) fields.delete(`sign-in-${name}`);
      if (content.asks_code) {
        fields.set("sign-in-code", typed);
      } else {
        fields.set("sign-in-username", prompt.dataset.username);
        fields.set("sign-in-password", typed);
      }
      renewed = false;
    } else if (content.token) {
      throw new Error("the browser keeps no cookies for this site");
    } else {
      if (prompt) prompt.hidden = true;
      useToken(answer.headers.get("X-CSRF-Token"));
      return { status: answer.status, content };
    }
  }
}

/** A token changes with each sign-in, here or in another tab: every form of the page sends the new one. */
function useToken(token) {
  if (!token) return;
  for (const field of document.querySelectorAll(`[name=${TOKEN}]`)) field.value = token;
}

/** Ask for the password, or for the code of the second step. */
function askToSignIn({ refusal, asks_code: asksCode }) {
  if (!prompt) throw new Error("signed out");
  const field = prompt.querySelector("input");
  field.type = asksCode ? "text" : "password";
  field.autocomplete = asksCode ? "one-time-code" : "current-password";
  prompt.querySelector("[data-asks-code]").hidden = !asksCode;
  prompt.querySelector("[data-asks-password]").hidden = Boolean(asksCode);
  prompt.querySelector("[aria-live]").textContent = refusal;
  if (asked && !refusal && !asksCode) return asked;
  const typing = document.activeElement;
  prompt.hidden = false;
  field.value = "";
  field.focus();
  asked = new Promise((resolve) => {
    prompt.addEventListener(
      "submit",
      (event) => {
        event.preventDefault();
        asked = null;
        if (typing?.isConnected && typing !== document.body && !prompt.contains(typing)) typing.focus();
        resolve(field.value);
      },
      { once: true },
    );
  });
  return asked;
}
