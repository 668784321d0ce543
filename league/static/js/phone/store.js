// The log of a match on this phone: everything said is kept first and sent after, and nothing is deleted.

import { keyOf, saysTheSame, standing, tidied } from "./log.js";
import { keepThisPage } from "./keep.js";
import { painted } from "./paint.js";
import { freshId, openShelf } from "./shelf.js";
import { keepInTouch } from "./sync.js";

const MOST_FOLLOWED = 20;
// A flood has hundreds of versions of a hand; nobody reads more than a few.
const MOST_VERSIONS = 6;
// A page is only loaded anew when nobody has tapped for so long, and not again and again.
const IDLE = 20000;
const RELOADED = "pegboard reloaded";

/** Open the log at an address. Does not wait for the network: `told` is the league's state as it came with the page,
 * if it did. A log without a `wire` stays on this phone. `keep` has the page kept for where there is no signal. */
export async function openStore({ log, wire, told = null, keep = keepThisPage }) {
  const shelf = await openShelf(log);
  const { entries: kept, notes } = await shelf.read();
  const store = new Store({ log, wire, shelf, kept, notes });
  if (told) await store.begin(told);
  shelf.onElsewhere(() => store.reread());
  addEventListener("focus", () => store.reread());
  keep(log).then((opens) => store.opensWithoutSignal(opens));
  return store;
}

class Store {
  #entries = new Map();
  #notes;
  #shelf;
  #unsafe = new Set();
  #listeners = new Set();
  #trouble = "";
  #lastSaid = 0;
  #wake;
  // What the league has is compared with what this phone has sent: it may have lost some of it.
  #mustCompare = true;
  #standing = null;
  #stands = null;
  #opens = "not-yet";

