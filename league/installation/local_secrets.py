"""What this installation keeps for itself in var/: its secret key and the demo's sign-in.

Each is a small file only its owner may read.
"""

import json
import os
import secrets
from dataclasses import asdict, dataclass
from pathlib import Path

OWNER_ONLY = 0o600
SECRET_KEY_LENGTH = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class SignIn:
    """A name and the password that goes with it."""

    name: str
    password: str


def secret_key(folder: Path) -> str:
    """Return the key that signs this installation's sessions and links; made on first use."""
    file = folder / "secret-key"
    if not file.exists():
        keep_privately(file, secrets.token_urlsafe(SECRET_KEY_LENGTH), replace=False)
    return file.read_text(encoding="utf-8")


def keep_demo_sign_in(folder: Path, sign_in: SignIn) -> None:
    """Keeps the demo secretary's password, so that a second `run` can print it again."""
    keep_privately(folder / "demo-sign-in.json", json.dumps(asdict(sign_in)), replace=True)


def drop_demo_sign_in(folder: Path) -> None:
    """Forgets the demo's password, when the demo is gone."""
    (folder / "demo-sign-in.json").unlink(missing_ok=True)


def demo_sign_in(folder: Path) -> SignIn | None:
    """Return the demo secretary's sign-in, or None when none is kept here."""
    try:
        return SignIn(**json.loads((folder / "demo-sign-in.json").read_text(encoding="utf-8")))
    except (FileNotFoundError, ValueError, TypeError):
        return None


def keep_privately(file: Path, text: str, *, replace: bool) -> None:
    """Writes the file whole or not at all; of two first writers without `replace`, one wins."""
    file.parent.mkdir(parents=True, exist_ok=True)
    draft = file.with_name(f"{file.name}.{secrets.token_hex(4)}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY)
    with os.fdopen(descriptor, "w", encoding="utf-8") as out:
        out.write(text)
    if replace:
        draft.replace(file)
        return
    try:
        os.link(draft, file)
    except FileExistsError:
        pass
    finally:
        draft.unlink()
