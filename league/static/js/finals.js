/* Final scores straight down the page. One number and one letter a table: "9h" is nine for the losers, home won.
   Without this file the same form works by hand; it only saves keys, saves the draft and shows what it gives. */

import { jumpFrom } from "./entry/jump.js";
import { post } from "./entry/post.js";

(() => {
  const form = document.querySelector("form[data-finals]");
  if (!form) return;

  const status = document.getElementById("kept");
  const confirmButton = document.querySelector("button[name=confirm]");
  const rows = [...form.querySelectorAll("tr[data-row]")];
  const jump = document.getElementById("jump");
  const RETRY_AFTER = 4000;
  const UNSENT = "Not sent: the league cannot be reached. What you typed stays here; press again when it can.";
  const UNREACHED = "Not saved yet: the league cannot be reached. Trying again; go on typing.";

  const target = (row) => (row.dataset.target ? Number(row.dataset.target) : null);
  const field = (row, side) => row.querySelector(`input[data-side=${side}]`);
  const other = (side) => (side === "home" ? "away" : "home");
  const number = (input) => (/^\d{1,3}$/.test(input.value.trim()) ? Number(input.value) : null);
  const tableOf = (row) => row.closest("tbody").querySelectorAll(`tr[data-table="${row.dataset.table}"]`);
  const notPlayed = (row) => tableOf(row)[0].querySelector("input[type=checkbox]");

  // --- What the two numbers of a row say --------------------------------------------------------

  function winner(row) {
    const [home, away] = [number(field(row, "home")), number(field(row, "away"))];
    if (home === null || away === null || home === away || isUnfinished(row)) return null;
    return home > away ? "home" : "away";
  }

  /* The loser's score if this side won: what stands in the other column, or else the one number there is. */
  function losersScore(row, winningSide) {
    const most = target(row);
    const below = (side) => {
      const score = number(field(row, side));
      return score !== null && (most === null || score < most) ? score : null;
    };
    return below(other(winningSide)) ?? below(winningSide);
  }

  function show(row) {
    const won = notPlayed(row)?.checked ? "nobody" : winner(row);
    row.querySelectorAll("[data-won]").forEach((word) => (word.hidden = word.dataset.won !== won));
    ["home", "away"].forEach((side) => field(row, side).classList.toggle("lost", won === other(side)));
  }

  /* The winner's score follows from the loser's, where nobody has typed another. */
  function complete(row, typedIn) {
    const score = number(field(row, typedIn));
    const most = target(row);
    const opposite = field(row, other(typedIn));
    const isFree = !opposite.value.trim() || opposite.dataset.follows;
    delete field(row, typedIn).dataset.follows;
    if (score === null || most === null || !isFree) return;
    opposite.value = score < most ? most : "";
    if (score < most) opposite.dataset.follows = "yes";
  }

  /* Two scores of which neither reaches the target: the game is unfinished, or one of them is a slip. */
  const isUnfinished = (row) => {
    const most = target(row);
    const scores = ["home", "away"].map((side) => number(field(row, side)));
    return most !== null && scores.every((score) => score !== null && score < most);
  };

  function setWinner(row, side, input) {
    const most = target(row);
    const score = losersScore(row, side);
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
    m: () => jump?.focus(),
    enter: (row, input) => {
      const most = target(row);
      if (most !== null && number(input) === most && losersScore(row, input.dataset.side) === null) {
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
    } else if (event.key === "m" && !event.ctrlKey && !event.metaKey && !event.target.closest("input, select")) {
      // The last match of the page need not be the last sheet of the pile.
      event.preventDefault();
      jump?.focus();
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
    if (isUnfinished(row)) saySlip(row, unfinished(row), readings(row));
    else if (slips.has(row)) saySlip(row, "");
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
        status.textContent = UNREACHED;
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
    const { content } = await post(form.action, sent);
    for (const [match, summary] of Object.entries(content.matches)) {
      document.querySelector(`[name="${match}-draft"]`).value = summary.revision;
      // What was typed since is not what this answer is about: the next one is.
      if (!changed.has(match)) showSummary(match, summary);
    }
    status.textContent = content.kept;
  }

  function showSummary(match, summary) {
    const section = document.getElementById(match);
    section.querySelector("[data-points]").textContent = summary.points;
    document.querySelector(`[data-points-of="${match}"]`).textContent = summary.points;
    section.querySelector("[data-made-up]").textContent = summary.made_up;
    section.querySelector("[data-state]").textContent = summary.state;
    section.querySelectorAll("tr[data-row]").forEach((row) => showRefusals(row, summary.refusals));
  }

  function unfinished(row) {
    const [home, away] = ["home", "away"].map((side) => number(field(row, side)));
    const label = row.querySelector("th").textContent;
    return `${label} cannot be ${home}–${away}: one side must reach ${target(row)}. What does the sheet say?`;
  }

  /* What two losing scores can mean, each with its key: the game as either side won it, or no game. */
  function readings(row) {
    const [home, away] = ["home", "away"].map((side) => number(field(row, side)));
    const choices = [
      ["H", `${target(row)}–${away}`, () => setWinner(row, "home", field(row, "home"))],
      ["A", `${home}–${target(row)}`, () => setWinner(row, "away", field(row, "away"))],
    ];
    return notPlayed(row) ? [...choices, ["N", "Not played", () => toggleNotPlayed(row)]] : choices;
  }

  function saySlip(row, sentence, choices = []) {
    if (sentence) slips.add(row);
    else slips.delete(row);
    sayAt(row, sentence, choices);
  }

  function showRefusals(row, refusals) {
    if (slips.has(row)) return;
    sayAt(row, refusals.filter((each) => each.row === row.id).map((each) => each.sentence).join(" "));
  }

  /* A sentence under a row, or none: what stands in the row is refused, or was never a score. */
  function sayAt(row, sentence, choices = []) {
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
    if (box.firstChild?.textContent.trim() !== sentence) box.textContent = sentence;
    place.querySelector(".readings")?.remove();
    if (choices.length) box.after(choiceButtons(choices));
    inputs.forEach((input) => input.setAttribute("aria-describedby", box.id));
  }

  function choiceButtons(choices) {
    const buttons = document.createElement("p");
    buttons.className = "readings";
    for (const [key, text, act] of choices) {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "button small";
      button.tabIndex = -1; // its key does the same from the fields
      const cap = document.createElement("kbd");
      cap.textContent = key;
      button.append(`${text} `, cap);
      button.addEventListener("click", act);
      buttons.append(button);
    }
    return buttons;
  }

  // What is under way goes first: a draft that arrived after its match was confirmed would lie there for good. And if
  // the session has ended or the league cannot be reached, that is said here and the page stays.
  let isReady = false;
  addEventListener("pageshow", () => (isReady = false));
  form.addEventListener("submit", (event) => {
    if (isReady) return;
    event.preventDefault();
    const pressed = event.submitter;
    Promise.resolve(sending)
      .then(() => keep([...changed]))
      .then(() => {
        isReady = true;
        form.requestSubmit(pressed);
      })
      .catch(() => (status.textContent = UNSENT));
  });

  jumpFrom(jump, (option) => {
    const there = rows.filter((row) => row.closest("section").id === option.dataset.to);
    const open = there.find((row) => !field(row, "home").value && !field(row, "away").value);
    if (there.length) select(field(open ?? there[0], "home"));
  });

  rows.forEach(show);
  // The keys do what these would: the cursor need not stop at them on its way down.
  form.querySelectorAll("input[type=checkbox], section a").forEach((each) => (each.tabIndex = -1));
  const refused = form.querySelector("input[aria-invalid=true]");
  const first = rows.find((row) => !field(row, "home").value && !field(row, "away").value && !notPlayed(row)?.checked);
  if (refused) select(refused);
  else if (first) select(field(first, "home"));
})();
