// What makes a phone pleasant at a table: the screen stays awake while a game is scored, and a peg is felt. Every part
// is left out where a phone cannot do it. No sound.

const NAME = "pegboard vibration off";
const PEG = 30;
const REFUSAL = [60, 60, 60];

/** Keep the screen awake while `wanted()` and the page is in sight. Call the returned function after a change. */
export function keepAwake(wanted) {
  let lock = null;
  let isAsking = false;

  async function look() {
    if (!navigator.wakeLock || isAsking) return;
    const isWanted = wanted() && !document.hidden;
    if (isWanted === Boolean(lock)) return;
    isAsking = true;
    try {
      if (isWanted) {
        lock = await navigator.wakeLock.request("screen");
        lock.addEventListener("release", () => {
          lock = null;
        });
      } else await lock.release();
    } catch {
      // A phone that saves its battery refuses; the screen then sleeps as it always does.
      lock = null;
    } finally {
      isAsking = false;
    }
  }

  document.addEventListener("visibilitychange", look);
  return look;
}

/** A short shake for a hand that is pegged. */
export const feelPeg = () => shake(PEG);

/** A longer one for what cannot be pegged yet. */
export const feelRefusal = () => shake(REFUSAL);

/** Offer to turn vibration off, on phones that have it. The choice stays on this phone. */
export function offerVibration(page) {
  const label = page.querySelector("[data-vibration]");
  if (!label || !navigator.vibrate) return;
  const box = label.querySelector("input");
  label.hidden = false;
  box.checked = !isOff();
  box.addEventListener("change", () => {
    try {
      if (box.checked) localStorage.removeItem(NAME);
      else localStorage.setItem(NAME, "yes");
    } catch {
      // A phone that keeps nothing asks again next time.
    }
  });
}

function shake(pattern) {
  if (navigator.vibrate && !isOff()) navigator.vibrate(pattern);
}

function isOff() {
  try {
    return Boolean(localStorage.getItem(NAME));
  } catch {
    return false;
  }
}
