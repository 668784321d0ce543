// How the sending goes, as a quiet sentence: what is not yet at the league is always said, and never alarming.

const TROUBLE = {
  "old-page": "This page is out of date. Nothing is lost: reload it to send.",
  ended: "The code of this match has ended. What is not sent stays on this phone; ask the secretary.",
  "signed-out": "You are signed out. What you enter stays on this phone; sign in again and it sends.",
  storage: "This phone cannot save (a private window, or no room). Leave this page open until everything is sent.",
};

const LATE = "The result of this match is confirmed. What you enter is saved for the secretary and does not change it.";

/** The line at the head of the page. */
export function sendingWords({ unsent, sentAt, trouble }) {
  if (!unsent) return sentAt ? `All sent, ${clock(new Date(sentAt))}` : "Ready";
  const what = `${unsent} ${unsent === 1 ? "entry" : "entries"}`;
  if (trouble === "no-signal") return `${what} kept here, sent when there is signal`;
  if (trouble === "busy") return `${what} kept here, the league asks to wait`;
  return trouble ? `${what} kept here` : "Sending …";
}

/** What is worth a box of its own, or "". */
export const troubleWords = ({ trouble, late }) => TROUBLE[trouble] ?? (late ? LATE : "");

/** Whether the page opens again where there is no signal. */
export const opensWords = ({ opens }) => ({
  ready: "This page opens again on this phone without signal.",
  cannot: "This browser cannot open the page again without signal: leave it open until everything is sent.",
})[opens] ?? "";

/** "9.14 pm", as people say it. */
export function clock(time) {
  const [hours, minutes] = [time.getHours(), time.getMinutes()];
  return `${hours % 12 || 12}.${String(minutes).padStart(2, "0")} ${hours < 12 ? "am" : "pm"}`;
}
