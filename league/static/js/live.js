/* What is watched while it is played: asks every few seconds what has changed, moves the pegs of the page that stands,
   turns the pages of a television by itself and goes on with the next night. It runs for weeks: whatever it remembers
   is replaced, never added to. Without this script the page loads itself anew.
   Old televisions read it too: plain words only. */

(function () {
  "use strict";

  var ASK = 3000;
  var SLOWEST = 30000;
  var TURN = 15000;
  var PATIENCE = 20000; // for one answer; a cut line may never say that it is cut
  var SHIFT = 600000;
  var SHIFTS = [[0, 0], [2, 1], [4, 2], [3, 4], [1, 3], [-1, 4], [-3, 2], [-4, 0], [-2, -2], [1, -1]];
  var STILL = 5000; // so long after it was moved the pointer is hidden
  var MOST_ROWS = 120;
  var television = window.matchMedia("(min-width: 60rem) and (min-aspect-ratio: 4/3)");
  var watched = document.getElementById("watched");
  var address = window.location.href;
  var opened = Date.now();
  var tag = ""; // the ETag of the last answer, and the address it was for
  var tagged = "";
  var pause = ASK;
  var ahead = 0; // how far the league's clock is ahead of this one, in milliseconds
  var turned = Date.now();
  var known = {}; // by the name of a part: its version, its HTML
  var answered = Date.now();
  var still = 0;

  // Only what differs is touched: a peg that has moved is the same peg, and is seen to move.
  function become(old, fresh) {
    if (old.nodeType !== fresh.nodeType || old.nodeName !== fresh.nodeName) {
      old.replaceWith(document.importNode(fresh, true));
      return;
    }
    if (old.nodeType !== Node.ELEMENT_NODE) {
      if (old.data !== fresh.data) old.data = fresh.data;
      return;
    }
    Array.from(old.attributes).forEach(function (attribute) {
      if (!fresh.hasAttribute(attribute.name) && attribute.name !== "style") old.removeAttribute(attribute.name);
    });
    Array.from(fresh.attributes).forEach(function (attribute) {
      if (old.getAttribute(attribute.name) !== attribute.value) old.setAttribute(attribute.name, attribute.value);
    });
    if (old.classList.contains("clock") || old.classList.contains("news")) return;
    var now = Array.from(old.childNodes);
    var then = Array.from(fresh.childNodes);
    then.forEach(function (node, place) {
      if (place < now.length) become(now[place], node);
      else old.appendChild(document.importNode(node, true));
    });
    now.slice(then.length).forEach(function (node) { node.remove(); });
  }

  function parse(text) {
    return new DOMParser().parseFromString(text, "text/html");
  }

  function partsIn(element) {
    return Array.from(element.children).filter(function (child) { return child.hasAttribute("data-part"); });
  }

  function say(words) {
    var news = watched.querySelector(".news");
    if (news && news.textContent !== words) news.textContent = words;
  }

  function clock(moment) {
    var parts = new Intl.DateTimeFormat("en-GB", {
      hour: "numeric", minute: "2-digit", hour12: true, timeZone: document.body.dataset.zone
    }).format(new Date(moment + ahead));
    return parts.replace(":", ".").replace(/^0\./, "12.");
  }

  function tell() {
    var face = watched.querySelector(".clock");
    var time = clock(Date.now());
    if (face && face.textContent !== time) face.textContent = time;
    // Nothing stands on one spot of the glass for a whole night.
    var shift = SHIFTS[Math.floor(Date.now() / SHIFT) % SHIFTS.length];
    watched.style.setProperty("--shift", "translate(" + shift[0] + "px, " + shift[1] + "px)");
    document.documentElement.classList.toggle("still", Date.now() - still > STILL);
  }

  // What stands on the page, as the server named it.
  function learn() {
    known = {};
    watched.dataset.versions.split(" ").forEach(function (pair) {
      var part = watched.querySelector('[data-part="' + pair.split("=")[0] + '"]');
      if (part) known[pair.split("=")[0]] = { version: pair.split("=")[1], html: part.outerHTML };
    });
  }

  function versions() {
    return Object.keys(known).map(function (name) { return known[name].version; }).join(".");
  }

  function showWhole(text) {
    var page = parse(text);
    document.title = page.title;
    become(watched, page.getElementById("watched"));
    learn();
  }

  function made(name) {
    return parse(known[name].html).body.firstElementChild;
  }

  function putRow(container, old, name, isNew) {
    if (old && old.dataset.part === name) {
      if (isNew) become(old, made(name));
    } else if (old) {
      old.replaceWith(document.importNode(made(name), true));
    } else {
      container.appendChild(document.importNode(made(name), true));
    }
  }

  function showChanges(page) {
    var isNew = {};
    if (Object.keys(known).length > MOST_ROWS) learn();
    page.parts.forEach(function (part) {
      var old = known[part[0]];
      isNew[part[0]] = !old || old.version !== part[1];
      if (part[2] !== null) known[part[0]] = { version: part[1], html: part[2] };
    });
    if (page.parts.some(function (part) { return !known[part[0]] || known[part[0]].version !== part[1]; })) {
      known = {}; // then everything is asked for
      throw new Error("A part is missing.");
    }
    document.title = page.title + " – " + document.title.split(" – ").pop();
    watched.dataset.next = page.next;
    var container = watched.querySelector("[data-rows]");
    var rows = partsIn(container);
    page.parts.slice(0, 2).forEach(function (part) {
      if (isNew[part[0]]) become(watched.querySelector('[data-part="' + part[0] + '"]'), made(part[0]));
    });
    page.parts.slice(2).forEach(function (part, place) {
      putRow(container, rows[place], part[0], isNew[part[0]]);
    });
    rows.slice(page.parts.length - 2).forEach(function (row) { row.remove(); });
  }

  function turn() {
    var next = watched.dataset.next;
    if (!next || !television.matches || Date.now() - turned < TURN) return;
    turned = Date.now();
    address = new URL(next, address).href;
  }

  // Whatever is asked, it is given up after a while: a television nobody stands before must ask again by itself.
  function get(url, headers) {
    var giveUp = window.AbortController ? new AbortController() : null;
    var waiting = giveUp && window.setTimeout(function () { giveUp.abort(); }, PATIENCE);
    return fetch(url, { credentials: "same-origin", headers: headers, signal: giveUp ? giveUp.signal : undefined })
      .then(function (answer) {
        if (answer.status !== 304 && !answer.ok) throw new Error(String(answer.status));
        var date = Date.parse(answer.headers.get("Date"));
        if (date) ahead = date - Date.now();
        return answer.status === 304 ? null : answer.text().then(function (text) {
          return { text: text, tag: answer.headers.get("ETag") || "" };
        });
      }).then(function (answer) {
        window.clearTimeout(waiting);
        return answer;
      }, function (fault) {
        window.clearTimeout(waiting);
        throw fault;
      });
  }

  function update() {
    var asked = address;
    var url = new URL(asked);
    url.searchParams.set("have", versions());
    return get(url.href, tag && tagged === asked ? { "If-None-Match": tag } : {}).then(function (answer) {
      if (!answer) return null;
      var page = JSON.parse(answer.text);
      if (page.code !== watched.dataset.code && Date.now() - opened > 60000) {
        window.location.reload();
        return null;
      }
      tag = answer.tag;
      tagged = asked;
      if (page.layout === watched.dataset.layout) {
        showChanges(page);
        return null;
      }
      return get(asked, {}).then(function (whole) { if (whole) showWhole(whole.text); });
    });
  }

  function ask() {
    if (document.hidden) {
      window.setTimeout(ask, ASK);
      return;
    }
    turn();
    update().then(function () {
      answered = Date.now();
      say("");
      pause = ASK;
    }, function () {
      tag = "";
      say("No connection. This is the last known state, from " + clock(answered) + ".");
      pause = Math.min(pause * 2, SLOWEST);
    }).then(function () {
      tell();
      window.setTimeout(ask, pause);
    });
  }

  window.addEventListener("mousemove", function () {
    still = Date.now();
    document.documentElement.classList.remove("still");
  });
  learn();
  tell();
  window.setTimeout(ask, ASK);
}());
