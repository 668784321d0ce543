// Where a phone keeps its entries: in IndexedDB; if that refuses, the unsent ones in localStorage.

import { openDB } from "../vendor/idb.js";

// Some browsers never answer instead of refusing.
const PATIENCE = 3000;
const NOTES = { seen: 0, sentAt: null, late: false, games: [] };

/** The shelf of one log. Never fails: what cannot be kept is told by `keep`. */
export async function openShelf(log) {
  const database = new Database();
  const channel = globalThis.BroadcastChannel ? new BroadcastChannel(`pegboard ${log}`) : null;

  return {
    phone: await phoneId(database),

    /** All that is kept: {entries, notes}. */
    async read() {
      const kept = await database.use(async (db) => ({
        entries: await db.getAll("entries", within(log)),
        notes: await db.get("logs", log),
      })).catch(() => ({ entries: [] }));
      return { entries: [...kept.entries, ...spare(log)], notes: { ...NOTES, ...kept.notes } };
    },

    /** Keep entries, and take away others by their ids; says whether whatever is unsent is safe. */
    async keep(entries, notes, gone = []) {
      let isSafe = true;
      try {
        await database.use((db) => put(db, log, entries, notes, gone));
        respare(log, entries, []);
      } catch {
        isSafe = respare(log, entries, entries.filter(({ n }) => n === null));
      }
      channel?.postMessage("changed");
      return isSafe;
    },

    /** What is unsent of a match under other addresses of the same kind: codes and links are replaced. */
    unsentElsewhere(match) {
      return database.use(async (db) => {
        const [logs, notes] = await Promise.all([db.getAllKeys("logs"), db.getAll("logs")]);
        const others = logs.filter((other, at) => notes[at].match === match && other !== log && kindOf(other) === kindOf(log));
        const entries = await Promise.all(others.map((other) => db.getAll("entries", within(other))));
        return entries.flat().filter(({ n }) => n === null);
      }).catch(() => []);
    },

    /** The signature that waits to be sent, or null. */
    async readSignature() {
      const name = `signature ${log}`;
      const kept = await database.use((db) => db.get("phone", name)).catch(() => null);
      return kept ?? JSON.parse(read(`pegboard ${name}`) ?? "null");
    },

    /** Keep a signature, or null for none; says whether it is safe. */
    async keepSignature(signature) {
      const name = `signature ${log}`;
      try {
        await database.use((db) => putAlone(db, name, signature));
        write(`pegboard ${name}`, "null");
        return true;
      } catch {
        return write(`pegboard ${name}`, JSON.stringify(signature));
      }
    },

    /** `reread()` is called when another tab of this phone has kept something. */
    onElsewhere(reread) {
      channel?.addEventListener("message", reread);
    },
  };
}

const within = (log) => IDBKeyRange.bound([log], [log, []]);

const kindOf = (log) => log.split("/")[1];

/** An id nobody else has; also where crypto.randomUUID is missing, as over plain http. */
export function freshId() {
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

class Database {
  #opened = null;

  /** Do something with the database, opened again if the phone has closed it meanwhile. */
  async use(work) {
    try {
      return await soon(this.#open().then(work));
    } catch {
      this.#opened = null;
      return soon(this.#open().then(work));
    }
  }

  #open() {
    this.#opened ??= openDB("pegboard", 1, {
      upgrade(db) {
        db.createObjectStore("entries", { keyPath: ["log", "id"] });
        db.createObjectStore("logs");
        db.createObjectStore("phone");
      },
      blocking: (_, __, event) => event.target.close(),
    });
    return this.#opened;
  }
}

function soon(promise) {
  const late = new Promise((_, reject) => setTimeout(() => reject(new Error("no answer")), PATIENCE));
  return Promise.race([promise, late]);
}

async function put(db, log, entries, notes, gone) {
  // Strict: on the disk, not only on its way there, when a battery dies.
  const transaction = db.transaction(["entries", "logs"], "readwrite", { durability: "strict" });
  const shelf = transaction.objectStore("entries");
  const writes = [
    ...entries.map((entry) => shelf.put({ ...entry, log })),
    ...gone.map((id) => shelf.delete([log, id])),
    transaction.objectStore("logs").put(notes, log),
  ];
  // At once: what is committed is kept even if the page goes away in this very moment.
  transaction.commit?.();
  await Promise.all([...writes, transaction.done]);
}

/** What a phone keeps beside its entries, by its name. In the store of its id: a new store would shut out older pages. */
async function putAlone(db, name, value) {
  const transaction = db.transaction("phone", "readwrite", { durability: "strict" });
  const wrote = transaction.store.put(value, name);
  transaction.commit?.();
  await Promise.all([wrote, transaction.done]);
}

async function phoneId(database) {
  const spareKey = "pegboard phone";
  const fresh = read(spareKey) ?? freshId();
  try {
    return await database.use(async (db) => {
      const transaction = db.transaction("phone", "readwrite");
      const known = await transaction.store.get("id");
      if (!known) await transaction.store.put(fresh, "id");
      await transaction.done;
      return known ?? fresh;
    });
  } catch {
    write(spareKey, fresh);
    return fresh;
  }
}

const spareName = (log) => `pegboard unsent ${log}`;

function spare(log) {
  return JSON.parse(read(spareName(log)) ?? "[]");
}

/** Put the unsent of these entries on the second shelf, and take the others off it. */
function respare(log, entries, unsent) {
  const names = new Set(entries.map(({ id }) => id));
  const was = spare(log);
  const now = [...was.filter(({ id }) => !names.has(id)), ...unsent];
  return now.length || was.length ? write(spareName(log), JSON.stringify(now)) : true;
}

function read(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key, text) {
  try {
    localStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}
