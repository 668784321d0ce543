/* The players of a table, narrowed by name or team while typing; Find asks the server for everybody. */
"use strict";

(() => {
  const field = document.getElementById("search");
  const nobody = document.getElementById("nobody");
  const rows = Array.from(document.querySelectorAll(".players > tbody > tr"));
  const plain = (text) => text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "");
  const narrow = () => {
    const words = plain(field.value).split(/\s+/);
    rows.forEach((row) => {
      const text = `${plain(row.textContent)} ${row.dataset.name}`;
      row.hidden = !words.every((word) => text.includes(word));
    });
    nobody.hidden = rows.some((row) => !row.hidden);
  };
  // A copy of the site in a folder has no form.
  if (field && rows.length) field.addEventListener("input", narrow);
})();
