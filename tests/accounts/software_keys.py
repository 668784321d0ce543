"""A device with passkeys, made of software: it answers as browsers do, and can be told to answer wrongly."""

import json
import os
from hashlib import sha256
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from django.test import Client
from fido2.cose import ES256
from fido2.utils import websafe_decode, websafe_encode
from fido2.webauthn import Aaguid, AttestationObject, AttestedCredentialData, AuthenticatorData

ORIGIN, HOST = "http://testserver", "testserver"
PAGE, OPTIONS, SIGN_IN = "/account/passkeys/", "/account/passkeys/options/", "/sign-in/"
JSON: dict[str, Any] = {"HTTP_ACCEPT": "application/json"}
FLAG = AuthenticatorData.FLAG


class SoftwareKey:
    """One passkey. `count` is how often it has signed; None for a device that does not count."""

    def __init__(self, *, checks_holder: bool = True, count: int | None = None) -> None:
        self.private, self.id = ec.generate_private_key(ec.SECP256R1()), os.urandom(24)
        self.flags = FLAG.UP | FLAG.UV if checks_holder else FLAG.UP
        self.count, self.handle = count, ""

    def make(self, options: dict[str, Any], **wrong: Any) -> str:
        """The answer to what a page asks so that a passkey is made."""
        self.handle = options["user"]["id"]
        key = AttestedCredentialData.create(
            Aaguid.NONE, self.id, ES256.from_cryptography_key(self.private.public_key())
        )
        seen = AuthenticatorData.create(self._host(wrong), self.flags | FLAG.AT, self.count or 0, key)
        return self._answer(
            clientDataJSON=self._client("webauthn.create", options, wrong),
            attestationObject=AttestationObject.create("none", seen, {}),
        )

    def sign(self, options: dict[str, Any], **wrong: Any) -> str:
        """The answer to what a page asks so that a passkey is used."""
        if self.count is not None:
            self.count += 1
        client = self._client("webauthn.get", options, wrong)
        seen = AuthenticatorData.create(self._host(wrong), self.flags, self.count or 0)
        private = wrong.get("private", self.private)
        signature = private.sign(seen + sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        handle = websafe_decode(wrong.get("handle", self.handle))
        return self._answer(
            clientDataJSON=client, authenticatorData=seen, signature=signature, userHandle=handle
        )

    def _host(self, wrong: dict[str, Any]) -> bytes:
        return sha256(wrong.get("host", HOST).encode()).digest()

    def _client(self, kind: str, options: dict[str, Any], wrong: dict[str, Any]) -> bytes:
        return json.dumps(
            {
                "type": wrong.get("type", kind),
                "challenge": wrong.get("challenge", options["challenge"]),
                "origin": wrong.get("origin", ORIGIN),
                "crossOrigin": wrong.get("framed", False),
            }
        ).encode()

    def _answer(self, **parts: bytes) -> str:
        key, response = websafe_encode(self.id), {name: websafe_encode(part) for name, part in parts.items()}
        return json.dumps({"id": key, "rawId": key, "type": "public-key", "response": response})


def asked_to_add(client: Client, *, name: str = "Phone", password: str = "password") -> dict[str, Any]:
    """What the page of passkeys asks the device; or its refusal."""
    answer = client.post(PAGE, {"add": "yes", "name": name, "now": password}, **JSON).json()
    options: dict[str, Any] = answer.get("options", answer)
    return options


def added(client: Client, key: SoftwareKey, *, name: str = "Phone") -> Any:
    """The page after a passkey was added by whoever is signed in."""
    return client.post(PAGE, {"answer": key.make(asked_to_add(client, name=name))}, follow=True)


def asked(client: Client, purpose: str) -> dict[str, Any]:
    """What a page asks the device so that a passkey is used; or its refusal."""
    answer = client.post(OPTIONS, {"purpose": purpose}, **JSON).json()
    options: dict[str, Any] = answer.get("options", answer)
    return options


def signed_in_with(client: Client, answer: str) -> Any:
    """The page after an answer was sent in place of name and password."""
    return client.post(SIGN_IN, {"passkey-alone": answer})


def second_step(client: Client, answer: str) -> Any:
    """The page after an answer was sent in place of a code."""
    return client.post(f"{SIGN_IN}?code", {"code": "", "passkey": answer})
