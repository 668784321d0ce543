// The hand that is being tapped, kept through a reload or an empty battery; it is no entry until it is pegged.

/** Half-tapped hands of a match by their keys. Where a phone keeps nothing they last as long as the page. */
export function openDrafts(log) {
  const name = `pegboard tapped ${log}`;
  const drafts = new Map(Object.entries(read(name)));
  const keep = () => write(name, Object.fromEntries(drafts));
  return {
    /** {hand, body} of a game, or undefined. */
    get: (key) => drafts.get(key),
    set(key, hand, body) {
      if (Object.keys(body).length) drafts.set(key, { hand, body });
      else drafts.delete(key);
      keep();
    },
  };
}

function read(name) {
  try {
    return JSON.parse(localStorage.getItem(name)) ?? {};
  } catch {
    return {};
  }
}

function write(name, drafts) {
  try {
    localStorage.setItem(name, JSON.stringify(drafts));
  } catch {
    // A phone that keeps nothing says so where it matters: at the sending.
  }
}
