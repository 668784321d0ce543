// The draft is kept on the server while somebody types: soon after each change, and once more on leaving.

const SOON = 400;
const AGAIN = 4000;

/** Returns `changed`, to be called after every change. `show(answer)` is given what the server says. */
export function keepDraft(form, show) {
  const url = form.dataset.draft;
  let timer = null;
  let isDirty = false;

  async function send() {
    timer = null;
    isDirty = false;
    try {
      const answer = await fetch(url, { method: "POST", body: new URLSearchParams(new FormData(form)) });
      if (!answer.headers.get("Content-Type")?.includes("json")) throw new Error(`answer ${answer.status}`);
      show(await answer.json());
    } catch {
      isDirty = true;
      show({ kept: false, sentence: "Not kept yet: the server does not answer. Trying again." });
      timer ??= setTimeout(send, AGAIN);
    }
  }

  function leave() {
    if (!isDirty) return;
    clearTimeout(timer);
    isDirty = false;
    navigator.sendBeacon(url, new URLSearchParams(new FormData(form)));
  }

  // Before a reload asks for the page again, what was typed last must have left.
  addEventListener("beforeunload", leave);
  addEventListener("pagehide", leave);
  form.addEventListener("submit", () => {
    clearTimeout(timer);
    isDirty = false;
  });

  return function changed() {
    isDirty = true;
    clearTimeout(timer);
    timer = setTimeout(send, SOON);
  };
}
