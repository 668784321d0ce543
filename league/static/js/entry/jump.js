// To the next sheet of the pile: a few letters of either pub, and Enter. Several that fit are listed; arrows choose.

/** Listen to the field of the page, if it has one. `go(option)` is given the chosen option of its list. */
export function jumpFrom(field, go) {
  if (!field) return;
  const place = field.closest(".jump");
  const options = [...place.querySelectorAll("[role=option]")];
  const list = place.querySelector(".jump-list");
  const status = document.getElementById("jump-status");
  place.hidden = false;

  /** Show the options that fit what was typed; all of them while nothing was. */
  function open() {
    const fitting = fittingOptions();
    options.forEach((option) => {
      option.hidden = !fitting.includes(option);
      underline(option.querySelector(".name"), field.value);
    });
    choose(fitting.length === 1 ? fitting[0] : null);
    status.textContent = "";
    show(fitting.length > 0);
    list.scrollIntoView({ block: "nearest" });
  }

  function show(isOpen) {
    list.hidden = !isOpen;
    field.setAttribute("aria-expanded", String(isOpen));
    if (!isOpen) choose(null);
  }

  /* M, the key that leads here, may have been pressed here once more. */
  function fittingOptions() {
    const named = (typed) => options.filter((option) => placeIn(nameOf(option), typed));
    if (!plain(field.value)) return options;
    const fitting = named(field.value);
    return fitting.length || !/^m/i.test(field.value) ? fitting : named(field.value.slice(1));
  }

  const chosen = () => options.find((option) => option.ariaSelected === "true");
  function choose(option) {
    options.forEach((each) => each.setAttribute("aria-selected", String(each === option)));
    if (option) field.setAttribute("aria-activedescendant", option.id);
    else field.removeAttribute("aria-activedescendant");
    option?.scrollIntoView({ block: "nearest" });
  }

  function leaveFor(option) {
    field.value = "";
    status.textContent = "";
    show(false);
    go(option);
  }

  const keys = {
    Enter() {
      const fitting = plain(field.value) ? fittingOptions() : [];
      if (chosen() ?? fitting.length === 1) return leaveFor(chosen() ?? fitting[0]);
      show(true);
      status.textContent = fitting.length
        ? `${fitting.length} matches fit: type on, or choose with the arrows.`
        : "No match of this night fits.";
    },
    Escape: () => show(false),
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
  };

  function step(by) {
    if (list.hidden) open();
    const fitting = fittingOptions();
    const next = fitting.indexOf(chosen()) + by;
    choose(fitting.at(next < 0 ? -1 : next % fitting.length) ?? null);
  }

  field.addEventListener("input", () => (field.value ? open() : show(false)));
  field.addEventListener("blur", () => show(false));
  field.addEventListener("keydown", (event) => {
    if (!(event.key in keys) || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    keys[event.key]();
  });
  list.addEventListener("pointerdown", (event) => event.preventDefault()); // the field keeps the focus
  list.addEventListener("click", (event) => {
    const option = event.target.closest("[role=option]");
    if (option) leaveFor(option);
  });
}

const nameOf = (option) => option.querySelector(".name").textContent;
const plain = (text) =>
  text
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, " ")
    .trim();

/** Where a word of the name begins with what was typed: [from, to], or null. Accents, signs, capitals do not matter. */
function placeIn(name, typed) {
  const wanted = plain(typed);
  if (!wanted) return null;
  for (const { index: from } of name.matchAll(/(?<![\p{L}\d])[\p{L}\d]/gu)) {
    if (!plain(name.slice(from)).startsWith(wanted)) continue;
    let to = from + 1;
    while (to < name.length && plain(name.slice(from, to)) !== wanted) to += 1;
    return [from, to];
  }
  return null;
}

function underline(place, typed) {
  const name = place.textContent;
  const [from, to] = placeIn(name, typed) ?? [0, 0];
  const mark = document.createElement("mark");
  mark.textContent = name.slice(from, to);
  place.replaceChildren(name.slice(0, from), ...(to ? [mark] : []), name.slice(to));
}
