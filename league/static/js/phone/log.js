// The log of a match, read: what stands at each place of its sheet, and where two phones do not agree. Pure.
//
// The league reads its log in the same way, and the same cases hold both to it. An entry is {id, n, turn, table,
// game, place, body, follows}; `n` is the league's number for it, null before it has come in, and `turn` then its
// order on this phone.

const PENALTY_PARTS = ["side", "points", "reason", "kind"];

/** The key of a place: "2/1/h7" is hand 7 of game 1 at table 2. */
export const keyOf = ({ table, game, place }) => `${table}/${game}/${place}`;

/** What stands at each place ever written to, by its key: {body, versions, heads, differs}.
 *
 * The heads are the entries nobody replaced; versions, those of them that say something of their own. */
export function standing(entries) {
  const ofPlace = new Map();
  for (const entry of [...entries].sort(byComing)) {
    const key = keyOf(entry);
    ofPlace.set(key, [...(ofPlace.get(key) ?? []), entry]);
  }
  return new Map([...ofPlace].map(([key, said]) => [key, standingAt(said)]));
}

/** A body as the league keeps it: no empty fields, nothing around the words. */
export function tidied(body) {
  const fields = Object.entries(body).filter(([name]) => name !== "penalties");
  const kept = Object.fromEntries(fields.map(([name, text]) => [name, String(text).trim()]).filter(([, text]) => text));
  if (!body.penalties?.length) return kept;
  const part = (penalty, name) => String(penalty[name] ?? "").trim();
  const penalties = body.penalties.map((penalty) => Object.fromEntries(PENALTY_PARTS.map((name) => [name, part(penalty, name)])));
  return { ...kept, penalties };
}

/** Whether two bodies say the same, in whatever order their fields stand. */
export const saysTheSame = (one, other) => spelt(one) === spelt(other);

function standingAt(said) {
  const followed = new Set(said.flatMap(({ id, follows }) => follows.filter((one) => one !== id)));
  const unfollowed = said.filter(({ id }) => !followed.has(id));
  // Entries that follow each other in a circle can only have been forged: then all of them are shown.
  const heads = unfollowed.length ? unfollowed : said;
  const versions = heads.filter((head, at) => !heads.slice(0, at).some((earlier) => saysTheSame(head.body, earlier.body)));
  return { body: versions[0].body, versions, heads, differs: versions.length > 1 };
}

function byComing(one, other) {
  if (one.n === null && other.n === null) return one.turn - other.turn;
  return (one.n ?? Infinity) - (other.n ?? Infinity);
}

function spelt(value) {
  if (Array.isArray(value)) return `[${value.map(spelt).join()}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  return `{${Object.keys(value).sort().map((name) => `${JSON.stringify(name)}:${spelt(value[name])}`).join()}}`;
}
