/* A sheet as it was read. While it is being read the page looks again by itself. A doubtful mark is answered by a
   button or a key, and the next open one comes to focus; answers are saved as a draft at once. */

const LOOK = 1500;
const SAVE = 600;
const KEYS = { h: "h", a: "a", n: "-", "-": "-", e: "" };

const waiting = document.querySelector("[data-reading]");
if (waiting) {
  const look = async () => {
    if (!document.hidden) {
      try {
        const answer = await fetch(waiting.dataset.reading);
        const page = new DOMParser().parseFromString(await answer.text(), "text/html");
        if (answer.ok && page.querySelector("[data-reading]")?.textContent !== waiting.textContent) {
          window.location.replace(waiting.dataset.reading);
          return;
        }
      } catch {
        // No connection: the link to check again stays.
      }
    }
    window.setTimeout(look, LOOK);
  };
  window.setTimeout(look, LOOK);
}

const form = document.getElementById("entry");
if (form) {
  // A group of buttons, or a single field.
  const groups = [...form.querySelectorAll("[data-question]")];
  const isOpen = (group) => (group.matches("input") ? !group.value.trim() : !group.querySelector("input:checked"));
  const fieldOf = (group) => (group.matches("input") ? group : group.querySelector("input"));
  const settle = (group) => group.closest(".reading-question").classList.toggle("answered", !isOpen(group));

  const next = (group) => {
    const after = groups.slice(groups.indexOf(group) + 1);
    const open = after.find(isOpen) ?? groups.find(isOpen);
    const target = (open && fieldOf(open)) ?? document.querySelector("button[name=confirm], button[name=enter]");
    target?.focus();
    target?.scrollIntoView({ block: "center" });
  };

  let timer = 0;
  const save = async () => {
    const body = new FormData(form);
    try {
      const answer = await fetch(form.dataset.draft, { method: "POST", body });
      const news = await answer.json();
      if (!news.kept) return;
      form.elements.draft.value = news.revision;
      document.getElementById("summary").innerHTML = news.summary;
    } catch {
      // The answers stay on the page, and are sent with it.
    }
  };

  for (const group of groups) {
    settle(group);
    group.addEventListener("change", () => settle(group));
    group.addEventListener("click", (event) => {
      // A click by keyboard arrows has no pointer: only a real choice moves on.
      if (event.target.closest("label") && event.detail > 0) window.setTimeout(() => next(group), 0);
    });
    group.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (group.matches("input")) return;
      const value = KEYS[event.key.toLowerCase()];
      if (value === undefined) return;
      const choice = [...group.querySelectorAll("input")].find((input) => input.value === value);
      if (!choice) return;
      event.preventDefault();
      choice.checked = true;
      choice.dispatchEvent(new Event("change", { bubbles: true }));
      next(group);
    });
  }
  document.getElementById("keys")?.toggleAttribute("hidden", groups.length === 0);
  const first = groups.find(isOpen);
  if (first) fieldOf(first).focus({ preventScroll: true });

  if (form.dataset.draft) {
    form.addEventListener("change", () => {
      window.clearTimeout(timer);
      timer = window.setTimeout(save, SAVE);
    });
  }
}
