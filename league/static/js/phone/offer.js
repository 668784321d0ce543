// Offers the view for the table, once on a phone: when it lies flat on the table, or is turned across. Where a page has to ask
// how the phone lies, it does not ask and is not told; the view is in the sheet all the same.

const NAME = "pegboard counter offered";
const FLAT = 12;
const LONG_ENOUGH = 1500;

/** Show `[data-counter-offer]` once, if `isWanted()` at that moment. */
export function offerCounter(page, isWanted) {
  const offer = page.querySelector("[data-counter-offer]");
  if (wasOffered()) return;
  const across = matchMedia("(orientation: landscape)");
  let flatSince = null;

  function show() {
    if (!isWanted()) return;
    offer.hidden = false;
    across.removeEventListener?.("change", turned);
    removeEventListener("deviceorientation", lay);
    remember();
  }

  function turned() {
    if (across.matches) show();
  }

  function lay({ beta, gamma, timeStamp }) {
    const isFlat = beta !== null && Math.abs(beta) < FLAT && Math.abs(gamma) < FLAT;
    flatSince = isFlat ? (flatSince ?? timeStamp) : null;
    if (isFlat && timeStamp - flatSince > LONG_ENOUGH) show();
  }

  // Gone with the next tap, whatever it is for.
  page.addEventListener("click", () => (offer.hidden = true));
  across.addEventListener?.("change", turned);
  addEventListener("deviceorientation", lay);
}

function wasOffered() {
  try {
    return Boolean(localStorage.getItem(NAME));
  } catch {
    // A phone that keeps nothing would be asked again and again.
    return true;
  }
}

function remember() {
  try {
    localStorage.setItem(NAME, "yes");
  } catch {
    // It was read a moment ago.
  }
}
