/* The pub a visitor has chosen, remembered on this device and nowhere else, so that pages stay the same for everybody.
   Runs once the bar is there: it fills the bar and leads from the league's home to that of the pub; once the page is
   read it marks what is theirs. docs/step-by-step.md ("Your pub") says what pages have to carry. */
"use strict";

(() => {
  const { home, league, summaries, asOf } = document.currentScript.dataset;
  const KEY = `pegboard your pub ${league}`;

  const remembered = () => {
    try {
      return JSON.parse(localStorage.getItem(KEY)) || {};
    } catch {
      return {};
    }
  };

  const remember = (chosen) => {
    try {
      if (chosen.team) localStorage.setItem(KEY, JSON.stringify(chosen));
      else localStorage.removeItem(KEY);
    } catch {
      /* Without storage every page asks again. */
    }
  };

  const all = (selector) => Array.from(document.querySelectorAll(selector));

  const fillBar = ({ team, short, place, page }) => {
    all(`header a[href="${home}"]`).forEach((link) => {
      link.href = `${home}?team=${encodeURIComponent(team)}`;
    });
    if (!page) return;
    all(".bar-pub").forEach((link) => {
      link.href = page;
      link.querySelector("b").textContent = place ? `${short}, ${place}` : short;
    });
  };

  const refresh = async ({ team }) => {
    const answer = await fetch(`${summaries}${encodeURIComponent(team)}/`, { credentials: "same-origin" });
    if (answer.status === 404) remember({});
    if (!answer.ok) return;
    const chosen = await answer.json();
    remember(chosen);
    fillBar(chosen);
  };

  // Where every row of a list is yours, none is marked.
  const mark = ({ team }) => {
    const isYours = (row) => row.dataset.team.split(" ").includes(team);
    const rows = all("[data-team]");
    const others = new Set(rows.filter((row) => !isYours(row)).map((row) => row.parentElement));
    rows
      .filter((row) => isYours(row) && (row.matches("tr") || others.has(row.parentElement)))
      .forEach((row) => {
        row.classList.add("yours");
        if (row.parentElement.hasAttribute("data-yours-first")) row.parentElement.prepend(row);
      });
  };

  const chosen = remembered();
  if (chosen.team) {
    if (location.pathname === home && !location.search) location.replace(`${home}?team=${chosen.team}`);
    fillBar(chosen);
    if (chosen.asOf !== asOf) refresh(chosen).catch(() => {});
  }

  document.addEventListener("DOMContentLoaded", () => {
    // A page that was asked for a pub has marked it already.
    if (chosen.team && !document.querySelector("main .yours")) mark(chosen);
    all(`[data-remembered="${chosen.team}"]`).forEach((words) => {
      words.hidden = false;
    });
    all("[data-forget-pub]").forEach((button) => {
      button.hidden = !chosen.team;
      button.addEventListener("click", () => {
        remember({});
        location.reload();
      });
    });
  });
  document.addEventListener("click", ({ target }) => {
    const link = target.closest("[data-choose-pub]");
    if (link && link.dataset.choosePub) remember({ team: link.dataset.choosePub });
  });
  document.addEventListener("submit", ({ target }) => {
    if (target.matches("[data-choose-pub]")) remember({ team: target.elements.team.value });
  });
})();
