// The draft is saved on the server while somebody types: soon after each change, and once more on leaving.
// Until the server has said so, the browser's tab holds it too, so that a reload at any moment loses nothing.

import { post } from "./post.js";

const SOON = 400;
const AGAIN = 4000;
const NOT_TYPED = ["csrfmiddlewaretoken", "version", "draft", "replaces", "page"];
const UNREACHED = "Not saved yet: the server does not answer. Trying again.";

/** Returns `changed`, to be called after every change. `show(answer)` is given what the server says. */
export function keepDraft(form, show) {
  const url = form.dataset.draft;
  // What was sent on leaving may arrive after the next page was made: it is known by the name of its page.
  form.elements.page.value ||= String(Math.random()).slice(2);
  let timer = null;
  let isDirty = false;
  let isStale = false;
  let sending = null;

  async function send() {
    timer = null;
    // One after the other: an older answer must not arrive on top of a newer one.
    await sending;
    sending = save().finally(() => (sending = null));
    return sending;
  }

  /** Says whether the server has answered, whatever it said. */
  async function save() {
    isDirty = false;
    try {
      const { content } = await post(url, typed(form));
      isStale = Boolean(content.stale);
      if (content.kept) {
        form.elements.draft.value = content.revision;
        form.elements.replaces?.remove();
      }
      if (!isDirty && !isStale) sessionStorage.removeItem(unsentKey(form));
      show(content);
      return true;
    } catch {
      isDirty = true;
      show({ kept: false, sentence: UNREACHED });
      timer ??= setTimeout(send, AGAIN);
      return false;
    }
  }

  function leave() {
    if (!isDirty || isStale) return;
    clearTimeout(timer);
    isDirty = false;
    navigator.sendBeacon(url, typed(form));
  }

  addEventListener("beforeunload", leave);
  addEventListener("pagehide", leave);

  // First the draft: if the session has ended or the league cannot be reached, that is said here and the page stays.
  let isReady = false;
  addEventListener("pageshow", () => (isReady = false));
  form.addEventListener("submit", async (event) => {
    // Of two drafts the server shows both, whichever button was pressed.
    if (isStale) sessionStorage.removeItem(unsentKey(form));
    if (isReady || isStale) return;
    event.preventDefault();
    const pressed = event.submitter;
    clearTimeout(timer);
    if (!(await send())) return;
    isReady = true;
    sessionStorage.removeItem(unsentKey(form));
    form.requestSubmit(pressed);
  });

  return function changed() {
    isDirty = true;
    const fields = typed(form);
    fields.delete("csrfmiddlewaretoken");
    sessionStorage.setItem(unsentKey(form), fields.toString());
    clearTimeout(timer);
    // A page that is behind its draft saves nothing until its sender has seen both.
    if (!isStale) timer = setTimeout(send, SOON);
  };
}

/** Put back what was typed when the page last went away before the server had it, and the draft it was typed on.
 * Says whether there was any. */
export function restoreUnsent(form) {
  const unsent = sessionStorage.getItem(unsentKey(form));
  if (unsent === null) return false;
  const fields = new URLSearchParams(unsent);
  for (const name of ["draft", "page"]) form.elements[name].value = fields.get(name) ?? form.elements[name].value;
  for (const field of form.elements) {
    if (!field.name || field.type === "submit" || NOT_TYPED.includes(field.name)) continue;
    if (field.type === "checkbox") field.checked = fields.has(field.name);
    else if (field.type === "radio") field.checked = fields.get(field.name) === field.value;
    else field.value = fields.get(field.name) ?? "";
  }
  return true;
}

const typed = (form) => new URLSearchParams(new FormData(form));

// Two people may use one tab after each other: what is unsent belongs to one of them.
const unsentKey = (form) => `unsent ${form.dataset.by} ${form.dataset.draft}`;
