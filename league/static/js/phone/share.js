// Result, boards and new table, by the phone's own share menu; where there is none they are copied or saved.

import { boardsPicture } from "./picture.js";
import { figureAt, halves } from "./result.js";

const COPIED = "Copied. Paste it into the chat.";
const SAVED = "Saved as a picture.";
const FAILED = "The picture needs signal. Try again when there is some.";

/** Listen to everything that shares; `told()` is the match as it stands. */
export function listenToShare(page, told) {
  const say = (sentence) => {
    page.querySelector("[data-shared]").textContent = sentence;
  };
  page.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-share], [data-share-text]");
    if (!button) return;
    const text = button.dataset.shareText;
    if (text && !navigator.share) return;
    event.preventDefault();
    say("");
    const share = { result: shareResult, boards: shareBoards, table: shareTable }[button.dataset.share];
    say(await (text ? shareText(text) : share(told())));
  });
}

/** "The Fleece 6–4 The Shears (provisional)", its tables, place and date, and the address of the match. */
export function resultText({ tables, points, total, words, isProvisional }) {
  const { end, teams } = words;
  const scores = tables.map((table) => table.given ? "walkover" : [0, 1].map((side) => figureAt(table, side)).join("–"));
  return [
    `${teams[0]} ${points.map(halves).join("–")} ${teams[1]}${isProvisional ? " (provisional)" : ""}`,
    `Tables ${scores.join(", ")}. Total ${total.join("–")}.`,
    [end.division, end.date, end.venue && `at ${end.venue}`].filter(Boolean).join(", "),
    end.address,
  ].join("\n");
}

const shareResult = (match) => shareText(resultText(match));

async function shareBoards(match) {
  const picture = await boardsPicture(match);
  return shareFile(picture, "boards.png");
}

async function shareTable({ words, isProvisional }) {
  try {
    const answer = await fetch(words.end.table_address + (isProvisional ? `?with=${words.end.match}` : ""));
    if (!answer.ok || answer.headers.get("Content-Type") !== "image/png") return FAILED;
    return await shareFile(await answer.blob(), "table.png");
  } catch {
    return FAILED;
  }
}

async function shareText(text) {
  if (navigator.share) return given(navigator.share({ text }));
  try {
    await navigator.clipboard.writeText(text);
    return COPIED;
  } catch {
    return text;
  }
}

async function shareFile(blob, name) {
  const files = [new File([blob], name, { type: "image/png" })];
  if (navigator.canShare?.({ files })) return given(navigator.share({ files }));
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  return SAVED;
}

/** Nothing is said of what was shared, nor of somebody who changed their mind. */
const given = (sharing) => sharing.then(() => "", ({ name }) => (name === "AbortError" ? "" : "The phone could not share it."));
