/* Questions about a list by keyboard: figures press the answers of the first open one. */

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select")) return;
  if (!/^[1-9]$/.test(event.key)) return;
  const answers = document.querySelector(".import-questions .question")?.querySelectorAll("[data-choice]");
  answers?.[Number(event.key) - 1]?.click();
});
