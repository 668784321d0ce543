"""Identifiers of what is new: slugs for addresses, and short public ids.

A public id stands in addresses, on paper and in exports instead of a database key.
"""

import secrets
from itertools import chain, count

from django.utils.text import slugify

# The shortest slug field of a model, with room for a number after the name.
LONGEST_SLUG = 36

# No vowels (no words by accident), no 0/o, 1/l, 5/s: read over a telephone, typed from paper.
ALPHABET = "2346789bcdfghjkmnpqrtvwxyz"
LENGTH = 8


def unique_slug(name: str, taken: set[str]) -> str:
    """Return a slug of the name that is not in `taken`, with a number where needed, and add it to `taken`."""
    slug = slugify(name)[:LONGEST_SLUG].strip("-") or "x"
    candidates = chain([slug], (f"{slug}-{number}" for number in count(2)))
    candidate = next(each for each in candidates if each not in taken)
    taken.add(candidate)
    return candidate


def new_public_id() -> str:
    """Return eight letters and figures that are easy to read out: about 2 × 10¹¹ possibilities."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))
