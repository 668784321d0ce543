// Passkeys: added on their own page; used to sign in, as a second step or to confirm. What a device answers goes
// with an ordinary form (data-passkey-answer), and the server says whether it counts.

import { post } from "./entry/post.js";

const NOT_USED = "No passkey was used. Try again, or go another way.";
const NOT_ADDED = "No passkey was added. Try again.";
const HERE_ALREADY = "This device has a passkey for your account already.";
const OUT_OF_REACH = "The site cannot be reached. Try again.";

let waiting = null; // the request behind the browser's list of names: only one can be open

const isOffered = Boolean(window.PublicKeyCredential && navigator.credentials);
for (const part of document.querySelectorAll("[data-passkey]")) {
  if (!isOffered) {
    part.querySelector("[data-passkey-missing]").hidden = false;
    if (part.dataset.passkey === "add") part.querySelector("[type=submit]").disabled = true;
  } else if (part.dataset.passkey === "add") {
    part.addEventListener("submit", (event) => {
      event.preventDefault();
      add(part);
    });
  } else {
    const button = part.querySelector("button");
    button.hidden = false;
    button.addEventListener("click", () => use(part));
    if (part.dataset.passkey === "sign-in") offerAmongNames(part);
  }
}

async function add(form) {
  const status = form.querySelector("[role=status]");
  const fields = new FormData(form);
  fields.set("add", "yes");
  const options = await optionsFrom(location.pathname, fields, status);
  if (!options) return;
  try {
    const { challenge, user, excludeCredentials, ...rest } = options;
    const publicKey = {
      ...rest,
      challenge: bytes(challenge),
      user: { ...user, id: bytes(user.id) },
      excludeCredentials: descriptors(excludeCredentials),
    };
    const credential = await navigator.credentials.create({ publicKey });
    send(form, credential, ["clientDataJSON", "attestationObject"]);
  } catch (fault) {
    status.textContent = fault.name === "InvalidStateError" ? HERE_ALREADY : NOT_ADDED;
  }
}

async function use(part) {
  const status = part.querySelector("[role=status]");
  waiting?.abort();
  const options = await optionsFrom(part.dataset.options, purposeOf(part), status);
  if (!options) return;
  try {
    answer(part, await navigator.credentials.get({ publicKey: asked(options) }));
  } catch {
    status.textContent = NOT_USED;
  }
}

/** Offer passkeys in the browser's own list under the field of the name, where it can. */
async function offerAmongNames(part) {
  const name = document.querySelector("[name=username]");
  if (!name || !(await PublicKeyCredential.isConditionalMediationAvailable?.())) return;
  name.autocomplete = "username webauthn";
  const status = part.querySelector("[role=status]");
  const options = await optionsFrom(part.dataset.options, purposeOf(part), status);
  if (!options) return;
  waiting = new AbortController();
  const { signal } = waiting;
  const request = { publicKey: asked(options), mediation: "conditional", signal };
  navigator.credentials.get(request).then(
    (credential) => answer(part, credential),
    () => {}, // let go for the button, or for another page
  );
}

function purposeOf(part) {
  return new URLSearchParams({ purpose: part.dataset.passkey });
}

/** Ask the server what to ask the device; says why not. */
async function optionsFrom(address, fields, status) {
  status.textContent = "";
  try {
    const { content } = await post(address, fields);
    if (content.refusal) status.textContent = content.refusal;
    return content.options;
  } catch {
    status.textContent = OUT_OF_REACH;
    return null;
  }
}

function asked({ challenge, allowCredentials, ...rest }) {
  return { ...rest, challenge: bytes(challenge), allowCredentials: descriptors(allowCredentials) };
}

/** Send the form with the answer; an act that is confirmed still waits for its own button. */
function answer(part, credential) {
  const form = part.closest("form");
  const members = ["clientDataJSON", "authenticatorData", "signature", "userHandle"];
  if (part.dataset.passkey !== "confirm") {
    send(form, credential, members);
    return;
  }
  hold(form, credential, members);
  part.querySelector("[role=status]").textContent = "Confirmed. Now press what you want to do.";
}

function send(form, credential, members) {
  hold(form, credential, members);
  form.submit();
}

function hold(form, { id, type, response }, members) {
  const given = members.filter((member) => response[member]).map((member) => [member, text(response[member])]);
  const field = form.querySelector("[data-passkey-answer]");
  field.disabled = false;
  field.value = JSON.stringify({ id, rawId: id, type, response: Object.fromEntries(given) });
}

function descriptors(keys = []) {
  return keys.map((key) => ({ ...key, id: bytes(key.id) }));
}

/** Bytes of a text in base64url, and back. */
function bytes(encoded) {
  const binary = atob(encoded.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

function text(buffer) {
  const binary = String.fromCharCode(...new Uint8Array(buffer));
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
