// Copies the text of a page with one press. Without script, or where the browser refuses, the link opens the text.

const COPIED = "Copied. Paste it into the chat.";

document.addEventListener("click", async (event) => {
  const link = event.target.closest("a[data-copy-text]");
  if (!link || !navigator.clipboard || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  try {
    await copy(link.href);
    link.parentElement.querySelector("[role=status]").textContent = COPIED;
  } catch {
    location.assign(link.href);
  }
});

/** Safari allows copying only within the press: it takes a promise of the text then. */
function copy(address) {
  const text = textAt(address);
  if (!window.ClipboardItem) return text.then((written) => navigator.clipboard.writeText(written));
  const blob = text.then((written) => new Blob([written], { type: "text/plain" }));
  return navigator.clipboard.write([new ClipboardItem({ "text/plain": blob })]);
}

async function textAt(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(answer.statusText);
  return answer.text();
}