  constructor({ log, wire, shelf, kept, notes }) {
    this.#shelf = shelf;
    this.#notes = notes;
    // What was refused is tried once more by a page that was opened anew.
    for (const entry of kept) this.#entries.set(entry.id, { ...entry, refused: "" });
    const letter = () => ({ entries: this.#unsent(), since: this.#mustCompare ? 0 : this.#notes.seen });
    const heard = (news) => this.#hear(news);
    this.#wake = wire ? keepInTouch({ url: log, wire, phone: shelf.phone, letter, heard }) : () => {};
  }

  /** Where this phone keeps what belongs to the log. */
  get shelf() {
    return this.#shelf;
  }

  /** What stands, by "table/game/place": {body, versions: [{id, body, mine, side, phone}], differs, heard, isTheirs, side, unsent}.
   * `heard` is when this phone was told what another one said there, 0 if it said so itself. */
  stands() {
    const phone = this.#shelf.phone.slice(0, 8);
    this.#stands ??= new Map([...this.#read()].map(([key, one]) => [key, shown(one, phone)]));
    return this.#stands;
  }

  /** Say what belongs at a place; {} takes back what stands there. Kept on this phone when it resolves. */
  say(table, game, place, body) {
    return this.sayAll(table, game, { [place]: body });
  }

  /** Say again what stands at a place, as what this phone says: the phone that said it before is told so. */
  takeOver(key) {
    const [table, game, place] = key.split("/");
    const { body, heard } = this.stands().get(key);
    return this.#say([this.#entry({ table: Number(table), game: Number(game), place, body, heard })]);
  }

  /** Say what belongs at several places of a game: all of it is kept, or nothing. */
  sayAll(table, game, bodies) {
    const said = Object.entries(bodies).map(([place, body]) => ({ table, game, place, body: tidied(body) }));
    return this.#say(said.filter((one) => this.#isNew(one)).map((one) => this.#entry(one)));
  }

  async #say(said) {
    const turn = Math.max(0, ...[...this.#entries.values()].map((one) => one.turn ?? 0));
    const entries = said.map((entry, at) => ({ ...entry, turn: turn + at + 1 }));
    if (!entries.length) return;
    this.#lastSaid = performance.now();
    for (const entry of entries) this.#put(entry);
    this.#changed();
    await this.#keep(entries);
    painted().then(() => this.#wake());
  }

  /** Whether this does not stand at its place already. */
  #isNew(said) {
    const there = this.#read().get(keyOf(said));
    return there ? there.differs || !saysTheSame(there.body, said.body) : !saysTheSame(said.body, {});
  }

  #entry(said) {
    const there = this.#read().get(keyOf(said));
    return {
      id: freshId(),
      n: null,
      ...said,
      follows: followedBy(there?.heads ?? []),
      at: new Date().toISOString(),
      mine: true,
      side: "",
      phone: this.#shelf.phone.slice(0, 8),
      refused: "",
    };
  }

  /** Settle a place where phones differ: this version stands. */
  async accept(key, versionId) {
    const version = this.#entries.get(versionId);
    const [table, game, place] = key.split("/");
    if (version) await this.say(Number(table), Number(game), place, version.body);
  }

  /** `listener()` is called after every change. */
  onChange(listener) {
    this.#listeners.add(listener);
  }

  /** How the sending goes. `trouble` is the gravest: "ended", "signed-out", "old-page", "storage", "busy", "no-signal" or "";
   * `opens`, whether this page opens again without signal: "ready", "not-yet" or "cannot". */
  state() {
    const refused = [...this.#entries.values()].filter((entry) => entry.refused);
    return {
      unsent: this.#unsent().length,
      sentAt: this.#notes.sentAt,
      seen: this.#notes.seen,
      late: this.#notes.late,
      aside: this.#notes.aside ?? false,
      trouble: this.#gravest(),
      refused: refused.map(({ table, game, place, body, refused: sentence }) => ({ table, game, place, body, sentence })),
      games: this.#notes.games,
      date: this.#notes.date,
      opens: this.#opens,
    };
  }

  opensWithoutSignal(opens) {
    this.#opens = opens;
    this.#changed();
  }

  /** Take in what came with the page; one that was kept for long may know less than this phone does. */
  async begin(told) {
    // Too long a log comes in part: how far it is read is not known from that.
    const next = told.part ? this.#notes.seen : told.next;
    if (told.next > this.#notes.seen) await this.#take({ told: { ...told, next }, sent: [], since: null });
    this.#changed();
  }

  /** Take in what another tab has kept. */
  async reread() {
    const { entries, notes } = await this.#shelf.read();
    for (const entry of entries) {
      const known = this.#entries.get(entry.id);
      if (!known || (entry.n !== null && (known.n === null || known.replaced !== entry.replaced))) this.#put(entry);
    }
    if (notes.seen > this.#notes.seen) this.#notes = notes;
    this.#changed();
  }

  #put(entry) {
    this.#entries.set(entry.id, entry);
    this.#standing = null;
  }

  /** What stands at each place, read once after each change. */
  #read() {
    this.#standing ??= standing([...this.#entries.values()].filter((entry) => !entry.refused && !entry.replaced));
    return this.#standing;
  }

  #unsent() {
    const unsent = [...this.#entries.values()].filter((entry) => entry.n === null && !entry.refused);
    return unsent.sort((one, other) => one.turn - other.turn);
  }

  #gravest() {
    if (["ended", "signed-out", "old-page"].includes(this.#trouble)) return this.#trouble;
    const isAtRisk = [...this.#unsafe].some((id) => this.#entries.get(id)?.n === null);
    return isAtRisk ? "storage" : this.#trouble;
  }

  async #hear(news) {
    const wasCut = this.#trouble === "no-signal";
    this.#trouble = ["told", "same", "refused"].includes(news.kind) ? "" : news.kind;
    if (wasCut && !this.#trouble) this.#mustCompare = true;
    if (news.kind === "refused") await this.#refuse(Object.fromEntries(news.sent.map(({ id }) => [id, news.sentence])));
    if (news.kind === "told") await this.#take(news);
    if (news.kind === "old-page") this.#reloadWhenIdle();
    this.#changed();
  }

  /** Take in what the league tells: entries that count, ids of others that do not, what it kept and what it refused. */
  async #take({ told, sent, since }) {
    const heard = Date.now();
    const numbered = told.entries.map((entry) => ({ ...(this.#entries.get(entry.id) ?? { heard }), refused: "", replaced: false, ...entry }));
    const touched = new Map(numbered.map((entry) => [entry.id, entry]));
    for (const id of told.replaced ?? []) {
      const entry = this.#entries.get(id);
      if (entry) touched.set(id, { ...entry, n: entry.n ?? told.next, refused: "", replaced: true });
    }
    for (const id of told.kept ?? []) {
      if (touched.has(id)) continue;
      // Long known there, but not under which number.
      this.#mustCompare = true;
      touched.set(id, { ...this.#entries.get(id), n: told.next });
    }
    if (told.match !== this.#notes.match) await this.#adopt(told.match, touched);
    const gone = since === 0 ? this.#compare(touched, sent) : [];
    // A league that has fewer entries than it had was restored from a copy.
    if (since !== 0) this.#mustCompare ||= told.next < since;
    // What somebody has sent was set aside, or counts again.
    const changes = told.changes ?? 0;
    if (since !== 0) this.#mustCompare ||= changes !== (this.#notes.changes ?? 0);
    for (const entry of touched.values()) this.#put(entry);
    const sentAt = sent.length ? Date.now() : this.#notes.sentAt;
    const { late = this.#notes.late, games = this.#notes.games, aside = this.#notes.aside, date = this.#notes.date } = told;
    this.#notes = { match: told.match, seen: told.next, sentAt, late, games, changes, aside, date };
    await this.#keep([...touched.values()], gone);
    if (told.refused) await this.#refuse(told.refused);
  }

  /** What this phone could not send by an earlier code or link of the same match is sent by this one. */
  async #adopt(match, touched) {
    for (const entry of await this.#shelf.unsentElsewhere(match)) {
      if (!this.#entries.has(entry.id) && !touched.has(entry.id)) touched.set(entry.id, entry);
    }
  }

  /** Where all that counts was told: what the league has lost of ours is unsent again; of others', what is not told is gone. */
  #compare(touched) {
    this.#mustCompare = false;
    const lost = [...this.#entries.values()].filter((entry) => entry.n !== null && !touched.has(entry.id));
    for (const entry of lost.filter(({ mine }) => mine)) touched.set(entry.id, { ...entry, n: null });
    const gone = lost.filter(({ mine }) => !mine).map(({ id }) => id);
    for (const id of gone) this.#entries.delete(id);
    this.#standing = null;
    return gone;
  }

  async #refuse(sentences) {
    const refused = Object.entries(sentences).filter(([id]) => this.#entries.has(id));
    const entries = refused.map(([id, sentence]) => ({ ...this.#entries.get(id), refused: sentence }));
    for (const entry of entries) this.#put(entry);
    await this.#keep(entries);
  }

  async #keep(entries, gone = []) {
    const unsafe = [...this.#unsafe].map((id) => this.#entries.get(id)).filter(Boolean);
    const all = [...new Map([...unsafe, ...entries].map((entry) => [entry.id, entry])).values()];
    const isSafe = await this.#shelf.keep(all, this.#notes, gone);
    for (const { id } of all) isSafe ? this.#unsafe.delete(id) : this.#unsafe.add(id);
    this.#changed();
  }

  #changed() {
    this.#stands = null;
    for (const listener of this.#listeners) listener();
  }

  /** An old page cannot send: it loads itself anew, but not under somebody's thumb nor over what is not kept. */
  #reloadWhenIdle() {
    const isIdle = document.hidden || performance.now() - this.#lastSaid > IDLE;
    if (this.#gravest() !== "old-page" || this.#unsafe.size || !isIdle) return;
    try {
      if (sessionStorage.getItem(RELOADED)) return;
      sessionStorage.setItem(RELOADED, "yes");
    } catch {
      return;
    }
    location.reload();
  }
}

/** Everything somebody sees standing and means to replace; of his own that may yet be refused, what that replaced. */
function followedBy(heads) {
  const followed = heads.flatMap(({ id, n, follows }) => (n === null ? [id, ...follows] : [id]));
  return [...new Set(followed)].slice(0, MOST_FOLLOWED);
}

function shown({ body, versions, heads, differs }, own) {
  const told = versions.slice(0, MOST_VERSIONS).map(({ id, body: said, mine = false, side, phone }) => ({ id, body: said, mine, side, phone }));
  const heard = heads.some((entry) => entry.mine && !entry.heard) ? 0 : Math.max(...heads.map((entry) => entry.heard ?? 0));
  // By another of its links this very phone is no other one.
  // Where others differ there is nothing to take over: that is asked first.
  const isTheirs = !differs && heads.every((entry) => !entry.mine && entry.phone !== own);
  return { body, versions: told, differs, heard, isTheirs, side: heads.at(-1).side, unsent: heads.some(({ n }) => n === null) };
}
