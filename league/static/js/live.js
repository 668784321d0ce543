/* What is watched while it is played: asks every few seconds whether there is anything newer, moves the pegs of the
   page that stands, turns the pages of a television by itself. Without this script the page loads itself anew.
   Old televisions read it too: plain words only. */

(function () {
  "use strict";

  var ASK = 3000;
  var SLOWEST = 30000;
  var TURN = 15000;
  var television = window.matchMedia("(min-width: 60rem) and (min-aspect-ratio: 4/3)");
  var address = window.location.href;
  var seen = "";
  var pause = ASK;
  var ahead = 0; // how far the league's clock is ahead of this one, in milliseconds
  var turned = Date.now();

  // Only what differs is touched: a peg that has moved is the same peg, and is seen to move.
  function become(old, fresh) {
    if (old.nodeType !== fresh.nodeType || old.nodeName !== fresh.nodeName) {
      old.replaceWith(fresh.cloneNode(true));
      return;
    }
    if (old.nodeType !== Node.ELEMENT_NODE) {
      if (old.data !== fresh.data) old.data = fresh.data;
      return;
    }
    Array.from(old.attributes).forEach(function (one) {
      if (!fresh.hasAttribute(one.name)) old.removeAttribute(one.name);
    });
    Array.from(fresh.attributes).forEach(function (one) {
      if (old.getAttribute(one.name) !== one.value) old.setAttribute(one.name, one.value);
    });
    if (old.classList.contains("clock") || old.classList.contains("news")) return;
    var now = Array.from(old.childNodes);
    var then = Array.from(fresh.childNodes);
    then.forEach(function (node, place) {
      if (place < now.length) become(now[place], node);
      else old.appendChild(node.cloneNode(true));
    });
    now.slice(then.length).forEach(function (node) { node.remove(); });
  }

  function say(words) {
    var news = document.querySelector(".news");
    if (news.textContent !== words) news.textContent = words;
  }

  function tell() {
    var zone = document.body.dataset.zone;
    var parts = new Intl.DateTimeFormat("en-GB", {
      hour: "numeric", minute: "2-digit", hour12: true, timeZone: zone
    }).format(new Date(Date.now() + ahead));
    document.querySelector(".clock").textContent = parts.replace(":", ".").replace(/^0\./, "12.");
  }

  function show(answer, text) {
    var date = Date.parse(answer.headers.get("Date"));
    if (date) ahead = date - Date.now();
    var tag = answer.headers.get("ETag");
    if (tag && address + tag === seen) return;
    seen = address + tag;
    var page = new DOMParser().parseFromString(text, "text/html");
    document.title = page.title;
    become(document.getElementById("watched"), document.importNode(page.getElementById("watched"), true));
  }

  function turn() {
    var next = document.getElementById("watched").dataset.next;
    if (!next || !television.matches || Date.now() - turned < TURN) return;
    turned = Date.now();
    address = new URL(next, address).href;
  }

  function ask() {
    if (document.hidden) {
      window.setTimeout(ask, ASK);
      return;
    }
    turn();
    fetch(address, { credentials: "omit" }).then(function (answer) {
      if (!answer.ok) throw new Error(String(answer.status));
      return answer.text().then(function (text) {
        show(answer, text);
        say("");
        pause = ASK;
      });
    }).catch(function () {
      say("No connection. This is the last known state.");
      pause = Math.min(pause * 2, SLOWEST);
    }).then(function () {
      tell();
      window.setTimeout(ask, pause);
    });
  }

  tell();
  window.setTimeout(ask, ASK);
}());
