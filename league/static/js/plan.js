/* The search for a list, looked at while it runs: every two seconds its figures are put in place of the old ones. The
   button to stop it stands outside of what is replaced. When it ends the page is loaded anew, with its list.
   Without this script there is the link to look again. */
"use strict";

(() => {
  const ASK = 2000;
  const SLOWEST = 30000;
  const section = document.querySelector("[data-progress]");
  if (!section) return;
  const news = section.querySelector("[data-news]");
  let pause = ASK;

  // Only words that differ are touched, so that a better list is read out and not every second.
  const put = (old, fresh) => {
    const bar = fresh.querySelector("progress");
    const shown = old.querySelector("progress");
    const words = old.querySelector("[aria-live]");
    const said = fresh.querySelector("[aria-live]");
    if (!bar || !shown) return;
    document.getElementById("plan-state").textContent = fresh.dataset.state;
    shown.value = bar.value;
    shown.parentElement.lastChild.data = bar.parentElement.lastChild.data;
    if (words.textContent.trim() !== said.textContent.trim()) words.replaceChildren(...said.childNodes);
  };

  const show = (text) => {
    const fresh = new DOMParser().parseFromString(text, "text/html").getElementById("search-progress");
    if (!fresh) throw new Error("no progress");
    if (fresh.dataset.atWork === "no") {
      window.location.replace(window.location.pathname);
      return true;
    }
    put(document.getElementById("search-progress"), fresh);
    return false;
  };

  const say = (words) => {
    if (news.textContent !== words) news.textContent = words;
  };

  const ask = async () => {
    if (!document.hidden) {
      try {
        const answer = await fetch(section.dataset.progress);
        if (!answer.ok) throw new Error(String(answer.status));
        if (show(await answer.text())) return;
        say("");
        pause = ASK;
      } catch {
        say("No connection. This is the last known state. The search continues.");
        pause = Math.min(pause * 2, SLOWEST);
      }
    }
    window.setTimeout(ask, pause);
  };

  section.querySelector("[data-look-again]").hidden = true;
  window.setTimeout(ask, ASK);
})();
