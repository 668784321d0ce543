// The PIN of a captain: four boxes over one field, with figures of our own below. No keyboard covers the result, and the
// fourth figure sends it. The PIN stands in its field only, and in that only until it is sent.

const LENGTH = 4;
// A tap too many under the button that was here before is no figure.
const TREMBLE = 600;
let drawnAt = -TREMBLE;

/** Draw the PINs of a page that has just been given new ones. */
export function drawPins(page) {
  drawnAt = performance.now();
  for (const pin of page.querySelectorAll("[data-pin]")) {
    const form = pin.closest("form");
    pin.classList.add("drawn");
    pin.querySelector("input").inputMode = "none";
    form.querySelector("[data-pin-keys]").hidden = false;
    form.querySelector("[type=submit]").hidden = true;
    draw(pin);
  }
}

/** Take figures and the one key that deletes, of the page's own keys or of a keyboard. `onType` is called before each. */
export function listenToPins(page, onType) {
  const take = (pin, change) => {
    if (pin) onType();
    type(pin, change);
  };
  page.addEventListener("input", ({ target }) => take(target.closest("[data-pin]"), (figures) => figures));
  page.addEventListener("click", (event) => {
    const key = event.target.closest("[data-pin-key]")?.dataset.pinKey;
    if (key === undefined || event.timeStamp - drawnAt < TREMBLE) return;
    take(event.target.closest("form").querySelector("[data-pin]"), (figures) => (key ? figures + key : figures.slice(0, -1)));
  });
}

/** Whether somebody has begun to type one. */
export const isPinTyped = (page) => [...page.querySelectorAll("[data-pin] input")].some(({ value }) => value);

/** Empty a PIN that was sent, whatever came of it. */
export function emptyPin(form) {
  const pin = form.querySelector("[data-pin]");
  if (!pin) return;
  pin.querySelector("input").value = "";
  draw(pin);
}

function type(pin, change) {
  const field = pin?.querySelector("input");
  const button = pin?.closest("form").querySelector("[type=submit]");
  if (!field || button.disabled) return;
  field.value = change(field.value).replace(/\D/g, "").slice(0, LENGTH);
  draw(pin);
  if (field.value.length === LENGTH) button.click();
}

function draw(pin) {
  const { length } = pin.querySelector("input").value;
  pin.querySelectorAll("i").forEach((box, at) => {
    box.classList.toggle("filled", at < length);
    box.classList.toggle("next", at === Math.min(length, LENGTH - 1));
  });
}
