// The page of documents: typing keeps the rows that fit, and an address with a document's name opens its row.

const field = document.querySelector("input[name=find]");
const groups = [...document.querySelectorAll(".document-group")];
const opened = groups.filter((group) => group.open);

function narrow() {
  const words = field.value.toLowerCase().split(/\s+/u).filter(Boolean);
  for (const group of groups) {
    const heading = group.querySelector("summary").textContent;
    const rows = [...group.querySelectorAll(".document")];
    for (const row of rows) {
      const [title, about] = row.querySelectorAll(".what, .note");
      const text = `${heading} ${title.textContent} ${about.textContent}`.toLowerCase();
      row.hidden = !words.every((word) => text.includes(word));
    }
    group.hidden = rows.every((row) => row.hidden);
    group.open = words.length > 0 || opened.includes(group);
  }
}

function openNamed() {
  const row = document.getElementById(location.hash.slice(1));
  if (!row?.matches(".document")) return;
  row.closest(".document-group").open = true;
  row.open = true;
  row.scrollIntoView({ block: "center" });
}

field?.addEventListener("input", narrow);
addEventListener("hashchange", openNamed);
openNamed();
