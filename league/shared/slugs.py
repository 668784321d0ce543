"""Addresses for what is new: made of its name, and never one that is taken."""

from django.utils.text import slugify

# The shortest address a model takes, with room for a number behind it.
LONGEST_ADDRESS = 36


def address(name: str, taken: set[str]) -> str:
    """An address made of the name, told apart by a number from those that are taken, and taken itself now."""
    slug = slugify(name)[:LONGEST_ADDRESS].strip("-") or "x"
    number = 1
    while (told_apart := slug if number == 1 else f"{slug}-{number}") in taken:
        number += 1
    taken.add(told_apart)
    return told_apart
