// How the sending goes, as a quiet sentence: what is not yet at the league is always said, and never alarming.

const TROUBLE = {
  "old-page": "This page is out of date. Nothing is lost: reload it to send.",
  ended: "The code of this match has ended. What is not sent stays on this phone; ask the secretary.",
  "signed-out": "You are signed out. What you enter stays on this phone; sign in again and it sends.",
  storage: "This phone cannot save (a private window, or no room). Leave this page open until everything is sent.",
};

const ASIDE = "The secretary has set aside what this phone sent. It is kept and does not count; ask them if that is wrong.";
const LATE = "The result of this match is confirmed. What you enter is saved for the secretary and does not change it.";

/** The line at the head of the page at three lengths: whole, for a small phone, and for very large text. */
export function sendingWords({ unsent, sentAt, trouble }) {
  if (!unsent) {
    if (trouble === "no-signal") return ["No signal, nothing to send", "No signal, nothing to send", "No signal"];
    if (!sentAt) return ["Ready", "Ready", "Ready"];
    const time = clock(new Date(sentAt));
    return [`All sent, ${time}`, `Sent ${time}`, "Sent"];
  }
  if (!trouble) return ["Sending …", "Sending …", "Sending"];
  if (trouble === "busy") return [`Saved, ${unsent} to send: the league asks to wait`, `Saved, ${unsent} to send`, `${unsent} to send`];
  const waits = trouble === "storage" ? `${unsent} to send` : `Saved, ${unsent} to send`;
  return [waits, waits, `${unsent} to send`];
}

/** Draw the line and its mark: sent, or waiting for signal. */
export function showSending(page, state) {
  const lengths = ["at-length", "in-short", "in-a-word"];
  const drawn = sendingWords(state).map((words, at) => Object.assign(page.createElement("span"), { className: lengths[at], textContent: words }));
  const line = page.querySelector("[data-sending]");
  if (line.textContent !== drawn.map((one) => one.textContent).join("")) line.replaceChildren(...drawn);
  const hasSignal = state.trouble !== "no-signal";
  page.querySelector("[data-sent-mark]").toggleAttribute("hidden", state.unsent > 0 || !state.sentAt || !hasSignal);
  page.querySelector("[data-waits-mark]").toggleAttribute("hidden", state.unsent === 0 && hasSignal);
}

/** What is worth a box of its own, or "". */
export const troubleWords = ({ trouble, late, aside }) => TROUBLE[trouble] ?? (aside ? ASIDE : late ? LATE : "");

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
