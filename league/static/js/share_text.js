/* Shares a text by the phone’s own menu, of a field (data-shares) or of the button (data-share-text). Where there
   is no such menu the text is copied. Without script the field can be marked and copied. */
"use strict";

{
  const COPIED = "Copied. Paste it into the chat.";
  const NOT_COPIED = "The browser does not allow copying.";

  const textOf = (button) =>
    button.dataset.shares ? document.getElementById(button.dataset.shares).value : button.dataset.shareText;

  const copy = (text, status) =>
    navigator.clipboard.writeText(text).then(
      () => (status.textContent = COPIED),
      () => (status.textContent = NOT_COPIED),
    );

  if (navigator.share || navigator.clipboard) {
    document.querySelectorAll("button[data-shares], button[data-share-text]").forEach((button) => {
      const status = button.parentElement.querySelector("[data-shared]");
      button.hidden = false;
      button.addEventListener("click", () => {
        const text = textOf(button);
        if (!navigator.share) {
          copy(text, status);
          return;
        }
        navigator.share({ text }).catch((fault) => {
          if (fault.name !== "AbortError" && navigator.clipboard) {
            copy(text, status);
          }
        });
      });
    });
  }

  document.querySelectorAll(".team-message textarea").forEach((field) => {
    const grow = () => {
      field.style.height = "auto";
      field.style.height = `${field.scrollHeight + 4}px`;
    };
    field.addEventListener("input", grow);
    grow();
  });
}
