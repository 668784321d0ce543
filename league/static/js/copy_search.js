/* The search of a copy in a folder. Its pages stand in PAGES (index.js): group, title, what is on it, address. */
/* global PAGES */
"use strict";

(() => {
  const MOST = 20;
  const ORDER = ["Teams", "Matches", "Pubs", "Players", "Cups", "News", "Pages", "Help"];
  const field = document.getElementById("q");
  const found = document.getElementById("found");

  const wordsOf = (text) =>
    text
      .normalize("NFKD")
      .replace(/[\u0300-\u036f'’]/gu, "")
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word && word !== "v" && word !== "the");

  const element = (tag, properties, ...parts) => {
    const made = Object.assign(document.createElement(tag), properties);
    made.append(...parts);
    return made;
  };

  const pages = PAGES.map(([group, title, about, href]) => ({
    group,
    title,
    about,
    href,
    words: wordsOf(`${title} ${about}`),
  }));

  const row = ({ title, about, href }) =>
    element("li", {}, element("a", { href }, title), " ", element("span", { className: "note" }, about));

  const search = () => {
    const beginnings = wordsOf(field.value);
    const fits = ({ words }) =>
      beginnings.every((beginning) => words.some((word) => word.startsWith(beginning)));
    const fitting = beginnings.length ? pages.filter(fits) : [];
    const sections = ORDER.map((group) => {
      const rows = fitting.filter((page) => page.group === group).slice(0, MOST);
      const list = element("ul", { className: "rows apart found" }, ...rows.map(row));
      return rows.length ? element("section", {}, element("h2", {}, group), list) : "";
    });
    const nothing = element("p", {}, `Nothing found for “${field.value}”.`);
    found.replaceChildren(...(fitting.length || !beginnings.length ? sections : [nothing]));
  };

  field.form.addEventListener("submit", (event) => {
    event.preventDefault();
    search();
  });
  field.addEventListener("input", search);
})();
