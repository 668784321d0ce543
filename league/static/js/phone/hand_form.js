// The form of a hand read as the body of an entry, and filled from one. Its fields are those of the plain form.

import { MARKED } from "../entry/score.js";

const RADIOS = ["high", "low", "jack", "game", "beg", "trump"];
const TEXTS = ["turnup", "high-card", "low-card", "home-points", "away-points", ...MARKED];
const PENALTY = ["side", "points", "reason", "kind"];

/** What the form says, empty fields left out. */
export function readHand(form) {
  const said = new FormData(form);
  const names = [...RADIOS, ...TEXTS, "hung"].filter((name) => said.get(name)?.trim());
  const body = unhung(Object.fromEntries(names.map((name) => [name, said.get(name).trim()])));
  const penalties = rowsOf(form).map((row) => penaltyIn(said, row.dataset.penalty)).filter(({ side, reason, kind }) => side || reason || kind);
  return penalties.length ? { ...body, penalties } : body;
}

/** Put a hand into the form; {} empties it. */
export function fillHand(form, body) {
  for (const name of RADIOS) choose(form, name, name === "jack" && body.hung && !form.elements.hung ? body.jack?.toUpperCase() : body[name]);
  for (const name of TEXTS) if (form.elements[name]) form.elements[name].value = body[name] ?? "";
  if (form.elements.hung) form.elements.hung.checked = Boolean(body.hung);
  const penalties = body.penalties ?? [];
  while (rowsOf(form).length <= penalties.length) addRow(form);
  rowsOf(form).forEach((row, at) => fillPenalty(form, row.dataset.penalty, penalties[at] ?? {}));
  open(form, "[data-penalties]", penalties.length);
  open(form, "[data-cards]", ["trump", ...TEXTS.slice(1, 5)].some((name) => body[name]));
}

/** One more line for a penalty once all of them are used. */
export function spareRow(form) {
  const said = new FormData(form);
  const last = rowsOf(form).at(-1);
  if (last && penaltyIn(said, last.dataset.penalty).side) addRow(form);
}

/** A jack in a capital letter was hung: one answer says both. */
function unhung(body) {
  return body.jack && /[HA]/.test(body.jack) ? { ...body, jack: body.jack.toLowerCase(), hung: "yes" } : body;
}

const rowsOf = (form) => [...form.querySelectorAll("[data-penalty]")];

function penaltyIn(said, number) {
  return Object.fromEntries(PENALTY.map((part) => [part, (said.get(`p${number}-${part}`) ?? "").trim()]));
}

function fillPenalty(form, number, penalty) {
  const points = form.elements[`p${number}-points`];
  choose(form, `p${number}-side`, penalty.side);
  points.value = penalty.points ?? points.dataset.ready ?? "";
  form.elements[`p${number}-reason`].value = penalty.reason ?? "";
  if (form.elements[`p${number}-kind`]) form.elements[`p${number}-kind`].value = penalty.kind ?? "";
}

function choose(form, name, value) {
  for (const radio of form.querySelectorAll(`[type=radio][name="${name}"]`)) radio.checked = radio.value === value;
}

function addRow(form) {
  const last = rowsOf(form).at(-1);
  const number = Number(last.dataset.penalty) + 1;
  const row = last.cloneNode(true);
  row.dataset.penalty = number;
  for (const element of row.querySelectorAll("[name], [id], [for], [aria-labelledby]")) {
    for (const attribute of ["name", "id", "for", "aria-labelledby"]) {
      const value = element.getAttribute(attribute);
      if (value) element.setAttribute(attribute, value.replace(/^p\d+-/, `p${number}-`));
    }
  }
  last.after(row);
  fillPenalty(form, number, {});
}

function open(form, folded, isWanted) {
  const details = form.querySelector(folded);
  if (details) details.open = Boolean(isWanted);
}
