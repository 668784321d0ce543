// What follows from saving, and what has changed, while one types. Without this script "Preview" shows the same.

const PAUSE = 500;
const form = document.getElementById("record-form");
let waiting = 0;
let sent = 0;

form.addEventListener("input", () => {
  clearTimeout(waiting);
  waiting = setTimeout(preview, PAUSE);
});

async function preview() {
  sent += 1;
  const turn = sent;
  const body = new FormData(form);
  body.set("preview", "");
  const page = await pageOf(body);
  if (!page || turn !== sent) return;
  for (const id of ["follows", "unsaved"]) {
    document.getElementById(id).replaceChildren(...page.getElementById(id).childNodes);
  }
  const fresh = [...page.querySelectorAll(".record-field")];
  const fields = [...document.querySelectorAll(".record-field")];
  // Another game has other house rules: its fields come with the button beside it.
  if (fresh.length !== fields.length) return;
  for (const [place, field] of fields.entries()) mark(field, fresh[place]);
}

// The page as the server shows it for these fields; nothing if it does not answer with one.
async function pageOf(body) {
  try {
    const answer = await fetch(location.href, { method: "POST", body });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    return page.getElementById("follows") && page;
  } catch {
    return null;
  }
}

// Mark a field as changed, with what it was.
function mark(field, fresh) {
  field.classList.toggle("barred", fresh.classList.contains("barred"));
  field.querySelector(".was")?.remove();
  const was = fresh.querySelector(".was");
  if (was) field.prepend(was);
}
