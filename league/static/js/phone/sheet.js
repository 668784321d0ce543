// The sheet beside the table's name: everything that is not asked for in every hand. Without script it is the rest of
// the page; here it takes the place of the answers until it is closed. It has a place in the history, so that the
// phone's own way back closes it.

// All hands are shown by themselves.
const HANDS = "[data-so-far]";

/** Make the link beside the title open and close the sheet. Returns what opens, closes and leaves it. */
export function makeSheet(page) {
  const { body } = page;
  const link = page.querySelector("[data-more]");
  const bar = closingBar(page);
  body.classList.add("has-script");
  link.setAttribute("role", "button");
  body.append(bar);
  let isLeaving = false;

  function show(isOpen) {
    body.classList.toggle("sheet-open", isOpen);
    if (!isOpen) body.classList.remove("hands-open");
    link.setAttribute("aria-expanded", String(isOpen));
    bar.hidden = !isOpen;
    page.getElementById("main").scrollTop = 0;
  }

  const sheet = {
    get isOpen() {
      return body.classList.contains("sheet-open");
    },
    /** Open it, at one of its folded parts if a selector is given. */
    open(part = null) {
      if (!sheet.isOpen) history.pushState({ sheet: true }, "");
      show(true);
      body.classList.toggle("hands-open", part === HANDS);
      const folded = part && page.querySelector(part);
      if (!folded) return;
      folded.open = true;
      folded.scrollIntoView({ block: "nearest" });
    },
    close() {
      if (!sheet.isOpen) return;
      show(false);
      isLeaving = Boolean(history.state?.sheet);
      if (isLeaving) history.back();
    },
    /** Close it on the way to another address. */
    go(address) {
      history[history.state?.sheet ? "replaceState" : "pushState"](null, "", address);
      if (sheet.isOpen) show(false);
    },
    /** Whether a step back only closed the sheet. */
    wentBack() {
      const isSheet = isLeaving || sheet.isOpen;
      isLeaving = false;
      if (sheet.isOpen) show(false);
      return isSheet;
    },
  };

  link.addEventListener("click", (event) => {
    event.preventDefault();
    if (sheet.isOpen) sheet.close();
    else sheet.open();
  });
  bar.querySelector("button").addEventListener("click", () => sheet.close());
  page.querySelector(".more").addEventListener("submit", () => sheet.close());
  page.addEventListener("keydown", ({ key }) => key === "Escape" && sheet.close());
  show(false);
  return sheet;
}

function closingBar(page) {
  const bar = Object.assign(page.createElement("div"), { className: "sheet-bar", hidden: true });
  const close = Object.assign(page.createElement("button"), { type: "button", className: "button primary", textContent: "Back to the score" });
  close.dataset.sheetClose = "";
  bar.append(close);
  return bar;
}
