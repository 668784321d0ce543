// To the next sheet of the pile: a few letters of either pub, and Enter. Several that fit are listed, those still to
// enter first: if that is one, it is meant. Where nothing fits that is said at once, and no more is taken.

const NONE_FITS = "No sheet of this night fits. Delete a letter.";
const isStillToEnter = ({ dataset }) => !("entered" in dataset);

/** Listen to the field of the page, if it has one. `go(option)` is given the chosen option of its list, `isToEnter(option)`
 * says whether its sheet is still to enter, and `takes(text)` what else may be typed here. */
export function jumpFrom(field, go, { isToEnter = isStillToEnter, takes = () => false } = {}) {
  if (!field) return;
  const place = field.closest(".jump");
  const options = [...place.querySelectorAll("[role=option]")];
  const list = place.querySelector(".jump-list");
  const status = document.getElementById("jump-status");

  /** Show the options that fit what was typed; all of them while nothing was. */
  function open() {
    const fitting = fittingOptions();
    options.forEach((option) => {
      option.hidden = !fitting.includes(option);
      underline(option.querySelector(".name"), field.value);
    });
    options[0].parentElement.append(...options);
    choose(meant(fitting));
    status.textContent = isLost() ? NONE_FITS : "";
    show(fitting.length > 0 || isLost());
    list.scrollIntoView({ block: "nearest" });
  }

  function show(isOpen) {
    list.hidden = !isOpen;
    field.setAttribute("aria-expanded", String(isOpen));
    if (!isOpen) choose(null);
  }

  /* M, the key that leads here, may have been pressed here once more. */
  function fittingOptions() {
    options.sort((one, other) => isToEnter(other) - isToEnter(one));
    const named = (typed) => options.filter((option) => placeIn(nameOf(option), typed));
    if (!plain(field.value)) return options;
    const fitting = named(field.value);
    return fitting.length || !/^m/i.test(field.value) ? fitting : field.value.length > 1 ? named(field.value.slice(1)) : options;
  }

  /** The one sheet that fits, or the one of those that is still to enter. */
  function meant(fitting) {
    const toEnter = fitting.filter(isToEnter);
    return fitting.length === 1 ? fitting[0] : toEnter.length === 1 && plain(field.value) ? toEnter[0] : null;
  }

  const isLost = () => plain(field.value) !== "" && !takes(field.value) && !fittingOptions().length;
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
      const option = chosen() ?? meant(fitting);
      if (option) return leaveFor(option);
      show(true);
      status.textContent = fitting.length ? `${fitting.length} matches fit: type on, or choose with the arrows.` : NONE_FITS;
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
  field.addEventListener("beforeinput", (event) => {
    if (event.inputType.startsWith("insert") && isLost()) event.preventDefault();
  });
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
