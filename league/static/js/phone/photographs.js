// Photographs of the paper: made smaller, kept on this phone, and sent as soon as there is signal. The league stores
// the same picture once, however often it comes.

import { openDB } from "../vendor/idb.js";
import { freshId } from "./shelf.js";

// What the league stores; a sheet that fills two thirds of it can be read.
const LONGEST_EDGE = 2600;
const QUALITY = 0.85;
const PAUSE = 15000;
const PATIENCE = 120000;

let unsafe = [];
let refusals = [];
let isBusy = false;
let timer = null;
let trouble = "";
let justSent = 0;

function database() {
  return openDB("pegboard photographs", 1, {
    upgrade: (db) => db.createObjectStore("photographs", { keyPath: "id" }),
  });
}

/** All that wait, the oldest first; those that cannot be stored only live as long as this page. */
async function waiting() {
  const kept = await database().then((db) => db.getAll("photographs")).catch(() => []);
  return [...kept, ...unsafe].sort((one, other) => one.at - other.at);
}

async function keep(photograph) {
  try {
    await (await database()).put("photographs", photograph);
  } catch {
    unsafe.push(photograph);
  }
}

async function forget(id) {
  unsafe = unsafe.filter((photograph) => photograph.id !== id);
  await database().then((db) => db.delete("photographs", id)).catch(() => {});
}

/** Take a picture in for an address: kept when it resolves, sent soon after. */
async function take(url, file) {
  const picture = await smaller(file);
  // Bytes, not a Blob: older phones lose Blobs of a database.
  const photograph = { id: freshId(), url, at: Date.now(), type: picture.type, bytes: await picture.arrayBuffer() };
  await keep(photograph);
  refusals = [];
  justSent = 0;
}

async function send() {
  clearTimeout(timer);
  if (isBusy) return;
  isBusy = true;
  trouble = "";
  const tried = new Set();
  for (let next; (next = (await waiting()).find(({ id }) => !tried.has(id))); ) {
    tried.add(next.id);
    if (await isDone(next)) await forget(next.id);
  }
  isBusy = false;
  await show();
  if ((await waiting()).length) timer = setTimeout(send, PAUSE);
}

/** Send one; says whether it need not be sent again. */
async function isDone({ id, url, type, bytes }) {
  const form = new FormData();
  form.append("photograph", new Blob([bytes], { type }), `${id}.jpg`);
  const token = document.cookie.match(/(?:^|; )csrftoken=([^;]+)/);
  const headers = { Accept: "application/json", ...(token && { "X-CSRFToken": token[1] }) };
  const patience = new AbortController();
  const end = setTimeout(() => patience.abort(), PATIENCE);
  try {
    const answer = await fetch(url, { method: "POST", headers, body: form, signal: patience.signal });
    if (!answer.headers.has("X-Pegboard-Page")) return false;
    if (answer.redirected || [401, 403].includes(answer.status)) trouble = "Sign in again and it is sent.";
    if (answer.redirected || [401, 403, 429].includes(answer.status) || answer.status >= 500) return false;
    if (answer.ok && (await answer.json()).stored) justSent += 1;
    else refusals.push(await sentenceOf(answer));
    return true;
  } catch {
    return false;
  } finally {
    clearTimeout(end);
  }
}

async function sentenceOf(answer) {
  if (answer.status === 413) return "A photograph is too large and was not sent.";
  if (answer.status !== 422) return "A photograph was not sent: the code or link has ended. Ask the secretary for a new one.";
  return (await answer.json()).sentence;
}

async function show() {
  const count = (await waiting()).length;
  const words = [count ? keptWords(count) : sentWords(), ...refusals].filter(Boolean).join(" ");
  for (const place of document.querySelectorAll("[data-photographs]")) {
    place.textContent = words;
    place.hidden = !words;
  }
}

function keptWords(count) {
  const many = count === 1 ? "1 photograph" : `${count} photographs`;
  if (trouble) return `${many} kept on this phone. ${trouble}`;
  return `${many} kept, sent when there is signal.${unsafe.length ? " Leave this page open until then." : ""}`;
}

function sentWords() {
  if (!justSent) return "";
  return justSent === 1 ? "Photograph sent." : `${justSent} photographs sent.`;
}

/** A JPEG no larger than is stored. What this browser cannot read is sent as it is: the league may. */
async function smaller(file) {
  try {
    const image = await read(file);
    const scale = Math.min(1, LONGEST_EDGE / Math.max(image.width, image.height));
    const size = { width: Math.round(image.width * scale), height: Math.round(image.height * scale) };
    const canvas = Object.assign(document.createElement("canvas"), size);
    const pen = canvas.getContext("2d");
    pen.fillStyle = "white";
    pen.fillRect(0, 0, size.width, size.height);
    pen.drawImage(image, 0, 0, size.width, size.height);
    const made = await new Promise((done) => canvas.toBlob(done, "image/jpeg", QUALITY));
    return made && (scale < 1 || made.size < file.size || file.type !== "image/jpeg") ? made : file;
  } catch {
    return file;
  }
}

/** The picture upright. Safari reads an iPhone's own kind (HEIC) here, too. */
async function read(file) {
  try {
    return await createImageBitmap(file, { imageOrientation: "from-image" });
  } catch {
    const image = new Image();
    // Not a blob: address, which the site's policy forbids.
    image.src = await dataOf(file);
    await image.decode();
    return image;
  }
}

function dataOf(file) {
  return new Promise((done, fail) => {
    const reader = new FileReader();
    reader.onload = () => done(reader.result);
    reader.onerror = fail;
    reader.readAsDataURL(file);
  });
}

async function submitted(event) {
  const form = event.target;
  const [file] = form.elements.photograph.files;
  if (!file) return;
  event.preventDefault();
  const button = form.querySelector('[type="submit"]');
  button.disabled = true;
  await take(form.action, file);
  form.reset();
  await show();
  await send();
  button.disabled = false;
  // The page shows what it has, as it does without script.
  if (justSent && !refusals.length && form.dataset.photographForm === "shown") location.reload();
}

for (const form of document.querySelectorAll("[data-photograph-form]")) form.addEventListener("submit", submitted);
for (const event of ["online", "focus"]) addEventListener(event, send);
document.addEventListener("visibilitychange", send);
show().then(send);
