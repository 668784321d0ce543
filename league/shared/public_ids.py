"""Short public ids: what stands in addresses, on paper and in exports instead of a database key."""

import secrets

# No vowels (no words by accident), no 0/o, 1/l, 5/s: read over a telephone, typed from paper.
ALPHABET = "2346789bcdfghjkmnpqrtvwxyz"
LENGTH = 8


def new_public_id() -> str:
    """Eight letters and figures that are easy to read out: about 200 thousand million possibilities."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))
