"""The standard of passkeys, WebAuthn, by the library `fido2`: what browsers are asked, and what they answer.

The library takes half as long to load as Django: `services/passkeys.py` imports this module where it is used.
Bytes are texts in base64url, as browsers send them.
"""

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from fido2 import cbor
from fido2.cose import CoseKey
from fido2.server import Fido2Server
from fido2.utils import websafe_decode, websafe_encode
from fido2.webauthn import (
    Aaguid,
    AttestationConveyancePreference,
    AttestedCredentialData,
    AuthenticationResponse,
    PublicKeyCredentialDescriptor,
    PublicKeyCredentialRpEntity,
    PublicKeyCredentialType,
    PublicKeyCredentialUserEntity,
    RegistrationResponse,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)


class UnacceptableAnswer(Exception):
    """An answer that cannot be read, or that belongs to another site or challenge, or is wrongly signed."""


def creation_options(
    *, host: str, challenge: str, user_handle: str, name: str, full_name: str, known: Iterable[str]
) -> dict[str, Any]:
    """Return what a browser is asked so that it makes a passkey, on no device that has one of `known`."""
    options, _ = _server(host).register_begin(
        PublicKeyCredentialUserEntity(id=websafe_decode(user_handle), name=name, display_name=full_name),
        _descriptors(known),
        resident_key_requirement=ResidentKeyRequirement.PREFERRED,
        user_verification=UserVerificationRequirement.PREFERRED,
        challenge=websafe_decode(challenge),
    )
    return _plain(options.public_key)


def request_options(*, host: str, challenge: str, known: Iterable[str] | None) -> dict[str, Any]:
    """Return what a browser is asked so that it uses one of the `known` passkeys; None for any, with a check
    of who holds the device.
    """
    options, _ = _server(host).authenticate_begin(
        None if known is None else _descriptors(known),
        user_verification=_verification(is_required=known is None),
        challenge=websafe_decode(challenge),
    )
    return _plain(options.public_key)


def made_key(answer: str, *, host: str, origin: str, challenge: str) -> dict[str, Any]:
    """Return the key of an answer to `creation_options`, its public half in the form of COSE.

    By the names of Passkey's fields. Raises UnacceptableAnswer.
    """
    with _acceptable():
        server = _server(host, origin)
        state = {"challenge": challenge, "user_verification": UserVerificationRequirement.PREFERRED}
        answered = RegistrationResponse.from_dict(json.loads(answer))
        made = server.register_complete(state, answered)
        _refuse_frame(answered)
        key = made.credential_data
        if key is None or key.public_key[3] not in [known.alg for known in server.allowed_algorithms]:
            raise ValueError("no key, or one of an unknown kind")
        return {
            "credential_id": websafe_encode(key.credential_id),
            "public_key": websafe_encode(cbor.encode(key.public_key)),
            "sign_count": made.counter,
        }


def verified_signature(
    answer: str,
    *,
    host: str,
    origin: str,
    challenge: str,
    credential_id: str,
    public_key: str,
    verifies_holder: bool,
) -> tuple[int, str | None]:
    """Return how often the key has signed, if it counts, and by what its device knows the account.

    Raises UnacceptableAnswer unless the answer to `request_options` is signed by this key. With
    `verifies_holder` its device must have asked for a finger, a face or a PIN.
    """
    with _acceptable():
        signed = AuthenticationResponse.from_dict(json.loads(answer))
        cose: Any = cbor.decode(websafe_decode(public_key))
        key = AttestedCredentialData.create(Aaguid.NONE, websafe_decode(credential_id), CoseKey.parse(cose))
        verification = _verification(is_required=verifies_holder)
        state = {"challenge": challenge, "user_verification": verification}
        _server(host, origin).authenticate_complete(state, [key], signed)
        _refuse_frame(signed)
        handle = signed.response.user_handle
        return signed.response.authenticator_data.counter, websafe_encode(handle) if handle else None


@contextmanager
def _acceptable() -> Iterator[None]:
    try:
        yield
    except Exception as fault:  # whatever the library says of garbage: nothing that it cannot read counts
        raise UnacceptableAnswer(f"{type(fault).__name__}: {fault}") from fault


def _refuse_frame(answered: RegistrationResponse | AuthenticationResponse) -> None:
    if answered.response.client_data.cross_origin:
        raise ValueError("asked in a frame of another site")


def _server(host: str, origin: str = "") -> Fido2Server:
    return Fido2Server(
        PublicKeyCredentialRpEntity(name=host, id=host),
        attestation=AttestationConveyancePreference.NONE,
        verify_origin=lambda answered: answered == origin,
    )


def _verification(*, is_required: bool) -> UserVerificationRequirement:
    return UserVerificationRequirement.REQUIRED if is_required else UserVerificationRequirement.PREFERRED


def _descriptors(known: Iterable[str]) -> list[PublicKeyCredentialDescriptor]:
    kind = PublicKeyCredentialType.PUBLIC_KEY
    return [PublicKeyCredentialDescriptor(type=kind, id=websafe_decode(key)) for key in known]


def _plain(options: Any) -> dict[str, Any]:
    """Return options of the library, which are mappings of mappings, as plain values."""
    return dict(json.loads(json.dumps(dict(options), default=dict)))
