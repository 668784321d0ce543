// A line-up by a few letters: the side's own squad first, then the others, then everybody of the league.
// What nobody is called is kept as written.

const MOST_SHOWN = 8;

/** Turn the name fields into boxes that suggest. `moveOn(field)` is called when a name is done. */
export function suggestNames(fields, moveOn) {
  const rosters = new Map();
  fields.forEach((field) => {
    if (!rosters.has(field.dataset.name)) rosters.set(field.dataset.name, readRoster(field.list));
    // The browser's own list would lie over ours.
    field.removeAttribute("list");
    new Suggestions(field, rosters.get(field.dataset.name), fields, moveOn);
  });
}

function readRoster(list) {
  return [...list.options].map((option) => ({ label: option.value, team: option.label, words: folded(option.value) }));
}

const folded = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().match(/[\p{L}\p{N}’']+/gu) ?? [];

/** The players every typed piece of whose name begins one of their own words; those already down come last. */
export function matching(text, roster, taken = new Set()) {
  const pieces = folded(text);
  if (!pieces.length) return [];
  const fits = (player) => pieces.every((piece) => player.words.some((word) => word.startsWith(piece)));
  const found = roster.filter(fits);
  return [...found.filter((one) => !taken.has(one.label)), ...found.filter((one) => taken.has(one.label))].slice(0, MOST_SHOWN);
}

class Suggestions {
  constructor(field, roster, fields, moveOn) {
    Object.assign(this, { field, roster, fields, moveOn, shown: [], at: -1 });
    this.list = document.createElement("ul");
    this.list.id = `${field.id}-list`;
    this.list.className = "suggestions";
    this.list.setAttribute("role", "listbox");
    this.list.setAttribute("aria-label", `Players for ${field.getAttribute("aria-label")}`);
    this.list.hidden = true;
    field.parentElement.append(this.list);
    field.setAttribute("role", "combobox");
    field.setAttribute("aria-autocomplete", "list");
    field.setAttribute("aria-controls", this.list.id);
    field.setAttribute("aria-expanded", "false");
    field.addEventListener("input", () => this.open());
    field.addEventListener("keydown", (event) => this.#key(event));
    field.addEventListener("blur", () => this.close());
    this.list.addEventListener("mousedown", (event) => this.#pressed(event));
  }

  open() {
    const taken = new Set(this.fields.filter((one) => one !== this.field).map((one) => one.value.trim()));
    this.shown = matching(this.field.value, this.roster, taken);
    this.list.replaceChildren(...this.shown.map((player, at) => this.#option(player, at, taken)));
    this.list.hidden = !this.shown.length;
    this.field.setAttribute("aria-expanded", String(this.shown.length > 0));
    this.#choose(this.shown.length ? 0 : -1);
  }

  close() {
    this.list.hidden = true;
    this.shown = [];
    this.field.setAttribute("aria-expanded", "false");
    this.field.removeAttribute("aria-activedescendant");
  }

  #option(player, at, taken) {
    const option = document.createElement("li");
    option.id = `${this.list.id}-${at}`;
    option.setAttribute("role", "option");
    option.dataset.at = at;
    const team = document.createElement("span");
    team.className = "note";
    team.textContent = taken.has(player.label) ? "already down" : player.team;
    option.append(player.label, " ", team);
    return option;
  }

  #choose(at) {
    this.at = at;
    [...this.list.children].forEach((option, index) => option.setAttribute("aria-selected", String(index === at)));
    if (at >= 0) this.field.setAttribute("aria-activedescendant", `${this.list.id}-${at}`);
    else this.field.removeAttribute("aria-activedescendant");
  }

  #take() {
    if (!this.shown[this.at]) return;
    this.field.value = this.shown[this.at].label;
    this.field.dispatchEvent(new Event("input", { bubbles: true }));
    this.close();
  }

  #key(event) {
    const steps = { ArrowDown: 1, ArrowUp: -1 };
    if (steps[event.key] && this.shown.length) {
      this.#choose((this.at + steps[event.key] + this.shown.length) % this.shown.length);
    } else if (event.key === "Escape") {
      this.close();
    } else if (event.key === "Tab") {
      this.#take();
      return;
    } else if (event.key === "Enter") {
      this.#take();
      this.moveOn(this.field);
    } else {
      return;
    }
    event.preventDefault();
  }

  #pressed(event) {
    const option = event.target.closest("[role=option]");
    if (!option) return;
    event.preventDefault();
    this.at = Number(option.dataset.at);
    this.#take();
    this.moveOn(this.field);
  }
}
