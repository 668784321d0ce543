/* Copies a text with one press, where the browser can. Without it the text is there to be marked and copied. */
"use strict";

if (navigator.clipboard) {
  document.querySelectorAll("button[data-copies]").forEach((button) => {
    const status = button.parentElement.querySelector("[data-copied]");
    const text = document.getElementById(button.dataset.copies);
    button.hidden = false;
    button.addEventListener("click", () => {
      navigator.clipboard.writeText(text.value).then(
        () => (status.textContent = "Copied."),
        () => {
          text.select();
          status.textContent = "The browser does not allow copying. The text is selected: press Ctrl+C.";
        },
      );
    });
  });
}
