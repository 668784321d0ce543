/* Final scores straight down the page. One number and one letter a table: "9h" is nine for the losers, home won.
   Without this file the same form works by hand; it only saves keys, keeps the draft and shows what it gives. */
"use strict";

(() => {
  const form = document.querySelector("form[data-finals]");
  if (!form) return;

  const status = document.getElementById("kept");
  const confirmButton = document.querySelector("button[name=confirm]");
  const rows = [...form.querySelectorAll("tr[data-row]")];
  const RETRY_AFTER = 4000;

  const target = (row) => (row.dataset.target ? Number(row.dataset.target) : null);
  const field = (row, side) => row.querySelector(`input[data-side=${side}]`);
  const other = (side) => (side === "home" ? "away" : "home");
  const number = (input) => (/^\d{1,3}$/.test(input.value.trim()) ? Number(input.value) : null);
  const tableOf = (row) => row.closest("tbody").querySelectorAll(`tr[data-table="${row.dataset.table}"]`);
  const notPlayed = (row) => tableOf(row)[0].querySelector("input[type=checkbox]");

  // --- What the two numbers of a row say --------------------------------------------------------

  function winner(row) {
    const [home, away] = [number(field(row, "home")), number(field(row, "away"))];
    if (home === null || away === null || home === away) return null;
    return home > away ? "home" : "away";
  }

  /* The loser's score: the one number there is, or the smaller of two. */
  function losersScore(row) {
    const scores = ["home", "away"].map((side) => number(field(row, side))).filter((score) => score !== null);
    const most = target(row);
    const below = most === null ? scores : scores.filter((score) => score < most);
    return below.length ? Math.min(...below) : null;
  }

  function show(row) {
    const won = notPlayed(row)?.checked ? "nobody" : winner(row);
    row.querySelectorAll("[data-won]").forEach((word) => (word.hidden = word.dataset.won !== won));
    ["home", "away"].forEach((side) => field(row, side).classList.toggle("lost", won === other(side)));
  }

  /* The winner's score follows from the loser's. */
  function complete(row, typedIn) {
    const score = number(field(row, typedIn));
    const most = target(row);
    if (score !== null && most !== null && score < most) field(row, other(typedIn)).value = most;
  }

  function setWinner(row, side, input) {
    const most = target(row);
    const score = losersScore(row);
    const typed = number(input);
    if (most !== null && typed > most) {
      const label = row.querySelector("th").textContent;
      saySlip(row, `${label}: nobody has ${typed} in a game to ${most}. Type the loser’s score, fewer than ${most}.`);
      select(input);
      return;
    }
    if (most === null || score === null) {
      field(row, side).value = number(field(row, "home")) ?? number(field(row, "away")) ?? most ?? "";
      field(row, other(side)).value = "";
      show(row);
      select(field(row, other(side)));
      return;
    }
    field(row, side).value = most;
    field(row, other(side)).value = score;
    finished(row);
    next(row);
  }

  function toggleNotPlayed(row) {
    const box = notPlayed(row);
    if (!box) return;
    box.checked = !box.checked;
    tableOf(row).forEach((each) => {
      if (box.checked) ["home", "away"].forEach((side) => (field(each, side).value = ""));
      show(each);
    });
    finished(row);
    if (box.checked) next([...tableOf(row)].at(-1));
  }

  // --- Where the cursor goes --------------------------------------------------------------------

  function select(input) {
    input.focus();
    input.select();
  }

  function next(row) {
    const following = rows[rows.indexOf(row) + 1];
    if (following) select(field(following, "home"));
    else confirmButton.focus();
  }

  function step(row, side, by) {
    const there = rows[rows.indexOf(row) + by];
    if (there) select(field(there, side));
  }

  const keys = {
    h: (row, input) => setWinner(row, "home", input),
    a: (row, input) => setWinner(row, "away", input),
    n: toggleNotPlayed,
    enter: (row, input) => {
      const most = target(row);
      if (most !== null && number(input) === most && losersScore(row) === null) {
        select(field(row, other(input.dataset.side)));
        return;
      }
      complete(row, input.dataset.side);
      finished(row);
      next(row);
    },
    arrowdown: (row, input) => step(row, input.dataset.side, 1),
    arrowup: (row, input) => step(row, input.dataset.side, -1),
  };

  // The button stands in the bar, outside the form: after the last table the cursor is there.
  document.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      form.requestSubmit(confirmButton);
    }
  });

  form.addEventListener("keydown", (event) => {
    const input = event.target.closest("input[data-side]");
    if (!input || event.ctrlKey || event.metaKey || event.altKey) return;
    const row = input.closest("tr");
    const key = event.key.toLowerCase();
    const backOne = key === "backspace" && input.value === "";
    if (keys[key] || backOne) {
      event.preventDefault();
      if (backOne) step(row, input.dataset.side, -1);
      else keys[key](row, input);
    }
  });

  // A telephone's keyboard sends no keys, only what it would write; and a slip beside h or a is said, not written.
  form.addEventListener("beforeinput", (event) => {
    const input = event.target.closest("input[data-side]");
    if (!input || event.inputType !== "insertText" || !/\D/.test(event.data ?? "")) return;
    event.preventDefault();
    const row = input.closest("tr");
    const act = keys[event.data.toLowerCase()];
    if (act) act(row, input);
    else saySlip(row, `“${event.data}” is no key here: h home won, a away won, n not played.`);
  });

  form.addEventListener("input", (event) => {
    const row = event.target.closest("tr[data-row]");
    if (!row) return;
    saySlip(row, "");
    const box = notPlayed(row);
    if (event.target.dataset.side && event.target.value && box) box.checked = false;
    show(row);
  });

  form.addEventListener("change", (event) => {
    const row = event.target.closest("tr[data-row]");
    if (!row) return;
    if (event.target.dataset.side) complete(row, event.target.dataset.side);
    if (event.target.type === "checkbox") tableOf(row).forEach(show);
    finished(row);
  });

  // --- Kept as one types ------------------------------------------------------------------------

  const changed = new Set();
  const slips = new Set(); // rows whose sentence is about a key: the server knows nothing of it
  let sending = null;

  function finished(row) {
    show(row);
    slips.delete(row);
    changed.add(row.closest("section").id);
    if (!sending) sending = send().finally(() => (sending = null));
  }

  async function send() {
    while (changed.size) {
      const matches = [...changed];
      changed.clear();
      try {
        await keep(matches);
      } catch {
        matches.forEach((match) => changed.add(match));
        status.textContent = "Not kept yet: the league cannot be reached. Trying again; go on typing.";
        await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER));
      }
    }
  }

  async function keep(matches) {
    const sent = new FormData();
    for (const [name, value] of new FormData(form)) {
      if (!/^m[a-z0-9]+-/.test(name) || matches.includes(name.split("-")[0])) sent.append(name, value);
    }
    sent.append("save", "typing");
    const answer = await fetch(form.action, {
      method: "POST",
      body: sent,
      headers: { Accept: "application/json" },
    });
    if (answer.redirected) throw new Error("signed out");
    const said = await answer.json();
    Object.entries(said.matches).forEach(([match, summary]) => showSummary(match, summary));
    status.textContent = said.kept;
  }

  function showSummary(match, summary) {
    const section = document.getElementById(match);
    section.querySelector("[data-points]").textContent = summary.points;
    document.querySelector(`[data-points-of="${match}"]`).textContent = summary.points;
    section.querySelector("[data-made-up]").textContent = summary.made_up;
    section.querySelector("[data-state]").textContent = summary.state;
    section.querySelectorAll("tr[data-row]").forEach((row) => showRefusals(row, summary.refusals));
  }

  function saySlip(row, sentence) {
    if (sentence) slips.add(row);
    else slips.delete(row);
    sayAt(row, sentence);
  }

  function showRefusals(row, refusals) {
    if (slips.has(row)) return;
    sayAt(row, refusals.filter((each) => each.row === row.id).map((each) => each.sentence).join(" "));
  }

  /* A sentence under a row, or none: what stands in the row is refused, or was never a score. */
  function sayAt(row, sentence) {
    const inputs = ["home", "away"].map((side) => field(row, side));
    inputs.forEach((input) => input.setAttribute("aria-invalid", String(sentence !== "")));
    let place = row.nextElementSibling;
    if (!place?.classList.contains("refusal-row")) place = null;
    if (sentence === "") {
      place?.remove();
      inputs.forEach((input) => input.removeAttribute("aria-describedby"));
      return;
    }
    if (!place) {
      place = document.createElement("tr");
      place.className = "refusal-row";
      const box = document.createElement("p");
      box.className = "refusal";
      box.id = `${row.id}-refusal`;
      box.setAttribute("role", "alert");
      box.setAttribute("aria-describedby", inputs[0].id);
      const cell = document.createElement("td");
      cell.colSpan = row.cells.length;
      cell.append(box);
      place.append(cell);
      row.after(place);
    }
    const box = place.querySelector("[role=alert]");
    if (box.textContent.trim() !== sentence) box.textContent = sentence;
    inputs.forEach((input) => input.setAttribute("aria-describedby", box.id));
  }

  // A draft that arrived after its match was confirmed would lie there for good: what is under way goes first.
  form.addEventListener("submit", (event) => {
    if (!sending) return;
    event.preventDefault();
    const pressed = event.submitter;
    sending.then(() => form.requestSubmit(pressed));
  });

  rows.forEach(show);
  // The keys do what these would: the cursor need not stop at them on its way down.
  form.querySelectorAll("input[type=checkbox], section a").forEach((each) => (each.tabIndex = -1));
  const refused = form.querySelector("input[aria-invalid=true]");
  const first = rows.find((row) => !field(row, "home").value && !field(row, "away").value && !notPlayed(row)?.checked);
  if (refused) select(refused);
  else if (first) select(field(first, "home"));
})();
