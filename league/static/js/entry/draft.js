// The draft is kept on the server while somebody types: soon after each change, and once more on leaving.
// Until the server has said so, the browser's tab holds it too, so that a reload at any moment loses nothing.

const SOON = 400;
const AGAIN = 4000;
const NOT_TYPED = ["csrfmiddlewaretoken", "version"];

/** Returns `changed`, to be called after every change. `show(answer)` is given what the server says. */
export function keepDraft(form, show) {
  const url = form.dataset.draft;
  let timer = null;
  let isDirty = false;
  let isSending = false;

  async function send() {
    timer = null;
    if (isSending) {
      // One after the other: an older answer must not arrive on top of a newer one.
      timer = setTimeout(send, SOON);
      return;
    }
    isDirty = false;
    isSending = true;
    try {
      const answer = await fetch(url, { method: "POST", body: typed(form) });
      if (!answer.headers.get("Content-Type")?.includes("json")) throw new Error(`answer ${answer.status}`);
      if (!isDirty) sessionStorage.removeItem(unsentKey(form));
      show(await answer.json());
    } catch {
      isDirty = true;
      show({ kept: false, sentence: "Not kept yet: the server does not answer. Trying again." });
      timer ??= setTimeout(send, AGAIN);
    } finally {
      isSending = false;
    }
  }

  function leave() {
    if (!isDirty) return;
    clearTimeout(timer);
    isDirty = false;
    navigator.sendBeacon(url, typed(form));
  }

  addEventListener("beforeunload", leave);
  addEventListener("pagehide", leave);
  form.addEventListener("submit", () => {
    clearTimeout(timer);
    isDirty = false;
    sessionStorage.removeItem(unsentKey(form));
  });

  return function changed() {
    isDirty = true;
    sessionStorage.setItem(unsentKey(form), typed(form).toString());
    clearTimeout(timer);
    timer = setTimeout(send, SOON);
  };
}

/** Put back what was typed when the page last went away before the server had it. Says whether there was any. */
export function restoreUnsent(form) {
  const unsent = sessionStorage.getItem(unsentKey(form));
  if (unsent === null) return false;
  const fields = new URLSearchParams(unsent);
  for (const field of form.elements) {
    if (!field.name || field.type === "submit" || NOT_TYPED.includes(field.name)) continue;
    if (field.type === "checkbox") field.checked = fields.has(field.name);
    else field.value = fields.get(field.name) ?? "";
  }
  return true;
}

const typed = (form) => new URLSearchParams(new FormData(form));

// Two people may use one tab after each other: what is unsent belongs to one of them.
const unsentKey = (form) => `unsent ${form.dataset.by} ${form.dataset.draft}`;
