/* Copies a text with one press, where the browser can. Without it the text is there to be marked and copied. A text
   that a link opens comes into its field when its part of the page is opened; without script the link stays. */

if (navigator.clipboard) {
  document.querySelectorAll("[data-copies]").forEach((copier) => {
    const status = copier.parentElement.querySelector("[data-copied]");
    const text = document.getElementById(copier.dataset.copies);
    copier.hidden = false;
    copier.addEventListener("click", (event) => {
      event.preventDefault();
      navigator.clipboard.writeText(text ? text.value : copier.href).then(
        () => (status.textContent = "Copied."),
        () => {
          text?.select();
          status.textContent = text
            ? "The browser does not allow copying. The text is selected: press Ctrl+C."
            : "The browser does not allow copying. Press the link and hold it.";
        },
      );
    });
  });
}

document.querySelectorAll("a[data-text]").forEach((link) => {
  const text = document.getElementById(link.dataset.text);
  link.closest("details").addEventListener("toggle", async () => {
    if (text.value) return;
    const answer = await fetch(link.href).catch(() => null);
    if (!answer?.ok) return;
    text.value = await answer.text();
    text.parentElement.hidden = false;
    link.parentElement.hidden = true;
  });
});
