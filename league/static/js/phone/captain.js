// A captain's pages open from the last visit where there is no signal, and then say of when they are.

import { ROOT, keepPages, pagesBelow } from "./keep.js";
import { holdPlainForms } from "./plain_forms.js";
import { clock } from "./sending.js";

// The next ones and what waits stand first; the others are kept when they are opened.
const MOST = 16;
const WEEK = 6 * 24 * 3600 * 1000;
const [base] = location.pathname.match(`^${ROOT}(?:c|[^/]+/captain)/[^/]+/`) ?? [];
const { kept } = document.documentElement.dataset;

holdPlainForms(document);
if (kept) {
  for (const place of document.querySelectorAll("[data-kept-as-of]")) {
    place.textContent = `As of ${dayAndTime(new Date(kept))}. There is no signal for a newer page.`;
    place.hidden = false;
  }
}
if (base) {
  const matches = pagesBelow(`${base}matches/`).filter((path) => /\/matches\/[^/]+\/((score|squad|line-up)\/)?$/.test(path));
  // For tests and the curious: whether this page and those open again without signal.
  keepPages(matches.slice(0, MOST)).then((opens) => (document.body.dataset.opens = opens));
}

/** "Fri 8.12 am"; of more than a week ago, "6 Nov, 8.12 am". */
function dayAndTime(moment) {
  const isLately = Math.abs(Date.now() - moment) < WEEK;
  const day = moment.toLocaleDateString("en-GB", isLately ? { weekday: "short" } : { day: "numeric", month: "short" });
  return `${day}${isLately ? " " : ", "}${clock(moment)}`;
}
