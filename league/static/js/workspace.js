/* The key of every page of the workspace: "/" goes to the search. */

const isTyping = (target) => target.closest("input, textarea, select, [contenteditable]");

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
  if (event.key === "/") {
    event.preventDefault();
    const field = document.getElementById("workspace-search");
    field.focus();
    field.select();
  }
});
