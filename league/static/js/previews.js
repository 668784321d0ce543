// Pictures of documents are drawn in the background: one that is not there yet is asked for again.

const SECONDS = 4;
const TRIES = 15;

const waiting = new Set(document.querySelectorAll("img[data-src]"));

async function look(tries) {
  for (const image of waiting) {
    const answer = await fetch(image.dataset.src, { method: "HEAD" }).catch(() => null);
    if (!answer?.ok) break;
    image.src = image.dataset.src;
    waiting.delete(image);
  }
  if (waiting.size > 0 && tries > 1) setTimeout(look, SECONDS * 1000, tries - 1);
}

if (waiting.size > 0) setTimeout(look, SECONDS * 1000, TRIES);
