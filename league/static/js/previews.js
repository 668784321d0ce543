// Pictures of documents are drawn in the background: one that is not there yet (202) is asked for again.

const SECONDS = 4;
const TRIES = 15;

const waiting = new Set(document.querySelectorAll("img[data-undrawn]"));

async function look(tries) {
  for (const image of waiting) {
    const answer = await fetch(image.src, { method: "HEAD" }).catch(() => null);
    if (answer?.status !== 200) break;
    image.src = `${image.src}?drawn`;
    waiting.delete(image);
  }
  if (waiting.size > 0 && tries > 0) setTimeout(look, SECONDS * 1000, tries - 1);
}

if (waiting.size > 0) look(TRIES);
